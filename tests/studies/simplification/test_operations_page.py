"""The page of a corpus of operations: its figures, its subsets, and the zip of one."""

from __future__ import annotations

import zipfile
from datetime import UTC, datetime

import pytest

from aloi.annotation.model import Role
from aloi.gold.formats.operations.triples import Triple
from aloi.studies.simplification.corpus import corpus_of_files
from aloi.studies.simplification.pages.operations.operation_corpus import _pair_html
from aloi.ui.texts import t
from aloi.workbench.releases import gold, releases
from aloi.workbench.requests.releases import FreezeRequest, ReleaseRequest
from aloi.workbench.texts import corpora
from tests.ui.pages import open_page, tables
from tests.workbench.brought import import_operations
from tests.workbench.operation_files import write_sets
from tests.workbench.overriding import overriding
from tests.workbench.scene import let_adjudicate

NOW = datetime(2026, 3, 2, 9, 30, tzinfo=UTC)


@pytest.fixture
def opened(site, tmp_path):
    """Return a function that fills a store as asked and opens the page as its adjudicator."""
    site.people.add("judge", Role.ADJUDICATOR, NOW, password_hash="x", pseudonym="J1")

    def filled(*, frozen=True, restricted=False):
        about = corpora.About("sleep", "fr", "CC0-1.0", "invented", restricted)
        import_operations(
            site, write_sets(tmp_path), "sleep", None, "A1", NOW, about=about, add_annotators=True
        )
        if frozen:
            gold.freeze(site, FreezeRequest("sleep"), now=NOW)
            overrides = overriding("agreement", "restricted", "identifiers")
            releases.build(
                site, ReleaseRequest("sleep", "1.0", sizes={"all": "rest"}, overrides=overrides), now=NOW
            )
        let_adjudicate(site)
        return site, open_page(site, "operations", "J1")

    return filled


def drawn(at) -> str:
    """Return the pairs the page draws."""
    return "\n".join(one.proto.body for one in at.get("html") if "op-pair" in one.proto.body)


def test_figures_of_the_gold_and_of_a_release(opened):
    _, at = opened()
    for of in ("", "1.0"):
        at.selectbox(key="operations:of").set_value(of).run()
        assert not at.exception
        assert {one.label: one.value for one in at.metric} == {
            "Pairs": "6",
            "With operations": "4",
            "Without operations": "1",
            "Invalid": "1",
            "Groups": "6",
            "Distinct": "6",
            "First quartile": "1.00",
            "Median": "1.00",
            "Third quartile": "1.00",
        }
        [table] = tables(at)
        counts = dict(
            zip(table[t("operation_corpus.label")], table[t("operation_corpus.groups")], strict=True)
        )
        assert counts == {"synonym": 2, "delmod": 1, "inoth": 1, "move": 1, "verbf": 1}
        assert sum(table[t("operation_corpus.share_of_groups")].astype(float)) == pytest.approx(1, abs=0.003)


@pytest.mark.parametrize("measure", ["both", "lift", "phi"])
def test_what_goes_together_in_each_measure(opened, measure):
    _, at = opened()
    at.radio(key="operations:measure").set_value(measure).run()
    assert not at.exception
    assert t(f"operation_corpus.about_{measure}") in [one.value for one in at.caption]


def test_a_subset_is_shown_and_downloaded(opened, tmp_path):
    _, at = opened()
    assert drawn(at).count('class="op-pair"') == 5
    at.multiselect(key="operations:named").set_value(["lexical"])
    at.multiselect(key="operations:without").set_value(["inoth"]).run()
    left = t("operation_corpus.left", count=1, of=6, share="17%")
    assert left in [one.value for one in at.markdown]
    shown = drawn(at)
    assert shown.count('class="op-pair"') == 1
    assert "dort<sup>1</sup>" in shown
    assert "<strong>Synonyme</strong> dort → sommeille" in shown
    assert t("operation_corpus.references", count=2) in [one.value for one in at.caption]
    at.button[-1].click().run()
    assert not at.exception
    [archive] = (tmp_path / "exports").iterdir()
    assert archive.name.endswith("-lexical-no-inoth.zip")
    assert [one.proto.label for one in at.get("link_button")] == [t("releases.download", name=archive.name)]
    with zipfile.ZipFile(archive) as files:
        assert files.read("subset.aln").decode() == "0 1:1:synonym\n"
    at.multiselect(key="operations:without").set_value([]).run()
    assert not at.get("link_button")  # the file of another choice is not offered


def test_no_pair_left_is_said(opened):
    _, at = opened()
    at.multiselect(key="operations:having").set_value(["move", "inoth"]).run()
    assert "The list of 6 pairs contains none that meets the conditions" in at.error[0].value.replace(
        "\\", ""
    )


def test_a_restricted_corpus_asks_for_a_reason(opened, tmp_path):
    store, at = opened(restricted=True)
    at.button[-1].click().run()
    assert "restricted" in at.error[0].value
    assert not (tmp_path / "exports").exists()
    at.text_input(key="operations:reason").set_value("a study")
    at.button[-1].click().run()
    assert [one.value for one in at.error] == []
    [corpus] = store.texts.corpora()
    assert [(one.reason, one.by) for one in store.texts.logged_exports(corpus.id)] == [("a study", "J1")]


def test_without_gold_the_page_says_what_comes_first(opened):
    _, at = opened(frozen=False)
    assert [one.value for one in at.info] == [t("operation_corpus.no_gold")]


def test_words_of_a_text_are_never_html(tmp_path):
    source, target, aln = (tmp_path / name for name in ("h.txt", "i.txt", "h.aln"))
    source.write_text("<b>Il</b> dort\n", encoding="utf-8")
    target.write_text("<i>Il</i> dort\n", encoding="utf-8")
    aln.write_text("0 0:0:synonym\n", encoding="utf-8")
    corpus = corpus_of_files([Triple(source, target, aln)])
    shown = _pair_html(corpus.typology, corpus.pairs[0])
    assert "<b>Il" not in shown
    assert "&lt;b&gt;Il&lt;/b&gt;" in shown
