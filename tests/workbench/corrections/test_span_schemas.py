"""Attributes and relations of a campaign changed mid-way: mapped, previewed, counted."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from aloi.annotation.model import Campaign
from aloi.annotation.rows import LabelledRelation, LabelledSpan, attributes_of
from aloi.annotation.tasks import task
from aloi.annotation.tasks.spans.values import value_of
from aloi.base.errors import AloiError
from aloi.storage.store import Store
from aloi.workbench.corrections import schemas
from aloi.workbench.requests.campaigns import RevertSchemaRequest, SchemaRequest, settings_file
from aloi.workbench.rounds.counted_answers import counted_answers
from tests.workbench.labelled import LATER
from tests.workbench.span_campaign import answer_all, make

SETTINGS: dict[str, Any] = {
    "labels": [{"name": "drug"}, {"name": "dose"}, {"name": "sign"}],
    "nested": True,
    "attributes": [{"name": "certainty", "values": ["affirmed", "negated"], "labels": ["sign", "drug"]}],
    "relations": [{"name": "has_dose", "from": ["drug"], "to": ["dose"]}],
}
ANSWER = value_of(
    [
        LabelledSpan("drug", ((0, 3),)),
        LabelledSpan("dose", ((4, 6),)),
        LabelledSpan("sign", ((7, 13),), attributes_of({"certainty": "negated"})),
    ],
    [LabelledRelation("has_dose", 0, 1)],
)
BARE = value_of([LabelledSpan("sign", ((7, 13),), attributes_of({"certainty": "affirmed"}))])


@pytest.fixture
def campaign(store: Store) -> Campaign:
    stored = make(store, SETTINGS)
    answer_all(store, stored, {"A1": {"a": ANSWER}, "A2": {"a": BARE}})
    return stored


def requested(campaign: Campaign, **options: Any) -> SchemaRequest:
    return SchemaRequest(campaign=campaign.id, why="Found in the pilot", by="A1", **options)


def answers(store: Store, campaign: Campaign) -> list[Any]:
    round_ = store.campaigns.rounds(campaign.id)[-1]
    return [one.value for one in counted_answers(store, round_) if one.value["spans"]]


def test_values_and_types_are_renamed_without_a_file(store: Store, campaign: Campaign) -> None:
    request = requested(
        campaign,
        map={
            "drug": "medicine",
            "certainty:negated": "certainty:absent",
            "relation:has_dose": "relation:dose_of",
        },
        add=("certainty:possible",),
    )
    effect = schemas.schema_effect(store, request)
    assert (effect.relabelled, effect.again, effect.relations) == (1, 0, 0)
    assert effect.labels["certainty:negated"] == 1
    schemas.change_schema(store, request, LATER)
    settings = store.campaigns.get(campaign.id).schema.settings
    assert [value["name"] for value in settings["attributes"][0]["values"]] == [
        "affirmed",
        "absent",
        "possible",
    ]
    assert settings["attributes"][0]["labels"] == ["medicine", "sign"]
    assert (settings["relations"][0]["name"], settings["relations"][0]["from"]) == ("dose_of", ["medicine"])
    full = next(one for one in answers(store, campaign) if "relations" in one)
    assert full["relations"] == [{"type": "dose_of", "from": "s1", "to": "s2"}]
    assert full["spans"][2]["attributes"] == {"certainty": "absent"}
    schemas.bring_back_schema(store, RevertSchemaRequest(campaign.id, why="It was right", version=1), LATER)
    assert ANSWER in answers(store, campaign)


def test_a_removed_label_takes_its_relations_and_the_preview_counts_them(
    store: Store, campaign: Campaign
) -> None:
    request = requested(campaign, drop=("dose",))
    effect = schemas.schema_effect(store, request)
    assert (effect.relations, effect.again, effect.dropped) == (1, 0, 0)
    schemas.change_schema(store, request, LATER)
    settings = store.campaigns.get(campaign.id).schema.settings
    assert "relations" not in settings
    assert all("relations" not in one for one in answers(store, campaign))


def test_a_removed_value_with_answers_needs_a_mapping(store: Store, campaign: Campaign) -> None:
    fewer = {**SETTINGS, "attributes": [{**SETTINGS["attributes"][0], "values": ["affirmed"]}]}
    with pytest.raises(AloiError) as error:
        schemas.change_schema(store, requested(campaign, settings=fewer), LATER)
    assert "certainty:negated" in error.value.told()
    request = requested(campaign, settings=fewer, again=("certainty:negated",))
    effect = schemas.schema_effect(store, request)
    assert (effect.again, effect.to_decide) == (1, {"certainty:negated": 1})
    dropped = requested(campaign, settings=fewer, drop=("certainty:negated",))
    assert schemas.schema_effect(store, dropped).relabelled == 1


def test_new_attributes_change_no_answer(store: Store, campaign: Campaign) -> None:
    more = {
        **SETTINGS,
        "attributes": [
            *SETTINGS["attributes"],
            {"name": "time", "values": ["now", "past"], "default": "now"},
        ],
    }
    effect = schemas.schema_effect(store, requested(campaign, settings=more))
    assert (effect.same, effect.answers) == (effect.answers, effect.answers)
    schemas.change_schema(store, requested(campaign, settings=more), LATER)
    assert ANSWER in answers(store, campaign), "an answer from before the attribute has no value of it"


def test_settings_are_read_from_toml(tmp_path: Path) -> None:
    path = tmp_path / "schema.toml"
    path.write_text(
        '[[labels]]\nname = "sign"\n[[attributes]]\nname = "certainty"\nvalues = ["yes", "no"]\n', "utf-8"
    )
    settings = task("spans").check_settings(settings_file(str(path)))
    assert [value["key"] for value in settings["attributes"][0]["values"]] == ["e", "o"]
    path.write_text("labels = [", "utf-8")
    with pytest.raises(AloiError, match=r"schema\.toml"):
        settings_file(str(path))


def test_a_value_becomes_no_type_of_relations_in_other_settings(store: Store, campaign: Campaign) -> None:
    value = {**SETTINGS["attributes"][0], "values": ["affirmed", "absent"]}
    settings = task("spans").check_settings({**SETTINGS, "attributes": [value]})
    for after in ("relation:has_dose", "drug"):
        with pytest.raises(AloiError) as error:
            schemas.schema_effect(
                store, requested(campaign, settings=settings, map={"certainty:negated": after})
            )
        assert error.value.code == "aloi.not-listed"
    request = requested(campaign, settings=settings, map={"certainty:negated": "certainty:absent"})
    assert schemas.schema_effect(store, request).relabelled == 1
