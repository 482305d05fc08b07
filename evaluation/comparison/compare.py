"""Systems scored on the same items: differences with intervals and p, Holm's correction, ranks with ties."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from agreement.result import Interval, sign
from errors import AloiError
from evaluation.comparison.families import holm, letters, ranks
from evaluation.comparison.paired import Paired, PairedTest, paired_tests
from evaluation.evaluate import SCORE_METRICS
from evaluation.metrics import metric
from evaluation.paired_resampling import Measured, interval, measure

Floats = NDArray[np.float64]

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
        Two systems share a letter exactly where they are not distinguishable; empty where there is no rank.
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
        95 % interval of the difference: the bootstrap's, with Student's test its own. Beside a
        permutation test it can just reach 0 where p is just below 0.05, and the other way round.
    p, p_holm : float or None
        Two-sided, alone and corrected over all pairs of the family; None with a reason.
    better : str or None
        The better one where they are distinguishable (p_holm below 0.05).
    """

    a: str
    b: str
    difference: float | None
    interval: Interval | None
    p: float | None
    p_holm: float | None
    reason: str | None
    better: str | None


@dataclass(frozen=True, slots=True)
class Family:
    """All systems on one set of items: the best first, those without a value last."""

    metric: str
    test: str
    items: int
    scores: tuple[SystemScore, ...]
    differences: tuple[Difference, ...]
    signature: str


def compare(
    gold: Floats,
    systems: Mapping[str, Floats],
    low: float,
    high: float,
    *,
    metric_name: str = "spearman",
    test: PairedTest = PairedTest.PERMUTATION,
    replicates: int = 1000,
    seed: int = 0,
) -> Family:
    """Return the scores of systems, every two of them compared, and their ranks.

    Systems are not distinguishable where the test's p, corrected after Holm over all pairs of the family,
    is 0.05 or more, or where there is none.

    Parameters
    ----------
    gold : array (N,)
        On the scale low..high.
    systems : mapping
        Name -> predictions (S, N), a row a seed; systems may have different numbers of seeds.
    replicates : int
        Resamples of the bootstrap, at least 100; the permutation test swaps as often, and at least 100
        times for each pair of systems.
    seed : int
        Of both. The order of systems changes nothing.

    Raises
    ------
    AloiError
        An unknown metric, fewer than 2 items, predictions of another shape or not finite, few replicates.
    """
    _check(gold, systems, metric_name, replicates)
    names = sorted(systems)
    found = {
        name: measure(metric_name, gold, systems[name], low, high, replicates=replicates, seed=seed)
        for name in names
    }
    pairs = list(combinations(_ordered(metric_name, found), 2))
    # The smallest p that swaps can give is 1 / (1 + swaps): Holm multiplies it by the number of pairs.
    swaps = max(replicates, _SWAPS_A_PAIR * len(pairs))
    tested = paired_tests(test, metric_name, gold, systems, found, pairs, low, high, swaps=swaps, seed=seed)
    differences = _differences(metric_name, pairs, tested)
    facts = {
        "scale": f"{low:g}..{high:g}",
        "items": len(gold),
        "systems": len(names),
        "test": f"permutation-{swaps}" if test is PairedTest.PERMUTATION else test.value,
        "correction": "holm",
    }
    return Family(
        metric_name,
        test.value,
        len(gold),
        _ranked(metric_name, found, differences, seed),
        differences,
        sign(metric_name, facts, None, f"{replicates}-seed{seed}"),
    )


def scores(
    gold: Floats,
    systems: Mapping[str, Floats],
    low: float,
    high: float,
    *,
    metric_name: str = "spearman",
    replicates: int = 1000,
    seed: int = 0,
) -> tuple[SystemScore, ...]:
    """Return the scores of systems without comparing them, the best first; inputs as for `compare`."""
    _check(gold, systems, metric_name, replicates)
    found = {
        name: measure(metric_name, gold, systems[name], low, high, replicates=replicates, seed=seed)
        for name in sorted(systems)
    }
    return tuple(
        SystemScore(
            name,
            found[name].value,
            found[name].reason,
            interval(metric_name, found[name], seed),
            found[name].by_seed,
            None,
            "",
        )
        for name in _ordered(metric_name, found)
    )


def _ordered(metric_name: str, found: Mapping[str, Measured]) -> list[str]:
    """Return the names, the best first, those without a value last; equal ones by name."""
    sense = -1.0 if metric(metric_name).better(1.0, 0.0) else 1.0

    def key(name: str) -> tuple[bool, float, str]:
        worth = found[name].value
        return worth is None, 0.0 if worth is None else sense * worth, name

    return sorted(found, key=key)


def _differences(
    metric_name: str, pairs: Sequence[tuple[str, str]], tested: Sequence[Paired]
) -> tuple[Difference, ...]:
    corrected = holm([one.p for one in tested])
    found = []
    for (a, b), one, p_holm in zip(pairs, tested, corrected, strict=True):
        better = None
        if p_holm is not None and p_holm < ALPHA and one.difference:
            better = a if metric(metric_name).better(one.difference, 0.0) else b
        found.append(Difference(a, b, one.difference, one.interval, one.p, p_holm, one.reason, better))
    return tuple(found)


def _ranked(
    metric_name: str, found: Mapping[str, Measured], differences: Sequence[Difference], seed: int
) -> tuple[SystemScore, ...]:
    order = _ordered(metric_name, found)
    valued = [name for name in order if found[name].value is not None]
    beaten = {(one.better, one.b if one.better == one.a else one.a) for one in differences if one.better}
    places, groups = ranks(valued, beaten), letters(valued, beaten)
    return tuple(
        SystemScore(
            name,
            found[name].value,
            found[name].reason,
            interval(metric_name, found[name], seed),
            found[name].by_seed,
            places.get(name),
            groups.get(name, ""),
        )
        for name in order
    )


def _check(gold: Floats, systems: Mapping[str, Floats], metric_name: str, replicates: int) -> None:
    if metric_name not in SCORE_METRICS:
        raise AloiError(
            f"No metric of scores is called {metric_name!r}.",
            f"One of these was expected: {', '.join(SCORE_METRICS)}.",
            "Check the spelling.",
        )
    if replicates < 100:
        raise AloiError(
            f"{replicates} replicates were asked for.", "At least 100 were expected.", "Change the number."
        )
    if gold.ndim != 1 or len(gold) < 2:
        raise AloiError(
            f"There are {len(gold)} items to compare on.", "At least two were expected.", "Take another test."
        )
    for name, predicted in systems.items():
        if predicted.ndim != 2 or predicted.shape[0] < 1 or predicted.shape[1] != len(gold):
            raise AloiError(
                f"The predictions of {name} have the shape {predicted.shape}.",
                f"A row a seed with {len(gold)} scores, one for each gold item, was expected.",
                "Compare systems that were run on the same items.",
            )
        if not np.isfinite(predicted).all():
            raise AloiError(
                f"A prediction of {name} is NaN or infinite.",
                "Finite numbers were expected.",
                "Run it again, or leave it out.",
            )
