"""The human ceiling against what it is defined as."""

from __future__ import annotations

import numpy as np
import pytest

from evaluation.ceiling import human_ceiling
from evaluation.evaluate import value

GENERATOR = np.random.default_rng(1)
TRUTH = GENERATOR.uniform(0, 5, 60)
TABLE = np.clip(np.round(TRUTH[:, None] + GENERATOR.normal(0, 0.7, (60, 3))), 0, 5)
ANSWERS = [dict(zip(("A1", "A2", "A3"), map(float, row), strict=True)) for row in TABLE]


@pytest.mark.parametrize("name", ["spearman", "rmse"])
def test_each_annotator_stands_against_the_mean_of_the_others(name: str) -> None:
    found = human_ceiling(ANSWERS, 0, 5, metric_name=name, replicates=200)
    wanted = [
        value(name, np.delete(TABLE, at, axis=1).mean(axis=1), TABLE[:, at], 0, 5).value for at in range(3)
    ]
    assert [one.value for one in found.annotators] == pytest.approx(wanted, abs=1e-12)
    assert found.value == pytest.approx(np.mean(wanted), abs=1e-12)
    assert found.interval is not None
    assert found.interval.low < found.value < found.interval.high
    assert found.items == 60
    assert human_ceiling(list(ANSWERS), 0, 5, metric_name=name, replicates=200) == found


def test_items_with_one_answer_are_left_out_and_gaps_are_borne() -> None:
    answers = [*ANSWERS[:20], {"A1": 3.0}, {}, {"A1": 1.0, "A2": 2.0}]
    found = human_ceiling(answers, 0, 5, replicates=0)
    assert found.items == 21
    assert [one.items for one in found.annotators] == [21, 21, 20]
    assert found.interval is None


def test_undefined_says_why() -> None:
    found = human_ceiling([{"A1": 1.0}, {}], 0, 5)
    assert (found.value, found.reason) == (None, "no item has the answers of two annotators")
    same = human_ceiling([{"A1": 1.0, "A2": 1.0}] * 5, 0, 5)
    assert (same.value, same.reason) == (None, "no annotator has a value")
    assert same.annotators[0].reason == "every reference value is 1: a constant has no correlation"
    one = human_ceiling(
        [{"A1": float(at), "A2": 1.0, "A3": float(at)} for at in range(6)], 0, 5, replicates=0
    )
    assert [who.value for who in one.annotators] == [pytest.approx(1.0), None, pytest.approx(1.0)]
    assert one.value == pytest.approx(1.0)
