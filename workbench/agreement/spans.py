"""Agreement on the spans of a round: exact and partial F1 by pair, by label, and whatever the labels."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import combinations

from agreement.parts.alpha_u import AlphaU, alpha_u
from agreement.parts.gamma import Gamma, gamma
from agreement.parts.spans import (
    MATCHES,
    Span,
    SpanAgreement,
    SpanDocument,
    mean_span_agreement,
    span_agreement,
)
from annotation.model import Annotation
from annotation.tasks.spans.task import spans_of
from storage.store import Store
from workbench.agreement.report import round_answers
from workbench.rounds.rounds import find_round

_ANY = "any"


@dataclass(frozen=True, slots=True)
class SpanReport:
    """F1 of the spans that annotators have in common, each exact and partial.

    `means` are over all pairs of annotators: exact and partial, then both whatever the labels; `pairs` those
    of each two annotators; `labels` the means of each label, by its name.
    """

    means: tuple[SpanAgreement, ...]
    blind: tuple[SpanAgreement, ...]
    pairs: tuple[SpanAgreement, ...]
    labels: dict[str, tuple[SpanAgreement, ...]]


def span_report(store: Store, campaign: str, number: int) -> SpanReport:
    """Return the agreement of a round of spans; the intervals draw whole texts.

    Raises
    ------
    AloiError
        No answers yet.
    """
    one = find_round(store, campaign, number)
    answers = round_answers(store, one)
    documents = span_documents(answers)
    names = sorted({name for _, name in answers})
    labels = sorted({span.label for text in documents for spans in text.answers.values() for span in spans})
    return SpanReport(
        means=_means(documents),
        blind=_means([_relabelled(text) for text in documents]),
        pairs=tuple(
            span_agreement(documents, a, b, match) for a, b in combinations(names, 2) for match in MATCHES
        ),
        labels={label: _means([_only(text, label) for text in documents]) for label in labels},
    )


@dataclass(frozen=True, slots=True)
class SoftSpans:
    """Agreement on spans that grants nearness: gamma, and Krippendorff's alpha of unitizing."""

    gamma: Gamma
    alpha_u: AlphaU


def soft_spans(store: Store, campaign: str, number: int, *, seed: int = 0) -> SoftSpans:
    """Return gamma and alpha_u of a round of spans; near spans count as nearly the same.

    Raises
    ------
    AloiError
        No answers yet.
    """
    one = find_round(store, campaign, number)
    documents = span_documents(round_answers(store, one))
    lengths = {item.id: len(item.texts[0]) for item in store.texts.items(list(one.item_ids))}
    return SoftSpans(gamma(documents, lengths, seed=seed), alpha_u(documents, lengths))


def span_documents(answers: dict[tuple[str, str], Annotation]) -> list[SpanDocument]:
    """Return the answers of a round, text by text."""
    drawn: dict[str, dict[str, tuple[Span, ...]]] = defaultdict(dict)
    for (item_id, name), annotation in answers.items():
        drawn[item_id][name] = tuple(
            Span(*span.parts[0], span.label, span.parts[1:]) for span in spans_of(annotation.value)
        )
    return [SpanDocument(item_id, drawn[item_id]) for item_id in sorted(drawn)]


def _means(documents: Sequence[SpanDocument]) -> tuple[SpanAgreement, ...]:
    return tuple(mean_span_agreement(documents, match) for match in MATCHES)


def _relabelled(text: SpanDocument) -> SpanDocument:
    """Return a text whose spans all have the same label; two spans at one place become one."""
    answers = {
        name: tuple(dict.fromkeys(replace(span, label=_ANY) for span in spans))
        for name, spans in text.answers.items()
    }
    return replace(text, answers=answers)


def _only(text: SpanDocument, label: str) -> SpanDocument:
    answers = {
        name: tuple(span for span in spans if span.label == label) for name, spans in text.answers.items()
    }
    return replace(text, answers=answers)
