"""Labels scored from tables: what would silently count as a wrong answer is named."""

from __future__ import annotations

import logging
from pathlib import Path

import pytest

from workbench.files.score_labels import score_labels

GOLD = "id,label\n1,fi\u00e8vre\n2,Toux\n3,toux s\u00e8che\n4,-\n"


def warnings_of(tmp_path: Path, caplog: pytest.LogCaptureFixture, predicted: str) -> list[str]:
    caplog.set_level(logging.WARNING)
    paths = tmp_path / "gold.csv", tmp_path / "predicted.csv"
    for path, text in zip(paths, (GOLD, predicted), strict=True):
        path.write_text(text, encoding="utf-8")
    score_labels(*paths, replicates=10)
    return [one.getMessage() for one in caplog.records if one.name == "aloi.scores"]


def test_twins_of_gold_labels_and_words_for_missing_are_named(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    predicted = "id,label\n1,fie\u0300vre\n2,toux\n3,toux  s\u00e8che\n4,N/A\n"
    said = "\n".join(warnings_of(tmp_path, caplog, predicted))
    assert "nfc" in said
    assert "'Toux', 'toux' (they differ by case); they count as different" in said
    assert "(they differ by space)" in said
    assert "'N/A' counts as an answer (rows: 1): an empty cell is no answer" in said


def test_nothing_is_said_of_tables_that_agree_in_form(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    assert warnings_of(tmp_path, caplog, GOLD.replace("2,Toux", "2,toux s\u00e8che")) == []
