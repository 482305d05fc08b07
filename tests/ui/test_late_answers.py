"""The page of rounds offers a manager what came late."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from pathlib import Path

import pytest

from aloi.annotation.model import Status
from aloi.corpora.model import Json
from aloi.storage.answers.late_answers import AnswerLate
from aloi.storage.store import Store
from aloi.ui.texts import t
from aloi.workbench.cache import refresh as refreshing
from aloi.workbench.jobs import Job
from tests.ui.pages import open_page, press, said
from tests.workbench.scene import NOW, make_scene


def start_and_end(store: Store, arguments: Mapping[str, Json], by: str, now: datetime) -> Job:
    """Return a job of figures as it was started; it has ended since."""
    job = store.jobs.add(refreshing.VERB, arguments, by, now)
    store.jobs.cancel(job.id, now)
    return job


def test_late_answers_are_taken_one_by_one_and_left_all(
    site: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    scene = make_scene(site, tmp_path)
    opened = scene.open(names=("A1", "A2"))
    at = open_page(site, "rounds")
    assert t("rounds.late") not in said(at)
    scene.give(opened, {"A1": (1,)})
    site.campaigns.set_round_status(opened.id, Status.CLOSED)
    given = {"seconds": 2.0, "flag": False, "comment": "sûre", "shown": {}, "guideline_version": None}
    for item in range(3):
        key = scene.key(opened, item, "A1")
        with pytest.raises(AnswerLate):
            site.answers.submit(key, f"{item}-late-event", {"score": 4}, now=NOW, **given)
    at = open_page(site, "rounds")
    words = said(at)
    assert t("rounds.late_why") in words
    assert words.count(f"· {t('rounds.late_why_closed')}") == 3
    texts = "\n".join(one.value for one in at.text)
    assert "Patient 0 dort. · Patiente 0 tousse." in texts
    assert t("rounds.late_note", note="sûre") in texts
    assert texts.count(t("rounds.late_stands", answer="1")) == 1
    # What the page counts is old by now, and counted while it is drawn: the button counts all the same.
    site.campaigns.set_round_status(opened.id, Status.CLOSED)
    at.button(key="rounds:late:take:1-late-event").click().run()
    assert not at.exception
    # It does too where the job that counts has ended before the page looks how far it is.
    site.campaigns.set_round_status(opened.id, Status.CLOSED)
    monkeypatch.setattr(refreshing, "start", start_and_end)
    press(at, t("rounds.late_leave_all", count=2))
    assert [one.status for one in site.jobs.of_verb(refreshing.VERB)].count("cancelled") == 1
    assert [one.decision for one in site.late.of_round(opened.id)] == ["left", "taken", "left"]
    assert {one.decided_by for one in site.late.of_round(opened.id)} == {site.people.get("M1").id}
    assert t("rounds.late_decided", count=3) in [one.label for one in at.expander]
    assert len(site.answers.latest(opened.id)) == 2
    assert site.check() == []
