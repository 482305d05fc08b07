"""Systems scored on the same items: differences with intervals and p, Holm's correction, ranks with ties."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations

import numpy as np

from aloi.agreement.result import Interval, sign
from aloi.annotation.rows import ScoredPair
from aloi.base.errors import AloiError
from aloi.base.names import known_name
from aloi.base.terms import Phrase, Term
from aloi.evaluation.comparison.families import holm, letters, ranks
from aloi.evaluation.comparison.paired import CROSSED_TEST, Paired, PairedTest, TestedBy, paired_tests
from aloi.evaluation.metrics import metrics_of
from aloi.evaluation.metrics.base import Direction, Metric, Sums
from aloi.evaluation.resampling import REPLICATES, SEED, Measured, Units, interval, measured
from aloi.evaluation.rows import Answer, EvaluationSet
from aloi.evaluation.scores import set_facts

ALPHA = 0.05
_SWAPS_A_PAIR = 100
REFERENCES = (
    "holm1979simple",
    "piepho2004algorithm",
    "satterthwaite1946approximate",
    "zou2008construction",
)


@dataclass(frozen=True, slots=True)
class SystemScore:
    """One system on one set of items.

    Parameters
    ----------
    value : float or None
        The mean over seeds; None with a reason.
    rank : int or None
        1 and the number of systems that are distinguishably better; None without a value, and in cuts.
    letters : str
        Two systems share a letter exactly if they do not differ significantly; empty without a rank.
    """

    name: str
    value: float | None
    reason: str | None
    interval: Interval | None
    by_seed: tuple[float | None, ...]
    rank: int | None
    letters: str


@dataclass(frozen=True, slots=True)
class Difference:
    """Two systems against each other.

    Parameters
    ----------
    difference : float or None
        Value of `a` minus value of `b`; with RMSE and MAE a negative one means that `a` is better.
    interval : Interval or None
        95 % interval of the difference: the bootstrap's; with Student's test, its own. With a permutation
        test the interval can just reach 0 although p is just below 0.05, and the other way round.
    p, p_holm : float or None
        Two-sided, unadjusted and adjusted (Holm) over all pairs of the family; None with a reason.
    better : str or None
        The better system if they differ significantly (p_holm below 0.05).
    tested_by : TestedBy or None
        The test that p comes from; None without one.
    """

    a: str
    b: str
    difference: float | None
    interval: Interval | None
    p: float | None
    p_holm: float | None
    reason: str | None
    better: str | None
    tested_by: TestedBy | None = None


@dataclass(frozen=True, slots=True)
class Family:
    """All systems on one set of items: the best first, those without a value last."""

    metric: str
    test: str
    items: int
    scores: tuple[SystemScore, ...]
    differences: tuple[Difference, ...]
    signature: str

    def between(self, first: str, second: str) -> Difference:
        """Return how two systems differ, the first minus the second."""
        difference = next(one for one in self.differences if {one.a, one.b} == {first, second})
        if difference.a == first:
            return difference
        ends = difference.interval
        return replace(
            difference,
            a=first,
            b=second,
            difference=None if difference.difference is None else -difference.difference,
            interval=ends and Interval(-ends.high, -ends.low, ends.method),
        )


def compare(
    gold: EvaluationSet,
    systems: Mapping[str, Sequence[Sequence[Answer]]],
    *,
    metric_name: str,
    test: PairedTest = PairedTest.PERMUTATION,
    replicates: int = REPLICATES,
    seed: int = SEED,
) -> Family:
    """Return the scores of systems, every two of them compared, and their ranks.

    Parameters
    ----------
    systems : mapping
        Name -> by seed, an answer for each row in the order of `gold.ids`.

    Raises
    ------
    AloiError
        As `compare_sums`; a metric that does not score these rows, answers of another number or not finite.
    """
    scored = _metric(metric_name, gold)
    return compare_sums(
        scored,
        _sums(scored, gold, systems),
        gold.units,
        test=test,
        replicates=replicates,
        seed=seed,
        # The entry `test` of a comparison is the method of the test; the test set is reported separately.
        facts={name: fact for name, fact in set_facts(gold).items() if name != "test"},
    )


def compare_sums(
    scored: Metric,
    systems: Mapping[str, Sequence[Sums]],
    units: Units,
    *,
    test: PairedTest = PairedTest.PERMUTATION,
    replicates: int = REPLICATES,
    seed: int = SEED,
    facts: Mapping[str, object] | None = None,
) -> Family:
    """Return the scores of systems from the sums of a metric, the differences of all pairs, and their ranks.

    Systems do not differ significantly if the p-value of the test, adjusted (Holm) over all pairs of the
    family, is 0.05 or more, or undefined.

    Parameters
    ----------
    systems : mapping
        Name -> one a seed, the same columns for all; systems may have different numbers of seeds.
    replicates : int
        Resamples of the bootstrap, at least 100; the permutation test swaps as often, and at least 100
        times for each pair of systems.
    seed : int
        Of both. The order of systems changes nothing.
    facts : mapping or None
        Facts about the data for the signature.

    Raises
    ------
    AloiError
        Fewer than two units, or few replicates.
    """
    _check(units, replicates)
    by_system = {name: measured(systems[name], units, replicates, seed) for name in sorted(systems)}
    pairs = list(combinations(_ordered(scored, by_system), 2))
    swaps = swaps_for(len(pairs), replicates)
    tested = paired_tests(test, systems, by_system, pairs, units, swaps=swaps, seed=seed)
    differences = differences_of(scored, pairs, tested)
    tested_by = _tested_by(test, units, swaps, seeds=max(map(len, systems.values()), default=1))
    signed = {**(facts or {}), **scored.facts, "systems": len(systems)}
    signed |= {"test": tested_by, "correction": "holm"}
    return Family(
        scored.name,
        test.value,
        units.size,
        _ranked(scored, by_system, units, differences, seed),
        differences,
        sign(scored.name, signed, None, _resampled(units, replicates, seed)),
    )


def _tested_by(test: PairedTest, units: Units, swaps: int, seeds: int) -> str:
    """Return how a family is tested, as its signature says it; each difference says its own."""
    if test is not PairedTest.PERMUTATION:
        return test.value
    if units.clusters.crossed:
        return CROSSED_TEST
    return f"permutation-mid-p-{swaps}" + ("-seeds-t" if seeds > 1 else "")


def _resampled(units: Units, replicates: int, seed: int) -> str:
    """Return how intervals of a family are made, as its signature says it."""
    if units.clustered:
        return f"jackknife-{units.drawn}"
    return f"bootstrap-{units.drawn}-{replicates}-seed{seed}"


def corrected_together(families: Sequence[Family]) -> list[Family]:
    """Return several families as one family: p-values are adjusted (Holm) over the pairs of all of them.

    Their ranks and letters are recomputed.
    """
    tested = [one for family in families for one in family.differences]
    corrected = iter(holm([one.p for one in tested]))
    corrected_families = []
    for family in families:
        differences = tuple(_decided(one, next(corrected)) for one in family.differences)
        places, groups = places_of([one.name for one in family.scores if one.value is not None], differences)
        scores = tuple(
            replace(score, rank=places.get(score.name), letters=groups.get(score.name, ""))
            for score in family.scores
        )
        corrected_families.append(replace(family, scores=scores, differences=differences))
    return corrected_families


def _decided(difference: Difference, p_holm: float | None) -> Difference:
    """Return a difference with another correction; the first of a pair is the one that scored better."""
    sure = p_holm is not None and p_holm < ALPHA and bool(difference.difference)
    return replace(difference, p_holm=p_holm, better=difference.a if sure else None)


def swaps_for(pairs: int, replicates: int) -> int:
    """Return how often a family of so many pairs is swapped.

    The smallest p that swaps can give is 1 / (1 + swaps), and Holm multiplies it by the number of pairs.
    """
    return max(replicates, _SWAPS_A_PAIR * pairs)


def _sums(
    scored: Metric, gold: EvaluationSet, systems: Mapping[str, Sequence[Sequence[Answer]]]
) -> dict[str, list[Sums]]:
    """Return what the metric makes of each seed of each system, with the same columns for all."""
    for name, seeds in systems.items():
        if not seeds or any(len(one) != len(gold.ids) for one in seeds):
            raise AloiError(
                "evaluation.answers-rows",
                name=name,
                seeds=(str(len(one)) for one in seeds),
                ids=len(gold.ids),
                label=gold.label,
            )
        if gold.kind == ScoredPair.__name__ and not np.isfinite(np.array(seeds, dtype=np.float64)).all():
            raise AloiError("aloi.not-finite", name=Term("prediction-of", name=name))
    names = sorted(systems)
    all_sums = iter(
        scored.sums(gold.gold, [row for name in names for row in systems[name]], gold.low, gold.high)
    )
    return {name: [next(all_sums) for _ in systems[name]] for name in names}


def _metric(name: str, gold: EvaluationSet) -> Metric:
    named = {one.name: one for one in metrics_of(gold.kind)}
    return named[
        known_name(
            name,
            named,
            Phrase("kind-metric-of-rows-of-the-kind", "metric of rows of the kind {kind}", kind=gold.kind),
        )
    ]


def _ordered(scored: Metric, by_system: Mapping[str, Measured]) -> list[str]:
    """Return the names, the best first, those without a value last; equal ones by name."""
    sense = -1.0 if scored.direction is Direction.HIGHER else 1.0

    def key(name: str) -> tuple[bool, float, str]:
        worth = by_system[name].value
        return worth is None, 0.0 if worth is None else sense * worth, name

    return sorted(by_system, key=key)


def differences_of(
    scored: Metric, pairs: Sequence[tuple[str, str]], tested: Sequence[Paired]
) -> tuple[Difference, ...]:
    """Return how the two of each pair differ, Holm's correction over all pairs."""
    corrected = holm([one.p for one in tested])
    differences = []
    for (a, b), outcome, p_holm in zip(pairs, tested, corrected, strict=True):
        better = None
        if p_holm is not None and p_holm < ALPHA and outcome.difference:
            better = a if scored.better(outcome.difference, 0.0) else b
        differences.append(
            Difference(
                a,
                b,
                outcome.difference,
                outcome.interval,
                outcome.p,
                p_holm,
                outcome.reason,
                better,
                outcome.tested_by,
            )
        )
    return tuple(differences)


def _ranked(
    scored: Metric,
    by_system: Mapping[str, Measured],
    units: Units,
    differences: Sequence[Difference] | None,
    seed: int,
) -> tuple[SystemScore, ...]:
    """Return the systems, the best first; without differences they have no ranks and no letters."""
    order = _ordered(scored, by_system)
    places: Mapping[str, int] = {}
    groups: Mapping[str, str] = {}
    if differences is not None:
        places, groups = places_of([name for name in order if by_system[name].value is not None], differences)
    return tuple(
        SystemScore(
            name,
            by_system[name].value,
            by_system[name].reason,
            interval(scored, by_system[name], units, seed),
            by_system[name].by_seed,
            places.get(name),
            groups.get(name, ""),
        )
        for name in order
    )


def places_of(
    order: Sequence[str], differences: Sequence[Difference]
) -> tuple[Mapping[str, int], Mapping[str, str]]:
    """Return the ranks and the letters of systems that have a value, the best first."""
    beaten = {(one.better, one.b if one.better == one.a else one.a) for one in differences if one.better}
    return ranks(order, beaten), letters(order, beaten)


def _check(units: Units, replicates: int) -> None:
    if replicates < 100:
        raise AloiError(
            "aloi.value", name=Term("replicates"), value=replicates, expected=Term("at-least", least=100)
        )
    if units.size < 2:
        raise AloiError(
            "aloi.too-few", name=Term("rows-to-compare", name=units.name), count=units.size, least=2
        )
