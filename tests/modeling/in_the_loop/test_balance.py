"""Pairs drawn so that labels fill a scale: evener than chance, each as likely as it is said to be."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

from aloi.base.errors import AloiError
from aloi.modeling.in_the_loop import balance as module
from aloi.modeling.in_the_loop.balance import balance, label_of, levels_of

LEVELS = levels_of(0, 5)


def pool(size: int = 600, seed: int = 4) -> tuple[np.ndarray, np.ndarray]:
    """Return features and scores: most pairs are of 3 and 4, and a feature says roughly of which."""
    chance = np.random.default_rng(seed)
    scores = np.clip(chance.normal(3.4, 1.1, size), 0, 5)
    features = np.column_stack([scores + chance.normal(0, 0.7, size), chance.normal(size=size)])
    return features, scores


def test_labels_are_the_nearest_levels_halves_up() -> None:
    assert label_of(np.array([0.49, 0.5, 2.5, 4.5, 5.0, -1.0, 7.0]), LEVELS).tolist() == [0, 1, 3, 5, 5, 0, 5]
    assert label_of(np.array([0.09, 0.1, 0.3, 1.0]), levels_of(0, 1)).tolist() == [0, 1, 2, 5]
    assert levels_of(1, 5) == (1.0, 2.0, 3.0, 4.0, 5.0)
    assert levels_of(0, 100) == (0.0, 20.0, 40.0, 60.0, 80.0, 100.0)


def test_labels_come_evener_than_by_chance_and_no_pair_twice() -> None:
    features, scores = pool()
    known: dict[int, float] = {}
    for turn in range(6):
        found = balance(features, features[:, 0], known, LEVELS, 20, seed=turn)
        rows = [one.row for one in found.drawn]
        assert len(set(rows)) == 20
        assert not set(rows) & known.keys()
        assert sum(found.obtained) == len(known)
        assert sum(found.expected) == pytest.approx(len(known) + 20, abs=0.05)
        known |= {row: float(scores[row]) for row in rows}
    counts = np.bincount(label_of(np.array(list(known.values())), LEVELS), minlength=6)
    by_chance = np.bincount(label_of(scores, LEVELS), minlength=6) * 120 / 600
    assert counts.min() > 2 * by_chance.min()
    assert counts.max() < by_chance.max()


def test_the_first_draw_covers_the_baseline_and_expects_no_score() -> None:
    features, _ = pool()
    found = balance(features, features[:, 0], {}, LEVELS, 50, seed=1)
    assert {one.expected_score for one in found.drawn} == {None}
    edges = np.linspace(features[:, 0].min(), features[:, 0].max(), 7)[1:-1]
    places = np.searchsorted(edges, features[:, 0], side="right")
    taken = np.bincount([places[one.row] for one in found.drawn], minlength=6)
    assert taken.tolist() == [9, 9, 8, 8, 8, 8]  # no stretch has fewer than 13
    there = np.bincount(places)
    for one in found.drawn:
        part = places[one.row]
        assert one.probability == pytest.approx(taken[part] / there[part])


def test_every_pair_has_a_chance_and_is_drawn_as_often_as_it_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    """The inverse probabilities of what is drawn sum to the pool; their weighted mean is that of the pool.

    That holds of the draws from any strata: one forest cuts them for all.
    """
    features, scores = pool(240)
    known = {row: float(scores[row]) for row in range(40)}
    rows, rest = np.arange(40), np.arange(40, 240)
    predicted = module._predict(features, rows, scores[rows], rest, seed=0)
    monkeypatch.setattr(module, "_predict", lambda *_: predicted)
    means, drawn_from = [], Counter[int]()
    for seed in range(60):
        drawn = balance(features, features[:, 0], known, LEVELS, 60, seed).drawn
        weights = np.array([1 / one.probability for one in drawn])
        assert weights.sum() == pytest.approx(200)
        assert max(Counter(one.stratum for one in drawn)["elsewhere"], 6) == 6
        means.append(float(np.average([scores[one.row] for one in drawn], weights=weights)))
        drawn_from.update(one.row for one in drawn)
    error = np.std(means, ddof=1) / np.sqrt(len(means))
    assert abs(np.mean(means) - scores[40:].mean()) < 3 * error < 0.1
    plain = np.mean([scores[row] for row in drawn_from.elements()])
    assert abs(plain - scores[40:].mean()) > 0.2  # what the weights put right


def test_the_same_seed_draws_the_same_and_what_cannot_be_drawn_is_refused() -> None:
    features, scores = pool(60)
    known = {row: float(scores[row]) for row in range(20)}
    first, second = (balance(features, features[:, 0], known, LEVELS, 15, seed=3) for _ in range(2))
    assert first == second
    assert first != balance(features, features[:, 0], known, LEVELS, 15, seed=4)
    assert len(balance(features, features[:, 0], known, LEVELS, 40, seed=3).drawn) == 40
    for count in (0, 41):
        with pytest.raises(AloiError, match="40"):
            balance(features, features[:, 0], known, LEVELS, count, seed=3)


def test_scores_that_never_vary_teach_nothing() -> None:
    features, _ = pool(60)
    found = balance(features, features[:, 0], dict.fromkeys(range(20), 3.0), LEVELS, 10, seed=0)
    assert {one.expected_score for one in found.drawn} == {None}
    assert found.obtained == (0, 0, 0, 20, 0, 0)
