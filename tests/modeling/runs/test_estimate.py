"""The cost of a run is measured before it starts, and is what it then costs."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from aloi.annotation.rows import ScoredPair
from aloi.base.errors import AloiError
from aloi.modeling.data.dataset import dataset
from aloi.modeling.recipes.base import Step
from aloi.modeling.runs.estimate import Seconds, _parts, estimate
from aloi.modeling.runs.spec import DataUse, RunSpec
from tests.modeling.recipes.cases import quick
from tests.modeling.row_cases import pairs


def test_the_parts_of_a_fit_are_told_apart() -> None:
    # Loading 7 s, steps of 2 s, dev 3 s, between the epochs 5 s, 4 s at the end.
    clock = [0, 9, 11, 14, 21, 23, 26, 30]
    losses = [None, 1.0, 1.0, None, 1.0, 1.0, None, None]
    moments = [
        (None if at in (0, 7) else Step(at, 4, at / 2, loss), Seconds(float(second), second / 2))
        for at, (second, loss) in enumerate(zip(clock, losses, strict=True))
    ]
    step, dev, overhead = _parts(moments, epochs=10)
    assert (step.clock, dev.clock, overhead.clock) == (2.0, 3.0, 7 + 9 * 5 + 4)
    assert (step.cpu, dev.cpu, overhead.cpu) == (1.0, 1.5, (7 + 9 * 5 + 4) / 2)


def spec_of(recipe_name: str, count: int, **settings: object) -> tuple[RunSpec, dict[str, object]]:
    """Return a run on invented pairs, and its data."""
    from aloi.modeling.recipes import recipe

    rows = pairs(count)
    data = dataset("A", ScoredPair, {"train": rows, "dev": rows[:200], "test": rows[:200]})
    uses = {part: DataUse("A", part, "A", data.checksum, len(data.parts[part])) for part in data.parts}
    chosen = quick(recipe(recipe_name), **settings)
    spec = RunSpec(recipe_name, chosen, (uses["train"],), uses["dev"], (uses["test"],), (0, 1))
    return spec, {"A": data}


def test_an_estimate_adds_up_and_stores_nothing(tmp_path: Path) -> None:
    spec, data = spec_of("pair_regression", 60, epochs=4, batch=8)
    before = {path.name for path in tmp_path.iterdir()}
    expected_cost = estimate(spec, data)  # type: ignore[arg-type]
    assert expected_cost.seeds == 2
    assert expected_cost.total.clock == pytest.approx(2 * expected_cost.seed.clock)
    assert min(expected_cost.steps.cpu, expected_cost.dev.cpu, expected_cost.tests.cpu) > 0
    assert 1e8 < expected_cost.memory < 1e11
    assert {path.name for path in tmp_path.iterdir()} == before


def test_a_run_without_steps_is_refused() -> None:
    spec, data = spec_of("levenshtein", 60)
    with pytest.raises(AloiError, match="a recipe with epochs"):
        estimate(spec, data)  # type: ignore[arg-type]


_RUN = """
import json, sys
from pathlib import Path
import torch
torch.set_num_threads(1)
from aloi.modeling.runs.estimate import estimate
from aloi.modeling.runs.execute import execute
from tests.modeling.runs.test_estimate import spec_of

spec, data = spec_of("sbert_sts", 400, epochs=4, batch=8, model=sys.argv[2])
if sys.argv[1] == "estimate":
    expected_cost = estimate(spec, data)
    print(json.dumps([expected_cost.seed.cpu, expected_cost.memory]))
else:
    run = execute(spec, data, Path(sys.argv[3]))
    print(json.dumps([run.seeds[1].cpu_seconds, run.environment["peak_memory_bytes"]]))
"""


@pytest.mark.slow
def test_the_run_costs_what_was_estimated_within_thirty_percent(tiny_encoder: Path, tmp_path: Path) -> None:
    costs = {}
    for kind in ("estimate", "run"):
        command = [sys.executable, "-c", _RUN, kind, str(tiny_encoder), str(tmp_path / "run")]
        done = subprocess.run(command, check=True, capture_output=True, env={**os.environ}, timeout=550)
        costs[kind] = json.loads(done.stdout.splitlines()[-1])
    assert costs["estimate"] == pytest.approx(costs["run"], rel=0.3)
