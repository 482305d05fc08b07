"""The model of a run, loaded or fitted again, predicts what the run recorded; every recipe does."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from aloi.base.errors import AloiError
from aloi.modeling.data.dataset import Dataset, dataset
from aloi.modeling.recipes import RECIPES, recipe
from aloi.modeling.recipes.base import Recipe
from aloi.modeling.runs.execute import execute
from aloi.modeling.runs.finished_run import StoredRun, read_stored
from aloi.modeling.runs.fitted import FittedModel, fit_again, load
from aloi.modeling.runs.spec import DataUse, RunSpec
from tests.modeling.recipes.cases import ROWS, quick

SAVED = [recipe_ for recipe_ in RECIPES if "keep_model" in recipe_.defaults]
FITTED = [
    (recipe_, kind)
    for recipe_ in RECIPES
    if "keep_model" not in recipe_.defaults
    for kind in recipe_.row_kinds
]


def run_of(recipe_: Recipe[Any], kind: type, folder: Path, **settings: Any) -> tuple[StoredRun, Dataset]:
    """Return a finished run on rows of a kind, trained and scored on the same rows, and its data."""
    rows = ROWS[kind]
    data = dataset("rows", kind, {"train": rows, "test": rows})
    train, test = (DataUse("rows", part, data.name, data.checksum, len(rows)) for part in ("train", "test"))
    spec = RunSpec(
        recipe_.name, quick(recipe_, **settings), (train,) if recipe_.learns else (), None, (test,), (1,)
    )
    execute(spec, {"rows": data}, folder)
    return read_stored(folder), data


def predicted(model: FittedModel, stored: StoredRun) -> bool:
    """Return whether a model predicts what its run recorded, in the order of the ids."""
    [(label, [answers])] = stored.answers.items()
    rows = {row.id: row for row in ROWS[model.kind]}
    return model.predict([rows[name] for name in stored.tests[label].ids]) == list(answers)


@pytest.mark.parametrize("recipe_", SAVED, ids=[recipe_.name for recipe_ in SAVED])
def test_a_saved_model_predicts_what_the_run_recorded(recipe_: Recipe[Any], tmp_path: Path) -> None:
    stored, _ = run_of(recipe_, recipe_.row_kinds[0], tmp_path / "run", epochs=1, keep_model=True)
    model = load(tmp_path / "run", stored.run)
    assert model is not None
    assert (model.saved, model.as_run, model.signature) == (True, True, stored.run.seeds[0].signature)
    assert predicted(model, stored)


@pytest.mark.parametrize(
    ("recipe_", "kind"), FITTED, ids=[f"{recipe_.name}-{kind.__name__}" for recipe_, kind in FITTED]
)
def test_a_model_fitted_again_predicts_what_the_run_recorded(
    recipe_: Recipe[Any], kind: type, tmp_path: Path
) -> None:
    stored, data = run_of(recipe_, kind, tmp_path / "run")
    assert load(tmp_path / "run", stored.run) is None
    model = fit_again(tmp_path / "run", stored.run, {"rows": data})
    assert (model.saved, model.as_run) == (False, True)
    assert predicted(model, stored)


def test_a_frozen_head_is_fitted_again_and_several_labels_keep_their_threshold(tmp_path: Path) -> None:
    for recipe_ in (each for each in RECIPES if "frozen" in each.defaults):
        name = recipe_.name
        stored, data = run_of(recipe_, recipe_.row_kinds[0], tmp_path / name, frozen=True)
        assert load(tmp_path / name, stored.run) is None
        assert predicted(fit_again(tmp_path / name, stored.run, {"rows": data}), stored)
    recipe_ = recipe("multiple_choice")
    stored, _ = run_of(
        recipe_, recipe_.row_kinds[0], tmp_path / "options", head="per_option", epochs=1, keep_model=True
    )
    model = load(tmp_path / "options", stored.run)
    assert model is not None
    assert predicted(model, stored)


def test_weights_of_another_fit_are_refused(tmp_path: Path) -> None:
    recipe_ = recipe("pair_regression")
    stored, _ = run_of(recipe_, recipe_.row_kinds[0], tmp_path / "run", epochs=1, keep_model=True)
    run_of(recipe_, recipe_.row_kinds[0], tmp_path / "other", epochs=2, keep_model=True)
    model = "models/1/model"
    (tmp_path / "run" / model).rename(tmp_path / "aside")
    (tmp_path / "other" / model).rename(tmp_path / "run" / model)
    with pytest.raises(AloiError, match="has the checksum"):
        load(tmp_path / "run", stored.run)
