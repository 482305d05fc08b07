"""The page of tokenisation: a study is a job of the worker; its tables and heat maps are drawn."""

from __future__ import annotations

import re

import pytest
from sqlalchemy import update

from aloi.storage import tables
from aloi.studies.tokenisation.requests import FertilityRequest
from aloi.studies.tokenisation.study import UPLOADS
from aloi.ui.numbers import NO_BREAK
from aloi.ui.shared.forms.requests import label_of
from aloi.ui.texts import t
from aloi.workbench import jobs
from aloi.workbench.texts.corpora import About, import_corpus
from tests.canary import WORD
from tests.studies.tokenisation.test_fertility import bytelevel, wordpiece
from tests.ui.pages import open_page
from tests.workbench.scene import NOW

__all__ = ["bytelevel", "wordpiece"]  # fixtures


@pytest.fixture
def opened(site):
    """Return a store with a manager, and a function that opens the page."""
    return site, lambda: open_page(site, "tokenisation")


def drawn_tables(at):
    bodies = [one.proto.body.replace(NO_BREAK, " ") for one in at.get("html")]
    return [one for one in bodies if "<table" in one]


def area(at, name):
    label = label_of(FertilityRequest, name) if name == "terms" else t(f"tokenisation.{name}")
    return next(one for one in at.text_area if one.label == label)


def press(at):
    next(one for one in at.button if one.label == t("tokenisation.do")).click().run()
    assert not at.exception
    return at


def test_a_study_is_made_by_the_worker_and_drawn(opened, tmp_path, wordpiece, bytelevel):
    store, page = opened
    at = page()
    assert t("tokenisation.empty") in [one.value for one in at.info]
    at.multiselect[0].set_value([])
    assert [one.value for one in press(at).error] == [t("tokenisation.missing")]
    texts = b"id\ttext\n1\tla toux, la toux\n2\tla fi\xc3\xa8vre\n"
    at.file_uploader(key="tokenisation:new:files").set_value([("cases.tsv", texts, "text/plain")])
    area(at, "folders").set_value(f"{wordpiece}\n{bytelevel}\n")
    area(at, "terms").set_value("la toux\n")
    press(at)
    [job] = store.jobs.list()
    assert (job.verb, job.arguments["examples"], job.arguments["terms"]) == (
        "study_tokenizers",
        20,
        ["la toux"],
    )
    done = jobs.run_one(store, tmp_path)
    assert done.status == "done", done.error
    assert not any((tmp_path / UPLOADS).iterdir())
    at.run()
    assert not at.exception
    fertility, splits = drawn_tables(at)
    drawn = ((wordpiece, "1.167", "[1.000, 1.500]"), (bytelevel, "2.167", "[1.250, 4.000]"))
    for model, value, interval in drawn:
        assert f">{model.name}</td>" in fertility
        assert f"{value}</td>" in fertility
        assert interval in fertility
    assert re.findall(r"\d: [^<]+", splits)[::2] == ["2: la | toux", "2: fi | ##èvre", "1: toux"]
    heat, shared = (
        one.proto.SerializeToString().decode(errors="replace") for one in at.get("vega_lite_chart")
    )
    assert "6 of 6" in shared
    assert "3 of 6" in shared
    assert "[1.000, 1.500]" in heat
    at.radio(key="tokenisation:fertility:definition").set_value("drbenchmark").run()
    assert not at.exception
    assert t("tokenisation.drbenchmark") in drawn_tables(at)[0]
    labels = [one.proto.label for one in at.get("download_button")]
    assert labels == [t("app.download_table")] * 3


def test_words_of_a_restricted_corpus_are_shown_and_have_no_file(opened, tmp_path, wordpiece, bytelevel):
    store, page = opened
    asked = {"models": [str(wordpiece), str(bytelevel)], "upload": "", "terms": [], "examples": 5}
    made = []
    for name, restricted in (("free", False), ("ward", True)):
        (tmp_path / name).mkdir()
        (tmp_path / name / "a.txt").write_text(f"la toux, {WORD}\n", encoding="utf-8")
        about = About(name, "fr", "an agreement", "invented", restricted)
        made.append(import_corpus(store, tmp_path / name, about).corpus.id)
    for corpora in (made[:1], made, ["one that was deleted"]):
        job = jobs.start(store, "study_tokenizers", {**asked, "corpora": made[-1:]}, "M1", NOW)
        assert jobs.run_one(store, tmp_path).status == "done"
        with store._database.write() as connection:
            its = {**asked, "corpora": corpora}
            connection.execute(update(tables.jobs).where(tables.jobs.c.id == job.id).values(arguments=its))
        at = page()
        assert not at.exception
        assert WORD in " ".join(drawn_tables(at))
        buttons = [one.proto.label for one in at.get("download_button")]
        restricted = corpora != made[:1]
        assert len(buttons) == (2 if restricted else 3)
        assert (t("app.restricted_words") in [one.value for one in at.caption]) is restricted
        store.jobs.forget([job.id])


def test_a_model_that_is_none_fails_the_job_with_its_reason(opened, tmp_path):
    store, page = opened
    at = page()
    at.multiselect[0].set_value([])
    area(at, "folders").set_value(str(tmp_path / "no model"))
    at.file_uploader(key="tokenisation:new:files").set_value([("a.tsv", b"id\ttext\n1\tla\n", "text/plain")])
    press(at)
    failed = jobs.run_one(store, tmp_path)
    assert failed.status == "failed"
    assert "There is no file or folder" in failed.error
    at.run()
    assert any("There is no file or folder" in one.value for one in at.error)
