"""An annotator's answers left out: agreement, disputes, gold, release and log, before and after."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from aloi.annotation.model import LabelMapping
from aloi.base.errors import AloiError
from aloi.corpora.model import Json
from aloi.storage.store import Store
from aloi.workbench.agreement import report
from aloi.workbench.corrections import exclusion
from aloi.workbench.corrections.log import corrections
from aloi.workbench.corrections.schemas import bring_back_schema, change_schema
from aloi.workbench.releases import checking, gold, releases
from aloi.workbench.requests.campaigns import AdjudicationRequest, RevertSchemaRequest
from aloi.workbench.requests.corrections import ExcludeRequest, IncludeRequest, PersonRequest
from aloi.workbench.requests.releases import FreezeRequest, ReleaseRequest
from aloi.workbench.rounds import adjudicating
from aloi.workbench.rounds.counted_answers import counted_answers
from tests.workbench.labelled import changed_schema, labels, make_labelled
from tests.workbench.scene import NOW, Scene, make_scene, picture

REASON = {"why": "Answered without reading"}
# The third one turned the scale round.
ANSWERS = {"A1": (0, 1, 2, 3, 4, 5), "A2": (0, 1, 2, 3, 4, 5), "A3": (5, 4, 3, 2, 1, None)}


@pytest.fixture
def scene(store: Store, tmp_path: Path) -> Scene:
    scene = make_scene(store, tmp_path)
    scene.give(scene.open(), ANSWERS)
    return scene


def alpha(scene: Scene) -> float:
    found = report.round_report(scene.store, "closeness", 1, ci="none")
    return next(one.value for one in found.results if one.measure == "krippendorff_alpha")


def values(frozen: gold.Frozen) -> list[float]:
    return sorted(one.value["score"] for one in frozen.gold.items)


def build(scene: Scene, version: str):
    return releases.build(
        scene.store, ReleaseRequest("closeness", version, sizes={"train": 4, "test": "rest"}), now=NOW
    )


def test_left_out_answers_count_nowhere_stay_and_can_be_taken_in_again(scene: Scene) -> None:
    store = scene.store
    before, first = alpha(scene), gold.freeze(store, FreezeRequest("closeness"), now=NOW)
    adjudicating.set_rule(store, AdjudicationRequest("closeness", 0.0))
    disputes = adjudicating.queue(store, "closeness", 1).disputes
    kept = store.answers.latest(store.campaigns.rounds(scene.campaign.id)[0].id)
    assert before < 0.5
    assert len(disputes) == 5
    told = exclusion.exclusion_effect(store, ExcludeRequest(campaign="closeness", person="A3", preview=True))
    assert (told.rounds, told.answers, told.alone, told.without) == (1, 5, 0, 0)
    done = exclusion.exclude(store, ExcludeRequest(campaign="closeness", person="A3", **REASON), NOW)
    assert (done.why, done.details["answers"]) == (REASON["why"], 5)
    assert alpha(scene) == 1.0
    found = report.round_report(store, "closeness", 1, ci="none")
    assert all("without:A3" in one.signature for one in found.results)
    assert found.cautions[0] == "The answers of A3 are excluded: Answered without reading"
    assert adjudicating.queue(store, "closeness", 1).disputes == ()
    second = gold.freeze(store, FreezeRequest("closeness"), now=NOW)
    assert values(first) != values(second) == [0, 1, 2, 3, 4, 5]
    assert second.gold.excluded == ("A3",)
    assert {one.support for one in second.gold.items} == {("A1", "A2")}
    assert store.answers.latest(store.campaigns.rounds(scene.campaign.id)[0].id) == kept
    made = build(scene, "1.0")
    assert [one["annotator"] for one in made.manifest["exclusions"]] == ["A3"]
    assert "A3 count neither in the gold nor in the agreement: Answered without" in made.manifest["statement"]
    assert sum(one["annotator"] == "A3" for one in made.manifest["annotations"]) == 5
    assert checking.verify(store, made.id) == []
    exclusion.include(store, IncludeRequest(campaign="closeness", person="A3", why="It was A2"), NOW)
    assert alpha(scene) == before
    with pytest.raises(AloiError, match="excludes the answers of A3, but those of nobody"):
        build(scene, "2.0")
    assert values(gold.freeze(store, FreezeRequest("closeness"), now=NOW)) == values(first)
    assert "exclusions" not in build(scene, "2.0").manifest
    assert [one.correction.kind for one in corrections(store, campaign="closeness")] == ["include", "exclude"]
    assert store.check() == []
    assert store.find_changes() == []


@pytest.mark.parametrize(
    ("who", "why", "told"),
    [
        ("A3", " ", "why is missing"),
        ("A4", "why", "'closeness' contains no answer by"),
        ("A9", "why", "A9"),
    ],
)
def test_what_cannot_be_left_out_is_refused_and_changes_nothing(
    scene: Scene, who: str, why: str, told: str
) -> None:
    from aloi.workbench.people import add_person

    add_person(scene.store, PersonRequest("Person 4", "annotator"), NOW)
    before = picture(scene.store)
    with pytest.raises(AloiError, match=told):
        exclusion.exclude(scene.store, ExcludeRequest(campaign="closeness", person=who, why=why), NOW)
    assert picture(scene.store) == before
    assert corrections(scene.store) == []


def test_nobody_is_left_out_twice_and_somebody_stays(scene: Scene) -> None:
    exclusion.exclude(scene.store, ExcludeRequest(campaign="closeness", person="A3", **REASON), NOW)
    with pytest.raises(AloiError, match="in 'closeness' is excluded already"):
        exclusion.exclude(scene.store, ExcludeRequest(campaign="closeness", person="A3", **REASON), NOW)
    assert (
        exclusion.exclusion_effect(
            scene.store, ExcludeRequest(campaign="closeness", person="A2", preview=True)
        ).alone
        == 6
    )
    exclusion.exclude(scene.store, ExcludeRequest(campaign="closeness", person="A2", **REASON), NOW)
    with pytest.raises(AloiError, match="contains no answers without those of"):
        exclusion.exclude(scene.store, ExcludeRequest(campaign="closeness", person="A1", **REASON), NOW)
    with pytest.raises(AloiError, match="not excluded"):
        exclusion.include(scene.store, IncludeRequest(campaign="closeness", person="A1", **REASON), NOW)


def effect_read(store: Store, campaign: str, person: str) -> exclusion.ExclusionEffect:
    """Return what leaving somebody out changes, from every answer as it reads in the version in force."""
    who, mine, beside = store.people.get(person), Counter[int](), 0
    rounds = store.campaigns.rounds(store.campaigns.get(campaign).id)
    for one in rounds:
        given = [each.key for each in counted_answers(store, one) if each.key.occasion == 1]
        others = Counter(key.item_id for key in given if key.annotator_id != who.id)
        found = [others[key.item_id] for key in given if key.annotator_id == who.id]
        mine.update(found)
        beside += bool(found)
    return exclusion.ExclusionEffect(who.pseudonym, beside, mine.total(), mine[1], mine[0])


def test_what_is_left_out_is_counted_as_it_is_read(store: Store, tmp_path: Path) -> None:
    scene = make_scene(store, tmp_path)
    scene.give(scene.open("pilot", scene.items[:2], names=("A1", "A3")), {"A3": (1, None)})
    scene.give(
        scene.open("main", scene.items[2:], overlap=3), {"A1": (None, None, 1, 2), "A3": (None, None, 1)}
    )
    for name in ("A1", "A3"):
        assert exclusion.exclusion_effect(
            store, ExcludeRequest(campaign="closeness", person=name, preview=True)
        ) == effect_read(store, "closeness", name)
    told = exclusion.exclusion_effect(store, ExcludeRequest(campaign="closeness", person="A3", preview=True))
    assert (told.rounds, told.answers, told.alone, told.without) == (2, 2, 1, 1)


LEAVE_OUT, ASK_AGAIN = LabelMapping(dropped=("other",)), LabelMapping(again=("cough",))
MERGE = LabelMapping({"noise": "cough"})


@pytest.mark.parametrize(
    "changes",
    [
        [(labels("cough", "noise"), LEAVE_OUT)],
        [(labels("cough", "other"), MERGE)],
        [(labels("cough", "noise", "other", "dry"), ASK_AGAIN)],
        [(labels("cough", "other"), MERGE), (labels("cough", "dry"), LEAVE_OUT)],
        [(labels("cough", "noise"), LEAVE_OUT), (labels("cough", "noise", "other"), LabelMapping())],
        [(labels("cough", "noise"), LEAVE_OUT), 1],
        [(labels("cough", "noise", "other", "dry"), ASK_AGAIN), 1],
    ],
)
def test_after_changes_of_labels_what_is_left_out_is_counted_as_it_is_read(
    store: Store, tmp_path: Path, changes: list[tuple[dict[str, Json], LabelMapping] | int]
) -> None:
    scene = make_labelled(store, tmp_path)
    for place, one in enumerate(changes):
        if isinstance(one, int):
            bring_back_schema(store, RevertSchemaRequest(campaign="signs", version=one, **REASON), NOW)
        else:
            change_schema(store, changed_schema("signs", *one, **REASON), NOW)
        again = [store.setup.waiting_items(scene.round.id, store.people.get("A1").id), scene.items][place]
        for item in again[:1]:  # somebody goes on, under the version in force
            scene.answer("A1", item, "cough")
        for name in ("A1", "A2"):
            found = exclusion.exclusion_effect(
                store, ExcludeRequest(campaign="signs", person=name, preview=True)
            )
            assert found == effect_read(store, "signs", name)
            assert found.answers
