"""MACE against crowd-kit's frozen numbers, and its own properties."""

from __future__ import annotations

import numpy as np
import pytest

from aloi.base.errors import AloiError
from aloi.gold.making.models.mace import METHODS, mace
from tests.gold.rating_tables import DEGENERATE, EMPTY, NAMES, ORACLE, draw, ratings_of, shuffle


@pytest.mark.parametrize("table", ORACLE, ids=NAMES)
@pytest.mark.parametrize("method", METHODS)
def test_posteriors_are_those_of_crowd_kit(table, method):
    # Same updates, other starts (even here, drawn there), so only the summits can be compared: both climbed
    # to the end, they agree to 1e-5 on these tables. On others a start could lead to another summit.
    found = mace(
        ratings_of(table["ratings"], table["categories"]), method=method, iterations=3000, tolerance=1e-14
    )
    np.testing.assert_allclose(found.posterior, table["mace"][method]["posterior"], atol=1e-5)


@pytest.mark.parametrize("table", ORACLE, ids=NAMES)
def test_competences_are_those_of_crowd_kit(table):
    ratings = ratings_of(table["ratings"], table["categories"])
    for method, tolerance in (("em", 1e-5), ("vb", 0.03)):
        # For `vb` crowd-kit gives exp(E[log p]), which is smaller than the mean given here.
        found = mace(ratings, method=method, iterations=3000, tolerance=1e-14)
        expected = np.array(table["mace"][method]["competence"])
        np.testing.assert_allclose(found.competence, expected, atol=tolerance)
        assert np.argsort(found.competence).tolist() == np.argsort(expected).tolist()


@pytest.mark.parametrize("method", METHODS)
def test_the_objective_never_falls(method):
    for seed in range(40):
        found = mace(draw(seed), method=method, iterations=60)
        assert np.all(np.diff(found.objective) >= -1e-9), seed


@pytest.mark.parametrize("method", METHODS)
def test_competence_and_habit_are_found_again(method):
    rng = np.random.default_rng(2)
    truth = rng.integers(3, size=1500)
    skill, habit = (0.9, 0.7, 0.5, 0.0), (0.6, 0.3, 0.1)
    rows = [[int(t if rng.random() < known else rng.choice(3, p=habit)) for known in skill] for t in truth]
    found = mace(ratings_of(rows), method=method)
    np.testing.assert_allclose(found.competence, skill, atol=0.08)
    np.testing.assert_allclose(found.spamming[3], habit, atol=0.05)
    assert found.converged
    assert np.mean(np.array(found.values) == truth) > 0.9


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("name", DEGENERATE)
def test_a_degenerate_table_gives_a_result_without_nan(name, method):
    found = mace(DEGENERATE[name], method=method)
    for numbers in (found.posterior, found.competence, found.spamming, found.objective):
        assert np.all(np.isfinite(numbers)), name
    np.testing.assert_allclose(found.posterior.sum(axis=1), 1)
    np.testing.assert_allclose(found.spamming.sum(axis=1), 1)
    assert np.all((found.competence >= 0) & (found.competence <= 1))


def test_what_cannot_be_known_is_said():
    unrated = mace(DEGENERATE["a unit with no rating"])
    assert (unrated.values[1], unrated.reasons[1]) == (None, "no ratings")
    np.testing.assert_allclose(unrated.posterior[1], [0.5, 0.5])
    two = mace(ratings_of([["x", "y"]]))
    assert (two.values, two.reasons) == ((None,), ("tie between x and y",))
    assert mace(DEGENERATE["one annotator"]).notes[0].startswith("One annotator only")


def test_vb_has_no_log_likelihood_and_em_has():
    ratings = ratings_of([[0, 1], [1, 1]])
    assert mace(ratings).log_likelihood is None
    found = mace(ratings, method="em")
    assert found.log_likelihood is not None
    assert len(found.log_likelihood) == found.iterations == len(found.objective)
    assert "|method:em|" in found.signature


@pytest.mark.parametrize("name", EMPTY)
def test_a_table_without_ratings_is_refused(name):
    with pytest.raises(AloiError, match="There are too few ratings of"):
        mace(EMPTY[name])


def test_an_unknown_method_is_refused():
    with pytest.raises(AloiError, match="No method of MACE is called 'gibbs'"):
        mace(ratings_of([[0, 1]]), method="gibbs")


def test_the_order_of_units_and_annotators_changes_nothing():
    ratings = draw(7)
    found = mace(ratings)
    moved, rows, columns = shuffle(ratings, 1)
    other = mace(moved)
    assert np.array_equal(other.posterior, found.posterior[rows])
    assert np.array_equal(other.competence, found.competence[columns])
    assert np.array_equal(other.spamming, found.spamming[columns])
