"""Train a recipe on data people name, one run or many: planned and checked first, then run, then listed."""

from __future__ import annotations

import shutil
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from aloi.base.errors import AloiError
from aloi.base.requests import from_data
from aloi.base.terms import Term
from aloi.corpora.model import Json
from aloi.modeling.data.dataset import Dataset
from aloi.modeling.recipes import recipe
from aloi.modeling.recipes.base import Step
from aloi.modeling.recipes.training.loop import is_writer as is_writer
from aloi.modeling.runs.cross_validation import check_space
from aloi.modeling.runs.estimate import RunCost, estimate
from aloi.modeling.runs.execute import execute
from aloi.modeling.runs.folder import MODELS
from aloi.modeling.runs.inputs import check, contents, gather
from aloi.modeling.runs.spec import DataUse, InnerTuning, Run, RunSpec
from aloi.modeling.runs.tracking import check_trackers
from aloi.workbench.encoding import CACHE as CACHE
from aloi.workbench.models.data import Sources
from aloi.workbench.models.runs import runs_folder
from aloi.workbench.progress import Message, Progress, go_on, silent
from aloi.workbench.requests.models.training import NONE, SHARES, TrainRequest

if TYPE_CHECKING:
    from aloi.storage.store import Store


# The fields of a spec that trains on nothing.
_UNTRAINED: Mapping[str, Any] = {
    "train": (),
    "dev": None,
    "further_dev": (),
    "train_items": None,
    "subset": 0,
    "balanced": False,
    "folds": 0,
    "tuning": None,
}
_PARTS_OF_A_SEED = 100  # how finely progress counts within a seed


@dataclass(frozen=True, slots=True)
class RunPlan:
    """A run that was checked and can start.

    Parameters
    ----------
    data : mapping
        Source -> its data, for every source of the spec.
    """

    spec: RunSpec
    data: Mapping[str, Dataset]

    @property
    def title(self) -> str:
        """Return recipe, model and training data, in words."""
        model = self.spec.settings.get("model")
        return f"{self.spec.recipe}{f' {model}' if model else ''} trained on {self.trained_on}"

    @property
    def trained_on(self) -> str:
        """Return the training data in words, such as `clinical 1.0/train + sts/train`; `none` without."""
        return " + ".join(one.label for one in self.spec.train) or NONE


def plans(store: Store | None, request: TrainRequest, sources: Sources | None = None) -> tuple[RunPlan, ...]:
    """Return all runs of a request, each once, checked before any long work.

    An unseeded recipe, and any untuned model, gets the first seed only. A recipe that is not trained gets no
    training data, so that it is a single run for all training data.

    Parameters
    ----------
    sources : Sources, optional
        Data that were read before; by default they are read.

    Raises
    ------
    AloiError
        Missing or invalid data, splits or settings, rows that the recipe does not accept, or fewer than 10 of
        them. Also gold scores without variance, or a missing device.
    """
    sources = sources or _sources(store, request)
    if request.report_to:
        check_trackers(request.report_to)
        _check_fine_tuned(request.recipe)
    planned = list(_grid(sources, request) if request.grid else (_plan(sources, request),))
    if request.curve:
        planned = list(curve_plans(planned[0], request.curve, request.subsets))
    if request.untuned:
        planned.append(untuned_plan(planned[0]))
    return tuple({one.spec.id: one for one in planned}.values())


def _check_fine_tuned(name: str) -> None:
    """Raise AloiError for a recipe without steps that a tracker could show."""
    if not recipe(name).shared:
        raise AloiError(
            "aloi.not-for",
            name=Term("report-to-recipe"),
            data=name,
            expected=Term("recipe-with-steps"),
        )


def untuned_plan(plan: RunPlan) -> RunPlan:
    """Return the run that scores the same model, untrained, on the same tests."""
    return _checked(
        replace(plan.spec, **_UNTRAINED, seeds=plan.spec.seeds[:1]),
        plan.data,
    )


def curve_plans(plan: RunPlan, shares: Sequence[float] = SHARES, subsets: int = 3) -> tuple[RunPlan, ...]:
    """Return the runs of a learning curve: for each share of the training rows, `subsets` draws.

    The larger draw of a subset contains the smaller ones. All rows can be drawn in one way only. If the plan
    trains on a draw of so many pairs, the shares are those of that number.

    Parameters
    ----------
    shares : sequence of float
        Percents above 0 and up to 100.
    """
    n_rows = replace(plan.spec, train_items=None).n_train
    total = plan.spec.train_items or n_rows
    if not recipe(plan.spec.recipe).learns:
        return (plan,)
    wrong = [share for share in shares if not 0 < share <= 100]
    if wrong or not shares or subsets < 1 or not total:
        raise AloiError(
            "workbench.learning-curve-subsets-each",
            shares=(f"{share:g} %" for share in shares),
            subsets=subsets,
            total=total,
        )
    planned = []
    for share in sorted(set(shares)):
        count = round(total * share / 100)
        draws: list[tuple[int | None, int]] = [(count, number) for number in range(1, subsets + 1)]
        for size, subset in draws if count < n_rows else [(None, 0)]:
            planned.append(_checked(replace(plan.spec, train_items=size, subset=subset), plan.data))
    return tuple(planned)


def run_plans(
    several: Sequence[RunPlan],
    folder: Path,
    progress: Progress = silent,
    cache: Path | None = None,
    report_to: Sequence[str] = (),
) -> tuple[Run, ...]:
    """Execute runs one after the other and return them; a finished run is not repeated.

    The fitted models of draws (`train_items`) are removed: they are points of a curve, and many.

    Parameters
    ----------
    folder : Path
        Of all runs (`runs_folder`).
    progress : Progress
        Called every few steps in hundredths of a seed, with the time left in words; False stops.
    cache : Path, optional
        The folder of cached vectors, and of measurements of the fastest encoder settings.
    report_to : sequence of str
        Trackers of fine-tunings, such as `tensorboard`.

    Raises
    ------
    AloiError
        A run failed; those before it stay. A tracker that is not installed, before any run.
    Cancelled
        `progress` requested a stop; finished work stays, and the same call resumes it.
    """
    check_trackers(report_to)
    total = sum(len(plan.spec.seeds) for plan in several) * _PARTS_OF_A_SEED
    before = 0
    done = []
    pace = TimeLeft([(len(plan.spec.seeds), max(1, plan.spec.n_train)) for plan in several])
    for number, plan in enumerate(several, start=1):
        of_run = partial(_of_run, number, len(several))
        go_on(progress, before, total, of_run(plan.title))
        watch = _watch(plan, of_run, before, total, progress, partial(pace.time_left, number - 1))
        run = execute(
            plan.spec, plan.data, folder / plan.spec.id, watch=watch, cache=cache, report_to=report_to
        )
        if plan.spec.train_items is not None and is_writer():
            shutil.rmtree(folder / plan.spec.id / MODELS, ignore_errors=True)
        done.append(run)
        before += len(plan.spec.seeds) * _PARTS_OF_A_SEED
    progress(total, total, Term("progress-done"))
    return tuple(done)


def estimate_plans(
    several: Sequence[RunPlan], progress: Progress = silent, cache: Path | None = None
) -> tuple[RunCost, ...]:
    """Return the time and the memory of runs, each measured on this machine; nothing is stored.

    Raises
    ------
    AloiError
        A run without training steps.
    Cancelled
        `progress` requested a stop.
    """
    estimates = []
    for number, plan in enumerate(several):
        go_on(progress, number, len(several), plan.title)
        estimates.append(estimate(plan.spec, plan.data, cache))
    return tuple(estimates)


def train_job(store: Store, arguments: Mapping[str, Json], folder: Path, progress: Progress) -> Json:
    """Return the ids of the runs done, run as a job with a `TrainRequest`.

    A job whose worker died is resumed by another: finished runs and seeds are not repeated.
    """
    request = from_data(TrainRequest, arguments)
    planned = plans(store, request)
    note_made(store, planned)
    done_runs = run_plans(
        planned, runs_folder(folder), progress, cache=folder / CACHE, report_to=request.report_to
    )
    return {"runs": [one.id for one in done_runs]}


def note_made(store: Store | None, planned: Sequence[RunPlan]) -> None:
    """Record the author of the runs: they see the runs, and so do people they share them with."""
    if store is not None:
        for plan in planned:
            store.members.record_author("run", plan.spec.id)


def _sources(store: Store | None, request: TrainRequest) -> Sources:
    """Return the reader of the sources of a request, as rows that its recipe accepts."""
    kinds = recipe(request.recipe).row_kinds
    return Sources(store, request.scale, kinds[0] if len(kinds) == 1 else None, request.split)


def _grid(sources: Sources, request: TrainRequest) -> list[RunPlan]:
    if not request.data:
        raise AloiError(
            "aloi.missing", name=Term("the-grid"), missing=Term("data-to-train"), todo=Term("name-one-source")
        )
    tests = request.test or request.data
    sets = [(), *((one,) for one in request.data), *([request.data] if len(request.data) > 1 else [])]
    if recipe(request.recipe).needs_training:
        sets = sets[1:]
    full_request = replace(request, test=tests if request.test else _bare(sources, tests))
    return [
        _plan(
            sources,
            replace(full_request, data=train)
            if train
            else replace(full_request, data=(), dev=NONE, items=None, subset=0),
        )
        for train in sets
    ]


def _bare(sources: Sources, named: Sequence[str]) -> tuple[str, ...]:
    """Return the sources without their splits."""
    return tuple(dict.fromkeys(sources.use(one, "train").source for one in named))


def _plan(sources: Sources, request: TrainRequest) -> RunPlan:
    chosen = recipe(request.recipe)
    settings = chosen.settings({**chosen.presets[request.preset], **request.settings})
    seeds = tuple(dict.fromkeys(request.seeds))
    if not seeds or min(seeds) < 0:
        raise AloiError(
            "aloi.value",
            name=Term("the-list-of-seeds"),
            value=list(request.seeds),
            expected=Term("least-one-whole"),
            todo=Term("write-them"),
        )
    # Inner folds depend on the documents of the training rows, as the intervals of a test do.
    use = sources.clustered if request.tune else sources.use
    train = tuple(use(name, _usual_part(sources, name, request)) for name in request.data)
    if request.folds and len(train) != 1:
        raise AloiError(
            "aloi.value",
            name=Term("sources-of-folds"),
            value=len(train),
            expected="1",
            todo=Term("name-one-source"),
        )
    named = [f"{use.source}:{use.part}" for use in train] if request.folds else request.test
    tests = tuple(sources.clustered(name, "test") for name in named or _bare(sources, request.data))
    check_space(chosen, settings, request.tune)
    devs = _devs(sources, request, train, tests)
    spec = RunSpec(
        recipe=chosen.name,
        settings=settings,
        train=train,
        dev=next(iter(devs), None),
        tests=tests,
        seeds=seeds if train and (chosen.seeded or request.folds) else seeds[:1],
        train_items=request.items,
        subset=request.subset if request.items is not None else 0,
        balanced=request.balanced and request.items is not None and len(train) > 1,
        further_dev=devs[1:],
        contents=contents(settings),
        folds=request.folds or 0,
        tuning=InnerTuning(request.tune, request.trials, request.inner_folds) if request.tune else None,
    )
    if not chosen.learns:
        gather(spec, sources.read)  # named data must exist, though they are not used
        spec = replace(spec, **_UNTRAINED)
    return _checked(spec, sources.read)


def _usual_part(sources: Sources, name: str, request: TrainRequest) -> str:
    """Return the split to train on if none is named: `train`, or the only one if it is divided into folds."""
    parts = tuple(sources.of(name).parts)
    return parts[0] if request.folds and len(parts) == 1 else "train"


def _devs(
    sources: Sources, request: TrainRequest, train: Sequence[DataUse], tests: Sequence[DataUse]
) -> tuple[DataUse, ...]:
    """Return the development data: those of the request, or the split dev of every training source."""
    if request.dev == NONE or not train or request.folds:
        return ()
    if request.dev is not None:
        return (sources.use(request.dev, "dev"),)
    named = dict.fromkeys(use.source for use in train)
    devs = (sources.use(source, "dev") for source in named if sources.has(source, "dev"))
    scored = {(use.checksum, use.part) for use in tests}  # a test is not looked at before
    return tuple(use for use in devs if (use.checksum, use.part) not in scored)


def _checked(spec: RunSpec, data: Mapping[str, Dataset]) -> RunPlan:
    """Return the plan, or raise AloiError for data that no run can use."""
    check(spec, gather(spec, data), recipe(spec.recipe))
    return RunPlan(spec, data)


def _of_run(number: int, count: int, step: Message) -> Message:
    """Return the message on a run of several."""
    return Term("progress-run", number=number, count=count, step=step) if count > 1 else step


def _watch(
    plan: RunPlan,
    of_run: Callable[[Message], Message],
    before: int,
    total: int,
    progress: Progress,
    left: Callable[[int, float], Message],
) -> Callable[[int, Step], bool]:
    """Return the callback for the progress of a run of several; `left` is called with seed and its share."""

    def watch(seed_index: int, step: Step) -> bool:
        share = step.step / step.steps if step.steps else 0.0
        done = before + int((seed_index + share) * _PARTS_OF_A_SEED)
        loss = "" if step.loss is None else f", loss {step.loss:.4f}"
        message = Term(
            "progress-seed",
            seed=seed_index + 1,
            seeds=len(plan.spec.seeds),
            step=step.step,
            steps=step.steps,
            loss=loss,
            left=left(seed_index, share),
        )
        return progress(min(done, total), total, of_run(message))

    return watch


_SURE_SECONDS = 2.0  # of steps; with less, no estimate is shown


class TimeLeft:
    """Estimates the time left of several runs, each with some seeds.

    Only time between two steps of the same seed counts, so that seeds found done do not make it too short.

    Parameters
    ----------
    runs : sequence of (int, float)
        Seeds of each run, and the work of one of them in any unit, such as training rows.
    """

    def __init__(
        self, runs: Sequence[tuple[int, float]], clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._runs = runs
        self._clock = clock
        self._last: tuple[int, int, float, float] | None = None
        self._work = self._seconds = 0.0

    def time_left(self, run: int, seed: int, share: float) -> Message:
        """Return `, 5 min left` for so large a share of a seed done, seed and run by place; may be empty."""
        now, each = self._clock(), self._runs[run][1]
        if self._last is not None and self._last[:2] == (run, seed):
            self._work += max(0.0, share - self._last[2]) * each
            self._seconds += now - self._last[3]
        self._last = (run, seed, share, now)
        if self._seconds < _SURE_SECONDS or not self._work:
            return ""
        rest = (self._runs[run][0] - seed - share) * each
        rest += sum(seeds * work for seeds, work in self._runs[run + 1 :])
        return Term("progress-left", time=in_words(rest * self._seconds / self._work))


def in_words(seconds: float) -> str:
    """Return a time as `40 s`, `12 min` or `3 h 20 min`."""
    if seconds < 90:
        return f"{seconds:.0f} s"
    minutes = round(seconds / 60)
    return f"{minutes} min" if minutes < 90 else f"{minutes // 60} h {minutes % 60:02} min"
