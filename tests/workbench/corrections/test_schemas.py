"""A campaign's labels changed mid-way: answers stay as given, and agreement and gold read them as mapped."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest

from aloi.annotation.model import Annotation, AssignmentKey, LabelMapping
from aloi.base.errors import AloiError
from aloi.corpora.model import Json
from aloi.corpora.readers import read_table
from aloi.storage.store import Store
from aloi.workbench.annotation import answering
from aloi.workbench.annotation.keys import chosen_keys, keep_keys, keys_set_free
from aloi.workbench.annotation.labels import label_news
from aloi.workbench.corrections import schemas
from aloi.workbench.corrections.log import corrections
from aloi.workbench.imports.importing import import_path
from aloi.workbench.imports.parts import ImportOptions
from aloi.workbench.imports.tables import export_annotations
from aloi.workbench.releases import checking, gold, releases
from aloi.workbench.requests.campaigns import RevertSchemaRequest
from aloi.workbench.requests.releases import FreezeRequest, ReleaseRequest
from aloi.workbench.requests.rounds import ExportAnswersRequest
from aloi.workbench.rounds import adjudicating
from aloi.workbench.rounds.counted_answers import counted_answers
from tests.workbench.labelled import LATER, Labelled, changed_schema, labels, make_labelled
from tests.workbench.scene import NOW

REASON = {"why": "Two labels were taken for each other"}


@pytest.fixture
def labelled(store: Store, tmp_path: Path) -> Labelled:
    return make_labelled(store, tmp_path)


def change(scene: Labelled, settings: Mapping[str, Json], mapping: LabelMapping) -> schemas.SchemaEffect:
    effect = schemas.schema_effect(
        scene.store, changed_schema(scene.campaign, settings, mapping, preview=True)
    )
    schemas.change_schema(scene.store, changed_schema(scene.campaign, settings, mapping, **REASON), LATER)
    return effect


def test_merged_labels_are_read_as_one_and_answers_stay_as_given(labelled: Labelled) -> None:
    raw, before = labelled.raw(), labelled.alpha()
    assert before is not None
    assert before < 1
    adjudicating.decide(
        labelled.store, labelled.campaign, 1, labelled.items[0], {"labels": ["noise"]}, "Loud", ["A1"], NOW
    )
    effect = change(labelled, labels("cough", "other"), LabelMapping({"noise": "cough"}))
    assert (effect.answers, effect.same, effect.relabelled) == (8, 5, 3)
    assert (effect.again, effect.dropped, effect.decisions) == (0, 0, 0)
    assert effect.labels == {"cough": 3, "noise": 3, "other": 2}
    assert labelled.raw() == raw
    assert labelled.alpha() == 1
    assert labelled.gold()[labelled.items[0]] == {"labels": ["cough"]}
    [logged] = corrections(labelled.store, campaign=labelled.campaign)
    assert logged.correction.details["becomes"] == {"noise": "cough"}
    assert logged.correction.details["relabelled"] == 3
    release = releases.build(
        labelled.store, ReleaseRequest(labelled.campaign, "1.0", sizes={"all": "rest"}), now=LATER
    )
    assert checking.verify(labelled.store, release.id) == []
    assert labelled.store.check() == []


def test_a_split_label_is_asked_again_in_the_round_under_way(labelled: Labelled) -> None:
    store, first = labelled.store, labelled.items[0]
    adjudicating.decide(store, labelled.campaign, 1, first, {"labels": ["cough"]}, "Heard", ["A1"], NOW)
    settings = labels("dry", "wet", "noise", "other")
    with pytest.raises(AloiError, match="cough"):
        change(labelled, settings, LabelMapping())
    effect = change(labelled, settings, LabelMapping(again=("cough",)))
    assert (effect.again, effect.same, effect.decisions) == (3, 5, 1)
    waiting = {entry.annotator_id: entry.submitted for entry in store.answers.progress(labelled.round.id)}
    assert sorted(waiting.values()) == [2, 3]
    assert store.check() == []
    assert len(labelled.raw()) == 8
    # An answer from a screen drawn before is taken where it still has a meaning, and refused where not.
    with pytest.raises(AloiError, match="labels or the terminology have changed"):
        labelled.answer("A1", first, "cough", schema=1)
    labelled.answer("A1", first, "noise", schema=1)
    labelled.answer("A1", labelled.items[3], "dry")
    labelled.answer("A2", labelled.items[3], "dry")
    assert labelled.alpha() == 1
    assert labelled.gold()[labelled.items[3]] == {"labels": ["dry"]}
    given = {one.event_id: one.shown.get("schema_version", 1) for one in _last(labelled)}
    assert sorted(given.values()) == [1] * 6 + [2, 2]


def test_a_label_left_out_is_not_asked_again(labelled: Labelled) -> None:
    effect = change(labelled, labels("cough", "noise"), LabelMapping(dropped=("other",)))
    assert (effect.dropped, effect.again, effect.same) == (2, 0, 6)
    assert labelled.items[2] not in labelled.gold()
    progress = labelled.store.answers.progress(labelled.round.id)
    assert all(entry.submitted == 4 for entry in progress)


def test_work_under_way_and_chosen_keys_go_on_with_the_new_labels(labelled: Labelled) -> None:
    """Twice over: a second change finds what the first one made; both directions of a screen drawn before."""
    store, ada = labelled.store, labelled.store.people.get("A1").id
    keys = [AssignmentKey(labelled.round.id, one, ada) for one in labelled.items]
    for key, label in zip(keys, ("noise", "other", "cough"), strict=False):
        store.answers.mark(key, draft={"labels": [label]}, at=NOW)
    store.answers.mark(keys[3], draft={"labels": 7}, at=NOW)

    def drafts() -> list[Json]:
        held = store.schemas.drafts(labelled.campaign)
        return [held.get(key) for key in keys]

    def chosen() -> Json:
        return chosen_keys(store, store.campaigns.get(labelled.campaign), ada)["labels"]

    keep_keys(
        store, store.campaigns.get(labelled.campaign), ada,
        {"actions": {}, "labels": {"cough": "k", "noise": "b", "other": "o"}},
    )  # fmt: skip
    effect = change(labelled, labels("cough", "noise", "dry"), LabelMapping({"other": "dry"}))
    assert effect.drafts == 2
    assert drafts() == [{"labels": ["noise"]}, {"labels": ["dry"]}, {"labels": ["cough"]}, {"labels": []}]
    assert chosen() == {"cough": "k", "noise": "b", "dry": "o"}
    assert keys_set_free(store, store.campaigns.get(labelled.campaign), ada) == {}
    change(labelled, labels("sound", "wet"), LabelMapping({"cough": "sound", "noise": "sound"}, ("dry",)))
    assert drafts()[:3] == [{"labels": ["sound"]}, {"labels": []}, {"labels": ["sound"]}]
    assert chosen() in ({"sound": "k"}, {"sound": "b"})
    assert keys_set_free(store, store.campaigns.get(labelled.campaign), ada).get("other") == "o"
    place = answering.desk(store, labelled.round.id)
    raw = {"event_id": "draft-1234", "kind": "draft", "item_id": labelled.items[0], "schema": 1}
    event = answering.Event.read({**raw, "value": {"labels": ["other", "noise"]}})
    answering.act(store, place, ada, event, LATER)
    assert drafts()[0] == {"labels": ["sound"]}
    news = label_news(store, ada, place.campaign)
    assert news is not None
    assert (("removed", "noise"), ("same", " → "), ("added", "sound")) in [one.parts for one in news.lines]
    keep_keys(store, place.campaign, ada, {"actions": {}, "labels": {}})
    assert chosen() == {}  # taken back: those of before do not come again
    assert keys_set_free(store, place.campaign, ada) == {}


def test_answers_go_out_as_they_are_read_and_come_in_again_as_known(
    labelled: Labelled, tmp_path: Path
) -> None:
    change(labelled, labels("cough", "other"), LabelMapping({"noise": "cough"}))
    change(labelled, labels("sound", "dry"), LabelMapping({"cough": "sound"}, dropped=("other",)))
    out = tmp_path / "answers.tsv"
    done = export_annotations(labelled.store, ExportAnswersRequest(labelled.campaign), out, now=NOW)
    assert (done.answers, done.schema_version, done.relabelled, done.left_out) == (6, 3, 6, 2)
    assert {row.text("value") for row in read_table(out).rows} == {'["sound"]'}
    raw = labelled.raw()
    options = ImportOptions(labelled.campaign)
    assert import_path(labelled.store, [out], options, NOW, format_name="table").new == 0
    assert labelled.raw() == raw
    # Answers brought in now are of the labels of now: `cough` of the first version is not meant.
    change(labelled, labels("sound", "dry", "cough"), LabelMapping())
    table = tmp_path / "others.tsv"
    table.write_text(f"item_id\tannotator\tvalue\n{labelled.items[0]}\tZ1\tcough\n", encoding="utf-8")
    options = ImportOptions(labelled.campaign, add_annotators=True)
    import_path(labelled.store, [table], options, NOW, format_name="table")
    [one] = labelled.store.campaigns.rounds(labelled.campaign)[1:]
    assert [each.value for each in counted_answers(labelled.store, one)] == [{"labels": ["cough"]}]


def test_an_earlier_version_comes_back_with_its_answers(labelled: Labelled) -> None:
    before, alpha = labelled.gold(), labelled.alpha()
    change(labelled, labels("dry", "wet", "sound", "other"), LabelMapping({"noise": "sound"}, ("cough",)))
    labelled.answer("A1", labelled.items[0], "dry")
    labelled.answer("A2", labelled.items[3], "sound")
    effect = schemas.earlier_schema_effect(
        labelled.store, RevertSchemaRequest(campaign=labelled.campaign, version=1, preview=True)
    )
    # Of the three put aside one was answered anew, as dry: nothing says what that was before.
    assert (effect.version, effect.back, effect.again) == (3, 1, 1)
    schemas.bring_back_schema(
        labelled.store, RevertSchemaRequest(campaign=labelled.campaign, version=1, **REASON), LATER
    )
    assert labelled.store.campaigns.get(labelled.campaign).schema.schema_version == 3
    assert labelled.store.check() == []
    labelled.answer("A1", labelled.items[0], "cough")
    labelled.answer("A2", labelled.items[3], "cough")
    assert labelled.gold() == before
    assert labelled.alpha() == alpha


def test_a_gold_of_an_earlier_version_is_not_released(labelled: Labelled) -> None:
    frozen = gold.freeze(labelled.store, FreezeRequest(labelled.campaign, rounds=[1]), now=NOW).gold
    change(labelled, labels("cough", "noise", "other", "new"), LabelMapping())
    with pytest.raises(AloiError, match="version 1 of the labels"):
        releases.build(
            labelled.store,
            ReleaseRequest(labelled.campaign, "1.0", sizes={"all": "rest"}, gold=frozen.id),
            now=LATER,
        )
    again = gold.freeze(labelled.store, FreezeRequest(labelled.campaign, rounds=[1]), now=LATER).gold
    assert again.id != frozen.id
    assert releases.build(
        labelled.store, ReleaseRequest(labelled.campaign, "1.0", sizes={"all": "rest"}), now=LATER
    )


@pytest.mark.parametrize(
    ("settings", "mapping", "refusal"),
    [
        (labels("cough", "noise", "other"), LabelMapping(), "would not change"),
        (labels("cough", "noise"), LabelMapping({"strange": "noise"}), "strange"),
        (labels("cough", "noise"), LabelMapping({"other": "strange"}), "strange"),
        (labels("cough", "noise"), LabelMapping(), "other"),
    ],
)
def test_what_has_no_meaning_is_refused_and_changes_nothing(
    labelled: Labelled, settings: Mapping[str, Json], mapping: LabelMapping, refusal: str
) -> None:
    with pytest.raises(AloiError, match=refusal):
        schemas.change_schema(
            labelled.store, changed_schema(labelled.campaign, settings, mapping, **REASON), LATER
        )
    without = changed_schema(
        labelled.campaign, labels("cough", "noise", "other", "x"), LabelMapping(), why=" "
    )
    with pytest.raises(AloiError, match="correction lacks a reason"):
        schemas.change_schema(labelled.store, without, LATER)
    assert labelled.store.schemas.versions(labelled.campaign) == []
    assert labelled.store.campaigns.get(labelled.campaign).schema.schema_version == 1


def _last(scene: Labelled) -> list[Annotation]:
    return scene.store.answers.latest(scene.round.id)


def test_an_answer_on_a_desk_that_was_read_before_is_checked_under_the_new_labels(labelled: Labelled) -> None:
    store, item = labelled.store, labelled.items[0]
    before = answering.desk(store, labelled.round.id)
    person = store.people.get("A1").id

    def give(label: str, schema: int) -> answering.Screen | None:
        event = answering.Event(
            f"late-{label}-{schema}",
            "answer",
            item,
            1,
            {"labels": [label]},
            2.0,
            False,
            "",
            "",
            schema=schema,
        )
        return answering.answer(store, before, person, event, NOW, 60)

    change(labelled, labels("cough", "other"), LabelMapping({"noise": "cough"}))
    give("noise", 1)  # drawn before: kept would not change given, read as mapped
    given = store.answers.history(AssignmentKey(labelled.round.id, item, person))[-1]
    assert given.value == {"labels": ["noise"]}
    assert labelled.alpha() is not None
    change(labelled, labels("cough", "other", "wheeze"), LabelMapping({}))
    give("wheeze", 3)  # drawn with the new labels, while the page still has the desk of the first
    given = store.answers.history(AssignmentKey(labelled.round.id, item, person))[-1]
    assert given.value == {"labels": ["wheeze"]}
    with pytest.raises(AloiError):
        give("noise", 3)


def test_the_next_screen_says_under_which_schema_its_questions_are(labelled: Labelled) -> None:
    store, person = labelled.store, labelled.store.people.get("A1").id
    for event_id in ("first-undo", "second-undo"):
        store.answers.undo(labelled.round.id, person, event_id, NOW)
    before = answering.desk(store, labelled.round.id)
    first = answering.screen(store, before, person, NOW, 60)
    assert first is not None
    assert first.schema == 1
    change(labelled, labels("cough", "other"), LabelMapping({"noise": "cough"}))
    event = answering.Event(
        "answered-late", "answer", first.item.id, 1, {"labels": ["cough"]}, 2.0, False, "", "", schema=1
    )
    following = answering.answer(store, before, person, event, NOW, 60)
    assert following is not None
    assert following.schema == 2
