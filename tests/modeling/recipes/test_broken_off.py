"""A fit that was broken off goes on inside and ends, on a CPU, as an unbroken one; every recipe does."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from aloi.annotation.rows import TaggedTokens
from aloi.modeling.recipes import RECIPES, recipe
from aloi.modeling.recipes.base import Recipe, Step
from tests.modeling.recipes.cases import ROWS, training

STEPPED = [one for one in RECIPES if "epochs" in one.defaults]
# Every recipe, and what changes its steps or what a checkpoint holds.
FITS: list[tuple[Recipe[Any], dict[str, Any]]] = [
    *((recipe_, {}) for recipe_ in STEPPED),
    (recipe("sbert_sts"), {"loss": "mnrl", "positive": 0.5, "accumulation": 2}),
    (recipe("text_classifier"), {"lora_rank": 2, "freeze_embeddings": True}),
]


class Broken(Exception):
    """The machine went down."""


@pytest.mark.slow
@pytest.mark.parametrize(("one", "settings"), FITS, ids=[f"{fit[0].name} {fit[1] or ''}" for fit in FITS])
def test_a_fit_that_was_broken_off_gives_the_same_predictions(
    one: Recipe[Any], settings: dict[str, Any], tmp_path: Path
) -> None:
    rows = ROWS[one.row_kinds[0]]
    told: list[Step] = []

    def watch(step: Step) -> bool:
        told.append(step)
        return True

    def breaks(step: Step) -> bool:
        if step.step == 2 * told[-1].steps // 3 + 1:
            raise Broken
        return True

    whole: Any = one.fit(training(one, tmp_path / "whole", watch, **settings))
    assert told[-1].step == told[-1].steps
    third = told[-1].steps // 3
    assert [step.epoch for step in told if step.dev] == [1.0, 2.0, 3.0]
    with pytest.raises(Broken):
        one.fit(training(one, tmp_path / "broken", breaks, **settings))
    assert (tmp_path / "broken" / f"checkpoint-{2 * third}").is_dir()
    # A checkpoint that was being written at that moment is not taken.
    (tmp_path / "broken" / f"checkpoint-{3 * third}").mkdir()
    told.clear()
    resumed: Any = one.fit(training(one, tmp_path / "broken", watch, **settings))
    assert told[0].step == 2 * third + 1
    assert resumed.predict(rows) == whole.predict(rows)
    assert (resumed.signature, resumed.best_epoch) == (whole.signature, whole.best_epoch)
    left = {path.name for path in (tmp_path / "broken").iterdir()}
    assert left <= {"model", "ranker.json"}


def test_a_fit_of_something_else_is_not_taken_up(tmp_path: Path) -> None:
    one = recipe("token_classifier")

    def breaks(step: Step) -> bool:
        if step.step == 5:
            raise Broken
        return True

    with pytest.raises(Broken):
        one.fit(training(one, tmp_path / "fit", breaks))
    told: list[int] = []
    one.fit(training(one, tmp_path / "fit", lambda step: told.append(step.step) is None, seed=2))
    assert told[0] == 1


_KILLED = """
import os, signal, sys
from pathlib import Path
from aloi.modeling.recipes import recipe
from tests.modeling.recipes.cases import training

def watch(step):
    if step.step == 7:
        os.kill(os.getpid(), signal.SIGKILL)
    return True

one = recipe("token_classifier")
one.fit(training(one, Path(sys.argv[1]), watch, model=sys.argv[2]))
"""


@pytest.mark.slow
def test_a_process_that_was_killed_is_taken_up(tiny_encoder: Path, tmp_path: Path) -> None:
    one = recipe("token_classifier")
    command = [sys.executable, "-c", _KILLED, str(tmp_path / "killed"), str(tiny_encoder)]
    ended = subprocess.run(command, check=False, capture_output=True, env={**os.environ}, timeout=300)
    assert ended.returncode == -signal.SIGKILL
    told: list[int] = []
    given = training(one, tmp_path / "killed", lambda step: told.append(step.step) is None)
    resumed = one.fit(given)
    assert told[0] == 7
    whole = one.fit(training(one, tmp_path / "whole"))
    assert resumed.predict(ROWS[TaggedTokens]) == whole.predict(ROWS[TaggedTokens])
