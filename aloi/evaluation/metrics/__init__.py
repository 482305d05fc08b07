"""The metrics, one file each; this is the whole list. Free of torch."""

from __future__ import annotations

import math

from aloi.base.errors import AloiError
from aloi.base.names import known_name
from aloi.base.terms import Phrase, Term
from aloi.evaluation.metrics.acc_at_k import ACC_AT_1, ACC_AT_5, MRR
from aloi.evaluation.metrics.base import Metric
from aloi.evaluation.metrics.bleu import BLEU
from aloi.evaluation.metrics.correlation import PEARSON, SPEARMAN
from aloi.evaluation.metrics.edrm import EDRM
from aloi.evaluation.metrics.error import MAE, MAE_CALIBRATED, RMSE, RMSE_CALIBRATED
from aloi.evaluation.metrics.f1 import MACRO_F1, MICRO_F1, WEIGHTED_F1
from aloi.evaluation.metrics.lexsub import BEST, OOT
from aloi.evaluation.metrics.readability import LIX
from aloi.evaluation.metrics.sari import SARI
from aloi.evaluation.metrics.seqeval import (
    SEQEVAL_F1,
    SEQEVAL_STRICT_F1,
    SPAN_F1,
    SPAN_PARTIAL_F1,
    TOKEN_ACCURACY,
)
from aloi.evaluation.metrics.sets import EXACT_MATCH, JACCARD

METRICS: list[Metric] = [
    SPEARMAN,
    PEARSON,
    EDRM,
    RMSE,
    MAE,
    RMSE_CALIBRATED,
    MAE_CALIBRATED,
    SARI,
    BLEU,
    LIX,
    BEST,
    OOT,
    SEQEVAL_F1,
    SEQEVAL_STRICT_F1,
    SPAN_F1,
    SPAN_PARTIAL_F1,
    TOKEN_ACCURACY,
    WEIGHTED_F1,
    MACRO_F1,
    MICRO_F1,
    EXACT_MATCH,
    JACCARD,
    ACC_AT_1,
    ACC_AT_5,
    MRR,
]


def metric(name: str) -> Metric:
    """Return the metric of that name, or raise AloiError naming those there are."""
    named = {one.name: one for one in METRICS}
    return named[known_name(name, named, Phrase("kind-metric", "metric"))]


def short_title(name: str) -> Phrase:
    """Return the name of a metric within a sentence, without the brackets of its title."""
    return Phrase(f"metric-{name.replace('@', '-at-')}", metric(name).title.partition(" (")[0])


def metrics_of(kind: str) -> tuple[Metric, ...]:
    """Return the metrics that score the answers of a kind of row, by class name; the first is quoted first.

    Raises
    ------
    AloiError
        A kind that no metric scores.
    """
    metrics = tuple(one for one in METRICS if kind in one.row_kinds)
    if not metrics:
        kinds = sorted({name for one in METRICS for name in one.row_kinds})
        raise AloiError(
            "aloi.wrong-kind", name=Term("the-data"), kind=kind, expected=Term("one-of", choices=kinds)
        )
    return metrics


def table() -> str:
    """Return the Markdown table of metrics that the README shows."""
    lines = ["| metric | name | better | range | resamples |", "|---|---|---|---|---|"]
    lines += map(_row, METRICS)
    return "\n".join(lines) + "\n"


def _row(metric_: Metric) -> str:
    cells = (
        metric_.title,
        f"`{metric_.name}`",
        metric_.direction.value,
        _range(metric_),
        metric_.resampling_unit,
    )
    return f"| {' | '.join(cells)} |"


def _range(metric_: Metric) -> str:
    return f"{metric_.low:g} and up" if math.isinf(metric_.high) else f"{metric_.low:g} to {metric_.high:g}"
