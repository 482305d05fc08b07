"""The spans, attribute values and relations of several annotators of a text, each with its annotators."""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass, replace

from aloi.annotation.rows import LabelledSpan
from aloi.annotation.spans import in_order
from aloi.annotation.tasks.spans.votes import MarkedAnswer, best_match, vote_on_attributes

Annotators = tuple[int, ...]  # indices of answers


@dataclass(frozen=True, slots=True)
class AnnotatedSpan:
    """A span that some annotators marked exactly.

    `span` has the attributes that the vote proposes. `values` are attributes on which annotators differ: the
    annotators of each value. `tied` are the attributes without a majority. Annotators who did not mark the
    span count with their span of the same label that overlaps it most.
    """

    span: LabelledSpan
    annotators: Annotators
    values: Mapping[str, Mapping[str, Annotators]]
    tied: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class AnnotatedRelation:
    """A relation that some annotators drew, between the indices of marked spans."""

    type: str
    head: int
    tail: int
    annotators: Annotators


def marked_by_annotators(
    answers: Sequence[MarkedAnswer], multiple: Set[str]
) -> tuple[tuple[AnnotatedSpan, ...], tuple[AnnotatedRelation, ...]]:
    """Return the spans and relations of all answers, spans in the order of the text.

    Parameters
    ----------
    multiple : set of str
        The attributes that may have several values.
    """
    owners: dict[LabelledSpan, list[int]] = {}
    drawn: dict[tuple[str, LabelledSpan, LabelledSpan], list[int]] = {}
    for number, (spans, relations) in enumerate(answers):
        for span in spans:
            owners.setdefault(span.bare(), []).append(number)
        for each in relations:
            ends = (each.type, spans[each.head].bare(), spans[each.tail].bare())
            drawn.setdefault(ends, []).append(number)
    ordered = in_order(owners)
    index = {span: at for at, span in enumerate(ordered)}
    return (
        tuple(_marked_span(span, owners, answers, multiple) for span in ordered),
        tuple(
            AnnotatedRelation(type_, index[head], index[tail], tuple(annotators))
            for (type_, head, tail), annotators in drawn.items()
        ),
    )


def _marked_span(
    span: LabelledSpan,
    owners: Mapping[LabelledSpan, Sequence[int]],
    answers: Sequence[MarkedAnswer],
    multiple: Set[str],
) -> AnnotatedSpan:
    annotators = tuple(owners[span])
    matches = _matches(span, owners, answers)
    agreed, tied = vote_on_attributes([*matches.values()], multiple)
    values: dict[str, dict[str, Annotators]] = {}
    for name in sorted({name for match in matches.values() for name, _ in match.attributes}):
        chosen_values = {number: dict(match.attributes).get(name, ()) for number, match in matches.items()}
        if len({*chosen_values.values()}) > 1:
            choices = sorted({value for chosen in chosen_values.values() for value in chosen})
            values[name] = {
                value: tuple(number for number, chosen in chosen_values.items() if value in chosen)
                for value in choices
            }
    return AnnotatedSpan(replace(span, attributes=agreed), annotators, values, tied)


def _matches(
    span: LabelledSpan, owners: Mapping[LabelledSpan, Sequence[int]], answers: Sequence[MarkedAnswer]
) -> dict[int, LabelledSpan]:
    """Return the span of each annotator that is a span, or overlaps it most.

    A span that annotators of `span` marked as well is another one, and no match.
    """
    matches = {}
    for number, (spans, _) in enumerate(answers):
        others = [
            each.bare()
            for each in spans
            if each.bare() == span or not {*owners[each.bare()]} & {*owners[span]}
        ]
        match = best_match(span, others)
        if match is not None:
            matches[number] = next(each for each in spans if each.bare() == match)
    return matches
