"""The loop does what the recipes promise, step by step, compared with one written by hand."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import pytest

from aloi.modeling.recipes import recipe
from aloi.modeling.recipes.base import Step
from aloi.modeling.recipes.training.transformer import load
from tests.modeling.recipes.cases import training


def test_steps_are_those_of_adamw_that_spares_biases_with_a_linear_schedule_and_cut_gradients(
    tiny_encoder: Path, tmp_path: Path
) -> None:
    import torch

    model = shutil.copytree(tiny_encoder, tmp_path / "plain")
    config = json.loads((model / "config.json").read_text("utf-8"))
    config |= {"hidden_dropout_prob": 0.0, "attention_probs_dropout_prob": 0.0}
    (model / "config.json").write_text(json.dumps(config), "utf-8")
    # All rows in one batch and nothing dropped: chance has no say, and every loss can be recomputed.
    one, told = recipe("pair_regression"), list[float]()

    def watch(step: Step) -> bool:
        told.extend([] if step.loss is None else [step.loss])
        return True

    given: dict[str, Any] = {"model": str(model), "batch": 64, "epochs": 6, "weight_decay": 0.5}
    asked = training(one, tmp_path / "fit", watch, warmup_steps=2, checkpoint="last", **given)
    one.fit(asked)

    loaded = load(asked, "AutoModelForSequenceClassification", num_labels=1)
    texts = loaded.tokenizer(
        [row.left for row in asked.train],
        [row.right for row in asked.train],
        truncation=True,
        max_length=loaded.length,
        padding=True,
        return_tensors="pt",
    )
    gold = torch.tensor([row.score for row in asked.train])
    weights = list(loaded.model.parameters())
    groups = [
        {"params": [each for each in weights if each.ndim > 1], "weight_decay": 0.5},
        {"params": [each for each in weights if each.ndim == 1], "weight_decay": 0.0},
    ]
    optimiser = torch.optim.AdamW(groups, lr=1e-3)
    losses = []
    for share in (0.0, 0.5, 1.0, 0.75, 0.5, 0.25):  # of the learning rate, step by step
        for group in optimiser.param_groups:
            group["lr"] = 1e-3 * share
        loss = torch.nn.functional.mse_loss(loaded.model(**texts).logits[:, 0], gold)
        optimiser.zero_grad()
        loss.backward()  # type: ignore[no-untyped-call]
        torch.nn.utils.clip_grad_norm_(weights, 1.0)
        optimiser.step()
        losses.append(float(loss.detach()))
    assert told == pytest.approx(losses, rel=1e-4)
    assert losses[-1] < 0.9 * losses[0]
