"""The files of a comparison hold its numbers."""

from __future__ import annotations

import csv
import io
from pathlib import Path

import pytest

from aloi.workbench.models.comparison import Comparison, compare_runs
from aloi.workbench.models.tables import comparison_csv, comparison_latex
from aloi.workbench.requests.models.evaluation import CompareRequest
from tests.workbench.run_folders import OTHER_TEST, TEST, TRAIN, write_run_folder


@pytest.fixture
def comparison(tmp_path: Path) -> Comparison:
    """Return a floor and a trained model on two tests, cut by Origin."""
    ids = [
        write_run_folder(tmp_path, recipe="levenshtein", noise=3, tests=(TEST, OTHER_TEST)),
        write_run_folder(
            tmp_path, recipe="sbert_sts", noise=1, train=(TRAIN,), seeds=(1, 2, 3), model="a/me5_50%"
        ),
    ]
    return compare_runs(tmp_path, CompareRequest(tuple(ids), cut="origin", replicates=200))


def test_csv_holds_every_number_unrounded(comparison: Comparison) -> None:
    rows = list(csv.DictReader(io.StringIO(comparison_csv(comparison))))
    kinds = [row["kind"] for row in rows]
    assert {kind: kinds.count(kind) for kind in kinds} == {
        "score": 3,
        "cut": 6,
        "cut difference": 2,
        "difference": 1,
        "people": 2,
        "on people's targets": 3,
        "minus people": 3,
        "ceiling": 2,
        "annotator": 6,
    }
    first = comparison.tests[0].family
    best = next(row for row in rows if row["kind"] == "score")
    assert best["system"] == "sbert_sts (me5_50%)"
    assert float(best["value"]) == first.scores[0].value
    assert (best["rank"], best["letters"]) == ("1", "a")
    assert len(best["seeds"].split()) == 3
    assert best["signature"] == first.signature
    difference = next(row for row in rows if row["kind"] == "difference")
    assert float(difference["p_holm"]) == first.differences[0].p_holm
    assert float(difference["low"]) == first.differences[0].interval.low
    assert {row["part"] for row in rows if row["kind"] == "cut"} == {
        "chosen by an encoder",
        "chosen without an encoder",
    }


def test_latex_is_escaped_and_shows_grid_pairs_cuts_and_ceiling(comparison: Comparison) -> None:
    text = comparison_latex(comparison)
    assert r"sbert\_sts (me5\_50\%) & clinical 1.0 & $0.8" in text
    assert "levenshtein (baseline) & none & $" in text
    assert text.count(r"\begin{table}") == text.count(r"\end{table}") == 8
    assert r"$\textsuperscript{a} $[" in text
    assert "Ceiling (a perfect system) & -- & $0.9" in text
    assert "People, mean & $0.8" in text
    assert "chosen without an encoder (20)" in text
    assert r"\textless{} 0.001" in text
    assert "% general 1.0/test has 40 items" in text
    assert f"% {comparison.tests[0].family.signature}" in text
