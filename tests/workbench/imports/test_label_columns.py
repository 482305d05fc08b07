"""Workbooks of a text a row and a column of labels for each annotator: a campaign, or a clear refusal."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from aloi.base.errors import AloiError
from aloi.storage.store import Store
from aloi.workbench.imports.arrival import Arrival
from aloi.workbench.imports.importing import import_path
from aloi.workbench.imports.layouts import fitting_layouts
from aloi.workbench.imports.layouts.base import ReadOptions
from aloi.workbench.imports.parts import ImportOptions
from aloi.workbench.texts.corpora import About
from tests.corpora.spreadsheets import write_ods, write_xlsx

NOW = datetime(2026, 1, 1, tzinfo=UTC)
HEAD = ["Texte", "Anne", "Bruno", "Chloé"]
ROWS = [
    ["Le patient tousse la nuit.", "signe", "signe", "signe"],
    ["On change le pansement.", "soin", "soin", "signe"],
    ["La fièvre est tombée hier.", "signe", "soin", ""],
    ["Un lavage est prescrit ce matin.", "soin|signe", "soin", "soin"],
]


def brought(store: Store, path: Path) -> Arrival:
    about = About("c", "fr", "CC0", "written")
    return import_path(store, [path], ImportOptions("c", about), NOW, reading=ReadOptions())


def book(path: Path, head: Sequence[str], rows: Sequence[Sequence[Any]]) -> Path:
    write = write_ods if path.suffix == ".ods" else write_xlsx
    return write(path, {"Feuille 1": [list(head), *map(list, rows)]})


@pytest.mark.parametrize("name", ["t.xlsx", "t.ods", "t.tsv", "t.csv"])
@pytest.mark.parametrize("with_id", [True, False])
def test_labels_of_each_column_come_in(store: Store, tmp_path: Path, name: str, with_id: bool) -> None:
    head = ["id", *HEAD] if with_id else HEAD
    rows = [[f"d{n}", *row] if with_id else row for n, row in enumerate(ROWS)]
    path = tmp_path / name
    if path.suffix in (".tsv", ".csv"):
        separator = "\t" if path.suffix == ".tsv" else ","
        path.write_text("".join(separator.join(row) + "\n" for row in [head, *rows]), encoding="utf-8")
    else:
        book(path, head, rows)
    done = brought(store, path)
    assert (done.format, done.documents, done.answers) == ("label_columns", 4, 11)
    assert sorted(done.annotators) == ["Anne", "Bruno", "Chloé"]
    assert {note.description: note.count for note in done.notes} == {"cells without a label, excluded": 1}
    settings: Any = store.campaigns.get("c").schema.settings
    assert sorted(label["name"] for label in settings["labels"]) == ["signe", "soin"]


def test_a_column_of_texts_is_seen_by_its_cells(store: Store, tmp_path: Path) -> None:
    done = brought(store, book(tmp_path / "t.xlsx", ["Énoncé", *HEAD[1:]], ROWS))
    assert (done.documents, done.answers) == (4, 11)


@pytest.mark.parametrize(
    ("name", "cells"),
    [
        ("Majorité", ["signe", "soin", "", "soin"]),
        ("N", [1, 2, 3, 4]),
        ("Moyenne", [1.5, 2.0, 1.0, 3.0]),
    ],
)
def test_a_computed_column_is_left_out_and_said(
    store: Store, tmp_path: Path, name: str, cells: list[object]
) -> None:
    rows = [[*row, cell] for row, cell in zip(ROWS, cells, strict=True)]
    path = book(tmp_path / "t.xlsx", [*HEAD, name], rows)
    if name == "N":
        with pytest.raises(AloiError, match="'N'"):
            brought(store, path)
        return
    done = brought(store, path)
    assert sorted(done.annotators) == ["Anne", "Bruno", "Chloé"]
    assert {note.description: note.count for note in done.notes}[
        "columns computed from the others, excluded"
    ] == 1


@pytest.mark.parametrize(
    ("head", "rows", "named"),
    [
        ([*HEAD, "Avis"], [[*row, f"avis libre {n}"] for n, row in enumerate(ROWS)], "'Avis'"),
        (HEAD[:3], [[row[0], f"mot {n}", f"autre {n}"] for n, row in enumerate(ROWS)], "'Anne'"),
    ],
)
def test_other_columns_are_refused_by_name(
    store: Store, tmp_path: Path, head: list[str], rows: list[list[str]], named: str
) -> None:
    with pytest.raises(AloiError, match=named) as error:
        brought(store, book(tmp_path / "t.xlsx", head, rows))
    assert len(error.value.told("en").splitlines()) <= 3
    assert store.campaigns.list() == []


@pytest.mark.parametrize(
    "head",
    [["id", "text", "label", "split"], ["id", "text", "annotator", "label"], ["left", "right", "A", "B"]],
)
def test_tables_of_other_layouts_stay_theirs(tmp_path: Path, head: list[str]) -> None:
    path = book(tmp_path / "t.xlsx", head, [["a", "Le patient tousse.", "x", "y"]] * 2)
    assert "label_columns" not in [layout.name for layout in fitting_layouts(path)]
