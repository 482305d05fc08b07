"""The page Releases looks for leaks: while a release is made, and in one that is there."""

from __future__ import annotations

import pytest

from aloi.modeling.encoders.transformer import DEFAULT_ENCODER
from aloi.ui.shared.forms.requests import label_of
from aloi.ui.texts import t
from aloi.workbench.releases import gold
from aloi.workbench.requests.releases import FreezeRequest, ReleaseRequest
from tests.terminal.test_release_leaks import PAIRS
from tests.ui.pages import open_page, tables
from tests.workbench.scene import NOW, make_scene


@pytest.fixture
def opened(site, tmp_path):
    """Return a store whose second round holds an equal item, a near one and another, and the page."""
    scene = make_scene(site, tmp_path, PAIRS)
    scene.give(scene.open("pilot", scene.items[:1], names=("A1",)), {"A1": (3, None, None, None)})
    scene.give(scene.open("main", scene.items[1:], names=("A1",)), {"A1": (None, 3, 3, 3)})
    gold.freeze(site, FreezeRequest("closeness", rounds=[1, 2]), now=NOW)
    return site, open_page(site, "releases")


def labelled(widgets, label):
    return next(one for one in widgets if one.label == label)


def test_a_release_is_made_with_filtered_test_parts(opened):
    store, at = opened
    assert t("releases.gate_broken", count=1) in [one.value for one in at.warning]
    labelled(at.text_input, t("releases.gate_why")).set_value("One annotator a pair.")
    labelled(at.button, t("releases.gate_override")).click().run()
    labelled(at.text_input, label_of(ReleaseRequest, "sizes")).set_value("train=1, test=3")
    labelled(at.text_input, label_of(ReleaseRequest, "force")).set_value("1=train, 2=test")
    labelled(at.button, t("releases.preview_do")).click().run()
    labelled(at.checkbox, label_of(ReleaseRequest, "leak_parts")).set_value(True)
    labelled(at.button, t("releases.build")).click().run()
    assert not at.exception
    [release] = store.gold.releases()
    sizes = {one["name"]: len(one["item_ids"]) for one in release.manifest["splits"]["parts"]}
    assert sizes == {"train": 1, "test": 3, "test_filtered": 2, "test_filtered_0.2": 1}
    told = {"rule": "agreement", "why": "One annotator a pair.", "by": "M1", "counts": {"rounds": 2}}
    assert release.manifest["gate"]["overridden"] == [told]
    [logged] = store.corrections.list(campaign_id=release.campaign_id)
    assert (logged.kind.value, logged.details["rule"], logged.why) == ("override", "agreement", told["why"])
    told = [one.value for one in at.caption]
    found = {"test": "test", "train": "train", "by": t("releases.leaks_by_sentence"), "threshold": "0.2"}
    assert t("releases.leaks_found", exact=0, normalised=1, near=1, **found) in told
    assert any("la toux dure." in one.value for one in at.markdown) or any(
        "la toux dure." in str(one) for one in tables(at)
    )
    at.selectbox(key=f"releases:{release.id}:leaks:by").set_value("pair")
    labelled(at.button, t("releases.leaks_do")).click().run()
    assert not at.exception
    found["by"] = t("releases.leaks_by_pair")
    assert t("releases.leaks_found", exact=0, normalised=0, near=2, **found) in [
        one.value for one in at.caption
    ]
    at.text_input(key=f"releases:{release.id}:leaks:encoder").set_value(DEFAULT_ENCODER)
    labelled(at.button, t("releases.leaks_do")).click().run()
    assert not at.exception
    assert any("1-cosine;encoder:" in one.value for one in at.code)
    labelled(at.button, t("releases.build")).click().run()
    assert not at.exception
    first, second = store.gold.releases()
    assert at.selectbox(key="releases:show").value.version == second.version != first.version
    at.selectbox(key="releases:show").select_index(1).run()
    assert at.selectbox(key="releases:show").value.version == first.version


def test_a_part_that_is_not_there_is_told(opened):
    store, at = opened
    labelled(at.text_input, label_of(ReleaseRequest, "sizes")).set_value("train=1, dev=3")
    labelled(at.text_input, label_of(ReleaseRequest, "leaks")).set_value("test=train")
    labelled(at.button, t("releases.preview_do")).click().run()
    assert not at.exception
    assert any("No split is called 'test'" in one.value for one in at.error)
    assert store.gold.releases() == []
