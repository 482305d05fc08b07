"""One person under two spellings is named in a note, whatever the format; different people are not."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from aloi.storage.store import Store
from aloi.workbench.imports.arrival import Arrival
from aloi.workbench.imports.importing import import_path
from aloi.workbench.imports.layouts.base import ReadOptions
from aloi.workbench.imports.parts import ImportOptions
from aloi.workbench.texts.corpora import About
from tests.workbench.scene import NOW

START = "annotators who may be one person"


def bring(store: Store, path: Path, *names: str, campaign: str = "c", preview: bool = False) -> Arrival:
    """Import brat files in which each annotator marked the same text."""
    for name in names:
        (path / name).mkdir(parents=True, exist_ok=True)
        (path / name / "a.txt").write_text("Fièvre et toux", encoding="utf-8")
        (path / name / "a.ann").write_text("T1\tSIGN 0 6\tFièvre\n", encoding="utf-8")
    first, *others = names
    about = About("marked", "fr", "CC0", "written")
    return import_path(
        store, [path / first], ImportOptions(campaign, about, annotator=first), NOW, format_name="brat",
        reading=ReadOptions(task="spans", also={name: path / name for name in others}), preview=preview,
    )  # fmt: skip


def spellings(arrival: Arrival) -> list[tuple[str, int]]:
    return [
        (note.description.partition(": ")[2], note.count)
        for note in arrival.notes
        if note.description.startswith(START)
    ]


@pytest.mark.parametrize(
    ("first", "second"),
    [("alice", "Alice"), ("ann b", "ann  b"), ("chloé", "chloe"), ("chloé", "chloe\u0301"),
     ("A.B", "a.b@x.fr"), ("anne-marie", "Anne Marie")],
)  # fmt: skip
def test_spellings_of_one_person_are_noted(store: Store, tmp_path: Path, first: str, second: str) -> None:
    arrival = bring(store, tmp_path, first, second, "zed")
    assert spellings(arrival) == [(", ".join(f"{name!r} (1)" for name in sorted((first, second))), 2)]
    assert any(what.startswith(START) for what in arrival.to_json()["note_counts"])


def test_other_people_are_not(store: Store, tmp_path: Path) -> None:
    assert spellings(bring(store, tmp_path, "ann", "anna", "a1", "a2")) == []


def test_people_of_the_store_are_compared_too(store: Store, tmp_path: Path) -> None:
    bring(store, tmp_path, "alice", "bob")
    assert spellings(bring(store, tmp_path, "Alice", "bob", campaign="d", preview=True)) == [
        ("'Alice' (1), 'alice' (0)", 1)
    ]


def test_every_format_is_compared(store: Store, tmp_path: Path) -> None:
    tasks = [
        {"text": text, "label": "oui", "answer": "accept", "_annotator_id": f"set-{name}", "_input_hash": i}
        for i, text in enumerate(("Toux.", "Fièvre."))
        for name in ("Bob", "bob")
    ]
    path = tmp_path / "prodigy.jsonl"
    path.write_text("".join(json.dumps(task) + "\n" for task in tasks), encoding="utf-8")
    about = About("marked", "fr", "CC0", "written")
    arrival = import_path(store, [path], ImportOptions("c", about), NOW, format_name="prodigy")
    assert [count for _, count in spellings(arrival)] == [4]
