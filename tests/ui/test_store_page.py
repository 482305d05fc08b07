"""Backup, check, answers out and decisions in, by the browser alone."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path

from aloi.corpora.readers import read_table
from aloi.storage.store import Store
from aloi.ui.texts import t
from aloi.workbench import jobs
from tests.ui.pages import open_page, press, said
from tests.workbench.scene import make_scene


def run(site: Store, folder: Path) -> dict:
    """Run the job that waits; what it gave."""
    job = jobs.run_one(site, folder, "short")
    assert job is not None
    assert job.status == "done", job.error
    return job.result


def test_the_store_is_copied_and_checked(site, tmp_path: Path) -> None:
    scene = make_scene(site, tmp_path)
    scene.give(scene.open(), {"A1": (1,)})
    at = open_page(site, "store")
    press(at, t("store.do_backup"))
    copied = run(site, tmp_path)
    at.run()
    assert copied["path"] in [one.value for one in at.code]
    copy = Store.open(f"sqlite:///{copied['path']}")
    assert len(copy.answers.latest(copy.campaigns.rounds(scene.campaign.id)[0].id)) == 1
    copy.close()
    press(at, t("store.do_check"))
    assert run(site, tmp_path)["sound"]
    at.run()
    assert t("store.sound", documents=12, sentences=12) in said(at)


def test_work_that_no_worker_takes_is_told_where_it_waits(site) -> None:
    now = datetime.now(UTC)
    site.jobs.add("backup", {}, "M1", now - timedelta(seconds=60))
    sentences = (t("app.job_untaken"), t("store.untaken", lanes=t("store.lane_short")))
    assert not [one for one in sentences if one in said(open_page(site, "store"))]
    site.jobs.add("check", {}, "M1", now - timedelta(minutes=3))
    page = said(open_page(site, "store"))
    assert [page.count(one) for one in sentences] == [1, 1]
    assert site.jobs.claim(now, 60) is not None  # a worker takes the first, and the second waits its turn
    assert not [one for one in sentences if one in said(open_page(site, "store"))]


def test_answers_go_out_and_decisions_come_in(site, tmp_path: Path) -> None:
    scene = make_scene(site, tmp_path)
    opened = scene.open(names=("A1", "A2"))
    scene.give(opened, {"A1": (1, 2, 3, 4, 5, 0), "A2": (1, 2, 3, 4, 5, 5)})
    at = open_page(site, "rounds")
    at.button(key="rounds:export:do").click().run()
    done = run(site, tmp_path)
    assert (done["answers"], done["skips"]) == (12, 0)
    assert done["file"].endswith(".xlsx")
    table = read_table(tmp_path / "exports" / done["file"])
    assert {row.text("annotator") for row in table.rows} == {"A1", "A2"}
    at.run()
    [button] = at.get("link_button")
    assert button.proto.url.endswith(f"/download/exports/{done['file']}")
    columns = ("item_id", "value", "why", "adjudicator")
    path = scene.table(columns, [(scene.items[5], 3, "Between both", "M1")])
    at = open_page(site, "adjudicate")
    given = (path.name, path.read_bytes(), "text/tab-separated-values")
    at.file_uploader(key=f"adjudicate:table:{opened.id}").set_value(given).run()
    at.button(key="adjudicate:table:do").click().run()
    assert not at.exception
    [decision] = site.gold.adjudications(opened.id)
    assert (decision.value, decision.why) == ({"score": 3}, "Between both")


def test_a_copy_is_put_in_place_once_it_was_checked_and_what_it_replaces_was_read(
    site, tmp_path: Path
) -> None:
    scene = make_scene(site, tmp_path)
    opened = scene.open()
    scene.give(opened, {"A1": (1,)})
    at = open_page(site, "store")
    press(at, t("store.do_backup"))
    run(site, tmp_path)
    scene.give(opened, {"A2": (2, 3)})
    at.run()
    at.selectbox(key="store:copy:kept").select_index(0).run()
    press(at, t("store.look"))
    assert (run(site, tmp_path)["copy"]["answers"], site.contents().answers) == (1, 3)
    at.run()
    replace = at.button(key="store:replace")
    assert replace.disabled
    at.checkbox(key="store:replace:read").check().run()
    press(at, t("store.replace"))
    assert t("store.replaced") in said(at)
    assert site.contents().answers == 1
    at.run()
    assert t("signin.ended") in said(at)  # the copy knows nothing of who was signed in


def test_a_store_on_a_server_is_copied_here_and_restored_into_an_empty_database(site, monkeypatch) -> None:
    monkeypatch.setattr("aloi.ui.pages.store.restoring.in_file", lambda: False)
    at = open_page(site, "store")
    assert t("store.restore_server") in said(at)
    assert [one.value.split()[:2] for one in at.code] == [["aloi", "restore"]]
    labels = {one.label for one in at.button}
    assert t("store.do_backup") in labels
    assert t("store.look") not in labels
