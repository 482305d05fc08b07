"""Train a recipe on data people name, one run or many: planned and checked first, then run, then listed."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from aloi.base.errors import AloiError
from aloi.base.records import from_json
from aloi.corpora.model import Json
from aloi.modeling.data.dataset import Dataset
from aloi.modeling.recipes import recipe
from aloi.modeling.recipes.base import Step
from aloi.modeling.recipes.training.loop import is_writer as is_writer
from aloi.modeling.runs.execute import execute
from aloi.modeling.runs.folder import MODELS
from aloi.modeling.runs.inputs import check, gather
from aloi.modeling.runs.spec import DataUse, Run, RunSpec
from aloi.workbench.encoding import CACHE as CACHE
from aloi.workbench.models.data import Scale, Sources
from aloi.workbench.models.runs import runs_folder
from aloi.workbench.models.time_left import TimeLeft
from aloi.workbench.progress import Progress, go_on, silent

if TYPE_CHECKING:
    from aloi.storage.store import Store

NONE = "none"
SEEDS = (0, 1, 2)
SHARES = (25.0, 50.0, 75.0, 100.0)
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
        """Return recipe and model, and what it trains on, in words."""
        model = self.spec.settings.get("model")
        return f"{self.spec.recipe}{f' {model}' if model else ''} trained on {self.trained_on}"

    @property
    def train_items(self) -> int:
        """Return how many rows it trains on."""
        return self.spec.train_items or sum(one.items for one in self.spec.train)

    @property
    def trained_on(self) -> str:
        """Return the training data in words, such as `clinical 1.0/train + sts/train`; `none` without."""
        return " + ".join(one.label for one in self.spec.train) or NONE


@dataclass(frozen=True, slots=True)
class TrainRequest:
    """What a person asks for: one run, or the runs of a learning curve or of a grid.

    Parameters
    ----------
    recipe : str
        Its name.
    train, tests : tuple of str
        `SOURCE` or `SOURCE:part`; a source is a release, a folder or a table. Unless told the part is
        `train` and `test`. No tests: those of the training data.
    dev : str or None
        As above, part `dev`; None for that of the first training data where it has one, `none` for none.
    settings : mapping
        Those that differ from the recipe's own.
    train_items, subset : int or None, int
        Train on a draw of so many rows.
    scales : mapping
        Source -> the ends of its scale, for data that do not tell it; under `` those of the rest.
    shares : tuple of float
        Percents of the training rows: a learning curve of `subsets` draws each.
    grid : bool
        Train on none, on each source, and on all, instead of on all.
    untuned : bool
        Score the untrained model too.
    split : str or None
        How the rows of each source are shared out anew: `train=.7,dev=.1,test=.2`.
    """

    recipe: str
    train: tuple[str, ...] = ()
    tests: tuple[str, ...] = ()
    dev: str | None = None
    settings: Mapping[str, Json] = field(default_factory=dict)
    seeds: tuple[int, ...] = SEEDS
    train_items: int | None = None
    subset: int = 0
    scales: Mapping[str, Scale] = field(default_factory=dict)
    shares: tuple[float, ...] = ()
    subsets: int = 3
    grid: bool = False
    untuned: bool = False
    split: str | None = None


def plans(store: Store | None, asked: TrainRequest) -> tuple[RunPlan, ...]:
    """Return all runs of a request, each once, checked before any long work.

    A recipe that is not seeded, and any untuned model, gets the first seed only; one that does not learn
    gets no training data, so that it is one run whatever it was to be trained on.

    Raises
    ------
    AloiError
        Data, parts or settings that are not there or cannot work, rows that the recipe does not take,
        fewer than 10 of them, gold scores that never vary, a device that is not there.
    """
    if asked.grid and asked.shares:
        raise AloiError("workbench.grid-learning-curve-asked-at")
    sources = _sources(store, asked)
    found = list(_grid(sources, asked) if asked.grid else (_plan(sources, asked),))
    if asked.shares:
        found = list(curve_plans(found[0], asked.shares, asked.subsets))
    if asked.untuned:
        found.append(untuned_plan(found[0]))
    return tuple({one.spec.id: one for one in found}.values())


def untuned_plan(one: RunPlan) -> RunPlan:
    """Return the run that scores the same model, untrained, on the same tests."""
    return _checked(
        replace(one.spec, train=(), dev=None, train_items=None, subset=0, seeds=one.spec.seeds[:1]), one.data
    )


def curve_plans(one: RunPlan, shares: Sequence[float] = SHARES, subsets: int = 3) -> tuple[RunPlan, ...]:
    """Return the runs of a learning curve: for each share of the training rows, `subsets` draws.

    The bigger draw of a subset contains the smaller ones. All rows can be drawn in one way only. Where the
    plan trains on a draw of so many pairs, the shares are those of that number.

    Parameters
    ----------
    shares : sequence of float
        Percents above 0 and up to 100.
    """
    every = sum(use.items for use in one.spec.train)
    total = one.spec.train_items or every
    if not recipe(one.spec.recipe).learns:
        return (one,)
    wrong = [share for share in shares if not 0 < share <= 100]
    if wrong or not shares or subsets < 1 or not total:
        raise AloiError(
            "workbench.learning-curve-subsets-each",
            shares=(f"{share:g} %" for share in shares),
            subsets=subsets,
            total=total,
        )
    found = []
    for share in sorted(set(shares)):
        count = round(total * share / 100)
        draws: list[tuple[int | None, int]] = [(count, number) for number in range(1, subsets + 1)]
        for size, subset in draws if count < every else [(None, 0)]:
            found.append(_checked(replace(one.spec, train_items=size, subset=subset), one.data))
    return tuple(found)


def run_plans(
    several: Sequence[RunPlan],
    folder: Path,
    progress: Progress = silent,
    cache: Path | None = None,
) -> tuple[Run, ...]:
    """Return the runs, done one after the other; one that is done already is not done again.

    The fitted models of draws (`train_items`) are removed: they are points of a curve, and many.

    Parameters
    ----------
    folder : Path
        Of all runs (`runs_folder`).
    progress : Progress
        Told every few steps in hundredths of a seed, with the time left in words; False stops.
    cache : Path, optional
        Where vectors are kept, and how encoders were measured to be fastest.

    Raises
    ------
    AloiError
        A run failed; those before it stay.
    Cancelled
        `progress` asked to stop; what is done stays, and the same call goes on from there.
    """
    total = sum(len(one.spec.seeds) for one in several) * _PARTS_OF_A_SEED
    before = 0
    done = []
    pace = TimeLeft([(len(one.spec.seeds), max(1, one.train_items)) for one in several])
    for number, one in enumerate(several, start=1):
        where = f"run {number} of {len(several)}, " if len(several) > 1 else ""
        go_on(progress, before, total, where + one.title)
        watch = _watch(one, where, before, total, progress, partial(pace.told, number - 1))
        run = execute(one.spec, one.data, folder / one.spec.id, watch=watch, cache=cache)
        if one.spec.train_items is not None and is_writer():
            shutil.rmtree(folder / one.spec.id / MODELS, ignore_errors=True)
        done.append(run)
        before += len(one.spec.seeds) * _PARTS_OF_A_SEED
    progress(total, total, "done")
    return tuple(done)


def train_job(store: Store, given: Mapping[str, Json], folder: Path, progress: Progress) -> Json:
    """Return the ids of the runs done, run as a job with `to_json(request)`.

    A job whose worker died is taken up by another: runs and seeds that are done are not done again.
    """
    found = run_plans(plans(store, request_of(given)), runs_folder(folder), progress, cache=folder / CACHE)
    return {"runs": [one.id for one in found]}


def request_of(given: Mapping[str, Any]) -> TrainRequest:
    """Return the request of a job's arguments."""
    scales = {source: [float(low), float(high)] for source, (low, high) in given.get("scales", {}).items()}
    return from_json(TrainRequest, given, closed=True, scales=scales)


def _sources(store: Store | None, asked: TrainRequest) -> Sources:
    """Return what reads the sources of a request, as rows that its recipe takes."""
    kinds = recipe(asked.recipe).row_kinds
    return Sources(store, asked.scales, kinds[0] if len(kinds) == 1 else None, asked.split)


def _grid(sources: Sources, asked: TrainRequest) -> list[RunPlan]:
    if not asked.train:
        raise AloiError("workbench.grid-asked-without-data-train")
    tests = asked.tests or asked.train
    sets = [(), *((one,) for one in asked.train), *([asked.train] if len(asked.train) > 1 else [])]
    if recipe(asked.recipe).needs_training:
        sets = sets[1:]
    whole = replace(asked, tests=tests if asked.tests else _bare(sources, tests))
    return [_plan(sources, replace(whole, train=one, dev=whole.dev if one else NONE)) for one in sets]


def _bare(sources: Sources, named: Sequence[str]) -> tuple[str, ...]:
    """Return the sources of what was named, without their parts."""
    return tuple(dict.fromkeys(sources.use(one, "train").source for one in named))


def _plan(sources: Sources, asked: TrainRequest) -> RunPlan:
    chosen = recipe(asked.recipe)
    settings = chosen.settings(asked.settings)
    seeds = tuple(dict.fromkeys(asked.seeds))
    if not seeds or min(seeds) < 0:
        raise AloiError("workbench.training-seeds", seeds=asked.seeds)
    train = tuple(sources.use(one, "train") for one in asked.train)
    tests = tuple(sources.use(one, "test") for one in asked.tests or _bare(sources, asked.train))
    spec = RunSpec(
        recipe=chosen.name,
        settings=settings,
        train=train,
        dev=_dev(sources, asked, train, tests),
        tests=tests,
        seeds=seeds if chosen.seeded and train else seeds[:1],
        train_items=asked.train_items,
        subset=asked.subset if asked.train_items is not None else 0,
    )
    if not chosen.learns:
        gather(spec, sources.read)  # what was named is there, though it is not used
        spec = replace(spec, train=(), dev=None, train_items=None, subset=0)
    return _checked(spec, sources.read)


def _dev(
    sources: Sources, asked: TrainRequest, train: Sequence[DataUse], tests: Sequence[DataUse]
) -> DataUse | None:
    if asked.dev == NONE or not train:
        return None
    if asked.dev is not None:
        return sources.use(asked.dev, "dev")
    if not sources.has(train[0].source, "dev"):
        return None
    found = sources.use(train[0].source, "dev")
    return None if found in tests else found  # a test is not looked at before


def _checked(spec: RunSpec, data: Mapping[str, Dataset]) -> RunPlan:
    """Return the plan, or raise AloiError for what no run can use."""
    check(spec, gather(spec, data), recipe(spec.recipe))
    return RunPlan(spec, data)


def _watch(
    one: RunPlan,
    where: str,
    before: int,
    total: int,
    progress: Progress,
    left: Callable[[int, float], str],
) -> Callable[[int, Step], bool]:
    """Return what tells the progress of one run among several; `left` is told seed and share of it."""

    def watch(place: int, step: Step) -> bool:
        share = step.step / step.steps if step.steps else 0.0
        done = before + int((place + share) * _PARTS_OF_A_SEED)
        loss = "" if step.loss is None else f", loss {step.loss:.4f}"
        said = f"{where}seed {place + 1} of {len(one.spec.seeds)}, step {step.step} of {step.steps}{loss}"
        said += left(place, share)
        return progress(min(done, total), total, said)

    return watch
