"""The default coefficients of a table: weights that fit its level, pairs of annotators, means over pairs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from aloi.agreement.compute import DEFAULT_CI, applicable, compute
from aloi.agreement.distances import WEIGHTS_OF_LEVEL
from aloi.agreement.measures import all_measures, find_measure
from aloi.agreement.pairs import mean_pairwise, pairwise
from aloi.agreement.ratings import Ratings
from aloi.agreement.result import Agreement, PairAgreement

GOLD = "gold_reliability"
_KAPPA, _AC1, _AC2, _CCC = "cohen_kappa", "gwet_ac1", "gwet_ac2", "lin_ccc"


@dataclass(frozen=True, slots=True)
class Battery:
    """How the coefficients of a table are computed.

    Parameters
    ----------
    measures : tuple of str
        Names; empty for all that fit the table, and the reliability of the gold where answers are ordered.
    weights : str or None
        Agreement weights. If no measure is named, each measure that takes weights is computed twice by
        default: with the weights that fit the level, then unweighted. Named measures are unweighted; AC2 uses
        the weights of the level. With "unweighted" AC2 has no value.
    weights_by, ci, replicates, seed, context
        As `aloi.agreement.compute.compute` takes them.
    view : str or None
        The view of the answers, for the results.
    """

    measures: tuple[str, ...] = ()
    weights: str | None = None
    weights_by: str = "value"
    ci: str = DEFAULT_CI
    replicates: int = 1000
    seed: int = 0
    context: Mapping[str, str] | None = None
    view: str | None = None

    def results(self, ratings: Ratings) -> list[Agreement]:
        """Return the coefficients of a table.

        >>> from aloi.agreement.measures.examples import krippendorff_2011
        >>> found = Battery(ci="none").results(krippendorff_2011("ordinal"))
        >>> [(one.weights, round(one.value, 3)) for one in found if one.measure == "fleiss_kappa"]
        [('ordinal', 0.85), ('unweighted', 0.761)]
        """
        return [self._compute(ratings, name, weights) for name, weights in self._requested(ratings)]

    def rest(self, ratings: Ratings, results: Sequence[Agreement]) -> list[Agreement]:
        """Return every other coefficient that fits a table: those that nothing gives unasked among them.

        `results` are those that there are, whatever their weights.

        >>> from aloi.agreement.measures.examples import shrout_fleiss
        >>> found = Battery(ci="none").rest(shrout_fleiss(), Battery(ci="none").results(shrout_fleiss()))
        >>> [one.measure for one in found][:2]
        ['icc_1_1', 'icc_2_1']
        """
        names = {one.measure for one in results}
        people = len(ratings.annotators)
        fitting = self.weights or WEIGHTS_OF_LEVEL.get(ratings.level) or "unweighted"
        return [
            self._compute(ratings, measure.name, fitting if measure.weighted else "unweighted")
            for measure in all_measures()
            if measure.name not in names
            and ratings.level in measure.levels
            and measure.for_sets is ratings.set_valued
            and people <= (measure.max_annotators or people)
            and (measure.name != _AC2 or fitting != "unweighted")
        ]

    def level_weighted(self, ratings: Ratings) -> list[Agreement]:
        """Return those of the named measures that take weights, with the weights that fit the level."""
        fitting = WEIGHTS_OF_LEVEL.get(ratings.level)
        chosen = tuple(name for name in self.measures if find_measure(name).weighted and name != _AC2)
        if fitting is None or not chosen:
            return []
        return replace(self, measures=chosen, weights=fitting).results(ratings)

    def pairs(
        self,
        ratings: Ratings,
        requested: Sequence[tuple[str, str | None]] | None = None,
    ) -> tuple[list[PairAgreement], list[Agreement]]:
        """Return the coefficients of all pairs of annotators, pair by pair, and their means over pairs.

        `requested` are the names of measures, each with its weights. The default is the measures named, else
        those that fit the level. A jackknife cannot exclude one of two annotators, so pairs have a score
        interval then.
        """
        requested = self._requested_of_pairs(ratings) if requested is None else requested
        if not requested:
            return [], []
        columns = [
            pairwise(
                ratings,
                name,
                weights=weights,
                weights_by=self.weights_by,
                ci=self.ci if self.ci in ("analytic", "none") else DEFAULT_CI,
                replicates=self.replicates,
                seed=self.seed,
                context=self.context,
            )
            for name, weights in requested
        ]
        means = [self._mean(ratings, name, weights) for name, weights in requested]
        return [replace(one, view=self.view) for row in zip(*columns, strict=True) for one in row], means

    def _compute(self, ratings: Ratings, name: str, weights: str | None) -> Agreement:
        [result] = compute(
            ratings,
            [name],
            weights=weights,
            weights_by=self.weights_by,
            ci=self.ci,
            replicates=self.replicates,
            seed=self.seed,
            context=self.context,
        )
        return replace(result, view=self.view)

    def _mean(self, ratings: Ratings, name: str, weights: str | None) -> Agreement:
        mean = mean_pairwise(
            ratings,
            name,
            weights=weights,
            weights_by=self.weights_by,
            ci=DEFAULT_CI if self.ci == "jackknife" else self.ci,
            replicates=self.replicates,
            seed=self.seed,
            context=self.context,
        )
        return replace(mean, view=self.view)

    def _requested(self, ratings: Ratings) -> list[tuple[str, str | None]]:
        """Return the names of measures, each with its weights."""
        if self.measures:
            return [(name, self.weights) for name in self.measures]
        fitting = WEIGHTS_OF_LEVEL.get(ratings.level)
        requested: list[tuple[str, str | None]] = []
        for measure in applicable(ratings, self.weights or fitting or "unweighted"):
            if self.weights is not None or fitting is None or not measure.weighted:
                requested.append((measure.name, self.weights or "unweighted"))
            else:
                requested.append((measure.name, fitting))
                if measure.name != _AC2:
                    requested.append((measure.name, "unweighted"))
        if fitting is not None:
            requested.append((GOLD, "unweighted"))
        return requested

    def _requested_of_pairs(self, ratings: Ratings) -> list[tuple[str, str | None]]:
        """Return what is computed of every two annotators: what is named, else what fits the level."""
        if self.measures:
            names = [name for name in self.measures if find_measure(name).for_sets is ratings.set_valued]
            return [(name, self.weights) for name in names]
        if ratings.set_valued:
            return []
        if self.weights is not None:
            return [(_KAPPA, self.weights), (_AC1 if self.weights == "unweighted" else _AC2, self.weights)]
        fitting = WEIGHTS_OF_LEVEL.get(ratings.level)
        if fitting is None:
            return [(_KAPPA, "unweighted"), (_AC1, "unweighted")]
        numbers = [(_CCC, "unweighted")] if ratings.level != "ordinal" else []
        return [(_KAPPA, "unweighted"), (_KAPPA, fitting), (_AC2, fitting), *numbers]
