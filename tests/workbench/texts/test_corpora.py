"""Texts and ready pairs become a corpus whole or not at all, and give their sentences back."""

from __future__ import annotations

import io
import re
import zipfile
from collections.abc import Callable
from dataclasses import replace
from datetime import datetime
from pathlib import Path

import pytest

from aloi.base.errors import AloiError
from aloi.corpora.language import segment
from aloi.corpora.model import Corpus, Document, Origin, Pair
from aloi.corpora.readers import preview
from aloi.storage.store import Store
from aloi.storage.texts.corpora import CorpusCounts
from aloi.workbench.requests.texts import SegmentRequest
from aloi.workbench.texts import corpora
from aloi.workbench.texts.corpora import About
from aloi.workbench.texts.pairs import PairColumns, import_pairs

PAIRS = "id\tleft\tright\n1\tFièvre à 39.\t Fièvre à 38. \n2\tToux.\tPas de toux.\n"


def archive(**entries: bytes) -> bytes:
    """Return a zip whose entries are named by their keys, `__` standing for `/` and `_up_` for `..`."""
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as packed:
        for name, text in entries.items():
            packed.writestr(name.replace("_up_", "..").replace("__", "/") + ".txt", text)
    return made.getvalue()


def test_a_folder_is_imported_once(store: Store, texts: Path, about: About) -> None:
    first = corpora.import_corpus(store, texts, about)
    again = corpora.import_corpus(store, texts, about)
    assert (first.documents, first.items, first.new) == (4, 0, True)
    assert (again.new, again.corpus) == (False, first.corpus)
    assert [one.name for one in store.texts.documents(first.corpus.id)] == ["a", "b", "c", "d"]
    assert len(store.texts.corpora()) == 1


def test_a_zip_gives_the_corpus_of_its_folder(
    store: Store, texts: Path, about: About, tmp_path: Path
) -> None:
    packed = tmp_path / "texts.zip"
    packed.write_bytes(archive(**{path.stem: path.read_bytes() for path in texts.iterdir()}))
    assert corpora.import_corpus(store, packed, about).corpus.checksum == (
        corpora.import_corpus(store, texts, about).corpus.checksum
    )


def test_a_table_is_read_by_the_columns_chosen(store: Store, tmp_path: Path, about: About) -> None:
    path = tmp_path / "notes.csv"
    path.write_text("num;note;ward\n7;Il tousse.;A\n8;Elle dort.;B\n", encoding="utf-8")
    shown = preview(path)
    assert (shown.columns, shown.guessed_text) == (("num", "note", "ward"), "note")
    assert not store.texts.corpora()
    made = corpora.import_corpus(store, path, about, text_column="note", id_column="num").corpus
    assert [(one.name, one.text, one.metadata) for one in store.texts.documents(made.id)] == [
        ("7", "Il tousse.", {"ward": "A"}),
        ("8", "Elle dort.", {"ward": "B"}),
    ]


@pytest.mark.parametrize(
    ("changed", "told"),
    [({"licence": "MIT"}, "licence 'CC0-1.0'"), ({"restricted": True}, "restricted False")],
)
def test_the_same_texts_under_other_terms_are_refused(
    store: Store, texts: Path, corpus: Corpus, about: About, content: Callable[[], list[str]],
    changed: dict[str, object], told: str,
) -> None:  # fmt: skip
    before = content()
    with pytest.raises(AloiError, match=told):
        corpora.import_corpus(store, texts, replace(about, **changed))  # type: ignore[arg-type]
    assert content() == before


def test_a_name_in_use_by_other_texts_is_refused(
    store: Store, texts: Path, corpus: Corpus, about: About, content: Callable[[], list[str]]
) -> None:
    (texts / "e.txt").write_text("Un texte de plus.", encoding="utf-8")
    before = content()
    with pytest.raises(AloiError, match="The corpus 'ward', with other texts, already exists"):
        corpora.import_corpus(store, texts, about)
    assert content() == before


def test_sentences_give_back_their_texts(store: Store, corpus: Corpus, texts: Path) -> None:
    characters = sum(len(path.read_text(encoding="utf-8")) for path in texts.iterdir())
    assert store.texts.counts(corpus.id) == CorpusCounts(4, 8, 0, characters)
    documents = {one.id: one.text for one in store.texts.documents(corpus.id)}
    for one in store.texts.sentences(corpus.id):
        assert documents[one.document_id][one.start : one.end] == one.text
    assert store.texts.splitter(corpus.id)


def test_splitting_again_changes_nothing(
    store: Store, corpus: Corpus, content: Callable[[], list[str]]
) -> None:
    before = content()
    corpora.segment_corpus(store, SegmentRequest(corpus.name))
    assert content() == before


def test_splitting_that_is_stopped_stores_no_sentence(store: Store, texts: Path, about: About) -> None:
    made = corpora.import_corpus(store, texts, about).corpus
    stopped = corpora.segment_corpus(store, SegmentRequest(made.id), lambda done, total, message: False)
    assert (stopped.documents, stopped.sentences) == (0, 0)
    assert store.texts.counts(made.id).sentences == 0
    assert store.texts.splitter(made.id) is None


def test_documents_split_by_plain_rules_are_named(
    store: Store, texts: Path, about: About, monkeypatch: pytest.MonkeyPatch
) -> None:
    (texts / "odd.txt").write_text("The group is A\u00a0. He is well.", encoding="utf-8")
    made = corpora.import_corpus(store, texts, replace(about, language="en")).corpus
    assert corpora.segment_corpus(store, SegmentRequest(made.id)).by_plain_rules == ()
    monkeypatch.setattr(segment, "STUMBLE", re.compile(r"(?!)()"))  # now the library panics
    again = corpora.segment_corpus(store, SegmentRequest(made.id))
    assert (again.by_plain_rules, again.documents) == (("odd",), 5)
    assert {one.text for one in store.texts.sentences(made.id)} >= {"He is well."}


def test_white_space_at_the_ends_of_texts_is_told_and_counted_by_places(
    store: Store, texts: Path, tmp_path: Path, about: About, now: datetime
) -> None:
    (texts / "odd.txt").write_text("\u00a0 Il sort. Il va bien. ", encoding="utf-8")
    (texts / "usual.txt").write_text("Il sort.\r\n", encoding="utf-8")
    made = corpora.import_corpus(store, texts, about).corpus
    assert corpora.segment_corpus(store, SegmentRequest(made.id)).outer_spaces == 1
    places = {(one.start, one.end) for one in store.texts.sentences(made.id) if one.text.startswith("Il ")}
    assert {(2, 10), (11, 22)} <= places
    path = tmp_path / "pairs.tsv"
    path.write_text("left\tright\n Toux.\tPas de toux.\nRas.\tRien.\n", encoding="utf-8")
    assert import_pairs(store, path, replace(about, name="pairs"), now).outer_spaces == 1


def test_a_document_that_cannot_be_split_is_named_and_nothing_is_stored(
    store: Store, texts: Path, about: About, monkeypatch: pytest.MonkeyPatch
) -> None:
    (texts / "odd.txt").write_text("Un texte sans fin", encoding="utf-8")
    made = corpora.import_corpus(store, texts, about).corpus
    real = corpora.split

    def broken(document: Document, language: str) -> segment.SplitDocument:
        if document.name == "odd":
            raise RecursionError(document.text)
        return real(document, language)

    monkeypatch.setattr(corpora, "split", broken)
    with pytest.raises(AloiError, match=r"'odd' of 'ward' cannot be split: RecursionError") as told:
        corpora.segment_corpus(store, SegmentRequest(made.id))
    assert "sans fin" not in str(told.value)
    assert store.texts.counts(made.id).sentences == 0


def test_ready_pairs_become_items_that_say_where_they_come_from(
    store: Store, tmp_path: Path, about: About, now: datetime
) -> None:
    path = tmp_path / "pairs.tsv"
    path.write_text(PAIRS, encoding="utf-8")
    made = import_pairs(store, path, about, now)
    assert (made.documents, made.items, made.new) == (4, 2, True)
    items = store.texts.corpus_items(made.corpus.id)
    assert {item.texts for item in items} == {
        ("Fièvre à 39.", "Fièvre à 38."),  # outer spaces are trimmed by the offsets
        ("Toux.", "Pas de toux."),
    }
    assert all(isinstance(item, Pair) for item in items)
    origins = store.texts.origins([item.id for item in items])
    for item in items:
        told = {"file": "pairs.tsv", "id": "2" if "Toux." in item.texts else "1"}
        assert origins[item.id] == (Origin(item.id, "import", told, None, None, None, None, now),)
    names = [one.name for one in store.texts.documents(made.corpus.id)]
    assert names == ["1-left", "1-right", "2-left", "2-right"]


def test_ids_and_other_columns_of_a_pair_stay_with_it(
    store: Store, tmp_path: Path, about: About, now: datetime
) -> None:
    path = tmp_path / "pairs.tsv"
    path.write_text(
        "id\tyear\tleft\tright\np7\t1998\tFièvre.\tToux.\np8\t\tFièvre.\tToux.\n", encoding="utf-8"
    )
    made = import_pairs(store, path, about, now)
    assert (made.items, made.repeated) == (1, 1)
    [item] = store.texts.corpus_items(made.corpus.id)
    told = [one.parameters for one in store.texts.origins([item.id])[item.id]]
    assert sorted((one["id"], one["columns"]["year"]) for one in told) == [("p7", "1998"), ("p8", "")]


def test_ready_pairs_twice_add_nothing_but_another_origin(
    store: Store, tmp_path: Path, about: About, now: datetime, content: Callable[[], list[str]]
) -> None:
    path = tmp_path / "pairs.tsv"
    path.write_text(PAIRS, encoding="utf-8")
    made = import_pairs(store, path, about, now)
    before = content()
    assert not import_pairs(store, path, about, now).new
    assert content() == before
    other = path.rename(tmp_path / "copy.tsv")
    import_pairs(store, other, about, now)
    items = store.texts.corpus_items(made.corpus.id)
    assert len(items) == 2
    for found in store.texts.origins([item.id for item in items]).values():
        assert {one.parameters["file"] for one in found} == {"pairs.tsv", "copy.tsv"}


def test_pairs_that_stand_twice_are_one_item_and_equal_texts_share_a_document(
    store: Store, tmp_path: Path, about: About, now: datetime
) -> None:
    path = tmp_path / "pairs.tsv"
    path.write_text(
        "left\tright\nToux.\tFièvre.\nToux.\tRhume.\nToux.\tFièvre. \nRhume.\tRhume.\n", encoding="utf-8"
    )
    made = import_pairs(store, path, about, now)
    assert (made.items, made.repeated, made.documents) == (3, 1, 3)
    names = {one.id: one.name for one in store.texts.documents(made.corpus.id)}
    assert sorted(names.values()) == ["1-left", "1-right", "2-right"]
    ends = {
        tuple(names[one.document_id] for one in item.sentences)
        for item in store.texts.corpus_items(made.corpus.id)
    }
    assert ends == {("1-left", "1-right"), ("1-left", "2-right"), ("2-right", "2-right")}


def test_pairs_keep_the_documents_that_the_table_names(
    store: Store, tmp_path: Path, about: About, now: datetime
) -> None:
    path = tmp_path / "pairs.csv"
    path.write_text(
        "cas;phrase;autre cas;autre phrase\n"
        "A;Toux.;B;Toux sèche.\nB;Rhume.;A;Toux.\nA;Nez qui coule.;;Rhume.\n",
        encoding="utf-8",
    )
    columns = PairColumns("phrase", "autre phrase", None, "cas", "autre cas")
    made = import_pairs(store, path, about, now, columns)
    documents = {one.name: one for one in store.texts.documents(made.corpus.id)}
    assert {name: one.text for name, one in documents.items()} == {
        "A": "Toux.\nNez qui coule.", "B": "Toux sèche.\nRhume.", "3-right": "Rhume.",
    }  # fmt: skip
    names = {one.id: name for name, one in documents.items()}
    ends = [
        tuple(names[one.document_id] for one in item.sentences)
        for item in store.texts.corpus_items(made.corpus.id)
    ]
    assert sorted(ends) == [("A", "3-right"), ("A", "B"), ("B", "A")]
    for item in store.texts.corpus_items(made.corpus.id):
        for one in item.sentences:
            assert documents[names[one.document_id]].text[one.start : one.end] == one.text
    with pytest.raises(AloiError, match="Cas"):
        import_pairs(store, path, about, now, replace(columns, left_document="Cas"))


LONG = b"x" * 50_000_000

BAD_TEXTS: dict[str, tuple[str, Callable[[], bytes], str]] = {
    "outside": ("t.zip", lambda: archive(a=b"Oui.", _up___evil=b"Non."), r"'\.\./evil.txt' points outside"),
    "bomb": ("t.zip", lambda: archive(a=b"a" * 4_000_000), r"t\.zip, a\.txt: .*more than 200 times"),
    "no zip": ("t.zip", lambda: b"PK not a zip", r"t\.zip cannot be read as ZIP"),
    "encoding": ("t.txt", lambda: "fièvre".encode("mac-roman"), r"byte 2 \(0x8f\) is not UTF-8.*mac-roman"),
    "zip encoding": ("t.zip", lambda: archive(a=b"Bien.", b="fièvre".encode("mac-roman")), r"b\.txt: byte 2"),
    "empty text": ("t.txt", lambda: b"", r"t\.txt contains no text"),
    "empty table": ("t.tsv", lambda: b"", r"t\.tsv contains no rows"),
    "header only": ("t.tsv", lambda: b"id\ttext\n", r"t\.tsv contains no rows"),
    "column": ("t.tsv", lambda: b"id\tnote\n1\tBien.\n", r"t\.tsv has no column with the role text"),
    "twice": ("t.tsv", lambda: b"id\ttext\n1\tA.\n2\tB.\n1\tC.\n", r"line 2 and line 4 .* same id '1'"),
    "line": ("t.tsv", lambda: b"id\ttext\n1\t" + LONG, r"line 2: There are too many .*more than 5,000,000"),
    "suffix": ("t.docx", lambda: b"x", r"'\.docx', which is not supported"),
}  # fmt: skip


@pytest.mark.parametrize("case", BAD_TEXTS)
def test_bad_texts_are_refused_and_nothing_is_stored(
    store: Store, tmp_path: Path, about: About, content: Callable[[], list[str]], case: str
) -> None:
    name, make, told = BAD_TEXTS[case]
    path = tmp_path / name
    path.write_bytes(make())
    before = content()
    with pytest.raises(AloiError, match=told) as raised:
        corpora.import_corpus(store, path, about)
    assert name in raised.value.found
    assert raised.value.expected
    assert raised.value.todo
    assert content() == before
    assert not (tmp_path.parent / "evil.txt").exists()


@pytest.mark.parametrize(
    ("table", "told"),
    [
        (b"", "pairs.tsv contains no rows"),
        (b"id\tleft\tright\n", "contains no rows"),
        (b"id\tleft\n1\tA.\n", "pairs.tsv has no column with the role right"),
        (b"id\tleft\tright\n1\tA.\tB.\n1\tC.\tD.\n", "line 3: the id '1' appears twice"),
        (b"id\tleft\tright\n1\tA.\t \n", "line 2 lacks a text in the column 'right'"),
        (b"id\tleft\tright\n1\tA.\n", "line 2: the number of values is 2"),
        (b"id\tleft\tright\n1\tA.\t" + LONG, "line 2: There are too many bytes: more than"),
    ],
    ids=["empty", "header", "column", "twice", "blank", "short", "line"],
)
def test_bad_pairs_are_refused_and_nothing_is_stored(
    store: Store, tmp_path: Path, about: About, now: datetime, content: Callable[[], list[str]],
    table: bytes, told: str,
) -> None:  # fmt: skip
    path = tmp_path / "pairs.tsv"
    path.write_bytes(table)
    before = content()
    with pytest.raises(AloiError, match=told):
        import_pairs(store, path, about, now)
    assert content() == before


@pytest.mark.parametrize(
    ("changed", "told"),
    [
        ({"name": " "}, "The name of the corpus is ''"),
        ({"licence": ""}, "The licence of the corpus is ''"),
        ({"language": "french"}, "The language is 'french'"),
    ],
)
def test_missing_facts_are_refused_and_nothing_is_stored(
    store: Store, texts: Path, about: About, content: Callable[[], list[str]],
    changed: dict[str, str], told: str,
) -> None:  # fmt: skip
    before = content()
    with pytest.raises(AloiError, match=told):
        corpora.import_corpus(store, texts, replace(about, **changed))  # type: ignore[arg-type]
    assert content() == before


def test_an_import_of_pairs_that_broke_off_is_completed_by_the_next(
    store: Store, tmp_path: Path, now: datetime, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "pairs.tsv"
    path.write_text(PAIRS, encoding="utf-8")
    about = About("pairs", "fr", "CC0-1.0", "written for the tests")

    def fails(*_: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(type(store.texts), "add_items", fails)
        with pytest.raises(KeyboardInterrupt):
            import_pairs(store, path, about, now)
    made = import_pairs(store, path, about, now)
    assert (made.items, made.new) == (2, False)
    assert len(store.texts.corpus_items(made.corpus.id)) == 2
