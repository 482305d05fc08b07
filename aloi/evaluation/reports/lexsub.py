"""Scores of a system of lexical substitution: whole, by part of speech, with intervals over items."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Protocol

import numpy as np

from aloi.base.arrays import Floats
from aloi.base.errors import AloiError
from aloi.base.terms import Term
from aloi.corpora.model import Json
from aloi.evaluation.metrics.base import Score, Sums, score_facts
from aloi.evaluation.metrics.lexsub import (
    BEST,
    OOT,
    Credit,
    RatioOfSums,
    Scorer,
    ceiling,
    counts_in_semeval2007,
    semdis_credit,
    semeval2007_credit,
)
from aloi.evaluation.resampling import Clustering, Units, units_of
from aloi.evaluation.scores import score

_PARTS = {
    Scorer.SEMDIS: ("best", "oot"),
    Scorer.SEMEVAL2007: tuple(
        f"{task}_{name}"
        for task in ("best", "oot")
        for name in ("precision", "recall", "mode_precision", "mode_recall")
    ),
}


class GoldSubstitutes(Protocol):
    """An item of the gold: its part of speech and substitutes with their counts."""

    @property
    def pos(self) -> str:
        """A letter or a name."""
        ...

    @property
    def counts(self) -> Mapping[str, int]:
        """Substitute -> how many annotators gave it."""
        ...


@dataclass(frozen=True, slots=True)
class SystemSubstitutes:
    """A system's answers to one item, best first, for each of the two tasks."""

    best: tuple[str, ...]
    oot: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class LexsubScores:
    """The scores of one system.

    Parameters
    ----------
    items, answered : int
        Items of the gold that are scored, and those of them with an answer.
    scores : tuple of Score
        SemDis: best and oot, means over all items, an item without answer counting 0. SemEval-2007: of each
        task precision (over the items answered), recall (over all), and both for the mode.
    ceiling : float or None
        The mean of the highest possible `best`.
    by_pos : mapping
        Part of speech -> its number of items and the value of each score.
    credits : mapping
        Item -> its credit.
    sums : mapping
        Score -> its sums over items, for tests of two systems on the same items.
    units : Units
        The unit of these items that is resampled and swapped.
    """

    scorer: Scorer
    items: int
    answered: int
    scores: tuple[Score, ...]
    ceiling: float | None
    by_pos: Mapping[str, Mapping[str, float | None]]
    credits: Mapping[str, Credit]
    sums: Mapping[str, Sums]
    units: Units

    def to_json(self) -> dict[str, Json]:
        """Return the document that `aloi score lexsub --json` prints."""
        values: dict[str, Json] = {one.metric: one.value for one in self.scores}
        if self.scorer is Scorer.SEMEVAL2007:
            values = {
                task: {
                    metric_score.metric.removeprefix(f"{task}_"): metric_score.value
                    for metric_score in self.scores
                    if metric_score.metric.startswith(f"{task}_")
                }
                for task in ("best", "oot")
            }
        by_pos: dict[str, Json] = {pos: dict(row) for pos, row in self.by_pos.items()}
        return {
            "scorer": self.scorer.value,
            **values,
            "items": self.items,
            "answered": self.answered,
            "coverage": self.answered / self.items if self.items else None,
            "ceiling": self.ceiling,
            "by_pos": by_pos,
            **score_facts(self.scores),
            "caution": self.units.caution,
        }


def score_lexsub(
    gold: Mapping[str, GoldSubstitutes],
    answers: Mapping[str, SystemSubstitutes],
    scorer: Scorer,
    *,
    clusters: Clustering | None = None,
    replicates: int = 1000,
    seed: int = 0,
    facts: Mapping[str, str] | None = None,
) -> LexsubScores:
    """Return the scores of a system by the rules of `scorer`, each with a 95 % interval over items.

    Parameters
    ----------
    gold : mapping
        Item -> its substitutes.
    answers : mapping
        Item -> the system's answers; an item that is missing has no answer.
    clusters : mapping or None
        The clusters of items, such as `target` -> item -> its word; items of a cluster are resampled
        together.
    facts : mapping or None
        Further facts for the signatures, such as the mapping of forms.

    Raises
    ------
    AloiError
        Answers to items the gold does not have, or a gold of which no item is scored.
    """
    unknown = [one for one in answers if one not in gold]
    if unknown:
        raise AloiError("evaluation.not-in-gold", count=len(unknown), ids=unknown[:5])
    scored = [one for one in sorted(gold) if _is_scored(gold[one].counts, scorer)]
    if not scored:
        raise AloiError(
            "aloi.no-content", path=Term("the-gold"), content=Term("no-substitutes-for", scorer=scorer.value)
        )
    nothing = SystemSubstitutes((), ())
    earned = {one: _credit(gold[one].counts, answers.get(one, nothing), scorer) for one in scored}
    terms = np.array([_terms(one, scorer) for one in earned.values()])
    signed_facts = {"scorer": scorer.value, "items": len(scored), **(facts or {})}
    sums = {name: _metric(name).of_terms(terms[:, place]) for place, name in enumerate(_PARTS[scorer])}
    units = units_of("items", scored, clusters)
    scores = [
        replace(
            score(_metric(name), metric_sums, units, signed_facts, replicates, seed),
            n=int(metric_sums.parts[:, 1].sum()),
        )
        for name, metric_sums in sums.items()
    ]
    tops = [top for one in scored if (top := ceiling(gold[one].counts)) is not None]
    return LexsubScores(
        scorer=scorer,
        items=len(scored),
        answered=sum(one.answered for one in earned.values()),
        scores=tuple(scores),
        ceiling=sum(tops) / len(scored),
        by_pos=_by_pos([gold[one].pos for one in scored], terms, _PARTS[scorer]),
        credits=earned,
        sums=sums,
        units=units,
    )


def _metric(name: str) -> RatioOfSums:
    """Return the metric that a score of either set of rules is, under its name."""
    return replace(BEST if name.startswith("best") else OOT, name=name)


def _is_scored(counts: Mapping[str, int], scorer: Scorer) -> bool:
    return bool(counts) if scorer is Scorer.SEMDIS else counts_in_semeval2007(counts)


def _credit(counts: Mapping[str, int], answers: SystemSubstitutes, scorer: Scorer) -> Credit:
    if scorer is Scorer.SEMEVAL2007:
        return semeval2007_credit(counts, answers.best, answers.oot)
    best = semdis_credit(counts, answers.best)
    oot = semdis_credit(counts, answers.oot)
    return Credit(best.best, oot.oot, best.answered or oot.answered, best.mode, best.best_mode, oot.oot_mode)


def _terms(credit: Credit, scorer: Scorer) -> list[tuple[float, float]]:
    """Return what an item adds above and below the line of each score."""
    if scorer is Scorer.SEMDIS:
        return [(credit.best, 1.0), (credit.oot, 1.0)]
    answered, moded = float(credit.answered), float(credit.mode is not None)
    both = answered * moded
    terms = []
    for value, hit in ((credit.best, credit.best_mode), (credit.oot, credit.oot_mode)):
        terms += [(value, answered), (value, 1.0), (hit * both, both), (hit * both, moded)]
    return terms


def _ratios(sums: Floats) -> Floats:
    """Return sums above over sums below, (..., K, 2) to (..., K), NaN where nothing is below."""
    with np.errstate(invalid="ignore", divide="ignore"):
        ratios: Floats = np.where(sums[..., 1] > 0, sums[..., 0] / sums[..., 1], np.nan)
    return ratios


def _by_pos(tags: Sequence[str], terms: Floats, names: Sequence[str]) -> dict[str, dict[str, float | None]]:
    by_pos: dict[str, dict[str, float | None]] = {}
    for tag in sorted(set(tags)):
        mine = np.array([one == tag for one in tags])
        values = _ratios(terms[mine].sum(axis=0))
        by_pos[tag] = {"items": int(mine.sum())} | {
            name: float(value) if np.isfinite(value) else None
            for name, value in zip(names, values, strict=True)
        }
    return by_pos
