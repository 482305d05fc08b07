"""The distribution of the answers of a round, for every task."""

from __future__ import annotations

from aloi.annotation.model import Role
from aloi.annotation.tasks import TASKS, task
from aloi.storage.store import Store
from aloi.workbench.overview import distribution
from aloi.workbench.overview.distribution import count_values
from tests.workbench.desks import answer_differently, open_rounds
from tests.workbench.scene import NOW


def test_every_task_counts_the_values_that_its_answers_hold(store: Store) -> None:
    people = [store.people.add(name, Role.ANNOTATOR, NOW, password_hash="x", pseudonym=name) for name in "AB"]
    opened = open_rounds(store, people, items=1)
    answer_differently(store, people, opened.values())
    for kind in TASKS:
        round_ = opened[kind.name].round
        counted = count_values(store, opened[kind.name].campaign, round_)
        first = task(kind.name).example().values[:2]
        values = sorted(value for answer in first for value in kind.values_in(answer))
        assert counted.answers == 2
        assert values, kind.name
        assert sorted(one.name for one in counted.values for _ in range(one.count)) == values, kind.name
        assert (counted.others, counted.other_values) == (0, 0)
    # Each span and each group counts, not each kind of them once.
    spans = count_values(store, opened["spans"].campaign, opened["spans"].round)
    assert all(one.title for one in spans.values)
    concepts = count_values(store, opened["linking"].campaign, opened["linking"].round)
    assert {one.title for one in concepts.values} <= {
        "céphalée",
        "nausée",
        *(one.name for one in concepts.values),
    }


def test_free_values_beyond_the_most_frequent_are_counted_together(store: Store, monkeypatch) -> None:
    monkeypatch.setattr(distribution, "MOST_VALUES", 1)
    person = store.people.add("A", Role.ANNOTATOR, NOW, password_hash="x", pseudonym="A")
    other = store.people.add("B", Role.ANNOTATOR, NOW, password_hash="x", pseudonym="B")
    opened = open_rounds(store, [person, other], ["substitution"], items=1)
    answer_differently(store, [person, other], opened.values())
    counted = count_values(store, opened["substitution"].campaign, opened["substitution"].round)
    assert [(one.name, one.count) for one in counted.values] == [("fine", 2)]
    assert (counted.others, counted.other_values) == (1, 1)
