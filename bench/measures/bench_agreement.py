"""Agreement against `krippendorff`, `statsmodels`, `scikit-learn` and `nltk` on the same invented tables.

1,000 bootstrap replicates of 4 annotators x 1,000 units: none of the packages has a bootstrap, so each is
called once for each resampled table (`nltk` for a few of them, and its time multiplied: it needs minutes).
Then alpha of 1,000,000 units x 5 annotators, in memory and from a file (beside pandas and `krippendorff`,
each a process), the values that irrCAC and other programs gave for the tables of `../shared/reference`, gamma
beside `pygamma-agreement`, and the peak of memory for more and more replicates.

Each part is printed as soon as it is known, with what it took: all take a minute on two quiet cores.
Printed are elapsed seconds on this machine, and how many times faster Aloi is. `nltk` is measured where it
can be imported: `pip install nltk` beside the rest; `pygamma-agreement` in an environment of its own, whose
Python `ALOI_PEERS` names.
"""

from __future__ import annotations

import os
import sys
import time
import tracemalloc
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path

import krippendorff
import numpy as np
from sklearn.metrics import cohen_kappa_score
from statsmodels.stats.inter_rater import fleiss_kappa

from aloi.agreement.compute import compute
from aloi.agreement.ratings import Ratings

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from bench.measures.agreement_peers import beside_pygamma, file_to_alpha, printed_values, start_of_commands  # noqa: E402

ANNOTATORS, UNITS, DEGREES = 4, 1000, 6
REPLICATES = 1000
_MANY_UNITS, _MORE_ANNOTATORS = 1_000_000, 5
_NLTK_CALLS = 3
_PASSES = 3
_CLOSE = 1e-9


def invented_codes(seed: int, units: int = UNITS, annotators: int = ANNOTATORS) -> np.ndarray:
    """Return answers 0-5 (units, annotators): a true degree each, an annotator off by one now and then."""
    generator = np.random.default_rng(seed)
    truth = generator.integers(0, DEGREES, size=(units, 1))
    errors = generator.choice([-1, 0, 1], p=[0.15, 0.7, 0.15], size=(units, annotators))
    return np.clip(truth + errors, 0, DEGREES - 1).astype(np.int32)


def ratings(codes: np.ndarray, level: str) -> Ratings:
    """Return codes as a table; units are named in order."""
    units = tuple(f"u{number:07}" for number in range(len(codes)))
    names = tuple(f"A{number}" for number in range(codes.shape[1]))
    return Ratings(units, names, codes, tuple(range(DEGREES)), level)


def fastest(work: Callable[[], object], passes: int = _PASSES) -> float:
    """Return the elapsed seconds of the fastest of a few passes."""
    seconds = []
    for _ in range(passes):
        begun = time.perf_counter()
        work()
        seconds.append(time.perf_counter() - begun)
    return min(seconds)


def resampled(codes: np.ndarray, count: int) -> list[np.ndarray]:
    """Return the tables of `count` bootstrap replicates."""
    generator = np.random.default_rng(0)
    return [codes[generator.integers(0, len(codes), len(codes))] for _ in range(count)]


def package_alpha(codes: np.ndarray) -> float:
    """Return ordinal alpha as the `krippendorff` package has it."""
    return float(krippendorff.alpha(codes.astype(float).T, level_of_measurement="ordinal"))


def statsmodels_fleiss(codes: np.ndarray) -> float:
    """Return Fleiss' kappa as `statsmodels` has it; the counts are part of the work."""
    counts = (codes[:, :, None] == np.arange(DEGREES)).sum(axis=1)
    return float(fleiss_kappa(counts))


def sklearn_kappa(codes: np.ndarray) -> float:
    """Return quadratic kappa of the first two annotators as `scikit-learn` has it."""
    return float(cohen_kappa_score(codes[:, 0], codes[:, 1], weights="quadratic"))


def nltk_alpha(codes: np.ndarray) -> float:
    """Return nominal alpha as `nltk` has it."""
    from nltk.metrics.agreement import AnnotationTask

    data = [
        (str(annotator), str(unit), int(code))
        for unit, row in enumerate(codes)
        for annotator, code in enumerate(row)
    ]
    return float(AnnotationTask(data=data).alpha())


def replicates_side_by_side(codes: np.ndarray) -> list[str]:
    """Print a line for each package: both times, the ratio; return what is not as it should be."""
    pair = codes[:, :2]
    cases = [
        ("krippendorff", "krippendorff_alpha", "ordinal", codes, package_alpha, REPLICATES),
        ("statsmodels", "fleiss_kappa", "nominal", codes, statsmodels_fleiss, REPLICATES),
        ("scikit-learn", "cohen_kappa", "interval", pair, sklearn_kappa, REPLICATES),
    ]
    if find_spec("nltk"):
        cases.append(("nltk", "krippendorff_alpha", "nominal", codes, nltk_alpha, _NLTK_CALLS))
    else:
        print("nltk is not installed: pip install nltk, then run this again to see it beside the others")
    wrong = []
    print(f"{REPLICATES} replicates, {UNITS} units, {ANNOTATORS} annotators (scikit-learn: 2)")
    for package, measure, level, table, peer_call, calls in cases:
        data = ratings(table, level)
        weights = "quadratic" if level == "interval" else "unweighted"

        def ours(data: Ratings = data, measure: str = measure, weights: str = weights) -> object:
            return compute(data, [measure], weights=weights, ci="bootstrap", replicates=REPLICATES)

        [value] = [one.value for one in compute(data, [measure], weights=weights, ci="none")]
        apart = abs(value - peer_call(table))
        tables = resampled(table, calls)
        mine = fastest(ours)
        other = fastest(lambda t=peer_call, all_of=tables: [t(one) for one in all_of], 1) * REPLICATES / calls
        print(
            f"{package:13} {measure:19} {level:9} aloi {mine:6.2f} s  {package} {other:8.2f} s  "
            f"{other / mine:8.1f} times faster  values differ by {apart:.0e}"
        )
        if apart > _CLOSE:
            wrong.append(f"{package} gives another {measure}")
        if package == "krippendorff" and (mine > 0.5 or other < 20 * mine):
            wrong.append("alpha with its bootstrap takes over 0.5 s, or is under 20 times faster")
    return wrong


def many_units() -> list[str]:
    """Print the seconds of alpha on a million units; return what is not as it should be."""
    data = ratings(invented_codes(1, _MANY_UNITS, _MORE_ANNOTATORS), "ordinal")
    seconds = fastest(lambda: compute(data, ["krippendorff_alpha"], ci="none"))
    print(f"alpha of {_MANY_UNITS:,} units, {_MORE_ANNOTATORS} annotators: {seconds:.2f} s")
    return [] if seconds <= 2 else ["alpha of a million units takes over 2 s"]


def memory(codes: np.ndarray) -> None:
    """Print the peak of memory for more and more replicates."""
    data = ratings(codes, "ordinal")
    for replicates in (REPLICATES, 4 * REPLICATES, 16 * REPLICATES):
        tracemalloc.start()
        compute(data, ["krippendorff_alpha"], ci="bootstrap", replicates=replicates)
        peak = tracemalloc.get_traced_memory()[1] / 2**20
        tracemalloc.stop()
        print(f"peak of memory with {replicates} replicates: {peak:.1f} MiB")


def main() -> int:
    sys.stdout.reconfigure(line_buffering=True)  # type: ignore[union-attr]
    codes = invented_codes(0)
    shared = Path(os.environ.get("ALOI_SHARED") or ROOT.parent / "shared")
    parts: list[Callable[[], list[str] | None]] = [
        lambda: replicates_side_by_side(codes),
        many_units,
        lambda: file_to_alpha(invented_codes(1, _MANY_UNITS, _MORE_ANNOTATORS)),
        start_of_commands,
        lambda: printed_values(shared),
        beside_pygamma,
        lambda: memory(codes),
    ]
    wrong = []
    for part in parts:
        begun = time.perf_counter()
        wrong += part() or []
        print(f"  ({time.perf_counter() - begun:.0f} s)")
    for problem in wrong:
        print(f"not reached: {problem}")
    return 1 if any("gives another" in problem for problem in wrong) else 0  # times vary with the machine


if __name__ == "__main__":
    sys.exit(main())
