"""Scores of a similarity system against gold: Spearman, Pearson and EDRM with intervals."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, replace

import numpy as np

from aloi.base.errors import AloiError
from aloi.base.names import known_name
from aloi.base.records import to_json
from aloi.base.terms import Phrase, Term
from aloi.corpora.model import Json
from aloi.evaluation.metrics.base import Score, score_facts
from aloi.evaluation.metrics.correlation import PEARSON, SPEARMAN, Correlation, pearson, spearman
from aloi.evaluation.metrics.edrm import EDRM, EdrmVariant
from aloi.evaluation.resampling import Clustering, units_of
from aloi.evaluation.scores import score


@dataclass(frozen=True, slots=True)
class StsScores:
    """The scores of one system.

    `n` counts the gold items, `missing` those without an answer, `out_of_range` the answers outside the scale
    (before any clipping). EDRM is computed on all n items, the correlations on the answered ones. `caution`
    is a warning about the intervals.
    """

    n: int
    spearman: Score
    pearson: Score
    edrm: Score
    edrm_variant: str
    out_of_range: int
    missing: int
    caution: str | None = None

    def to_json(self) -> dict[str, Json]:
        """Return the document that `aloi score sts --json` prints: plain values, then what qualifies them."""
        scores = (self.spearman, self.pearson, self.edrm)
        facts = score_facts(scores)
        first = next((one.interval for one in scores if one.interval), None)
        return {
            **to_json(self, **{one.metric: one.value for one in scores}),
            "answered": self.n - self.missing,
            "p": {"spearman": self.spearman.p, "pearson": self.pearson.p},
            "ci": facts["ci"],
            "ci_method": first.method if first else None,
            **facts,
        }


def score_sts(
    gold: Mapping[str, float],
    predicted: Mapping[str, float | None],
    low: float,
    high: float,
    *,
    variant: str = EdrmVariant.FROM_SYSTEM.value,
    clipped: bool = False,
    clusters: Clustering | None = None,
    replicates: int = 1000,
    seed: int = 0,
) -> StsScores:
    """Return Spearman, Pearson and EDRM of predictions, each with a 95 % interval.

    Parameters
    ----------
    gold : mapping
        Item id -> score in [low, high].
    predicted : mapping
        Item id -> score; None, or no entry, is a missing answer: 0 in EDRM, excluded from correlations.
    variant, clipped
        See `aloi.evaluation.metrics.edrm`.
    clusters : mapping or None
        The clusters of items, such as `document` -> item -> its name, or those of its two sides; items of a
        cluster are resampled together.
    replicates : int
        Bootstrap resamples of the items; 0 for no interval.
    seed : int
        Of the resampling. The order of items changes nothing.

    Raises
    ------
    AloiError
        No gold, ids unknown to the gold, NaN or infinite values, gold outside the scale, an unknown
        variant.
    """
    chosen = EdrmVariant(known_name(variant, EdrmVariant, Phrase("kind-edrm-variant", "EDRM variant")))
    edrm = replace(EDRM, variant=chosen, clipped=clipped)
    _check(gold, predicted, low, high, replicates)
    ids = sorted(gold)
    answers = [_number(predicted.get(one)) for one in ids]
    answered = {one: answer for one, answer in zip(ids, answers, strict=True) if not math.isnan(answer)}
    reference, predicted_scores = [gold[one] for one in answered], [*answered.values()]
    scale = {"scale": f"{low:g}..{high:g}", "items": len(ids)}

    def correlation(metric: Correlation) -> Score:
        statistic = (spearman if metric.ranked else pearson)(np.array(reference), np.array(predicted_scores))
        return score(
            metric,
            metric.sums(reference, [predicted_scores], low, high)[0],
            units_of("items", [*answered], clusters),
            {**scale, "answered": len(answered), "clipped": "no"},
            replicates,
            seed,
            p=statistic.p,
        )

    missing = len(ids) - len(answered)
    units = units_of("items", ids, clusters)
    return StsScores(
        n=len(ids),
        spearman=correlation(SPEARMAN),
        pearson=correlation(PEARSON),
        edrm=score(
            edrm,
            edrm.sums([gold[one] for one in ids], [answers], low, high)[0],
            units,
            {**scale, "missing-count-0": missing, "clipped": "yes" if clipped else "no"},
            replicates,
            seed,
        ),
        edrm_variant=edrm.variant.value + ("_clipped" if clipped else ""),
        out_of_range=sum(not low <= one <= high for one in predicted_scores),
        missing=missing,
        caution=units.caution,
    )


def _number(value: float | None) -> float:
    return math.nan if value is None else float(value)


def _check(
    gold: Mapping[str, float], predicted: Mapping[str, float | None], low: float, high: float, replicates: int
) -> None:
    """Raise AloiError if there is anything that cannot be scored."""
    if not (math.isfinite(low) and math.isfinite(high) and low < high):
        raise AloiError(
            "aloi.value", name=Term("scale"), value=(f"{low:g}", f"{high:g}"), expected=Term("scale-ends")
        )
    if replicates < 0:
        raise AloiError(
            "aloi.value", name=Term("replicates"), value=replicates, expected=Term("at-least", least=0)
        )
    if not gold:
        raise AloiError("aloi.no-content", path=Term("the-gold"), content=Term("no-items"))
    unknown = sorted(set(predicted) - set(gold))
    if unknown:
        raise AloiError("evaluation.not-in-gold", count=len(unknown), ids=map(repr, unknown[:5]))
    for side, values in (("gold", gold), ("predicted", predicted)):
        for item, value in values.items():
            if value is not None and not math.isfinite(value):
                raise AloiError(
                    "aloi.value",
                    name=Term(f"score-{side}", item=repr(item)),
                    value=value,
                    expected=Term("finite-number"),
                    todo=Term("no-entry-if-missing"),
                )
    outside = sorted(one for one, value in gold.items() if not low <= value <= high)
    if outside:
        raise AloiError(
            "aloi.value",
            name=Term("gold-score-outside", item=repr(outside[0]), count=len(outside)),
            value=f"{gold[outside[0]]:g}",
            expected=Term("number-from", low=f"{low:g}", high=f"{high:g}"),
            todo=Term("right-scale"),
        )
