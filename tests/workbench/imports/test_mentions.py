"""Mentions imported as items: their places in what is shown, and every one that cannot be stored counted."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from aloi.base.errors import AloiError
from aloi.corpora.model import Mention
from aloi.storage.store import Store
from aloi.workbench.texts.corpora import About
from tests.workbench.brought import import_mentions
from tests.workbench.scene import NOW

ABOUT = About("notes", "fr", "CC0", "written for the test")
LONG = " ".join(f"La phrase numéro {number} ne dit rien de plus." for number in range(1, 31))


def stored(store: Store, done: Any) -> list[Mention]:
    found = store.texts.corpus_items(done.corpus.id)
    return sorted(
        (one for one in found if isinstance(one, Mention)),
        key=lambda one: (one.sentence.start, one.spans),
    )


def written(folder: Path, mentions: list[list[str]], texts: dict[str, str]) -> Path:
    head = ["id", "document_id", "span", "mention", "concept_id", "semantic_group"]
    rows = "".join("\t".join(row) + "\n" for row in [head, *mentions])
    (folder / "notes.annotations.tsv").write_text(rows, encoding="utf-8")
    listed = "".join(f"{name}\t{text}\n" for name, text in texts.items())
    (folder / "notes.texts.tsv").write_text("document_id\ttext\n" + listed, encoding="utf-8")
    return folder / "notes.annotations.tsv"


def test_a_short_text_is_shown_whole_and_broken_mentions_keep_their_parts(
    store: Store, tmp_path: Path
) -> None:
    text = "  La jambe gauche et la jambe droite sont enflées."
    path = written(tmp_path, [["1", "a", "30 36;5 10", "droite jambe", "X1", "ANAT"]], {"a": text})
    done = import_mentions(store, path, ABOUT, NOW)
    (one,) = stored(store, done)
    assert one.sentence.text == text.strip()
    assert one.mention == "jambe droite"
    assert [text[s + one.sentence.start : e + one.sentence.start] for s, e in one.spans] == [
        "jambe",
        "droite",
    ]
    assert (one.group, done.documents, done.items, done.new, done.notes) == ("ANAT", 1, 1, True, ())


def test_a_long_text_is_cut_to_the_sentences_around(store: Store, tmp_path: Path) -> None:
    start = LONG.index("phrase numéro 10")
    place = f"{start} {start + 16}"
    path = written(tmp_path, [["1", "a", place, "phrase numéro 10", "X1", ""]], {"a": LONG})
    (one,) = stored(store, import_mentions(store, path, ABOUT, NOW))
    assert one.mention == "phrase numéro 10"
    assert one.sentence.text.startswith("La phrase numéro 9 ")
    assert one.sentence.text.endswith("La phrase numéro 11 ne dit rien de plus.")
    assert LONG[one.sentence.start : one.sentence.end] == one.sentence.text
    alone = import_mentions(store, path, About("alone", "fr", "CC0", ""), NOW, around=0)
    assert stored(store, alone)[0].sentence.text == "La phrase numéro 10 ne dit rien de plus."


def test_a_mention_across_sentences_is_shown_with_all_of_them(store: Store, tmp_path: Path) -> None:
    first, last = LONG.index("numéro 5"), LONG.index("numéro 12") + 9
    mention = f"numéro 5 {LONG[last - 9 : last]}"
    place = f"{first} {first + 8};{last - 9} {last}"
    path = written(tmp_path, [["1", "a", place, mention, "X1", ""]], {"a": LONG})
    (one,) = stored(store, import_mentions(store, path, ABOUT, NOW))
    assert one.mention == "numéro 5 numéro 12"
    assert "phrase numéro 4 " in one.sentence.text
    assert "phrase numéro 13 " in one.sentence.text
    assert "phrase numéro 14 " not in one.sentence.text


def test_what_cannot_be_stored_is_counted_and_the_rest_is(store: Store, tmp_path: Path) -> None:
    text = "Elle a de la fièvre et des frissons."
    rows = [
        ["1", "a", "13 19", "fièvre", "X1", ""],
        ["2", "a", "13 19", "fièvre", "X2", ""],  # the same place, another concept
        ["3", "a", "14 20", "fièvre", "X1", ""],  # does not hold the mention
        ["4", "a", "90 99", "frissons", "X3", ""],
        ["5", "a", "27 35;30 35", "frissons ssons", "X3", ""],
        ["6", "a", "nowhere", "frissons", "X3", ""],
        ["7", "b", "0 3", "toux", "X4", ""],  # no such text
        ["8", "a", "27 35", "frissons", "CUILESS", ""],
    ]
    done = import_mentions(store, written(tmp_path, rows, {"a": text, "c": "Rien."}), ABOUT, NOW)
    told = {one.description: (one.count, one.first) for one in done.notes}
    assert told["mentions with offsets of other words, excluded"] == (1, "a:3")
    assert told["mentions with offsets outside the text, excluded"] == (1, "a:4")
    assert told["mentions with offsets that overlap, excluded"] == (1, "a:5")
    assert told["mentions without offsets, excluded"] == (1, "a:6")
    assert told["mentions without a text, excluded"] == (1, "b:7")
    assert (done.items, done.joined, done.left_out, done.read["mentions"]) == (2, 1, 5, 8)
    fever, shivers = stored(store, done)
    concepts = {one.parameters["concept"] for one in store.texts.origins([fever.id])[fever.id]}
    assert concepts == {"X1", "X2"}
    assert shivers.mention == "frissons"


def test_texts_may_stand_elsewhere(store: Store, tmp_path: Path) -> None:
    path = written(tmp_path, [["1", "a", "0 4", "Toux", "X1", ""]], {"a": "Toux."})
    texts = (tmp_path / "notes.texts.tsv").rename(tmp_path / "other.tsv")
    assert import_mentions(store, path, ABOUT, NOW, texts=texts).items == 1


def test_the_same_source_again_adds_nothing(store: Store, tmp_path: Path) -> None:
    path = written(tmp_path, [["1", "a", "0 5", "Toux.", "X1", ""]], {"a": "Toux."})
    first, again = (import_mentions(store, path, ABOUT, NOW) for _ in range(2))
    assert (first.new, again.new, first.corpus) == (True, False, again.corpus)
    assert len(stored(store, again)) == 1


def test_a_document_name_with_two_texts_gives_two_documents(store: Store, tmp_path: Path) -> None:
    def document(text: str) -> str:
        passage = {"text": [text], "offsets": [[0, len(text)]]}
        entity = {"id": text, "type": "", "text": [text], "offsets": [[0, len(text)]], "normalized": []}
        return json.dumps({"document_id": "d", "passages": [passage], "entities": [entity]}) + "\n"

    path = tmp_path / "part.jsonl"
    path.write_text(document("toux") + document("fièvre"), encoding="utf-8")
    done = import_mentions(store, path, ABOUT, NOW, reader="bigbio")
    assert [one.name for one in store.texts.documents(done.corpus.id)] == ["d", "d#2"]
    assert sorted(one.mention for one in stored(store, done)) == ["fièvre", "toux"]


def test_mentions_without_any_text_are_refused_with_the_reasons(store: Store, tmp_path: Path) -> None:
    path = tmp_path / "mentions.tsv"
    path.write_text("mention\tconcept_id\nfièvre\tX1\n", encoding="utf-8")
    with pytest.raises(
        AloiError,
        match=r"1 mentions?, none at its offsets in a text \(mentions without a text, excluded: 1\)",
    ):
        import_mentions(store, path, ABOUT, NOW)
    assert store.texts.corpora() == []


@pytest.mark.shared
def test_mantra_keeps_its_counts(store: Store, shared: Path) -> None:
    path = shared / "data" / "mantra-gsc" / "french_brat.zip"
    done = import_mentions(store, path, ABOUT, NOW)
    assert (done.documents, done.items, done.joined, done.left_out) == (238, 938, 114, 0)
    assert done.read["mentions"] == done.items + done.joined == 1052
    assert ("documents without a mention, excluded", 12) in [
        (note.description, note.count) for note in done.notes
    ]
    assert sum(len(one.spans) > 1 for one in stored(store, done)) == 14


@pytest.mark.shared
def test_e3c_keeps_its_counts(store: Store, shared: Path) -> None:
    path = shared / "data" / "e3c-french" / "layer1_clinentity.tsv"
    done = import_mentions(store, path, ABOUT, NOW)
    sorts = {name: done.read[name] for name in ("mentions", "linked", "without_concept", "empty")}
    assert sorts == {"mentions": 1327, "linked": 1085, "without_concept": 207, "empty": 35}
    assert (done.items, done.left_out) == (1327, 0)
    items = stored(store, done)
    origins = store.texts.origins([one.id for one in items])
    assert sum(not origin.parameters["concept"] for each in origins.values() for origin in each) == 35
    texts = {one.id: one.text for one in store.texts.documents(done.corpus.id)}
    for one in items:
        assert texts[one.sentence.document_id][one.sentence.start : one.sentence.end] == one.sentence.text
        assert len(one.sentence.text) < 1200
