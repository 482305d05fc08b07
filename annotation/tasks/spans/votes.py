"""One set of spans made of several annotators' spans: by whole spans, or stretch by stretch."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence, Set
from dataclasses import replace
from itertools import pairwise
from typing import TypeAlias

from aloi.annotation.rows import Attributes, LabelledRelation, LabelledSpan, attributes_of
from aloi.annotation.spans import Part, in_order, overlap

Answer = Set[LabelledSpan]
# The spans of an annotator, and the relations between their indices.
MarkedAnswer: TypeAlias = tuple[Sequence[LabelledSpan], Sequence[LabelledRelation]]


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


def vote_on_details(
    spans: Sequence[LabelledSpan], answers: Sequence[MarkedAnswer], multiple: Set[str]
) -> tuple[tuple[LabelledSpan, ...], tuple[LabelledRelation, ...]] | None:
    """Return accepted spans with the attributes and relations that annotators agree on; None at a tie.

    An attribute gets the value of more than half of the annotators who gave the span one. An attribute in
    `multiple` gets each value that more than half of the annotators of the span gave. A relation counts if
    both ends are accepted and more than half of all annotators gave it. Exactly half is a tie, and so is an
    attribute without a majority.
    """
    owners: dict[LabelledSpan, list[LabelledSpan]] = {span: [] for span in spans}
    relations: Counter[tuple[str, LabelledSpan, LabelledSpan]] = Counter()
    for marked, drawn in answers:
        accepted = [best_match(span, spans) for span in marked]
        for target, span in {each: span for each, span in zip(accepted, marked, strict=True) if each}.items():
            owners[target].append(span)
        ends = {(each.type, accepted[each.head], accepted[each.tail]) for each in drawn}
        relations.update((name, head, tail) for name, head, tail in ends if head and tail and head != tail)
    half = len(answers) / 2
    votes = [vote_on_attributes(owners[span], multiple) for span in spans]
    if half in relations.values() or any(tied for _, tied in votes):
        return None
    index = {span: at for at, span in enumerate(spans)}
    return (
        tuple(replace(span, attributes=agreed) for span, (agreed, _) in zip(spans, votes, strict=True)),
        tuple(
            LabelledRelation(name, index[head], index[tail])
            for (name, head, tail), count in relations.items()
            if count > half
        ),
    )


def best_match(span: LabelledSpan, spans: Sequence[LabelledSpan]) -> LabelledSpan | None:
    """Return the one of bare spans that a span is, or else the one of its label that it overlaps most."""
    if span.bare() in spans:
        return span.bare()
    near = [(overlap(span, each), each) for each in spans if each.label == span.label]
    shared, best = max(near, key=lambda pair: pair[0], default=(0, None))
    return best if shared else None


def vote_on_attributes(
    marked: Sequence[LabelledSpan], multiple: Set[str]
) -> tuple[Attributes, tuple[str, ...]]:
    """Return the attributes that annotators of a span agree on, and the names of those without a majority."""
    answers = [dict(span.attributes) for span in marked]
    agreed: dict[str, tuple[str, ...]] = {}
    tied = []
    for name in sorted({name for values in answers for name in values}):
        votes = Counter(value for values in answers for value in values.get(name, ()))
        voters = len(answers) if name in multiple else sum(name in values for values in answers)
        majority = tuple(value for value, count in votes.items() if count > voters / 2)
        if voters / 2 in votes.values() or not (majority or name in multiple):
            tied.append(name)
        else:
            agreed[name] = majority
    return attributes_of(agreed), tuple(tied)


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
