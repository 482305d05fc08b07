"""What recipes learn from and are scored on: rows of one kind in named parts, whatever they were read from."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from errors import AloiError
from evaluation.rows import NO_PROVENANCE, LearntRow, Provenance


@dataclass(frozen=True, slots=True)
class Dataset:
    """Rows read from a release, a dataset folder, an export or a table.

    Parameters
    ----------
    name : str
        A short name for tables and plots, such as `clinical 1.0`.
    checksum : str
        Of all that the rows say and of their parts: two sources with the same content have the same one.
    kind : type
        The kind of all rows.
    parts : mapping
        Part (train, dev, test ...) -> its rows in the order of their ids.
    provenance : mapping
        Row id -> what travels beside it, for rows of which something is known.
    """

    name: str
    checksum: str
    kind: type
    parts: Mapping[str, tuple[LearntRow, ...]]
    provenance: Mapping[str, Provenance] = field(default_factory=dict)

    def part(self, name: str) -> tuple[LearntRow, ...]:
        """Return the rows of a part, or raise AloiError naming the parts there are."""
        if name not in self.parts:
            raise AloiError(
                f"{self.name} has no part {name!r}.",
                f"One of these was expected: {', '.join(self.parts) or 'it has none'}.",
                "Name a part it has, or build a release with the parts train, dev and test.",
            )
        return self.parts[name]

    def beside(self, row_id: str) -> Provenance:
        """Return what travels beside a row."""
        return self.provenance.get(row_id, NO_PROVENANCE)
