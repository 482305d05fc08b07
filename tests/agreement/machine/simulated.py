"""Simulated machines and people exactly at the border of the alternative annotator test."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from scipy.special import ndtri

from aloi.agreement.machine.alignment import Alignments
from aloi.agreement.ratings import Cluster


@dataclass(frozen=True)
class Border:
    """A design: `kind` is alone, nested (documents) or crossed (a document on each side).

    Either the person alone or the machine alone wins a unit with the probability `alone`, the person more
    often by epsilon. `inside` is the correlation, of the normal variable behind a win, of two units that
    share a document.
    """

    kind: str
    units: int
    documents: int
    people: int = 3
    epsilon: float = 0.2
    alone: float = 0.4
    inside: float = 0.15

    def __str__(self) -> str:
        """Return the design in words."""
        documents = f" of {self.documents} documents" if self.kind != "alone" else ""
        return f"{self.units} units{documents} ({self.kind}), {self.people} people at epsilon {self.epsilon}"

    def table(self, seed: int) -> Alignments:
        """Return a table of which the true lead of each person is epsilon."""
        generator = np.random.default_rng(seed)
        first = (
            np.arange(self.units)
            if self.kind == "alone"
            else generator.integers(0, self.documents, self.units)
        )
        second = first
        if self.kind == "crossed":
            second = (first + generator.integers(1, self.documents, self.units)) % self.documents
        effects = generator.standard_normal((max(self.documents, self.units), self.people))
        sides = 1 if self.kind != "crossed" else 2
        shared = effects[first] if sides == 1 else (effects[first] + effects[second])
        inside = 0.0 if self.kind == "alone" else self.inside
        latent = np.sqrt(inside) * shared + np.sqrt(1 - sides * inside) * generator.standard_normal(
            (self.units, self.people)
        )
        person_alone, machine_alone = (self.alone + self.epsilon) / 2, (self.alone - self.epsilon) / 2
        person = (latent < ndtri(person_alone)).astype(np.float64)
        machine = (latent > -ndtri(machine_alone)).astype(np.float64)
        clusters: tuple[Cluster, ...] | None = None
        if self.kind != "alone":
            clusters = tuple(
                (f"d{a}", f"d{b}") if self.kind == "crossed" else f"d{a}"
                for a, b in zip(first, second, strict=True)
            )
        names = tuple(f"A{number + 1}" for number in range(self.people))
        return Alignments("X1", "accuracy", names, machine, person, clusters)
