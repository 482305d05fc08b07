"""The model of scores: its likelihood, what it finds again, its properties, and two real tables."""

from __future__ import annotations

import csv
import math

import numpy as np
import pytest
from scipy.stats import multivariate_normal

from aloi.agreement.ratings import Ratings
from aloi.base.errors import AloiError
from aloi.gold.making.models.ordinal import ordinal_model
from tests.gold.rating_tables import DEGENERATE, EMPTY, draw, ratings_of, shuffle


def simulate(seed, units=800, severity=(0.6, -0.4, 0.0, -0.2), spread=(0.3, 0.6, 0.9, 1.5), missing=0.2):
    """Return scores and ratings on the numeric scale (rounded to hundredths, so no degree is a limit)."""
    rng = np.random.default_rng(seed)
    scores = rng.normal(2.5, 1.0, size=units)
    values = scores[:, None] + np.array(severity) + rng.normal(size=(units, len(spread))) * spread
    gone = rng.random(values.shape) < missing
    rows = [
        [None if skip else round(float(x), 2) for x, skip in zip(*pair, strict=True)]
        for pair in zip(values, gone, strict=True)
    ]
    return scores, ratings_of(rows, level="interval")


def test_severity_spread_and_scores_are_found_again():
    scores, ratings = simulate(1)
    found = ordinal_model(ratings)
    assert found.converged
    np.testing.assert_allclose(found.severity, [0.6, -0.4, 0.0, -0.2], atol=0.1)
    np.testing.assert_allclose(found.spread, [0.3, 0.6, 0.9, 1.5], atol=0.1)
    assert found.centre == pytest.approx(2.5, abs=0.1)
    assert found.deviation == pytest.approx(1.0, abs=0.1)
    values = ratings.values()
    rated = np.isfinite(values).any(axis=1)
    plain = np.nanmean(values[rated], axis=1)
    gain = np.mean((found.mean[rated] - scores[rated]) ** 2) / np.mean((plain - scores[rated]) ** 2)
    assert gain < 0.5  # less than half the squared error of the row means
    inside = np.abs(found.mean[rated] - scores[rated]) < 1.96 * found.sd[rated]
    assert 0.92 < inside.mean() < 0.98


def test_the_log_likelihood_is_that_of_a_normal_vector():
    _, ratings = simulate(2, units=12)
    found = ordinal_model(ratings)
    total = 0.0
    for row in ratings.values():
        has = np.flatnonzero(np.isfinite(row))
        if len(has):
            covariance = found.deviation**2 + np.diag(found.spread[has] ** 2)
            total += multivariate_normal.logpdf(row[has], found.centre + found.severity[has], covariance)
    assert found.log_likelihood is not None
    assert found.log_likelihood[-1] == pytest.approx(total, abs=1e-8)


def test_the_objective_never_falls():
    for seed in range(300):
        found = ordinal_model(draw(seed, "ordinal"), iterations=80)
        assert np.all(np.diff(found.objective) >= -1e-9), seed


def test_another_unit_of_the_scale_changes_only_the_unit():
    rows = [[0, 1, 2], [3, 3, 4], [1, None, 2], [4, 4, 4]]
    found = ordinal_model(ratings_of(rows, [0, 1, 2, 3, 4], "interval"))
    moved = [[None if x is None else 20 * x + 7 for x in row] for row in rows]
    other = ordinal_model(ratings_of(moved, [7, 27, 47, 67, 87], "interval"))
    np.testing.assert_allclose(other.mean, 20 * found.mean + 7, rtol=1e-9)
    np.testing.assert_allclose(other.sd, 20 * found.sd, rtol=1e-9)
    np.testing.assert_allclose(other.severity, 20 * found.severity, atol=1e-7)
    np.testing.assert_allclose(other.posterior, found.posterior, atol=1e-9)


def test_degrees_share_the_posterior_of_the_score():
    found = ordinal_model(ratings_of([[1, 2], [4, 4], [0, 0]], [4, 3, 2, 1, 0], "ordinal"))
    assert found.categories == (0, 1, 2, 3, 4)  # in increasing order, whatever the order declared
    np.testing.assert_allclose(found.posterior.sum(axis=1), 1)
    mean, sd = found.mean[0], found.sd[0]
    below = 0.5 * (1 + math.erf((1.5 - mean) / sd / math.sqrt(2)))
    assert found.posterior[0, :2].sum() == pytest.approx(below)


@pytest.mark.parametrize("name", DEGENERATE)
def test_a_degenerate_table_gives_a_result_without_nan(name):
    found = ordinal_model(DEGENERATE[name])
    for numbers in (found.posterior, found.mean, found.severity, found.spread, found.objective):
        assert np.all(np.isfinite(numbers)), name
    assert np.all(found.sd > 0)
    assert np.all(found.spread > 0)
    np.testing.assert_allclose(found.posterior.sum(axis=1), 1)


def test_what_cannot_be_known_is_said():
    unrated = ordinal_model(DEGENERATE["a unit with no rating"])
    assert (unrated.values[1], unrated.reasons[1]) == (None, "no ratings")
    assert unrated.mean[1] == pytest.approx(unrated.centre)
    assert unrated.sd[1] == pytest.approx(unrated.deviation)
    silent = ordinal_model(DEGENERATE["an annotator with no rating"])
    assert silent.severity[1] == 0
    assert "No rating by a1" in silent.notes[0]


def test_a_hard_value_stays_within_the_scale():
    found = ordinal_model(ratings_of([[0, 0, 4], [4, 4, 4], [0, 1, 4], [0, 0, 3]], [0, 1, 2, 3, 4]))
    assert all(isinstance(value, float) and 0 <= value <= 4 for value in found.values)


def test_labels_and_tables_without_ratings_are_refused():
    with pytest.raises(AloiError, match="The list of categories is x, y"):
        ordinal_model(ratings_of([["x", "y"]]))
    for table in EMPTY.values():
        with pytest.raises(AloiError, match="There are too few ratings of"):
            ordinal_model(table)


def test_the_order_of_units_and_annotators_changes_nothing():
    ratings = draw(11, "ordinal")
    found = ordinal_model(ratings)
    moved, rows, columns = shuffle(ratings, 1)
    other = ordinal_model(moved)
    assert np.array_equal(other.mean, found.mean[rows])
    assert np.array_equal(other.severity, found.severity[columns])
    assert np.array_equal(other.spread, found.spread[columns])


def left_out(ratings: Ratings) -> tuple[float, float]:
    """Return the mean correlation of each annotator with the others' model means and row means."""
    scores, rows = [], []
    for place, name in enumerate(ratings.annotators):
        others = ratings.subset_annotators([one for one in ratings.annotators if one != name])
        own, rest = ratings.values()[:, place], others.values()
        both = np.isfinite(own) & np.isfinite(rest).any(axis=1)
        if both.sum() < 20:
            continue
        scores.append(np.corrcoef(own[both], ordinal_model(others).mean[both])[0, 1])
        rows.append(np.corrcoef(own[both], np.nanmean(rest[both], axis=1))[0, 1])
    return float(np.mean(scores)), float(np.mean(rows))


@pytest.mark.shared
def test_biosses_scores_predict_the_annotator_left_out_as_well_as_the_mean_does(shared):
    path = shared / "data" / "biosses" / "biosses.tsv"
    with path.open(encoding="utf-8", newline="") as stream:
        read = list(csv.DictReader(stream, delimiter="\t", quoting=csv.QUOTE_NONE))
    rows = [[int(one[name]) for name in "ABCDE"] for one in read]
    ratings = ratings_of(rows, [0, 1, 2, 3, 4], "ordinal")
    found = ordinal_model(ratings)
    # With no cell missing, severity is the distance of an annotator's mean from the mean of all.
    table = np.array(rows, dtype=float)
    np.testing.assert_allclose(found.severity, table.mean(axis=0) - table.mean(), atol=2e-3)
    assert np.argsort(found.spread)[:2].tolist() in ([0, 1], [1, 0])  # A and B agree best with the rest
    model, mean = left_out(ratings)
    assert model > 0.92
    assert model >= mean - 0.005


@pytest.mark.shared
@pytest.mark.parametrize("aspect", ["meaning", "fluency", "simplicity"])
def test_asset_scores_predict_the_annotator_left_out_about_as_well_as_the_mean_does(shared, aspect):
    path = shared / "data" / "asset-human-ratings" / "human_ratings.csv"
    with path.open(encoding="utf-8", newline="") as stream:
        read = [one for one in csv.DictReader(stream) if one["aspect"] == aspect]
    triples = [
        (one["original_sentence_id"] + one["simplification"], one["worker_id"], int(one["rating"]))
        for one in read
    ]
    ratings = Ratings.from_triples(triples, "interval", range(101))
    model, mean = left_out(ratings)
    # 15 ratings a unit leave little to weigh: better for meaning and fluency, a little worse for simplicity.
    assert model > mean - 0.01
    assert model > mean or aspect == "simplicity"
