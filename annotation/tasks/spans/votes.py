"""One set of spans made of several annotators' spans: by whole spans, or stretch by stretch."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence, Set
from itertools import pairwise

from aloi.annotation.rows import LabelledSpan
from aloi.annotation.spans import Part, in_order

Answer = Set[LabelledSpan]


def vote_by_span(answers: Sequence[Answer]) -> tuple[LabelledSpan, ...] | None:
    """Return the spans that more than half of the annotators gave exactly; None if the vote is undecided.

    The vote is undecided if exactly half gave a span. It is also undecided if more than half marked a
    character with a label and no accepted span contains it. They agree that there is a span, but not on its
    limits.
    """
    if not answers:
        return None
    half = len(answers) / 2
    counts = Counter(span for answer in answers for span in answer)
    if half in counts.values():
        return None
    majority_spans = {span for span, count in counts.items() if count > half}
    cuts = _cuts(answers)
    for label in {span.label for span in counts}:
        covered = [_covered(answer, label, cuts) for answer in answers]
        votes = Counter(place for places in covered for place in places)
        settled = _covered(majority_spans, label, cuts)
        if any(count >= half and place not in settled for place, count in votes.items()):
            return None
    return in_order(majority_spans)


def vote_by_character(answers: Sequence[Answer]) -> tuple[LabelledSpan, ...] | None:
    """Return the stretches that more than half of the annotators marked with a label; None at a tie.

    Two stretches that touch stay separate if more than half have a span of the label that begins between
    them. Labels are voted on separately. Discontinuous spans are returned as single parts, unless all answers
    are the same.
    """
    if not answers:
        return None
    if all(answer == answers[0] for answer in answers):
        return in_order(answers[0])
    half = len(answers) / 2
    cuts = _cuts(answers)
    spans: list[LabelledSpan] = []
    for label in sorted({span.label for answer in answers for span in answer}):
        votes = Counter(place for answer in answers for place in _covered(answer, label, cuts))
        begun = Counter(start for answer in answers for start in _begins(answer, label))
        if half in votes.values():
            return None
        parts: list[Part] = []
        for stretch in sorted(one for one, count in votes.items() if count > half):
            start, end = cuts[stretch], cuts[stretch + 1]
            if parts and parts[-1][1] == start and begun[start] <= half:
                parts[-1] = (parts[-1][0], end)
            else:
                parts.append((start, end))
        spans += [LabelledSpan(label, (part,)) for part in parts]
    return in_order(spans)


def _cuts(answers: Sequence[Answer]) -> list[int]:
    """Return every place where a part of somebody's span begins or ends, in order."""
    return sorted({at for answer in answers for span in answer for part in span.parts for at in part})


def _covered(answer: Answer, label: str, cuts: Sequence[int]) -> set[int]:
    """Return the stretches between cuts, by their number, that an answer marks with a label."""
    parts = [part for span in answer if span.label == label for part in span.parts]
    return {
        index
        for index, (start, end) in enumerate(pairwise(cuts))
        if any(first <= start and end <= last for first, last in parts)
    }


def _begins(answer: Answer, label: str) -> set[int]:
    return {start for span in answer if span.label == label for start, _ in span.parts}
