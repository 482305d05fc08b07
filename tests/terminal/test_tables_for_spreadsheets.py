"""Tables from the terminal hold no formula, say so, and go on through the next command as they were."""

from __future__ import annotations

import csv
import json
from pathlib import Path
from typing import Any

import pandas as pd
import pytest
from click.testing import CliRunner

from aloi.corpora.readers import read_table
from aloi.corpora.readers.cells import FORMULA_STARTS
from aloi.terminal.main import aloi

TEXTS = (
    "=HYPERLINK(1) le patient dort",
    "'-ed le patient dort bien",
    "+ le patient dort mal",
    "Le patient dort.",
)


def run(*arguments: object) -> Any:
    result = CliRunner().invoke(aloi, [*map(str, arguments), "--json"], catch_exceptions=False)
    assert result.exit_code == 0, result.stderr
    return json.loads(result.stdout), result.stderr


@pytest.fixture
def sentences(tmp_path: Path) -> Path:
    path = tmp_path / "sentences.tsv"
    with path.open("w", encoding="utf-8", newline="") as stream:
        csv.writer(stream, delimiter="\t").writerows([("id", "text"), *enumerate(TEXTS)])
    return path


def pairs(path: Path) -> list[tuple[object, object]]:
    return [(row.values["left"], row.values["right"]) for row in read_table(path).rows]


@pytest.mark.parametrize("suffix", [".csv", ".tsv"])
def test_mined_pairs_hold_no_formula_unless_raw(sentences: Path, tmp_path: Path, suffix: str) -> None:
    safe, raw = tmp_path / f"safe{suffix}", tmp_path / f"raw{suffix}"
    _, note = run("mine", sentences, "--threshold", "0.1", "--out", safe)
    assert f"safe{suffix}: 9 cells begin like a formula" in note
    assert "--raw" in note
    _, note = run("mine", sentences, "--threshold", "0.1", "--raw", "--out", raw)
    assert "formula" not in note
    frames = [pd.read_csv(path, sep="," if suffix == ".csv" else "\t") for path in (safe, raw)]
    assert [*frames[0].columns] == [*frames[1].columns]
    assert frames[0].shape == frames[1].shape == (6, 7)
    assert not any(text.startswith(FORMULA_STARTS) for side in ("left", "right") for text in frames[0][side])
    assert sum(text.startswith(FORMULA_STARTS) for side in ("left", "right") for text in frames[1][side]) == 6
    assert pairs(safe) == pairs(raw)
    assert {text for pair in pairs(safe) for text in pair} == set(TEXTS)


def test_sentences_keep_their_offsets(tmp_path: Path) -> None:
    folder = tmp_path / "texts"
    folder.mkdir()
    text = "- Le patient dort. +3 mg sont donnés. =1+1 est noté."
    (folder / "a.txt").write_text(text, encoding="utf-8")
    out = tmp_path / "s.csv"
    _, note = run("segment", folder, "--language", "fr", "--out", out)
    assert "begin" in note
    rows = [row.values for row in read_table(out).rows]
    assert all(text[int(str(row["start"])) : int(str(row["end"]))] == row["text"] for row in rows)
    assert b"'- Le patient" in out.read_bytes()
    run("mine", out, "--threshold", "0.01", "--out", tmp_path / "pairs.tsv")
    assert {text for pair in pairs(tmp_path / "pairs.tsv") for text in pair} <= {row["text"] for row in rows}
