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
    held: Mapping[str, str],
    wanted: Mapping[str, int],
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
    held : mapping
        Item id -> the part it must be in; the rest of its document follows.
    wanted : mapping
        Part -> number of items. AloiError is raised for a document with held items of two parts.
    """
    members: dict[str, list[str]] = defaultdict(list)
    stratum = {one: place for place, ids in enumerate(strata) for one in ids}
    for one in sorted(stratum):
        members[documents.get(one, one)].append(one)
    bound = _bound(documents, held)
    total = sum(map(len, strata))
    shares = np.array([len(ids) for ids in strata]) / max(total, 1)
    names = [*sorted(wanted), _NO_PART]
    sizes = np.array([*(wanted[name] for name in sorted(wanted)), total - sum(wanted.values())])
    missing = sizes[:, None] * shares[None, :]  # (parts, strata)
    parts: dict[str, list[str]] = {name: [] for name in wanted}
    for document in _order(members, bound, seed):
        counts = np.zeros(len(strata))
        for place, count in Counter(stratum[one] for one in members[document]).items():
            counts[place] = count
        if document in bound:
            place = names.index(bound[document])
        else:
            # How much farther from what is wanted each part would be with this document in it.
            place = int(np.argmin((counts * (counts - 2 * missing)).sum(axis=1)))
        missing[place] -= counts
        if names[place] != _NO_PART:
            parts[names[place]] += members[document]
    return parts


def _order(members: Mapping[str, Sequence[str]], bound: Mapping[str, str], seed: int) -> list[str]:
    """Return the documents as they are drawn: those that must be in a part, then the largest first."""
    order = sorted(members)
    np.random.default_rng(seed).shuffle(order)
    return sorted(order, key=lambda one: (one not in bound, -len(members[one])))


def _bound(documents: Mapping[str, str], held: Mapping[str, str]) -> dict[str, str]:
    """Return the part of each document that holds items which must be in one."""
    bound: dict[str, str] = {}
    for one, part in held.items():
        document = documents.get(one, one)
        if bound.setdefault(document, part) != part:
            raise AloiError(
                "gold.stands-items-forced-into",
                value="document",
                bound=" and ".join(sorted((bound[document], part))),
                key=repr(document[:60]),
            )
    return bound
