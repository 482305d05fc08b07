"""Offsets of the annotations of a BioC document: the annotated words decide what the offsets count.

Offsets count from the start of the document, in code points. Some producers count from the start of the
passage or sentence, or in other units. Others count the line ends between passages differently from the
offsets of these passages.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import product
from typing import TypeAlias

from aloi.base.terms import Phrase
from aloi.corpora.readers.bioc.documents import TextPart
from aloi.gold.formats.mention_offsets import has_words
from aloi.gold.formats.offset_resolution import BY_WORDS, NEAR
from aloi.gold.formats.offsets import OffsetCounting, OffsetMap, holds, near, remaining
from aloi.gold.formats.source_files import Notebook, Spans

BY_ORIGIN = "spans whose offsets count from {origin}, as their words show"
_DOCUMENTED = OffsetCounting()
_COUNTINGS = (_DOCUMENTED, *remaining((_DOCUMENTED,)))
_BETWEEN = (" ", "...", " ... ", "…", " … ", "|", ",", ", ", ";", "; ", "")  # the parts of a mention


class OffsetOrigin(StrEnum):
    """The origin that offsets count from."""

    DECLARED = "the offset of their sentence or passage"
    PASSAGE = "the offset of their passage"
    PART_START = "the start of their sentence or passage"
    PASSAGE_START = "the start of their passage"
    JOINED = "the start of the document, with no character between passages"
    JOINED_BY_ONE = "the start of the document, with one character between passages"
    JOINED_BY_TWO = "the start of the document, with two characters between passages"
    DOCUMENT = "the start of the document"


_Way: TypeAlias = tuple[OffsetOrigin, OffsetCounting]
_MOST_VOTES = 2_000  # annotations after which it is clear how a source counts
_JOINED = (OffsetOrigin.JOINED, OffsetOrigin.JOINED_BY_ONE, OffsetOrigin.JOINED_BY_TWO)


@dataclass(frozen=True, slots=True)
class LocatedAnnotation:
    """Offsets and lengths in a file, the annotated words, and the text that contains them.

    `passage` is the index of the passage; `sentence` is None if the annotation is one of the passage.
    """

    locations: tuple[tuple[int, int], ...]
    words: str
    where: str
    passage: int
    sentence: TextPart | None = None


@dataclass(frozen=True, slots=True)
class _Frame:
    """A text that offsets may count in: where it starts in the document, and the offset of its start."""

    origin: OffsetOrigin
    text: str
    start: int
    base: int


class BiocOffsets:
    """The annotations of a document, their offsets read in every way that producers count.

    Attributes
    ----------
    as_documented : list of spans or None
        The spans in code points from the offsets of passages and sentences; None if these do not match the
        words of an annotation.
    """

    def __init__(
        self, text: str, passages: Sequence[TextPart], annotations: Sequence[LocatedAnnotation]
    ) -> None:
        self._text, self._passages = text, tuple(passages)
        self.annotations = tuple(annotations)
        self._maps: dict[tuple[str, OffsetCounting], OffsetMap] = {}
        self.as_documented = [self._documented(each) for each in self.annotations]

    def votes(self) -> Counter[_Way]:
        """Return how many annotations match their words with each origin."""
        ways = [(origin, counting) for counting in _COUNTINGS for origin in OffsetOrigin]
        return Counter(
            way
            for annotation in self.annotations
            for way in ways
            if self._in_way(annotation, way) is not None
        )

    def resolve(self, order: Sequence[_Way], notebook: Notebook) -> list[Spans]:
        """Return spans in code points of the document, each in the first way of `order` that fits it.

        Those whose words are nowhere near are as the file has them.
        """
        resolved = []
        for annotation, documented in zip(self.annotations, self.as_documented, strict=True):
            fitting = ((way, self._in_way(annotation, way)) for way in order)
            way, spans = next(
                ((way, spans) for way, spans in fitting if spans is not None), (None, documented)
            )
            if spans is None:
                spans = self._near(annotation, notebook)
            elif way is not None and spans != documented:
                self._note_way(annotation, way, spans, notebook)
            resolved.append(spans if spans is not None else self._unresolved(annotation))
        return resolved

    def _note_way(self, annotation: LocatedAnnotation, way: _Way, spans: Spans, notebook: Notebook) -> None:
        """Say how an annotation was read: by the unit alone if this is all that differs."""
        first, last = min(start for start, _ in spans), max(end for _, end in spans)
        within = any(part.start <= first and last <= part.start + len(part.text) for part in self._passages)
        origins = (OffsetOrigin.DECLARED, OffsetOrigin.PASSAGE, *(() if within else (OffsetOrigin.DOCUMENT,)))
        ways = ((origin, counting) for counting in (way[1], *_COUNTINGS) for origin in origins)
        counting = next((each[1] for each in ways if self._in_way(annotation, each) == spans), None)
        if counting is None:
            origin = Phrase(f"origin-of-offsets-{way[0].name.lower()}", way[0].value)
            notebook.add(Phrase("import-by-origin", BY_ORIGIN, origin=origin), annotation.where)
        elif counting != _DOCUMENTED:
            notebook.add(Phrase("import-by-words", BY_WORDS, counting=counting.title), annotation.where)

    def _documented(self, annotation: LocatedAnnotation) -> Spans | None:
        spans = self._spans(annotation, self._frames(annotation, _DOCUMENTED)[0], _DOCUMENTED)
        return spans if spans is not None and holds_parts(self._text, spans, annotation.words) else None

    def _in_way(self, annotation: LocatedAnnotation, way: _Way) -> Spans | None:
        """Return the spans of an annotation for one origin; None if they do not match its words."""
        origin, counting = way
        for frame in self._frames(annotation, counting):
            if frame.origin is origin:
                spans = self._spans(annotation, frame, counting)
                if spans is not None and holds_parts(self._text, spans, annotation.words):
                    return spans
        return None

    def _near(self, annotation: LocatedAnnotation, notebook: Notebook) -> Spans | None:
        """Return the start of the words of one location a few characters away, if it is unique."""
        frame = self._frames(annotation, _DOCUMENTED)[0]
        offset = annotation.locations[0][0] - frame.base
        if len(annotation.locations) > 1 or not 0 <= offset <= len(frame.text):
            return None
        part = near(frame.text, offset, annotation.words)
        if part is None:
            return None
        notebook.add(NEAR, annotation.where)
        return ((part[0] + frame.start, part[1] + frame.start),)

    def _unresolved(self, annotation: LocatedAnnotation) -> Spans:
        frame = self._frames(annotation, _DOCUMENTED)[0]
        shift = frame.start - frame.base
        return tuple((offset + shift, offset + length + shift) for offset, length in annotation.locations)

    def _frames(self, annotation: LocatedAnnotation, counting: OffsetCounting) -> list[_Frame]:
        """Return the texts that the offsets may count in, the documented one first."""
        passage, sentence = self._passages[annotation.passage], annotation.sentence
        frames: list[_Frame] = []
        if sentence is not None and sentence.offset is not None:
            frames.append(_Frame(OffsetOrigin.DECLARED, sentence.text, sentence.start, sentence.offset))
        if passage.offset is not None:
            origin = OffsetOrigin.PASSAGE if frames else OffsetOrigin.DECLARED
            frames.append(_Frame(origin, passage.text, passage.start, passage.offset))
        if sentence is not None:
            frames.append(_Frame(OffsetOrigin.PART_START, sentence.text, sentence.start, 0))
        frames.append(_Frame(OffsetOrigin.PASSAGE_START, passage.text, passage.start, 0))
        before = sum(self._map(each.text, counting).total for each in self._passages[: annotation.passage])
        frames += [
            _Frame(origin, passage.text, passage.start, before + width * annotation.passage)
            for width, origin in enumerate(_JOINED)
        ]
        frames.append(_Frame(OffsetOrigin.DOCUMENT, self._text, 0, 0))
        return frames

    def _spans(self, annotation: LocatedAnnotation, frame: _Frame, counting: OffsetCounting) -> Spans | None:
        """Return locations as spans of the document; None if one does not fit."""
        offsets = self._map(frame.text, counting)
        spans: list[tuple[int, int]] = []
        for offset, length in annotation.locations:
            part = offsets.part(offset - frame.base, offset - frame.base + length)
            if part is None:
                return None
            spans.append((part[0] + frame.start, part[1] + frame.start))
        return tuple(spans)

    def _map(self, text: str, counting: OffsetCounting) -> OffsetMap:
        key = text, counting
        if key not in self._maps:
            self._maps[key] = OffsetMap(text, counting)
        return self._maps[key]


def resolve_documents(documents: Sequence[BiocOffsets], notebook: Notebook) -> list[list[Spans]]:
    """Return the spans of the annotations of each document.

    A producer counts in one way: that which most annotations fit, in the documents in which some do not fit
    the documented one, is taken first in all documents.
    """
    votes: Counter[_Way] = Counter()
    voting = 0
    for document in documents:
        if None in document.as_documented and voting < _MOST_VOTES:
            voting += len(document.annotations)
            votes.update(document.votes())
    # Of ways that fit as many, the documented one, then those nearest to it.
    rank = {(origin, counting): i for i, (counting, origin) in enumerate(product(_COUNTINGS, OffsetOrigin))}
    order = sorted(votes, key=lambda way: (-votes[way], rank[way]))
    return [document.resolve(order, notebook) for document in documents]


def holds_parts(text: str, spans: Spans, words: str) -> bool:
    """Return whether spans match words, however these are joined from several parts."""
    if has_words(text, spans, words):
        return True
    if len(spans) < 2:
        return False
    parts = [text[start:end] for start, end in spans]
    first, last = min(start for start, _ in spans), max(end for _, end in spans)
    return holds(text[first:last], words) or any(holds(between.join(parts), words) for between in _BETWEEN)
