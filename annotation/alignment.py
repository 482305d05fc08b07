"""Groups of tokens on two sides of a pair, each with the operation that links them."""

from __future__ import annotations

from dataclasses import dataclass

ERR = "err"  # marks the whole pair: the two sides do not belong together, or one is broken


@dataclass(frozen=True, slots=True)
class AlignedGroup:
    """One operation: places of tokens on both sides (0-based, as given; one side may be empty), a label."""

    source: tuple[int, ...]
    target: tuple[int, ...]
    label: str


@dataclass(frozen=True, slots=True)
class AlignedPair:
    """The groups of one pair, in the order given. `id` names the pair in its file; `line` counts from 1."""

    id: str
    groups: tuple[AlignedGroup, ...]
    line: int

    @property
    def broken(self) -> bool:
        """Whether the pair is marked as a whole."""
        return any(one.label == ERR for one in self.groups)
