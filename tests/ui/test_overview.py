"""The page of a campaign's overview: what it answers, in words and numbers."""

from __future__ import annotations

import re
from datetime import timedelta
from pathlib import Path

import pytest

from aloi.annotation.model import StopRule
from aloi.storage.store import Store
from aloi.ui.shared import charts
from aloi.ui.texts import t
from aloi.workbench.requests.rounds import CloseRoundRequest
from aloi.workbench.rounds import rounds
from tests.ui.pages import open_page, press, said, tables
from tests.workbench.scene import NOW, Scene, make_scene

SAME = (0, 1, 2, 3, 4, 5)


@pytest.fixture
def scene(site: Store, tmp_path: Path) -> Scene:
    return make_scene(site, tmp_path)


def test_a_campaign_without_rounds_leads_to_the_first(scene: Scene) -> None:
    shown = said(open_page(scene.store, "overview"))
    assert t("overview.empty") in shown


def test_a_closed_round_says_with_how_many_planned_answers(scene: Scene) -> None:
    rule = StopRule("krippendorff_alpha", "ordinal", 0.9)
    one = scene.open(purpose="calibration", names=("A1", "A2", "A3"), stop_rule=rule)
    scene.give(one, {"A1": SAME, "A2": (5, 1, 2, 3, None, None)})
    rounds.set_round_status(scene.store, CloseRoundRequest("closeness", 1))
    shown = said(open_page(scene.store, "overview"))
    assert t("overview.closed_with", number=1, done=10, planned=18) in shown
    [verdict] = re.findall(t("overview.rule_not_met", threshold="0.9", bound="(.*)"), shown)
    assert float(verdict.replace("−", "-")) < 0.9
    assert t("overview.n_of_m", done=10, planned=18) in shown
    assert t("overview.no_forecast_closed") in shown
    assert t("rounds.next_discuss", count=1) in shown


def test_the_distribution_stated_on_the_campaigns_page_stands_on_the_overview(scene: Scene) -> None:
    scene.give(scene.open(names=("A1", "A2")), {"A1": SAME, "A2": SAME})
    assert t("overview.wanted_even") in said(open_page(scene.store, "overview"))
    at = open_page(scene.store, "campaigns")
    for level in range(6):
        at.number_input(key=f"campaigns:wanted:{scene.campaign.id}:{level}").set_value(
            3.0 if level == 2 else 0.0
        )
    press(at, t("campaigns.wanted_save"))
    assert scene.store.campaigns.get("closeness").wanted_shares == {"2": 1.0}
    at = open_page(scene.store, "overview")
    assert t("overview.wanted_stated") in said(at)
    table = next(one for one in tables(at) if t("app.target") in one)
    assert table[t("app.target")].astype(float).tolist() == [0, 0, 6, 0, 0, 0]
    at = open_page(scene.store, "campaigns")
    press(at, t("campaigns.wanted_even"))
    assert scene.store.campaigns.get("closeness").wanted_shares == {}
    shown = [at.number_input(key=f"campaigns:wanted:{scene.campaign.id}:{level}").value for level in range(6)]
    assert shown == [16.7] * 6


def test_an_end_that_may_lie_years_ahead_leaves_answers_their_room(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    drawn: list[str] = []
    monkeypatch.setattr(charts, "show", lambda chart, height, words: drawn.append(chart.to_json()))
    monkeypatch.setattr(charts, "as_table", lambda rows: None)
    first, end = NOW.date(), NOW + timedelta(days=10)
    for high in (NOW + timedelta(days=12), NOW + timedelta(days=900)):
        charts.burn_up([(first, 3), (first + timedelta(days=5), 9)], 20, end=end, low=end, high=high)
    near, far = drawn
    assert '"drawn:T"' not in near
    assert '"triangle-right"' not in near
    # Ten days and some hours to the end are drawn twice; the true end of the interval is still told.
    assert '"triangle-right"' in far
    assert '"drawn": "2026-03-22T' in far
    assert (NOW + timedelta(days=900)).date().isoformat() in far


def test_who_is_behind_stands_in_words_beside_the_next_step(scene: Scene) -> None:
    one = scene.open(names=("A1", "A2"))
    scene.give(one, {"A1": (0, 1, 2, None, None, None)})
    # The scene is long past: who has items left has been silent for years, who never began as well.
    shown = said(open_page(scene.store, "overview"))
    assert t("overview.behind", who="A1, A2") in shown
    assert t("overview.next_hand_over", who="A1, A2") in shown
    assert t("overview.burn_up_told", done=3, planned=12, day=NOW.date()) in shown


def test_the_answers_of_one_day_are_a_step_up_from_none(monkeypatch: pytest.MonkeyPatch) -> None:
    drawn: list[dict] = []
    monkeypatch.setattr("streamlit.vega_lite_chart", lambda spec, **_: drawn.append(spec))
    told: list[list[dict]] = []
    monkeypatch.setattr(charts, "as_table", lambda rows: told.append(list(rows)))
    charts.burn_up([(NOW.date(), 7)], 12)
    [spec] = drawn
    assert [point["done"] for point in spec["layer"][0]["data"]["values"]] == [0, 7]
    [rows] = told
    assert [list(row.values())[1] for row in rows] == [7]  # the table has the days there were
