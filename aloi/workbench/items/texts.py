"""Texts of items for tables: in parts of which some are marked, on one line, cut around the mark."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import TypeAlias

from aloi.corpora.model import Candidate, Item, Mention, Pair, Question, Target

# A text in parts, each with whether it is marked: the target word, or the mention.
MarkedText: TypeAlias = tuple[tuple[str, bool], ...]
_LONGEST = 320  # characters of a text in a table
_SPACE = re.compile(r"\s+")
_BEFORE = 100  # of them before a mark that is further on


def marked_texts(item: Item) -> tuple[MarkedText, ...]:
    """Return the texts of an item, a substitute after its sentence, options after their question."""
    if isinstance(item, Pair):
        return tuple(((text, False),) for text in item.texts)
    if isinstance(item, Candidate):
        return (_marked(item.target.sentence.text, _extent(item.target)), ((item.substitute, True),))
    if isinstance(item, Target):
        return (_marked(item.sentence.text, _extent(item)),)
    if isinstance(item, Mention):
        return (_marked(item.sentence.text, item.spans),)
    if isinstance(item, Question):
        options = "  ".join(f"{chr(ord('A') + place)}. {one}" for place, one in enumerate(item.options))
        return (((item.text, False),), ((options, False),))
    return (((item.text, False),),)


def shortened(text: MarkedText) -> MarkedText:
    """Return a text on one line, at most so long that a row of a table shows its mark."""
    spaced = [(_SPACE.sub(" ", part), mark) for part, mark in text]
    length = 0
    start = 0
    for part, mark in spaced:
        if mark:
            start = max(0, length - _BEFORE) if length + len(part) > _LONGEST else 0
            break
        length += len(part)
    return tuple(_between(spaced, start, start + _LONGEST))


def _between(parts: Iterable[tuple[str, bool]], start: int, end: int) -> Iterable[tuple[str, bool]]:
    """Yield what parts have from one character to another, with an ellipsis where something is cut."""
    at = 0
    for part, mark in parts:
        first, last = max(start - at, 0), end - at
        at += len(part)
        if last <= 0 or first >= len(part):
            continue
        before = "…" if start and first else ""
        after = "…" if last < len(part) else ""
        yield before + part[first:last] + after, mark


def _extent(target: Target) -> Sequence[tuple[int, int]]:
    return ((target.start, target.end),)


def _marked(text: str, spans: Sequence[tuple[int, int]]) -> MarkedText:
    parts: list[tuple[str, bool]] = []
    at = 0
    for start, end in spans:
        parts += [(text[at:start], False), (text[start:end], True)]
        at = end
    parts.append((text[at:], False))
    return tuple(part for part in parts if part[0])
