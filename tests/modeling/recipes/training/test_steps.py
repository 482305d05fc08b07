"""Batches in parts are the same batches; memory that runs out halves them; adapters are merged."""

from __future__ import annotations

import json
import shutil
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from aloi.modeling.recipes import RECIPES, recipe
from aloi.modeling.recipes.base import Recipe
from aloi.modeling.recipes.training.loop import dev_score
from aloi.modeling.recipes.training.pairs import ENCODER_LOSSES
from tests.modeling.recipes.cases import ROWS, training

STEPPED = [recipe_ for recipe_ in RECIPES if "accumulation" in recipe_.defaults]
CASES = [(recipe_, {}) for recipe_ in STEPPED] + [
    (recipe("sbert_sts"), {"loss": "cosent"}),
    (recipe("sbert_sts"), {"loss": "mnrl", "positive": 0.5, "negatives": 2}),
    (recipe("multiple_choice"), {"head": "per_option"}),
]


@pytest.fixture(scope="module")
def undropped(tiny_encoder: Path, tmp_path_factory: pytest.TempPathFactory) -> str:
    """Return the folder of an encoder without dropout: nothing in its steps is drawn."""
    model = shutil.copytree(tiny_encoder, tmp_path_factory.mktemp("undropped") / "model")
    config = json.loads((model / "config.json").read_text("utf-8"))
    config |= {"hidden_dropout_prob": 0.0, "attention_probs_dropout_prob": 0.0}
    (model / "config.json").write_text(json.dumps(config), "utf-8")
    return str(model)


def losses(recipe_: Recipe[Any], folder: Path, **settings: Any) -> list[float]:
    """Return the loss of each step of a fit."""
    by_step: list[float] = []

    def watch(step: Any) -> bool:
        by_step.extend([] if step.loss is None else [step.loss])
        return True

    settings = {"epochs": 1, "batch": 12, "checkpoint": "last", **settings}
    recipe_.fit(training(recipe_, folder, watch, **settings))
    return by_step


@pytest.mark.parametrize(
    ("recipe_", "settings"), CASES, ids=[f"{recipe_.name}{settings or ''}" for recipe_, settings in CASES]
)
def test_a_batch_in_four_parts_is_the_same_batch(
    recipe_: Recipe[Any], settings: dict[str, Any], undropped: str, tmp_path: Path
) -> None:
    complete = losses(recipe_, tmp_path / "complete", model=undropped, **settings)
    parts = losses(recipe_, tmp_path / "parts", model=undropped, accumulation=4, **settings)
    assert len(complete) >= 1
    assert parts == pytest.approx(complete, rel=2e-4)


def test_memory_that_runs_out_halves_the_parts_and_nothing_else(
    undropped: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from transformers import BertModel

    recipe_ = recipe("pair_regression")
    four = losses(recipe_, tmp_path / "four", model=undropped, accumulation=4)
    forward, notes = BertModel.forward, list[str]()

    def small(self: Any, input_ids: Any, *others: Any, **more: Any) -> Any:
        if self.training and len(input_ids) > 3:
            raise RuntimeError("CUDA out of memory. Tried to allocate 2 GiB.")
        return forward(self, input_ids, *others, **more)

    monkeypatch.setattr(BertModel, "forward", small)
    by_step: list[float] = []

    def watch(step: Any) -> bool:
        by_step.extend([] if step.loss is None else [step.loss])
        return True

    request = training(
        recipe_, tmp_path / "fit", watch, model=undropped, epochs=1, batch=12, checkpoint="last"
    )
    recipe_.fit(replace(request, note=notes.append))
    assert by_step == four
    assert [note[:50] for note in notes] == [
        "Memory ran out: batches were computed in 2 parts. ",
        "Memory ran out: batches were computed in 4 parts. ",
    ]


def test_memory_that_one_row_does_not_fit_in_is_an_error(
    undropped: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from transformers import BertModel

    def never(self: Any, *others: Any, **more: Any) -> Any:
        raise RuntimeError("CUDA out of memory. Tried to allocate 2 GiB.")

    monkeypatch.setattr(BertModel, "forward", never)
    recipe_ = recipe("pair_regression")
    with pytest.raises(RuntimeError, match="out of memory"):
        losses(recipe_, tmp_path, model=undropped, batch=4)


@pytest.mark.parametrize("loss", ["angle", "mnrl"])
def test_each_loss_falls(loss: str, undropped: str, tmp_path: Path) -> None:
    by_step = losses(recipe("sbert_sts"), tmp_path, model=undropped, loss=loss, positive=0.5, epochs=4)
    quarter = len(by_step) // 4
    assert sum(by_step[-quarter:]) < 0.95 * sum(by_step[:quarter])


def test_every_loss_is_tested_here_or_with_the_recipe() -> None:
    assert set(ENCODER_LOSSES) == {"cosine", "cosent", "angle", "mnrl", "distill"}


def test_what_a_cross_encoder_scores_is_learned_too(undropped: str, tmp_path: Path) -> None:
    teacher, recipe_ = recipe("cross_encoder_sts"), recipe("sbert_sts")
    teacher.fit(training(teacher, tmp_path / "teacher", model=undropped, epochs=1))
    folder = str(tmp_path / "teacher" / "model")
    with_new = losses(
        recipe_, tmp_path / "two", model=undropped, loss="distill", teacher=folder, silver=2, batch=8
    )
    alone = losses(recipe_, tmp_path / "none", model=undropped, batch=8)
    assert len(with_new) > 2 * len(alone)  # the new pairs are trained on


@pytest.mark.parametrize("name", ["sbert_sts", "text_classifier"])
def test_adapters_are_trained_alone_and_become_part_of_the_model(
    name: str, undropped: str, tmp_path: Path
) -> None:
    pytest.importorskip("peft")
    from safetensors.numpy import load_file

    recipe_ = recipe(name)
    fitted = recipe_.fit(training(recipe_, tmp_path, model=undropped, lora_rank=2, epochs=1, keep_model=True))
    saved = load_file(next((tmp_path / "model").glob("**/model.safetensors")))
    before = load_file(next(Path(undropped).glob("**/model.safetensors")))
    assert not any("lora" in key for key in saved)
    bare = {key.removeprefix("bert."): values for key, values in saved.items()}
    changed = {key for key, values in before.items() if not np.array_equal(values, bare[key])}
    assert changed
    assert all(key.endswith("weight") and "LayerNorm" not in key for key in changed)
    assert not any("word_embeddings" in key for key in changed)
    assert fitted.predict(ROWS[recipe_.row_kinds[0]][:2])


def test_activations_computed_again_change_nothing(undropped: str, tmp_path: Path) -> None:
    recipe_ = recipe("token_classifier")
    assert losses(recipe_, tmp_path / "again", model=undropped, checkpointing=True) == pytest.approx(
        losses(recipe_, tmp_path / "stored", model=undropped), rel=1e-5
    )


def test_a_program_of_the_model_runs_only_with_a_yes_that_the_run_notes(
    undropped: str, tmp_path: Path
) -> None:
    notes: list[str] = []
    recipe_ = recipe("pair_regression")
    for yes in (False, True):
        request = training(recipe_, tmp_path / str(yes), model=undropped, epochs=1, trust_remote_code=yes)
        recipe_.fit(replace(request, note=notes.append))
    assert [note.endswith("(trust_remote_code).") for note in notes] == [True]


def test_dev_is_scored_on_a_sample_that_stays(undropped: str, tmp_path: Path) -> None:
    recipe_ = recipe("pair_regression")
    request = training(recipe_, tmp_path, model=undropped, dev_items=7)
    seen: list[list[str]] = []

    def predict(rows: Any) -> list[float]:
        seen.append([row.id for row in rows])
        return [row.score for row in rows]

    score = dev_score(request, predict, "spearman")
    assert score is not None
    assert [score(), score()] == pytest.approx([1.0, 1.0])
    assert seen[0] == seen[1] == sorted(seen[0])
    assert len(seen[0]) == 7 < len(request.dev)
