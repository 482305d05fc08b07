"""The table of a campaign's items: what its rows have, its filters and orders, and its file."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from aloi.annotation.model import SkipReason
from aloi.base.errors import AloiError
from aloi.base.requests import RequestError
from aloi.storage.store import Store
from aloi.workbench.cache.base import Context
from aloi.workbench.cache.items import ListItems, items_ids, items_window, latest_index
from aloi.workbench.cache.results import compute, read
from aloi.workbench.items.detail import item_detail
from aloi.workbench.items.texts import shortened
from aloi.workbench.requests.items import ItemsRequest, items_request
from aloi.workbench.rounds import adjudicating
from aloi.workbench.store.private import ITEMS
from tests.workbench.scene import NOW, Scene, make_scene

PAIRS = [("Fièvre élevée", "Pas de fièvre"), ("Toux", "Toux sèche"), ("Œdème", "Gonflement")]
PAIRS += [(f"Patient {n} dort.", f"Patiente {n} tousse.") for n in range(3)]


@pytest.fixture(scope="module")
def scene(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Scene]:
    """A round of five items by two, with a flag, notes, a skip and a decision; a sixth item is free."""
    folder = tmp_path_factory.mktemp("items")
    store = Store.open(f"sqlite:///{folder / 'aloi.db'}")
    scene = make_scene(store, folder, PAIRS)
    round_ = scene.open(items=scene.items[:5], names=("A1", "A2"))
    scene.give(round_, {"A1": (0, 1, 5, 2), "A2": (5, 2, 5)})
    store.answers.skip(scene.key(round_, 3, "A2"), "skip-0001", SkipReason.OTHER, "illisible", now=NOW)
    store.answers.submit(
        scene.key(round_, 1, "A1"), "second-0001", {"score": 1}, seconds=1.0, flag=True, comment="À revoir",
        shown={}, guideline_version=None, now=NOW,
    )  # fmt: skip
    adjudicating.decide(store, "closeness", 1, scene.items[2], 4, "Same.", ["A3"], NOW)
    compute(Context(store, folder), ListItems(scene.campaign.id), NOW)
    yield scene
    store.close()


def rows(scene: Scene, **options: Any) -> list[int]:
    """Return the positions, in the scene, of the items that a request leaves, in its order."""
    window = items_window(ItemsRequest("closeness", **options), Context(scene.store, scene.folder))
    assert window is not None
    return [scene.items.index(row["item"]) for row in window.rows]


def test_a_row_has_the_answers_gap_notes_and_decision_of_its_item(scene: Scene) -> None:
    window = items_window(ItemsRequest("closeness"), Context(scene.store, scene.folder))
    assert window is not None
    assert window.total == 6
    first, second, third, fourth, fifth, free = window.rows
    assert first["texts"] == [[["Fièvre élevée", False]], [["Pas de fièvre", False]]]
    assert first["answers"] == [["A1", "0", 0.0], ["A2", "5", 1.0]]
    assert (first["gap"], first["decision"]) == (5, "needed")
    assert (second["flags"], second["notes"], second["gap"]) == (["A1"], [["A1", "À revoir"]], 1)
    assert (third["gold"], third["status"], third["decision"]) == ("4", "adjudicated", "decided")
    assert (fourth["skips"], fourth["notes"], fourth["gap"]) == (["A2"], [["A2", "illisible"]], None)
    assert (fifth["round"], fifth["answers"]) == (1, [])
    assert free["round"] == 0
    index = latest_index(scene.store, "closeness")
    assert index is not None
    assert index.annotators == ("A1", "A2")
    assert [(one.title, one.items) for one in index.labels] == [("0", 1), ("1", 1), ("2", 2), ("5", 2)]
    assert index.counts == {"flagged": 1, "skipped": 1, "noted": 2, "disputed": 2, "needed": 1, "unused": 1}


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        ({}, [0, 1, 2, 3, 4, 5]),
        ({"round": 1}, [0, 1, 2, 3, 4]),
        ({"round": 0}, [5]),
        ({"annotator": "A2"}, [0, 1, 2]),
        ({"label": "score:2"}, [1, 3]),
        ({"annotator": "A2", "label": "score:2"}, [1]),
        ({"gap": 2}, [0]),
        ({"flagged": True}, [1]),
        ({"skipped": True}, [3]),
        ({"noted": True}, [1, 3]),
        ({"disputed": True}, [0, 1]),
        ({"needed": True}, [0]),
        ({"text": "FIEVRE pas"}, [0]),  # capitals and accents do not count, the order of words neither
        ({"text": "a revoir"}, [1]),  # notes are searched too
        ({"sort": "gap"}, [0, 1, 2, 3, 4, 5]),
        ({"sort": "gap", "reverse": True}, [2, 1, 0, 3, 4, 5]),  # without a gap last, either way
        ({"sort": "score"}, [2, 0, 3, 1, 4, 5]),
        ({"offset": 2, "limit": 2}, [2, 3]),
    ],
)
def test_filters_and_orders(scene: Scene, options: dict[str, Any], expected: list[int]) -> None:
    assert rows(scene, **options) == expected


def test_all_items_of_the_filters_can_be_selected(scene: Scene) -> None:
    selected = items_ids(scene.store, "closeness", ItemsRequest("closeness", round=1, limit=1), scene.folder)
    assert selected == scene.items[:5]


def test_a_query_states_a_request_and_a_wrong_value_is_refused() -> None:
    stated = items_request(
        "closeness", {"gap": "2", "round": "none", "flagged": "1", "row": "300", "text": ""}
    )
    assert stated == ItemsRequest("closeness", gap=2, round=0, flagged=True)
    for query in ({"gap": "wide"}, {"sort": "hostile"}, {"limit": "100000"}):
        with pytest.raises(RequestError):
            items_request("closeness", query)


def test_everything_about_an_item(scene: Scene) -> None:
    detail = item_detail(scene.store, "closeness", scene.items[1])
    assert [(one.annotator, one.text, one.note, one.flag, one.earlier) for one in detail.answers] == [
        ("A1", "1", "À revoir", True, ("1",)),
        ("A2", "2", "", False, ()),
    ]
    assert [one.miner for one in detail.origins]
    [skip] = [one for one in item_detail(scene.store, "closeness", scene.items[3]).answers if one.skipped]
    assert (skip.annotator, skip.skipped, skip.note) == ("A2", "other", "illisible")
    [decision] = item_detail(scene.store, "closeness", scene.items[2]).decisions
    assert (decision.text, decision.adjudicators, decision.why) == ("4", ("A3",), "Same.")


def test_nothing_of_a_campaign_is_read_by_who_has_no_part_in_it(scene: Scene) -> None:
    stranger = scene.store.as_person(scene.store.people.get("A3").id)
    with pytest.raises(AloiError):
        items_window(ItemsRequest("closeness"), Context(stranger, scene.folder))
    with pytest.raises(AloiError):
        item_detail(stranger, scene.campaign.id, scene.items[0])


def test_a_decision_makes_the_table_old_and_a_swept_file_is_computed_again(
    store: Store, tmp_path: Path
) -> None:
    scene = make_scene(store, tmp_path)
    scene.give(scene.open(names=("A1", "A2")), {"A1": (0,) * 6, "A2": (5,) * 6})
    context, request = Context(store, tmp_path), ListItems(scene.campaign.id)
    assert items_window(ItemsRequest("closeness"), context) is None
    compute(context, request, NOW)
    adjudicating.decide(store, "closeness", 1, scene.items[0], 3, "", ["A3"], NOW)
    assert not read(store, request).is_current
    for _ in range(3):  # of the files of a campaign, the last two stay
        compute(context, request, NOW)
        store.campaigns.set_wanted_shares(scene.campaign.id, {})
    files = sorted((tmp_path / ITEMS).iterdir())
    assert len(files) == 2
    for path in files:
        path.unlink()
    assert items_window(ItemsRequest("closeness"), context) is None
    assert read(store, request).at is None


def test_a_long_text_is_cut_around_its_mark() -> None:
    text = (("a " * 400, False), ("target", True), (" b" * 400, False))
    cut = shortened(text)
    assert ("target", True) in cut
    assert sum(len(part) for part, _ in cut) < 330
    assert cut[0][0].startswith("…")
    assert cut[-1][0].endswith("…")
    assert shortened((("one\n  line", False),)) == (("one line", False),)
