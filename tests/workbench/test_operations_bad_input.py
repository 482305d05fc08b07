"""What does not belong to a pair of operations is refused by every door, and the store stays as it was."""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest

from aloi.annotation.model import Round
from aloi.base.errors import AloiError
from aloi.gold.formats.operations.triples import Triple
from aloi.storage.store import Store
from aloi.workbench.annotation import answering
from aloi.workbench.requests.campaigns import CampaignRequest
from aloi.workbench.requests.rounds import RoundRequest
from aloi.workbench.rounds import campaigns, rounds
from aloi.workbench.texts import corpora
from tests.workbench.brought import import_annotations, import_operations
from tests.workbench.operation_files import write_sets
from tests.workbench.scene import NOW, make_scene

Content = Callable[[], list[str]]
# Five tokens and four, cut at spaces.
PAIR = ("Il tousse beaucoup la nuit", "Il tousse la nuit")
WRONG = [
    (
        {"source": [5], "target": [], "label": "delmod"},
        "Expected: source, target and label; tokens from 0 to the last of each side",
    ),
    (
        {"source": [], "target": [4], "label": "inmod"},
        "Expected: source, target and label; tokens from 0 to the last of each side",
    ),
    (
        {"source": [-1], "target": [], "label": "delmod"},
        "Expected: source, target and label; tokens from 0 to the last of each side",
    ),
    ({"source": [2], "target": [], "label": "shortened"}, "A label of the typology"),
    ({"source": [2], "target": [2], "label": "delmod"}, "allows these sides"),
    ({"source": [], "target": [], "label": "synonym"}, "allows these sides"),
]


@pytest.fixture
def opened(store: Store, tmp_path: Path) -> tuple[str, Round]:
    """Return the id of a pair of operations and the round that asks A1 for it."""
    scene = make_scene(store, tmp_path, [PAIR], people_=1)
    made = campaigns.create_campaign(
        store, CampaignRequest("simple", store.texts.corpora()[0].id, task="operations", preset="spaces")
    )
    return scene.items[0], rounds.open_round(store, RoundRequest(made.id, purpose="main", annotators=["A1"]))


@pytest.mark.parametrize(("group", "said"), WRONG)
def test_an_answer_of_the_page(
    store: Store, opened: tuple[str, Round], content: Content, group: dict[str, Any], said: str
) -> None:
    item, one = opened
    sent = answering.Event.read(
        {
            "event_id": "event-0001",
            "kind": "answer",
            "item_id": item,
            "value": {"groups": [group], "err": False},
        }
    )
    before = content()
    with pytest.raises(AloiError, match=said):
        answering.answer(store, answering.desk(store, one.id), store.people.get("A1").id, sent, NOW, 0)
    assert content() == before


@pytest.mark.parametrize(("group", "said"), WRONG)
def test_an_answer_of_a_table(
    store: Store,
    opened: tuple[str, Round],
    content: Content,
    tmp_path: Path,
    group: dict[str, Any],
    said: str,
) -> None:
    item, one = opened
    good = {"groups": [{"source": [2], "target": [], "label": "delmod"}], "err": False}
    table = tmp_path / "answers.jsonl"
    rows = [
        {"item_id": item, "annotator": name, "value": json.dumps(value)}
        for name, value in (("A1", good), ("A2", {"groups": [group], "err": False}))
    ]
    table.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    before = content()
    with pytest.raises(AloiError, match=said):
        import_annotations(store, table, "simple", one.number, NOW, add_annotators=True)
    assert content() == before


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("0 4::delmod", r"simp\.0\.aln, line 1: the source token of the group 4::delmod is 4"),
        ("0 :3:inmod", r"simp\.0\.aln, line 1: the target token of the group :3:inmod is 3"),
        ("0 2:delmod", "line 1, column 3"),
        ("0 2::2short", "The label '2short' cannot be the name"),
    ],
)
def test_a_line_of_a_file(
    store: Store, content: Content, tmp_path: Path, now: datetime, line: str, said: str
) -> None:
    first = write_sets(tmp_path)[0]
    first.aln.write_text(f"{line}\n1\n", encoding="utf-8")
    _refused(store, content, [first], now, said)


@pytest.mark.parametrize(
    ("name", "text"), [("target", "Il dort .\n"), ("aln", "0\n1\n2\n"), ("source", "Il dort bien .\n")]
)
def test_files_of_unequal_length(
    store: Store, content: Content, tmp_path: Path, now: datetime, name: str, text: str
) -> None:
    first = write_sets(tmp_path)[0]
    getattr(first, name).write_text(text, encoding="utf-8")
    _refused(store, content, [first], now, "line i of each")


def _refused(store: Store, content: Content, triples: list[Triple], now: datetime, said: str) -> None:
    about = corpora.About("sleep", "fr", "CC0-1.0", "invented")
    before = content()
    with pytest.raises(AloiError, match=said):
        import_operations(store, triples, "sleep", None, "A1", now, about=about, add_annotators=True)
    assert content() == before
