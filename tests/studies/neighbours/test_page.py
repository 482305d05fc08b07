"""The page of neighbours: a corpus is prepared by a job, then words are asked about, compared and scored."""

from __future__ import annotations

import json
import stat

import pytest

from aloi.studies.neighbours.prepare import list_prepared
from aloi.ui.texts import t
from aloi.workbench import jobs
from aloi.workbench.texts.corpora import About, import_corpus
from tests.studies.neighbours.test_prepare import write_texts
from tests.ui.pages import open_page
from tests.workbench.scene import NOW


@pytest.fixture
def opened(site):
    """Return a store with a manager, and a function that opens the page."""
    return site, lambda: open_page(site, "neighbours")


@pytest.fixture
def ready(opened, tmp_path):
    """Return the page's opener with a corpus that is prepared by the page's own form."""
    store, open_page = opened
    assert t("neighbours.no_corpus") in [one.value for one in open_page().info]
    import_corpus(store, write_texts(tmp_path / "texts"), About("kitchen", "fr", "CC0-1.0", "invented"))
    at = open_page()
    assert t("neighbours.empty") in [one.value for one in at.info]
    at.number_input[0].set_value(2)
    at.number_input[1].set_value(1)
    next(one for one in at.button if one.label == t("neighbours.do_prepare")).click().run()
    assert not at.exception
    [job] = store.jobs.list()
    assert (job.arguments["window"], job.arguments["min_count"], job.arguments["side"]) == (2, 1, "both")
    jobs.run_one(store, tmp_path)
    return store, open_page


def texts_of(at):
    return " ".join(one.proto.body for one in at.get("html"))


def test_words_are_asked_about(ready, tmp_path):
    _, open_page = ready
    at = open_page()
    assert t("neighbours.type_words") in [one.value for one in at.info]
    at.text_input(key="neighbours:first:words").set_value("chats, licorne, <b>").run()
    assert not at.exception
    assert not at.error
    shown = texts_of(at)
    assert all(word in shown for word in ("chien", "loup", "renard"))
    assert len(at.warning) == 2
    assert at.selectbox(key="neighbours:behind:word").value == "chat"
    assert "<mark>" in shown
    assert t("neighbours.same") in [one.value for one in at.info]
    labels = [one.proto.label for one in at.get("download_button")]
    assert [t(f"neighbours.download_{one}") for one in ("csv", "json", "candidates")] == labels[:3]
    [chart] = [json.loads(one.proto.spec) for one in at.get("vega_lite_chart")]
    assert t("neighbours.neighbour_of") in json.dumps(chart)
    at.selectbox(key="neighbours:other:order").set_value(1).run()
    assert not at.exception
    assert t("neighbours.download_comparison") in [one.proto.label for one in at.get("download_button")]
    at.radio(key="neighbours:plot:kind").set_value("heat").run()
    assert not at.exception
    at.button(key="neighbours:forget").click().run()
    assert list_prepared(tmp_path) == []
    assert t("neighbours.empty") in [one.value for one in at.info]


def test_words_of_a_restricted_corpus_are_shown_and_have_no_file(opened, tmp_path):
    store, open_page = opened
    about = About("ward", "fr", "an agreement", "invented", restricted=True)
    corpus = import_corpus(store, write_texts(tmp_path / "texts"), about).corpus
    asked = {"corpus": corpus.id, "contexts": "window", "window": 2, "min_count": 1}
    jobs.start(store, "prepare_neighbours", asked, "M1", NOW)
    done = jobs.run_one(store, tmp_path)
    assert done.status == "done", done.error
    at = open_page()
    at.text_input(key="neighbours:first:words").set_value("chat").run()
    at.selectbox(key="neighbours:other:order").set_value(1).run()
    upload = at.file_uploader(key="neighbours:score:file")
    upload.set_value([("pairs.tsv", b"lemma\tsynonym\nchat\tchien\n", "text/plain")]).run()
    assert not at.exception
    assert not at.error
    assert "chien" in texts_of(at)
    assert len(at.metric) == 4
    assert at.get("download_button") == []
    assert [one.value for one in at.caption].count(t("app.restricted_words")) == 2


def test_a_resource_is_scored_or_told_what_is_wrong_and_is_kept_private(ready, tmp_path):
    _, open_page = ready
    at = open_page()
    at.text_input(key="neighbours:first:words").set_value("chat").run()
    upload = at.file_uploader(key="neighbours:score:file")
    upload.set_value([("pairs.tsv", b"lemma\tsynonym\nchat\tchien\nloup\trenard\n", "text/plain")]).run()
    assert not at.exception
    assert [one.label for one in at.metric] == [
        t(f"neighbours.{one}") for one in ("precision_1", "precision_5", "precision_10", "average_precision")
    ]
    assert float(at.metric[3].value) > 0.2
    [kept] = (tmp_path / "uploads").glob("*/pairs.tsv")
    assert stat.S_IMODE(kept.parent.stat().st_mode) == 0o700
    upload = at.file_uploader(key="neighbours:score:file")
    upload.set_value([("pairs.tsv", b"lemma\tsynonym\nchat\t\n", "text/plain")]).run()
    assert "a lemma and a synonym" in at.error[0].value
