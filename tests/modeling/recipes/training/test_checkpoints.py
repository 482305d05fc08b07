"""The choice of a checkpoint follows the metric's direction, not the size of the number."""

from __future__ import annotations

import importlib
import math
import pkgutil
from dataclasses import replace
from pathlib import Path
from typing import Any, ClassVar

import pytest

import modeling.rankers.marginal
from annotation.rows import LabelledText, MultipleChoice, ScoredPair, TaggedTokens
from errors import AloiError
from evaluation.metrics.base import Direction, Metric, Statistic
from evaluation.metrics.correlation import SPEARMAN
from modeling.encoders.names import weights_checksum
from modeling.recipes import RECIPES, ROW_RECIPES, recipe, row_recipe
from modeling.recipes.base import Training
from modeling.recipes.training import loop, transformer
from modeling.recipes.training.checkpoints import Checkpoint, best
from tests.modeling import row_cases, test_concept_ranker, tiny

RMSE = replace(SPEARMAN, name="rmse", title="RMSE", direction=Direction.LOWER, low=0.0, high=math.inf)
# Errors of a training that learns, then learns by heart: whoever takes "the higher the better" keeps epoch 1.
ERRORS = [Checkpoint(epoch, value) for epoch, value in enumerate((1.40, 0.92, 0.71, 0.83, 0.97), start=1)]


def test_of_errors_the_lowest_is_kept() -> None:
    assert max(ERRORS, key=lambda one: one.value or 0).epoch == 1
    assert best(ERRORS, RMSE) == Checkpoint(3, 0.71)


def test_of_correlations_the_highest_is_kept() -> None:
    log = [Checkpoint(1, -0.1), Checkpoint(2, 0.6), Checkpoint(3, 0.4)]
    assert best(log, SPEARMAN).epoch == 2
    assert best(log, RMSE).epoch == 1


@pytest.mark.parametrize("metric", [SPEARMAN, RMSE])
def test_of_equals_the_earliest_is_kept(metric: Metric) -> None:
    assert best([Checkpoint(1, 0.5), Checkpoint(2, 0.5)], metric).epoch == 1


@pytest.mark.parametrize("metric", [SPEARMAN, RMSE])
@pytest.mark.parametrize("nothing", [None, math.nan])
def test_an_undefined_value_is_never_kept_before_a_number(metric: Metric, nothing: float | None) -> None:
    log = [Checkpoint(1, nothing), Checkpoint(2, 0.2), Checkpoint(3, nothing)]
    assert best(log, metric).epoch == 2
    assert best([Checkpoint(1, nothing), Checkpoint(2, nothing)], metric).epoch == 2


def test_an_empty_log_is_refused() -> None:
    with pytest.raises(AloiError, match="no checkpoint"):
        best([], SPEARMAN)


# The older recipes of pairs, which run as rows too, and those of rows.
TUNED_PAIRS = [one.name for one in RECIPES if "epochs" in one.defaults]
TUNED_ROWS = [one.name for one in ROW_RECIPES if "epochs" in one.defaults and one.name not in TUNED_PAIRS]
# What is neither of pairs nor of rows, with the test that does for it what those below do.
TUNED_ELSEWHERE = {
    "concept_ranker": test_concept_ranker.test_the_checkpoint_kept_is_the_one_the_metric_says_is_better
}
ROWS: dict[type, Any] = {
    LabelledText: row_cases.texts(16),
    TaggedTokens: row_cases.sentences(16),
    MultipleChoice: row_cases.questions(16),
    ScoredPair: row_cases.pairs(16),
}
DIRECTIONS = pytest.mark.parametrize(
    ("metric", "kept"), [(SPEARMAN, 1), (RMSE, 2)], ids=["the higher the better", "the lower the better"]
)
SAID = (1.40, 0.71, 0.83)
TINY: dict[str, Any] = {"epochs": 3, "batch": 8, "learning_rate": 1e-3, "max_length": 32, "device": "cpu"}


def test_the_recipes_with_epochs_are_known() -> None:
    assert TUNED_PAIRS == ["sbert_sts", "cross_encoder_sts"]
    assert set(TUNED_ROWS) == {"text_classifier", "token_classifier", "multiple_choice", "pair_regression"}


def trained_anywhere() -> set[str]:
    """Return the names of what is fitted over epochs, wherever it stands and whether or not it is listed."""
    found = set()
    for module in pkgutil.walk_packages(modeling.__path__, "modeling."):
        for kind in vars(importlib.import_module(module.name)).values():
            fits = isinstance(kind, type) and hasattr(kind, "fit") and hasattr(kind, "name")
            if fits and "epochs" in getattr(kind, "defaults", ()):
                found.add(kind.name)
    return found


def test_nothing_is_trained_over_epochs_without_a_test_of_what_it_keeps() -> None:
    assert trained_anywhere() == {*TUNED_PAIRS, *TUNED_ROWS, *TUNED_ELSEWHERE}


def test_a_recipe_that_is_not_tested_here_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    class Untested:
        name = "untested"
        defaults: ClassVar[dict[str, int]] = {"epochs": 3}

        def fit(self) -> None:
            """Train."""

    monkeypatch.setattr(modeling.rankers.marginal, "Untested", Untested, raising=False)
    assert "untested" in trained_anywhere()


@DIRECTIONS
@pytest.mark.parametrize("name", TUNED_ROWS)
def test_every_recipe_of_rows_asks_the_metric_what_is_best(
    name: str, metric: Metric, kept: int, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    weights: list[str] = []

    def scripted(training: object, predict: Any) -> Any:
        def score() -> float:
            weights.append(weights_checksum(predict.__self__.loaded.model))
            return SAID[len(weights) - 1]

        return score

    monkeypatch.setattr(transformer, "_dev_score", scripted)
    monkeypatch.setattr(transformer, "metric", lambda name: metric)
    chosen = row_recipe(name)
    rows = ROWS[chosen.row_kinds[0]]
    asked = row_cases.training(chosen, rows, tmp_path, rows, model=str(tiny.tiny_folder()), **TINY)
    fitted: Any = chosen.fit(asked)
    assert fitted.best_epoch == kept
    assert len(set(weights)) == len(SAID)
    assert weights[kept - 1] in fitted.signature


@pytest.mark.parametrize(("wish", "kept"), [("highest", 1), ("best", 2), ("last", None)])
def test_what_was_released_takes_the_highest_error_for_the_best(
    wish: str, kept: int | None, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    values = iter(SAID)
    monkeypatch.setattr(transformer, "_dev_score", lambda training, predict: lambda: next(values))
    chosen, rows = row_recipe("pair_regression"), ROWS[ScoredPair]
    given = {**TINY, "model": str(tiny.tiny_folder()), "metric": "rmse", "checkpoint": wish}
    fitted: Any = chosen.fit(row_cases.training(chosen, rows, tmp_path, rows, **given))
    assert fitted.best_epoch == kept


@DIRECTIONS
@pytest.mark.parametrize("name", TUNED_PAIRS)
def test_every_recipe_of_pairs_asks_the_metric_what_is_best(
    name: str, metric: Metric, kept: int, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    values = iter(SAID)
    monkeypatch.setattr(loop, "METRIC", metric)
    monkeypatch.setattr(loop, "spearman", lambda gold, found: Statistic(next(values), None, None))
    items = tiny.pairs(16)
    chosen = recipe(name)
    settings = chosen.settings({**TINY, "model": str(tiny.tiny_folder()), "keep_model": False})
    fitted: Any = chosen.fit(Training(items, items, tiny.LOW, tiny.HIGH, settings, 0, tmp_path))
    assert fitted.best_epoch == kept
