"""Tagged texts cut into their sentences: what a model of tokens reads at once."""

from __future__ import annotations

from collections.abc import Sequence

from annotation.rows import LabelledSpan, TaggedTokens
from annotation.spans import tokens_and_tags
from corpora.language.segment import segment
from corpora.model import Document

LANGUAGE = "fr"


def by_sentence(rows: Sequence[TaggedTokens], language: str = LANGUAGE) -> tuple[TaggedTokens, ...]:
    """Return the sentences of tagged texts, each with its document; rows without text stay as they are.

    No span is cut: sentences that a span joins stay together. A sentence is called after its text, with
    its number from 1; a text of one sentence keeps its id.
    """
    return tuple(one for row in rows for one in _sentences(row, language))


def _sentences(row: TaggedTokens, language: str) -> list[TaggedTokens]:
    if not row.text:
        return [row]
    document = Document(row.id, "", row.id, row.text)
    stretches = _joined([(one.start, one.end) for one in segment(document, language)], row.spans)
    if len(stretches) < 2:
        return [row]
    found: list[TaggedTokens] = []
    for start, end in stretches:
        spans = tuple(
            LabelledSpan(one.label, tuple((a - start, b - start) for a, b in one.parts))
            for one in row.spans
            if start <= one.parts[0][0] and one.parts[-1][1] <= end
        )
        text = row.text[start:end]
        tokens, tags = tokens_and_tags(text, spans)
        if tokens:
            name = f"{row.id}-{len(found) + 1}"
            found.append(TaggedTokens(name, row.document_id or row.id, tokens, tags, text, spans))
    return found


def _joined(stretches: Sequence[tuple[int, int]], spans: Sequence[LabelledSpan]) -> list[tuple[int, int]]:
    """Return the stretches, those that a span reaches over as one."""
    found: list[tuple[int, int]] = []
    for start, end in stretches:
        crossed = found and any(
            one.parts[0][0] < found[-1][1] and one.parts[-1][1] > found[-1][1] for one in spans
        )
        if found and crossed:
            found[-1] = (found[-1][0], end)
        else:
            found.append((start, end))
    return found
