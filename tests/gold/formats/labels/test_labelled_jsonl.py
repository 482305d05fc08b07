"""Labelled texts: written, read back whole, and broken files told."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from aloi.annotation.rows import LabelledText
from aloi.base.errors import AloiError
from aloi.gold.formats.labels.labelled_jsonl import LabelledJsonl
from tests.gold.campaign import release_of

KNOWN = ("fits", "does_not", "unsure")
SCALE = (0.0, 2.0)


def _write(folder: Path, rows: dict) -> None:
    for name, content in LabelledJsonl().files(rows, release_of(a=("d1",))).items():
        (folder / name).write_bytes(content.encode())


def test_rows_read_back_equal(tmp_path: Path) -> None:
    rows = {
        "train": (
            LabelledText("a", "Il dort.", "Il sommeille.", ("fits",), KNOWN),
            LabelledText("b", "Il dort.", "", ("fits", "unsure"), KNOWN),
        ),
        "test": (LabelledText("c", "É\u2028«x»\n", "", ("does_not",), KNOWN),),
    }
    _write(tmp_path, rows)
    assert LabelledJsonl().read(tmp_path, SCALE) == rows
    told = [json.loads(one).get("document_id") for one in (tmp_path / "train.jsonl").read_text().splitlines()]
    assert told == ["d1", None]
    assert (tmp_path / "labels.json").read_text(encoding="utf-8") == '["fits", "does_not", "unsure"]\n'


@given(text=st.text(st.characters(exclude_categories=["Cs"]), max_size=30))
def test_every_text_survives(text: str, tmp_path_factory: pytest.TempPathFactory) -> None:
    folder = tmp_path_factory.mktemp("jsonl")
    row = LabelledText("i", text, text, ("fits",), KNOWN)
    _write(folder, {"train": [row]})
    assert LabelledJsonl().read(folder, SCALE) == {"train": (row,)}


@pytest.mark.parametrize(
    ("file", "content", "said"),
    [
        ("train.jsonl", "{\n", "not JSON"),
        ("train.jsonl", '{"id": "a"}\n', r"train\.jsonl, line 1 lacks one or several columns"),
        (
            "train.jsonl",
            '{"id": "a", "text": "t", "second": "", "labels": ["no"]}\n',
            r"train\.jsonl, line 1: the list of labels is \['no'\]",
        ),
        ("labels.json", "{}", r"labels\.json is not JSON: it is not a list of texts"),
        ("labels.json", "[", "not JSON"),
    ],
)
def test_broken_files_are_told(file: str, content: str, said: str, tmp_path: Path) -> None:
    _write(tmp_path, {"train": [LabelledText("a", "t", "", ("fits",), KNOWN)]})
    (tmp_path / file).write_text(content, encoding="utf-8")
    with pytest.raises(AloiError, match=said):
        LabelledJsonl().read(tmp_path, SCALE)
