"""The alternative annotator test: published values, a computation by hand, other packages, its border."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
from scipy.special import ndtr
from scipy.stats import false_discovery_control, ttest_1samp

from aloi.agreement.machine.alignment import Alignments, alignments, alignments_of
from aloi.agreement.machine.alternative import (
    PersonComparison,
    _contradicted,
    _winning_interval,
    adjusted_ps,
    alternative_test,
    alternative_tests,
)
from aloi.agreement.ratings import Ratings
from aloi.base.errors import AloiError
from tests.agreement.machine.simulated import Border
from tests.simulations import Record, tell_alarms, tell_held

ALONE = Border("alone", 200, 0)
NESTED = Border("nested", 300, 30)
BORDERS = (
    Border("alone", 100, 0),
    Border("alone", 300, 0),
    NESTED,
    Border("nested", 300, 100),
    Border("crossed", 300, 60),
    Border("crossed", 300, 150),
)
MACHINE = "X1"


def table_of(people: dict[str, list[object]], machine: list[object], level: str = "nominal") -> Ratings:
    columns = {**people, MACHINE: machine}
    rows = [list(row) for row in zip(*columns.values(), strict=True)]
    return Ratings.from_table([f"u{at}" for at in range(len(rows))], list(columns), rows, level)


@pytest.mark.shared
@pytest.mark.parametrize("name", ["mtbench", "cebab_stars", "lesion"])
def test_published_values(name: str, shared: Path) -> None:
    published = json.loads((shared / "reference" / "alttest.json").read_text(encoding="utf-8"))[name]
    folder = shared / "data" / "alttest" / name
    people = json.loads((folder / "human_annotations.json").read_text(encoding="utf-8"))
    machines = json.loads((folder / "llm_annotations.json").read_text(encoding="utf-8"))
    for machine, expected in published["models"].items():
        answers = {**people, MACHINE: machines[machine]}
        triples = [(unit, who, value) for who, of in answers.items() for unit, value in of.items()]
        ratings = Ratings.from_triples(
            triples, "nominal" if published["scoring"] == "accuracy" else "interval"
        )
        table = alignments(ratings, MACHINE)
        assert table.name == published["scoring"]
        for epsilon, rate in expected["winning_rate_by_epsilon"].items():
            test = alternative_test(table, float(epsilon))
            assert test.winning_rate == rate
            assert test.advantage == pytest.approx(expected["advantage_probability"], abs=1e-9)


def test_alignment_by_hand() -> None:
    ratings = table_of(
        {"A1": ["a", "a", None], "A2": ["a", "b", "a"], "A3": ["b", "b", "a"]}, ["a", "b", "b"]
    )
    table = alignments(ratings, MACHINE)
    # The second unit: A1 said a, the others b and b. The machine said b.
    assert table.of_machine[1].tolist() == [1.0, 0.5, 0.5]
    assert table.of_person[1].tolist() == [0.0, 0.5, 0.5]
    assert np.isnan(table.of_person[2, 0])
    assert table.machine_wins[1].tolist() == [1.0, 1.0, 1.0]
    assert table.person_wins[1].tolist() == [0.0, 1.0, 1.0]


def test_errors_of_numbers_and_similarities_of_sets() -> None:
    numbers = table_of({"A1": [0.1, 2.0], "A2": [0.2, 5.0], "A3": [0.4, 3.0]}, [0.3, 4.0], "interval")
    table = alignments(numbers, MACHINE)
    assert table.of_machine[1, 0] == pytest.approx(-np.sqrt(((4 - 5) ** 2 + (4 - 3) ** 2) / 2))
    assert table.of_person[1, 0] == pytest.approx(-np.sqrt(((2 - 5) ** 2 + (2 - 3) ** 2) / 2))
    a, ab = frozenset("a"), frozenset("ab")
    sets = table_of({"A1": [a], "A2": [ab], "A3": [ab]}, [a])
    assert alignments(sets, MACHINE).of_machine[0].tolist() == pytest.approx([0.5, 0.75, 0.75])
    assert alignments(sets, MACHINE, "masi").of_machine[0, 0] == pytest.approx(1 / 3)
    with pytest.raises(AloiError, match="accuracy"):
        alignments(table_of({"A1": ["a"], "A2": ["b"]}, ["a"]), MACHINE, "neg_rmse")
    with pytest.raises(AloiError, match="X2"):
        alignments(numbers, "X2")


def test_answers_of_any_kind_are_compared_like_labels() -> None:
    generator = np.random.default_rng(3)
    people = {f"A{at}": [str(v) if v < 3 else None for v in generator.integers(0, 4, 60)] for at in range(4)}
    ratings = table_of(people, [str(v) for v in generator.integers(0, 3, 60)])
    values = ratings.categories
    answers = {
        unit: {name: values[code] for name, code in zip(ratings.annotators, row, strict=True) if code >= 0}
        for unit, row in zip(ratings.units, ratings.codes, strict=True)
    }
    first = alignments(ratings, MACHINE)
    second = alignments_of(answers, MACHINE, lambda a, b: float(a == b), "accuracy")
    assert np.allclose(first.of_machine, second.of_machine, equal_nan=True)
    assert np.allclose(first.of_person, second.of_person, equal_nan=True)


def test_tests_equal_those_of_scipy() -> None:
    table = ALONE.table(4)
    test = alternative_test(table, 0.1)
    lead = table.person_wins - table.machine_wins
    expected = ttest_1samp(lead, 0.1, alternative="less").pvalue
    assert [person.p for person in test.people] == pytest.approx(list(expected), abs=1e-12)
    adjusted = false_discovery_control(expected, method="by")
    assert [person.adjusted for person in test.people] == pytest.approx(list(adjusted), abs=1e-12)
    ps = [0.001, 0.2, 0.013, 0.04, 0.5]
    assert list(adjusted_ps(ps)) == pytest.approx(list(false_discovery_control(ps, method="by")))


def test_several_parts_are_adjusted_together() -> None:
    tables = [ALONE.table(seed) for seed in (1, 2)]
    together = alternative_tests(tables, 0.35)
    expected = false_discovery_control([p.p for test in together for p in test.people], method="by")
    assert [p.adjusted for test in together for p in test.people] == pytest.approx(list(expected))


def test_equal_units_decide_or_do_not() -> None:
    always = Alignments(MACHINE, "accuracy", ("A1", "A2"), np.ones((40, 2)), np.ones((40, 2)))
    won = alternative_test(always, 0.2)
    assert [person.p for person in won.people] == [0.0, 0.0]
    assert (won.winning_rate, won.advantage) == (1.0, 1.0)
    assert won.advantage_interval is not None
    assert won.advantage_interval.low == pytest.approx(0.025 ** (1 / 40))
    undecided = alternative_test(always, 0.0)
    assert [person.p for person in undecided.people] == [None, None]
    assert undecided.winning_rate == 0.0
    never = Alignments(MACHINE, "accuracy", ("A1", "A2"), np.zeros((40, 2)), np.ones((40, 2)))
    assert [person.p for person in alternative_test(never, 0.2).people] == [1.0, 1.0]


def test_who_is_compared_and_what_is_warned_of() -> None:
    table = ALONE.table(1)
    few = Alignments(MACHINE, "accuracy", ("A1", "A2"), table.of_machine[:, :2], table.of_person[:, :2])
    [caution] = alternative_test(few, 0.2).cautions
    assert "one other person" in caution
    rare = table.of_person.copy()
    rare[29:, 0] = np.nan
    short = alternative_test(Alignments(MACHINE, "accuracy", table.annotators, table.of_machine, rare), 0.2)
    assert (short.people[0].reason or "").startswith("29 units")
    assert len(short.compared) == 2
    nobody = alternative_test(Alignments(MACHINE, "accuracy", ("A1", "A2"), np.ones((9, 2)), np.ones((9, 2))))
    assert nobody.winning_rate is None
    assert nobody.reason == "nobody shares 30 units with the machine and another person"
    with pytest.raises(ValueError, match="epsilon"):
        alternative_test(table, 1.5)


def test_documents_widen_the_interval() -> None:
    table = NESTED.table(1)
    alone = Alignments(table.machine, table.name, table.annotators, table.of_machine, table.of_person)
    clustered, single = alternative_test(table), alternative_test(alone)
    assert clustered.advantage == single.advantage
    assert clustered.advantage_interval is not None
    assert single.advantage_interval is not None
    assert "clusters30" in clustered.advantage_interval.method
    assert clustered.people[0].p != single.people[0].p


def test_the_interval_of_the_winning_rate_has_what_the_data_leave_open() -> None:
    def interval(*ps: float) -> tuple[float, float]:
        ends = _winning_interval([PersonComparison("A", 30, p=p) for p in ps], 0.5)
        return ends.low, ends.high

    # Of three people, somebody is below epsilon at 0.05 / 3, and a second one only at 0.025 / 2.
    assert interval(0.017, 0.5, 0.5) == (0.0, 1.0)
    assert interval(0.016, 0.5, 0.5) == pytest.approx((1 / 3, 1.0))
    assert interval(0.016, 0.013, 0.5) == pytest.approx((1 / 3, 1.0))
    assert interval(0.012, 0.012, 0.5) == pytest.approx((0.5, 1.0))  # of 2 / 3, widened to the rate
    assert interval(0.5, 0.5, 0.984) == pytest.approx((0.0, 2 / 3))
    assert interval(0.001, 0.999) == (0.5, 0.5)


@pytest.mark.parametrize(
    ("gaps", "shared", "least"),
    [
        ((0.0, 0.0, 0.0), False, 0.94),  # all exactly at epsilon
        ((0.0, -1e-9), True, 0.935),  # people who err alike, on both sides of epsilon
        ((-5.0, 0.0, 0.0), False, 0.96),  # two hypotheses beside one that is surely false
        ((-1.5, -0.5, 0.5, 1.5), False, 0.99),  # few values: mostly the interval has all that is possible
    ],
)
def test_coverage_of_the_winning_rate_depends_on_who_is_at_the_border(
    gaps: tuple[float, ...], shared: bool, least: float
) -> None:
    many, truth = 4000, float(np.mean([gap < 0 for gap in gaps]))
    noise = np.random.default_rng(5).standard_normal((many, 1 if shared else len(gaps)))
    possible = round(truth * len(gaps))
    covered = np.mean([not _contradicted(ps, possible) for ps in ndtr(noise + np.array(gaps))])
    assert least <= covered <= (0.965 if least < 0.95 else 1)


@pytest.mark.slow
@pytest.mark.parametrize("border", BORDERS, ids=str)
def test_machines_at_the_border_pass_by_chance_alone(border: Border, record_property: Record) -> None:
    many = 1000
    passed, by_item, covered, rates, unwidened = [], [], [], [], []
    for seed in range(many):
        table = border.table(seed)
        test = alternative_test(table, border.epsilon)
        passed += [person.p is not None and person.p < 0.05 for person in test.people]
        lead = table.person_wins - table.machine_wins
        by_item += list(ttest_1samp(lead, border.epsilon, alternative="less").pvalue < 0.05)
        assert test.advantage_interval is not None
        assert test.winning_interval is not None
        truth = 1 - (border.alone + border.epsilon) / 2
        covered.append(test.advantage_interval.low <= truth <= test.advantage_interval.high)
        rates.append(test.winning_interval.low == 0.0)
        # An interval that was widened to the winning rate of 0 excluded 0 before.
        unwidened.append(rates[-1] and not test.winning_interval.method.endswith("widened"))
    tell_alarms(record_property, str(border), "alternative annotator test", float(np.mean(passed)), 3 * many)
    tell_alarms(record_property, str(border), "the same by item", float(np.mean(by_item)), 3 * many)
    tell_held(record_property, str(border), "advantage probability", float(np.mean(covered)), many)
    tell_held(record_property, str(border), "winning rate", float(np.mean(unwidened)), many)
    tell_held(record_property, str(border), "winning rate, widened to it", float(np.mean(rates)), many)
    assert np.mean(passed) == pytest.approx(0.05, abs=0.015)
    assert np.mean(covered) == pytest.approx(0.95, abs=0.02)  # 1.5 points, and 0.7 of simulation error
    assert np.mean(unwidened) == pytest.approx(0.95, abs=0.02)
    assert np.mean(rates) >= np.mean(unwidened)
    if border.kind == "alone":
        assert by_item == passed
