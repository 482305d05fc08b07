"""Whole documents drawn into the parts of a split, so that none stands in two and no item is dropped."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence

import numpy as np

from aloi.base.errors import AloiError

_NO_PART = ""  # of the items that are left over


def draw_documents(
    strata: Sequence[Sequence[str]],
    documents: Mapping[str, str],
    forced: Mapping[str, str],
    item_counts: Mapping[str, int],
    seed: int,
) -> dict[str, list[str]]:
    """Return the item ids of each part, all those of a document in one.

    Documents go, the largest first, where they bring the counts of a part's strata nearest to what they
    should be; sizes are met as nearly as whole documents allow.

    Parameters
    ----------
    strata : sequence of sequence of str
        The ids of the items by score bin, held ones in any.
    documents : mapping
        Item id -> its document; an item without one stands for itself.
    forced : mapping
        Item id -> the part it must be in; the rest of its document follows.
    item_counts : mapping
        Part -> number of items. AloiError is raised for a document with held items of two parts.
    """
    members: dict[str, list[str]] = defaultdict(list)
    stratum = {item_id: stratum_number for stratum_number, ids in enumerate(strata) for item_id in ids}
    for item_id in sorted(stratum):
        members[documents.get(item_id, item_id)].append(item_id)
    bound = _bound(documents, forced)
    total = sum(map(len, strata))
    shares = np.array([len(ids) for ids in strata]) / max(total, 1)
    names = [*sorted(item_counts), _NO_PART]
    sizes = np.array(
        [*(item_counts[name] for name in sorted(item_counts)), total - sum(item_counts.values())]
    )
    missing = sizes[:, None] * shares[None, :]  # (parts, strata)
    parts: dict[str, list[str]] = {name: [] for name in item_counts}
    for document in _order(members, bound, seed):
        counts = np.zeros(len(strata))
        for stratum_number, count in Counter(stratum[item_id] for item_id in members[document]).items():
            counts[stratum_number] = count
        if document in bound:
            stratum_number = names.index(bound[document])
        else:
            # How much farther from what is wanted each part would be with this document in it.
            stratum_number = int(np.argmin((counts * (counts - 2 * missing)).sum(axis=1)))
        missing[stratum_number] -= counts
        if names[stratum_number] != _NO_PART:
            parts[names[stratum_number]] += members[document]
    return parts


def _order(members: Mapping[str, Sequence[str]], bound: Mapping[str, str], seed: int) -> list[str]:
    """Return the documents as they are drawn: those that must be in a part, then the largest first."""
    order = sorted(members)
    np.random.default_rng(seed).shuffle(order)
    return sorted(order, key=lambda one: (one not in bound, -len(members[one])))


def _bound(documents: Mapping[str, str], forced: Mapping[str, str]) -> dict[str, str]:
    """Return the part of each document that holds items which must be in one."""
    bound: dict[str, str] = {}
    for item_id, part in forced.items():
        document = documents.get(item_id, item_id)
        if bound.setdefault(document, part) != part:
            raise AloiError(
                "gold.stands-items-forced-into",
                value="document",
                bound=" and ".join(sorted((bound[document], part))),
                key=repr(document[:60]),
            )
    return bound
