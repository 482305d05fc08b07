"""`aloi round late`: answers that came too late, listed, taken and left."""

from __future__ import annotations

from pathlib import Path

import pytest

from aloi.annotation.model import Status
from aloi.storage.answers.late_answers import AnswerLate
from aloi.storage.store import Store
from tests.workbench.scene import NOW, make_scene

ROUND = ("--campaign", "closeness", "--round", 1)


@pytest.fixture
def items(folder: Path) -> tuple[str, ...]:
    """Return the items of a closed round, to two of which A1's answers came late."""
    store = Store.open("sqlite:///aloi-data/aloi.db")
    scene = make_scene(store, folder)
    opened = scene.open(names=("A1", "A2"))
    store.campaigns.set_round_status(opened.id, Status.CLOSED)
    given = {"seconds": 2.0, "flag": False, "shown": {}, "guideline_version": None, "now": NOW}
    for item in range(2):
        with pytest.raises(AnswerLate):
            store.answers.submit(
                scene.key(opened, item, "A1"), f"{item}-late-event", {"score": 4}, comment="é", **given
            )
    store.close()
    return scene.items


def test_late_answers_are_listed_taken_and_left(told, refused, invoke, items) -> None:
    listed = told("round", "late", "list", *ROUND)
    assert [(one["id"], one["item_id"], one["annotator"], one["why"], one["answer"]) for one in listed] == [
        (f"{n}-late-event", items[n], "A1", "closed", "4") for n in range(2)
    ]
    assert (listed[0]["value"], listed[0]["note"], listed[0]["decision"]) == ({"score": 4}, "é", None)
    assert "0-late-e" in invoke("round", "late", "list", *ROUND).stdout
    assert told("round", "status", *ROUND)["next"][0] == {"step": "late", "count": 2}
    assert "--all" in refused("round", "late", "take", *ROUND)
    assert "--all" in refused("round", "late", "leave", "0-late-event", "--all", *ROUND)
    assert "The late answer something does not exist" in refused("round", "late", "take", "something", *ROUND)
    assert told("round", "late", "take", "0-la", "--by", "A2", *ROUND) == {"taken": 1}
    assert told("round", "late", "leave", "--all", *ROUND) == {"left": 1}
    assert told("round", "late", "list", *ROUND) == []
    assert invoke("round", "late", "list", *ROUND).stdout == "no late answer\n"
    decided = told("round", "late", "list", "--decided", *ROUND)
    assert [(one["decision"], one["stands"]) for one in decided] == [("taken", "4"), ("left", None)]
    assert told("round", "status", *ROUND)["submitted"] == 1
    assert told("check")["problems"] == []


def test_a_backup_holds_the_late_answers(told, items, folder: Path) -> None:
    told("backup", folder / "copy.db")
    told("restore", folder / "copy.db", "--store", f"sqlite:///{folder / 'again.db'}")
    again = ("--store", f"sqlite:///{folder / 'again.db'}")
    assert len(told("round", "late", "list", *ROUND, *again)) == 2
    assert told("round", "late", "take", "--all", *ROUND, *again) == {"taken": 2}
    assert told("check", *again)["problems"] == []
