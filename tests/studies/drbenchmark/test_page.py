"""The page of the benchmark suite: a run asked for, its tables, curves and protocols shown."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from aloi.base.requests import to_data
from aloi.studies.drbenchmark import suite
from aloi.studies.drbenchmark.core.declarations import task
from aloi.studies.drbenchmark.core.synthetic_data import write_suite
from aloi.studies.drbenchmark.pages import view
from aloi.studies.drbenchmark.requests import SuiteRunRequest
from aloi.ui import language
from aloi.ui.numbers import NO_BREAK
from aloi.ui.shared.forms.requests import label_of
from aloi.ui.texts import t
from aloi.workbench import jobs
from tests.ui.pages import open_page

ROOT = Path(__file__).parents[3]
TASKS = ("morfitt", "clister", "mantra_emea")


@pytest.fixture
def opened(site, tmp_path):
    """Return a store with a manager, the data folder, and a function that opens the page."""
    return site, tmp_path, lambda: open_page(site, "suite")


def tables(at) -> str:
    return "\n".join(str(one.proto.body) for one in at.get("html")) + "\n".join(
        str(one.value) for kind in ("markdown", "caption", "info") for one in getattr(at, kind)
    )


def test_an_empty_page_tells_of_every_task_and_offers_the_dry_run(opened):
    store, _, page = opened
    at = page()
    assert t("suite.empty") in [one.value for one in at.info]
    said = tables(at)
    assert task("cas_pos").obtain in said
    assert "data-use agreement" in said
    next(one for one in at.button if one.label == t("suite.dry")).click().run()
    assert not at.exception
    [job] = store.jobs.list()
    assert (job.verb, dict(job.arguments)) == ("suite", to_data(SuiteRunRequest(dry_run=True)))


def test_a_run_is_asked_for_run_by_the_worker_and_shown(opened):
    store, data, page = opened
    write_suite(suite.data_folder(data), chosen=[task(name) for name in TASKS])
    at = page()
    assert "Data available for 3 of 20 tasks" in tables(at)
    next(one for one in at.text_input if one.label == label_of(SuiteRunRequest, "name")).set_value("first")
    next(one for one in at.checkbox if one.label == t("suite.shares")).set_value(True)
    next(one for one in at.button if one.label == t("suite.do")).click().run()
    assert not at.exception
    assert not at.error
    done = jobs.run_one(store, data)
    assert done is not None
    assert done.status == "done"
    at = page()
    said = tables(at)
    assert [tab.label for tab in at.tabs][:2] == [t("suite.tab_board"), t("suite.tab_tasks")]
    found = suite.results("first", data)
    best = found.leaderboard.scores[0]
    assert f"{best.value:.3f} [{best.interval.low:.3f},{NO_BREAK}{best.interval.high:.3f}]" in said
    for one in found.tasks:
        assert one.task.title in said
    assert t("suite.no_mean", model="Most frequent answer", reason="").split(":")[0] in said
    assert "more rows than" in said
    assert t("suite.no_other_protocol") in said
    assert [one.label for one in at.get("download_button")][-2:] == [
        t("suite.download_csv"),
        t("suite.download_tex"),
    ]


def test_two_protocols_stand_side_by_side(opened):
    _, data, page = opened
    write_suite(suite.data_folder(data), chosen=[task("clister")])
    for how in ("aloi", "drbenchmark"):
        suite.run(SuiteRunRequest(how, tasks=("clister",), protocol=how), data)
    at = page()
    assert t("suite.only_floors") in [one.value for one in at.caption]
    at.checkbox(key="suite:beside:floors").check().run()
    assert not at.exception
    assert "EDRM" in tables(at)


@pytest.mark.parametrize(
    ("field", "value", "said"),
    [("seeds", "one", "whole number"), ("settings", "epochs", "joined by =")],
)
def test_what_cannot_be_run_is_told(opened, field, value, said):
    store, data, page = opened
    write_suite(suite.data_folder(data), chosen=[task("clister")])
    at = page()
    next(one for one in at.text_input if one.label == label_of(SuiteRunRequest, "name")).set_value("first")
    next(one for one in at.text_input if one.label == label_of(SuiteRunRequest, field)).set_value(value)
    next(one for one in at.button if one.label == t("suite.do")).click().run()
    shown = "\n".join(str(one.value) for one in (*at.error, *at.text, *at.markdown))
    assert label_of(SuiteRunRequest, field) in shown.replace("\\", "")
    assert said in shown.replace("\\", "")
    assert not store.jobs.list()


def test_tables_of_the_suite_load_no_torch():
    script = (
        "import sys, aloi.workbench.jobs\n"
        "import aloi.studies.drbenchmark.suite, aloi.studies.drbenchmark.tables\n"
        "from aloi.studies.drbenchmark.core.protocols import floors, model, settings_for, protocols\n"
        "from aloi.studies.drbenchmark.core.declarations import tasks\n"
        "[settings_for(one, each, how) for one in tasks() for each in floors() for how in protocols()]\n"
        "print({'torch', 'transformers', 'datasets'} & set(sys.modules))"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert done.stdout.strip() == "set()"


def test_floors_are_called_in_the_readers_language():
    with language.of_request("fr"):
        assert view._called("Most frequent answer") == "Réponse la plus fréquente"
        assert view._called("mean") == "mean"  # somebody's model of that name
