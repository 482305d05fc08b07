"""Agreement on the spans of a round: exact and partial F1 by pair, by label, and whatever the labels."""

from __future__ import annotations

from collections import defaultdict

from aloi.agreement.parts.spans import Span, SpanDocument
from aloi.annotation.model import Annotation
from aloi.annotation.tasks.spans.values import spans_of
from aloi.storage.store import Store
from aloi.workbench.agreement.full_report.spans import SoftSpans as SoftSpans
from aloi.workbench.agreement.full_report.spans import SpanReport as SpanReport
from aloi.workbench.agreement.full_report.spans import soft_agreements, span_agreements
from aloi.workbench.agreement.report import round_answers
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


def span_documents(answers: dict[tuple[str, str], Annotation]) -> list[SpanDocument]:
    """Return the answers of a round, text by text."""
    drawn: dict[str, dict[str, tuple[Span, ...]]] = defaultdict(dict)
    for (item_id, name), annotation in answers.items():
        drawn[item_id][name] = tuple(
            Span(*span.parts[0], span.label, span.parts[1:]) for span in spans_of(annotation.value)
        )
    return [SpanDocument(item_id, drawn[item_id]) for item_id in sorted(drawn)]
