"""The page of the SARI study: files or gold in, a job, and its numbers out; scikit-learn stays outside."""

from __future__ import annotations

import json
import subprocess
import sys
from datetime import UTC, datetime
from pathlib import Path

import pytest

from aloi.ui.shared.tables import no_markup
from aloi.ui.texts import t
from aloi.workbench import jobs
from aloi.workbench.releases import gold as golds
from aloi.workbench.requests.releases import FreezeRequest
from aloi.workbench.texts import corpora
from tests.ui.pages import open_page
from tests.workbench.brought import import_operations
from tests.workbench.operation_files import write_sets

ROOT = Path(__file__).parents[3]
NOW = datetime(2026, 3, 2, 9, 30, tzinfo=UTC)


@pytest.fixture
def opened(site):
    """Return a store with a manager, and a function that opens the page."""
    return site, lambda: open_page(site, "sari_study")


def uploads(folder):
    folder.mkdir()
    write_sets(folder)
    return [(f"asset.{one.name}", one.read_bytes(), "text/plain") for one in sorted(folder.iterdir())]


def test_files_are_studied_and_the_result_stays(opened, tmp_path):
    store, open_page = opened
    at = open_page()
    assert t("sari_study.empty") in [one.value for one in at.info]
    assert at.button[-1].disabled
    at.file_uploader(key="sari_study:new:files").set_value(uploads(tmp_path / "brought")).run()
    at.multiselect[0].set_value(["lasso"])
    at.button[-1].click().run()
    assert not at.exception
    [waiting] = store.jobs.list()
    assert (waiting.verb, waiting.status, waiting.arguments["models"]) == ("sari_study", "queued", ["lasso"])
    jobs.run_one(store, tmp_path)
    at = open_page()
    assert not at.exception
    assert at.metric[0].value == f"{store.jobs.list()[0].result['sari_mean']['sari']:.2f}"
    assert at.subheader[0].value.startswith("7 files, ")
    assert any("6 pairs" in one.value for one in at.caption)
    shown = at.get("download_button")
    assert [one.proto.label for one in shown] == [
        t(f"sari_study.download_{kind}") for kind in ("json", "tex", "csv")
    ]
    charts = [json.loads(one.proto.spec) for one in at.get("vega_lite_chart")]
    assert len(charts) == 1  # correlations; six pairs are too few for a model, which is said
    assert "deloth" not in json.dumps(charts)
    assert "delmod" in json.dumps(charts)
    assert sum("3 pairs and 5 labels are too few" in one.value for one in at.caption) == 4


def test_files_that_do_not_fit_are_told_and_cannot_be_run(opened, tmp_path):
    store, open_page = opened
    at = open_page()
    given = uploads(tmp_path / "brought")
    at.file_uploader(key="sari_study:new:files").set_value(
        [*given[:-1], (given[-1][0], b"Il dort .\n", "text/plain")]
    ).run()
    assert "1 in asset" in at.error[0].value
    assert at.button[-1].disabled
    assert store.jobs.list() == []


def test_a_campaign_is_studied_once_its_gold_is_frozen(opened, tmp_path):
    store, open_page = opened
    about = corpora.About("sleep", "fr", "CC0-1.0", "invented")
    import_operations(store, write_sets(tmp_path), "sleep", None, "A1", NOW, about=about, add_annotators=True)
    at = open_page()
    at.radio(key="sari_study:new:way").set_value("campaign").run()
    assert "has no frozen gold" in at.error[0].value
    assert at.button[-1].disabled
    gold = golds.freeze(store, FreezeRequest("sleep"), now=NOW).gold
    at = open_page()
    at.radio(key="sari_study:new:way").set_value("campaign").run()
    assert not at.error
    at.multiselect[0].set_value([])
    at.checkbox[0].check()
    at.text_input[0].set_value("*My* study")
    at.button[-1].click().run()
    jobs.run_one(store, tmp_path)
    [job] = store.jobs.list()
    assert (job.status, job.arguments["gold"], job.result["pairs"]) == ("done", gold.id, 6)
    at = open_page()
    assert at.subheader[0].value.startswith(no_markup("*My* study (tuned), 2"))
    assert t("sari_study.no_model") in [one.value for one in at.caption]


def test_the_page_loads_no_scikit_learn():
    code = (
        "import sys, aloi.studies.simplification.pages.sari_study.view, aloi.studies.simplification.uploads,"
        " aloi.studies.simplification.latex, aloi.studies.simplification.uploads;"
        "sys.exit(any(name in sys.modules for name in ('sklearn', 'torch', 'textstat', 'sacrebleu')))"
    )
    assert subprocess.run([sys.executable, "-c", code], cwd=ROOT, check=False).returncode == 0
