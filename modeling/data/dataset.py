"""What recipes learn from and are scored on: scored pairs in named parts, whatever they were read from."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from errors import AloiError


@dataclass(frozen=True, slots=True)
class ScoredItem:
    """A pair of texts with its gold score, and what scores are later cut by.

    Parameters
    ----------
    score : float
        On the scale of its data.
    miners : tuple of str
        The miners that proposed the pair, sorted; empty where it is not known.
    status : str or None
        `GoldStatus` as text; None where it is not known.
    answers : mapping
        Pseudonym -> score of each annotator, for the human ceiling; empty where they are not known.
    """

    id: str
    left: str
    right: str
    score: float
    miners: tuple[str, ...] = ()
    status: str | None = None
    answers: Mapping[str, float] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class ScoredData:
    """Scored pairs read from a release, a dataset folder or a table.

    Parameters
    ----------
    name : str
        A short name for tables and plots, such as `clinical 1.0`.
    checksum : str
        Of ids, texts, scores, parts and scale: two sources with the same content have the same one.
    low, high : float
        The ends of the scale.
    parts : mapping
        Part (train, dev, test ...) -> its items in the order of their ids.
    """

    name: str
    checksum: str
    low: float
    high: float
    parts: Mapping[str, tuple[ScoredItem, ...]]

    def part(self, name: str) -> tuple[ScoredItem, ...]:
        """Return the items of a part, or raise AloiError naming the parts there are."""
        if name not in self.parts:
            raise AloiError(
                f"{self.name} has no part {name!r}.",
                f"One of these was expected: {', '.join(self.parts) or 'it has none'}.",
                "Name a part it has, or build a release with the parts train, dev and test.",
            )
        return self.parts[name]
