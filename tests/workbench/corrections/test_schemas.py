"""A campaign's labels changed mid-way: answers stay as given, and agreement and gold read them as mapped."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest

from aloi.errors import AloiError
from annotation.model import Annotation, LabelMapping
from corpora.model import Json
from storage.store import Store
from tests.workbench.labelled import LATER, Labelled, labels, make_labelled
from tests.workbench.scene import NOW
from workbench.corrections import schemas
from workbench.corrections.log import Ground, corrections
from workbench.releases import gold, releases
from workbench.rounds import adjudicating

GROUND = Ground("Two labels were taken for each other", "", LATER)


@pytest.fixture
def labelled(store: Store, tmp_path: Path) -> Labelled:
    return make_labelled(store, tmp_path)


def change(scene: Labelled, settings: Mapping[str, Json], mapping: LabelMapping) -> schemas.SchemaEffect:
    effect = schemas.schema_effect(scene.store, scene.campaign, settings, mapping, GROUND)
    schemas.change_schema(scene.store, scene.campaign, settings, mapping, GROUND)
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
    release = releases.build(labelled.store, labelled.campaign, "1.0", sizes={"all": "rest"}, now=LATER)
    assert releases.verify(labelled.store, release.id) == []
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
    with pytest.raises(AloiError, match="labels have changed"):
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


def test_an_earlier_version_comes_back_with_its_answers(labelled: Labelled) -> None:
    before, alpha = labelled.gold(), labelled.alpha()
    change(labelled, labels("dry", "wet", "sound", "other"), LabelMapping({"noise": "sound"}, ("cough",)))
    labelled.answer("A1", labelled.items[0], "dry")
    labelled.answer("A2", labelled.items[3], "sound")
    effect = schemas.earlier_schema_effect(labelled.store, labelled.campaign, 1, GROUND)
    # Of the three put aside one was answered anew, as dry: nothing says what that was before.
    assert (effect.version, effect.back, effect.again) == (3, 1, 1)
    schemas.bring_back_schema(labelled.store, labelled.campaign, 1, GROUND)
    assert labelled.store.campaigns.get(labelled.campaign).schema.schema_version == 3
    assert labelled.store.check() == []
    labelled.answer("A1", labelled.items[0], "cough")
    labelled.answer("A2", labelled.items[3], "cough")
    assert labelled.gold() == before
    assert labelled.alpha() == alpha


def test_a_gold_of_an_earlier_version_is_not_released(labelled: Labelled) -> None:
    frozen = gold.freeze(labelled.store, labelled.campaign, rounds=[1], now=NOW).gold
    change(labelled, labels("cough", "noise", "other", "new"), LabelMapping())
    with pytest.raises(AloiError, match="version 1 of the labels"):
        releases.build(
            labelled.store, labelled.campaign, "1.0", sizes={"all": "rest"}, gold=frozen.id, now=LATER
        )
    again = gold.freeze(labelled.store, labelled.campaign, rounds=[1], now=LATER).gold
    assert again.id != frozen.id
    assert releases.build(labelled.store, labelled.campaign, "1.0", sizes={"all": "rest"}, now=LATER)


@pytest.mark.parametrize(
    ("settings", "mapping", "refusal"),
    [
        (labels("cough", "noise", "other"), LabelMapping(), "as it was"),
        (labels("cough", "noise"), LabelMapping({"strange": "noise"}), "strange"),
        (labels("cough", "noise"), LabelMapping({"other": "strange"}), "strange"),
        (labels("cough", "noise"), LabelMapping(), "other"),
    ],
)
def test_what_has_no_meaning_is_refused_and_changes_nothing(
    labelled: Labelled, settings: Mapping[str, Json], mapping: LabelMapping, refusal: str
) -> None:
    with pytest.raises(AloiError, match=refusal):
        schemas.change_schema(labelled.store, labelled.campaign, settings, mapping, GROUND)
    with pytest.raises(AloiError, match="No reason"):
        schemas.change_schema(
            labelled.store, labelled.campaign, labels("cough", "noise", "other", "x"), LabelMapping(),
            Ground(" ", "", LATER),
        )  # fmt: skip
    assert labelled.store.schemas.versions(labelled.campaign) == []
    assert labelled.store.campaigns.get(labelled.campaign).schema.schema_version == 1


def _last(scene: Labelled) -> list[Annotation]:
    return scene.store.answers.latest(scene.round.id)
