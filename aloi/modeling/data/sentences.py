"""Tagged texts divided into sentences, the unit that a token model reads."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from aloi.annotation.rows import TaggedTokens
from aloi.annotation.spans import related, tokens_and_tags
from aloi.corpora.language.segment import segment
from aloi.corpora.model import Document

LANGUAGE = "fr"


def by_sentence(rows: Sequence[TaggedTokens], language: str = LANGUAGE) -> tuple[TaggedTokens, ...]:
    """Return the sentences of tagged texts, each with its document; rows without text do not change.

    No span or relation is cut: sentences that one joins stay together. A sentence is called after its text,
    with its number from 1; a text of one sentence keeps its id.
    """
    return tuple(one for row in rows for one, _ in cut(row, {}, language))


def cut(
    row: TaggedTokens, others: Mapping[str, TaggedTokens], language: str = LANGUAGE
) -> list[tuple[TaggedTokens, dict[str, TaggedTokens]]]:
    """Return the sentences of a tagged text, each with the same part of other taggings of that text.

    Parameters
    ----------
    others : mapping
        Annotator -> the same text with that annotator's tags. Spans that cross the end of a sentence are
        clipped.
    """
    document = Document(row.id, "", row.id, row.text)
    stretches = (
        _joined([(one.start, one.end) for one in segment(document, language)], _reaches(row))
        if row.text
        else []
    )
    if len(stretches) < 2:
        return [(row, dict(others))]
    sentences: list[tuple[TaggedTokens, dict[str, TaggedTokens]]] = []
    for start, end in stretches:
        name = f"{row.id}-{len(sentences) + 1}"
        sentence = _stretch(row, start, end, name, row.document_id or row.id)
        if sentence.tokens:
            taggings = {
                annotator: _stretch(tagging, start, end, name, sentence.document_id)
                for annotator, tagging in others.items()
            }
            sentences.append((sentence, taggings))
    return sentences


def _stretch(row: TaggedTokens, start: int, end: int, name: str, document: str) -> TaggedTokens:
    inside = [
        tuple((max(a, start) - start, min(b, end) - start) for a, b in span.parts if a < end and start < b)
        for span in row.spans
    ]
    stretch = [
        replace(span, parts=parts) if parts else None for span, parts in zip(row.spans, inside, strict=True)
    ]
    spans, relations = related(stretch, row.relations)
    text = row.text[start:end]
    tokens, tags = tokens_and_tags(text, spans)
    return TaggedTokens(name, document, tokens, tags, text, spans, relations)


def _reaches(row: TaggedTokens) -> list[tuple[int, int]]:
    """Return the stretches that are not cut: spans, and both ends of relations."""
    spans = [(span.parts[0][0], span.parts[-1][1]) for span in row.spans]
    ends = [(spans[one.head], spans[one.tail]) for one in row.relations]
    return [*spans, *((min(a[0], b[0]), max(a[1], b[1])) for a, b in ends)]


def _joined(
    stretches: Sequence[tuple[int, int]], reaches: Sequence[tuple[int, int]]
) -> list[tuple[int, int]]:
    """Return the stretches, those that a span or relation reaches over as one."""
    joined: list[tuple[int, int]] = []
    for start, end in stretches:
        if joined and any(first < joined[-1][1] < last for first, last in reaches):
            joined[-1] = (joined[-1][0], end)
        else:
            joined.append((start, end))
    return joined
