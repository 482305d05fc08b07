"""Train and score recipes of labels, tags and questions on data people name: planned first, then run."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from annotation.rows import ScoredPair
from corpora.mining.base import Cancelled
from corpora.model import Json
from errors import AloiError
from evaluation.rows import LearntRow
from modeling.recipes import row_recipe
from modeling.recipes.base import Step
from modeling.recipes.row_base import RowRecipe
from modeling.runs.execute import RowData, RowRun, difference, execute_rows
from modeling.runs.spec import DataUse, Run, RunSpec, row_use
from workbench.models.data import load
from workbench.models.row_data import RowSource, load_rows
from workbench.models.runs import is_row_recipe, runs_folder
from workbench.models.training import CACHE, EVERY, NONE, TrainRequest, arguments, request_of
from workbench.progress import Progress, silent

if TYPE_CHECKING:
    from storage.store import Store

LEAST = 5  # rows below which nothing is trained or scored
_PARTS_OF_A_SEED = 100  # how finely progress counts within a seed
__all__ = [
    "RowPlan", "RowRun", "difference", "is_row_recipe", "row_arguments", "row_plans", "run_row_plans",
    "train_rows_job",
]  # fmt: skip


@dataclass(frozen=True, slots=True)
class RowPlan:
    """A run of rows that was checked and can start."""

    spec: RunSpec
    data: RowData

    @property
    def title(self) -> str:
        """Return recipe and model in words."""
        model = self.spec.settings.get("model")
        return f"{self.spec.recipe}{f' {model}' if model else ''}"


def row_plans(store: Store | None, asked: TrainRequest, split: str | None = None) -> tuple[RowPlan, ...]:
    """Return the runs of a request for a recipe of rows, checked before any long work.

    Parameters
    ----------
    split : str or None
        How the rows of each source are shared out anew: `train=.7,dev=.1,test=.2`.

    Raises
    ------
    AloiError
        A grid or an untuned run, which these recipes have not; data, parts or settings that cannot work.
    """
    if asked.grid or asked.untuned:
        raise AloiError(
            f"The recipe {asked.recipe} was to be run {'in a grid' if asked.grid else 'untuned'}.",
            "Grids and untuned models were expected of recipes of scored pairs only.",
            "Train it without that option; `frozen=true` leaves a model as it is.",
        )
    chosen = row_recipe(asked.recipe)
    sources = _Sources(store, chosen, asked, split)
    if not asked.train:
        raise AloiError(
            f"The recipe {asked.recipe} was given nothing to learn from.",
            "One source or more was expected.",
            "Name it with --data.",
        )
    train = [sources.part(one, "train") for one in asked.train]
    tests = [sources.part(one, "test") for one in asked.tests or [sources.source(one) for one in asked.train]]
    dev = _dev(sources, asked)
    seeds = tuple(dict.fromkeys(asked.seeds))
    spec = RunSpec(
        recipe=chosen.name,
        settings=chosen.settings(asked.settings),
        train=tuple(one.use for one in train),
        dev=dev.use if dev else None,
        tests=tuple(one.use for one in tests),
        seeds=seeds if chosen.seeded else seeds[:1],
        train_items=asked.train_items,
        subset=asked.subset if asked.train_items is not None else 0,
    )
    data = RowData(
        tuple(row for one in train for row in one.rows),
        dev.rows if dev else (),
        {one.use.label: one.rows for one in tests},
    )
    _check(chosen, data)
    return tuple(RowPlan(one, data) for one in _curve(spec, asked, len(data.train)))


def run_row_plans(
    several: Sequence[RowPlan], folder: Path, progress: Progress = silent, cache: Path | None = None
) -> tuple[Run, ...]:
    """Return the runs, done one after the other in their folders; one that is done is not done again.

    Parameters
    ----------
    folder : Path
        Of all runs.
    progress : Progress
        Told in hundredths of a seed; False stops.
    cache : Path, optional
        Where vectors of texts are kept.

    Raises
    ------
    AloiError
        A run failed; those before it stay.
    Cancelled
        `progress` asked to stop; what is done stays.
    """
    total = sum(len(one.spec.seeds) for one in several) * _PARTS_OF_A_SEED
    before, done = 0, []
    for one in several:
        if not progress(before, total, one.title):
            raise Cancelled
        watch = _watch(one, before, total, progress)
        done.append(execute_rows(one.spec, one.data, folder / one.spec.id, watch=watch, cache=cache).run)
        before += len(one.spec.seeds) * _PARTS_OF_A_SEED
    progress(total, total, "done")
    return tuple(done)


def train_rows_job(store: Store, given: Mapping[str, Json], folder: Path, progress: Progress) -> Json:
    """Return the ids of the runs done, run as a job with `row_arguments(request, split)`.

    A job whose worker died is taken up by another: runs and seeds that are done are not done again.
    """
    asked = {name: value for name, value in given.items() if name != "split"}
    split = given.get("split")
    plans = row_plans(store, request_of(asked), str(split) if split else None)
    done = run_row_plans(plans, runs_folder(folder), progress, cache=folder / CACHE)
    return {"runs": [one.id for one in done]}


def row_arguments(asked: TrainRequest, split: str | None) -> dict[str, Json]:
    """Return a request as the arguments of the job `train_rows`; check it first with `row_plans`."""
    return {**arguments(asked), "split": split}


@dataclass(frozen=True, slots=True)
class _Part:
    """A part of a source and its rows."""

    use: DataUse
    rows: tuple[LearntRow, ...]


class _Sources:
    """The sources of one request, each read once."""

    def __init__(
        self, store: Store | None, recipe: RowRecipe[Any], asked: TrainRequest, split: str | None
    ) -> None:
        self._store = store
        self._pairs = recipe.row_kinds == (ScoredPair,)
        self._asked = asked
        self._split = split
        self._read: dict[str, RowSource] = {}

    def source(self, named: str) -> str:
        """Return a source without the part named after it."""
        return self._parts(named)[0]

    def has(self, named: str, part: str) -> bool:
        """Return whether the source of what a person named has a part."""
        return part in self._data(self.source(named)).parts

    def part(self, named: str, part: str) -> _Part:
        """Return the part a person named; `part` where they named none."""
        source, told = self._parts(named)
        data, name = self._data(source), told or part
        if name not in data.parts:
            raise AloiError(
                f"{source} has no part {name!r}.",
                f"One of these was expected: {', '.join(data.parts)}.",
                f"Name a part it has, as in {source}:{next(iter(data.parts))}, or share its rows out anew: "
                "--split train=.7,dev=.1,test=.2.",
            )
        rows = data.parts[name]
        return _Part(row_use(rows, data.name, name, source), rows)

    def _parts(self, named: str) -> tuple[str, str | None]:
        before, colon, after = named.rpartition(":")
        if not colon or Path(named).expanduser().exists():
            return named, None
        if Path(before).expanduser().exists() or before in self._read:
            return before, after
        try:
            self._data(named)
        except AloiError:
            self._data(before)
            return before, after
        return named, None

    def _data(self, source: str) -> RowSource:
        if source not in self._read:
            self._read[source] = (
                self._scored(source) if self._pairs else load_rows(self._store, source, self._split)
            )
        return self._read[source]

    def _scored(self, source: str) -> RowSource:
        scale = self._asked.scales.get(source, self._asked.scales.get(EVERY))
        found = load(self._store, source, scale=scale)
        parts = {
            name: tuple(
                ScoredPair(one.id, one.id, one.id, one.left, one.right, one.score, found.low, found.high)
                for one in items
            )
            for name, items in found.parts.items()
        }
        return RowSource(found.name, parts)


def _dev(sources: _Sources, asked: TrainRequest) -> _Part | None:
    if asked.dev == NONE:
        return None
    if asked.dev is not None:
        return sources.part(asked.dev, "dev")
    first = sources.source(asked.train[0])
    # A part that is a test is not looked at before.
    tested = any(one.endswith(":dev") for one in asked.tests)
    return sources.part(first, "dev") if sources.has(first, "dev") and not tested else None


def _check(recipe: RowRecipe[Any], data: RowData) -> None:
    """Raise AloiError for rows that the recipe cannot use."""
    every = (*data.train, *data.dev, *(row for rows in data.tests.values() for row in rows))
    kinds = {type(row) for row in every}
    if len(kinds) > 1 or not kinds <= set(recipe.row_kinds):
        wanted = ", ".join(kind.__name__ for kind in recipe.row_kinds)
        raise AloiError(
            f"The recipe {recipe.name} was given rows of the kind "
            f"{' and '.join(sorted(kind.__name__ for kind in kinds))}.",
            f"Rows of one of these kinds were expected: {wanted}.",
            "Name other data, or another recipe: `aloi recipes` says what each one takes.",
        )
    fewest = min((len(rows) for rows in (data.train, *data.tests.values())), default=0)
    if fewest < LEAST:
        raise AloiError(
            f"A part has {fewest} rows.",
            f"At least {LEAST} were expected in training and in each test.",
            "Name parts with more rows.",
        )


def _curve(spec: RunSpec, asked: TrainRequest, count: int) -> list[RunSpec]:
    """Return the specs of a learning curve, or the spec alone."""
    if not asked.shares:
        return [spec]
    if any(not 0 < share <= 100 for share in asked.shares) or asked.subsets < 1:
        raise AloiError(
            f"A learning curve of {', '.join(f'{share:g} %' for share in asked.shares)} was asked for.",
            "Shares above 0 and up to 100, and one subset or more, were expected.",
            "Correct them, as in 25,50,75,100.",
        )
    total = asked.train_items or count
    found = []
    for share in sorted(set(asked.shares)):
        size = round(total * share / 100)
        draws: list[tuple[int | None, int]] = [(size, at) for at in range(1, asked.subsets + 1)]
        found += [
            replace(spec, train_items=items, subset=subset)
            for items, subset in (draws if size < count else [(None, 0)])
        ]
    return found


def _watch(one: RowPlan, before: int, total: int, progress: Progress) -> Callable[[int, Step], bool]:
    def watch(place: int, step: Step) -> bool:
        share = step.step / step.steps if step.steps else 0.0
        done = before + int((place + share) * _PARTS_OF_A_SEED)
        loss = "" if step.loss is None else f", loss {step.loss:.4f}"
        said = (
            f"{one.title}, seed {place + 1} of {len(one.spec.seeds)}, step {step.step} of {step.steps}{loss}"
        )
        return progress(min(done, total), total, said)

    return watch
