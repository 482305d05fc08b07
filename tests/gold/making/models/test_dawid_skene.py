"""Dawid and Skene's model against crowd-kit's frozen numbers, a hand-made step and its own properties."""

from __future__ import annotations

import math

import numpy as np
import pytest

from aloi.agreement.ratings import Ratings
from aloi.base.errors import AloiError
from aloi.gold.making.models.dawid_skene import dawid_skene
from tests.gold.rating_tables import DEGENERATE, EMPTY, NAMES, ORACLE, draw, ratings_of, shuffle


@pytest.mark.parametrize("table", ORACLE, ids=NAMES)
@pytest.mark.parametrize("iterations", [1, 5, 50])
def test_posteriors_are_those_of_crowd_kit_after_as_many_iterations(table, iterations):
    # Same start (vote shares), same steps; crowd-kit clips at 1e-10 what is 0 here.
    ratings = ratings_of(table["ratings"], table["categories"])
    found = dawid_skene(ratings, smoothing=0, iterations=iterations, tolerance=-math.inf)
    expected = table["dawid_skene"]["posterior"][str(iterations)]
    np.testing.assert_allclose(found.posterior, expected, atol=1e-6)
    assert found.iterations == iterations


@pytest.mark.parametrize("table", ORACLE, ids=NAMES)
def test_confusions_are_those_of_crowd_kit(table):
    # Its last M-step comes after the last E-step, ours before: equal once the climb has ended.
    found = dawid_skene(
        ratings_of(table["ratings"], table["categories"]), smoothing=0, iterations=50, tolerance=-math.inf
    )
    np.testing.assert_allclose(found.confusion, table["dawid_skene"]["confusion_after_50"], atol=1e-6)


def test_one_step_by_hand():
    # Votes: u00 -> 0 for sure, u01 half and half. Shares (3/4, 1/4); a0 always says 0, a1 says 1 in 1/3
    # of category 0 and always in category 1. So u01: 3/4 * 1 * 1/3 against 1/4 * 1 * 1: a tie.
    found = dawid_skene(ratings_of([[0, 0], [0, 1]]), smoothing=0, iterations=1)
    np.testing.assert_allclose(found.prior, [0.75, 0.25])
    np.testing.assert_allclose(found.confusion, [[[1, 0], [1, 0]], [[2 / 3, 1 / 3], [0, 1]]])
    np.testing.assert_allclose(found.posterior, [[1, 0], [0.5, 0.5]])
    assert found.log_likelihood == pytest.approx([2 * math.log(0.5)])
    assert found.values == (0, None)
    assert found.reasons == (None, "tie between 0 and 1")


def test_the_objective_never_falls():
    for seed in range(30):
        for smoothing in (0.0, 0.01, 1.0):
            found = dawid_skene(draw(seed), smoothing=smoothing, iterations=60)
            assert np.all(np.diff(found.objective) >= -1e-9), (seed, smoothing)


def test_two_who_err_in_the_same_way_are_told_from_three_who_do_not():
    rng = np.random.default_rng(5)
    truth = rng.integers(2, size=400)
    rows = [
        [int(t if rng.random() < right else 1 - t) for right in (0.95, 0.9, 0.85, 0.5, 0.5)] for t in truth
    ]
    found = dawid_skene(ratings_of(rows))
    votes = np.array(rows).mean(axis=1) > 0.5
    assert np.mean(np.array(found.values) == truth) > np.mean(votes == truth) + 0.02
    rights = found.confusion[:, [0, 1], [0, 1]].mean(axis=1)
    np.testing.assert_allclose(rights, [0.95, 0.9, 0.85, 0.5, 0.5], atol=0.06)


@pytest.mark.parametrize("name", DEGENERATE)
def test_a_degenerate_table_gives_a_result_without_nan(name):
    for smoothing in (0.0, 0.01):
        found = dawid_skene(DEGENERATE[name], smoothing=smoothing)
        for numbers in (found.posterior, found.prior, found.confusion, found.objective):
            assert np.all(np.isfinite(numbers)), name
        np.testing.assert_allclose(found.posterior.sum(axis=1), 1)
        np.testing.assert_allclose(found.confusion.sum(axis=2), 1)
        assert all(
            (value is None) == (why is not None)
            for value, why in zip(found.values, found.reasons, strict=True)
        )


def test_one_annotator_alone_is_believed():
    # The likelihood is flat: as much smoothing on wrong answers as on right ones would forget the answers.
    rng = np.random.default_rng(4)
    for _ in range(40):
        answers = rng.choice(4, size=int(rng.integers(1, 13)), p=[0.6, 0.2, 0.1, 0.1]).tolist()
        found = dawid_skene(ratings_of([[one] for one in answers], [0, 1, 2, 3]))
        assert list(found.values) == answers
        assert found.converged


def test_what_cannot_be_known_is_said():
    unrated = dawid_skene(DEGENERATE["a unit with no rating"])
    assert unrated.values[1] is None
    assert unrated.reasons[1] == "no ratings"
    np.testing.assert_allclose(unrated.posterior[1], unrated.prior)
    assert "One annotator only" in dawid_skene(DEGENERATE["one annotator"]).notes[0]
    assert "a1" in dawid_skene(DEGENERATE["an annotator with no rating"]).notes[0]
    apart = dawid_skene(ratings_of([[0, 1, None, None], [None, None, 1, 1]]))
    assert "2 groups that share no unit" in apart.notes[0]
    assert dawid_skene(ratings_of([[0, 1], [1, 1]])).notes == ()


@pytest.mark.parametrize("name", EMPTY)
def test_a_table_without_ratings_is_refused(name):
    with pytest.raises(AloiError, match="There are too few ratings of"):
        dawid_skene(EMPTY[name])


def test_settings_out_of_range_and_too_many_categories_are_refused():
    ratings = ratings_of([[0, 1]])
    with pytest.raises(ValueError, match="smoothing is -1"):
        dawid_skene(ratings, smoothing=-1)
    with pytest.raises(ValueError, match="iterations is 0"):
        dawid_skene(ratings, iterations=0)
    with pytest.raises(AloiError, match="cells of confusion"):
        dawid_skene(Ratings.from_table(["u"], ["a"], [[0]], "nominal", range(5000)))


def test_the_order_of_units_and_annotators_changes_nothing():
    ratings = draw(7)
    found = dawid_skene(ratings)
    moved, rows, columns = shuffle(ratings, 1)
    other = dawid_skene(moved)
    assert np.array_equal(other.posterior, found.posterior[rows])
    assert np.array_equal(other.confusion, found.confusion[columns])
    assert other.values == tuple(found.values[row] for row in rows)
    assert other.objective == found.objective
    assert other.units == moved.units


def test_the_signature_says_what_it_is():
    signature = dawid_skene(ratings_of([["x", "y", None]])).signature
    start = "dawid_skene|level:nominal|units:1|annotators:3|categories:2|ratings:2|missing:1|smoothing:0.01"
    assert signature.startswith(start)


def test_a_soft_label_names_its_categories():
    found = dawid_skene(ratings_of([["x", "y"], ["x", "x"]]))
    label = found.soft_label(1)
    assert [name for name, _ in label] == ["x", "y"]
    assert sum(share for _, share in label) == pytest.approx(1)
    assert label[0][1] == found.posterior[1, 0] > 0.5
