"""Choose the items to drop so that no sentence or document is in two splits."""

from __future__ import annotations

import heapq
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from aloi.base.errors import AloiError


class _Choice(NamedTuple):
    """Settling a key by keeping it in one part: the lower tuple is done first."""

    lost: int
    key: str
    keep: str


@dataclass(slots=True)
class _Standing:
    """The current splits of each key, and the current number of items in each split."""

    places: dict[str, dict[str, set[str]]]
    left: dict[str, int]
    forced: set[str]
    unit: str

    def best(self, key: str) -> _Choice | None:
        """Return the best split to keep a key in, None if it is in one split only.

        It is kept in the split of which it is the largest share of the remaining items.
        """
        standing = {part: ids for part, ids in self.places[key].items() if ids}
        if len(standing) < 2:
            return None
        bound = [part for part in sorted(standing) if standing[part] & self.forced]
        if len(bound) > 1:
            raise AloiError(
                "gold.stands-items-forced-into",
                value=self.unit,
                bound=" and ".join(bound),
                key=repr(key[:60]),
            )
        keep = max(bound or sorted(standing), key=lambda part: len(standing[part]) / self.left[part])
        return _Choice(sum(len(ids) for part, ids in standing.items() if part != keep), key, keep)


def drop_crossing(
    parts: Mapping[str, Sequence[str]], keys: Mapping[str, tuple[str, ...]], forced: set[str], unit: str
) -> set[str]:
    """Return the ids of the items to drop so that every key is in one split.

    Greedy and deterministic: each key is kept in the split of which it is the largest share of the remaining
    items. So a small split is not emptied in favour of a large one. Its items in the other splits are
    dropped. The key that loses the fewest items is settled first.

    Parameters
    ----------
    parts : mapping
        Part -> item ids.
    keys : mapping
        Item id -> its sentence texts or document ids.
    forced : set of str
        Ids never dropped.
    unit : str
        `sentence` or `document`, for messages.

    Raises
    ------
    AloiError
        A key of forced items in two splits.
    """
    places: dict[str, dict[str, set[str]]] = defaultdict(lambda: defaultdict(set))
    part_of = {item_id: part for part, ids in parts.items() for item_id in ids}
    for item_id, part in part_of.items():
        for key in keys[item_id]:
            places[key][part].add(item_id)
    now = _Standing(places, {part: len(ids) for part, ids in parts.items()}, forced, unit)
    dropped: set[str] = set()
    heap = [choice for key in places if (choice := now.best(key))]
    heapq.heapify(heap)
    while heap:
        choice = heapq.heappop(heap)
        if (fresh := now.best(choice.key)) != choice:  # something changed since it was pushed
            if fresh:
                heapq.heappush(heap, fresh)
            continue
        lost = {item_id for part, ids in places[choice.key].items() if part != choice.keep for item_id in ids}
        dropped |= lost
        for item_id in lost:
            now.left[part_of[item_id]] -= 1
            for key in keys[item_id]:
                places[key][part_of[item_id]].discard(item_id)
        for key in sorted({key for item_id in lost for key in keys[item_id]}):
            if again := now.best(key):
                heapq.heappush(heap, again)
    return dropped
