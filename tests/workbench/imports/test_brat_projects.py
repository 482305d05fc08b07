"""Brat projects: texts nobody annotated, a directory an annotator, and all that no task takes is counted."""

from __future__ import annotations

from pathlib import Path

import pytest

from aloi.base.errors import AloiError
from aloi.gold.formats.source_files import Note
from aloi.storage.store import Store
from aloi.workbench.imports.importing import import_path
from aloi.workbench.imports.layouts import find_layout
from aloi.workbench.imports.layouts.base import ReadOptions, Source, SourceRow
from aloi.workbench.imports.parts import ImportOptions
from aloi.workbench.texts.corpora import About
from tests.workbench.scene import NOW

TEXT = "Fièvre et toux"
FEVER, COUGH = "T1\tSIGN 0 6\tFièvre\n", "T2\tSIGN 10 14\ttoux\n"


def write(folder: Path, files: dict[str, str | None], text: str = TEXT) -> Path:
    """Write the files of documents by their paths; no `.ann` file for None."""
    for name, lines in files.items():
        target = folder / "set" / name
        target.parent.mkdir(parents=True, exist_ok=True)
        target.with_suffix(".txt").write_text(text, encoding="utf-8")
        if lines is not None:
            target.with_suffix(".ann").write_text(lines, encoding="utf-8")
    return folder / "set"


def read(path: Path, annotator_from: str = "") -> Source:
    layout = find_layout(path)
    assert layout.name == "brat"
    return layout.read(path, ReadOptions(annotator_from=annotator_from))


def answers(source: Source) -> list[tuple[str, str, int]]:
    """Return annotator, text and number of spans of each answer."""
    return [
        (row.provenance.annotator, row.stretches[0].text, len(row.row.spans))  # type: ignore[attr-defined]
        for row in source.rows
        if isinstance(row, SourceRow)
    ]


def counts(notes: tuple[Note, ...]) -> dict[str, int]:
    return {note.description: note.count for note in notes}


def test_texts_without_an_ann_file_are_counted_and_an_empty_one_is_an_answer(tmp_path: Path) -> None:
    source = read(write(tmp_path, {"a": FEVER}))
    assert source.notes == ()
    write(tmp_path, {"b": None, "README": None}, "Rien.")
    write(tmp_path, {"c": ""}, "Autre texte.")
    source = read(tmp_path / "set")
    assert answers(source) == [("", "a", 1), ("", "c", 0)]
    assert counts(source.notes) == {"texts without an .ann file, excluded": 2}


@pytest.mark.parametrize("inner", ["", "notes/"])
def test_directories_of_the_same_texts_name_annotators(inner: str, tmp_path: Path) -> None:
    path = write(tmp_path, {f"ann/{inner}a": FEVER, f"bob/{inner}a": FEVER + COUGH})
    write(tmp_path, {f"bob/{inner}b": "T1\tSIGN 0 5\tAutre\n"}, "Autre texte.")
    with pytest.raises(AloiError) as refused:
        read(path)
    assert (refused.value.code, refused.value.values["by"]) == ("workbench.annotators-of-paths", "directory")
    source = read(path, "directory")
    assert answers(source) == [("ann", "a", 1), ("bob", "a", 2), ("bob", "b", 1)]
    assert [text.name for text in source.texts] == ["a", "b"]
    assert source.notes == ()


def test_files_of_the_same_text_name_annotators(tmp_path: Path) -> None:
    path = write(tmp_path, {"a/ann": FEVER, "a/bob": FEVER + COUGH})
    with pytest.raises(AloiError, match="--annotator-from file"):
        read(path)
    assert answers(read(path, "file")) == [("ann", "a", 1), ("bob", "a", 2)]
    with pytest.raises(AloiError) as refused:
        read(path, "directory")
    assert refused.value.code == "workbench.no-annotators-of-paths"


def test_splits_are_nobody_and_spans_of_a_text_read_before_are_counted(tmp_path: Path) -> None:
    source = read(write(tmp_path, {"train/a": FEVER, "test/a": FEVER + COUGH}))
    assert [(annotator, count) for annotator, _, count in answers(source)] == [("", 2)]
    assert counts(source.notes) == {
        "texts that repeat an earlier one, excluded": 1,
        "spans of texts that repeat an earlier one, excluded": 1,
    }


def test_all_that_no_task_takes_is_counted(tmp_path: Path) -> None:
    lines = (
        f"{FEVER}{COUGH}T3\tSIGN 7 7\t\nT2\tDRUG 10 14\ttoux\nT4\tSIGN 0 6\tFièvre\n"
        "R1\tCause Arg1:T1 Arg2:T2\n*\tEquiv T1 T2\nE1\tSIGN:T1\nA1\tNegation T1\nM1\tSure T1\n"
        "N1\tReference T1 UMLS:C0015967\tFever\n#1\tAnnotatorNotes T1\tsûr ?\n#2\tAnnotatorNotes T1\toui\n"
        "#3\tAnnotatorNotes R1\tnote\nX1\tstrange\n"
    )
    source = read(write(tmp_path, {"a": lines}))
    assert [count for _, _, count in answers(source)] == [3]  # T2 twice, with two labels
    assert counts(source.notes) == {
        "spans of no character (zero width), excluded": 1,
        "spans given twice (one place, several concepts), kept once": 1,
        "flags of spans that are not set, read as false": 2,
        "concepts of spans (normalisations), excluded": 1,
        "notes of annotators on spans, read as comments on their texts": 1,
        "notes on other than spans, or further notes on one, excluded": 2,
        "lines that cannot be read": 1,
    }


def test_spans_that_all_do_not_fit_are_refused_with_their_number(tmp_path: Path) -> None:
    lines = "T1\tSIGN 0 6\ttoux\nT2\tSIGN 90 94\ttoux\nT3\tSIGN 3 3\t\n"
    with pytest.raises(AloiError) as raised:
        read(write(tmp_path, {"a": lines}, "💊 Fièvre\r\net toux"))
    message = str(raised.value)
    assert "3 are excluded (1 with other words at their offsets) (1 outside their text) (1 empty" in message
    assert "(CR LF line ends: 1 text) (characters outside the basic plane: 1 text)" in message


def test_directories_name_the_annotators_of_concepts_too(store: Store, tmp_path: Path) -> None:
    first, second = (
        f"{FEVER}N1\tReference T1 UMLS:{code}\tFever\n{COUGH}N2\tReference T2 UMLS:C0010200\tCough\n"
        for code in ("C0015967", "C0424755")
    )
    path = write(tmp_path, {"ann/a": first, "bob/a": second})
    arrival = import_path(
        store, [path], ImportOptions("c", About("written", "fr", "CC0", "written")), NOW,
        format_name="brat", reading=ReadOptions(task="linking", annotator_from="directory"),
    )  # fmt: skip
    assert (arrival.documents, arrival.items, arrival.answers) == (1, 2, 4)
    assert arrival.annotators == ("ann", "bob")
