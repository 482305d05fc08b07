"""Scores of labels, one or several a row, and of choices: sets ticked in a question."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from agreement.result import Interval, sign
from corpora.model import Json
from errors import AloiError
from evaluation.metrics.base import Score
from evaluation.metrics.f1 import averages, f1
from evaluation.metrics.sets import exact_match, jaccard
from evaluation.resampling import resampling_method, sentence_intervals

Floats = NDArray[np.float64]
Labels = Mapping[str, frozenset[str]]
_UNIT = "documents"
_EXACT_OF_ONE = "accuracy"
_NO_LABEL = "neither the gold nor the prediction has a label"


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
        What is said of all rows together.
    by_label : mapping
        Of each label that the gold or the prediction has; empty for choices.
    """

    n: int
    missing: int
    several: bool
    scores: tuple[Score, ...]
    by_label: Mapping[str, LabelScore]

    def to_json(self) -> dict[str, Json]:
        """Return the document of `aloi score labels --json` and `aloi score choices --json`."""
        document: dict[str, Json] = {"n": self.n, "missing": self.missing, "several": self.several}
        document |= {one.metric: one.value for one in self.scores}
        by_label: dict[str, Json] = {
            label: {
                "precision": one.precision,
                "recall": one.recall,
                "f1": one.f1,
                "support": one.support,
                "predicted": one.predicted,
                "ci": _bounds(one.interval),
            }
            for label, one in self.by_label.items()
        }
        if by_label:
            document["by_label"] = by_label
        ci: dict[str, Json] = {one.metric: _bounds(one.interval) for one in self.scores}
        reason: dict[str, Json] = {one.metric: one.reason for one in self.scores if one.reason}
        signature: dict[str, Json] = {one.metric: one.signature for one in self.scores}
        return {**document, "ci": ci, "reason": reason, "signature": signature}


def score_labels(
    gold: Labels,
    predicted: Labels,
    *,
    several: bool,
    replicates: int = 1000,
    seed: int = 0,
    facts: Mapping[str, str] | None = None,
) -> LabelScores:
    """Return weighted, macro and micro F1 and the share of rows answered exactly, with 95 % intervals.

    F1 counts the labels that the gold or the prediction has. The last score is called `accuracy` where a
    row has one label, `exact_match` where it may have several.

    Parameters
    ----------
    gold, predicted : mapping
        Row -> its labels. A row that the prediction lacks counts as answered with no label.
    facts : mapping or None
        What else the signatures carry, such as a threshold.

    Raises
    ------
    AloiError
        No rows, or rows that the gold does not have.
    """
    names = _names(gold, predicted)
    given = [predicted.get(name, frozenset()) for name in names]
    known = sorted({label for row in (*gold.values(), *given) for label in row})
    exact = np.array([exact_match(gold[name], one) for name, one in zip(names, given, strict=True)])
    counts = np.zeros((len(names), len(known) + 1, 3))
    place = {label: at for at, label in enumerate(known)}
    for row, (name, one) in enumerate(zip(names, given, strict=True)):
        for column, labels in enumerate((gold[name] & one, one, gold[name])):
            for label in labels:
                counts[row, place[label], column] = 1
    counts[:, -1, 0], counts[:, -1, 1] = exact, 1  # a last row of counts carries the exact answers
    total = counts.sum(axis=0)
    values = _all_values(total[None])[0]
    found = (
        sentence_intervals(counts, _all_values, replicates, seed, _UNIT)
        if replicates
        else [None] * len(values)
    )
    told = {"rows": len(names), "labels": len(known), "several": "yes" if several else "no", **(facts or {})}
    method = resampling_method(replicates, seed, _UNIT)
    metrics = ("weighted_f1", "macro_f1", "micro_f1", "exact_match" if several else _EXACT_OF_ONE)
    scores = tuple(
        _score(metric, value, interval, len(names), sign(metric, told, None, method))
        for metric, value, interval in zip(metrics, values[:4], found[:4], strict=True)
    )
    each = f1(total[:-1])
    by_label = {label: _one(each[at], total[at], found[4 + at]) for label, at in place.items()}
    return LabelScores(len(names), _missing(names, predicted), several, scores, by_label)


def score_choices(gold: Labels, predicted: Labels, *, replicates: int = 1000, seed: int = 0) -> LabelScores:
    """Return the share of questions answered exactly and the mean Jaccard overlap, with 95 % intervals.

    A question without answer counts as answered with no option. Raises AloiError as `score_labels`.
    """
    names = _names(gold, predicted)
    pairs = [(gold[name], predicted.get(name, frozenset())) for name in names]
    earned = np.array([(exact_match(*pair), jaccard(*pair), 1.0) for pair in pairs])
    method = resampling_method(replicates, seed, "questions")
    found = (
        sentence_intervals(earned, lambda sums: sums[:, :2] / sums[:, 2:], replicates, seed, "questions")
        if replicates
        else [None, None]
    )
    scores = tuple(
        _score(metric, value, interval, len(names), sign(metric, {"questions": len(names)}, None, method))
        for metric, value, interval in zip(
            ("exact_match", "jaccard"), earned[:, :2].mean(axis=0), found, strict=True
        )
    )
    return LabelScores(len(names), _missing(names, predicted), True, scores, {})


def above(probabilities: Mapping[str, Mapping[str, float]], threshold: float) -> dict[str, frozenset[str]]:
    """Return the labels of each row whose probability reaches the threshold; a row may have none."""
    return {
        name: frozenset(label for label, share in row.items() if share >= threshold)
        for name, row in probabilities.items()
    }


def _all_values(counts: Floats) -> Floats:
    """Return the three averages, the share of exact answers and the F1 of each label, (R, 4 + L)."""
    labels = counts[:, :-1]
    exact = counts[:, -1, 0] / counts[:, -1, 1]
    return np.concatenate([averages(labels), exact[:, None], f1(labels)[..., 2]], axis=1)


def _one(values: Floats, counts: Floats, interval: Interval | None) -> LabelScore:
    precision, recall, both = map(float, values)
    return LabelScore(precision, recall, both, int(counts[2]), int(counts[1]), interval)


def _names(gold: Labels, predicted: Labels) -> Sequence[str]:
    """Return the rows of the gold in the order of their names, or raise AloiError."""
    if not gold:
        raise AloiError("The gold has no rows.", "At least one was expected.", "Check the file.")
    unknown = [name for name in predicted if name not in gold]
    if unknown:
        raise AloiError(
            f"{len(unknown)} row(s) predicted are not in the gold: {', '.join(unknown[:5])}"
            f"{', ...' if len(unknown) > 5 else ''}.",
            "Predictions for rows of the gold only were expected.",
            "Check that both files are of the same set.",
        )
    return sorted(gold)


def _missing(names: Sequence[str], predicted: Labels) -> int:
    return sum(name not in predicted for name in names)


def _score(metric: str, value: float, interval: Interval | None, n: int, signature: str) -> Score:
    if np.isnan(value):
        return Score(metric, None, _NO_LABEL, None, n, None, signature)
    return Score(metric, float(value), None, None, n, interval, signature)


def _bounds(interval: Interval | None) -> list[Json] | None:
    return [interval.low, interval.high] if interval else None
