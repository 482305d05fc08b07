"""Campaigns: settings, presets, guidelines, and what is refused."""

from __future__ import annotations

from pathlib import Path

import pytest

from aloi.annotation.model import Status
from aloi.base.errors import AloiError
from aloi.base.records import settings_in
from aloi.storage.store import Store
from aloi.workbench.requests.campaigns import (
    CampaignRequest,
    CloseCampaignRequest,
    GuidelineRequest,
    OpenCampaignRequest,
)
from aloi.workbench.rounds import campaigns
from tests.workbench.scene import NOW, Scene, make_scene, picture


@pytest.fixture
def scene(store: Store, tmp_path: Path) -> Scene:
    return make_scene(store, tmp_path)


def test_a_campaign_takes_the_default_preset_in_the_language_of_its_corpus(scene: Scene) -> None:
    made = campaigns.create_campaign(scene.store, CampaignRequest("  second ", scene.campaign.corpus_id))
    assert made.name == "second"
    assert made == scene.store.campaigns.get("second")
    [scale] = made.schema.settings["scales"]
    assert (scale["name"], scale["low"], scale["high"], scale["step"]) == ("score", 0, 5, 1)
    assert [one["value"] for one in scale["degrees"]] == [0, 1, 2, 3, 4, 5]
    assert all(one["gloss"] for one in scale["degrees"])
    french = campaigns.create_campaign(
        scene.store, CampaignRequest("third", scene.campaign.corpus_id, preset="score")
    )
    assert french.schema.settings == made.schema.settings


def test_the_preset_of_dimensions_keeps_score_as_the_main_scale(scene: Scene) -> None:
    made = campaigns.create_campaign(
        scene.store, CampaignRequest("four", scene.campaign.corpus_id, preset="dimensions")
    )
    assert [one["name"] for one in made.schema.settings["scales"]] == [
        "form",
        "concepts",
        "compatibility",
        "score",
    ]
    assert made.schema.settings["main"] == "score"


@pytest.mark.parametrize(
    ("name", "given", "said"),
    [
        ("  ", {}, "lacks a name"),
        ("closeness", {}, "'closeness' already exists"),
        ("x", {"preset": "nope"}, "No ready schema is called 'nope'"),
        ("x", {"task": "nope"}, "nope"),
        ("x", {"settings": {"scales": []}}, r"list of scales is \[\](.|\n)*at least one scale"),
        ("x", {"settings": campaigns.scale_settings(0, 5, 2)}, "whole number of positive steps"),
        ("x", {"settings": campaigns.scale_settings(3, 3)}, "whole number of positive steps"),
        ("x", {"settings": campaigns.scale_settings(0, float("nan"))}, "finite"),
    ],
)
def test_bad_campaigns_are_refused_and_leave_nothing(scene: Scene, name: str, given: dict, said: str) -> None:
    before = picture(scene.store)
    with pytest.raises(AloiError, match=said):
        campaigns.create_campaign(scene.store, CampaignRequest(name, scene.campaign.corpus_id, **given))
    assert picture(scene.store) == before


def test_an_unknown_corpus_names_those_there_are(scene: Scene) -> None:
    with pytest.raises(AloiError, match=r"'nowhere'(.|\n)*invented"):
        campaigns.create_campaign(scene.store, CampaignRequest("x", "nowhere"))


def test_scale_settings_count_glosses_from_the_low_end_and_leave_blank_ones_out() -> None:
    [scale] = campaigns.scale_settings(1, 2, 0.5, glosses=("none", " ", "all"))["scales"]
    assert scale["degrees"] == [{"value": 1.0, "gloss": "none"}, {"value": 2.0, "gloss": "all"}]


def test_a_guideline_has_versions_and_each_later_one_says_why(scene: Scene) -> None:
    store, name = scene.store, scene.campaign.name
    first = campaigns.add_guideline(store, GuidelineRequest(name, text="Read both."), NOW)
    assert (first.version, first.why_changed) == (1, "")
    before = picture(store)
    with pytest.raises(AloiError, match="change lacks a reason"):
        campaigns.add_guideline(store, GuidelineRequest(name, text="Read both twice.", why="  "), NOW)
    with pytest.raises(AloiError, match="guideline contains no text"):
        campaigns.add_guideline(store, GuidelineRequest(name, text=" \n", why="why"), NOW)
    assert picture(store) == before
    second = campaigns.add_guideline(
        store, GuidelineRequest(name, text="Read both twice.", why=" doses "), NOW
    )
    assert (second.version, second.why_changed) == (2, "doses")
    assert [one.text for one in store.campaigns.guidelines(scene.campaign.id)] == [
        "Read both.",
        "Read both twice.",
    ]


def test_the_ready_guideline_is_french_for_french_and_english_otherwise() -> None:
    french, english = (campaigns.ready_guideline("similarity", code) for code in ("fr", "en"))
    assert french != english
    assert campaigns.ready_guideline("similarity", "de") == english
    for degree in range(6):
        assert str(degree) in french
        assert str(degree) in english


def test_a_campaign_is_closed_and_opened_again(scene: Scene) -> None:
    assert campaigns.set_status(scene.store, CloseCampaignRequest("closeness")).status == Status.CLOSED
    with pytest.raises(AloiError, match="'closeness' is closed"):
        scene.open()
    assert campaigns.set_status(scene.store, OpenCampaignRequest("closeness")).status == Status.OPEN
    assert scene.open().number == 1


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"label,2\n", "line 1 is not JSON"),
        (b"[1]", "The content of settings.json is list"),
        (b'{"labels": "\xe9"}', "cannot be read as JSON in UTF-8: byte 12"),
        (b"[" * 100_000, "nested too deep"),
    ],
)
def test_a_file_without_an_object_of_json_is_no_settings(tmp_path: Path, content: bytes, said: str) -> None:
    path = tmp_path / "settings.json"
    path.write_bytes(content)
    with pytest.raises(AloiError) as refused:
        settings_in(path)
    assert said in str(refused.value)
