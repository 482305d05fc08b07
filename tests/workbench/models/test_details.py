"""A run in detail: labels, confusions and groups as tables, CSV and LaTeX."""

from __future__ import annotations

import csv
import io
from pathlib import Path

import pytest

from aloi.base.errors import AloiError
from aloi.workbench.models.prediction import import_run
from aloi.workbench.models.results import RunDetails, run_details
from aloi.workbench.models.runs import runs_folder
from aloi.workbench.models.tables import detail_tables, details_csv, details_latex
from aloi.workbench.models.training import plans, run_plans
from aloi.workbench.requests.models.evaluation import ImportRunRequest, RunDetailsRequest
from aloi.workbench.requests.models.training import TrainRequest
from tests.workbench.models.test_prediction import WORDS, table


@pytest.fixture(scope="module")
def stored(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str]:
    """A run on 20 texts in four documents: of ten even ones three are predicted odd."""
    folder = tmp_path_factory.mktemp("details")
    rows = [
        (
            f"t{n}",
            f"{WORDS[n % 10]} {n}",
            "odd" if n % 2 else "even",
            f"d{n // 5}",
            "ward" if n < 10 else "home",
        )
        for n in range(20)
    ]
    source = table(folder / "labels.tsv", ("id", "text", "label", "document_id", "domain"), rows)
    guesses = [(name, "odd" if name in ("t0", "t2", "t4") else label) for name, _, label, *_ in rows]
    file = table(folder / "p.tsv", ("id", "label"), guesses)
    run = import_run(None, ImportRunRequest(file, f"{source}:all", "x"), runs_folder(folder))
    return folder, run.id


def _details(stored: tuple[Path, str], **changes: str) -> RunDetails:
    folder, run = stored
    return run_details(runs_folder(folder), RunDetailsRequest(run, replicates=50, **changes))


def test_labels_and_confusions_are_in_every_output(stored: tuple[Path, str]) -> None:
    details = _details(stored)
    labels, confusion = detail_tables(details)
    assert [row[0] for row in labels.rows] == ["even", "odd"]
    assert [[getattr(cell, "value", cell) for cell in row] for row in confusion.rows] == [
        ["even", 7, 3, 0],
        ["odd", 0, 10, 0],
        ["-", 0, 0, 0],
    ]
    rows = list(csv.DictReader(io.StringIO(details_csv(details))))
    even = next(row for row in rows if (row["kind"], row["name"]) == ("label", "even"))
    assert (float(even["precision"]), float(even["recall"]), even["support"]) == (1.0, 0.7, "10")
    assert float(even["low"]) < float(even["f1"]) < float(even["high"])
    assert {row["kind"] for row in rows} == {"label", "confusion"}
    assert details_latex(details).count(r"\begin{tabular}") == 2


def test_documents_have_scores_and_a_macro_mean(stored: tuple[Path, str]) -> None:
    details = _details(stored, by="document", metric="exact_match")
    [groups] = [test.groups for test in details.tests]
    assert groups is not None
    assert [(one.group, one.value) for one in groups.groups] == [("d0", 0.4), ("d1", 1), ("d2", 1), ("d3", 1)]
    assert groups.mean == pytest.approx(0.85)
    rows = [row for row in csv.DictReader(io.StringIO(details_csv(details))) if row["value"]]
    assert [row["name"] for row in rows] == ["d0", "d1", "d2", "d3", "document"]
    assert details.over_tests is None
    domains = _details(stored, by="domain", metric="exact_match").tests[0].groups
    assert domains is not None
    assert [(one.group, one.rows, one.value) for one in domains.groups] == [
        ("home", 10, 1),
        ("ward", 10, 0.7),
    ]
    assert domains.mean == pytest.approx(0.85)


def test_unknown_metrics_and_tests_are_refused(stored: tuple[Path, str]) -> None:
    for changes in ({"metric": "spearman"}, {"test": "other"}, {"by": "fold"}):
        with pytest.raises(AloiError, match=next(iter(changes.values()))):
            _details(stored, **changes)


def test_folds_of_each_seed_have_the_scores_that_the_run_noted(tmp_path: Path) -> None:
    rows: list[tuple[object, ...]] = [
        (f"t{n}", f"{WORDS[n % 7]} {n % 3}", "odd" if n % 2 else "even", f"d{n // 4}") for n in range(48)
    ]
    source = table(tmp_path / "labels.tsv", ("id", "text", "label", "document_id"), rows)
    request = TrainRequest("tfidf_linear", (f"{source}:all",), folds=3, seeds=(0, 1))
    [run] = run_plans(plans(None, request), runs_folder(tmp_path))
    details = run_details(runs_folder(tmp_path), RunDetailsRequest(run.id, by="fold", replicates=50))
    [test] = details.tests
    assert "fold" in test.keys
    assert test.groups is not None
    assert test.groups.interval is None
    for seed in (0, 1):
        shown = [group for group in test.groups.groups if group.group.startswith(f"seed {seed}, ")]
        noted = ", ".join(f"{group.value:.4f} ({group.rows} rows)" for group in shown)
        assert f"weighted_f1 by fold, seed {seed}: {noted}." in run.notes
