"""Executes a run in a folder: one fit a seed, predictions, scores; what was broken off is taken up again."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import TypeAlias

import numpy as np

from corpora.identity import file_checksum
from errors import AloiError
from modeling.data.dataset import ScoredData
from modeling.encoders.tuning import FP32
from modeling.recipes import recipe
from modeling.recipes.base import Predictor, Step, Training, Watch
from modeling.recipes.training.loop import is_writer
from modeling.runs.document import read_run, write_run
from modeling.runs.folder import (
    Begun,
    Predictions,
    SeedDone,
    append_log,
    begin,
    clear_work,
    failures_noted,
    held,
    interruptions,
    is_done,
    model_folder,
    read_seed,
    write_predictions,
    write_seed,
)
from modeling.runs.inputs import RunData, Test, check, gather, notes, rescaled
from modeling.runs.kept_tests import FILE as TESTS
from modeling.runs.kept_tests import KeptTest, kept_test, write_tests
from modeling.runs.machine import EnergyMeter, environment
from modeling.runs.run_scores import score_all
from modeling.runs.spec import Run, RunSpec, SeedResult

_LOOK_SECONDS = 0.2

# Told which seed is at work (its place among the seeds) and how far it is; False asks to stop.
RunWatch: TypeAlias = Callable[[int, Step], bool]
Clock: TypeAlias = Callable[[], datetime]


def unwatched(place: int, step: Step) -> bool:
    """Return True: nobody watches, nobody stops."""
    del place, step
    return True


def utc_now() -> datetime:
    """Return the present moment, aware and in UTC."""
    return datetime.now(UTC)


def execute(
    spec: RunSpec,
    data: Mapping[str, ScoredData],
    folder: Path,
    *,
    watch: RunWatch = unwatched,
    clock: Clock = utc_now,
    cache: Path | None = None,
) -> Run:
    """Return the run, done in `folder`; one that is done already is read, one broken off taken up again.

    Parameters
    ----------
    data : mapping
        Source, as `DataUse.source` names it -> its data.
    folder : Path
        The run's own; made where it is not there. `run.json` is written last: where it is, the run is done.
    watch : RunWatch
        Told every few steps.
    cache : Path, optional
        Where vectors of untuned encoders are kept, and how they were measured to be fastest.

    Raises
    ------
    AloiError
        What `gather` and `check` refuse, before anything is written; a failure of the recipe, kept in
        `error.txt`; a run that another process works at.
    Cancelled
        `watch` asked to stop; the seeds that are done stay.
    """
    if is_done(folder):
        return read_run(folder)
    found = gather(spec, data)
    chosen = recipe(spec.recipe)
    check(spec, found, chosen)
    folder.mkdir(parents=True, exist_ok=True)
    if not is_writer():
        return _assist(spec, found, folder)
    with held(folder):
        begun = begin(folder, spec, clock())
        with failures_noted(folder):
            done = tuple(
                _kept(folder, seed, found) or _do_seed(spec, found, folder, place, watch, clock, cache)
                for place, seed in enumerate(spec.seeds)
            )
            return _finish(begun, found, folder, done, clock)


def _assist(spec: RunSpec, data: RunData, folder: Path) -> Run:
    """Return the run that process 0 of a launcher writes, after a share in its fits.

    If process 0 fails, the launcher ends this one.
    """
    for seed in spec.seeds:
        if data.train and _kept(folder, seed, data) is None:
            _fit(spec, data, folder, seed, lambda step: True, None)
    while not is_done(folder):
        time.sleep(_LOOK_SECONDS)
    return read_run(folder)


def _fit(
    spec: RunSpec, data: RunData, folder: Path, seed: int, watch: Watch, cache: Path | None
) -> Predictor:
    own = model_folder(folder, seed)
    own.mkdir(parents=True, exist_ok=True)
    return recipe(spec.recipe).fit(
        Training(data.train, data.dev, data.low, data.high, spec.settings, seed, own, watch, cache)
    )


def _kept(folder: Path, seed: int, data: RunData) -> SeedDone | None:
    """Return what a seed gave before the run was broken off; None unless it is all there."""
    done = read_seed(folder, seed)
    if done is None or set(done.predictions) != {test.use.label for test in data.tests}:
        return None
    return done


def _do_seed(
    spec: RunSpec,
    data: RunData,
    folder: Path,
    place: int,
    watch: RunWatch,
    clock: Clock,
    cache: Path | None,
) -> SeedDone:
    """Return what one seed gave, kept in the folder."""
    seed = spec.seeds[place]
    meter = EnergyMeter()

    def told(step: Step) -> bool:
        meter.sample()
        append_log(folder, seed, step, clock())
        return watch(place, step)

    wall, cpu = time.perf_counter(), time.process_time()
    fitted = _fit(spec, data, folder, seed, told, cache)
    predictions = {test.use.label: _predict(fitted, test, data) for test in data.tests}
    result = SeedResult(
        seed=seed,
        signature=fitted.signature,
        seconds=time.perf_counter() - wall,
        cpu_seconds=time.process_time() - cpu,
        best_epoch=getattr(fitted, "best_epoch", None),
    )
    done = SeedDone(
        result,
        str(getattr(fitted, "device", "cpu")),
        meter.joules(),
        predictions,
        getattr(fitted, "encoding", {}),
    )
    write_seed(folder, done)
    return done


def _predict(fitted: Predictor, test: Test, data: RunData) -> dict[str, float]:
    """Return item id -> predicted score on the test's own scale."""
    predicted = np.asarray(fitted.predict([(one.left, one.right) for one in test.items]), dtype=np.float64)
    if predicted.shape != (len(test.items),) or not np.isfinite(predicted).all():
        raise AloiError(
            f"The model gave no score for some of the {len(test.items)} pairs of {test.use.label}.",
            "A finite number for each pair was expected.",
            "Lower the learning rate, or choose another model.",
        )
    scores = rescaled(predicted, (data.low, data.high), (test.low, test.high))
    return {one.id: float(score) for one, score in zip(test.items, scores, strict=True)}


def _finish(begun: Begun, data: RunData, folder: Path, done: tuple[SeedDone, ...], clock: Clock) -> Run:
    """Return the run, with all its files written, `run.json` last."""
    kept = tuple(kept_test(test.use, test.low, test.high, test.items) for test in data.tests)
    predictions = tuple(_table(test, done) for test in kept)
    write_tests(folder, kept)
    said = list(notes(data))
    said += interruptions(begun)
    encoding = done[-1].encoding
    if encoding.get("encoding", FP32) != FP32:
        how, why = encoding["encoding"], encoding["encoding_tuning"]
        said.append(f"Texts were encoded in {how}, found fastest here: {why}.")
    joules = [one.energy_joules for one in done]
    run = Run(
        spec=begun.spec,
        started_at=begun.starts[0],
        finished_at=clock(),
        seeds=tuple(one.result for one in done),
        scores=score_all(predictions, kept),
        environment={**environment(done[-1].device), **encoding},
        predictions_checksum=write_predictions(folder, predictions),
        energy_joules=sum(one for one in joules if one is not None) if None not in joules else None,
        notes=tuple(said),
        tests_checksum=file_checksum((folder / TESTS).read_bytes()),
    )
    write_run(folder, run)
    clear_work(folder)
    return run


def _table(test: KeptTest, done: tuple[SeedDone, ...]) -> Predictions:
    ordered = sorted(done, key=lambda one: one.result.seed)
    ids = tuple(one.id for one in test.items)
    return Predictions(
        test.label,
        ids,
        tuple(one.result.seed for one in ordered),
        np.array([one.gold for one in test.items], dtype=np.float64),
        np.array([[one.predictions[test.label][name] for name in ids] for one in ordered]),
    )
