"""The study: runs of each row of the table, baselines, and their comparison on each test and on all tests."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from aloi.annotation.rows import ScoredPair
from aloi.base.errors import AloiError
from aloi.base.records import to_json
from aloi.base.requests import from_data
from aloi.base.terms import Term
from aloi.corpora.model import Json
from aloi.evaluation.comparison.cuts import CutKind, CutScores, cut_scores
from aloi.evaluation.comparison.paired import PairedTest
from aloi.modeling.recipes import all_recipes
from aloi.storage.store import Store
from aloi.studies.clister_table.requests import ClisterTableRequest
from aloi.workbench.encoding import CACHE
from aloi.workbench.models.comparison import Comparison, compare_runs
from aloi.workbench.models.data import ALL_SOURCES, Sources, load
from aloi.workbench.models.results import RunResults, fullest, read_results, with_union
from aloi.workbench.models.runs import Run, runs_folder
from aloi.workbench.models.training import RunPlan, note_made, plans, run_plans
from aloi.workbench.progress import Progress, silent
from aloi.workbench.requests.models.evaluation import CompareRequest
from aloi.workbench.requests.models.training import NONE, TrainRequest

_FEWEST_SOURCES = 2


@dataclass(frozen=True, slots=True)
class StudyPlan:
    """The runs of a table.

    Parameters
    ----------
    tests : tuple of str
        Labels of the tests in the order of the sources.
    items : int
        Training pairs drawn from each source.
    rows : tuple of RunPlan
        The recipe trained on none, on each source and on all.
    baselines : tuple of RunPlan
        Those that learn are trained on the pairs of the last row.
    skipped : mapping
        Baseline -> why it cannot be measured here.
    """

    tests: tuple[str, ...]
    items: int
    rows: tuple[RunPlan, ...]
    baselines: tuple[RunPlan, ...]
    skipped: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class ClisterTable:
    """The table, with everything that was compared.

    Parameters
    ----------
    tests : tuple of str
        Labels of the columns: the test of each source, then all of them together.
    items : int
        Training pairs drawn from each source.
    comparison : Comparison
        The rows; differences are a family of their own on each test and each cut.
    baselines : Comparison or None
        Scores of the baselines. They are not in the family of the rows, which would lose power.
    skipped : mapping
        Baseline -> why it was not measured.
    """

    tests: tuple[str, ...]
    items: int
    comparison: Comparison
    baselines: Comparison | None
    skipped: Mapping[str, str]

    @property
    def runs(self) -> tuple[str, ...]:
        """Return the ids of the runs of the rows, from the untuned model to all training data."""
        return tuple(run.id for run in self.comparison.runs)


def plan_of(store: Store | None, request: ClisterTableRequest) -> StudyPlan:
    """Return the runs of the table, checked before any long work.

    Raises
    ------
    AloiError
        Fewer than two sources, more pairs than a source has, or an error of `plans`.
    """
    sources = _read(store, request)
    names = tuple(dict.fromkeys(request.data))
    if len(names) < _FEWEST_SOURCES:
        raise AloiError(
            "aloi.too-few", name=Term("sources-of-pairs"), count=len(names), least=_FEWEST_SOURCES
        )
    n_each = request.items or min(sources.use(name, "train").items for name in names)
    shared = TrainRequest(
        request.recipe,
        names,
        _tests(sources, names),
        settings=request.settings,
        preset=request.preset,
        scale=request.scale,
        seeds=request.seeds,
        items=n_each,
        subset=request.subset,
        balanced=True,
    )
    rows = plans(store, replace(shared, grid=True), sources)
    baselines: list[RunPlan] = []
    skipped: dict[str, str] = {}
    for recipe in all_recipes():
        if recipe.floor and ScoredPair in recipe.row_kinds and recipe.name != request.recipe:
            try:
                baselines += plans(store, replace(shared, recipe=recipe.name, settings={}, dev=NONE), sources)
            except AloiError as error:
                skipped[recipe.name] = f"{error.found} {error.todo}"
    tests = tuple(use.label for use in rows[0].spec.tests)
    return StudyPlan(tests, n_each, rows, tuple(baselines), skipped)


def _tests(sources: Sources, names: Sequence[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(sources.use(name, "train").source for name in names))


def _read(store: Store | None, request: ClisterTableRequest) -> Sources:
    """Return the sources; those without the splits train and test are split as the request says."""
    sources = Sources(store, request.scale, ScoredPair)
    for name in request.data:
        data = sources.of(name)
        if not {"train", "test"} <= data.parts.keys():
            scale = request.scale.get(name, request.scale.get(ALL_SOURCES))
            sources.read[name] = load(store, name, kind=ScoredPair, scale=scale, split=request.split)
    return sources


def make_table(
    store: Store | None, request: ClisterTableRequest, data: Path, progress: Progress = silent
) -> ClisterTable:
    """Return the table after all runs that were not finished; an interrupted table is resumed.

    `data` is the data folder. Each cell is a run (`aloi run list`), with the id of its data and settings.

    Raises
    ------
    AloiError
        As `plan_of`; or a run failed, and those before it stay.
    Cancelled
        `progress` requested a stop; finished runs and seeds are kept.
    """
    plan = plan_of(store, request)
    planned = (*plan.rows, *plan.baselines)
    note_made(store, planned)
    folder = runs_folder(data)
    done = run_plans(planned, folder, progress, cache=data / CACHE)
    return _compared(plan, request, folder, done[len(plan.rows) :])


def table_job(store: Store, arguments: Mapping[str, Json], folder: Path, progress: Progress) -> Json:
    """Return the table, made as a job."""
    return to_json(make_table(store, from_data(ClisterTableRequest, arguments), folder, progress))


def _compared(
    plan: StudyPlan, request: ClisterTableRequest, folder: Path, floors: Sequence[Run]
) -> ClisterTable:
    """Return the comparison of the finished runs, with cuts of both kinds, and that of the baselines."""
    runs = tuple(each.spec.id for each in plan.rows)
    comparing = CompareRequest(
        runs, metric=request.metric, union=True, replicates=request.replicates, seed=request.seed
    )
    comparison = compare_runs(folder, comparing)
    results = with_union(read_results(folder, runs))
    with_cuts = tuple(replace(test, cuts=_cuts(results, test.label, request)) for test in comparison.tests)
    by_id = {row.run.id: row for row in comparison.grid}
    ordered = [by_id[run] for run in runs]
    comparison = replace(
        comparison, tests=with_cuts, grid=tuple(ordered), runs=tuple(row.run for row in ordered)
    )
    reasons = {run.id: _undefined(run, request.metric) for run in floors}
    defined = tuple(run.id for run in floors if not reasons[run.id])
    union = next(test.label for test in comparison.tests if test.label not in plan.tests)
    return ClisterTable(
        (*plan.tests, union),
        plan.items,
        comparison,
        compare_runs(folder, replace(comparing, runs=defined)) if defined else None,
        {**plan.skipped, **{run.spec.recipe: reasons[run.id] for run in floors if reasons[run.id]}},
    )


def _undefined(run: Run, metric: str) -> str:
    """Return why a run has no value of a metric on any test; empty if it has one."""
    scores = [score for score in run.scores if score.metric == metric]
    defined = any(score.value is not None for score in scores)
    return "" if defined else "; ".join(dict.fromkeys(score.reason or "" for score in scores))


def _cuts(results: Sequence[RunResults], label: str, request: ClisterTableRequest) -> tuple[CutScores, ...]:
    """Return the parts of a test by origin and by status; none where all items are of one part."""
    sides = {each.id: each.tests[label] for each in results}
    gold = fullest([side.gold for side in sides.values()])
    systems = {run: side.answers for run, side in sides.items()}
    cuts: list[CutScores] = []
    for kind in CutKind:
        parts = cut_scores(
            kind, gold, systems, request.metric, PairedTest.PERMUTATION, request.replicates, request.seed
        )
        cuts += parts if len(parts) > 1 else ()
    return tuple(cuts)
