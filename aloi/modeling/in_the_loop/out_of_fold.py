"""Out-of-fold predictions: items on which annotators and a model that never saw them differ most."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from aloi.annotation.rows import ScoredPair
from aloi.base.arrays import Floats
from aloi.base.errors import AloiError
from aloi.corpora.model import Json
from aloi.evaluation.rows import floats
from aloi.gold.splitting.groups import linked_groups
from aloi.modeling.in_the_loop.thin_bins import equated
from aloi.modeling.recipes.base import Recipe, Step, Training

# (fold from 1, its step) -> True to continue.
WatchFolds = Callable[[int, Step], bool]


@dataclass(frozen=True, slots=True)
class OutOfFold:
    """Predictions for items by models trained without them and without items that share a key.

    Parameters
    ----------
    predicted : array (N,)
        As the models gave them.
    on_scale : array (N,)
        The same, put on the gold scale rank for rank.
    fold : array (N,)
        From 0.
    signatures : tuple of str
        Of the model of each fold.
    """

    predicted: Floats
    on_scale: Floats
    fold: NDArray[np.int64]
    signatures: tuple[str, ...]


def share_out(keys: Sequence[Sequence[str]], folds: int, seed: int) -> NDArray[np.int64]:
    """Return the fold of each item, shape (N,); items that share a key stay together.

    So do items that share one through others. The largest groups are placed first, each in the smallest
    fold; groups of one size in seeded order.

    Parameters
    ----------
    keys : sequence of sequences of str
        For each item, its sentences or its documents.

    Raises
    ------
    AloiError
        Fewer than two folds, more folds than groups, or a group that holds over half of the items.
    """
    groups = linked_groups(keys)
    if folds < 2 or folds > len(groups) or 2 * max(map(len, groups), default=0) > len(keys):
        raise AloiError(
            "modeling.items-make-groups-share-nothing",
            keys=len(keys),
            groups=len(groups),
            groups_2=max(map(len, groups), default=0),
            folds=folds,
        )
    generator = np.random.default_rng(seed)
    order = [groups[place] for place in generator.permutation(len(groups)).tolist()]
    order.sort(key=len, reverse=True)
    fold = np.zeros(len(keys), dtype=np.int64)
    sizes = [0] * folds
    for group in order:
        smallest = sizes.index(min(sizes))
        fold[group] = smallest
        sizes[smallest] += len(group)
    return fold


def out_of_fold(
    recipe: Recipe[ScoredPair],
    settings: Mapping[str, Json],
    items: Sequence[ScoredPair],
    fold: NDArray[np.int64],
    *,
    seed: int,
    folder: Path,
    watch: WatchFolds = lambda number, step: True,
) -> OutOfFold:
    """Return the predictions for items, each by a fit on the items of all other folds.

    Parameters
    ----------
    settings : mapping
        As `Recipe.settings` returned them.
    items : sequence of ScoredPair
        On one scale.
    fold : array (N,)
        As `share_out` gave it.
    folder : Path
        For the checkpoints of each fold.

    Raises
    ------
    AloiError
        Rows that the recipe does not accept, such as fewer than 10 training items.
    Cancelled
        `watch` returned False.
    """
    predicted = np.zeros(len(items), dtype=np.float64)
    signatures = []
    for number in range(int(fold.max()) + 1):
        inside = np.flatnonzero(fold == number).tolist()

        def report_step(step: Step, at: int = number + 1) -> bool:
            return watch(at, step)

        others = tuple(items[row] for row in np.flatnonzero(fold != number).tolist())
        fold_folder, low, high = folder / str(number), items[0].low, items[0].high
        training = Training(others, (), settings, seed, fold_folder, report_step, low=low, high=high)
        fitted = recipe.fit(training)
        predicted[inside] = floats(fitted.predict([items[row] for row in inside]))
        signatures.append(fitted.signature)
    gold = np.array([one.score for one in items], dtype=np.float64)
    return OutOfFold(predicted, equated(predicted, gold)(predicted), fold, tuple(signatures))
