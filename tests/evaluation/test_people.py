"""People and systems on the same targets, against what they are defined as."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

import numpy as np
import pytest

from aloi.evaluation.people import PeopleScores, people_and_systems
from aloi.evaluation.rows import Answer, EvaluationSet, Provenance
from tests.evaluation.scored import gold_set, value

GENERATOR = np.random.default_rng(1)
TRUTH = GENERATOR.uniform(0, 5, 60)
TABLE = np.clip(np.round(TRUTH[:, None] + GENERATOR.normal(0, 0.7, (60, 3))), 0, 5)
ANSWERS = [dict(zip(("A1", "A2", "A3"), map(float, row), strict=True)) for row in TABLE]


def people(
    answers: Sequence[Mapping[str, Answer]], name: str = "spearman", replicates: int = 200
) -> PeopleScores:
    gold = replace(
        gold_set([0.0] * len(answers)), provenance=tuple(Provenance(answers=one) for one in answers)
    )
    return people_and_systems(gold, {}, metric_name=name, replicates=replicates)


@pytest.mark.parametrize("name", ["spearman", "rmse"])
def test_each_annotator_stands_against_the_mean_of_the_others(name: str) -> None:
    found = people(ANSWERS, name)
    wanted = [value(name, np.delete(TABLE, at, axis=1).mean(axis=1), TABLE[:, at], 0, 5) for at in range(3)]
    assert [one.value for one in found.annotators] == pytest.approx(wanted, abs=1e-12)
    assert found.value == pytest.approx(np.mean(wanted), abs=1e-12)
    assert found.interval is not None
    assert found.interval.low < found.value < found.interval.high
    assert found.items == 60
    assert people(list(ANSWERS), name) == found


def test_items_with_one_answer_are_left_out_and_gaps_are_borne() -> None:
    answers = [*ANSWERS[:20], {"A1": 3.0}, {}, {"A1": 1.0, "A2": 2.0}]
    found = people(answers, replicates=0)
    assert found.items == 21
    assert [one.items for one in found.annotators] == [21, 21, 20]
    assert found.interval is None


def test_undefined_says_why() -> None:
    found = people([{"A1": 1.0}, {}])
    assert (found.value, found.reason) == (None, "no item has the answers of two annotators")
    same = people([{"A1": 1.0, "A2": 1.0}] * 5)
    assert (same.value, same.reason) == (None, "no annotator has a value")
    assert same.annotators[0].reason == "every reference value is 1: a constant has no correlation"
    one = people([{"A1": float(at), "A2": 1.0, "A3": float(at)} for at in range(6)], replicates=0)
    assert [who.value for who in one.annotators] == [pytest.approx(1.0), None, pytest.approx(1.0)]
    assert one.value == pytest.approx(1.0)


def test_labels_stand_against_the_most_frequent_of_the_others() -> None:
    # A1 agrees with the other two on the first two items; on the third the others differ from each other.
    answers = [
        {"A1": ("x",), "A2": ("x",), "A3": ("x",)},
        {"A1": ("y",), "A2": ("y",), "A3": ("y",)},
        {"A1": ("x",), "A2": ("y",), "A3": ("x",)},
        {"A1": ("x",), "A2": ("y",), "A3": ("y",)},
    ]
    gold = EvaluationSet(
        "t",
        "",
        "LabelledText",
        tuple("abcd"),
        ("",) * 4,
        (("x",),) * 4,
        provenance=tuple(Provenance(answers=one) for one in answers),
    )
    found = people_and_systems(gold, {}, metric_name="exact_match", replicates=0)
    # A1: a, b right, d wrong, c left out; A2: a, b right, c wrong, d left out; A3: a, b right, c, d left out
    assert [(one.value, one.items) for one in found.annotators] == [
        (pytest.approx(2 / 3), 3),
        (pytest.approx(2 / 3), 3),
        (1.0, 2),
    ]
    assert found.value == pytest.approx((2 / 3 + 2 / 3 + 1) / 3)


def test_linked_concepts_stand_as_first_candidates() -> None:
    answers = [{"A1": ("C1",), "A2": ("C1",)}, {"A1": ("C2",), "A2": ("C3",)}]
    gold = EvaluationSet(
        "t",
        "",
        "LinkedMention",
        ("a", "b"),
        ("", ""),
        (("C1",), ("C2",)),
        provenance=tuple(Provenance(answers=one) for one in answers),
    )
    assert people_and_systems(gold, {}, metric_name="acc@1", replicates=0).value == 0.5


def test_a_system_is_held_against_the_very_targets_that_people_are() -> None:
    gold = replace(
        gold_set(TABLE.mean(axis=1).tolist()), provenance=tuple(Provenance(answers=one) for one in ANSWERS)
    )
    systems = {
        "A1 again": [TABLE[:, 0].tolist()],
        "perfect": [TRUTH.tolist()],
        "two seeds": [TRUTH.tolist(), TABLE[:, 1].tolist()],
    }
    found = people_and_systems(gold, systems, metric_name="pearson", replicates=200)
    targets = [np.delete(TABLE, at, axis=1).mean(axis=1) for at in range(3)]

    def reached(answers: np.ndarray) -> float:
        return float(np.mean([np.corrcoef(answers, one)[0, 1] for one in targets]))

    again, perfect, two = found.systems
    assert again.value == pytest.approx(reached(TABLE[:, 0]))
    assert perfect.value == pytest.approx(reached(TRUTH))
    assert two.value == pytest.approx((reached(TRUTH) + reached(TABLE[:, 1])) / 2)
    assert found.value is not None
    assert perfect.difference == pytest.approx(reached(TRUTH) - found.value)
    assert perfect.difference_interval is not None
    assert perfect.p is not None
    assert (perfect.difference_interval.low > 0) == (perfect.p < 0.05)
    # Who knows the truth is nearer to the others than any of them is.
    assert perfect.p < 0.05
    assert perfect.difference > 0


def test_a_system_without_a_value_says_why() -> None:
    gold = replace(gold_set([0.0] * 60), provenance=tuple(Provenance(answers=one) for one in ANSWERS))
    found = people_and_systems(gold, {"flat": [[1.0] * 60]}, metric_name="pearson", replicates=100)
    assert (found.systems[0].value, found.systems[0].difference, found.systems[0].p) == (None, None, None)
    assert found.systems[0].reason == "every system value is 1: a constant has no correlation"
