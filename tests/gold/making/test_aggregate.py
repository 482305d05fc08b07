"""Gold values: rules, decisions, assumptions, revisions; the order of annotators changes nothing."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from aloi.base.errors import AloiError
from aloi.gold.making.aggregate import (
    AnnotatorAnswer,
    ItemAnswers,
    collect_answers,
    gold_rule,
    latest_answers,
    majority,
    make_gold,
    mean,
    median,
)
from aloi.gold.model import Adjudication, Assumption, GoldStatus
from aloi.gold.releasing.manifest import ReleaseInputs
from tests.gold.campaign import NOW, SETTINGS, SIMILARITY


def _answers(item: str, *scores: float, where: str = "r1") -> ItemAnswers:
    return ItemAnswers(
        item,
        where,
        tuple(AnnotatorAnswer(f"A{place}", {"score": score}) for place, score in enumerate(scores, 1)),
    )


def _decision(item: str, score: float, where: str = "r1", revision: int = 1) -> Adjudication:
    return Adjudication(where, item, revision, ("A9",), {"score": score}, "because", (), NOW)


def _make(answers, decisions=(), assumptions=(), rule=None):
    return make_gold(
        answers,
        decisions,
        assumptions,
        rounds={"r1": 1, "r2": 2},
        task=SIMILARITY,
        settings=SETTINGS,
        rule=rule,
    )


def test_rules_on_numbers() -> None:
    assert mean([1, 2, 4]) == pytest.approx(7 / 3)
    assert median([5, 0, 4]) == 4
    assert median([0, 5]) == 2.5
    assert majority([1, 1, 4]) == 1
    assert majority([1, 1, 4, 4]) is None
    assert (mean([]), median([]), majority([])) == (None, None, None)


@given(st.lists(st.floats(0, 5), min_size=1, max_size=7), st.randoms())
def test_order_of_annotators_is_irrelevant(numbers: list[float], random) -> None:
    shuffled = list(numbers)
    random.shuffle(shuffled)
    for rule in (mean, median, majority):
        assert rule(numbers) == rule(shuffled)


@given(st.permutations(list(range(4))), st.permutations(list(range(3))))
def test_make_gold_forgets_every_order(people: list[int], order: list[int]) -> None:
    table = [_answers("a", 0.1, 0.2, 0.3, 4), _answers("b", 5, 5, 1, 1), _answers("c", 2, 2, 2, 3)]
    mixed = [ItemAnswers(table[i].item_id, "r1", tuple(table[i].answers[p] for p in people)) for i in order]
    for rule in ("mean", "median", "majority"):
        assert _make(mixed, rule=rule) == _make(table, rule=rule)


def test_mean_is_the_default_and_keeps_support_and_spread() -> None:
    made = _make([_answers("a", 4, 5, 4)])
    assert made.undecided == ()
    (one,) = made.items
    assert one.value == {"score": 13 / 3}
    assert (one.rule, one.support, one.spread) == ("mean", ("A1", "A2", "A3"), 1)
    assert (one.status, one.round_id) == (GoldStatus.AGGREGATED, "r1")


def test_a_tie_needs_a_decision_which_then_wins() -> None:
    tied = [_answers("a", 1, 4), _answers("b", 2, 2)]
    assert _make(tied, rule="majority").undecided == ("a",)
    made = _make(tied, [_decision("a", 1), _decision("a", 4, revision=2)], rule="majority")
    assert made.undecided == ()
    one = made.items[0]
    assert (one.value, one.status, one.rule) == ({"score": 4}, GoldStatus.ADJUDICATED, "adjudicated")
    assert (one.support, one.spread) == (("A1", "A2"), 3)


def test_a_decision_wins_over_a_mean() -> None:
    (one,) = _make([_answers("a", 0, 5)], [_decision("a", 1)]).items
    assert one.value == {"score": 1}


def test_one_answer_is_single_and_assumptions_fill_the_rest() -> None:
    assumptions = [Assumption(item, "c", {"score": 0}, "random", {}, NOW) for item in ("a", "z")]
    made = _make([_answers("a", 3)], assumptions=assumptions)
    assert [(one.item_id, one.value, one.status) for one in made.items] == [
        ("a", {"score": 3}, GoldStatus.SINGLE),
        ("z", {"score": 0}, GoldStatus.ASSUMED),
    ]
    assert (made.items[1].support, made.items[1].spread, made.items[1].round_id) == ((), None, None)


def test_the_last_round_with_answers_counts_and_other_rounds_do_not() -> None:
    made = _make(
        [_answers("a", 1, 1, where="r1"), _answers("a", 4, 4, where="r2"), _answers("b", 2, where="r9")]
    )
    assert [(one.item_id, one.value, one.round_id) for one in made.items] == [("a", {"score": 4}, "r2")]
    decided = _make([_answers("a", 1, 1), _answers("a", 4, 4, where="r2")], [_decision("a", 0, "r1")])
    assert decided.items[0].value == {"score": 0}
    assert decided.items[0].support == ("A1", "A2")


def test_unknown_rule_and_doubled_answers_are_refused() -> None:
    with pytest.raises(AloiError, match="mean, median, majority"):
        gold_rule(SIMILARITY, SETTINGS, "mode")
    with pytest.raises(ValueError, match="appear twice"):
        _make([_answers("a", 1), _answers("a", 2)])


def test_collect_takes_the_last_revision_and_no_repeat(inputs: ReleaseInputs) -> None:
    names = {one.id: one.pseudonym for one in inputs.annotators}
    collected = collect_answers(inputs.rounds, inputs.annotations, names)
    by_item = {one.item_id: one for one in collected}
    first = by_item[inputs.items[0].id]
    assert first.answers == (
        AnnotatorAnswer("A1", {"score": 5}),
        AnnotatorAnswer("A2", {"score": 4}),
        AnnotatorAnswer("A3", {"score": 4}),
    )
    assert collect_answers(inputs.rounds, tuple(reversed(inputs.annotations)), names) == collected
    assert collect_answers(inputs.rounds[:1], inputs.annotations, names) == collected[:2]


def test_an_answer_taken_back_does_not_count(inputs: ReleaseInputs) -> None:
    last = max(inputs.annotations, key=lambda one: one.revision)
    back = replace(last, revision=last.revision + 1, value=None)
    kept = latest_answers((*inputs.annotations, back))
    assert last.key not in {one.key for one in kept}


def test_the_gold_of_the_hand_made_campaign(inputs: ReleaseInputs) -> None:
    values = {one.item_id: one.value["score"] for one in inputs.gold.items}
    assert [values[one.id] for one in inputs.items] == [13 / 3, 5, 2, 1 / 3, 3, 0]


@pytest.mark.shared
def test_gold_means_of_a_published_table_equal_its_row_means(shared: Path) -> None:
    lines = (shared / "data" / "biosses" / "biosses.tsv").read_text(encoding="utf-8").rstrip("\n").split("\n")
    table = {row[0]: [int(one) for one in row[3:]] for row in (line.split("\t") for line in lines[1:])}
    settings = SIMILARITY.check_settings({"scales": [{"name": "score", "low": 0, "high": 4}]})
    made = make_gold(
        [_answers(item, *scores) for item, scores in table.items()],
        [],
        [],
        rounds={"r1": 1},
        task=SIMILARITY,
        settings=settings,
    )
    assert len(made.items) == 100
    assert made.undecided == ()
    for one in made.items:
        assert one.value["score"] == sum(table[one.item_id]) / 5
        assert len(one.support) == 5
