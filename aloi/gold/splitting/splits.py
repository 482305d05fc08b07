"""Train, dev and test parts of the gold: sizes, strata, a seed, and what stays together (the policy)."""

from __future__ import annotations

import math
import re
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np

from aloi.base.errors import AloiError
from aloi.base.names import known_name
from aloi.base.terms import Phrase, Term
from aloi.gold.model import Split, SplitReport
from aloi.gold.splitting.disjoint import drop_crossing
from aloi.gold.splitting.groups import draw_groups, linked_groups

BINS = 5
REST = "rest"
# What splits do not share: nothing is kept together; no sentence or no document is in two splits, and items
# that would be are excluded; items that share documents, also through others, are drawn together.
NONE, SENTENCE, DOCUMENT, CONNECTED = POLICIES = ("none", "sentence", "document", "connected")
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
class Alternative:
    """A policy that passes the release checks: the sizes of its splits, and how many items it excludes."""

    policy: str
    sizes: Mapping[str, int]
    excluded: int


@dataclass(frozen=True, slots=True)
class Parts:
    """The parts, in the requested order, and the report on them.

    Parameters
    ----------
    requested : mapping
        Split -> number of items that the sizes ask for.
    largest_group : int
        Items of the largest group of items that share documents, directly or through others.
    alternative : Alternative or None
        If documents are in two splits: the policy with which none would be.
    """

    splits: tuple[Split, ...]
    report: SplitReport
    requested: Mapping[str, int] = field(default_factory=dict)
    largest_group: int = 1
    alternative: Alternative | None = None


def make_splits(
    items: Sequence[Splittable],
    sizes: Mapping[str, int | float | str],
    *,
    low: float,
    high: float,
    seed: int,
    stratify: bool = True,
    forced: Mapping[str, str] | None = None,
    policy: str = NONE,
) -> Parts:
    """Return the parts of the gold, none of them empty.

    The order of items and of the names of parts changes no part.

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
    policy : str
        One of `POLICIES`. With `document`, items of one document each are drawn by complete documents. For
        other items, such as pairs, and with `sentence`, items are excluded after the draw; the splits become
        smaller, and the report says by how much. Forced items are never excluded. With `connected` nothing
        is excluded, and the sizes are met as nearly as the groups allow.

    Raises
    ------
    AloiError
        Sizes that cannot be met (the message says how many items there are), or a split that dropping
        emptied. Forced items that are missing, overflow their split or cross themselves.
    """
    parts = draw_splits(
        items, sizes, low=low, high=high, seed=seed, stratify=stratify, forced=forced, policy=policy
    )
    check_emptied(parts, policy)
    return parts


def draw_splits(
    items: Sequence[Splittable],
    sizes: Mapping[str, int | float | str],
    *,
    low: float,
    high: float,
    seed: int,
    stratify: bool = True,
    forced: Mapping[str, str] | None = None,
    policy: str = NONE,
) -> Parts:
    """Return the parts as `make_splits`, also if the policy left one of them empty."""
    by_id = _by_id(items)
    known_name(policy, POLICIES, Phrase("kind-split-policy", "split policy"))
    forced_parts = dict(sorted((forced or {}).items()))
    counts = _sizes(sizes, len(by_id))
    _check_forced(forced_parts, by_id, counts)
    connected = _connected(by_id)
    groups = _groups(by_id, policy, connected)
    dropped: set[str] = set()
    if groups is not None:
        parts = draw_groups(
            _strata(list(by_id.values()), low, high, stratify), groups, forced_parts, counts, seed
        )
    else:
        free = [item for item in by_id.values() if item.item_id not in forced_parts]
        parts = _drawn_parts(_strata(free, low, high, stratify), forced_parts, counts, seed)
        if policy != NONE:
            keys = {item_id: _keys(item, policy) for item_id, item in by_id.items()}
            dropped = drop_crossing(parts, keys, set(forced_parts), policy)
    splits = tuple(
        Split(name, tuple(sorted(item_id for item_id in parts[name] if item_id not in dropped)))
        for name in counts
    )
    left_over = len(by_id) - len(dropped) - sum(len(split.item_ids) for split in splits)
    report = SplitReport(
        method=_method(stratify, policy if groups is not None else NONE, len(forced_parts), left_over),
        seed=seed,
        sizes={split.name: len(split.item_ids) for split in splits},
        disjoint=None if policy == NONE else policy,
        crossing_sentences=_count(splits, by_id, SENTENCE),
        crossing_documents=_count(splits, by_id, DOCUMENT),
        dropped=tuple(sorted(dropped)),
    )
    return Parts(splits, report, counts, max(map(len, connected), default=0))


def check_emptied(parts: Parts, policy: str) -> None:
    """Raise AloiError if a policy left a split empty."""
    for name, size in parts.report.sizes.items():
        if not size and policy == CONNECTED:
            raise AloiError("gold.group-too-large", name=repr(name), largest=parts.largest_group)
        if not size:
            raise AloiError(
                "gold.all-items-share-another-part",
                wanted=parts.requested[name],
                name=repr(name),
                policy=policy,
            )


def _connected(by_id: Mapping[str, Splittable]) -> list[list[str]]:
    """Return the ids of the items that share documents, directly or through others, group by group."""
    ids = list(by_id)
    documents = [_keys(item, DOCUMENT) for item in by_id.values()]
    return [[ids[position] for position in group] for group in linked_groups(documents)]


def _groups(
    by_id: Mapping[str, Splittable], policy: str, connected: Sequence[Sequence[str]]
) -> dict[str, str] | None:
    """Return the group of each item that is drawn as a whole; None if items are drawn one by one."""
    single = all(len(set(item.documents)) <= 1 for item in by_id.values())
    if policy == DOCUMENT and single:
        return {item.item_id: item.documents[0] for item in by_id.values() if item.documents}
    if policy == CONNECTED:
        # Groups are named by a document, as with the policy `document`: both draw the same then.
        names = {group[0]: min(by_id[group[0]].documents, default=group[0]) for group in connected}
        return {item_id: names[group[0]] for group in connected for item_id in group}
    return None


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
    return tuple(sorted(set(item.sentences if unit == SENTENCE else item.documents)))


def _count(splits: Sequence[Split], by_id: Mapping[str, Splittable], unit: str) -> int:
    return len(
        crossing({one.name: [k for i in one.item_ids for k in _keys(by_id[i], unit)] for one in splits})
    )


def _method(stratify: bool, drawn_by: str, forced: int, left_over: int) -> str:
    """Return the method in words, for the report and the data statement."""
    words = [f"stratified by score ({BINS} bins of equal width)" if stratify else "drawn at random"]
    if drawn_by != NONE:
        words.append(
            "whole documents" if drawn_by == DOCUMENT else "items that share documents stay together"
        )
    if forced:
        words.append(f"{forced} items forced into their part")
    if left_over:
        words.append(f"{left_over} items in no part")
    return ", ".join(words)


def crossing(keys_by_part: Mapping[str, Iterable[str]]) -> tuple[str, ...]:
    """Return, sorted, the keys (sentence texts, document ids) found in more than one part."""
    seen: set[str] = set()
    twice: set[str] = set()
    for keys in map(set, keys_by_part.values()):
        twice |= seen & keys
        seen |= keys
    return tuple(sorted(twice))
