"""Agreement on spans, wherever they come from: exact and partial F1 by pair and by label, and soft ones."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from typing import Any

from aloi.agreement.diagnosis.figures import Figure
from aloi.agreement.number import Number
from aloi.agreement.parts.alpha_u import AlphaU, alpha_u
from aloi.agreement.parts.gamma import Gamma, gamma
from aloi.agreement.parts.gamma_cat import gamma_cat
from aloi.agreement.parts.spans import (
    MATCHES,
    SpanAgreement,
    SpanDocument,
    mean_span_agreement,
    span_agreement,
)
from aloi.workbench.reports.table import INTERVAL, Table

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

    def rows(self) -> list[tuple[str, tuple[SpanAgreement, ...]]]:
        """Return what is shown, a row each: what it is of, and its exact and partial agreement."""
        pairs = zip(self.pairs[::2], self.pairs[1::2], strict=True)
        return [
            ("mean of all pairs", self.means),
            ("mean, labels ignored", self.blind),
            *((f"label {name}", both) for name, both in self.labels.items()),
            *((f"{exact.a} / {exact.b}", (exact, partial)) for exact, partial in pairs),
        ]

    def to_json(self) -> list[dict[str, Any]]:
        """Return the rows as `--json` prints them."""
        return [
            {
                "of": name,
                **{one.match: figure_json(one.f1) for one in both},
                "signatures": [one.signature for one in both],
            }
            for name, both in self.rows()
        ]


@dataclass(frozen=True, slots=True)
class SoftSpans:
    """Agreement on spans that grants nearness: gamma, and Krippendorff's alpha of unitizing.

    `gamma_cat` is gamma of the labels of aligned spans, `gamma_k` that of each label.
    """

    gamma: Gamma
    alpha_u: AlphaU
    gamma_cat: Figure
    gamma_k: dict[str, Figure]


@dataclass(frozen=True, slots=True)
class MeasuredSpans:
    """Agreement on spans: F1, and what grants nearness."""

    f1: SpanReport
    soft: SoftSpans


def span_label_table(f1: SpanReport, soft: SoftSpans) -> Table:
    """Return the agreement on spans whatever their labels, and on those of each label, as a table."""
    listed = [
        ("all", f1.means, Number.of(soft.gamma_cat), Number.of(soft.alpha_u)),
        ("labels ignored", f1.blind, None, None),
        *(
            (name, both, Number.of(soft.gamma_k[name]), Number(soft.alpha_u.labels.get(name)))
            for name, both in f1.labels.items()
        ),
    ]
    rows = [
        (name, *(Number.of(one.f1, signature=one.signature) for one in both), *near, both[0].f1.units)
        for name, both, *near in listed
    ]
    heads = (
        "Label",
        ("Exact F1", INTERVAL),
        ("Partial F1", INTERVAL),
        ("Gamma of labels", INTERVAL),
        "alpha_u",
        "Texts",
    )
    return Table("Spans of each label, mean over pairs of annotators.", heads, rows)


def span_agreements(documents: Sequence[SpanDocument]) -> SpanReport:
    """Return the F1 of spans of texts; the intervals resample complete texts."""
    names = sorted({name for text in documents for name in text.answers})
    labels = sorted({span.label for text in documents for spans in text.answers.values() for span in spans})
    return SpanReport(
        means=_means(documents),
        blind=_means([_relabelled(text) for text in documents]),
        pairs=tuple(
            span_agreement(documents, a, b, match) for a, b in combinations(names, 2) for match in MATCHES
        ),
        labels={label: _means([_only(text, label) for text in documents]) for label in labels},
    )


def soft_agreements(
    documents: Sequence[SpanDocument], lengths: Mapping[str, int], *, seed: int = 0
) -> SoftSpans:
    """Return gamma, gamma-cat and alpha_u of spans of texts; near spans count as nearly the same."""
    labels = sorted({span.label for one in documents for spans in one.answers.values() for span in spans})
    of_all, *of_labels = gamma_cat(documents, lengths, labels, seed=seed).values()
    return SoftSpans(
        gamma(documents, lengths, seed=seed),
        alpha_u(documents, lengths),
        of_all,
        dict(zip(labels, of_labels, strict=True)),
    )


def figure_json(figure: Figure) -> dict[str, Any]:
    """Return a value with reason, interval and number of texts, as `--json` prints it."""
    ends = figure.interval
    return {
        "value": figure.value,
        "reason": figure.reason,
        "interval": [ends.low, ends.high] if ends else None,
        "texts": figure.units,
    }


def _means(documents: Sequence[SpanDocument]) -> tuple[SpanAgreement, ...]:
    return tuple(mean_span_agreement(documents, match) for match in MATCHES)


def _relabelled(text: SpanDocument) -> SpanDocument:
    """Return a text whose spans all have the same label; two spans with the same offsets become one."""
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
