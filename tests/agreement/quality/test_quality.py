"""Items, labels and annotators beside CrowdTruth, statsmodels, scipy, and counting by hand."""

from __future__ import annotations

import json
from itertools import product
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import scipy

from aloi.agreement.compute import compute
from aloi.agreement.diagnosis.numbers import bland_altman, with_rest
from aloi.agreement.quality.crowdtruth import crowd_truth
from aloi.agreement.quality.items import item_qualities
from aloi.agreement.quality.rasch import _Conditional, facets
from aloi.agreement.ratings import Ratings
from tests.agreement.peers.tables import tables

VALUES: dict[str, Any] = json.loads((Path(__file__).parents[1] / "peers" / "values.json").read_text())
TABLES = sorted(tables())


def ratings(rows: list[list[int | None]], level: str = "ordinal") -> Ratings:
    units = [f"u{place:03}" for place in range(len(rows))]
    return Ratings.from_table(units, [f"A{place}" for place in range(len(rows[0]))], rows, level)


@pytest.mark.parametrize("name", TABLES)
def test_qualities_are_crowdtruths(name: str) -> None:
    found = crowd_truth(ratings(tables()[name], "nominal"))  # type: ignore[arg-type]
    expected = VALUES["crowdtruth_qualities"][name]
    assert found.units == pytest.approx(expected["units"], abs=1e-9)
    assert found.annotators == pytest.approx(expected["annotators"], abs=1e-9)
    assert found.labels == pytest.approx(expected["labels"], abs=1e-9)


@pytest.mark.parametrize("level", ["nominal", "ordinal", "interval"])
def test_influence_is_the_change_when_a_unit_is_left_out(level: str) -> None:
    rows: list[list[int | None]] = [*tables()["three"][:14], [0, None, None]]
    data = ratings(rows, level)
    [whole] = compute(data, ["krippendorff_alpha"], ci="none")
    found = {one.unit: one for one in item_qualities(data)}
    assert set(found) == set(data.units[:-1])
    for place, unit in enumerate(data.units[:-1]):
        [less] = compute(data.subset_units(np.arange(len(rows)) != place), ["krippendorff_alpha"], ci="none")
        assert found[unit].influence == pytest.approx(whole.value - less.value, abs=1e-12)
        counts = np.bincount([one for one in rows[place] if one is not None])
        assert found[unit].entropy == pytest.approx(scipy.stats.entropy(counts, base=2))
    order = [one.influence for one in item_qualities(data)]
    assert order == sorted(order)


def test_severities_of_two_degrees_are_those_of_statsmodels_conditional_logit() -> None:
    from statsmodels.discrete.conditional_models import ConditionalLogit

    rows = [[int(value >= 3) for value in row] for row in tables()["five"]]
    rows = [[None if (u + a) % 7 == 0 else one for a, one in enumerate(row)] for u, row in enumerate(rows)]
    found = facets(ratings(rows))  # type: ignore[arg-type]
    cells = [(u, a, one) for u, row in enumerate(rows) for a, one in enumerate(row) if one is not None]
    design = np.array([[-float(a == at) + float(a == 4) for at in range(4)] for _, a, _ in cells])
    answers, groups = np.array([one for *_, one in cells]), np.array([u for u, *_ in cells])
    # statsmodels warns of items all rated alike, which tell nothing of severity.
    varied = np.isin(groups, [u for u in set(groups) if len(set(answers[groups == u])) > 1])
    fit = ConditionalLogit(answers[varied], design[varied], groups=groups[varied]).fit(disp=0, gtol=1e-9)
    mine = [one.severity for one in found.annotators]
    assert mine == pytest.approx([*fit.params, -fit.params.sum()], abs=1e-3)
    assert [one.se for one in found.annotators[:4]] == pytest.approx(fit.bse, rel=2e-3)
    assert sum(mine) == pytest.approx(0, abs=1e-9)
    assert found.thresholds == (0.0,)


def test_the_conditional_likelihood_is_that_of_all_ratings_with_these_sums() -> None:
    codes = np.array([[0, 1, 2], [3, 1, 1], [2, -1, 0], [1, 3, 3]])
    model = _Conditional(codes, 4)
    x = np.array([0.3, -0.5, 0.2, -0.4])
    severity, thresholds = model.unpack(x)
    steps = np.append(0.0, np.cumsum(thresholds))
    total = 0.0
    for row in codes:
        raters = np.flatnonzero(row >= 0)
        log_weight = lambda given, raters=raters: sum(  # noqa: E731
            -severity[rater] * one - steps[one] for rater, one in zip(raters, given, strict=True)
        )
        alike = [
            np.exp(log_weight(given))
            for given in product(range(4), repeat=len(raters))
            if sum(given) == row[raters].sum()
        ]
        total += log_weight(row[raters]) - np.log(sum(alike))
    value, gradient = model.loss(x)
    assert value == pytest.approx(-total)
    numeric = scipy.optimize.approx_fprime(x, lambda at: model.loss(at)[0], 1e-6)
    assert gradient == pytest.approx(numeric, abs=1e-4)


def test_severities_and_their_errors_are_found_in_simulated_tables() -> None:
    generator = np.random.default_rng(4)
    true = np.array([-0.8, 0.0, 0.1, 0.7])
    steps = np.append(0.0, np.cumsum([-1.0, 0.0, 1.0]))
    ranks = np.arange(4)
    inside, fits = [], []
    for _ in range(15):
        level = generator.normal(0, 1.2, 60)
        logits = (level[:, None] - true)[:, :, None] * ranks - steps
        chance = np.exp(logits) / np.exp(logits).sum(axis=2, keepdims=True)
        rows = (chance.cumsum(axis=2) < generator.random(chance.shape[:2])[:, :, None]).sum(axis=2)
        found = facets(ratings(rows.tolist()))
        inside += [
            abs(one.severity - at) < 1.96 * one.se for one, at in zip(found.annotators, true, strict=True)
        ]
        fits += [one.infit for one in found.annotators]
    assert 0.89 <= np.mean(inside) <= 0.99
    # A level of its own for each item of four ratings fits them too well: the mean square is 3/4, not 1.
    assert np.mean(fits) == pytest.approx(0.75, abs=0.05)


def test_facets_that_cannot_be_fitted_say_why() -> None:
    assert "nominal" in str(facets(ratings([[0, 1], [1, 1]], "nominal")).reason)
    assert facets(ratings([[1, 1], [1, 1]])).reason == "one category"
    apart: list[list[int | None]] = [[0, 1, None, None], [1, 0, None, None], [None, None, 0, 1]]
    assert "do not overlap" in str(facets(ratings(apart)).reason)
    assert "one side" in str(facets(ratings([[0, 1]] * 8)).reason)


@pytest.mark.parametrize("name", TABLES)
def test_limits_of_agreement_and_correlations(name: str) -> None:
    rows = tables()[name]
    data = ratings(rows, "interval")  # type: ignore[arg-type]
    values = np.array(rows, dtype=float)
    first = bland_altman(data)[0]
    apart = values[:, 0] - values[:, 1]
    test = scipy.stats.ttest_1samp(apart, 0).confidence_interval()
    assert (first.bias_interval.low, first.bias_interval.high) == pytest.approx((test.low, test.high))
    assert first.high - first.low == pytest.approx(2 * 1.959964 * apart.std(ddof=1), rel=1e-6)
    line = scipy.stats.linregress(values[:, :2].mean(axis=1), apart)
    assert first.slope == pytest.approx(line.slope)
    for column, one in enumerate(with_rest(data, intervals=False)):
        rest = np.delete(values, column, axis=1).mean(axis=1)
        assert one.pearson.value == pytest.approx(scipy.stats.pearsonr(values[:, column], rest).statistic)
        assert one.spearman.value == pytest.approx(scipy.stats.spearmanr(values[:, column], rest).statistic)


def test_who_shares_two_units_with_others_has_no_correlation_and_is_told() -> None:
    data = ratings([[0, 1, 2], [1, 1, 3], [2, 3, None], [4, 4, None]], "interval")
    found = with_rest(data, intervals=False)
    assert [one.annotator for one in found] == list(data.annotators)
    assert [one.pearson.reason for one in found] == [None, None, "fewer than three shared units"]
    assert found[2].pearson.units == 2


def test_numbers_of_labels_have_none() -> None:
    data = ratings([[0, 1], [1, 1], [0, 0]], "nominal")
    assert bland_altman(data) == []
    assert {one.pearson.reason for one in with_rest(data)} == {"no order of categories at the nominal level"}
