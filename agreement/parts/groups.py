"""Agreement on groups of tokens of two sides: precision, recall and F1, whole and by label."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np

from aloi.agreement.diagnosis.figures import Figure
from aloi.agreement.diagnosis.matches import MatchCounts, match_figures
from aloi.agreement.result import sign

NO_GROUPS = "no groups"


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
