"""The splits of a gold under each policy, and the policy that a release takes by default."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from aloi.base.errors import AloiError
from aloi.gold.splitting.splits import (
    NONE,
    POLICIES,
    SENTENCE,
    Alternative,
    Parts,
    Splittable,
    check_emptied,
    draw_splits,
)

MOST_EXCLUDED = 0.05  # of the gold, by a policy that nobody chose
_LEAST_OF_SIZE = 0.5  # of the requested items of each split, under such a policy


@dataclass(frozen=True, slots=True)
class PolicyDraw:
    """The splits under a policy; `error` says why they are none, or why one of them is empty."""

    policy: str
    parts: Parts | None
    error: AloiError | None = None

    @property
    def excluded(self) -> int:
        """Items that are in no split because of the policy."""
        return 0 if self.parts is None else len(self.parts.report.dropped)

    @property
    def passes(self) -> bool:
        """Whether every split has items and no document is in two."""
        return self.parts is not None and self.error is None and not self.parts.report.crossing_documents

    def is_default(self, total: int) -> bool:
        """Return whether a release may take this policy unasked: few items are excluded, sizes are kept."""
        return self.passes and self.excluded <= MOST_EXCLUDED * total and self.keeps_sizes

    @property
    def keeps_sizes(self) -> bool:
        """Whether every split has at least half of its requested items.

        A group of connected documents may be so large that hardly any item is left for another split.
        """
        if self.parts is None:
            return False
        sizes = self.parts.report.sizes
        return all(sizes[name] >= _LEAST_OF_SIZE * count for name, count in self.parts.requested.items())

    def deviation(self) -> int:
        """Return by how many items all splits together miss the requested sizes."""
        if self.parts is None:
            return 0
        sizes = self.parts.report.sizes
        return sum(abs(count - sizes[name]) for name, count in self.parts.requested.items())

    def alternative(self) -> Alternative | None:
        """Return the policy as the release checks name it."""
        if self.parts is None:
            return None
        return Alternative(self.policy, self.parts.report.sizes, self.excluded)


def draw_policies(
    items: Sequence[Splittable], sizes: Mapping[str, int | float | str], **options: Any
) -> tuple[PolicyDraw, ...]:
    """Return the splits under each policy; the arguments are those of `draw_splits`.

    Raises
    ------
    AloiError
        Sizes or forced items that no policy can meet.
    """
    draws = [PolicyDraw(NONE, draw_splits(items, sizes, policy=NONE, **options))]
    for policy in POLICIES[1:]:
        try:
            parts = draw_splits(items, sizes, policy=policy, **options)
        except AloiError as error:
            draws.append(PolicyDraw(policy, None, error))
            continue
        try:
            check_emptied(parts, policy)
        except AloiError as error:
            draws.append(PolicyDraw(policy, parts, error))
        else:
            draws.append(PolicyDraw(policy, parts))
    return tuple(draws)


def recommended(draws: Sequence[PolicyDraw], total: int) -> PolicyDraw | None:
    """Return the policy to take, of those that pass the release checks; None if none does.

    Of those that exclude few items and keep the sizes, it is the one whose splits are nearest to the
    requested sizes. Otherwise it is the one that excludes least, if possible of those that keep the sizes.
    If no two items share a document, all items can be drawn alone. Otherwise only policies on documents are
    considered: others would pass by chance.
    """
    passing = [draw for draw in draws if draw.passes]
    plain = draws[0].parts
    if plain is not None and plain.largest_group > 1:
        passing = [draw for draw in passing if draw.policy not in (NONE, SENTENCE)]
    defaults = [draw for draw in passing if draw.is_default(total)]
    if defaults:
        return min(defaults, key=PolicyDraw.deviation)
    return min(passing, key=lambda draw: (not draw.keeps_sizes, draw.excluded), default=None)
