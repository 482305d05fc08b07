"""Predictions of another system are a run: the same scores as the system has here, verified and compared."""

from __future__ import annotations

from pathlib import Path

import pytest

from aloi.base.errors import AloiError
from aloi.workbench.models.comparison import compare_runs
from aloi.workbench.models.prediction import import_run, predict
from aloi.workbench.models.runs import check_run, runs_folder, stored_run
from aloi.workbench.models.training import plans, run_plans
from aloi.workbench.requests.models.evaluation import CompareRequest, ImportRunRequest, PredictRequest
from aloi.workbench.requests.models.training import TrainRequest
from tests.workbench.models.test_prediction import WORDS, table

SCALE = {"": (0.0, 5.0)}


def sts(folder: Path) -> tuple[Path, list[tuple[object, ...]]]:
    rows: list[tuple[object, ...]] = [
        (f"p{n}", f"{WORDS[n % 10]} at night", f"{WORDS[n % 7]} by day", n % 6) for n in range(40)
    ]
    return table(folder / "test.tsv", ("id", "sentence1", "sentence2", "score"), rows), rows


def test_what_predict_writes_is_imported_with_the_same_scores(tmp_path: Path) -> None:
    source, _ = sts(tmp_path)
    request = TrainRequest("levenshtein", test=(str(source),), seeds=(0,), scale=SCALE)
    [run] = run_plans(plans(None, request), runs_folder(tmp_path))
    out = tmp_path / "out.tsv"
    predict(None, PredictRequest(run.id, source), tmp_path, out)
    imported = import_run(
        None, ImportRunRequest(out, str(source), "elsewhere", scale=SCALE), runs_folder(tmp_path)
    )
    scores = {score.metric: (score.value, score.low) for score in run.scores}
    assert {score.metric: (score.value, score.low) for score in imported.scores} == scores
    assert check_run(runs_folder(tmp_path), imported.id).problems == ()
    assert imported.spec.settings["model"] == "elsewhere"
    again = import_run(
        None, ImportRunRequest(out, str(source), "elsewhere", scale=SCALE), runs_folder(tmp_path)
    )
    assert again.id == imported.id
    compared = compare_runs(runs_folder(tmp_path), CompareRequest((run.id, imported.id), replicates=100))
    assert "elsewhere" in str(compared)
    with pytest.raises(AloiError, match="No recipe is called"):
        predict(None, PredictRequest(imported.id, source), tmp_path, out)


def test_rows_without_a_prediction_and_unknown_ids_are_refused(tmp_path: Path) -> None:
    source, rows = sts(tmp_path)

    def imported(several: list[tuple[object, ...]]) -> None:
        file = table(tmp_path / "predictions.tsv", ("id", "prediction"), several)
        import_run(None, ImportRunRequest(file, str(source), "x", scale=SCALE), runs_folder(tmp_path))

    with pytest.raises(AloiError, match=r"3 of 40 rows .* have no prediction: p0, p1, p2"):
        imported([(row[0], 1) for row in rows[3:]])
    with pytest.raises(AloiError, match=r"1 prediction is for an id that .* does not have: q"):
        imported([*((row[0], 1) for row in rows), ("q", 1)])
    with pytest.raises(AloiError, match="the id"):
        imported([*((row[0], 1) for row in rows), ("p0", 1)])
    assert not runs_folder(tmp_path).exists()


def test_labels_options_and_tags(tmp_path: Path) -> None:
    labels = table(
        tmp_path / "labels.tsv",
        ("id", "text", "label"),
        [(f"t{n}", f"{WORDS[n % 10]} {n}", "odd|long" if n % 2 else "even") for n in range(20)],
    )
    file = table(
        tmp_path / "p.tsv", ("id", "labels"), [(f"t{n}", "odd|long" if n % 2 else "odd") for n in range(20)]
    )
    run = import_run(None, ImportRunRequest(file, f"{labels}:all", "x"), runs_folder(tmp_path))
    [answers] = stored_run(runs_folder(tmp_path), run.id).answers.values()
    assert {*answers[0]} == {("odd", "long"), ("odd",)}

    tagged = tmp_path / "test.conll"
    tagged.write_text("".join(f"# id = s{n}\nUne\tO\ntoux\tB-sign\n\n" for n in range(6)), "utf-8")
    guess = tmp_path / "guess.conll"
    guess.write_text(tagged.read_text("utf-8").replace("B-sign", "O", 2), "utf-8")
    run = import_run(None, ImportRunRequest(guess, f"{tagged}:test", "x"), runs_folder(tmp_path))
    scores = {score.metric: score.value for score in run.scores}
    assert scores["seqeval_f1"] == pytest.approx(0.8)
