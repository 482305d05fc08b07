"""Right answers of rows in clusters of very unequal size: coverage, width and false positives.

`python -m tests.agreement.intervals.unequal 2000 DATA` prints the table of the reference (system comparison);
DATA is the folder with the corpora.
"""

from __future__ import annotations

import csv
import gzip
import json
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import brentq
from scipy.special import ndtri
from scipy.stats import multivariate_normal

from aloi.agreement.drawing import Clusters
from aloi.agreement.intervals.bounds import SHARE, range_interval
from aloi.agreement.intervals.spreads import LeftOut, ScoreSpread, spread_of
from aloi.base.arrays import Floats

# 104 documents of Mantra GSC's size in German: 329 disorders, 55 of them in one document.
MANTRA = (
    *(1,) * 46, *(2,) * 26, *(3,) * 14, *(4,) * 6, *(5,) * 2, *(6,) * 3, 8, 9, 10, 12, 21, 22, 55,
)  # fmt: skip
MIXED = (3, 10, 17)
_REPLICATES = 500
_NORMAL = 1.959964
_CHUNK = 250


@dataclass(frozen=True, eq=False)
class Unequal:
    """Rows in one or two clusters, whose right answers are alike.

    Parameters
    ----------
    name : str
        In words.
    members : ndarray, shape (N, K)
        The clusters of each row.
    share : float
        Of right answers.
    correlations : tuple of float
        Of the right answers of two rows that share a cluster, for each kind of clusters; for pairs of
        documents, of two pairs of the same documents.
    """

    name: str
    members: NDArray[np.intp]
    share: float
    correlations: tuple[float, ...]

    def __str__(self) -> str:
        """Return the design in words."""
        return f"{self.name}, {self.share:.0%} right, correlation {' and '.join(map(str, self.correlations))}"

    @cached_property
    def clusters(self) -> Clusters:
        """Return the clusters of rows."""
        return Clusters.of(len(self.members), self.members)

    def latent(self, rows: int, generator: np.random.Generator) -> Floats:
        """Return normal numbers of unit variance, (rows, N), alike in clusters."""
        members = self.clusters.members
        effects = generator.standard_normal((rows, self.clusters.count))
        parts = [_latent(one, self.share) for one in self.correlations]
        # Documents of both sides of a pair are of one kind: each side has half of what they share.
        parts = parts if len(parts) == members.shape[1] else [parts[0] / members.shape[1]] * members.shape[1]
        drawn = np.sqrt(1 - sum(parts)) * generator.standard_normal((rows, len(members)))
        for part, column in zip(parts, members.T, strict=True):
            drawn += np.sqrt(part) * effects[:, column]
        return drawn

    def right(self, rows: int, generator: np.random.Generator) -> Floats:
        """Return which answers of each simulation are right, 0 or 1, (rows, N)."""
        return (self.latent(rows, generator) < ndtri(self.share)).astype(np.float64)

    def apart(self, rows: int, generator: np.random.Generator) -> Floats:
        """Return the differences of two systems that are right equally often, with half in common."""
        common = self.latent(rows, generator)
        first, second = (
            np.sqrt(0.5) * (common + self.latent(rows, generator)) < ndtri(self.share) for _ in range(2)
        )
        return first.astype(np.float64) - second


@dataclass(frozen=True, slots=True)
class Simulated:
    """What simulations of one design gave; widths are medians, over that of a document bootstrap.

    `ideal` is the width with the true variance and the normal distribution, `alarms` the share of pairs of
    equal systems whose interval excludes 0.
    """

    coverage: float
    bootstrap: float
    width: float
    ideal: float
    alarms: float


def simulated(design: Unequal, simulations: int, seed: int = 0) -> Simulated:
    """Return the coverage and width of intervals, and how often equal systems are called different."""
    generator = np.random.default_rng(seed)
    times = _document_draws(design)
    covered, covered_by_bootstrap, widths, bootstraps, means, alarms = [], [], [], [], [], []
    for start in range(0, simulations, _CHUNK):
        rows = min(_CHUNK, simulations - start)
        answers = design.right(rows, generator)
        means += answers.mean(axis=1).tolist()
        low, high = np.quantile(answers @ times.T / times.sum(axis=1), [0.025, 0.975], axis=1)
        covered_by_bootstrap += ((low <= design.share) & (design.share <= high)).tolist()
        bootstraps += (high - low).tolist()
        for spread in _spreads(design, answers, within=False):
            ends = range_interval(*SHARE, spread, design.clusters.count)
            covered.append(ends.low <= design.share <= ends.high)
            widths.append(ends.high - ends.low)
        for spread in _spreads(design, design.apart(rows, generator), within=True):
            alarms.append(abs(spread.value) > spread.critical() * spread.error)
    bootstrap = float(np.median(bootstraps))
    return Simulated(
        float(np.mean(covered)),
        float(np.mean(covered_by_bootstrap)),
        float(np.median(widths)) / bootstrap,
        2 * _NORMAL * float(np.std(means)) / bootstrap,
        float(np.mean(alarms)),
    )


def _spreads(design: Unequal, values: Floats, *, within: bool) -> Iterator[ScoreSpread]:
    """Yield the spread of the mean of each row of values, (S, N)."""
    means, each = values.mean(axis=1), np.ones(values.shape[1])
    alone = values.var(axis=1, ddof=1) / values.shape[1]
    clusters = design.clusters
    of_clusters = _changes(values, means, clusters)
    of_cells = _changes(values, means, clusters.cells()) if clusters.crossed else np.empty((len(means), 0))
    for mean, apart, cells, variance in zip(means, of_clusters, of_cells, alone, strict=True):
        spread = spread_of(mean, clusters, LeftOut(apart, cells), each, float(variance), within=within)
        assert isinstance(spread, ScoreSpread)
        yield ScoreSpread(
            mean, mean, spread.variance, spread.freedom, spread.clusters, spread.crossed, spread.size, None
        )


def _changes(values: Floats, means: Floats, clusters: Clusters) -> Floats:
    times = np.concatenate([*clusters.left_out()])
    return values @ times.T / times.sum(axis=1) - means[:, None]


def _document_draws(design: Unequal) -> Floats:
    """Return how often each row is drawn by a bootstrap of documents, those of the first column."""
    documents = Clusters.of(len(design.members), design.members[:, 0])
    return np.concatenate([*documents.draws(_REPLICATES, 1)])


@cache
def _latent(correlation: float, share: float) -> float:
    """Return the correlation of normal numbers whose parts below a threshold have the one given."""
    if not correlation:
        return 0.0
    threshold = float(ndtri(share))

    def apart(at: float) -> float:
        both = multivariate_normal.cdf([threshold, threshold], cov=[[1.0, at], [at, 1.0]])
        return float(both - share**2) / (share * (1 - share)) - correlation

    return float(brentq(apart, 1e-6, 0.999))


def nested(sizes: tuple[int, ...] | NDArray[np.intp]) -> NDArray[np.intp]:
    """Return the clusters of rows, (N, 1), of clusters of these sizes."""
    return np.repeat(np.arange(len(sizes)), sizes)[:, None]


def pairs(documents: int, size: int, *, popular: bool) -> NDArray[np.intp]:
    """Return the documents of pairs, (N, 2); some documents are in many pairs if they are popular."""
    generator = np.random.default_rng(5)
    weights = 1 / (np.arange(documents) + 3.0) if popular else np.ones(documents)
    first, step = generator.choice(documents, (2, size), p=weights / weights.sum())
    return np.stack([first, np.where(step == first, (first + 1) % documents, step)], axis=1)


def mentions(rows: list[tuple[str, str]]) -> NDArray[np.intp]:
    """Return the documents and strings of mentions, (N, 2)."""
    documents, strings = (np.unique(side, return_inverse=True)[1] for side in zip(*rows, strict=True))
    return np.stack([documents, documents.max() + 1 + strings], axis=1)


def mantra(data: Path, language: str = "french") -> NDArray[np.intp]:
    """Return the documents and strings of the disorders of Mantra GSC."""
    rows = _table(data / "mantra-gsc" / f"{language}.annotations.tsv")
    return mentions(
        [
            (f"{row['corpus']} {row['doc']}", row["mention"].lower())
            for row in rows
            if row["semantic_group"] == "DISO"
        ]
    )


def e3c(data: Path) -> NDArray[np.intp]:
    """Return the documents and strings of the entities of E3C, French, first layer."""
    rows = _table(data / "e3c-french" / "layer1_clinentity.tsv")
    return mentions([(one["doc"], one["mention"].lower()) for one in rows])


def codiesp(data: Path) -> NDArray[np.intp]:
    """Return the documents of the diagnoses of CodiEsp, test."""
    with (data / "codiesp" / "testX.tsv").open(encoding="utf-8", newline="") as stream:
        rows = [one for one in csv.reader(stream, delimiter="\t") if one[1] == "DIAGNOSTICO"]
    return nested(np.array([*Counter(one[0] for one in rows).values()]))


def swords(data: Path) -> NDArray[np.intp]:
    """Return the targets of every fourth substitute of Swords, dev."""
    with gzip.open(data / "swords" / "swords-v1.1_dev.json.gz", "rt", encoding="utf-8") as stream:
        substitutes = [*json.load(stream)["substitutes"].values()][::4]
    return nested(np.array([*Counter(one["target_id"] for one in substitutes).values()]))


def _table(path: Path) -> list[dict[str, str]]:
    with path.open(encoding="utf-8", newline="") as stream:
        return [*csv.DictReader(stream, delimiter="\t")]


def designs(data: Path | None) -> list[Unequal]:
    """Return all designs, those of corpora only where their folder is given."""
    result = [
        Unequal("Mantra, German sizes", nested(MANTRA), share, (alike,))
        for share in (0.46, 0.76, 0.9)
        for alike in (0.0, 0.05, 0.15, 0.3)
    ]
    several = ((30, MIXED * 10), (12, MIXED * 4), (6, MIXED * 2), (9, (2, 3, 4, 6, 8, 12, 20, 30, 60)))
    result += [
        Unequal(f"{count} clusters of {min(sizes)} to {max(sizes)}", nested(sizes), 0.76, (alike,))
        for count, sizes in several
        for alike in (0.0, 0.05, 0.3)
    ]
    crossed = {
        "1,000 pairs of 200 documents, some in many": pairs(200, 1000, popular=True),
        "300 pairs of 30 documents": pairs(30, 300, popular=False),
        "240 pairs of 12 documents": pairs(12, 240, popular=False),
    }
    result += [
        Unequal(name, of, 0.76, (alike,)) for name, of in crossed.items() for alike in (0.0, 0.05, 0.3)
    ]
    if data is None:
        return result
    result += [
        Unequal("Mantra, French, documents and strings", mantra(data), share, both)
        for share in (0.46, 0.76)
        for both in ((0.0, 0.0), (0.05, 0.2), (0.15, 0.5), (0.3, 0.3))
    ]
    result += [
        Unequal("E3C, French, documents and strings", e3c(data), 0.76, (alike, 0.3)) for alike in (0.05, 0.2)
    ]
    result += [Unequal("CodiEsp, test, documents", codiesp(data), 0.76, (alike,)) for alike in (0.05, 0.3)]
    return result + [Unequal("Swords, targets", swords(data), 0.76, (alike,)) for alike in (0.05, 0.3)]


def main(simulations: int, data: Path | None) -> None:
    """Print a row for each design."""
    for design in designs(data):
        many = simulations if len(design.members) < 1200 else max(1, simulations // 4)
        result = simulated(design, many)
        correlations = " / ".join(f"{one:g}" for one in design.correlations)
        cells = [design.name, f"{design.share:g}", correlations]
        cells += [f"{100 * result.coverage:.1f}", f"{100 * result.bootstrap:.1f}", f"{result.width:.2f}"]
        cells += [f"{result.ideal:.2f}", f"{100 * result.alarms:.1f}"]
        sys.stdout.write(f"| {' | '.join(cells)} |\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main(int(sys.argv[1]), Path(sys.argv[2]) if len(sys.argv) > 2 else None)
