"""The page Candidates: bounds of a search for pairs, its memory, one that was stopped goes on."""

from __future__ import annotations

import pytest
from sqlalchemy import update

from aloi.storage import tables
from aloi.ui.shared.forms.requests import label_of
from aloi.ui.texts import t
from aloi.workbench import jobs
from aloi.workbench.candidates import pairs
from aloi.workbench.requests.candidates import MineRequest
from tests.ui.pages import open_page
from tests.workbench.models.test_doubts import PAIRS
from tests.workbench.scene import make_scene


@pytest.fixture
def scene(site, tmp_path, monkeypatch):
    folder = tmp_path / "data"
    folder.mkdir()
    monkeypatch.setenv("ALOI_DATA", str(folder))
    return make_scene(site, tmp_path, PAIRS)


def press(at, label):
    next(one for one in at.button if one.label == label).click().run()
    assert not at.exception
    return at


def field(at, label):
    return next(one for one in at.number_input if one.label == label)


def test_bounds_are_asked_for_and_memory_is_told_before(site, scene, tmp_path):
    at = open_page(site, "candidates")
    assert any(one.value.startswith("About 100 MB of memory") for one in at.caption)
    for name, value in (("reservoir", 3), ("top_pairs", 2), ("threshold", 0.1)):
        field(at, label_of(MineRequest, name)).set_value(value).run()
    field(at, label_of(MineRequest, "cap_per_sentence")).set_value(4).run()
    press(at, t("candidates.do_mine"))
    (job,) = site.jobs.list()
    asked = {
        name: job.arguments[name] for name in ("threshold", "reservoir", "top_pairs", "cap_per_sentence")
    }
    assert asked == {"threshold": 0.1, "reservoir": 3, "top_pairs": 2, "cap_per_sentence": 4}
    done = jobs.run_one(site, tmp_path / "data", "others")
    assert done.status == "done", done.error
    assert done.result["report"]["kept"] < done.result["report"]["pairs_kept"]
    at = open_page(site, "candidates")
    assert t("candidates.kept_of_them", count=done.result["report"]["kept"]) in [
        one.value for one in at.caption
    ]


def test_no_scheduler_is_asked_for_where_texts_are_restricted(site, scene):
    labels = [one.label for one in open_page(site, "candidates").text_input]
    assert label_of(MineRequest, "scheduler") in labels
    with site._database.write() as connection:
        connection.execute(update(tables.corpora).values(restricted=True))
    at = open_page(site, "candidates")
    assert label_of(MineRequest, "scheduler") not in [one.label for one in at.text_input]
    assert t("candidates.scheduler_restricted") in [one.value for one in at.caption]
    press(at, t("candidates.do_mine"))
    (job,) = site.jobs.list()
    assert job.arguments["scheduler"] == ""


def test_a_search_that_was_stopped_goes_on_where_it_was(site, scene, tmp_path, monkeypatch):
    folder = tmp_path / "data"
    press(open_page(site, "candidates"), t("candidates.do_mine"))
    (job,) = site.jobs.list()
    whole = pairs.mine

    def stopped(sentences, spec, progress, cache, work, **how):
        site.jobs.cancel(job.id, job.created_at)
        return whole(sentences, spec, progress, cache, work, **how)

    monkeypatch.setattr(pairs, "mine", stopped)
    assert jobs.run_one(site, folder, "others").status == "cancelled"
    monkeypatch.setattr(pairs, "mine", whole)
    work = pairs.work_beside(pairs.candidates_table(folder, job.arguments["corpus"], "lexical"))
    assert any(work.iterdir())
    at = press(open_page(site, "candidates"), t("candidates.go_on"))
    again = next(one for one in site.jobs.list() if one.id != job.id)
    assert again.arguments == job.arguments
    assert jobs.run_one(site, folder, "others").status == "done"
    assert not work.exists()
    at = open_page(site, "candidates")
    assert t("candidates.go_on") not in [one.label for one in at.button]
