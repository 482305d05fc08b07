"""The ceiling: what a perfect system reaches on a gold of few, noisy annotators."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from aloi.base.arrays import Floats
from aloi.evaluation.ceiling import attainable
from aloi.evaluation.people import people_and_systems
from aloi.evaluation.rows import EvaluationSet, Provenance
from tests.evaluation.scored import gold_set, value


def rated(table: Floats, documents: list[str] | None = None) -> EvaluationSet:
    """Return a gold of the means of ratings (N, A), NaN where an annotator did not answer."""
    beside = tuple(
        Provenance(
            answers={f"A{who}": float(one) for who, one in enumerate(row) if not np.isnan(one)},
            clusters={} if documents is None else {"document": (documents[at],)},
        )
        for at, row in enumerate(table)
    )
    return replace(gold_set(np.nanmean(table, axis=1).tolist()), provenance=beside)


def two_annotators(generator: np.random.Generator, items: int = 300) -> tuple[Floats, Floats]:
    """Return truth (N,) and the ratings of two annotators (N, 2) who correlate at .588."""
    truth = generator.normal(size=items)
    noise = np.sqrt(1 / 0.588 - 1)
    return truth, truth[:, None] + noise * generator.normal(size=(items, 2))


def test_the_ceiling_of_two_annotators_is_that_of_a_perfect_system_not_of_the_other() -> None:
    truth, table = two_annotators(np.random.default_rng(3), 20_000)
    gold = rated(table)
    people = people_and_systems(gold, {}, metric_name="pearson", replicates=0)
    ceiling = attainable(gold, metric_name="pearson")
    assert people.value == pytest.approx(0.588, abs=0.01)
    perfect = value("pearson", table.mean(axis=1), truth)
    assert perfect == pytest.approx(0.86, abs=0.01)
    assert ceiling.value == pytest.approx(perfect, abs=0.01)
    assert ceiling.reliability == pytest.approx(2 * 0.588 / 1.588, abs=0.01)
    assert (ceiling.answers, ceiling.items, ceiling.measure) == (2.0, 20_000, "icc_3_k")


@pytest.mark.parametrize("metric", ["pearson", "spearman"])
def test_the_interval_of_the_ceiling_holds_what_a_perfect_system_reaches(metric: str) -> None:
    generator, held = np.random.default_rng(7), 0
    large = two_annotators(np.random.default_rng(99), 200_000)
    reached = value(metric, large[1].mean(axis=1), large[0])
    for _ in range(100):
        ends = attainable(rated(two_annotators(generator)[1]), metric_name=metric).interval
        assert ends is not None
        held += ends.low <= reached <= ends.high
    assert held >= 88  # of 100 intervals of 95 %, fewer once in a hundred such tests


def test_a_strict_annotator_lowers_no_ceiling_where_everybody_answered() -> None:
    _, table = two_annotators(np.random.default_rng(5), 2000)
    strict = table + np.array([0.0, -2.0])
    for metric in ("pearson", "spearman"):
        one, other = (attainable(rated(rows), metric_name=metric) for rows in (table, strict))
        assert one.value == pytest.approx(other.value, abs=1e-9)


def test_annotators_who_answered_parts_give_the_reliability_of_any_annotators() -> None:
    truth = np.random.default_rng(8).normal(size=4000)
    table = truth[:, None] + 0.8 * np.random.default_rng(9).normal(size=(4000, 4))
    table[:2000, :2] = np.nan
    table[2000:, 2:] = np.nan
    found = attainable(rated(table), metric_name="spearman")
    assert found.measure == "gold_reliability"
    assert found.answers == 2.0
    assert found.value == pytest.approx(value("spearman", np.nanmean(table, axis=1), truth), abs=0.015)


def test_documents_widen_the_interval_and_say_the_design_effect() -> None:
    generator = np.random.default_rng(4)
    documents = np.repeat(np.arange(25), 12)
    truth = generator.normal(size=25)[documents] + 0.3 * generator.normal(size=300)
    table = truth[:, None] + generator.normal(size=(300, 3))
    alone = attainable(rated(table), metric_name="pearson").interval
    together = attainable(rated(table, [f"d{one}" for one in documents]), metric_name="pearson").interval
    assert alone is not None
    assert together is not None
    assert together.high - together.low > alone.high - alone.low
    assert "clusters25" in together.method
    assert together.design_effect is not None
    assert together.design_effect > 1


def test_a_ceiling_that_is_not_known_says_why() -> None:
    _, table = two_annotators(np.random.default_rng(1), 40)
    assert (
        attainable(rated(table), metric_name="rmse").reason
        == "a reliability ceiling is available for correlations of scores only"
    )
    single = table.copy()
    single[:, 1] = np.nan
    alone = attainable(rated(single), metric_name="pearson")
    assert alone.reason == "no item has the answers of two annotators"
    assert (alone.reliability, alone.answers, alone.items) == (None, 0.0, 0)
    apart = np.column_stack([np.arange(40.0), -np.arange(40.0)])
    found = attainable(rated(apart), metric_name="pearson")
    assert (found.value, found.interval) == (None, None)
    assert found.reason
