"""Simulated ratings whose units depend on each other, with a true alpha: documents differ."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

import numpy as np
from numpy.typing import NDArray
from scipy.special import ndtri, roots_legendre

from aloi.agreement.ratings import Cluster, Ratings, count_codes
from aloi.agreement.table import RatedUnits


@dataclass(frozen=True)
class Dependent:
    """How units are drawn: `kind` is alone, nested (documents) or crossed (a document on each side).

    `share` is that of the commoner of two labels, or of each of more on a scale, and `alpha` the agreement of
    a document like most; documents differ in their labels (correlation `inside` of two units that share one)
    and in how well they are rated.
    """

    kind: str
    documents: int
    units: int
    annotators: int
    share: float
    alpha: float
    inside: float = 0.3
    differing: float = 0.12
    level: str = "nominal"

    def __str__(self) -> str:
        """Return the design in words."""
        documents = f" of {self.documents} documents" if self.documents else ""
        shared = " on each side" if self.kind == "crossed" else ""
        labels = f"{self.share:.1%} one label" if self.labels == 2 else f"{self.labels} {self.level} degrees"
        rated = f"{self.annotators} annotators, {labels}, alpha {self.alpha}"
        return f"{self.units} units{documents}{shared}, {rated}"

    def places(self) -> NDArray[np.intp]:
        """Return the documents of each unit, shape (N, 2)."""
        generator = np.random.default_rng(5)
        if self.kind == "alone":
            first = np.arange(self.units)
        elif self.kind == "nested":
            first = np.arange(self.units) * self.documents // self.units
        else:
            first = generator.integers(0, self.documents, self.units)
        second = first
        if self.kind == "crossed":
            second = (first + generator.integers(1, self.documents, self.units)) % self.documents
        return np.stack([first, second], axis=1)

    @property
    def labels(self) -> int:
        """Return C, the number of labels: two, or as many as share a scale evenly."""
        return 2 if self.share >= 0.5 else round(1 / self.share)

    def truths(self) -> dict[str, float]:
        """Return the true value of coefficients by name.

        Two ratings of a unit are equal for certain where both were copied, else as two of different units: so
        alpha is the same at each level, and an intraclass correlation and a weighted kappa equal it.
        """
        alpha = self.truth()
        shares = [self.share, 1 - self.share] if self.labels == 2 else [self.share] * self.labels
        chance = sum(share**2 for share in shares)
        agreed = alpha + (1 - alpha) * chance
        by_chance = (1 - chance) / (self.labels - 1)  # as AC1 has it
        mean = self.annotators * alpha / (1 + (self.annotators - 1) * alpha)
        named = ("krippendorff_alpha", "fleiss_kappa", "cohen_kappa", "mean_pairwise_cohen_kappa")
        numbers = ("icc_1_1", "icc_2_1", "icc_3_1", "lin_ccc")
        return {
            **dict.fromkeys((*named, *numbers), alpha),
            "gwet_ac1": (agreed - by_chance) / (1 - by_chance),
            "percent_agreement": agreed,
            "gold_reliability": mean,
        }

    def truth(self) -> float:
        """Return the true alpha: two raters of a unit agree beyond chance where both copied."""
        return self.alpha if self.kind == "alone" else _mean_square(self.alpha, self.differing)

    def codes(self, generator: np.random.Generator) -> NDArray[np.int32]:
        """Return the codes of one table, shape (N, A); 1 is the rarer label."""
        places = self.places()
        size = len(places)
        inside = 0.0 if self.kind == "alone" else self.inside
        rare = 1 - self.share
        label, quality = generator.standard_normal((2, int(places.max()) + 1))
        both = np.sqrt(0.5) if self.kind == "crossed" else 0.5
        latent = np.sqrt(inside) * both * label[places].sum(axis=1)
        latent += np.sqrt(1 - inside) * generator.standard_normal(size)
        spread = 0.0 if self.kind == "alone" else self.differing
        copying = np.clip(np.sqrt(self.alpha) + spread * both * quality[places].sum(axis=1), 0, 1)
        shape = (size, self.annotators)
        if self.labels == 2:
            true, blind = latent < ndtri(rare), generator.random(shape) < rare
        else:
            steps = np.arange(1, self.labels) / self.labels
            true = np.searchsorted(ndtri(steps), latent)
            blind = np.searchsorted(steps, generator.random(shape))
        copied = generator.random(shape) < copying[:, None]
        return np.where(copied, true[:, None], blind).astype(np.int32)

    def ratings(self, codes: NDArray[np.int32], name: str = "d") -> Ratings:
        """Return codes as ratings with their documents."""
        units, people, clusters, groups = _names(self, name)
        categories = tuple(range(self.labels))
        found = Ratings(units, people, codes, categories, self.level, clusters)
        counts = count_codes(codes, self.labels).astype(np.float64)
        rows, totals = np.arange(len(codes)), counts.sum(axis=1)
        # What a table would make of itself; names and documents are those of every table of the design.
        found.memo["rated"] = RatedUnits(
            codes, counts, totals, rows, groups, categories, self.level, len(codes)
        )
        return found


@cache  # of a design, which every table asks: finding it costs more than a table
def _mean_square(alpha: float, differing: float) -> float:
    """Return the mean of the square of how often ratings copy, normal over documents and cut at 0 and 1."""
    ends, weights = roots_legendre(400)
    at = 9 * ends
    copying = np.clip(np.sqrt(alpha) + differing * at, 0, 1)
    return float(9 * weights @ (copying**2 * np.exp(-(at**2) / 2)) / np.sqrt(2 * np.pi))


@cache
def _names(
    design: Dependent, name: str
) -> tuple[tuple[str, ...], tuple[str, ...], tuple[Cluster, ...] | None, NDArray[np.intp] | None]:
    """Return units, people, clusters and their numbers."""
    places = design.places()
    clusters: tuple[Cluster, ...] | None = None
    if design.kind != "alone":
        clusters = tuple((f"{name}{a}", f"{name}{b}") for a, b in places)
    units = tuple(f"u{number:05}" for number in range(len(places)))
    people = tuple(f"A{number}" for number in range(design.annotators))
    codes = np.zeros((len(units), len(people)), dtype=np.int32)
    plain = Ratings(units, people, codes, (0,), design.level, clusters)
    return units, people, clusters, RatedUnits.of(plain).groups
