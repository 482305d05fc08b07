"""Pairs for thin bins are drawn from all pairs, each of a bin as likely; scores stand on the gold scale."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

from aloi.base.arrays import Floats
from aloi.base.errors import AloiError
from aloi.corpora.mining.base import Cancelled
from aloi.modeling.in_the_loop import thin_bins
from aloi.modeling.in_the_loop.thin_bins import Filling, ScoreBin, bin_of, equated, fill, level, toward

BINS = level([0.5, 0.7, 4.9, 2.5], 0, 5, 12)


def vectors(count: int, seed: int = 0) -> np.ndarray:
    raw = np.random.default_rng(seed).normal(size=(count, 3))
    return np.asarray(raw / np.linalg.norm(raw, axis=1, keepdims=True), dtype=np.float32)


def five_times(cosines: Floats) -> Floats:
    return 2.5 + 2.5 * cosines


def all_pairs(given: np.ndarray) -> dict[tuple[int, int], int]:
    """Return pair -> bin, one by one."""
    found = {}
    for left in range(len(given)):
        for right in range(left + 1, len(given)):
            score = 2.5 + 2.5 * float(given[left] @ given[right])
            found[left, right] = min(4, max(0, int(score)))
    return found


def test_what_is_asked_for_goes_to_the_thinnest_bins() -> None:
    assert [one.gold for one in BINS] == [2, 0, 1, 0, 1]
    assert [one.requested for one in BINS] == [2, 3, 2, 3, 2]
    assert [one.name for one in BINS] == ["0-1", "1-2", "2-3", "3-4", "4-5"]
    few = level([0.5] * 9 + [4.5], 0, 5, 3)
    assert [one.requested for one in few] == [0, 1, 1, 1, 0]
    assert [one.name for one in level([0.0], 0, 1, 1)][:2] == ["0-0.2", "0.2-0.4"]


def test_what_is_asked_for_goes_where_most_of_the_shares_wanted_is_missing() -> None:
    edges = [0, 0.5, 1.5, 2.5, 3]
    gold = [0.2] * 4 + [1] * 2 + [2.9]
    made = toward(gold, edges, [10, 40, 30, 20], 13)  # of 20 in all: 2, 8, 6, 4, and two too many at 0
    assert [(one.low, one.high, one.gold) for one in made] == [
        (0, 0.5, 4), (0.5, 1.5, 2), (1.5, 2.5, 0), (2.5, 3, 1),
    ]  # fmt: skip
    assert [one.requested for one in made] == [0, 5, 5, 3]
    assert [one.requested for one in toward(gold, edges, [1, 0, 0, 1], 5)] == [1, 0, 0, 4]
    assert [one.requested for one in toward([], edges, [0.5, 0.25, 0.25, 0], 8)] == [4, 2, 2, 0]


def test_a_score_stands_in_the_bin_whose_low_end_it_reaches() -> None:
    assert bin_of(np.array([-3, 0, 0.99, 1, 4.99, 5, 7]), [0, 1, 2, 3, 4, 5]).tolist() == [
        0,
        0,
        0,
        1,
        4,
        4,
        4,
    ]


def test_scores_are_put_on_the_gold_scale_rank_for_rank() -> None:
    scores = np.array([0.9, 0.80, 0.85, 0.7, *np.linspace(0.1, 0.6, 6)])
    gold = np.array([4.0, 5.0, 3.5, 3.0, 0, 0, 1, 1, 2, 2])
    scale = equated(scores, gold)
    assert scale(np.array([0.9, 0.85, 0.80, 0.7])).tolist() == [5, 4, 3.5, 3]
    assert scale(np.array([-1.0, 2.0])).tolist() == [0, 5]
    assert scale(np.array([0.875])) == pytest.approx(4.5)
    tied = equated(np.array([0.1] * 6 + [0.2] * 6), np.arange(12.0))
    assert tied(np.array([0.1, 0.15, 0.2])) == pytest.approx([2.5, 5.5, 8.5])


@pytest.mark.parametrize(
    ("scores", "gold"),
    [(np.arange(9.0), np.arange(9.0)), (np.ones(20), np.arange(20.0)), (np.arange(20.0), np.ones(20))],
)
def test_too_little_to_compare_with_is_refused(scores: Floats, gold: Floats) -> None:
    with pytest.raises(AloiError, match="gold items have"):
        equated(scores, gold)


@pytest.mark.parametrize("block", [7, 512])
def test_pairs_are_of_their_bin_and_none_is_known(block: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(thin_bins, "_BLOCK", block)
    given = vectors(40)
    truth = all_pairs(given)
    known = [pair for pair, at in truth.items() if at == 1][:-2]
    made = fill(given, five_times, BINS, excluded=known, seed=3)
    there = Counter(at for pair, at in truth.items() if pair not in known)
    assert made.available == tuple(there[at] for at in range(5))
    assert Counter(one.bin for one in made.pairs) == {0: 2, 1: 2, 2: 2, 3: 3, 4: 2}  # bin 1 has two left
    for one in made.pairs:
        assert truth[one.left, one.right] == one.bin
        assert (one.left, one.right) not in known
        assert one.score == pytest.approx(2.5 + 2.5 * float(given[one.left] @ given[one.right]), abs=1e-5)
        assert one.probability == min(BINS[one.bin].requested, there[one.bin]) / there[one.bin]


def test_blocks_change_nothing_and_the_seed_does(monkeypatch: pytest.MonkeyPatch) -> None:
    given = vectors(30)

    def pairs(made: Filling) -> set[tuple[int, int]]:
        return {(one.left, one.right) for one in made.pairs}

    whole = pairs(fill(given, five_times, BINS, seed=1))
    assert pairs(fill(given, five_times, BINS, seed=2)) != whole
    monkeypatch.setattr(thin_bins, "_BLOCK", 512)
    assert pairs(fill(given, five_times, BINS, seed=1)) == whole


def test_each_pair_of_a_bin_is_as_likely() -> None:
    given = vectors(9)
    truth = all_pairs(given)
    inside = [pair for pair, at in truth.items() if at == 2]
    assert len(inside) >= 3
    bins = [ScoreBin(float(at), at + 1.0, 0, int(at == 2)) for at in range(5)]
    drawn = Counter(
        (one.left, one.right) for seed in range(600) for one in fill(given, five_times, bins, seed=seed).pairs
    )
    expected = 600 / len(inside)
    assert sum((drawn[pair] - expected) ** 2 / expected for pair in inside) < 3 * len(inside)


def test_progress_counts_both_passes_and_stops() -> None:
    told: list[tuple[int, int]] = []

    def watch(done: int, total: int) -> bool:
        told.append((done, total))
        return True

    fill(vectors(20), five_times, BINS, seed=0, progress=watch)
    assert told == [(20, 40), (40, 40)]
    with pytest.raises(Cancelled):
        fill(vectors(20), five_times, BINS, seed=0, progress=lambda done, total: False)
    with pytest.raises(ValueError, match="count is 0"):
        level([1.0], 0, 5, 0)
