"""Targets imported from tables and XML: their places, lemmas, and what is refused."""

from __future__ import annotations

from pathlib import Path

import pytest

from aloi.base.errors import AloiError
from aloi.corpora.model import Target
from aloi.storage.store import Store
from aloi.workbench.texts.corpora import About
from tests.workbench.brought import import_targets
from tests.workbench.scene import NOW

ABOUT = About("lexical", "fr", "CC0", "written for the test")


def targets(store: Store) -> list[Target]:
    found = store.texts.corpus_items(store.texts.corpora()[0].id)
    assert all(isinstance(one, Target) for one in found)
    return [one for one in found if isinstance(one, Target)]


def written(folder: Path, text: str, name: str = "targets.tsv") -> Path:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return path


def test_a_word_is_found_where_it_stands_as_a_word(store: Store, tmp_path: Path) -> None:
    path = written(
        tmp_path,
        "id\tsentence\ttarget\tlemma\tpos\n"
        "a\t Le fil du minces est mince. \tmince\tmince\tADJ\n"
        "b\tIls arrêtèrent tout.\tarrêtèrent\t\tv\n",
    )
    done = import_targets(store, path, ABOUT, NOW)
    assert (done.documents, done.items, done.new) == (2, 2, True)
    first, second = sorted(targets(store), key=lambda one: one.lemma, reverse=True)
    assert (first.word, first.start, first.lemma, first.pos) == ("mince", 21, "mince", "ADJ")
    assert first.sentence.text == "Le fil du minces est mince."
    assert (second.word, second.lemma, second.pos) == ("arrêtèrent", "arrêter", "VERB")
    again = import_targets(store, path, ABOUT, NOW)
    assert not again.new
    assert len(targets(store)) == 2


def test_places_may_be_given(store: Store, tmp_path: Path) -> None:
    path = written(tmp_path, "text,start,end\nun mot et un mot,12,16\n".replace("12,16", "13,16"), "t.csv")
    import_targets(store, path, ABOUT, NOW)
    assert [(one.word, one.start, one.pos) for one in targets(store)] == [("mot", 13, "")]


def test_xml_gives_words_and_ids(store: Store, tmp_path: Path) -> None:
    path = written(
        tmp_path,
        '<?xml version="1.0"?>\n<!DOCTYPE corpus SYSTEM "x.dtd">\n<corpus lang="french"><lexelt item="fil.n">'
        '<instance id="7"><context> Le <head>fil</head> casse. </context></instance></lexelt></corpus>',
        "t.xml",
    )
    import_targets(store, path, ABOUT, NOW)
    assert [(one.word, one.lemma, one.pos, one.sentence.text) for one in targets(store)] == [
        ("fil", "fil", "NOUN", "Le fil casse.")
    ]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("sentence\ttarget\nUn fil.\tcorde\n", "line 2: the target 'corde' is not"),
        ("sentence\ttarget\nUn fil, deux fil.\tfil\n", "is 2 times"),
        ("sentence\ttarget\nUn filon.\tfil\n", "is not"),
        ("sentence\tstart\tend\nUn fil.\t3\t99\n", "to '99' of 7"),
        ("sentence\tstart\tend\nUn fil.\t2\t6\n", "to '6' of 7"),
        ("sentence\ttarget\tpos\nUn fil.\tfil\tzz\n", "part of speech"),
        ("id\tsentence\ttarget\n1\tUn fil.\tfil\n1\tUn mot.\tmot\n", "repeated"),
        ("sentence\tword\nUn fil.\tfil\n", "column"),
        ("sentence\ttarget\n", "no rows"),
    ],
)
def test_what_does_not_fit_stores_nothing(store: Store, tmp_path: Path, text: str, said: str) -> None:
    with pytest.raises(AloiError, match=said):
        import_targets(store, written(tmp_path, text), ABOUT, NOW)
    assert store.texts.corpora() == []


@pytest.mark.shared
def test_the_sentences_of_semdis_come_in(store: Store, shared: Path) -> None:
    done = import_targets(store, shared / "data/semdis2014/lexsubfr_semdis2014_test.xml", ABOUT, NOW)
    assert done.items == 300
    assert {one.pos for one in targets(store)} == {"NOUN", "VERB", "ADJ"}
    assert len({one.lemma for one in targets(store)}) == 30


def test_lines_of_tokens_come_in(store: Store, tmp_path: Path) -> None:
    path = written(tmp_path, "fil.n\t7\t1\tle fil casse .\nbon.a.n\t8\t2\tun grand bon\n", "t.preprocessed")
    import_targets(store, path, ABOUT, NOW)
    assert sorted((one.word, one.lemma, one.pos, one.start) for one in targets(store)) == [
        ("bon", "bon", "ADJ", 9),
        ("fil", "fil", "NOUN", 3),
    ]
    for line in ("fil.n\t7\t9\tle fil\n", "fil.n\t7\tx\tle fil\n", "fil\t7\t1\tle fil\n"):
        with pytest.raises(AloiError, match="line 1"):
            import_targets(store, written(tmp_path, line, "u.preprocessed"), ABOUT, NOW)


@pytest.mark.shared
def test_the_trial_sentences_of_semeval_come_in(store: Store, shared: Path) -> None:
    folder = shared / "data/semeval2007-lexsub-trial"
    done = import_targets(store, folder / "lst_trial.preprocessed", ABOUT, NOW)
    assert done.items == 300
    assert len({one.lemma for one in targets(store)}) == 30
