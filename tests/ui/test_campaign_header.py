"""The header of the pages of a campaign, and the cards of its overview."""

from __future__ import annotations

from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from aloi.storage.store import Store
from aloi.ui.numbers import counted
from aloi.ui.shared.cards import StatCard, _card, bar
from aloi.ui.texts import t
from aloi.workbench.cache.results import ResultComputer
from aloi.workbench.campaign_state import campaign_state
from tests.ui.pages import open_page
from tests.workbench.scene import Scene, make_scene

SAME = (0, 1, 2, 3, 4, 5)


@pytest.fixture
def scene(site: Store, tmp_path: Path) -> Scene:
    return make_scene(site, tmp_path)


def header(at: AppTest) -> str:
    [steps] = [one.proto.body for one in at.get("html") if 'class="steps"' in one.proto.body]
    return steps


def test_every_step_has_its_number_and_leads_to_its_page(scene: Scene) -> None:
    scene.give(scene.open(names=("A1", "A2")), {"A1": SAME, "A2": SAME})
    open_page(scene.store, "overview")  # computes what the header shows
    steps = header(open_page(scene.store, "rounds", campaign=scene.campaign.id))
    for page in ("items", "guideline", "rounds", "agreement", "releases"):
        assert f'href="/{page}?campaign={scene.campaign.id}"' in steps
    assert f"<b>{counted(len(scene.items))}</b>" in steps
    assert f"<b>{t('app.round_name', number=1)}</b> {t('app.open')}" in steps
    assert "1.00" in steps
    assert steps.count('aria-current="page"') == 1


def test_the_state_of_a_campaign_is_that_of_its_store(scene: Scene) -> None:
    state = campaign_state(scene.store, scene.campaign, ResultComputer(scene.store))
    assert (state.items, state.round, state.agreement, state.gold, state.release) == (
        6,
        None,
        None,
        None,
        None,
    )
    scene.give(scene.open(names=("A1", "A2")), {"A1": SAME, "A2": SAME})
    state = campaign_state(scene.store, scene.campaign, ResultComputer(scene.store))
    assert state.round is not None
    assert state.agreement is not None
    assert state.agreement.value == 1.0


def test_a_card_escapes_its_texts_and_a_bar_ends_at_its_edge() -> None:
    drawn = _card(StatCard("<b>label</b>", "9 < 10", ("a & b",), 1.5, "reached"))
    assert "<b>label" not in drawn
    assert "9 &lt; 10" in drawn
    assert "width:100.0%" in drawn
    assert 'class="good"' in drawn
    assert 'class="beside"' not in bar(0.5)
