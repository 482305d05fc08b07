"""The choice of a checkpoint follows the metric's direction, not the size of the number."""

from __future__ import annotations

import importlib
import math
import pkgutil
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, ClassVar

import pytest

from aloi import modeling
from aloi.base.errors import AloiError
from aloi.evaluation.metrics.base import Direction, Metric
from aloi.evaluation.metrics.correlation import SPEARMAN
from aloi.modeling.rankers import marginal
from aloi.modeling.recipes import RECIPES, cross_encoder_sts, recipe
from aloi.modeling.recipes.base import Recipe, Training
from aloi.modeling.recipes.training import encoder, loop, ranking, transformer
from aloi.modeling.recipes.training.settings import Checkpoint, best
from tests.modeling.recipes.cases import training

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
    with pytest.raises(AloiError, match="There are too few checkpoints of the training: 0"):
        best([], SPEARMAN)


TUNED = [one for one in RECIPES if "epochs" in one.defaults]
DIRECTIONS = pytest.mark.parametrize(
    ("metric", "kept"), [(SPEARMAN, 1), (RMSE, 2)], ids=["the higher the better", "the lower the better"]
)
SAID = (1.40, 0.71, 0.83)


def test_the_recipes_with_epochs_are_known() -> None:
    assert {one.name for one in TUNED} == {
        "sbert_sts", "cross_encoder_sts", "pair_regression", "text_classifier", "token_classifier",
        "multiple_choice", "concept_ranker", "setfit",
    }  # fmt: skip


def trained_anywhere() -> set[str]:
    """Return the names of what is fitted over epochs, wherever it stands and whether or not it is listed."""
    found = set()
    for module in pkgutil.walk_packages(modeling.__path__, "aloi.modeling."):
        for kind in vars(importlib.import_module(module.name)).values():
            fits = isinstance(kind, type) and hasattr(kind, "fit") and hasattr(kind, "name")
            if fits and "epochs" in getattr(kind, "defaults", ()):
                found.add(kind.name)
    return found


def test_nothing_is_trained_over_epochs_without_a_test_of_what_it_keeps() -> None:
    assert trained_anywhere() == {one.name for one in TUNED}


def test_a_recipe_that_is_not_tested_here_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    class Untested:
        name = "untested"
        defaults: ClassVar[dict[str, int]] = {"epochs": 3}

        def fit(self) -> None:
            """Train."""

    monkeypatch.setattr(marginal, "Untested", Untested, raising=False)
    assert "untested" in trained_anywhere()


def scripted(values: Sequence[float], monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """Have the dev part say these values epoch by epoch; return what is predicted at each."""
    seen: list[Any] = []

    def dev_score(training: Training[Any], predict: Any, name: str) -> Callable[[], float] | None:
        def score() -> float:
            seen.append(predict(training.dev))
            return values[len(seen) - 1]

        return None if training.settings.get("checkpoint") == "last" else score

    for module in (encoder, cross_encoder_sts, transformer):
        monkeypatch.setattr(module, "dev_score", dev_score)
    return seen


@DIRECTIONS
@pytest.mark.parametrize(
    "one", [one for one in TUNED if one.name != "concept_ranker"], ids=lambda one: str(one.name)
)
def test_every_recipe_asks_the_metric_what_is_best(
    one: Recipe[Any], metric: Metric, kept: int, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    seen = scripted(SAID, monkeypatch)
    monkeypatch.setattr(loop, "metric", lambda name: metric)
    asked = training(one, tmp_path)
    fitted: Any = one.fit(asked)
    assert fitted.best_epoch == kept
    assert fitted.predict(asked.dev) == seen[kept - 1]


@DIRECTIONS
def test_the_ranker_asks_the_metric_what_is_best(
    metric: Metric, kept: int, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    values = iter((0.0, *SAID))  # before the first step it is asked too
    monkeypatch.setattr(ranking, "dev_score", lambda *given: lambda: next(values))
    monkeypatch.setattr(loop, "metric", lambda name: metric)
    fitted: Any = recipe("concept_ranker").fit(training(recipe("concept_ranker"), tmp_path))
    assert fitted.best_epoch == kept


@pytest.mark.parametrize(("wish", "kept"), [("highest", 1), ("best", 2), ("last", None)])
def test_what_was_released_takes_the_highest_error_for_the_best(
    wish: str, kept: int | None, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    scripted(SAID, monkeypatch)
    one = recipe("pair_regression")
    fitted: Any = one.fit(training(one, tmp_path, metric="rmse", checkpoint=wish))
    assert fitted.best_epoch == kept
