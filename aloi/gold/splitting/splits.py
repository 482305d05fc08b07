"""Train, dev and test parts of the gold: exact sizes, stratified by score, seeded, disjoint if requested."""

from __future__ import annotations

import math
import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from aloi.base.errors import AloiError
from aloi.base.names import known_name
from aloi.base.terms import Term
from aloi.gold.model import Split, SplitReport
from aloi.gold.splitting.disjoint import drop_crossing

BINS = 5
REST = "rest"
DISJOINT = ("sentence", "document")
_PART = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]*")


@dataclass(frozen=True, slots=True)
class Splittable:
    """The properties of a gold item that splitting needs.

    `score` is the main score, None if the task has none. `sentences` are the texts it shows, `documents` the
    ids of the documents that contain them.
    """

    item_id: str
    score: float | None
    sentences: tuple[str, ...]
    documents: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Parts:
    """The parts, in the requested order, and the report on them."""

    splits: tuple[Split, ...]
    report: SplitReport


def make_splits(
    items: Sequence[Splittable],
    sizes: Mapping[str, int | float | str],
    *,
    low: float,
    high: float,
    seed: int,
    stratify: bool = True,
    forced: Mapping[str, str] | None = None,
    disjoint: str | None = None,
) -> Parts:
    """Return the parts of the gold; the order of items and of the parts' names changes no part.

    Parameters
    ----------
    items : sequence of Splittable
        Each id once.
    sizes : mapping
        Part -> number of items (all integers; what is left over is in no part) or share of all items
        (all fractions, summing to 1); one part may say `rest`.
    low, high : float
        The ends of the scale, cut into five bins of equal width to stratify by score.
    seed : int
        Of the draw.
    stratify : bool
        Draw each part in the same proportions of bins, by largest remainder.
    forced : mapping or None
        Item id -> the part it must be in (the items of a chosen round); they count in its size.
    disjoint : str or None
        `sentence` or `document`: no such text or document is in two splits. Items of one document each are
        drawn by complete documents, and the sizes met as nearly as they allow. For other items, such as
        pairs, items are dropped after the draw; the splits become smaller, and the report says by how much.
        Forced items are never dropped.

    Raises
    ------
    AloiError
        Sizes that cannot be met (the message says how many items there are), or a split that dropping
        emptied. Forced items that are missing, overflow their split or cross themselves.
    """
    by_id = _by_id(items)
    if disjoint is not None:
        known_name(disjoint, DISJOINT, "way to make parts disjoint")
    forced_parts = dict(sorted((forced or {}).items()))
    counts = _sizes(sizes, len(by_id))
    _check_forced(forced_parts, by_id, counts)
    dropped: set[str] = set()
    by_document = disjoint == "document" and all(len(set(one.documents)) <= 1 for one in by_id.values())
    if by_document:
        documents = {one.item_id: one.documents[0] for one in by_id.values() if one.documents}
        document_strata = _strata(list(by_id.values()), low, high, stratify)
        parts = draw_documents(document_strata, documents, forced_parts, counts, seed)
    else:
        strata = _strata(
            [one for one in by_id.values() if one.item_id not in forced_parts], low, high, stratify
        )
        parts = _drawn_parts(strata, forced_parts, counts, seed)
    if disjoint and not by_document:
        dropped = drop_crossing(
            parts, {key: _keys(one, disjoint) for key, one in by_id.items()}, set(forced_parts), disjoint
        )
    splits = tuple(
        Split(name, tuple(sorted(one for one in parts[name] if one not in dropped))) for name in counts
    )
    _check_emptied(splits, counts, disjoint)
    left_over = len(by_id) - len(dropped) - sum(len(one.item_ids) for one in splits)
    report = SplitReport(
        method=_method(stratify, by_document, len(forced_parts), left_over),
        seed=seed,
        sizes={one.name: len(one.item_ids) for one in splits},
        disjoint=disjoint,
        crossing_sentences=_count(splits, by_id, "sentence"),
        crossing_documents=_count(splits, by_id, "document"),
        dropped=tuple(sorted(dropped)),
    )
    return Parts(splits, report)


def _by_id(items: Sequence[Splittable]) -> dict[str, Splittable]:
    by_id = {one.item_id: one for one in sorted(items, key=lambda one: one.item_id)}
    if len(by_id) < len(items):
        raise AloiError(
            "aloi.value", name=Term("repeated-items"), value=len(items) - len(by_id), expected="0"
        )
    return by_id


def _drawn_parts(
    strata: list[list[str]], forced: Mapping[str, str], counts: Mapping[str, int], seed: int
) -> dict[str, list[str]]:
    """Return the ids of each part: those it must have, then those drawn from the shuffled strata."""
    parts = {name: [one for one, part in forced.items() if part == name] for name in counts}
    generator = np.random.default_rng(seed)
    for ids in strata:
        generator.shuffle(ids)
    for name in sorted(counts):
        parts[name] += _draw(strata, counts[name] - len(parts[name]))
    return parts


def _sizes(sizes: Mapping[str, int | float | str], total: int) -> dict[str, int]:
    """Return the number of items of each part, or raise AloiError."""
    for name in sizes:
        if not _PART.fullmatch(name):
            raise AloiError(
                "aloi.value", name=Term("name-of-a-split"), value=repr(name), expected=Term("file-name")
            )
    numbers = {name: size for name, size in sizes.items() if not isinstance(size, str)}
    rest = [name for name in sizes if name not in numbers]
    usable = all(
        not isinstance(size, bool) and math.isfinite(size) and size >= 0 for size in numbers.values()
    )
    if not sizes:
        raise _wrong_sizes(sizes, total, Term("sizes-none"))
    if not usable or len(rest) > 1 or any(sizes[name] != REST for name in rest):
        raise _wrong_sizes(sizes, total, Term("sizes-form", rest=REST))
    are_counts = all(isinstance(size, int) for size in numbers.values())
    if not are_counts and any(isinstance(size, int) and size not in (0, 1) for size in numbers.values()):
        raise _wrong_sizes(sizes, total, Term("sizes-mixed"))
    size_total = math.fsum(numbers.values())
    if not are_counts:
        if size_total > 1 + 1e-9 or (not rest and size_total < 1 - 1e-9):
            raise _wrong_sizes(sizes, total, Term("sizes-sum", value=f"{size_total:g}"))
        shares = {**numbers, **dict.fromkeys(rest, max(0.0, 1 - size_total))}
        counts = _largest_remainder({name: shares[name] * total for name in sizes}, total)
    else:
        counts = {name: int(size) for name, size in numbers.items()}
        counts |= dict.fromkeys(rest, total - int(size_total))
        if size_total > total:
            raise _wrong_sizes(sizes, total, Term("sizes-need", value=f"{size_total:g}"))
    empty = [name for name, count in counts.items() if count == 0]
    if empty:
        raise _wrong_sizes(sizes, total, Term("sizes-empty", split=repr(empty[0])))
    return {name: counts[name] for name in sizes}


def _wrong_sizes(sizes: Mapping[str, int | float | str], total: int, error: Term) -> AloiError:
    requested = [f"{name}={size}" for name, size in sizes.items()] or Term("sizes-no-split")
    return AloiError("gold.sizes", sizes=requested, total=total, error=error)


def _largest_remainder(quotas: Mapping[str, float], total: int) -> dict[str, int]:
    """Return integers that sum to `total`, each its quota rounded down or one more; ties by name."""
    counts = {name: math.floor(quota + 1e-9) for name, quota in quotas.items()}
    by_remainder = sorted(quotas, key=lambda name: (counts[name] - quotas[name], name))
    for name in by_remainder[: total - sum(counts.values())]:
        counts[name] += 1
    return counts


def _check_forced(
    forced: Mapping[str, str], by_id: Mapping[str, Splittable], counts: Mapping[str, int]
) -> None:
    """Raise AloiError for forced items that cannot be placed."""
    unknown = [one for one in forced if one not in by_id]
    if unknown:
        raise AloiError("gold.forced-item-no-gold-first", unknown=len(unknown), unknown_unknown=unknown[0])
    for part in sorted(set(forced.values())):
        count = sum(one == part for one in forced.values())
        if part not in counts:
            raise AloiError(
                "aloi.value",
                name=Term("forced-split", count=count),
                value=repr(part),
                expected=Term("one-of", choices=counts),
            )
        if count > counts[part]:
            raise AloiError(
                "aloi.too-many",
                name=Term("forced-items", split=repr(part)),
                count=count,
                most=counts[part],
                todo=Term("fewer-forced"),
            )


def _strata(items: Sequence[Splittable], low: float, high: float, stratify: bool) -> list[list[str]]:
    """Return the ids by score bin, each list in the order of ids."""
    bins: dict[int, list[str]] = defaultdict(list)
    for item in items:
        bin_ = -1
        if stratify and item.score is not None and high > low:
            bin_ = min(BINS - 1, max(0, math.floor((item.score - low) / (high - low) * BINS)))
        bins[bin_].append(item.item_id)
    return [bins[bin_] for bin_ in sorted(bins)]


def _draw(strata: Sequence[list[str]], size: int) -> list[str]:
    """Return `size` ids taken from the front of the strata in proportion to their remaining ids."""
    total = sum(map(len, strata))
    if size == 0:
        return []
    quotas = {f"{place:03}": size * len(ids) / total for place, ids in enumerate(strata)}
    drawn: list[str] = []
    for ids, count in zip(strata, _largest_remainder(quotas, size).values(), strict=True):
        drawn += ids[:count]
        del ids[:count]
    return drawn


def _keys(item: Splittable, unit: str) -> tuple[str, ...]:
    return tuple(sorted(set(item.sentences if unit == "sentence" else item.documents)))


def _check_emptied(splits: Sequence[Split], counts: Mapping[str, int], disjoint: str | None) -> None:
    for split in splits:
        if not split.item_ids:
            raise AloiError(
                "gold.all-items-share-another-part",
                wanted=counts[split.name],
                name=repr(split.name),
                disjoint=disjoint,
            )


def _count(splits: Sequence[Split], by_id: Mapping[str, Splittable], unit: str) -> int:
    return len(
        crossing({one.name: [k for i in one.item_ids for k in _keys(by_id[i], unit)] for one in splits})
    )


def _method(stratify: bool, by_document: bool, forced: int, left_over: int) -> str:
    """Return the method in words, for the report and the data statement."""
    words = [f"stratified by score ({BINS} bins of equal width)" if stratify else "drawn at random"]
    if by_document:
        words.append("whole documents")
    if forced:
        words.append(f"{forced} items forced into their part")
    if left_over:
        words.append(f"{left_over} items in no part")
    return ", ".join(words)


_NO_PART = ""  # of the items that are left over


def draw_documents(
    strata: Sequence[Sequence[str]],
    documents: Mapping[str, str],
    forced: Mapping[str, str],
    item_counts: Mapping[str, int],
    seed: int,
) -> dict[str, list[str]]:
    """Return the item ids of each part, all those of a document in one.

    Documents are assigned, the largest first, to the split that brings the counts of its strata nearest to
    their targets. Sizes are met as nearly as undivided documents allow.

    Parameters
    ----------
    strata : sequence of sequence of str
        The ids of the items by score bin, forced ones in any.
    documents : mapping
        Item id -> its document; an item without one stands for itself.
    forced : mapping
        Item id -> the part it must be in; the rest of its document follows.
    item_counts : mapping
        Split -> number of items. AloiError is raised for a document with forced items of two splits.
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
            # How much farther from its target each split would be with this document in it.
            stratum_number = int(np.argmin((counts * (counts - 2 * missing)).sum(axis=1)))
        missing[stratum_number] -= counts
        if names[stratum_number] != _NO_PART:
            parts[names[stratum_number]] += members[document]
    return parts


def _order(members: Mapping[str, Sequence[str]], bound: Mapping[str, str], seed: int) -> list[str]:
    """Return the documents in the order of the draw: forced ones, then the largest first."""
    order = sorted(members)
    np.random.default_rng(seed).shuffle(order)
    return sorted(order, key=lambda one: (one not in bound, -len(members[one])))


def _bound(documents: Mapping[str, str], forced: Mapping[str, str]) -> dict[str, str]:
    """Return the split of each document with forced items."""
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


def crossing(keys_by_part: Mapping[str, Iterable[str]]) -> tuple[str, ...]:
    """Return, sorted, the keys (sentence texts, document ids) found in more than one part."""
    seen: set[str] = set()
    twice: set[str] = set()
    for keys in map(set, keys_by_part.values()):
        twice |= seen & keys
        seen |= keys
    return tuple(sorted(twice))
