"""The plain loop that `make bench` sets beside Aloi's SARI, on a few invented sentences."""

from __future__ import annotations

from pathlib import Path

import pytest

from bench.measures import bench_sari

SOURCES = ["About 95 species are currently accepted.", "The cat perched on the mat, it's said."]
SIMPLIFICATIONS = [
    ["About 95 species are currently known.", "The cat sat on the mat."],
    ["About 95 species are now accepted.", "The cat is on the mat, they say."],
    ["95 species are now accepted.", ""],
]


def test_both_give_the_same_values_and_the_ratio_stands_last(capsys: pytest.CaptureFixture[str]) -> None:
    _, difference = bench_sari.compare(SOURCES, SIMPLIFICATIONS)
    assert difference < 1e-9
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].startswith("Aloi, as its study scores them: 6 pairs, ")
    assert lines[2].startswith("plain loop: 6 pairs, ")
    assert lines[-1].startswith("times faster ")


def test_the_loop_is_the_definition() -> None:
    # One token each: only n = 1 has n-grams, in which add and delete are right.
    assert bench_sari.plain_loop("x", "y", ["y"]) == pytest.approx([50 / 3, 25, 0, 25])


def test_without_the_shared_folder_a_sentence_is_said(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("ALOI_SHARED", str(tmp_path / "absent"))
    assert bench_sari.main() == 0
    assert capsys.readouterr().out.startswith("NOT RUN: no folder `shared`")
