"""Agreement on groups of tokens of two sides: precision, recall and F1 by label, and as labels merge."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations

import numpy as np

from aloi.agreement.diagnosis.figures import Figure, alpha_of
from aloi.agreement.diagnosis.labels import coincidences
from aloi.agreement.parts.spans import MatchCounts, match_figures
from aloi.agreement.ratings import Ratings
from aloi.agreement.result import sign
from aloi.base.terms import Phrase

NO_GROUPS = Phrase("reason-no-groups", "no groups")


@dataclass(frozen=True, slots=True)
class TokenGroup:
    """Places of tokens on both sides, and a label; one side may be empty."""

    source: frozenset[int]
    target: frozenset[int]
    label: str


@dataclass(frozen=True, slots=True)
class GroupItem:
    """The groups of a pair by annotator, empty for none; annotators without an answer are not named."""

    id: str
    answers: Mapping[str, frozenset[TokenGroup]]


@dataclass(frozen=True, slots=True)
class GroupAgreement:
    """Precision, recall and F1 of the groups of `b`, with those of `a` as the reference.

    A group is matched if the other annotator drew the same tokens of both sides with the same label. For a
    mean over pairs of annotators `a` and `b` are None. `label` is None for all labels together. `units` of
    the numbers are items that both answered; intervals draw these items.
    """

    label: str | None
    a: str | None
    b: str | None
    precision: Figure
    recall: Figure
    f1: Figure
    pairs: int
    signature: str


def group_agreement(
    items: Sequence[GroupItem], a: str, b: str, label: str | None = None, *, intervals: bool = True
) -> GroupAgreement:
    """Return how far the groups of two annotators agree on the items both answered."""
    both = [one for one in items if a in one.answers and b in one.answers]
    figures = match_figures([_counts(both, a, b, label)], len(both), NO_GROUPS, intervals=intervals)
    return _signed(label, a, b, figures, 1)


def mean_group_agreement(
    items: Sequence[GroupItem], label: str | None = None, *, intervals: bool = True
) -> GroupAgreement:
    """Return the plain mean of `group_agreement` over all pairs of annotators.

    A pair for which a number is undefined is excluded from its mean. In each pair the first by name is the
    reference; F1 does not depend on it.
    """
    read = [one for one in items if len(one.answers) > 1]
    names = sorted({name for one in read for name in one.answers})
    pairs = [_counts(read, a, b, label) for a, b in combinations(names, 2)]
    return _signed(
        label, None, None, match_figures(pairs, len(read), NO_GROUPS, intervals=intervals), len(pairs)
    )


def _counts(items: Sequence[GroupItem], a: str, b: str, label: str | None) -> MatchCounts:
    rows = []
    for item in items:
        if a not in item.answers or b not in item.answers:
            rows.append((0, 0, 0, 0))
            continue
        first, second = (
            {group for group in item.answers[name] if label in (None, group.label)} for name in (a, b)
        )
        shared = len(first & second)
        rows.append((len(first), len(second), shared, shared))
    return MatchCounts(*np.array(rows, dtype=np.float64).reshape(-1, 4).T)


def _signed(
    label: str | None, a: str | None, b: str | None, figures: tuple[Figure, Figure, Figure], pairs: int
) -> GroupAgreement:
    name = "group_f1" if a is not None else "mean_pairwise_group_f1"
    interval = figures[2].interval
    entries = {"label": label, "items": figures[2].units, "pairs": pairs if a is None else None}
    signature = sign(name, entries, None, interval.method if interval else "none")
    return GroupAgreement(label, a, b, *figures, pairs, signature)


@dataclass(frozen=True, slots=True)
class Granularity:
    """Alpha after some labels are merged.

    `labels` counts those in use; `merged` are the two that were put together last, None at first; `name` is
    what they are called from then on.
    """

    labels: int
    merged: tuple[str, str] | None
    name: str | None
    alpha: Figure


def granularity_curve(
    ratings: Ratings, keep: Collection[str] = (), *, intervals: bool = True
) -> list[Granularity]:
    """Return nominal alpha as the two labels most often confused are merged, step by step.

    Parameters
    ----------
    ratings : Ratings
        Nominal labels.
    keep : collection of str
        Labels that are merged with no other, such as the one of tokens in no group.
    intervals : bool
        Whether to compute intervals.

    Notes
    -----
    The merged labels are selected from the table itself, so that the later points are optimistic. Choose a
    merge for another round here, and measure it on that round (`merge_labels`).
    """
    current = ratings.canonical()
    curve = [Granularity(_in_use(current), None, None, alpha_of(current, intervals=intervals))]
    while (pair := _most_confused(current, keep)) is not None:
        name = "+".join(pair)
        current = merge_labels(current, dict.fromkeys(pair, name))
        curve.append(Granularity(_in_use(current), pair, name, alpha_of(current, intervals=intervals)))
    return curve


def merge_labels(ratings: Ratings, names: Mapping[str, str]) -> Ratings:
    """Return ratings whose labels have other names; labels with the same name become one."""
    renamed = [names.get(str(one), one) for one in ratings.categories]
    categories = tuple(dict.fromkeys(renamed))
    new_codes = np.array([categories.index(one) for one in renamed], dtype=np.int32)
    codes = np.where(ratings.codes >= 0, new_codes[ratings.codes], -1).astype(np.int32)
    return replace(ratings, codes=codes, categories=categories)


def _in_use(ratings: Ratings) -> int:
    return len(np.unique(ratings.codes[ratings.codes >= 0]))


def _most_confused(ratings: Ratings, keep: Collection[str]) -> tuple[str, str] | None:
    """Return the two labels that are confused most often, the first by name among equals."""
    together = coincidences(ratings)
    names = [str(one) for one in ratings.categories]
    pairs = [
        (-together[a, b], *sorted((names[a], names[b])))
        for a in range(len(names))
        for b in range(a + 1, len(names))
        if together[a, b] > 0 and names[a] not in keep and names[b] not in keep
    ]
    if not pairs:
        return None
    _, first, second = min(pairs)
    return first, second
