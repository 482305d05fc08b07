"""Executes a run in a folder: one fit a seed, predictions, scores; an interrupted run is resumed."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, TypeAlias

import numpy as np

from aloi.annotation.rows import ScoredPair, TaggedTokens
from aloi.base.errors import AloiError
from aloi.base.terms import Phrase, Term
from aloi.evaluation.rows import Answer, LearntRow
from aloi.modeling.data.dataset import Dataset
from aloi.modeling.encoders.tuning import FP32
from aloi.modeling.recipes import recipe
from aloi.modeling.recipes.base import Predictor, Recipe, Step, Training, Watch, of_kind, unnoted
from aloi.modeling.recipes.training.loop import is_writer
from aloi.modeling.runs.calibration import calibration_on, run_scores
from aloi.modeling.runs.cross_validation import cross_validated, fit_tuned, in_words
from aloi.modeling.runs.folder import (
    SEEDS,
    Begun,
    SeedDone,
    append_log,
    begin,
    clear_work,
    failures_noted,
    interruptions,
    is_done,
    locked,
    model_folder,
    read_seed,
    write_seed,
)
from aloi.modeling.runs.inputs import RunData, TestRows, check, gather, notes, rescaled
from aloi.modeling.runs.machine import EnergyMeter, environment
from aloi.modeling.runs.predictions import answer, plain, write_predictions, write_tests
from aloi.modeling.runs.spec import Run, RunSpec, SeedResult, read_run, write_run
from aloi.modeling.runs.tracking import trackers

_LOOK_SECONDS = 0.2
_FOLDS = (
    "Cross-validated in {folds} folds: each row is predicted by a fit without it and its documents. "
    "Fits share training rows: the interval is over items and divisions, not over other training data."
)
_DRAWN = "Each fit draws {count} of the rows outside of its fold."

# Called with the index of the current seed and its progress; False requests a stop.
RunWatch: TypeAlias = Callable[[int, Step], bool]
Clock: TypeAlias = Callable[[], datetime]


def unwatched(index: int, step: Step) -> bool:
    """Return True: nobody watches, nobody stops."""
    del index, step
    return True


def utc_now() -> datetime:
    """Return the present moment, aware and in UTC."""
    return datetime.now(UTC)


def execute(
    spec: RunSpec,
    data: Mapping[str, Dataset],
    folder: Path,
    *,
    watch: RunWatch = unwatched,
    clock: Clock = utc_now,
    cache: Path | None = None,
    chosen: Recipe[Any] | None = None,
    report_to: Sequence[str] = (),
) -> Run:
    """Return the run, executed in `folder`; a finished run is read, an interrupted one is resumed.

    Parameters
    ----------
    data : mapping
        Source, as `DataUse.source` names it -> its data.
    folder : Path
        Folder of this run alone; created if missing. `run.json` is written last. Under `torchrun` process 0
        writes; the others share fits that can be, or wait.
    cache : Path, optional
        Folder of cached vectors of texts and of the measured speeds of encoders.
    chosen : Recipe, optional
        The recipe, if it is not one of the list: predictions that were imported.
    report_to : sequence of str
        Trackers of the fine-tuning, as transformers names them; they write into this folder.

    Raises
    ------
    AloiError
        Input that `gather` or `check` rejects, a failure of the recipe (in `error.txt`), or a folder in use.
    Cancelled
        `watch` requested a stop; finished seeds are retained.
    """
    if is_done(folder):
        return _same(read_run(folder), spec, folder)
    run_data, chosen = gather(spec, data), chosen or recipe(spec.recipe)
    check(spec, run_data, chosen)
    folder.mkdir(parents=True, exist_ok=True)
    if not is_writer():
        return _assist(spec, chosen, run_data, folder, cache)
    with locked(folder):
        begun = begin(folder, spec, clock())
        with failures_noted(folder), trackers(report_to, folder, spec.id):
            done = tuple(
                _stored_seed(folder, seed, run_data)
                or _do_seed(spec, chosen, run_data, folder, index, watch, clock, cache, report_to)
                for index, seed in enumerate(spec.seeds)
            )
            return _finish(begun, chosen, run_data, folder, done, clock)


def _same(run: Run, spec: RunSpec, folder: Path) -> Run:
    if run.id != spec.id:
        raise AloiError(
            "modeling.holds-run",
            folder=folder,
            run=run.id,
            recipe=run.spec.recipe,
            spec=spec.id,
            spec_recipe=spec.recipe,
        )
    return run


def _assist(spec: RunSpec, chosen: Recipe[Any], data: RunData, folder: Path, cache: Path | None) -> Run:
    """Return the run that process 0 of a launcher writes, after working on fits that can be shared.

    If process 0 fails, the launcher ends this one.
    """
    if chosen.shared and data.train:
        for seed in spec.seeds:
            if _stored_seed(folder, seed, data) is None:
                _fit(spec, chosen, data, folder, seed, lambda step: True, cache)
    while not is_done(folder):
        time.sleep(_LOOK_SECONDS)
    return read_run(folder)


def _fit(
    spec: RunSpec,
    chosen: Recipe[Any],
    data: RunData,
    folder: Path,
    seed: int,
    watch: Watch,
    cache: Path | None,
    note: Callable[[str], None] = unnoted,
    report_to: Sequence[str] = (),
) -> Predictor[Any]:
    seed_folder = model_folder(folder, seed)
    seed_folder.mkdir(parents=True, exist_ok=True)
    ends = data.low, data.high
    training: Training[Any] = Training(
        data.train, data.dev, spec.settings, seed, seed_folder, watch, cache, *ends, note, tuple(report_to)
    )
    if spec.folds:
        return cross_validated(chosen, training, data.train_keys, spec, folder / SEEDS)
    fitted, best = fit_tuned(chosen, training, data.train_keys, spec.tuning)
    if best:
        note(f"Settings of seed {seed}: {in_words(best)}.")
    return fitted


def _stored_seed(folder: Path, seed: int, data: RunData) -> SeedDone | None:
    """Return the results of a seed from before an interruption; None unless they are complete."""
    done = read_seed(folder, seed)
    if done is None or any(
        done.answers.get(test.use.label, {}).keys() != set(test.gold.ids) for test in data.tests
    ):
        return None
    return done


def _do_seed(
    spec: RunSpec,
    chosen: Recipe[Any],
    data: RunData,
    folder: Path,
    index: int,
    watch: RunWatch,
    clock: Clock,
    cache: Path | None,
    report_to: Sequence[str],
) -> SeedDone:
    """Return the results of one seed, stored in the folder."""
    seed = spec.seeds[index]
    meter = EnergyMeter()

    def record_step(step: Step) -> bool:
        meter.sample()
        append_log(folder, seed, step, clock())
        return watch(index, step)

    wall, cpu = time.perf_counter(), time.process_time()
    remarks: list[str] = []
    fitted = _fit(spec, chosen, data, folder, seed, record_step, cache, remarks.append, report_to)
    answers = {test.use.label: _answers(fitted, test, data) for test in data.tests}
    result = SeedResult(
        seed=seed,
        signature=fitted.signature,
        seconds=time.perf_counter() - wall,
        cpu_seconds=time.process_time() - cpu,
        best_epoch=getattr(fitted, "best_epoch", None),
        calibration=None
        if _is_score(chosen, spec, data)
        else calibration_on(fitted, of_kind(data.dev, ScoredPair)),
    )
    tell: Callable[[Sequence[LearntRow]], Sequence[str]] = getattr(fitted, "notes", lambda rows: ())
    done = SeedDone(
        result,
        str(getattr(fitted, "device", "cpu")),
        meter.joules(),
        answers,
        (*remarks, *(f"{test.use.label}: {note}" for test in data.tests for note in tell(test.rows))),
        getattr(fitted, "encoding", {}),
    )
    write_seed(folder, done)
    return done


def _answers(fitted: Predictor[Any], test: TestRows, data: RunData) -> dict[str, Answer]:
    """Return row id -> answer; scores on the test's own scale."""
    predicted = fitted.predict(test.rows)
    if len(predicted) != len(test.rows):
        raise AloiError("modeling.no-answer-for-some-rows", rows=len(test.rows), label=test.use.label)
    if data.kind is ScoredPair:
        scores = np.asarray(predicted, dtype=np.float64)
        if not np.isfinite(scores).all():
            raise AloiError(
                "modeling.no-answer-for-some-rows",
                rows=len(test.rows),
                label=test.use.label,
                expected=Term("finite-number"),
                todo=Term("lower-learning-rate"),
            )
        scale = (test.gold.low, test.gold.high)
        return dict(zip(test.gold.ids, rescaled(scores, (data.low, data.high), scale).tolist(), strict=True))
    for row, prediction in zip(test.rows, predicted, strict=True):
        if isinstance(row, TaggedTokens) and (
            isinstance(prediction, float) or len(prediction) != len(row.tokens)
        ):
            raise AloiError(
                "modeling.no-answer-for-some-rows",
                rows=len(test.rows),
                label=test.use.label,
                expected=Term("tag-for-each"),
            )
    # As they are read back, whatever types of numbers a library gave.
    return {name: answer(plain(one)) for name, one in zip(test.gold.ids, predicted, strict=True)}


def _finish(
    begun: Begun,
    chosen: Recipe[Any],
    data: RunData,
    folder: Path,
    done: tuple[SeedDone, ...],
    clock: Clock,
) -> Run:
    """Return the run, with all its files written, `run.json` last."""
    seeds = [one.result.seed for one in done]
    tests = [test.gold for test in data.tests]
    answers = {
        test.label: [[one.answers[test.label][name] for name in test.ids] for one in done] for test in tests
    }
    encoding, joules = done[-1].encoding, [one.energy_joules for one in done]
    run = Run(
        spec=begun.spec,
        started_at=begun.starts[0],
        finished_at=clock(),
        seeds=tuple(one.result for one in done),
        scores=tuple(run_scores(tests, answers, [seed.result for seed in done], (data.low, data.high))),
        environment={**environment(done[-1].device), **encoding},
        predictions_checksum=write_predictions(folder, tests, seeds, answers),
        energy_joules=sum(one for one in joules if one is not None) if None not in joules else None,
        notes=_notes(begun, chosen, data, done),
        tests_checksum=write_tests(folder, tests),
        scale=(data.low, data.high),
    )
    write_run(folder, run)
    clear_work(folder)
    return run


def _is_score(chosen: Recipe[Any], spec: RunSpec, data: RunData) -> bool:
    """Return whether predictions are answers as they are, not similarities that need a calibration."""
    return data.kind is not ScoredPair or chosen.is_calibrated(spec.settings, trained=bool(data.train))


def _notes(begun: Begun, chosen: Recipe[Any], data: RunData, done: Sequence[SeedDone]) -> tuple[str, ...]:
    """Return sentences on the conditions of the scores."""
    of_seeds = dict.fromkeys(note for one in done for note in one.notes)
    folds, items = begun.spec.folds, begun.spec.train_items
    shared = [Phrase("note-folds", _FOLDS, folds=folds)] if folds else notes(data)
    if folds and items is not None:
        shared = [*shared, Phrase("note-folds-drawn", _DRAWN, count=items)]
    remarks = [*shared, *of_seeds, *interruptions(begun)]
    if not _is_score(chosen, begun.spec, data):
        remarks.append(
            Phrase(
                "note-not-calibrated",
                "Predicted scores are similarities that were not calibrated to the scale: RMSE, MAE and EDRM "
                "say nothing about them. Correlations do.",
            )
        )
        if all(seed.result.calibration for seed in done):
            remarks.append(
                Phrase(
                    "note-calibrated-on-dev",
                    "The calibrated errors are those after a line from similarities to scores, fitted on "
                    "the dev pairs by least squares.",
                )
            )
    encoding = done[-1].encoding
    if encoding.get("encoding", FP32) != FP32:
        how, why = encoding["encoding"], encoding["encoding_tuning"]
        remarks.append(
            Phrase(
                "note-encoding", "Texts were encoded in {how}, found fastest here: {why}.", how=how, why=why
            )
        )
    return tuple(remarks)
