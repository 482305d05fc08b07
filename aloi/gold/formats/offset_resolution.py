"""Offsets of the spans of a source: one offset unit for all, unless their words require another."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from aloi.base.terms import Phrase
from aloi.gold.formats.offsets import UNFIT, OffsetCounting, OffsetMap, Part, faults, near, remaining
from aloi.gold.formats.source_files import Notebook, excluded

OUTSIDE = excluded("spans", Phrase("why-outside-their-text", "outside their text"))
SPLIT = excluded("spans", Phrase("why-offsets-inside-character", "with offsets inside a character"))
OTHER_WORDS = excluded("spans", Phrase("why-offsets-other-words", "with offsets of other words"))
NEAR = Phrase("import-spans-moved-their", "spans moved to their words, a few characters from their offsets")
ODD_ENDS = Phrase(
    "import-spans-begin-end",
    "spans that begin or end within a word or in white space, unlike with other offset units",
)
BY_ENDS = "spans read as offsets in {counting}: otherwise they begin or end within words"
DOCUMENTED = "spans read as offsets in {counting}, as the tool counts them"
BY_WORDS = "spans read as offsets in {counting}, as their words show"
TIED = (
    "spans read as offsets in {counting}; in {rival} they would mark other words, so the unit is to be chosen"
)


@dataclass(frozen=True, slots=True)
class OffsetStretch:
    """A stretch of a text in a source: offsets, the annotated words if any, and its location."""

    text: str
    start: int
    end: int
    words: str
    where: str


@dataclass(slots=True)
class _CountedStretches:
    """All stretches read in one offset unit: the position of each, and how badly it fits."""

    parts: list[Part | None] = field(default_factory=list)
    faults: list[int] = field(default_factory=list)


class OffsetResolution:
    """The ways in which a tool may count offsets, compared over all stretches of a source.

    Parameters
    ----------
    candidates : sequence of OffsetCounting
        The documented unit first; it is used unless another one fits clearly better.
    closed : bool
        Whether only these may be taken: a person has chosen.
    """

    def __init__(self, candidates: Sequence[OffsetCounting], *, closed: bool = False) -> None:
        self._candidates, self._closed = tuple(candidates), closed

    def resolve(self, stretches: Sequence[OffsetStretch], notebook: Notebook) -> list[Part | None]:
        """Return each stretch in code points, None for an excluded one; irregularities are counted."""
        readings = _readings(stretches, self._candidates)
        chosen = self._best(readings, self._candidates)
        others = remaining(self._candidates) if not self._closed else ()
        if others and sum(readings[chosen].faults):
            readings |= _readings(stretches, others)
            rival = min(others, key=lambda counting: sum(readings[counting].faults))
            if _is_clear(readings[rival], readings[chosen]):
                chosen = rival
        self._note_choice(stretches, readings, chosen, notebook)
        order = sorted(readings, key=lambda counting: (counting != chosen, sum(readings[counting].faults)))
        return [
            self._resolve_stretch(stretch, index, order, readings, notebook)
            for index, stretch in enumerate(stretches)
        ]

    def _best(
        self, readings: dict[OffsetCounting, _CountedStretches], candidates: Sequence[OffsetCounting]
    ) -> OffsetCounting:
        """Return the documented offset unit, or another one if all spans together clearly support it."""
        documented = candidates[0]
        best = min(candidates, key=lambda counting: sum(readings[counting].faults))
        against, for_ = _where_they_differ(readings[documented], readings[best])
        return best if against and 2 * for_ <= against else documented

    def _note_choice(
        self,
        stretches: Sequence[OffsetStretch],
        readings: dict[OffsetCounting, _CountedStretches],
        chosen: OffsetCounting,
        notebook: Notebook,
    ) -> None:
        """Note the chosen unit if it is not the documented one, and another unit that fits as well."""
        reading = readings[chosen]
        documented = readings[self._candidates[0]]
        for index, stretch in enumerate(stretches):
            part = reading.parts[index]
            if stretch.words or part is None:
                continue
            if part != documented.parts[index]:
                notebook.add(Phrase("import-by-ends", BY_ENDS, counting=chosen.title), stretch.where)
            elif part != (stretch.start, stretch.end):
                notebook.add(Phrase("import-documented", DOCUMENTED, counting=chosen.title), stretch.where)
        tied: set[int] = set()
        for rival in self._candidates:
            differing = [
                index
                for index, stretch in enumerate(stretches)
                if not stretch.words and readings[rival].parts[index] != reading.parts[index]
            ]
            of_rival = sum(readings[rival].faults[index] for index in differing)
            if differing and of_rival <= sum(reading.faults[index] for index in differing):
                for index in (index for index in differing if index not in tied):
                    notebook.add(
                        Phrase("import-tied", TIED, counting=chosen.title, rival=rival.title),
                        stretches[index].where,
                    )
                tied.update(differing)
            for index in differing:
                if 0 < reading.faults[index] < UNFIT and not readings[rival].faults[index]:
                    if index not in tied:
                        notebook.add(ODD_ENDS, stretches[index].where)
                    tied.add(index)

    def _resolve_stretch(
        self,
        stretch: OffsetStretch,
        index: int,
        order: Sequence[OffsetCounting],
        readings: dict[OffsetCounting, _CountedStretches],
        notebook: Notebook,
    ) -> Part | None:
        """Return the position of one stretch: by the common offset unit, or by its own words."""
        part = readings[order[0]].parts[index]
        if not stretch.words:
            if part is None:
                offsets = OffsetMap(stretch.text, order[0])
                fits = 0 <= stretch.start < stretch.end <= offsets.total
                notebook.add(SPLIT if fits else OUTSIDE, stretch.where)
            return part
        fitting = next((counting for counting in order if not readings[counting].faults[index]), None)
        if fitting is not None:
            part = readings[fitting].parts[index]
            if part != readings[self._candidates[0]].parts[index]:
                notebook.add(Phrase("import-by-words", BY_WORDS, counting=fitting.title), stretch.where)
            return part
        close = near(stretch.text, stretch.start, stretch.words)
        notebook.add(OTHER_WORDS if close is None else NEAR, stretch.where)
        return close


def _readings(
    stretches: Sequence[OffsetStretch], countings: Iterable[OffsetCounting]
) -> dict[OffsetCounting, _CountedStretches]:
    """Return all stretches read in each way; ways that are the same in a text are computed once there."""
    listed = tuple(countings)
    by_text: dict[str, list[int]] = defaultdict(list)
    for index, stretch in enumerate(stretches):
        by_text[stretch.text].append(index)
    nothing: list[Part | None] = [None] * len(stretches)
    readings = {counting: _CountedStretches([*nothing], [0] * len(stretches)) for counting in listed}
    for text, indexes in by_text.items():
        maps: dict[OffsetCounting, list[tuple[Part | None, int]]] = {}
        for counting in listed:
            simplest = counting.in_text(text)
            if simplest not in maps:
                offsets = OffsetMap(text, simplest)
                placed = [offsets.part(stretches[index].start, stretches[index].end) for index in indexes]
                maps[simplest] = [
                    (part, faults(text, part, stretches[index].words))
                    for part, index in zip(placed, indexes, strict=True)
                ]
            for index, (part, count) in zip(indexes, maps[simplest], strict=True):
                readings[counting].parts[index], readings[counting].faults[index] = part, count
    return readings


def _where_they_differ(first: _CountedStretches, second: _CountedStretches) -> tuple[int, int]:
    """Return the faults of two readings over the stretches that they place differently."""
    counts: Counter[str] = Counter()
    for index, part in enumerate(first.parts):
        if part != second.parts[index]:
            counts["first"] += first.faults[index]
            counts["second"] += second.faults[index]
    return counts["first"], counts["second"]


def _is_clear(rival: _CountedStretches, chosen: _CountedStretches) -> bool:
    """Return whether a way that the tool does not document fits so well that it must be the one.

    One odd span may be an annotator's slip, which another way of counting mends by chance.
    """
    against, for_ = _where_they_differ(chosen, rival)
    differing = sum(part != rival.parts[index] for index, part in enumerate(chosen.parts))
    return against >= max(2, differing) and 4 * for_ <= against and UNFIT not in rival.faults
