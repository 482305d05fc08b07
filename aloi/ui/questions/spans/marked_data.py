"""The spans and relations of annotators, as the annotation interface shows them to adjudicators."""

from __future__ import annotations

from collections.abc import Sequence

from aloi.annotation.fields import Spans
from aloi.annotation.tasks.spans.differences import AnnotatedRelation, AnnotatedSpan, marked_by_annotators
from aloi.annotation.tasks.spans.settings import HEAD, TAIL
from aloi.annotation.tasks.spans.values import relations_of, spans_of
from aloi.base.records import to_json
from aloi.corpora.identity import checksum
from aloi.corpora.model import Json
from aloi.ui.questions.base import Case


def marked_data(field: Spans, case: Case) -> dict[str, Json]:
    """Return the first marks as `answer`, other spans of annotators as `proposals`, and who marked what.

    `answer` has the spans and relations of all annotators, or of the decision if there is an earlier one.

    - A span is {id, label, parts, attributes, by, values, tied}. Its attributes are those of the majority, or
      of the decision. A span that the adjudicator marked has no `by`.
    - `values` has the annotators of each value of attributes on which they differ, by attribute and value.
    - `tied` has the attributes without a majority.
    - `marked_by` has all `relations` with `by`, the `names` of annotators, None if blind, and their number.

    Annotators are indices, of `names` or of an order of each item.
    """
    answers = [*case.dispute.answers]
    if case.blind:  # annotators are numbers, in an order of each item
        answers.sort(key=lambda answer: checksum([case.dispute.item_id, answer.pseudonym]))
    multiple = {each.name for each in field.attributes if each.multiple}
    spans, relations = marked_by_annotators(
        [(spans_of(answer.value), relations_of(answer.value)) for answer in answers], multiple
    )
    listed = [{"id": f"m{at}", **_span(each)} for at, each in enumerate(spans)]
    first = {
        "spans": [listed[at] for at in _common(spans, len(answers))],
        "relations": [_relation(relations[at]) for at in _common(relations, len(answers))],
    }
    if case.decision is not None:
        first = _decided(case.decision.value, spans, listed)
    standing = {str(each["id"]) for each in first["spans"]}
    return {
        "answer": {**first},
        "proposals": [each for each in listed if each["id"] not in standing],
        "marked_by": {
            "names": None if case.blind else [answer.pseudonym for answer in answers],
            "total": len(answers),
            "relations": [{**_relation(each), "by": [*each.annotators]} for each in relations],
        },
    }


def _decided(
    value: Json, marked: Sequence[AnnotatedSpan], listed: Sequence[dict[str, Json]]
) -> dict[str, list[dict[str, Json]]]:
    """Return the spans and relations of a decision; a span that annotators marked has its id in `listed`."""
    index = {each.span.bare(): at for at, each in enumerate(marked)}
    decided = [(span, index.get(span.bare())) for span in spans_of(value)]
    spans = [
        {"id": f"d{number}", **to_json(span)}
        if at is None
        else {**listed[at], "attributes": {}, **to_json(span)}
        for number, (span, at) in enumerate(decided)
    ]
    ids = [each["id"] for each in spans]
    relations = [
        {"type": each.type, HEAD: ids[each.head], TAIL: ids[each.tail]} for each in relations_of(value)
    ]
    return {"spans": spans, "relations": relations}


def _common(marks: Sequence[AnnotatedSpan | AnnotatedRelation], total: int) -> list[int]:
    return [at for at, each in enumerate(marks) if len(each.annotators) == total]


def _relation(relation: AnnotatedRelation) -> dict[str, Json]:
    return {"type": relation.type, HEAD: f"m{relation.head}", TAIL: f"m{relation.tail}"}


def _span(marked: AnnotatedSpan) -> dict[str, Json]:
    values: dict[str, Json] = {
        name: {value: [*annotators] for value, annotators in choices.items()}
        for name, choices in marked.values.items()
    }
    lists: dict[str, Json] = {"by": [*marked.annotators], "values": values, "tied": [*marked.tied]}
    return {**to_json(marked.span), **lists}
