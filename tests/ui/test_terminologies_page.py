"""The page of terminologies: a file is imported by a job, searched, a concept shown, and removed."""

from __future__ import annotations

import pytest

from aloi.ui.shared.forms.requests import label_of
from aloi.ui.texts import t
from aloi.workbench import jobs
from aloi.workbench.requests.texts import TerminologyRequest
from aloi.workbench.texts.terminologies import UPLOADS
from tests.ui.pages import open_page, tables

TABLE = (
    "concept_id\tname\tlanguage\tgroup\tpreferred\n"
    "C1\tFièvre\tfr\tDISO\t1\nC1\tFever\ten\tDISO\t1\n"
    "C2\tFièvre *jaune*\tfr\tDISO\t0\nC3\tPoumon\tfr\tANAT\t1\n"
)


@pytest.fixture
def opened(site):
    """Return a store with a manager, and a function that opens the page."""
    return site, lambda: open_page(site, "terminologies")


def bring(at, name, content, **typed):
    at.file_uploader(key="terminologies:import:file").set_value(
        [(name, content.encode(), "text/plain")]
    ).run()
    for field, value in typed.items():
        label = label_of(TerminologyRequest, field)
        next(one for one in at.text_input if one.label == label).set_value(value)
    next(one for one in at.button if one.label == t("terminologies.do_import")).click().run()
    assert not at.exception
    return at


def test_a_table_is_imported_searched_and_removed(opened, tmp_path):
    store, page = opened
    at = bring(page(), "little.tsv", TABLE, licence="CC0-1.0")
    [job] = store.jobs.list()
    assert (job.verb, job.arguments["name"]) == ("import_terminology", "little")
    assert jobs.run_one(store, tmp_path).status == "done"
    assert not any((tmp_path / UPLOADS).iterdir())
    at.run()
    said = t("terminologies.imported", name="little", names="4", concepts="3")
    assert said in [one.value for one in at.success]
    assert tables(at)[0][t("terminologies.names")].tolist() == [4]
    at.text_input(key="terminologies:search:typed").set_value("fievre").run()
    assert tables(at)[2][t("terminologies.concept")].tolist() == ["C1", "C2"]
    assert tables(at)[1][t("app.name_label")].tolist() == ["Fever", "Fièvre"]
    [kept] = store.terminologies.list()
    at.selectbox(key=f"terminologies:search:language:{kept.id}").set_value("en").run()
    assert t("terminologies.none") in [one.value for one in at.info]
    at.text_input(key="terminologies:search:typed").set_value('"*').run()
    assert not at.exception
    at.button(key="terminologies:remove:do").click().run()
    assert jobs.run_one(store, tmp_path).status == "done"
    assert store.terminologies.list() == []


def test_gold_names_of_a_corpus_make_a_terminology(opened, tmp_path):
    store, page = opened
    at = page()
    mentions = (
        "id\tmention\tgroup\tconcept_id\n1\tfièvre\tDISO\tC1\n2\tpyrexie\tDISO\tC1\n3\tchose\tDISO\tCUILESS\n"
    )
    at.file_uploader(key="terminologies:import:file").set_value(
        [("gold.tsv", mentions.encode(), "text/plain")]
    )
    at.run()
    at.radio(key="terminologies:import:holds").set_value("mentions").run()
    assert t("terminologies.only") not in [one.label for one in at.expander]
    at = bring(at, "gold.tsv", mentions, licence="CC0-1.0", language="fr")
    assert jobs.run_one(store, tmp_path).status == "done"
    [made] = store.terminologies.list()
    assert (made.name, made.concepts, made.names, made.languages) == ("gold", 1, 2, ("fr",))


def test_a_bad_file_or_no_licence_is_told_and_nothing_is_kept(opened, tmp_path):
    store, page = opened
    at = bring(page(), "little.tsv", TABLE)
    assert "Licence is missing" in at.error[0].value
    assert store.jobs.list() == []
    at = bring(page(), "bad.txt", "C1||one\nC2 two\n", licence="CC0-1.0")
    failed = jobs.run_one(store, tmp_path)
    assert failed.status == "failed"
    assert failed.error.startswith("bad.txt, line 2: 'C2 two'")
    assert store.terminologies.list() == []
    assert not any((tmp_path / UPLOADS).iterdir())
    at.run()
    assert any("does not have the expected form" in one.value for one in at.error)
