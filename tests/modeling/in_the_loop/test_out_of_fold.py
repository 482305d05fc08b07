"""Items are predicted by models that saw neither them nor what shares a text with them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar

import numpy as np
import pytest

from aloi.annotation.rows import ScoredPair
from aloi.base.arrays import Floats
from aloi.base.errors import AloiError
from aloi.corpora.mining.base import Cancelled
from aloi.corpora.model import Json
from aloi.modeling.in_the_loop.out_of_fold import out_of_fold, share_out
from aloi.modeling.recipes.base import Recipe, Step, Training

ITEMS = tuple(
    ScoredPair(f"i{n:02}", "", "", f"gauche {n}", f"droite {n // 2}", float(n % 6), 0.0, 5.0)
    for n in range(30)
)


@dataclass
class Recorded:
    """What each fit saw."""

    trained: list[set[str]]
    asked: list[set[str]]


class Lengths(Recipe[ScoredPair]):
    """Predicts a tenth of the number in the left text; remembers what it was given."""

    name: ClassVar[str] = "lengths"
    title: ClassVar[str] = "Numbers"
    row_kinds: ClassVar[tuple[type, ...]] = (ScoredPair,)
    seeded: ClassVar[bool] = False
    needs_training: ClassVar[bool] = True
    floor: ClassVar[bool] = True
    defaults: ClassVar[Mapping[str, Json]] = {}
    help: ClassVar[Mapping[str, str]] = {}

    def __init__(self, recorded: Recorded) -> None:
        self._recorded = recorded

    def fit(self, training: Training[ScoredPair]) -> Lengths:
        if not training.watch(Step(1, 1, 0.0)):
            raise Cancelled
        self._recorded.trained.append({one.left for one in training.train})
        return self

    @property
    def signature(self) -> str:
        return f"lengths {len(self._recorded.trained)}"

    def predict(self, rows: Sequence[ScoredPair]) -> Floats:
        self._recorded.asked.append({one.left for one in rows})
        return np.array([int(one.left.split()[1]) % 6 / 10 for one in rows])


def test_items_that_share_a_key_stay_in_one_fold() -> None:
    keys = [("a", "b"), ("b", "c"), ("d",), ("c", "e"), ("f",), ("g",), ("h",), ("h",), ("i",)]
    fold = share_out(keys, 3, 0)
    assert fold[0] == fold[1] == fold[3]  # a-b, b-c, c-e
    assert fold[6] == fold[7]
    assert np.bincount(fold).tolist() == [3, 3, 3]
    assert (share_out(keys, 3, 0) == fold).all()
    assert any((share_out(keys, 3, seed) != fold).any() for seed in range(1, 5))


@pytest.mark.parametrize(
    ("keys", "folds"),
    [
        ([("a",), ("b",), ("c",)], 1),
        ([("a",), ("a",), ("b",), ("c",)], 4),
        ([("a",), ("a",), ("a",), ("b",)], 2),
        ([], 2),
    ],
)
def test_folds_that_cannot_be_made_are_refused(keys: list[tuple[str]], folds: int) -> None:
    with pytest.raises(AloiError, match=rf"{folds} folds? (is|are) requested"):
        share_out(keys, folds, 0)


def test_no_item_is_predicted_by_a_model_that_saw_its_texts(tmp_path: Path) -> None:
    recorded = Recorded([], [])
    fold = share_out([(one.left, one.right) for one in ITEMS], 5, 1)
    told: list[int] = []

    def watch(number: int, step: Step) -> bool:
        told.append(number)
        return True

    made = out_of_fold(Lengths(recorded), {}, ITEMS, fold, seed=0, folder=tmp_path, watch=watch)
    assert told == [1, 2, 3, 4, 5]
    right = {one.left: one.right for one in ITEMS}
    for trained, asked in zip(recorded.trained, recorded.asked, strict=True):
        assert trained | asked == set(right)
        assert not {right[one] for one in trained} & {right[one] for one in asked}
    assert made.predicted == pytest.approx([n % 6 / 10 for n in range(30)])
    assert made.on_scale == pytest.approx([n % 6 for n in range(30)])
    assert made.signatures == tuple(f"lengths {n}" for n in range(1, 6))


def test_it_stops_when_told(tmp_path: Path) -> None:
    fold = share_out([(one.left,) for one in ITEMS], 3, 0)
    with pytest.raises(Cancelled):
        out_of_fold(
            Lengths(Recorded([], [])),
            {},
            ITEMS,
            fold,
            seed=0,
            folder=tmp_path,
            watch=lambda number, step: number < 2,
        )
