"""Answers from tables and back: the same answers, all of them or none."""

from __future__ import annotations

import csv
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import event

from aloi.base.errors import AloiError
from aloi.corpora.readers import cells_written, read_table
from aloi.storage import tables as t
from aloi.storage.store import Store
from aloi.workbench import people
from aloi.workbench.imports import tables
from aloi.workbench.requests.campaigns import CampaignRequest
from aloi.workbench.requests.corrections import PersonRequest
from aloi.workbench.requests.rounds import CloseRoundRequest, ExportAnswersRequest, ReopenRoundRequest
from aloi.workbench.rounds import campaigns, rounds
from tests.workbench.brought import import_annotations
from tests.workbench.scene import NOW, PLAIN, Scene, make_scene, picture


@pytest.fixture
def scene(store: Store, tmp_path: Path) -> Scene:
    return make_scene(store, tmp_path)


LONG = ("item_id", "annotator", "value")
ANSWERS = {"A1": (0, 1, 2, 3, 4, 5), "A2": (1, 1, 2, 4, 4, 5)}


def long_rows(scene: Scene) -> list[tuple[Any, ...]]:
    return [(item, name, values[n]) for name, values in ANSWERS.items() for n, item in enumerate(scene.items)]


def values(scene: Scene, campaign: str = "closeness", number: int = 1) -> dict[tuple[str, str, int], Any]:
    names = {one.id: one.pseudonym for one in scene.store.people.list()}
    one = rounds.find_round(scene.store, campaign, number)
    return {
        (a.key.item_id, names[a.key.annotator_id], a.key.occasion): a.value["score"]
        for a in scene.store.answers.latest(one.id)
    }


def wanted(scene: Scene) -> dict[tuple[str, str, int], Any]:
    return {(item, name, 1): value for item, name, value in long_rows(scene)}


def bring(scene: Scene, path: Any, campaign: str = "closeness", **given: Any) -> Any:
    return import_annotations(scene.store, path, campaign, given.pop("number", 1), NOW, **given)


def test_a_long_and_a_wide_table_give_the_same_answers(scene: Scene) -> None:
    came = bring(scene, scene.table(LONG, long_rows(scene)))
    assert (came.new, came.already_stored, came.annotators, came.round.number) == (12, 0, ("A1", "A2"), 1)
    assert (came.round.overlap, came.round.item_ids) == (2, scene.items)
    assert values(scene) == wanted(scene)
    campaigns.create_campaign(scene.store, CampaignRequest("wide", scene.campaign.corpus_id, settings=PLAIN))
    rows = [(item, ANSWERS["A1"][n], ANSWERS["A2"][n]) for n, item in enumerate(scene.items)]
    bring(scene, scene.table(("item_id", "A1", "A2"), rows), "wide")
    assert values(scene, "wide") == wanted(scene)
    campaigns.create_campaign(scene.store, CampaignRequest("texts", scene.campaign.corpus_id, settings=PLAIN))
    texts = [item.texts for item in scene.store.texts.items(list(scene.items))]
    rows = [(*texts[n], ANSWERS["A1"][n], ANSWERS["A2"][n]) for n in range(6)]
    bring(scene, scene.table(("left", "right", "A1", "A2"), rows), "texts")
    assert values(scene, "texts") == wanted(scene)


def test_skips_come_into_a_round_under_way_unless_it_was_answered_there(scene: Scene) -> None:
    one = scene.open("pilot", names=["A1", "A2"])
    first = scene.table(LONG, [(scene.items[0], "A2", 3)])
    bring(scene, first)
    rows = [(scene.items[0], "A1", 2, ""), (scene.items[1], "A1", "", "context: too short"),
            (scene.items[0], "A2", "", "expertise")]  # fmt: skip
    path = scene.table((*LONG, "skip"), rows)
    for _ in range(2):  # a second time it is the same
        done = bring(scene, path)
        told = {
            (each.key.item_id, each.key.annotator_id): each
            for each in scene.store.answers.assignments(one.id)
        }
        skipped = told[scene.items[1], scene.store.people.get("A1").id]
        assert (skipped.status, skipped.skip_reason, skipped.skip_note) == ("skipped", "context", "too short")
        assert told[scene.items[0], scene.store.people.get("A2").id].status == "submitted"
        assert not scene.store.check()
    assert values(scene) == {(scene.items[0], "A1", 1): 2, (scene.items[0], "A2", 1): 3}
    assert done.new == 0


@pytest.mark.parametrize("elsewhere", [False, True])
def test_everybody_is_read_as_often_for_many_new_people_as_for_few(scene: Scene, elsewhere: bool) -> None:
    """Whether they answered in a round of their own or in one under way, which plans for each of them."""
    read: list[str] = []
    event.listen(scene.store._database.engine, "before_cursor_execute", lambda *of: read.append(of[2]))
    counted = []
    for many in (3, 30):
        campaigns.create_campaign(
            scene.store, CampaignRequest(f"{many}", scene.campaign.corpus_id, settings=PLAIN)
        )
        rows = [(item, f"w{many}-{place}", 3) for place in range(many) for item in scene.items[:1]]
        read.clear()
        given = {"add_annotators": True, "number": None if elsewhere else 1}
        assert bring(scene, scene.table(LONG, rows), f"{many}", **given).new == many
        counted.append(sum("FROM people" in one and "WHERE" not in one for one in read))
    assert counted[0] == counted[1] > 0


def test_the_same_table_twice_changes_nothing(scene: Scene) -> None:
    path = scene.table(LONG, long_rows(scene))
    bring(scene, path)
    before = picture(scene.store)
    again = bring(scene, path)
    assert (again.new, again.already_stored) == (0, 12)
    assert picture(scene.store) == before


def test_empty_cells_and_na_are_no_answers(scene: Scene) -> None:
    rows = [(scene.items[0], 3, "NA"), (scene.items[1], " ", 2)]
    assert bring(scene, scene.table(("item_id", "A1", "A2"), rows)).new == 2
    assert values(scene) == {(scene.items[0], "A1", 1): 3, (scene.items[1], "A2", 1): 2}


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"value": 6}, r"line 14, A1: Similarity is 6(.|\n)*from 0 to 5"),
        ({"value": -1}, "Similarity is -1"),
        ({"value": 2.5}, "Similarity is 2.5"),
        ({"value": "inf"}, "Similarity is 'inf'"),
        ({"value": "high"}, "Similarity is 'high'"),
        ({"value": '{"other": 3}'}, r"scale in the answer is 'other'(.|\n)*one of score"),
        ({"annotator": "Z9"}, r"person 'Z9' does not exist(.|\n)*A1, A2, A3"),
        ({"annotator": ""}, "line 14 lacks the name of the annotator"),
        ({"item_id": "none"}, "line 14: no item(.|\n)*'none'"),
        ({"seconds": "nan"}, "seconds is 'nan'"),
        ({"seconds": "-1"}, "seconds is '-1'"),
        ({"occasion": "0"}, "occasion is '0'"),
        ({"submitted_at": "yesterday"}, "submitted_at is 'yesterday'"),
    ],
)
def test_one_bad_row_and_nothing_at_all_is_stored(scene: Scene, change: dict[str, Any], said: str) -> None:
    columns = (*LONG, "seconds", "occasion", "submitted_at")
    rows = [(*row, "", "", "") for row in long_rows(scene)]
    bad = {"item_id": scene.items[0], "annotator": "A1", "value": 3, "seconds": "", "occasion": "2"}
    rows.append(tuple({**bad, "submitted_at": "", **change}[name] for name in columns))
    before = picture(scene.store)
    with pytest.raises(AloiError, match=said):
        bring(scene, scene.table(columns, rows))
    assert picture(scene.store) == before


@pytest.mark.parametrize("twin", ["A1", "Person 1"])
def test_one_person_answers_an_item_once_under_whatever_name(scene: Scene, twin: str) -> None:
    before = picture(scene.store)
    rows = [(scene.items[0], "A1", 3), (scene.items[0], twin, 4)]
    with pytest.raises(AloiError, match=r"line 3: .* already answered in .*line 2"):
        bring(scene, scene.table(LONG, rows))
    assert picture(scene.store) == before


@pytest.mark.parametrize(
    ("columns", "said"),
    [
        (("item_id", "annotator"), "one column for each annotator"),
        (("item_id", "value"), "one column for each annotator"),
        (("annotator", "value"), "A column item_id was expected"),
        (("item_id", "Z9"), "one column for each annotator"),
    ],
)
def test_a_missing_column_is_named(scene: Scene, columns: tuple[str, ...], said: str) -> None:
    row = {"item_id": scene.items[0], "annotator": "A1", "value": 3, "Z9": 3}
    before = picture(scene.store)
    with pytest.raises(AloiError, match=said):
        bring(scene, scene.table(columns, [[row[name] for name in columns]]))
    assert picture(scene.store) == before


def test_a_table_without_answers_is_refused(scene: Scene) -> None:
    with pytest.raises(AloiError, match=r"contains no answers"):
        bring(scene, scene.table(LONG, [(scene.items[0], "A1", "")]))
    assert scene.store.campaigns.rounds(scene.campaign.id) == []


def test_unknown_people_are_made_only_when_asked_and_only_if_all_goes_well(scene: Scene) -> None:
    scene.open(items=scene.items[:2], names=("A1", "A2"))
    before = picture(scene.store)
    outside = scene.table(LONG, [(scene.items[0], "Z1", 3), (scene.items[5], "Z1", 3)])
    with pytest.raises(AloiError, match=r"line 3: the item .* is not in round 1"):
        bring(scene, outside, add_annotators=True)
    with pytest.raises(AloiError, match=r"the round 7 does not exist"):
        bring(scene, outside, number=7, add_annotators=True)
    rounds.set_round_status(scene.store, CloseRoundRequest("closeness", 1))
    with pytest.raises(AloiError, match=r"ound 1 is closed"):
        bring(scene, scene.table(LONG, [(scene.items[0], "Z1", 3)]), add_annotators=True)
    rounds.set_round_status(scene.store, ReopenRoundRequest("closeness", 1))
    assert picture(scene.store) == before
    bring(scene, scene.table(LONG, [(scene.items[0], "Z1", 3)]), add_annotators=True)
    assert scene.store.people.get("Z1").pseudonym == "Z1"


def test_more_answers_than_an_item_wants_make_nobody(scene: Scene) -> None:
    scene.open(names=("A1", "A2"), overlap=2)
    bring(scene, scene.table(LONG, long_rows(scene)))
    before = picture(scene.store)
    with pytest.raises(AloiError, match=r"line 2: the item .* needs no more answers in round 1"):
        bring(scene, scene.table(LONG, [(scene.items[0], "Z1", 3)]), add_annotators=True)
    assert picture(scene.store) == before
    assert "Z1" not in {one.pseudonym for one in scene.store.people.list()}


def test_a_pseudonym_goes_before_a_name(scene: Scene) -> None:
    other = people.add_person(scene.store, PersonRequest("Other", "annotator"), NOW)
    with scene.store._database.write() as connection:  # as older versions let people be called
        connection.execute(t.people.update().where(t.people.c.id == other.id).values(name="A1"))
    bring(scene, scene.table(LONG, [(scene.items[0], "A1", 3)]))
    assert values(scene) == {(scene.items[0], "A1", 1): 3}


def test_an_export_imported_elsewhere_gives_the_same_answers_repeats_among_them(scene: Scene) -> None:
    first = scene.open(names=("A1", "A2"), repeats=1)
    scene.give(first, ANSWERS)
    again = next(
        one.key
        for one in scene.store.answers.assignments(first.id)
        if one.key.occasion == 2 and one.key.annotator_id == scene.store.people.get("A1").id
    )
    scene.store.answers.submit(
        again, "again", {"score": 5}, seconds=None, flag=False, comment="=1+1", shown={},
        guideline_version=None, now=NOW,
    )  # fmt: skip
    out = scene.folder / "out.tsv"
    assert (
        tables.export_annotations(scene.store, ExportAnswersRequest("closeness"), out, now=NOW).answers == 13
    )
    assert "Person" not in out.read_text(encoding="utf-8")
    assert "\t'=1+1\t" in out.read_text(encoding="utf-8")
    campaigns.create_campaign(scene.store, CampaignRequest("copy", scene.campaign.corpus_id, settings=PLAIN))
    assert bring(scene, out, "copy").new == 13
    assert values(scene, "copy") == values(scene)
    assert values(scene)[again.item_id, "A1", 2] == 5


@pytest.mark.parametrize(
    ("name", "comma", "begins"),
    [
        ("out.xlsx", False, b"PK"),
        ("out.csv", False, b"\xef\xbb\xbfround,item_id,left,"),
        ("out.csv", True, b"\xef\xbb\xbfround;item_id;left;"),
    ],
)
def test_what_a_spreadsheet_opens_comes_in_again(
    store: Store, tmp_path: Path, name: str, comma: bool, begins: bytes
) -> None:
    """Half points, seconds and accents are read back as they were; no text is a formula on the way."""
    scene = make_scene(store, tmp_path, [("- dyspnée d’effort", "œdème"), ("=1+1", "toux")])
    halves = campaigns.scale_settings(0, 5, 0.5)
    for each in ("halves", "copy"):
        campaigns.create_campaign(store, CampaignRequest(each, scene.campaign.corpus_id, settings=halves))
    columns = (*LONG, "seconds", "comment")
    rows = [(scene.items[0], "A1", 2.5, 1.25, "=HYPERLINK(1)"), (scene.items[1], "A1", 3, 2, "déjà vu")]
    bring(scene, scene.table(columns, rows), "halves")
    out = tmp_path / name
    tables.export_annotations(store, ExportAnswersRequest("halves", decimal_comma=comma), out, now=NOW)
    assert out.read_bytes().startswith(begins)
    is_csv = name.endswith(".csv")
    assert (b"'=1+1" in out.read_bytes()) == is_csv
    by_id = {row.text("item_id"): row.values for row in read_table(out).rows}
    assert [by_id[item]["left"] for item in scene.items] == ["- dyspnée d’effort", "=1+1"]
    assert by_id[scene.items[0]]["value"] == ({True: "2,5", False: "2.5"}[comma] if is_csv else 2.5)
    assert bring(scene, out, "copy").new == 2
    first, second = (rounds.find_round(store, each, 1) for each in ("halves", "copy"))
    given, read = (
        {one.key.item_id: (one.value, one.seconds, one.comment) for one in store.answers.latest(each.id)}
        for each in (first, second)
    )
    assert read[scene.items[1]] == given[scene.items[1]] == ({"score": 3}, 2.0, "déjà vu")
    assert given[scene.items[0]] == ({"score": 2.5}, 1.25, "=HYPERLINK(1)")
    assert read[scene.items[0]] == given[scene.items[0]]


@pytest.mark.parametrize("suffix", [".csv", ".tsv"])
@pytest.mark.parametrize("raw", [False, True])
def test_answers_are_the_same_after_a_spreadsheet_saved_the_table(
    scene: Scene, suffix: str, raw: bool
) -> None:
    """A spreadsheet keeps the apostrophes and drops the mark of the header; `schema` still says so."""
    comments = ["=HYPERLINK(1)", "'=a", "'-ed", "-0.5", "it's"]
    rows = [(item, "A1", 3, comment) for item, comment in zip(scene.items, comments, strict=False)]
    bring(scene, scene.table((*LONG, "comment"), rows))
    out, saved = scene.folder / f"out{suffix}", scene.folder / "saved.csv"
    with cells_written(raw=raw) as changed:
        tables.export_annotations(scene.store, ExportAnswersRequest("closeness"), out, now=NOW)
    assert bool(changed) is not raw
    with out.open(encoding="utf-8-sig", newline="") as stream:
        cells = [*csv.reader(stream, delimiter="," if suffix == ".csv" else "\t")]
    with saved.open("w", encoding="utf-8-sig", newline="") as stream:
        csv.writer(stream, delimiter=";").writerows(cells)
    assert not read_table(saved).read_as.escaped
    campaigns.create_campaign(scene.store, CampaignRequest("copy", scene.campaign.corpus_id, settings=PLAIN))
    bring(scene, saved, "copy")
    first, second = (rounds.find_round(scene.store, name, 1) for name in ("closeness", "copy"))
    answered, read = (
        {answer.key.item_id: answer.comment for answer in scene.store.answers.latest(round_.id)}
        for round_ in (first, second)
    )
    assert read == answered == {item: comment for item, _, _, comment in rows}


def test_comments_of_a_table_from_elsewhere_stay_as_they_are(scene: Scene) -> None:
    path = scene.folder / "answers.csv"
    path.write_text(
        f"item_id,annotator,value,comment\n{scene.items[0]},A1,3,'-ed\n{scene.items[1]},A1,3,'=a\n",
        encoding="utf-8",
    )
    came = bring(scene, path)
    answers = scene.store.answers.latest(came.round.id)
    assert {answer.key.item_id: answer.comment for answer in answers} == {
        scene.items[0]: "'-ed",
        scene.items[1]: "'=a",
    }


def test_a_time_without_a_zone_is_utc(scene: Scene) -> None:
    columns = (*LONG, "submitted_at")
    rows = [
        (scene.items[0], "A1", 3, "2026-05-04T10:30:00"),
        (scene.items[1], "A1", 3, "2026-05-04T10:30:00+02:00"),
    ]
    came = bring(scene, scene.table(columns, rows))
    assert [one.created_at for one in scene.store.answers.latest(came.round.id)] == [
        datetime(2026, 5, 4, 10, 30, tzinfo=UTC),
        datetime(2026, 5, 4, 8, 30, tzinfo=UTC),
    ]
