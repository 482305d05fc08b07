"""Runs of rows: a recipe fitted once a seed, its answers kept and scored; taken up where it broke off."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from annotation.rows import LabelledText, MultipleChoice, ScoredPair, TaggedTokens
from corpora.model import Json
from errors import AloiError
from evaluation.comparison.paired import Paired, bootstrap
from evaluation.rows import Answer, LearntRow, RowTest, answer_of, row_test
from evaluation.scores import TestScore, measure_rows, score_rows
from modeling.recipes import row_recipe
from modeling.recipes.base import Step
from modeling.recipes.row_base import RowPredictor, RowTraining
from modeling.runs.document import read_run, write_run
from modeling.runs.folder import (
    Begun,
    append_log,
    begin,
    clear_work,
    failures_noted,
    held,
    interruptions,
    is_done,
    model_folder,
)
from modeling.runs.inputs import draw
from modeling.runs.machine import EnergyMeter, environment
from modeling.runs.pair_execute import Clock, RunWatch, unwatched, utc_now
from modeling.runs.row_folder import (
    RowSeed,
    read_answers,
    read_row_seed,
    read_row_tests,
    write_answers,
    write_row_seed,
    write_row_tests,
)
from modeling.runs.spec import Run, RunSpec, SeedResult, row_use

_SEED = 0


@dataclass(frozen=True)
class RowRun:
    """A run of rows that is done, and its folder."""

    run: Run
    folder: Path

    @cached_property
    def scores(self) -> Mapping[str, Mapping[str, TestScore]]:
        """Return test -> metric -> its mean over seeds with interval, and each seed's value."""
        found: dict[str, dict[str, TestScore]] = {}
        for one in self.run.scores:
            found.setdefault(one.test, {})[one.metric] = one
        return found

    @cached_property
    def tests(self) -> Mapping[str, RowTest]:
        """Return test -> its ids and gold."""
        return {one.label: one for one in read_row_tests(self.folder)}

    @cached_property
    def answers(self) -> Mapping[str, Sequence[Sequence[Answer]]]:
        """Return test -> the answers of each seed, in the order of the test's ids."""
        return read_answers(self.folder, tuple(self.tests.values()), self.run.spec.seeds)


@dataclass(frozen=True, slots=True)
class RowData:
    """The rows of a run; the tests by their labels, as the spec names them."""

    train: tuple[LearntRow, ...]
    dev: tuple[LearntRow, ...]
    tests: Mapping[str, Sequence[LearntRow]]


def run_rows(
    recipe_name: str,
    settings: Mapping[str, Json],
    train: Sequence[LearntRow],
    dev: Sequence[LearntRow],
    tests: Mapping[str, Sequence[LearntRow]],
    seeds: Sequence[int],
    folder: Path,
    watch: RunWatch = unwatched,
    *,
    clock: Clock = utc_now,
    cache: Path | None = None,
) -> RowRun:
    """Return the run, done in `folder`; one that is done is read, one broken off taken up again.

    Parameters
    ----------
    recipe_name : str
        One of `modeling.recipes.ROW_RECIPES`.
    settings : mapping
        Those that differ from the recipe's own.
    train, dev : sequence of rows
        Of one kind.
    tests : mapping
        Name -> rows of the same kind; the run calls the test by this name.
    seeds : sequence of int
        One fit each; the first only where the recipe is not seeded.
    folder : Path
        The run's own. `run.json` is written last: where it is, the run is done.
    watch : RunWatch
        Told the place of the seed at work and how far it is; False asks to stop.
    cache : Path, optional
        Where vectors of texts are kept.

    Raises
    ------
    AloiError
        Settings or rows that cannot work, a folder with another run, a failure of the recipe.
    Cancelled
        `watch` asked to stop; the seeds that are done stay.
    """
    chosen = row_recipe(recipe_name)
    spec = RunSpec(
        recipe=chosen.name,
        settings=chosen.settings(settings),
        train=(row_use(train, "train", ""),),
        dev=row_use(dev, "dev", "") if dev else None,
        tests=tuple(row_use(rows, name, "") for name, rows in tests.items()),
        seeds=tuple(seeds) if chosen.seeded else tuple(seeds)[:1],
    )
    data = RowData(tuple(train), tuple(dev), dict(tests))
    return execute_rows(spec, data, folder, watch=watch, clock=clock, cache=cache)


def execute_rows(
    spec: RunSpec,
    data: RowData,
    folder: Path,
    *,
    watch: RunWatch = unwatched,
    clock: Clock = utc_now,
    cache: Path | None = None,
) -> RowRun:
    """Return the run of a spec, done in `folder`; the parameters and errors are those of `run_rows`."""
    if is_done(folder):
        return RowRun(_same(read_run(folder), spec, folder), folder)
    tests = _check(spec, data)
    folder.mkdir(parents=True, exist_ok=True)
    with held(folder):
        begun = begin(folder, spec, clock())
        with failures_noted(folder):
            done = []
            for place, seed in enumerate(spec.seeds):
                kept = _kept(folder, seed, tests)
                done.append(kept or _do_seed(spec, data, folder, place, watch, clock, cache))
            return RowRun(_finish(begun, data, folder, tests, done, clock), folder)


def difference(first: RowRun, second: RowRun, test: str, metric: str) -> Paired:
    """Return the metric of the first run minus that of the second on a test, its 95 % interval and p.

    The paired bootstrap of `evaluation.comparison.paired.bootstrap`: the same resamples of sentences, texts,
    questions or documents for both, seeds as a second factor.

    Raises
    ------
    AloiError
        A test that one of the runs lacks, or with other rows or gold.
    """
    for one in (first, second):
        if test not in one.tests:
            raise AloiError(
                f"The run {one.run.id} was not scored on {test!r}.",
                f"One of its tests was expected: {', '.join(one.tests)}.",
                "Name a test that both runs have.",
            )
    kept = first.tests[test]
    other = second.tests[test]
    if (kept.ids, kept.gold) != (other.ids, other.gold):
        raise AloiError(
            f"{test!r} has other rows or gold in the run {second.run.id} than in {first.run.id}.",
            "Two runs on the same test were expected.",
            "Run both again on the same data.",
        )
    mine, theirs = (measure_rows(metric, kept, one.answers[test]) for one in (first, second))
    units = len(set(kept.documents)) if kept.unit == "documents" else len(kept.ids)
    return bootstrap(mine, theirs, units, _SEED, kept.unit)


def _same(run: Run, spec: RunSpec, folder: Path) -> Run:
    if run.id != spec.id:
        raise AloiError(
            f"{folder} holds the run {run.id} of {run.spec.recipe}.",
            f"The run {spec.id} of {spec.recipe}, or an empty folder, was expected.",
            "Name another folder, or remove this one.",
        )
    return run


def _check(spec: RunSpec, data: RowData) -> tuple[RowTest, ...]:
    """Return the tests, or raise AloiError for rows that no run can use."""
    if not spec.tests or not spec.seeds:
        raise AloiError(
            f"The run has {len(spec.tests)} tests and {len(spec.seeds)} seeds.",
            "One of each at least was expected.",
            "Name what to score it on, and a seed.",
        )
    tests = tuple(row_test(use.label, use.checksum, data.tests[use.label]) for use in spec.tests)
    kinds = {type(row).__name__ for row in (*data.train, *data.dev)} | {one.kind for one in tests}
    labels = [one.label for one in tests]
    if len(kinds) > 1 or len(set(labels)) < len(labels):
        raise AloiError(
            f"The rows are of the kinds {', '.join(sorted(kinds))}, the tests are {', '.join(labels)}.",
            "One kind of rows, and a name of its own for each test, were expected.",
            "Train and score on data of one kind, and name each test once.",
        )
    return tests


def _kept(folder: Path, seed: int, tests: Sequence[RowTest]) -> RowSeed | None:
    """Return what a seed gave before the run was broken off; None unless it is all there."""
    done = read_row_seed(folder, seed)
    if done is None or any(set(done.answers.get(test.label, ())) != set(test.ids) for test in tests):
        return None
    return done


def _do_seed(
    spec: RunSpec,
    data: RowData,
    folder: Path,
    place: int,
    watch: RunWatch,
    clock: Clock,
    cache: Path | None,
) -> RowSeed:
    """Return what one seed gave, kept in the folder."""
    seed = spec.seeds[place]
    meter = EnergyMeter()

    def told(step: Step) -> bool:
        meter.sample()
        append_log(folder, seed, step, clock())
        return watch(place, step)

    own = model_folder(folder, seed)
    own.mkdir(parents=True, exist_ok=True)
    wall, cpu = time.perf_counter(), time.process_time()
    train = draw(data.train, spec.train_items, spec.subset)
    fitted = row_recipe(spec.recipe).fit(RowTraining(train, data.dev, spec.settings, seed, own, told, cache))
    answers = {label: _answers(fitted, label, rows) for label, rows in data.tests.items()}
    result = SeedResult(
        seed=seed,
        signature=fitted.signature,
        seconds=time.perf_counter() - wall,
        cpu_seconds=time.process_time() - cpu,
        best_epoch=getattr(fitted, "best_epoch", None),
    )
    tell: Callable[[Sequence[LearntRow]], Sequence[str]] = getattr(fitted, "notes", lambda rows: ())
    said = [f"{label}: {note}" for label, rows in data.tests.items() for note in tell(rows)]
    device = str(getattr(fitted, "device", "cpu"))
    done = RowSeed(result, device, meter.joules(), answers, tuple(said))
    write_row_seed(folder, done)
    return done


def _answers(fitted: RowPredictor[LearntRow], label: str, rows: Sequence[LearntRow]) -> dict[str, Answer]:
    """Return row id -> answer, or raise AloiError where the model left rows out."""
    predicted = fitted.predict(rows)
    if [one.id for one in predicted] != [one.id for one in rows]:
        raise AloiError(
            f"The model answered {len(predicted)} of the {len(rows)} rows of {label}.",
            "An answer for each row, in their order, was expected.",
            "Report this: the recipe is wrong.",
        )
    return {one.id: answer_of(one) for one in predicted}


def _finish(
    begun: Begun,
    data: RowData,
    folder: Path,
    tests: Sequence[RowTest],
    done: Sequence[RowSeed],
    clock: Clock,
) -> Run:
    """Return the run, with all its files written, `run.json` last."""
    seeds = [one.result.seed for one in done]
    answers = {
        test.label: [[one.answers[test.label][name] for name in test.ids] for one in done] for test in tests
    }
    joules = [one.energy_joules for one in done]
    run = Run(
        spec=begun.spec,
        started_at=begun.starts[0],
        finished_at=clock(),
        seeds=tuple(one.result for one in done),
        scores=tuple(score for test in tests for score in score_rows(test, answers[test.label], seeds)),
        environment=environment(done[-1].device),
        predictions_checksum=write_answers(folder, tests, seeds, answers),
        energy_joules=sum(one for one in joules if one is not None) if None not in joules else None,
        notes=_notes(begun, data, done),
        tests_checksum=write_row_tests(folder, tests),
    )
    write_run(folder, run)
    clear_work(folder)
    return run


def _notes(begun: Begun, data: RowData, done: Sequence[RowSeed]) -> tuple[str, ...]:
    """Return in sentences what the scores stand under: texts seen in training, cut texts, interruptions."""
    texts = {_text(row) for row in data.train}
    said = []
    for label, rows in data.tests.items():
        if same := sum(_text(row) in texts for row in rows):
            said.append(f"{same} of {len(rows)} rows of {label} have a text that is also in training.")
    said += dict.fromkeys(note for one in done for note in one.notes)
    said += interruptions(begun)
    return tuple(said)


def _text(row: LearntRow) -> tuple[str, ...]:
    """Return the texts of a row, its answer left aside."""
    match row:
        case LabelledText():
            return row.text, row.second
        case TaggedTokens():
            return row.tokens
        case MultipleChoice():
            return row.question, *row.options
        case ScoredPair():
            return row.left, row.right
    return row.text, row.mention
