"""The page Recruitment: a manager opens a round for participants, follows it, and deletes their ids."""

from __future__ import annotations

from pathlib import Path

from aloi.storage.store import Store
from aloi.ui import session
from aloi.ui.shared.forms.requests import label_of
from aloi.ui.texts import t
from aloi.workbench.crowds.opening import ParticipantStatus
from aloi.workbench.requests.crowds import CrowdRequest
from tests.ui.pages import open_page, press, tables
from tests.workbench.crowds.participants import Visitor
from tests.workbench.scene import NOW, make_scene


def test_a_manager_opens_follows_and_forgets(site: Store, tmp_path: Path) -> None:
    store = site
    scene = make_scene(store, tmp_path, pairs=6)
    at = open_page(store, "crowds", campaign=scene.campaign.id)
    values = {"items": 6, "overlap": 2, "items_per_person": 6, "places": 2}
    for box in at.number_input:
        for name, value in values.items():
            if box.label == label_of(CrowdRequest, name):
                box.set_value(value)
    press(at, t("crowds.do_open"))
    (refused,) = [one.value for one in at.error]
    assert "code" in refused, "a completion code or address is missing"
    [code] = [box for box in at.text_input if box.label == label_of(CrowdRequest, "completion_code")]
    code.set_value("DONE")
    press(at, t("crowds.do_open"))
    assert not at.error
    (crowd,) = store.crowds.of_campaign(scene.campaign.id)
    assert (crowd.settings.places, crowd.settings.items_per_person) == (2, 6)
    assert len(store.campaigns.round(crowd.round_id).item_ids) == 6
    assert any(crowd.token in one.value for one in at.code)
    visitor = Visitor(store, crowd, "pid1")
    started = visitor.enter((session.now() - NOW).total_seconds())
    assert started is not None
    assert started.status is ParticipantStatus.STARTED
    at = open_page(store, "crowds", campaign=scene.campaign.id)
    assert "pid1" in str(tables(at)[-1].to_dict())
    press(at, t("crowds.do_forget"))
    assert "pid1" not in str([table.to_dict() for table in tables(at)])
    press(at, t("crowds.close"))
    assert store.crowds.of_campaign(scene.campaign.id)[0].closed
