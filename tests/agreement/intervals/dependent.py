"""Simulated ratings whose units depend on each other, with a true alpha: documents differ."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.special import ndtri

from agreement.ratings import Cluster, Ratings


@dataclass(frozen=True)
class Dependent:
    """How units are drawn: `kind` is alone, nested (documents) or crossed (a document on each side).

    `share` is that of the commoner label and `alpha` the agreement of a document like most; documents
    differ in their labels (correlation `inside` of two units that share one) and in how well they are rated.
    """

    kind: str
    documents: int
    units: int
    annotators: int
    share: float
    alpha: float
    inside: float = 0.3
    differing: float = 0.12

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

    def quality(self, generator: np.random.Generator, size: int) -> NDArray[np.float64]:
        """Return how often the ratings of a unit copy its true label, over units of many documents."""
        spread = 0.0 if self.kind == "alone" else self.differing
        return np.clip(np.sqrt(self.alpha) + spread * generator.standard_normal(size), 0, 1)

    def truth(self) -> float:
        """Return the true alpha: two raters of a unit agree beyond chance where both copied."""
        return float((self.quality(np.random.default_rng(1), 1_000_000) ** 2).mean())

    def codes(self, generator: np.random.Generator) -> NDArray[np.int32]:
        """Return the codes of one table, shape (N, A); 1 is the rarer label."""
        places = self.places()
        size = len(places)
        inside = 0.0 if self.kind == "alone" else self.inside
        rare = 1 - self.share
        label, quality = generator.standard_normal((2, int(places.max()) + 1))
        both = np.sqrt(0.5) if self.kind == "crossed" else 0.5
        latent = np.sqrt(inside) * both * label[places].sum(axis=1)
        true = latent + np.sqrt(1 - inside) * generator.standard_normal(size) < ndtri(rare)
        spread = 0.0 if self.kind == "alone" else self.differing
        copying = np.clip(np.sqrt(self.alpha) + spread * both * quality[places].sum(axis=1), 0, 1)
        shape = (size, self.annotators)
        blind = generator.random(shape) < rare
        copied = generator.random(shape) < copying[:, None]
        return np.where(copied, true[:, None], blind).astype(np.int32)

    def ratings(self, codes: NDArray[np.int32], name: str = "d") -> Ratings:
        """Return codes as ratings with their documents."""
        clusters: tuple[Cluster, ...] | None = None
        if self.kind != "alone":
            clusters = tuple((f"{name}{a}", f"{name}{b}") for a, b in self.places())
        units = tuple(f"u{number:05}" for number in range(len(codes)))
        people = tuple(f"A{number}" for number in range(self.annotators))
        return Ratings(units, people, codes, (0, 1), "nominal", clusters)
