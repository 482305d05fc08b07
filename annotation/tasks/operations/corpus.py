"""A corpus of annotated simplifications as numbers: operations, what goes together, lengths, subsets."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from math import sqrt

import numpy as np

from aloi.annotation.rows import ERR, AlignedGroup
from aloi.annotation.tasks.operations.typology import Subset
from aloi.base.errors import AloiError
from aloi.base.records import JSON_NAME
from aloi.base.terms import Term

_TOP = 7  # the number of most frequent labels whose share is reported, as in the ASSETann paper
_BIN = 0.1  # width of a bin of length ratios


@dataclass(frozen=True, slots=True)
class AnnotatedPair:
    """A sentence, its simplification and the groups that link them.

    Parameters
    ----------
    id : str
        Names the pair in its corpus.
    source_id : str
        The same for every simplification of a sentence.
    source, target : tuple of str
        Tokens.
    groups : tuple of AlignedGroup
        As given; a group labelled `err` marks the whole pair as broken.
    same_text : bool
        Whether both texts are the same string (in a gold: the same tokens).
    annotated : bool
        False for a line of a file that is blank: nobody said that nothing was done to this pair.
    """

    id: str
    source_id: str
    source: tuple[str, ...]
    target: tuple[str, ...]
    groups: tuple[AlignedGroup, ...]
    same_text: bool
    annotated: bool = field(default=True, metadata={JSON_NAME: "given"})

    @property
    def broken(self) -> bool:
        """Whether the pair is marked as a whole."""
        return any(one.label == ERR for one in self.groups)

    @property
    def labels(self) -> frozenset[str]:
        """The distinct labels of its groups."""
        return frozenset(one.label for one in self.groups)


@dataclass(frozen=True, slots=True)
class OperationCounts:
    """The counts of a corpus.

    Parameters
    ----------
    pairs : int
        All pairs.
    identical, identical_texts : int
        Pairs without any group; pairs whose two texts are the same string.
    erroneous, erroneous_sources : int
        Pairs marked `err`, and the distinct sources they belong to.
    annotated : int
        Pairs with a group and without `err`: the `distinct_labels_...` count over these.
    groups_total : int
        Groups of all pairs, `err` among them; `groups_annotated` counts those of annotated pairs.
    groups_by_label, distinct_labels_by_label : dict
        Number of groups; number of annotated pairs that have the label, the most frequent first.
    distinct_labels_total : int
        Sum over annotated pairs of their distinct labels: the ASSETann paper calls them operations.
    top_share_of_distinct, top_share_of_groups : float or None
        Share of the seven most frequent labels, of `distinct_labels_total` and of `groups_annotated`.
    tokens_in_several_groups, groups_out_of_order : int
        Tokens in two groups or more; groups whose positions do not ascend.
    notes : tuple of str
        Irregularities that were read nevertheless, by file and line.
    """

    pairs: int
    identical: int
    identical_texts: int
    erroneous: int
    erroneous_sources: int
    annotated: int
    groups_total: int
    groups_annotated: int
    groups_by_label: dict[str, int]
    distinct_labels_total: int
    distinct_labels_by_label: dict[str, int]
    top_share_of_distinct: float | None
    top_share_of_groups: float | None
    tokens_in_several_groups: int
    groups_out_of_order: int
    notes: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class LabelCount:
    """One label, counted both ways over annotated pairs; shares run 0 to 1.

    `groups` is given with its share of all groups. `pairs` have the label; they are given with their share of
    the annotated pairs. The third share is that of all distinct labels (the ASSETann paper calls it the share
    of operations).
    """

    label: str
    groups: int
    share_of_groups: float
    pairs: int
    share_of_pairs: float
    share_of_distinct: float


@dataclass(frozen=True, slots=True)
class Together:
    """The frequency of two labels in the same annotated pair.

    With n annotated pairs, of which a have the first label, b the second and ab both:

    - `lift` = n ab / (a b): 1 when the labels ignore each other, 2 when they meet twice as often, from 0.
    - `phi` = (n ab - a b) / sqrt(a (n - a) b (n - b)): the correlation of the two labels as yes or no, -1 to
      1. None when one of them is in all pairs.
    """

    a: str
    b: str
    both: int
    lift: float
    phi: float | None


@dataclass(frozen=True, slots=True)
class LengthRatio:
    """Tokens of the target divided by tokens of the source, over pairs without `err`.

    Quartiles are interpolated linearly; `bins` are (low, high, count), half open, 0.1 wide. `left_out`
    pairs have no source token.
    """

    pairs: int
    left_out: int
    first_quartile: float
    median: float
    third_quartile: float
    bins: tuple[tuple[float, float, int], ...]


def count_operations(pairs: Sequence[AnnotatedPair], notes: Iterable[str] = ()) -> OperationCounts:
    """Return the counts of a corpus; `notes` are handed through."""
    annotated = _annotated(pairs)
    groups = Counter(group.label for pair in pairs for group in pair.groups)
    of_annotated = Counter(group.label for pair in annotated for group in pair.groups)
    distinct = Counter(label for pair in annotated for label in _in_order(pair))
    return OperationCounts(
        pairs=len(pairs),
        identical=sum(pair.annotated and not pair.groups for pair in pairs),
        identical_texts=sum(pair.same_text for pair in pairs),
        erroneous=sum(pair.broken for pair in pairs),
        erroneous_sources=len({pair.source_id for pair in pairs if pair.broken}),
        annotated=len(annotated),
        groups_total=groups.total(),
        groups_annotated=of_annotated.total(),
        groups_by_label=dict(groups.most_common()),
        distinct_labels_total=distinct.total(),
        distinct_labels_by_label=dict(distinct.most_common()),
        top_share_of_distinct=_top_share(distinct),
        top_share_of_groups=_top_share(of_annotated),
        tokens_in_several_groups=sum(map(_shared_tokens, pairs)),
        groups_out_of_order=sum(
            any(list(side) != sorted(side) for side in (group.source, group.target))
            for pair in pairs
            for group in pair.groups
        ),
        notes=tuple(notes),
    )


def label_counts(pairs: Sequence[AnnotatedPair]) -> tuple[LabelCount, ...]:
    """Return every label of the annotated pairs, the one with most groups first, equals by name."""
    annotated = _annotated(pairs)
    groups = Counter(group.label for pair in annotated for group in pair.groups)
    distinct = Counter(label for pair in annotated for label in pair.labels)
    return tuple(
        LabelCount(
            label,
            count,
            count / groups.total(),
            distinct[label],
            distinct[label] / len(annotated),
            distinct[label] / distinct.total(),
        )
        for label, count in sorted(groups.items(), key=lambda one: (-one[1], one[0]))
    )


def cooccurrence(pairs: Sequence[AnnotatedPair]) -> tuple[Together, ...]:
    """Return every two different labels, in the order of `label_counts`, once each."""
    annotated = _annotated(pairs)
    have = Counter(label for pair in annotated for label in pair.labels)
    both = Counter(
        frozenset(two) for pair in annotated for two in combinations(sorted(pair.labels), 2)
    )  # fmt: skip
    total = len(annotated)
    rows = []
    for a, b in combinations([one.label for one in label_counts(pairs)], 2):
        count, with_a, with_b = both[frozenset((a, b))], have[a], have[b]
        spread = sqrt(with_a * (total - with_a) * with_b * (total - with_b))
        phi = (total * count - with_a * with_b) / spread if spread else None
        rows.append(Together(a, b, count, total * count / (with_a * with_b), phi))
    return tuple(rows)


def length_ratio(pairs: Sequence[AnnotatedPair]) -> LengthRatio | None:
    """Return how long simplifications are beside their sources; None without a pair to measure."""
    sound = [pair for pair in pairs if not pair.broken]
    ratios = [len(pair.target) / len(pair.source) for pair in sound if pair.source]
    if not ratios:
        return None
    first, median, third = (float(one) for one in np.quantile(ratios, [0.25, 0.5, 0.75]))
    # Whole numbers of bins first: 0.3 / 0.1 is 2.999... in floating point.
    places = Counter(int(ratio / _BIN + 1e-9) for ratio in ratios)
    low, high = min(places), max(places)
    bins = tuple(
        (round(at * _BIN, 1), round((at + 1) * _BIN, 1), places[at]) for at in range(low, high + 1)
    )  # fmt: skip
    return LengthRatio(len(ratios), len(sound) - len(ratios), first, median, third, bins)


def select_pairs(
    pairs: Sequence[AnnotatedPair],
    subsets: Iterable[Subset] = (),
    having: Collection[str] = (),
    without: Collection[str] = (),
) -> tuple[AnnotatedPair, ...]:
    """Return the pairs without `err` that are in all subsets, have all labels, and none of the excluded ones.

    A pair is in a subset if it has one of the subset's labels, and none of those it excludes. If a subset
    only excludes labels, it includes pairs without operations.
    """
    named, required, left_out = list(subsets), set(having), set(without)
    return tuple(
        pair
        for pair in pairs
        if not pair.broken
        and required <= pair.labels
        and not left_out & pair.labels
        and all(one.holds(pair.labels) for one in named)
    )


def other_targets(
    chosen: Sequence[AnnotatedPair], pairs: Sequence[AnnotatedPair]
) -> tuple[tuple[tuple[str, ...], ...], int]:
    """Return the other simplifications of the source of each chosen pair, and how many are excluded.

    As many for each pair as the pair with the fewest has, the first ones in the order of `pairs`, broken
    ones included (SARI studies score against all of them).
    """
    by_source: Mapping[str, list[AnnotatedPair]] = defaultdict(list)
    for pair in pairs:
        by_source[pair.source_id].append(pair)
    others = [
        [" ".join(other.target) for other in by_source[pair.source_id] if other.id != pair.id]
        for pair in chosen
    ]
    most = min(map(len, others), default=0)
    return tuple(tuple(one[:most]) for one in others), sum(len(one) - most for one in others)


def check_labels(labels: Iterable[str], allowed: Collection[str]) -> None:
    """Raise AloiError for a label that is not known."""
    stranger = next((one for one in labels if one not in allowed), None)
    if stranger is not None:
        raise AloiError(
            "aloi.value",
            name=Term("label-of-corpus"),
            value=repr(stranger),
            expected=Term("one-of", choices=allowed),
        )


def _annotated(pairs: Sequence[AnnotatedPair]) -> list[AnnotatedPair]:
    return [pair for pair in pairs if pair.groups and not pair.broken]


def _in_order(pair: AnnotatedPair) -> list[str]:
    """Return the distinct labels in the order of their first occurrence, so that ties keep the same order."""
    return list(dict.fromkeys(group.label for group in pair.groups))


def _shared_tokens(pair: AnnotatedPair) -> int:
    """Return how many tokens of a pair are in several groups; `err` marks the pair, not tokens."""
    groups = [group for group in pair.groups if group.label != ERR]
    source = Counter(place for group in groups for place in set(group.source))
    target = Counter(place for group in groups for place in set(group.target))
    return sum(count > 1 for side in (source, target) for count in side.values())


def _top_share(counts: Counter[str]) -> float | None:
    total = counts.total()
    return sum(count for _, count in counts.most_common(_TOP)) / total if total else None
