"""`aloi compare` over run folders."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from aloi.base.errors import AloiError
from aloi.terminal.base import SharedOptions, emit
from aloi.terminal.main import aloi
from aloi.terminal.models.compare import compare
from tests.workbench.run_folders import TRAIN, write_run_folder


def _answer(*arguments: str) -> object:
    return compare.main(list(arguments), standalone_mode=False, obj=SharedOptions())


@pytest.fixture
def ids(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return a floor and three sizes of one recipe, in the data folder of the environment."""
    monkeypatch.setenv("ALOI_DATA", str(tmp_path))
    runs = tmp_path / "runs"
    return [
        write_run_folder(runs, recipe="levenshtein", noise=3),
        *(
            write_run_folder(
                runs, recipe="sbert_sts", noise=noise, train=(TRAIN,), train_items=size, seeds=(1, 2)
            )
            for size, noise in ((100, 2.0), (200, 1.5), (400, 1.0))
        ),
    ]


def test_people_read_grid_pairs_cut_and_curve(ids: list[str]) -> None:
    answer = _answer(*ids, "--replicates", "200", "--cut", "status", "--curve")
    text = "\n".join(answer.lines)
    assert text.startswith("spearman, higher is better")
    assert "levenshtein (baseline)" in text
    assert "people and systems against the others' mean, each annotator excluded in turn, 80 items" in text
    assert "ceiling (what a perfect system can reach on this gold): 0.9" in text
    assert "clinical 1.0/test, adjudicated: 16 items" in text
    assert "100 more pairs than 400 would bring +0." in text


def test_the_document_is_json_and_the_files_are_written(
    ids: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    latex, table = tmp_path / "t.tex", tmp_path / "t.csv"
    answer = _answer(
        *ids[:2], "--metric", "rmse", "--replicates", "100", "--latex", str(latex), "--csv", str(table)
    )
    emit(answer, as_json=True)
    document = json.loads(capsys.readouterr().out)
    assert document["comparison"]["direction"] == "lower"
    assert len(document["comparison"]["tests"][0]["family"]["differences"]) == 1
    assert document["curves"] == []
    assert r"\begin{tabular}" in latex.read_text(encoding="utf-8")
    assert table.read_text(encoding="utf-8").startswith("kind,test,")


def test_a_run_that_is_not_there_is_refused(ids: list[str]) -> None:
    with pytest.raises(AloiError, match="The number of runs that match"):
        _answer(ids[0], "ffffffffffff" if not ids[0].startswith("f") else "000000000000")
    assert CliRunner().invoke(aloi, ["compare"]).exit_code == 2


def test_runs_of_labels_are_printed_and_written_as_those_of_pairs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ALOI_DATA", str(tmp_path))
    ids = [
        write_run_folder(tmp_path / "runs", recipe=recipe, noise=noise, kind="LabelledText")
        for recipe, noise in (("majority_class", 3), ("tfidf_linear", 1))
    ]
    latex = tmp_path / "t.tex"
    answer = _answer(*ids, "--replicates", "100", "--cut", "origin", "--latex", str(latex))
    text = "\n".join(answer.lines)
    assert text.startswith("weighted_f1, higher is better")
    assert "people and systems against the others' most frequent answer" in text
    assert "ceiling: - (a reliability ceiling is available for correlations of scores only)" in text
    assert "clinical 1.0/test, chosen by an encoder: 60 items" in text
    assert answer.document["comparison"].kind == "LabelledText"
    assert "against the others' most frequent answer" in latex.read_text(encoding="utf-8")
