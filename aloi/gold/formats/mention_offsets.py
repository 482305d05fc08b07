"""Offsets of mentions: choose the offset unit with which a text has the mentions at their offsets."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from aloi.annotation.rows import LinkedMention
from aloi.base.terms import Phrase
from aloi.gold.formats.offset_resolution import BY_WORDS
from aloi.gold.formats.offsets import OffsetCounting, OffsetMap, holds, remaining
from aloi.gold.formats.source_files import Notebook, Spans, covered

OUTSIDE_PLACES = Phrase("import-offsets-outside-text", "offsets outside the text")
OTHER_MENTION = Phrase("import-offsets-do-not", "offsets that do not match the mention")


@dataclass(frozen=True, slots=True)
class MarkedWords:
    """Words that a source marks: its offsets in a text, the annotated words, and their location."""

    text: str
    spans: Spans
    words: str
    where: str


def are_inside(text: str, spans: Spans) -> bool:
    """Return whether spans are inside a text and none is empty."""
    return all(0 <= start < end <= len(text) for start, end in spans)


def has_words(text: str, spans: Spans, words: str) -> bool:
    """Return whether spans in code points are inside a text and match words, as `holds` compares them."""
    return are_inside(text, spans) and holds(covered(text, spans), words)


def resolve_offsets(marked: Sequence[MarkedWords], notebook: Notebook) -> list[Spans]:
    """Return the spans in code points, converted if another offset unit fits the words of the text.

    Code points are the documented unit. Another unit is used for spans whose words only it finds. In texts
    with such spans, it is used for all spans that it finds, if it finds more of them. Converted spans are
    noted.
    """
    spans = [marked_words.spans for marked_words in marked]
    unfit = {
        marked_words.text
        for marked_words in marked
        if _can_be_checked(marked_words)
        and not has_words(marked_words.text, marked_words.spans, marked_words.words)
    }
    indexes = [
        i
        for i, marked_words in enumerate(marked)
        if marked_words.text in unfit and _can_be_checked(marked_words)
    ]
    documented = OffsetCounting()
    fitting = {
        counting: _fitting(marked, indexes, counting)
        for counting in ((documented, *remaining((documented,))) if indexes else ())
    }
    order = sorted(fitting, key=lambda counting: -len(fitting[counting]))  # stable: the documented one first
    for i in indexes:
        counting = next((counting for counting in order if i in fitting[counting]), documented)
        spans[i] = fitting[counting].get(i, spans[i])
        if spans[i] != marked[i].spans:
            notebook.add(Phrase("import-by-words", BY_WORDS, counting=counting.title), marked[i].where)
    return spans


def resolve_mentions(
    mentions: Sequence[LinkedMention], where: Sequence[str], notebook: Notebook
) -> tuple[LinkedMention, ...]:
    """Return mentions with spans in code points; those that do not match their spans are noted, unchanged."""
    marked = [
        MarkedWords(mention.text, mention.spans, mention.mention, location)
        for mention, location in zip(mentions, where, strict=True)
    ]
    resolved = [
        replace(mention, spans=spans)
        for mention, spans in zip(mentions, resolve_offsets(marked, notebook), strict=True)
    ]
    note_misfits(resolved, where, notebook)
    return tuple(resolved)


def note_misfits(mentions: Sequence[LinkedMention], where: Sequence[str], notebook: Notebook) -> None:
    """Note the mentions that do not match their spans in code points."""
    for mention, location in zip(mentions, where, strict=True):
        if not mention.text or not mention.spans:
            continue
        if not are_inside(mention.text, mention.spans):
            notebook.add(OUTSIDE_PLACES, location)
        elif not has_words(mention.text, mention.spans, mention.mention):
            notebook.add(OTHER_MENTION, location)


def _can_be_checked(marked: MarkedWords) -> bool:
    return bool(marked.text and marked.spans and marked.words.strip())


def _fitting(
    marked: Sequence[MarkedWords], indexes: Sequence[int], counting: OffsetCounting
) -> dict[int, Spans]:
    """Return the spans that match their words in one offset unit, by their index."""
    maps: dict[str, OffsetMap] = {}
    fitting: dict[int, Spans] = {}
    for i in indexes:
        text = marked[i].text
        offsets = maps[text] if text in maps else maps.setdefault(text, OffsetMap(text, counting))
        parts = [offsets.part(start, end) for start, end in marked[i].spans]
        spans = tuple(part for part in parts if part is not None)
        if len(spans) == len(parts) and has_words(text, spans, marked[i].words):
            fitting[i] = spans
    return fitting
