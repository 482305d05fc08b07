"""Agreement on the spans of a round, on their attributes and on relations."""

from __future__ import annotations

from collections import defaultdict

from aloi.agreement.parts.attributes import AttributeAgreement as AttributeAgreement
from aloi.agreement.parts.attributes import AttributeDocument, ComparedAttribute, MarkedSpan
from aloi.agreement.parts.relations import Relation, RelationDocument
from aloi.agreement.parts.relations import RelationAgreement as RelationAgreement
from aloi.agreement.parts.spans import Span, SpanDocument
from aloi.annotation.model import Annotation
from aloi.annotation.rows import LabelledSpan, TaggedTokens
from aloi.annotation.tasks import task
from aloi.annotation.tasks.spans.settings import schema_attributes, schema_relations
from aloi.annotation.tasks.spans.values import relations_of, spans_of
from aloi.storage.store import Store
from aloi.workbench.agreement.full_report.span_details import SpanDetails as SpanDetails
from aloi.workbench.agreement.full_report.span_details import span_details
from aloi.workbench.agreement.full_report.spans import SoftSpans as SoftSpans
from aloi.workbench.agreement.full_report.spans import SpanReport as SpanReport
from aloi.workbench.agreement.full_report.spans import soft_agreements, span_agreements
from aloi.workbench.agreement.full_report.spans import span_tables as span_tables
from aloi.workbench.agreement.report import round_answers
from aloi.workbench.reports.table import Table
from aloi.workbench.rounds.rounds import find_round


def span_report(store: Store, campaign: str, number: int) -> SpanReport:
    """Return the agreement of a round of spans; the intervals draw whole texts.

    Raises
    ------
    AloiError
        No answers yet.
    """
    round_ = find_round(store, campaign, number)
    return span_agreements(span_documents(round_answers(store, round_)))


def soft_spans(store: Store, campaign: str, number: int, *, seed: int = 0) -> SoftSpans:
    """Return gamma and alpha_u of a round of spans; near spans count as nearly the same.

    Raises
    ------
    AloiError
        No answers yet.
    """
    round_ = find_round(store, campaign, number)
    documents = span_documents(round_answers(store, round_))
    lengths = {item.id: len(item.texts[0]) for item in store.texts.items(list(round_.item_ids))}
    return soft_agreements(documents, lengths, seed=seed)


def round_span_tables(store: Store, campaign: str, number: int, *, seed: int = 0) -> list[Table]:
    """Return the agreement on the spans of a round as tables, with gamma, gamma-cat and alpha_u.

    Rounds of other tasks have none.
    """
    if task(store.campaigns.get(campaign).schema.task_type).row_kind is not TaggedTokens:
        return []
    return span_tables(span_report(store, campaign, number), soft_spans(store, campaign, number, seed=seed))


def details_of_round(store: Store, campaign: str, number: int) -> SpanDetails:
    """Return the agreement of a round on attributes of spans and on relations.

    Raises
    ------
    AloiError
        No answers yet.
    """
    stored_campaign = store.campaigns.get(campaign)
    answers = round_answers(store, find_round(store, stored_campaign.id, number))
    settings = stored_campaign.schema.settings
    compared = [
        ComparedAttribute(each.name, tuple(value.name for value in each.values), each.labels, each.multiple)
        for each in schema_attributes(settings)
    ]
    directed = {each.name: each.directed for each in schema_relations(settings)}
    marked: dict[str, dict[str, tuple[MarkedSpan, ...]]] = defaultdict(dict)
    drawn: dict[str, dict[str, tuple[Relation, ...]]] = defaultdict(dict)
    for (item_id, name), annotation in answers.items():
        labelled = spans_of(annotation.value)
        spans = [measured_span(span) for span in labelled]
        marked[item_id][name] = tuple(
            MarkedSpan(span, dict(each.attributes)) for span, each in zip(spans, labelled, strict=True)
        )
        drawn[item_id][name] = tuple(
            Relation(each.type, spans[each.head], spans[each.tail], directed.get(each.type, True))
            for each in relations_of(annotation.value)
        )
    return span_details(
        [AttributeDocument(item_id, marked[item_id]) for item_id in sorted(marked)],
        compared,
        [RelationDocument(item_id, drawn[item_id]) for item_id in sorted(drawn)],
        list(directed),
    )


def span_documents(answers: dict[tuple[str, str], Annotation]) -> list[SpanDocument]:
    """Return the answers of a round, text by text."""
    drawn: dict[str, dict[str, tuple[Span, ...]]] = defaultdict(dict)
    for (item_id, name), annotation in answers.items():
        drawn[item_id][name] = tuple(measured_span(span) for span in spans_of(annotation.value))
    return [SpanDocument(item_id, drawn[item_id]) for item_id in sorted(drawn)]


def measured_span(span: LabelledSpan) -> Span:
    """Return a span as agreement measures it."""
    return Span(*span.parts[0], span.label, span.parts[1:])
