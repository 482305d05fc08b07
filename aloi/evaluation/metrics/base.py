"""The interface of a metric, its sums over answers, and the resulting score."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

import numpy as np

from aloi.agreement.result import Interval
from aloi.base.arrays import Floats
from aloi.base.errors import AloiError
from aloi.base.terms import Phrase, Term
from aloi.corpora.model import Json

Answers = Sequence[Sequence[object]]


class Direction(StrEnum):
    """Which way is better."""

    HIGHER = "higher"
    LOWER = "lower"


@dataclass(frozen=True, slots=True)
class Sums:
    """A metric of one list of answers to N rows, as sums over rows.

    Value, interval, paired tests, cuts and curves are all computed from it.

    Parameters
    ----------
    parts : array (N, K)
        The contribution of each row. Two systems can be swapped on a row by exchanging its parts.
    value : function
        From sums of parts (R, K) to the metric of each, (R,); NaN if undefined.
    observed : float or None
        The metric on all rows; None if undefined, with the reason.
    drawn : function or None
        From how often each row is drawn (R, N) to the metric of each resample, (R,). Needed if sums do not
        give it, such as for ranks, which are drawn anew.
    """

    parts: Floats
    value: Callable[[Floats], Floats]
    observed: float | None
    reason: str | None = None
    drawn: Callable[[Floats], Floats] | None = None

    @classmethod
    def of(
        cls,
        parts: Floats,
        value: Callable[[Floats], Floats],
        reason: str = Phrase("reason-undefined", "it is undefined"),
    ) -> Sums:
        """Return the sums of a metric that sums give; `reason` says why, where they give NaN."""
        observed = float(value(parts.sum(axis=0)[None])[0])
        if np.isnan(observed):
            return cls(parts, value, None, reason)
        return cls(parts, value, observed)

    @classmethod
    def undefined(cls, rows: int, reason: str | None) -> Sums:
        """Return the sums of a metric that has no value on these rows, nor on any resample of them."""
        return cls(np.zeros((rows, 1)), lambda sums: np.full(len(sums), np.nan), None, reason)


@dataclass(frozen=True, kw_only=True)
class Metric:
    """A metric: its identity, and in `sums_of` its computation from answers.

    Parameters
    ----------
    row_kinds : tuple of str
        The row kinds it scores, by class name.
    references : tuple of str
        Keys of the bibliography.
    resampling_unit : str
        The unit that an interval resamples: `item`, `document`, ...
    low, high : float
        The range of its values, both ends included.
    clipping : str
        The treatment of answers outside the scale, in words.
    """

    name: str
    title: str
    row_kinds: tuple[str, ...]
    references: tuple[str, ...]
    resampling_unit: str = "item"
    direction: Direction = Direction.HIGHER
    low: float = 0.0
    high: float = 1.0
    clipping: str = "none"

    @property
    def facts(self) -> Mapping[str, object]:
        """Return what a signature says of its variant."""
        return {}

    def better(self, a: float, b: float) -> bool:
        """Return whether value `a` is strictly better than `b`."""
        return a > b if self.direction is Direction.HIGHER else a < b

    def sums(
        self, gold: Sequence[Any], systems: Sequence[Sequence[Any]], low: float, high: float
    ) -> list[Sums]:
        """Return the sums of several lists of answers to the same rows, with the same columns for all.

        Parameters
        ----------
        gold : sequence of N answers
        systems : sequence of sequences of N answers
            A list for each seed of each system.
        low, high : float
            The ends of the scale of scored pairs.
        """
        return [self.sums_of(gold, given, low, high) for given in systems]

    def sums_of(self, gold: Any, predicted: Any, low: float, high: float) -> Sums:
        """Return the sums of one list of answers, as `sums` gives them for each.

        Raises
        ------
        AloiError
            A metric that more than answers are needed for, such as the source of a simplification.
        """
        raise AloiError("evaluation.not-computed-from-answers-rows", title=self.title)


def check_scores(reference: Floats, system: Floats) -> None:
    """Raise AloiError unless both are lists of the same length, of finite numbers."""
    if reference.shape != system.shape or reference.ndim != 1:
        raise ValueError(f"the reference has the shape {reference.shape} and the system {system.shape}")
    if not (np.isfinite(reference).all() and np.isfinite(system).all()):
        raise AloiError("aloi.not-finite", name=Term("value-to-score"))


def with_ones(parts: Floats) -> Floats:
    """Return what each row adds to a mean, (N, 2): its number and 1."""
    return np.column_stack([parts, np.ones(len(parts))])


def mean_of_sums(sums: Floats) -> Floats:
    """Return the mean, (R,), from sums of numbers and of ones, (R, 2); NaN of nothing."""
    return np.asarray(sums[:, 0] / np.where(sums[:, 1] > 0, sums[:, 1], np.nan))


@dataclass(frozen=True, slots=True)
class Statistic:
    """A coefficient and its two-sided p; a value that cannot be computed is None, with the reason."""

    value: float | None
    p: float | None
    reason: str | None


@dataclass(frozen=True, slots=True)
class Score:
    """A metric's value on some data: an undefined value is None with a reason, never 0.

    `n` counts the items the value is based on; `signature` contains everything needed to compare it;
    `ci_reason` is the reason for a missing interval, if one was requested.
    """

    metric: str
    value: float | None
    reason: str | None
    p: float | None
    n: int
    interval: Interval | None
    signature: str
    ci_reason: str | None = None


def bounds(interval: Interval | None) -> list[Json] | None:
    """Return the ends of an interval as JSON."""
    return [interval.low, interval.high] if interval else None


def score_facts(scores: Sequence[Score]) -> dict[str, Json]:
    """Return the facts beside the values in a JSON document, by metric.

    These are `ci`, `ci_reason` without an interval, `design_effect` for rows in clusters, `reason` without a
    value, and `signature`.
    """
    return {
        "ci": {one.metric: bounds(one.interval) for one in scores},
        "ci_reason": {one.metric: one.ci_reason for one in scores if one.ci_reason},
        "design_effect": {one.metric: one.interval.design_effect if one.interval else None for one in scores},
        "reason": {one.metric: one.reason for one in scores if one.reason},
        "signature": {one.metric: one.signature for one in scores},
    }
