"""The pages on a campaign of judged substitutes, and on targets that a job proposed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest

from aloi.base.requests import to_data
from aloi.corpora.mining.targets import Tag, TaggedSentence
from aloi.corpora.model import Sentence
from aloi.storage.store import Store
from aloi.ui.texts import t
from aloi.workbench import jobs
from aloi.workbench.requests.candidates import TargetsRequest
from aloi.workbench.requests.texts import SegmentRequest
from aloi.workbench.texts.corpora import About, import_corpus, segment_corpus
from tests.ui.pages import desk_shown, open_page, tables
from tests.workbench.brought import import_judgements, import_targets
from tests.workbench.judgements import write_swords

NOW = datetime(2026, 3, 2, 9, 30, tzinfo=UTC)
ABOUT = About("judged", "fr", "CC0", "written")


@pytest.fixture
def filled(site: Store, tmp_path: Path) -> Store:
    """Return a store with judged candidates, and targets beside them in the same corpus."""
    import_judgements(site, write_swords(tmp_path), "judged", ABOUT, NOW, prefix="judge")
    return site


@pytest.mark.parametrize(
    "name", ["candidates", "campaigns", "rounds", "agreement", "adjudicate", "releases", "home"]
)
def test_every_page_takes_judged_candidates(filled: Store, name: str) -> None:
    open_page(filled, name)


def test_the_schema_the_headline_and_the_dispute_are_shown(filled: Store) -> None:
    campaigns = open_page(filled, "campaigns")
    assert any("Le substitut convient-il" in one.value.replace("\\", "") for one in campaigns.markdown)
    agreement = open_page(filled, "agreement")
    shown = [
        one.value for one in (*agreement.markdown, *agreement.success, *agreement.warning, *agreement.info)
    ]
    assert any("Krippendorff's alpha (nominal)" in one for one in shown)
    assert any("were rated by" in one.value for one in agreement.code)
    drawn = " ".join(one.to_string() for one in tables(agreement))
    assert "Ne convient pas" in drawn
    assert "does_not" not in drawn
    assert t("whole.part_items") not in [one.label for one in agreement.expander]
    agreement.toggle[0].set_value(True).run()
    assert not agreement.exception
    assert {t("whole.part_further"), t("whole.part_items"), t("whole.methods")} <= {
        one.label for one in agreement.expander
    }
    desk = desk_shown(open_page(filled, "adjudicate"))
    titles = {one["value"]: one["title"] for one in desk["asked"]["labels"]}
    assert [*titles.values()] == ["Convient", "Ne convient pas", "Je ne sais pas"]
    assert desk["marks"].keys() <= titles.keys()
    assert len(desk["marks"]) > 1


def test_items_of_several_kinds_stand_in_one_table(filled: Store, tmp_path: Path) -> None:
    corpus = filled.texts.corpora()[0]
    (tmp_path / "same.tsv").write_text(
        "id\tsentence\ttarget\tlemma\tpos\n"
        "c1\tUne mince couche de glace recouvrait la vitre.\tmince\tmince\tADJ\n"
        "c2\t Il garde le lit. \tlit\tlit\tNOUN\n",
        encoding="utf-8",
    )
    import_targets(filled, tmp_path / "same.tsv", ABOUT, NOW)
    assert {one.kind for one in filled.texts.corpus_items(corpus.id)} == {"candidate", "target"}
    open_page(filled, "candidates")


def test_proposed_targets_are_looked_at_and_stored(
    filled: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def tag(sentences: Iterable[Sentence], model: str) -> Iterator[TaggedSentence]:
        del model
        for one in sentences:
            at = one.text.index("porte")
            words = (Tag(at, at + 5, "porte", "porte", "NOUN"), Tag(0, 2, one.text[:2], "verbe", "VERB"))
            yield TaggedSentence(one, words)

    monkeypatch.setattr("aloi.corpora.mining.tagging.tag", tag)
    (tmp_path / "texts").mkdir()
    (tmp_path / "texts" / "a.txt").write_text("La porte ferme. Une porte ouvre.", encoding="utf-8")
    corpus = import_corpus(filled, tmp_path / "texts", About("a doors", "fr", "CC0", "written")).corpus
    segment_corpus(filled, SegmentRequest(corpus.id))
    folder = tmp_path / "mining"
    folder.mkdir(parents=True)
    (folder / "d.tsv").write_text("lemma\tsynonym\nporte\tverbe\n", encoding="utf-8")
    asked = TargetsRequest(corpus.id, Path("d.tsv"), low=1, synonyms=1, per_word=2, shortest=1)
    jobs.start(filled, "mine_targets", to_data(asked), "M1", NOW)
    done = jobs.run_one(filled, tmp_path)
    assert done is not None
    assert done.status == "done", done.error
    at = open_page(filled, "candidates")
    choice = at.selectbox(key="candidates:corpus:choice")
    choice.select_index(choice.options.index("a doors")).run()
    assert any(t("targets.found", words=1, places=2) in one.value for one in at.markdown)
    button = next(one for one in at.button if one.label == t("targets.store", count=2))
    button.click().run()
    assert not at.exception
    assert [one.word for one in filled.texts.corpus_items(corpus.id)] == ["porte", "porte"]
