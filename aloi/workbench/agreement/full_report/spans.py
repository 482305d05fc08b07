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
from aloi.workbench.agreement.full_report.methods import MEAN, measure_title
from aloi.workbench.reports.table import INTERVAL, Table

_ANY = "any"
_F1_HEADS = (("Exact F1", INTERVAL), ("Partial F1", INTERVAL))


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


def span_tables(f1: SpanReport, soft: SoftSpans | None) -> list[Table]:
    """Return the agreement on the spans of a round as tables: coefficients, labels, and pairs if several.

    Without `soft` the tables have F1 alone.
    """
    means: list[tuple[object, ...]] = [
        (
            measure_title(f"{MEAN}span_f1_{each.match}"),
            Number.of(each.f1, signature=each.signature),
            each.f1.units,
        )
        for each in f1.means
    ]
    if soft is not None:
        means += [
            (measure_title("gamma"), Number.of(soft.gamma), soft.gamma.documents),
            (measure_title("gamma_cat"), Number.of(soft.gamma_cat), soft.gamma_cat.units),
            (measure_title("alpha_u"), Number.of(soft.alpha_u), soft.alpha_u.documents),
        ]
    pairs = [
        (f"{exact.a} / {exact.b}", Number.of(exact.f1), Number.of(partial.f1), exact.f1.units)
        for exact, partial in zip(f1.pairs[::2], f1.pairs[1::2], strict=True)
    ]
    of_pairs = Table("Spans of every two annotators.", ("Pair", *_F1_HEADS, "Texts"), pairs)
    return [
        Table("Spans that annotators have in common.", ("Coefficient", ("Value", INTERVAL), "Texts"), means),
        span_label_table(f1, soft),
        *([of_pairs] if len(pairs) > 1 else []),
    ]


def span_label_table(f1: SpanReport, soft: SoftSpans | None) -> Table:
    """Return the agreement on spans whatever their labels, and on those of each label, as a table."""
    near: dict[str, tuple[Number | None, Number | None]] = {}
    if soft is not None:
        near = {
            "all": (Number.of(soft.gamma_cat), Number.of(soft.alpha_u)),
            "labels ignored": (None, None),
            **{
                name: (Number.of(figure), Number(soft.alpha_u.labels.get(name)))
                for name, figure in soft.gamma_k.items()
            },
        }
    listed = [("all", f1.means), ("labels ignored", f1.blind), *f1.labels.items()]
    rows = [
        (
            name,
            *(Number.of(one.f1, signature=one.signature) for one in both),
            *near.get(name, ()),
            both[0].f1.units,
        )
        for name, both in listed
    ]
    soft_heads = (("Gamma of labels", INTERVAL), "alpha_u") if soft is not None else ()
    heads = ("Label", *_F1_HEADS, *soft_heads, "Texts")
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
