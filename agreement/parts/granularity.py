"""How agreement grows as labels are merged: what finer labels cost."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace

import numpy as np

from aloi.agreement.diagnosis.figures import Figure, alpha_of
from aloi.agreement.diagnosis.labels import coincidences
from aloi.agreement.ratings import Ratings


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
