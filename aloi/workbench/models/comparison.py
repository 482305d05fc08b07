"""Comparison of stored runs: which system is better on which test, with p-values and human agreement."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from pathlib import Path

from aloi.agreement.result import program_version
from aloi.annotation.rows import ScoredPair
from aloi.base.names import known_name
from aloi.base.terms import Phrase
from aloi.evaluation.ceiling import Ceiling, attainable
from aloi.evaluation.comparison.compare import Difference, Family, SystemScore, compare
from aloi.evaluation.comparison.cuts import CutKind, CutScores, cut_scores
from aloi.evaluation.comparison.paired import PairedTest, TestedBy
from aloi.evaluation.metrics import metric as metric_of
from aloi.evaluation.metrics import metrics_of
from aloi.evaluation.metrics.base import Direction
from aloi.evaluation.people import PeopleScores, people_and_systems
from aloi.evaluation.resampling import REPLICATES, SEED
from aloi.workbench.models.results import UNTUNED, RunResults, TestResults, fullest, read_results, with_union
from aloi.workbench.requests.models.evaluation import CompareRequest


@dataclass(frozen=True, slots=True)
class ComparedRun:
    """A run in the words of a table.

    Parameters
    ----------
    system : str
        Recipe, its model if it has one, and the settings in which compared runs of the recipe differ.
    train : str
        Names of the training data, joined by ` + `; `none` for the untuned model.
    train_items : int
        How many rows it was trained on; 0 for none.
    floor : bool
        Whether it is a baseline that others are measured against.
    """

    id: str
    system: str
    train: str
    train_items: int
    seeds: int
    floor: bool

    @property
    def label(self) -> str:
        """Return system and training data in one line."""
        return self.system if self.train == UNTUNED else f"{self.system}, {self.train}"


@dataclass(frozen=True, slots=True)
class TestComparison:
    """The runs that were scored on one test.

    Parameters
    ----------
    label : str
        Such as `clinical 1.0/test`.
    family : Family
        Scores (named by run id, the best first), comparisons of each pair, ranks and letters.
    people : PeopleScores or None
        Annotators and the same systems against the other annotators; None if no item has two known answers.
    ceiling : Ceiling or None
        The reliability ceiling: the best expected score on this gold, given its noise; None as for people.
    cuts : tuple of CutScores
        The parts of the requested cut, none if no cut was requested.
    drawn : str
        The unit of resampling and swapping, in words: `items`, or `clusters of the same document`.
    caution : str or None
        A warning about intervals over so few clusters.
    """

    __test__ = False

    label: str
    items: int
    family: Family
    people: PeopleScores | None
    ceiling: Ceiling | None
    cuts: tuple[CutScores, ...]
    drawn: str
    caution: str | None

    @property
    def design_effect(self) -> float | None:
        """Return the design effect of the best system; None if items are not clustered."""
        ends = (one.interval for one in self.family.scores if one.interval)
        return next((one.design_effect for one in ends if one.design_effect is not None), None)


@dataclass(frozen=True, slots=True)
class GridRow:
    """One run of the train x test grid; `cells` belong to `Comparison.tests`, None if it was not scored."""

    run: ComparedRun
    cells: tuple[SystemScore | None, ...]


class NoteKind(StrEnum):
    """The subject of a note of a comparison."""

    RUN = "run"
    ONE_SEED = "one_seed"
    STUDENT = "student"
    FEW_ITEMS = "few_items"
    FEW_CLUSTERS = "few_clusters"


@dataclass(frozen=True, slots=True)
class ComparisonNote:
    """A warning or remark for the reader of a comparison.

    Parameters
    ----------
    kind : NoteKind
        `run` marks notes that runs themselves recorded.
    text : str
        One or more sentences; the same text occurs once, for all runs that it applies to.
    runs : tuple of str
        Ids of these runs; none if it is about the comparison.
    """

    kind: NoteKind
    text: str
    runs: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Comparison:
    """All results of a comparison.

    Parameters
    ----------
    kind : str
        Of the rows of all tests, by class name.
    method : str
        `PairedTest` as text.
    runs : tuple of ComparedRun
        Baselines first, then by system and training data.
    grid : tuple of GridRow
        In the order of `runs`.
    notes : tuple of Note
        Warnings and remarks for the reader.
    """

    metric: str
    direction: Direction
    method: str
    cut: str | None
    replicates: int
    seed: int
    runs: tuple[ComparedRun, ...]
    tests: tuple[TestComparison, ...]
    grid: tuple[GridRow, ...]
    notes: tuple[ComparisonNote, ...]
    program: str
    kind: str

    @property
    def others(self) -> str:
        """Return what each annotator is compared with, in words."""
        return "the others' mean" if self.kind == ScoredPair.__name__ else "the others' most frequent answer"

    @property
    def tests_taken(self) -> str:
        """Return the tests of the p-values, in words; the requested method if there are no p-values."""
        methods = {one.tested_by for test in self.tests for one in test.family.differences}
        return "; ".join(one for one in TestedBy if one in methods) or self.method

    def run(self, run_id: str) -> ComparedRun:
        """Return the compared run of that id."""
        return next(one for one in self.runs if one.id == run_id)

    def note_lines(self) -> list[str]:
        """Return the notes, each as a line of text with the runs it is about."""
        named = [(one.text, "; ".join(self.run(run).label for run in one.runs)) for one in self.notes]
        return [f"{text} ({names})" if names else text for text, names in named]


@dataclass(frozen=True, slots=True)
class Against:
    """A run against another one on a test, by one metric: the value of each, and how they differ."""

    test: str
    metric: str
    value: float | None
    other: float | None
    difference: Difference
    signature: str


def compare_runs(folder: Path, request: CompareRequest) -> Comparison:
    """Return the comparison of stored runs of one kind of row; every number comes from their predictions.

    `folder` contains one folder per run, named by its id. If learning curves are requested, runs on a draw of
    their training rows are excluded if others remain: they are points of a curve. Each additional system
    reduces the power of the adjusted tests.

    Raises
    ------
    AloiError
        A run that is missing or not finished, runs of several kinds, or runs on different data of the same
        name. Also predictions for other items or other gold, or an unknown metric, test or cluster.
    """
    paired, test = PairedTest(request.method), request.test
    kind = None if request.cut is None else CutKind(request.cut)
    results = read_results(folder, request.runs, test)
    full_runs = tuple(one for one in results if one.spec.train_items is None)
    if full_runs and request.curve:
        results = full_runs
    if request.union:
        results = with_union(results)
    name = request.metric or metrics_of(results[0].kind)[0].name
    runs = _compared(results)
    tests = []
    for label in _test_labels(results, test):
        sides = {one.id: one.tests[label] for one in results if label in one.tests}
        tests.append(
            _on_test(sides, name, paired, kind, request.cluster or None, request.replicates, request.seed)
        )
    by_run = [{score.name: score for score in one.family.scores} for one in tests]
    return Comparison(
        name,
        metric_of(name).direction,
        paired.value,
        kind.value if kind else None,
        request.replicates,
        request.seed,
        runs,
        tuple(tests),
        tuple(GridRow(one, tuple(column.get(one.id) for column in by_run)) for one in runs),
        _notes(results, runs, tests, paired),
        program_version(),
        results[0].kind,
    )


def against(
    folder: Path, run: str, other: str, *, replicates: int = REPLICATES, seed: int = SEED
) -> tuple[Against, ...]:
    """Return a run against another one, by every metric of their rows on every test they share.

    Raises
    ------
    AloiError
        As `compare_runs`.
    """
    first, second = read_results(folder, (run, other))
    comparisons = []
    for label, side in first.tests.items():
        if label not in second.tests:
            continue
        systems = {first.id: side.answers, second.id: second.tests[label].answers}
        gold = fullest([side.gold, second.tests[label].gold])
        for metric in metrics_of(first.kind):
            family = compare(gold, systems, metric_name=metric.name, replicates=replicates, seed=seed)
            values = {score.name: score.value for score in family.scores}
            comparisons.append(
                Against(
                    label,
                    metric.name,
                    values[first.id],
                    values[second.id],
                    family.between(first.id, second.id),
                    family.signature,
                )
            )
    return tuple(comparisons)


def _on_test(
    sides: Mapping[str, TestResults],
    metric: str,
    paired: PairedTest,
    kind: CutKind | None,
    cluster: Sequence[str] | None,
    replicates: int,
    seed: int,
) -> TestComparison:
    gold = fullest([side.gold for side in sides.values()]).by(cluster)
    systems = {run: side.answers for run, side in sides.items()}
    family = compare(gold, systems, metric_name=metric, test=paired, replicates=replicates, seed=seed)
    people = ceiling = None
    if any(len(one.answers) > 1 for one in gold.provenance):
        ceiling = attainable(gold, metric_name=metric)
        people = people_and_systems(gold, systems, metric_name=metric, replicates=replicates, seed=seed)
    cuts = () if kind is None else cut_scores(kind, gold, systems, metric, paired, replicates, seed)
    units = gold.units
    return TestComparison(
        gold.label, len(gold.ids), family, people, ceiling, cuts, units.words, units.caution
    )


def _test_labels(results: Sequence[RunResults], requested: str | None) -> list[str]:
    labels = sorted({label for one in results for label in one.tests})
    return (
        labels
        if requested is None
        else [
            known_name(
                requested, labels, Phrase("kind-test-of-the-compared-runs", "test of the compared runs")
            )
        ]
    )


def _compared(results: Sequence[RunResults]) -> tuple[ComparedRun, ...]:
    compared = [
        ComparedRun(
            result.id, result.system, result.train, result.train_items, len(result.spec.seeds), result.floor
        )
        for result in results
    ]
    runs_called = Counter((run.system, run.train) for run in compared)
    distinct = [
        run
        if runs_called[run.system, run.train] == 1
        else replace(run, system=f"{run.system} ({run.id[:6]})")
        for run in compared
    ]
    return tuple(
        sorted(distinct, key=lambda run: (not run.floor, run.system, run.train_items, run.train, run.id))
    )


def _notes(
    results: Sequence[RunResults],
    runs: Sequence[ComparedRun],
    tests: Sequence[TestComparison],
    paired: PairedTest,
) -> tuple[ComparisonNote, ...]:
    by_text: dict[str, list[str]] = {}
    for result in results:
        for text in dict.fromkeys(result.notes):
            by_text.setdefault(text, []).append(result.id)
    notes = [ComparisonNote(NoteKind.RUN, text, tuple(ids)) for text, ids in by_text.items()]
    single = {
        result.id
        for result in results
        if result.seeded and result.train_items and len(result.spec.seeds) == 1
    }
    if single:
        text = Phrase("note-one-seed", "One seed only: the results do not generalise to other seeds.")
        notes.append(
            ComparisonNote(
                NoteKind.ONE_SEED, text, tuple(result.id for result in runs if result.id in single)
            )
        )
    if paired is PairedTest.STUDENT:
        text = Phrase(
            "note-student",
            "Student's t over runs tests for a difference with other seeds on the same items. It does not "
            "generalise to other items, and calls equal systems different far more often than 5%.",
        )
        notes.append(ComparisonNote(NoteKind.STUDENT, text, ()))
    for test in tests:
        if test.caution:
            text = Phrase("note-of-test", "{test}: {note}", test=test.label, note=test.caution)
            notes.append(ComparisonNote(NoteKind.FEW_CLUSTERS, text, ()))
        if test.items <= 50:
            text = Phrase(
                "note-few-items",
                "{test} has {items} items: in simulated tests of 50 items, the coverage of the intervals was "
                "93 to 96%, lowest for RMSE.",
                test=test.label,
                items=test.items,
            )
            notes.append(ComparisonNote(NoteKind.FEW_ITEMS, text, ()))
    return tuple(notes)


__all__ = [
    "Ceiling",
    "Comparison",
    "ComparisonNote",
    "CutKind",
    "CutScores",
    "Difference",
    "Family",
    "NoteKind",
    "PeopleScores",
    "SystemScore",
    "against",
    "compare_runs",
]
