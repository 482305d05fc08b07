"""What `make bench` sets beside Aloi's loading of terminologies, on a few invented names."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest

from bench.texts import bench_terminologies

NAMES = ["mal de tête", "toux grasse", "fièvre", "douleur du genou", "bras cassé"]


def test_both_ways_load_the_same_names(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert bench_terminologies.loading(NAMES, tmp_path) > 0
    load, search, wait = capsys.readouterr().out.splitlines()
    assert load.startswith("loading 5 names: Aloi ")
    assert search.startswith("22 searches in 5 names: median ")
    assert wait.startswith("another writer waited ")
    with sqlite3.connect(tmp_path / "plain.db") as plain:
        found = "SELECT names.name FROM found JOIN names ON names.id = found.rowid WHERE found MATCH 'fiev*'"
        assert plain.execute(found).fetchall() == [("fièvre",)]
        kept = plain.execute("SELECT concept_id, language, preferred FROM names ORDER BY id").fetchall()
        assert kept[:2] == [("C0000000", "en", 1), ("C0000000", "fr", 0)]
        assert kept[4] == ("C0000001", "en", 1)
    plain.close()


def test_without_the_shared_folder_a_sentence_is_said(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("ALOI_SHARED", str(tmp_path / "absent"))
    assert bench_terminologies.main() == 0
    assert capsys.readouterr().out.startswith("NOT RUN: no folder `shared`")
