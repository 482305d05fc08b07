"""Releases: checksums that forget store ids and clocks, verification, differences, statement."""

from __future__ import annotations

import copy
import json
import random
from dataclasses import replace
from datetime import UTC, datetime

import pytest

from aloi.agreement.result import Agreement
from aloi.base.errors import AloiError
from aloi.corpora.identity import checksum
from aloi.gold.model import Release
from aloi.gold.releasing.manifest import ReleaseInputs, RoundAgreement, items, rows_by_split
from aloi.gold.releasing.release import Change, build_release, diff, verify
from tests.gold.campaign import NOW, Ids, make_inputs

LATER = datetime(2027, 1, 1, tzinfo=UTC)


def test_a_release_verifies_and_survives_json(release: Release) -> None:
    assert verify(release.manifest) == []
    again = json.loads(json.dumps(release.manifest))
    assert again == release.manifest
    assert verify(again) == []
    assert release.checksum == release.manifest["checksum"]
    assert len(release.checksum) == 64


def test_another_store_and_clock_give_the_same_content(release: Release) -> None:
    other = build_release(make_inputs(Ids("two", LATER)), LATER)
    assert other.checksum == release.checksum
    assert other.manifest_checksum != release.manifest_checksum
    assert other.id != release.id
    assert verify(other.manifest) == []


def test_when_a_round_was_due_and_what_annotators_see_are_not_released(
    inputs: ReleaseInputs, release: Release
) -> None:
    rounds = tuple(replace(one, due=LATER, shows_outcome=True) for one in inputs.rounds)
    assert build_release(replace(inputs, rounds=rounds), NOW) == release


def test_the_order_of_inputs_changes_nothing(inputs: ReleaseInputs, release: Release) -> None:
    generator = random.Random(5)
    shuffled = {}
    for name in ("items", "origins", "guidelines", "rounds", "annotators", "annotations"):
        values = list(getattr(inputs, name))
        generator.shuffle(values)
        shuffled[name] = tuple(values)
    assert build_release(replace(inputs, **shuffled), NOW) == release


def test_no_name_and_no_store_id_of_a_person_is_released(release: Release) -> None:
    text = json.dumps({k: v for k, v in release.manifest.items() if k != "annotations"})
    assert "Person" not in text
    assert "Judge" not in text
    assert "one-p1" not in text
    answers = json.dumps([{**one, "event_id": ""} for one in release.manifest["annotations"]])
    assert "one-p1" not in answers


def test_a_correction_made_in_one_step_gives_the_same_content(
    inputs: ReleaseInputs, release: Release
) -> None:
    last = max(inputs.annotations, key=lambda one: one.revision)
    without = tuple(one for one in inputs.annotations if one.key != last.key)
    straight = build_release(replace(inputs, annotations=(*without, replace(last, revision=1))), NOW)
    assert straight.checksum == release.checksum
    assert straight.manifest_checksum != release.manifest_checksum


def _tampered(release: Release, change) -> dict:
    manifest = copy.deepcopy(dict(release.manifest))
    change(manifest)
    return manifest


def _restamped(manifest: dict) -> dict:
    manifest.pop("manifest_checksum")
    return {**manifest, "manifest_checksum": checksum(manifest)}


@pytest.mark.parametrize(
    ("change", "content_too"),
    [
        (lambda m: m["gold"]["items"][0]["value"].update(score=1), True),
        (lambda m: m["items"][0]["left"].update(text="Autre chose."), True),
        (lambda m: m["splits"].update(seed=8), True),
        (lambda m: m["rounds"][0].update(seed=8), True),
        (lambda m: m["guidelines"][0].update(text="Autre."), True),
        (lambda m: m["annotations"][-1]["value"].update(score=1), True),
        (lambda m: m["splits"]["parts"][0]["item_ids"].pop(), True),
        (lambda m: m["annotations"][0].update(created_at="2020-01-01T00:00:00+00:00"), False),
        (lambda m: m["annotations"][0].update(event_id="other"), False),
        (lambda m: m["origins"][0].update(seed=99), False),
        (lambda m: m.update(statement="# Nothing"), False),
    ],
)
def test_every_change_is_noticed(release: Release, change, content_too: bool) -> None:
    problems = verify(_tampered(release, change))
    assert "The manifest is not what was frozen: its checksum differs." in problems
    assert ("The content is not what was frozen: its checksum differs." in problems) is content_too
    hidden = verify(_restamped(_tampered(release, change)))
    assert ("The content is not what was frozen: its checksum differs." in hidden) is content_too


def test_gold_that_does_not_follow_is_noticed_by_the_rule(release: Release) -> None:
    wrong = release.manifest["gold"]["items"][0]["item_id"]
    problems = verify(_tampered(release, lambda m: m["gold"]["items"][0]["value"].update(score=1)))
    assert f"1 gold item(s) do not follow from the annotations, the first is {wrong}." in problems
    twice = verify(_tampered(release, lambda m: m["splits"]["parts"][0]["item_ids"].append("stranger")))
    assert "1 item(s) of the parts have no gold." in twice


def test_a_manifest_of_something_else_is_told(release: Release) -> None:
    assert verify({"format": "zip"})[0].startswith("The manifest says format 'zip'")
    assert any(
        "cannot be read: KeyError 'gold'" in one
        for one in verify(_tampered(release, lambda m: m.pop("gold")))
    )


def test_rows_come_back_from_the_manifest(inputs: ReleaseInputs, release: Release) -> None:
    assert items(release.manifest) == {one.id: one for one in inputs.items}
    rows = rows_by_split(release.manifest)
    assert {name: len(found) for name, found in rows.items()} == {"train": 4, "test": 2}
    scores = {one.id: one.score for found in rows.values() for one in found}
    assert [scores[one.id] for one in inputs.items] == [13 / 3, 5, 2, 1 / 3, 3, 0]
    one = next(row for found in rows.values() for row in found if row.id == inputs.items[2].id)
    assert (one.left, one.right) == ('Il dit : "ça va\tmieux".', "Le jardin\rest fleuri.")
    assert (one.low, one.high) == (0, 5)


def test_diff_names_what_changed(inputs: ReleaseInputs, release: Release) -> None:
    decision = replace(inputs.adjudications[0], revision=2, value={"score": 3})
    item_id = decision.item_id
    gold = tuple(
        replace(one, value={"score": 3}) if one.item_id == item_id else one
        for one in inputs.gold.items
        if one.item_id != inputs.items[5].id
    )
    gone = inputs.items[5].id
    splits = tuple(
        replace(one, item_ids=tuple(i for i in one.item_ids if i != gone)) for one in inputs.parts.splits
    )
    changed = build_release(
        replace(
            inputs,
            version="1.1",
            adjudications=(*inputs.adjudications, decision),
            gold=replace(inputs.gold, items=gold),
            parts=replace(inputs.parts, splits=splits),
        ),
        LATER,
    )
    found = diff(release.manifest, changed.manifest)
    assert (found.added, found.removed) == ((), (gone,))
    assert found.changed_values == (Change(item_id, {"score": 2}, {"score": 3}),)
    assert found.changed_gold == ()
    assert [(one.item_id, one.after) for one in found.changed_splits] == []
    assert not found.same_content
    same = diff(release.manifest, build_release(replace(inputs, version="2.0"), LATER).manifest)
    assert same.same_content
    assert same.removed == same.changed_values == ()


def test_diff_names_moved_items(inputs: ReleaseInputs, release: Release) -> None:
    train, test = inputs.parts.splits
    moved = train.item_ids[0]
    splits = (replace(train, item_ids=train.item_ids[1:]), replace(test, item_ids=(*test.item_ids, moved)))
    other = build_release(replace(inputs, parts=replace(inputs.parts, splits=splits)), NOW)
    assert diff(release.manifest, other.manifest).changed_splits == (Change(moved, "train", "test"),)


def test_inputs_that_do_not_fit_are_refused(inputs: ReleaseInputs) -> None:
    train, test = inputs.parts.splits
    doubled = replace(test, item_ids=(*test.item_ids, train.item_ids[0]))
    later = replace(inputs.annotations[3], revision=2, value={"score": 0})
    for changed, said in (
        ({"gold": replace(inputs.gold, items=())}, "The gold of 'pairs' contains no items"),
        ({"items": inputs.items[1:]}, "without their item"),
        ({"parts": replace(inputs.parts, splits=(train, doubled))}, "contain 1 item"),
        ({"parts": replace(inputs.parts, splits=())}, "All splits are empty"),
        ({"annotations": (*inputs.annotations, later)}, "no longer follow"),
        ({"documents": {}}, "The document"),
    ):
        with pytest.raises(AloiError) as caught:
            build_release(replace(inputs, **changed), NOW)
        assert said in caught.value.found


def test_the_statement_tells_the_facts(inputs: ReleaseInputs) -> None:
    result = Agreement(
        "krippendorff_alpha", "ordinal", None, 0.81234, None, None, None, 3, 3, 9, 0, "krippendorff_alpha|..."
    )
    undefined = replace(result, value=None, reason="one category")
    agreement = (RoundAgreement(1, 1, (undefined,)), RoundAgreement(2, 2, (result,)))
    statement = str(build_release(replace(inputs, agreement=agreement), NOW).manifest["statement"])
    for fact in (
        "# Data statement: pairs, version 1.0",
        "- Language: fr",
        "- Licence: CC0",
        "- Source: written for the tests",
        "3 annotators answered.",
        "- A4 (adjudicator): physician",
        "- Round 1, calibration, guideline 1: 2 items, 3 annotator(s) an item (A1, A2, A3), seed 41",
        "- Guideline 2: clearer",
        "6 gold items by the rule `mean` (adjudicated 1, aggregated 4, assumed 1), from 17 annotations.",
        "- train: 4 items",
        "- Round 1: undefined (one category)",
        "- Round 2: 0.812 (`krippendorff_alpha|...`)",
    ):
        assert fact in statement
