"""Scores of labels, one or several a row, and of choices: sets ticked in a question."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from aloi.agreement.result import Interval
from aloi.base.arrays import Floats
from aloi.base.errors import AloiError
from aloi.base.records import to_json
from aloi.base.terms import Term
from aloi.corpora.model import Json
from aloi.evaluation.metrics.base import Score, bounds, score_facts
from aloi.evaluation.metrics.f1 import MACRO_F1, MICRO_F1, WEIGHTED_F1, f1, label_counts
from aloi.evaluation.metrics.sets import EXACT_MATCH, JACCARD
from aloi.evaluation.resampling import Clustering, intervals_of_sums, units_of
from aloi.evaluation.scores import score

Labels = Mapping[str, frozenset[str]]
_EXACT_OF_ONE = "accuracy"


@dataclass(frozen=True, slots=True)
class LabelScore:
    """Precision, recall and F1 of one label, in [0, 1], and how many rows have it in gold and prediction."""

    precision: float
    recall: float
    f1: float
    support: int
    predicted: int
    interval: Interval | None


@dataclass(frozen=True, slots=True)
class LabelScores:
    """The scores of a classifier.

    Parameters
    ----------
    n, missing : int
        Rows of the gold, and those of them without an answer, which count as answered with no label.
    several : bool
        Whether a row may have several labels, or none.
    scores : tuple of Score
        The scores over all rows together.
    by_label : mapping
        For each label that the gold or the prediction has; empty for choices.
    caution : str or None
        A warning about the intervals.
    """

    n: int
    missing: int
    several: bool
    scores: tuple[Score, ...]
    by_label: Mapping[str, LabelScore]
    caution: str | None = None

    def to_json(self) -> dict[str, Json]:
        """Return the document of `aloi score labels --json` and `aloi score choices --json`."""
        document: dict[str, Json] = {"n": self.n, "missing": self.missing, "several": self.several}
        document |= {one.metric: one.value for one in self.scores}
        by_label: dict[str, Json] = {
            label: to_json(label_score, "interval", ci=bounds(label_score.interval))
            for label, label_score in self.by_label.items()
        }
        if by_label:
            document["by_label"] = by_label
        return {**document, **score_facts(self.scores), "caution": self.caution}


def score_labels(
    gold: Labels,
    predicted: Labels,
    *,
    several: bool,
    clusters: Clustering | None = None,
    replicates: int = 1000,
    seed: int = 0,
    facts: Mapping[str, str] | None = None,
) -> LabelScores:
    """Return weighted, macro and micro F1 and the share of rows answered exactly, with 95 % intervals.

    F1 counts the labels that the gold or the prediction has. The last score is called `accuracy` if a row has
    one label, `exact_match` if it may have several.

    Parameters
    ----------
    gold, predicted : mapping
        Row -> its labels. A row that the prediction lacks counts as answered with no label.
    clusters : mapping or None
        The clusters of rows, such as `document` -> row -> its name; rows of a cluster are resampled together.
    facts : mapping or None
        Further facts for the signatures, such as a threshold.

    Raises
    ------
    AloiError
        No rows, or rows that the gold does not have.
    """
    names = _names(gold, predicted)
    rows, predicted_rows = (_sorted_rows(names, side) for side in (gold, predicted))
    labels, [counts] = label_counts(rows, [predicted_rows])
    units = units_of("texts", names, clusters)
    counted = {"rows": len(names), "labels": len(labels), "several": "yes" if several else "no"}
    scores = tuple(
        score(
            metric,
            metric.sums(rows, [predicted_rows], 0.0, 1.0)[0],
            units,
            {**counted, **(facts or {})},
            replicates,
            seed,
            name=metric.name if several or metric is not EXACT_MATCH else _EXACT_OF_ONE,
        )
        for metric in (WEIGHTED_F1, MACRO_F1, MICRO_F1, EXACT_MATCH)
    )
    total = counts.sum(axis=0)
    intervals = intervals_of_sums(counts, lambda sums: f1(sums)[..., 2], units, replicates, seed, shares=True)
    by_label = dict(zip(labels, map(_label_score, f1(total), total, intervals), strict=True))
    return LabelScores(len(names), _missing(names, predicted), several, scores, by_label, units.caution)


def score_choices(
    gold: Labels,
    predicted: Labels,
    *,
    clusters: Clustering | None = None,
    replicates: int = 1000,
    seed: int = 0,
) -> LabelScores:
    """Return the share of questions answered exactly and the mean Jaccard overlap, with 95 % intervals.

    A question without answer counts as answered with no option. Raises AloiError as `score_labels`.
    """
    names = _names(gold, predicted)
    rows, predicted_rows = _sorted_rows(names, gold), _sorted_rows(names, predicted)
    units = units_of("questions", names, clusters)
    scores = tuple(
        score(
            metric,
            metric.sums(rows, [predicted_rows], 0.0, 1.0)[0],
            units,
            {"questions": len(names)},
            replicates,
            seed,
        )
        for metric in (EXACT_MATCH, JACCARD)
    )
    return LabelScores(len(names), _missing(names, predicted), True, scores, {}, units.caution)


def above(probabilities: Mapping[str, Mapping[str, float]], threshold: float) -> dict[str, frozenset[str]]:
    """Return the labels of each row whose probability reaches the threshold; a row may have none."""
    return {
        name: frozenset(label for label, share in row.items() if share >= threshold)
        for name, row in probabilities.items()
    }


def _sorted_rows(names: Sequence[str], labels: Labels) -> list[tuple[str, ...]]:
    """Return the labels of each row; none for a row without an answer."""
    return [tuple(sorted(labels.get(name, ()))) for name in names]


def _label_score(values: Floats, counts: Floats, interval: Interval | None) -> LabelScore:
    precision, recall, both = map(float, values)
    return LabelScore(precision, recall, both, int(counts[2]), int(counts[1]), interval)


def _names(gold: Labels, predicted: Labels) -> Sequence[str]:
    """Return the rows of the gold in the order of their names, or raise AloiError."""
    if not gold:
        raise AloiError("aloi.no-content", path=Term("the-gold"), content=Term("no-rows"))
    unknown = [name for name in predicted if name not in gold]
    if unknown:
        raise AloiError("evaluation.not-in-gold", count=len(unknown), ids=unknown[:5])
    return sorted(gold)


def _missing(names: Sequence[str], predicted: Labels) -> int:
    return sum(name not in predicted for name in names)
