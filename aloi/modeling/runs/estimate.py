"""The time and memory that a run will need, from a few steps on this machine."""

from __future__ import annotations

import itertools
import math
import tempfile
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from aloi.base.errors import AloiError
from aloi.base.terms import Term
from aloi.corpora.model import Json
from aloi.modeling.data.dataset import Dataset
from aloi.modeling.recipes import recipe
from aloi.modeling.recipes.base import Recipe, Step, Training
from aloi.modeling.recipes.training.loop import dev_rows
from aloi.modeling.runs.inputs import RunData, check, draw, gather, texts_of
from aloi.modeling.runs.machine import peak_memory
from aloi.modeling.runs.spec import RunSpec

_STEPS = 5  # of each of the two epochs that are measured
_SCORED = 48  # rows that are scored to measure their time
_FEWEST = 10  # rows that a recipe is trained on at least


@dataclass(frozen=True, slots=True)
class Seconds:
    """A time in seconds: by the clock, and of the processor."""

    clock: float
    cpu: float

    @classmethod
    def now(cls) -> Seconds:
        """Return both clocks."""
        return cls(time.perf_counter(), time.process_time())

    def plus(self, other: Seconds, factor: float = 1.0) -> Seconds:
        """Return the sum with a multiple of another time."""
        return Seconds(self.clock + factor * other.clock, self.cpu + factor * other.cpu)

    def since(self, other: Seconds) -> Seconds:
        """Return the time from another one to this one."""
        return self.plus(other, -1.0)

    def times(self, factor: float) -> Seconds:
        """Return a multiple; a negative time, by errors of measurement, is 0."""
        return Seconds(max(0.0, self.clock) * factor, max(0.0, self.cpu) * factor)


@dataclass(frozen=True, slots=True)
class RunCost:
    """The time of one seed of a run by its parts, its number of seeds, and the peak memory in bytes.

    `overhead` is loading, and writing and reading checkpoints.
    """

    run: str
    seeds: int
    overhead: Seconds
    steps: Seconds
    dev: Seconds
    tests: Seconds
    memory: int

    @property
    def seed(self) -> Seconds:
        """Return the time of one seed."""
        return self.overhead.plus(self.steps).plus(self.dev).plus(self.tests)

    @property
    def total(self) -> Seconds:
        """Return the time of all seeds."""
        return self.seed.times(self.seeds)


def estimate(spec: RunSpec, data: Mapping[str, Dataset], cache: Path | None = None) -> RunCost:
    """Return the time and memory of a run, measured on two short epochs and on its longest rows.

    Nothing is stored. The rows of the short epochs and of the scoring are drawn at random.

    Raises
    ------
    AloiError
        A run without training steps, or inputs that `gather` or `check` rejects.
    """
    rows, chosen = gather(spec, data), recipe(spec.recipe)
    check(spec, rows, chosen)
    if "epochs" not in chosen.defaults or not rows.train:
        raise AloiError(
            "aloi.wrong-kind",
            name=Term("run-to-estimate"),
            kind=spec.recipe,
            expected=Term("run-with-epochs"),
        )
    batch, epochs = (int(str(spec.settings[name])) for name in ("batch", "epochs"))
    changes: dict[str, Json] = {"epochs": 2, "dev_items": None, "keep_model": False}
    settings = {name: changes.get(name, value) for name, value in spec.settings.items()}
    seed, ends = spec.seeds[0], (rows.low, rows.high)
    moments: list[tuple[Step | None, Seconds]] = []

    def watch(step: Step) -> bool:
        moments.append((step, Seconds.now()))
        return True

    dev = dev_rows(rows.dev, spec.settings)
    scored = [row for test in rows.tests for row in test.rows]
    drawn = draw(rows.train, min(len(rows.train), _STEPS * batch), 0)
    sample, dev_sample = (draw(each, min(len(each), _SCORED), 0) for each in (scored, dev))
    _fit_longest(rows, settings, batch, chosen)  # first: then no library is loaded while time is measured
    with tempfile.TemporaryDirectory() as folder:
        moments.append((None, Seconds.now()))
        predictor = chosen.fit(Training(drawn, dev_sample, settings, seed, Path(folder), watch, cache, *ends))
        moments.append((None, Seconds.now()))
    predictor.predict(sample)
    tests = Seconds.now().since(moments[-1][1]).times(len(scored) / len(sample))
    step, dev_time, overhead = _parts(moments, epochs)
    return RunCost(
        run=spec.id,
        seeds=len(spec.seeds),
        overhead=overhead,
        steps=step.times(epochs * math.ceil(len(rows.train) / batch)),
        dev=dev_time.times(epochs * len(dev) / max(1, len(dev_sample))),
        tests=tests,
        memory=peak_memory(str(getattr(predictor, "device", "cpu"))),
    )


def _fit_longest(rows: RunData, settings: Mapping[str, Json], batch: int, chosen: Recipe[Any]) -> None:
    """Train a step on the longest rows, which need most memory."""
    longest = sorted(rows.train, key=lambda row: -max(map(len, texts_of(row))))[: max(batch, _FEWEST)]
    with tempfile.TemporaryDirectory() as folder:
        chosen.fit(
            Training(
                tuple(longest), (), {**settings, "epochs": 1}, 0, Path(folder), low=rows.low, high=rows.high
            )
        )


def _parts(moments: Sequence[tuple[Step | None, Seconds]], epochs: int) -> tuple[Seconds, Seconds, Seconds]:
    """Return the time of a step, of scoring the dev sample once, and of all that is outside of both.

    Steps are reported with their loss, and the end of an epoch without.
    """
    is_step = [step is not None and step.loss is not None for step, _ in moments]
    gaps = [after.since(before) for (_, before), (_, after) in itertools.pairwise(moments)]
    kinds = list(itertools.pairwise(is_step))
    step = _mean([gap for gap, kind in zip(gaps, kinds, strict=True) if kind == (True, True)])
    dev = _mean([gap for gap, kind in zip(gaps, kinds, strict=True) if kind == (True, False)])
    first, *between = (gap for gap, kind in zip(gaps, kinds, strict=True) if kind == (False, True))
    overhead = first.since(step).plus(gaps[-1])
    for gap in between:
        overhead = overhead.plus(gap.since(step).times(epochs - 1))
    return step, dev, overhead


def _mean(several: Sequence[Seconds]) -> Seconds:
    total = Seconds(0.0, 0.0)
    for time_ in several:
        total = total.plus(time_)
    return total.times(1 / max(1, len(several)))
