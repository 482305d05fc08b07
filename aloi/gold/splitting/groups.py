"""Draw the splits by groups of items that stay together, such as all items of a document."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence

import numpy as np

from aloi.base.errors import AloiError

_NO_PART = ""  # of the items that are left over


def linked_groups(keys: Sequence[Sequence[str]]) -> list[list[int]]:
    """Return the items that share a key, directly or through others, group by group in order.

    Parameters
    ----------
    keys : sequence of sequences of str
        For each item, its sentences or its documents.
    """
    head = list(range(len(keys)))

    def find(row: int) -> int:
        while head[row] != row:
            head[row] = head[head[row]]
            row = head[row]
        return row

    first: dict[str, int] = {}
    for row, item_keys in enumerate(keys):
        for key in item_keys:
            other = find(first.setdefault(key, row))
            head[find(row)] = other
    groups: dict[int, list[int]] = defaultdict(list)
    for row in range(len(keys)):
        groups[find(row)].append(row)
    return list(groups.values())


def draw_groups(
    strata: Sequence[Sequence[str]],
    groups: Mapping[str, str],
    forced: Mapping[str, str],
    item_counts: Mapping[str, int],
    seed: int,
) -> dict[str, list[str]]:
    """Return the item ids of each part, all those of a group in one.

    Groups are assigned, the largest first, to the split that brings the counts of its strata nearest to
    their targets. Sizes are met as nearly as undivided groups allow.

    Parameters
    ----------
    strata : sequence of sequence of str
        The ids of the items by score bin, forced ones in any.
    groups : mapping
        Item id -> its group, such as its document; an item without one is a group by itself.
    forced : mapping
        Item id -> the part it must be in; the rest of its group follows.
    item_counts : mapping
        Split -> number of items. AloiError is raised for a group with forced items of two splits.
    """
    members: dict[str, list[str]] = defaultdict(list)
    stratum = {item_id: stratum_number for stratum_number, ids in enumerate(strata) for item_id in ids}
    for item_id in sorted(stratum):
        members[groups.get(item_id, item_id)].append(item_id)
    bound = _bound(groups, forced)
    total = sum(map(len, strata))
    shares = np.array([len(ids) for ids in strata]) / max(total, 1)
    names = [*sorted(item_counts), _NO_PART]
    sizes = np.array(
        [*(item_counts[name] for name in sorted(item_counts)), total - sum(item_counts.values())]
    )
    missing = sizes[:, None] * shares[None, :]  # (parts, strata)
    parts: dict[str, list[str]] = {name: [] for name in item_counts}
    for group in _order(members, bound, seed):
        counts = np.zeros(len(strata))
        for stratum_number, count in Counter(stratum[item_id] for item_id in members[group]).items():
            counts[stratum_number] = count
        if group in bound:
            split = names.index(bound[group])
        else:
            # How much farther from its target each split would be with this group in it.
            split = int(np.argmin((counts * (counts - 2 * missing)).sum(axis=1)))
        missing[split] -= counts
        if names[split] != _NO_PART:
            parts[names[split]] += members[group]
    return parts


def _order(members: Mapping[str, Sequence[str]], bound: Mapping[str, str], seed: int) -> list[str]:
    """Return the groups in the order of the draw: forced ones, then the largest first."""
    order = sorted(members)
    np.random.default_rng(seed).shuffle(order)
    return sorted(order, key=lambda name: (name not in bound, -len(members[name])))


def _bound(groups: Mapping[str, str], forced: Mapping[str, str]) -> dict[str, str]:
    """Return the split of each group with forced items."""
    bound: dict[str, str] = {}
    for item_id, part in forced.items():
        group = groups.get(item_id, item_id)
        if bound.setdefault(group, part) != part:
            raise AloiError(
                "gold.stands-items-forced-into",
                value="document",
                bound=" and ".join(sorted((bound[group], part))),
                key=repr(group[:60]),
            )
    return bound
