"""`aloi linking candidates` and `aloi linking bias`."""

from __future__ import annotations

from pathlib import Path

from aloi.annotation.model import Annotation, AssignmentKey
from aloi.storage.store import Store
from aloi.workbench.people import add_person
from aloi.workbench.requests.corrections import PersonRequest
from aloi.workbench.requests.rounds import RoundRequest
from aloi.workbench.rounds.rounds import open_round
from tests.terminal.conftest import Run
from tests.workbench.linking_campaign import linking_campaign, other_terminology
from tests.workbench.scene import NOW


def test_candidates_are_made_and_the_bias_of_their_order_is_told(told: Run, refused, folder: Path) -> None:
    url = f"sqlite:///{folder / 'aloi.db'}"
    store = Store.open(url)
    _, mentions = linking_campaign(store, folder)
    here = ("--store", url)
    done = told("linking", "candidates", "link", "--top", "3", *here)
    assert (done["items"], done["names"], done["concepts"]) == (6, 14, 8)
    assert "No ranker is called" in refused("linking", "candidates", "link", "--ranker", "x", *here)
    assert "The campaign 'other' does not exist" in refused("linking", "bias", "other", *here)
    add_person(store, PersonRequest("A", "annotator", pseudonym="A"), NOW)
    opened = open_round(store, RoundRequest("link", purpose="main", annotators=["A"]))
    key = AssignmentKey(opened.id, mentions["fièvre"].id, store.people.get("A").id, 1)
    shown = {"candidates": ["X8", "X1"], "ranks": [2, 1], "made_by": done["made_by"], "searched": []}
    given = Annotation(key, 1, "event-one", {"concepts": ["X1"]}, False, "", 1.0, None, NOW, shown)
    store.answers.submit_and_go_on(given, 60)
    store.close()
    found = told("linking", "bias", "link", *here)
    assert (found["answers"], found["concepts"], found["searched"]) == (1, 1, 0)
    assert [(one["place"], one["at_place"], one["at_rank"]) for one in found["places"]] == [
        (1, 0, 1),
        (2, 1, 0),
    ]


def test_a_linking_campaign_is_set_on_the_command_line(told: Run, refused, folder: Path) -> None:
    url = f"sqlite:///{folder / 'aloi.db'}"
    store = Store.open(url)
    linking_campaign(store, folder)
    store.close()
    given = ("--corpus", "notes", "--task", "linking", "--store", url)
    made = told("campaign", "create", "--name", "plain", *given)["settings"]
    assert (made["terminology"], made["composite"], made["none"], made["candidates"]) == (
        "signs",
        True,
        True,
        10,
    )
    assert made["question"].startswith("Quel concept")
    more = (
        "--candidates",
        "5",
        "--order",
        "shuffled",
        "--one-concept",
        "--must-link",
        "--terminology",
        "signs",
    )
    made = told("campaign", "create", "--name", "strict", *given, *more)["settings"]
    assert (made["candidates"], made["order"], made["composite"], made["none"]) == (
        5,
        "shuffled",
        False,
        False,
    )
    assert "The terminology 'x' does not exist" in refused(
        "campaign", "create", "--name", "x", *given, "--terminology", "x"
    )


def test_another_terminology_is_named_with_a_table_of_concepts(told: Run, refused, folder: Path) -> None:
    url = f"sqlite:///{folder / 'aloi.db'}"
    store = Store.open(url)
    _, mentions = linking_campaign(store, folder)
    other_terminology(store)
    ada = add_person(store, PersonRequest("A", "annotator", pseudonym="A"), NOW).id
    opened = open_round(store, RoundRequest("link", purpose="main", annotators=["A"]))
    for name, concept in (("fièvre", "X1"), ("maux de tête", "X2")):
        key = AssignmentKey(opened.id, mentions[name].id, ada, 1)
        one = Annotation(key, 1, f"event-{concept}", {"concepts": [concept]}, False, "", 1.0, None, NOW)
        store.answers.submit_and_go_on(one, 60)
    (folder / "map.tsv").write_text("old\tnew\nX1\tS1\n", encoding="utf-8")
    of = ("--campaign", "link", "--store", url, "--why", "The hospital codes in the other one")
    change = ("schema", "change", *of, "--terminology", "other", "--mapping", folder / "map.tsv")
    preview = told(*change, "--preview")
    assert (preview["relabelled"], preview["again"], preview["to_decide"]) == (1, 1, {"X2": 1})
    assert told(*change)["becomes"] == {"X1": "S1"}
    assert "The terminology 'nowhere' does not exist" in refused(
        "schema", "change", *of, "--terminology", "nowhere"
    )
    assert told("schema", "revert", *of, "--version", 1)["back"] == 1
    assert store.check() == []
