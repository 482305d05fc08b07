"""Plans of the alternative annotator test: against exact powers, and with documents and teams."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pandas
import pytest
from scipy.stats import binom, t

import aloi
from aloi.agreement.parts.spans import Span, SpanDocument
from aloi.agreement.planning import machines
from aloi.agreement.planning.machines import MachinePilot, MachinePlan, plan_machine_test
from aloi.agreement.ratings import Ratings
from aloi.base.errors import AloiError
from aloi.workbench.agreement.full_report.machines import span_machine_plans
from aloi.workbench.requests.files.agreement import AgreementRequest


def pilot(
    wrong: int, units: int = 200, people: int = 2, documents: int | None = None, noise: float = 0.0
) -> Ratings:
    """Return ratings of people and of a machine that is wrong on the first `wrong` units."""
    generator = np.random.default_rng(3)
    truth = generator.integers(0, 2, units)
    answers = {f"A{at}": truth ^ (generator.random(units) < noise) for at in range(people)}
    answers["X1"] = np.where(np.arange(units) < wrong, 1 - truth, truth)
    triples = [
        (f"u{at}", name, str(int(values[at]))) for name, values in answers.items() for at in range(units)
    ]
    clusters = None if documents is None else {f"u{at}": f"d{at % documents}" for at in range(units)}
    return Ratings.from_triples(triples, level="nominal", clusters=clusters)


def plan_of(ratings: Ratings, **more: Any) -> MachinePlan:
    """Return the plan of a test of the machine X1, with the ratings as the pilot."""
    return plan_machine_test(MachinePilot.of_ratings(ratings, "X1"), **more)


def exact_power(units: int, share: float, epsilon: float) -> float:
    """Return the power for two people who always agree: both comparisons have the same p, times 1.5."""
    power = 0.0
    for losses in range(units + 1):
        mean = losses / units
        error = np.sqrt(mean * (1 - mean) / (units - 1))
        p = t.cdf((mean - epsilon) / error, units - 1) if error > 0 else float(mean > epsilon)
        power += float(binom.pmf(losses, units, share)) * (1.5 * p <= 0.05)
    return power


def test_the_power_is_the_exact_one() -> None:
    plan = plan_of(pilot(20), epsilon=0.2, power=0.8, replicates=400, seed=1)
    (row,) = plan.rows
    assert row.units is not None
    assert (row.source, row.people, row.answers) == ("pilot", 2, 2 * row.units)
    exact = exact_power(row.units, 0.1, 0.2)
    assert abs(row.power - exact) < 4 * row.error
    assert exact > 0.77  # not the first such number: the power is a saw, as units are counted
    assert exact_power(int(0.7 * row.units), 0.1, 0.2) < 0.8
    assert plan == plan_of(pilot(20), epsilon=0.2, power=0.8, replicates=400, seed=1)


def test_documents_and_teams_change_the_plan() -> None:
    alone = plan_of(pilot(20, noise=0.1, people=3), people=[2, 3, 5], replicates=30)
    assert [row.source for row in alone.rows] == ["subsets", "pilot", "resampled"]
    assert any("More people" in caution for caution in alone.cautions)
    assert MachinePlan.to_json(alone)["warnings"] == list(alone.cautions)
    # The machine fails in whole documents: far more units are needed.
    ratings = pilot(20, documents=20)
    by_document = Ratings.from_triples(
        [
            (unit, name, ratings.categories[code])
            for unit, row in zip(ratings.units, ratings.codes, strict=True)
            for name, code in zip(ratings.annotators, row, strict=True)
        ],
        level="nominal",
        clusters={unit: f"d{at // 10}" for at, unit in enumerate(ratings.units)},
    )
    sizes = [plan_of(each, replicates=30, most=500).rows[0].units for each in (ratings, by_document)]
    assert sizes[0] is not None
    assert sizes[1] is None or sizes[1] > 1.5 * sizes[0]


def test_a_bad_machine_and_bad_numbers() -> None:
    plan = plan_of(pilot(80), replicates=50, most=200)
    assert (plan.rows[0].units, plan.rows[0].power) == (None, 0.0)
    assert "near epsilon" in plan.cautions[-1]
    for more in ({"power": 1.0}, {"most": 10}, {"people": [1]}):
        with pytest.raises(AloiError):
            plan_of(pilot(20), **more)
    with pytest.raises(AloiError):
        plan_of(pilot(2, units=20))
    assert machines._smallest(lambda size: size >= 30, 100) == 30


def test_a_table_gives_a_plan() -> None:
    ratings = pilot(10, units=60)
    table = pandas.DataFrame(
        ratings.codes, index=pandas.Index(ratings.units, name="unit"), columns=ratings.annotators
    ).reset_index()
    measured = aloi.agreement.measure(table, level="nominal", machine="X1", power=0.5, ci="none")
    assert measured.plans[0] == plan_of(ratings, power=0.5)
    document = measured.report.to_json()
    assert document["alternative_plans"] == [measured.plans[0].to_json()]
    with pytest.raises(AloiError):
        aloi.agreement.measure(table, level="nominal", power=0.5)


def test_spans_give_a_plan() -> None:
    marked = {name: Span(0, 4, "x") for name in ("A", "B", "C", "X1")}
    rows = [{**marked, "X1": Span(0, 9, "x")} if at % 20 == 0 else marked for at in range(60)]
    documents = [
        SpanDocument(f"d{at:02}", {name: (span,) for name, span in row.items()})
        for at, row in enumerate(rows)
    ]
    request = AgreementRequest(Path("spans.csv"), machine=("X1",), power=0.5, people=(2,))
    # The people agree, and the machine loses one document in twenty: the plan of labels that do so.
    triples = [
        (f"d{at:02}", name, str(span.end)) for at, row in enumerate(rows) for name, span in row.items()
    ]
    labels = Ratings.from_triples(triples, level="nominal")
    assert span_machine_plans(documents, request) == (plan_of(labels, power=0.5, people=[2]),)
    table = pandas.DataFrame(
        [(name, "d", 0, 4) for name in marked], columns=["annotator", "document", "start", "end"]
    )
    with pytest.raises(AloiError, match="30"):  # from a table of spans too: too few documents for a plan
        aloi.agreement.measure(table, machine="X1", power=0.5)
