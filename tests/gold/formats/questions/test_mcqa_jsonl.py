"""Questions with options: written, read back whole, in every shape they come in, and broken files told."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from aloi.annotation.rows import MultipleChoice
from aloi.base.errors import AloiError
from aloi.gold.formats.questions.mcqa_jsonl import McqaJsonl, read_questions
from tests.gold.campaign import release_of

SCALE = (0.0, 5.0)
ROWS = (
    MultipleChoice("a", "Où est le foie ?", ("à droite", "à gauche"), (0,)),
    MultipleChoice("b", "Quels os ?\u2028«x»", ("fémur", "foie", "ulna"), (0, 2)),
)


def _write(folder: Path, rows: dict) -> None:
    for name, content in McqaJsonl().files(rows, release_of(a=("d1",))).items():
        (folder / name).write_bytes(content.encode())


def test_rows_read_back_equal(tmp_path: Path) -> None:
    rows = {"train": ROWS, "test": ROWS[:1]}
    _write(tmp_path, rows)
    assert McqaJsonl().read(tmp_path, SCALE) == rows
    first = json.loads((tmp_path / "train.jsonl").read_text(encoding="utf-8").split("\n")[1])
    assert first["correct"] == ["A", "C"]
    assert json.loads((tmp_path / "test.jsonl").read_text(encoding="utf-8"))["document_id"] == "d1"


@given(text=st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=30).filter(str.strip))
def test_every_text_survives(text: str, tmp_path_factory: pytest.TempPathFactory) -> None:
    folder = tmp_path_factory.mktemp("mcqa")
    row = MultipleChoice("i", text, (text, f"{text}x"), (1,))
    _write(folder, {"train": (row,)})
    assert McqaJsonl().read(folder, SCALE) == {"train": (row,)}


@pytest.mark.parametrize(
    "one",
    [
        {"question": "q", "options": ["x", "y", "z"], "correct": ["c", "A"]},
        {"question": "q", "options": ["x", "y", "z"], "correct": [2, 0]},
        {"question": "q", "answer_a": "x", "answer_b": "y", "answer_c": "z", "correct_answers": [0, 2]},
        {"question": "q", "answers": {"a": "x", "b": "y", "c": "z"}, "correct_answers": ["a", "c"]},
    ],
)
def test_every_shape_is_read(one: dict, tmp_path: Path) -> None:
    expected = (MultipleChoice("1", "q", ("x", "y", "z"), (0, 2)),)
    for name, text in (("lines.jsonl", json.dumps(one)), ("list.json", json.dumps([one]))):
        (tmp_path / name).write_text(text, encoding="utf-8")
        assert read_questions(tmp_path / name) == expected


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("", "contains no question"),
        ("{", "line 1 is not JSON"),
        ("[{]", "is not JSON"),
        ('{"question": "q", "options": ["x"]}', "line 1"),
        ('{"question": " ", "options": ["x", "y"]}', "line 1"),
        ('{"question": "q", "options": ["x", "x"]}', "without duplicates"),
        (
            '{"question": "q", "options": ["x", "y"], "correct": ["C"]}',
            r"q\.jsonl, line 1: the correct answer is 'C'",
        ),
        (
            '{"question": "q", "options": ["x", "y"], "correct": [true]}',
            r"q\.jsonl, line 1: the correct answer is True",
        ),
        ('{"id": 1, "question": "q", "options": ["x", "y"]}\n' * 2, "appears twice"),
        ("[3]", "question 1"),
    ],
)
def test_broken_files_are_told(text: str, told: str, tmp_path: Path) -> None:
    path = tmp_path / "q.jsonl"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(AloiError, match=told):
        read_questions(path)
