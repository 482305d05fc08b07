"""A run by label and by group of rows on the command line; scores of files by label as CSV and LaTeX."""

from __future__ import annotations

import csv
import json
from pathlib import Path

import pytest

from tests.workbench.models.test_prediction import WORDS, table


@pytest.fixture
def files(folder: Path) -> tuple[Path, Path]:
    """Gold and predictions of 20 texts: of ten even ones three are predicted odd."""
    rows = [(f"t{n}", f"{WORDS[n % 10]} {n}", "odd" if n % 2 else "even", f"f{n % 2}") for n in range(20)]
    gold = table(folder / "labels.tsv", ("id", "text", "label", "fold"), rows)
    guesses = [(name, "odd" if name in ("t0", "t2", "t4") else label) for name, _, label, _ in rows]
    return gold, table(folder / "p.tsv", ("id", "label"), guesses)


def test_an_imported_run_is_shown_by_label_and_fold(files, folder, invoke, monkeypatch) -> None:
    monkeypatch.setenv("ALOI_DATA", str(folder))
    gold, predictions = files
    imported = invoke("run", "import", predictions, "--test", f"{gold}:all", "--name", "x", "--json")
    run = json.loads(imported.stdout)["id"]
    written = ("--csv", folder / "a.csv", "--latex", folder / "a.tex", "--replicates", "50")
    answer = invoke("run", "details", run[:8], "--by", "fold", *written)
    assert answer.exit_code == 0, answer.stderr
    assert "macro mean" in answer.stdout
    assert "gold labels by predicted labels" in answer.stdout
    with (folder / "a.csv").open(encoding="utf-8", newline="") as stream:
        rows = list(csv.DictReader(stream))
    assert [row["name"] for row in rows if row["kind"] == "group: fold"] == ["f0", "f1"]
    assert (folder / "a.tex").read_text("utf-8").count(r"\begin{tabular}") == 3
    shown = invoke("run", "details", run, "--replicates", "50", "--json")
    [test] = json.loads(shown.stdout)["tests"]
    assert [(label["label"], label["support"]) for label in test["labels"]] == [("even", 10), ("odd", 10)]


def test_scores_of_files_by_label_are_written(files, folder, invoke) -> None:
    gold, predictions = files
    written = ("--csv", folder / "s.csv", "--latex", folder / "s.tex", "--replicates", "50")
    assert invoke("score", "labels", gold, predictions, *written).exit_code == 0
    with (folder / "s.csv").open(encoding="utf-8", newline="") as stream:
        rows = {row["label"]: row for row in csv.DictReader(stream)}
    assert (float(rows["even"]["precision"]), float(rows["even"]["recall"])) == (1.0, 0.7)
    assert (rows["even"]["gold"], rows["even"]["predicted"]) == ("10", "7")
    assert "even" in (folder / "s.tex").read_text("utf-8")
    for name, tags in (("gold", "B-sign"), ("predicted", "O")):
        (folder / f"{name}.conll").write_text(f"Une\tO\ntoux\t{tags}\n\nUne\tO\ntoux\tB-sign\n\n", "utf-8")
    both = (folder / "gold.conll", folder / "predicted.conll")
    assert invoke("score", "tags", *both, *written).exit_code == 0
    with (folder / "s.csv").open(encoding="utf-8", newline="") as stream:
        rows = {(row["reading"], row["type"]): row for row in csv.DictReader(stream)}
    assert float(rows["lenient", "sign"]["recall"]) == 0.5
    assert "sign" in (folder / "s.tex").read_text("utf-8")
