"""The page Candidates lets the model of a run suggest spans: asked for, done by the worker, shown."""

from __future__ import annotations

from pathlib import Path

from streamlit.testing.v1 import AppTest

from aloi.storage.store import Store
from aloi.ui.texts import t
from aloi.workbench import jobs
from tests.ui.pages import open_page
from tests.workbench.candidates.test_model_spans import FOUND, conll, suggested, trained
from tests.workbench.span_campaign import make


def by_run(store: Store) -> AppTest:
    """Return the page with a model chosen as where spans come from."""
    at = open_page(store, "candidates")
    at.radio(key="candidates:spans:source").set_value("run").run()
    assert not at.exception, [one.message for one in at.exception]
    return at


def test_without_runs_the_page_says_what_is_missing(site: Store) -> None:
    make(site)
    assert t("spans.no_runs") in [one.value for one in by_run(site).info]


def test_a_run_is_chosen_and_its_spans_are_suggested(site: Store, tmp_path: Path) -> None:
    campaign = make(site)
    run = trained(tmp_path, "dictionary_tagger", conll(tmp_path))
    at = by_run(site)
    choice = next(one for one in at.selectbox if one.label == t("spans.run"))
    assert choice.options == [f"{run} · dictionary_tagger · marked/train"]
    next(one for one in at.button if one.label == t("spans.suggest_do")).click().run()
    assert not at.exception, [one.message for one in at.exception]
    [waiting] = site.jobs.list()
    assert waiting.verb == "prefill_spans"
    assert (waiting.arguments["campaign"], waiting.arguments["run"]) == (campaign.id, run)
    assert waiting.arguments["split"] is None
    assert suggested(site, campaign.id) == {}  # nothing is computed by the page

    done = jobs.run_one(site, tmp_path)
    assert done is not None
    assert done.status == "done", done.error
    assert suggested(site, campaign.id) == FOUND
    at = by_run(site)
    [made] = [one.value for one in at.success]
    assert run in made
    assert "2 spans are suggested in 4 of 4 texts" in made
    assert any(one.value.endswith(r"joint \(1\)\.") for one in at.markdown)
    assert t("spans.run_anew") in [one.value for one in at.caption]
