"""Stored runs read for a comparison: named as in tables, and checked to have the same tests."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from aloi.annotation.rows import ScoredPair
from aloi.base.errors import AloiError
from aloi.base.names import known_name
from aloi.base.terms import Phrase, Term
from aloi.corpora.identity import checksum
from aloi.corpora.model import Json
from aloi.evaluation.metrics import metrics_of
from aloi.evaluation.reports.details import GroupScores, TestDetails, details_of, macro_mean, score_of_group
from aloi.evaluation.rows import KINDS, Answer, EvaluationSet, Provenance, floats
from aloi.modeling.recipes import all_recipes
from aloi.modeling.runs.cross_validation import folds_of
from aloi.modeling.runs.finished_run import StoredRun
from aloi.modeling.runs.inputs import NOUNS, rescaled
from aloi.modeling.runs.spec import RunSpec
from aloi.workbench.models.runs import stored_run
from aloi.workbench.requests.models.evaluation import RunDetailsRequest

FOLD = "fold"  # the key of groups of a cross-validated run
UNTUNED = "none"  # the training data of an untuned model, as a name


@dataclass(frozen=True, slots=True)
class TestResults:
    """The predictions of a run on one test: by seed, in the order of `gold.ids`."""

    __test__ = False

    gold: EvaluationSet
    answers: Sequence[Sequence[Answer]]


@dataclass(frozen=True, slots=True)
class RunResults:
    """A stored run.

    Parameters
    ----------
    kind : str
        Of its rows, by class name.
    system : str
        Recipe, its model if it has one, and the settings in which the runs of the recipe differ.
    train : str
        Training data as a table names them; `none` for the untuned model.
    notes : tuple of str
        Notes that the run itself recorded, such as test items among the training items.
    tests : mapping
        Label -> its results. The same test has the same label in all runs read together.
    """

    spec: RunSpec
    kind: str
    system: str
    train: str
    train_items: int
    floor: bool
    seeded: bool
    notes: tuple[str, ...]
    tests: Mapping[str, TestResults]

    @property
    def id(self) -> str:
        """Return the id of the run."""
        return self.spec.id


def read_results(folder: Path, run_ids: Sequence[str], test: str | None = None) -> tuple[RunResults, ...]:
    """Return stored runs of one kind of row in the order named, each once.

    Parameters
    ----------
    run_ids : sequence of str
        Ids, or unique beginnings of ids.
    test : str or None
        Label of the only test to read: runs may differ in the others.

    Raises
    ------
    AloiError
        No run named, a run that is missing or not finished, or predictions that do not fit the test items.
        Also runs of several kinds of rows, or two runs whose test of the same name has other items or other
        gold.
    """
    if not run_ids:
        raise _no_run()
    stored = {
        recorded_run.run.id: recorded_run for recorded_run in (stored_run(folder, name) for name in run_ids)
    }
    by_kind = {recorded_run.kind: name for name, recorded_run in stored.items()}
    if len(by_kind) > 1:
        runs_by_kind = ", ".join(f"{name} of {NOUNS[KINDS[kind]]}" for kind, name in by_kind.items())
        raise _several_kinds(runs_by_kind)
    specs = [recorded_run.run.spec for recorded_run in stored.values()]
    labels: dict[tuple[str, str], str] = {}
    seen_tests: dict[str, tuple[StoredRun, EvaluationSet]] = {}
    results = []
    for recorded_run in stored.values():
        spec = recorded_run.run.spec
        recipe = next((other for other in all_recipes() if other.name == spec.recipe), None)
        results.append(
            RunResults(
                spec,
                recorded_run.kind,
                _system(spec, specs),
                _train(spec, recorded_run.kind),
                spec.n_train,
                recipe is not None and recipe.floor,
                recipe is not None and recipe.seeded,
                recorded_run.run.notes,
                _tests(recorded_run, labels, seen_tests, test),
            )
        )
    return tuple(results)


def with_union(results: Sequence[RunResults]) -> tuple[RunResults, ...]:
    """Return stored runs with a further test: the items of all tests together, on the scale of the first.

    Runs that were not scored on all tests do not have it, and none has it if there is one test only. Items,
    sentences and documents of two tests are never the same. The union has no annotators: those of its tests
    have their own columns.
    """
    labels = sorted({label for result in results for label in result.tests})
    if len(labels) < 2:
        return tuple(results)
    return tuple(
        replace(result, tests={**result.tests, " + ".join(labels): _union(result, labels)})
        if set(labels) <= result.tests.keys()
        else result
        for result in results
    )


def _union(result: RunResults, labels: Sequence[str]) -> TestResults:
    sides = [result.tests[label] for label in labels]
    first = sides[0].gold
    by_document = any("document" in side.gold.shared for side in sides)
    gold = EvaluationSet(
        " + ".join(labels),
        checksum([side.gold.checksum for side in sides]),
        first.kind,
        tuple(f"{side.gold.label}:{name}" for side in sides for name in side.gold.ids),
        tuple(name and f"{side.gold.label}:{name}" for side in sides for name in side.gold.documents),
        tuple(answer for side in sides for answer in _on_scale(side.gold.gold, side.gold, first)),
        first.low,
        first.high,
        tuple(
            _of_union(provenance, side.gold.label, by_document)
            for side in sides
            for provenance in side.gold.provenance
        ),
    )
    answers = [
        [answer for side in sides for answer in _on_scale(side.answers[seed], side.gold, first)]
        for seed in range(len(sides[0].answers))
    ]
    return TestResults(gold, answers)


def _on_scale(answers: Sequence[Answer], of: EvaluationSet, to: EvaluationSet) -> list[Answer]:
    if of.kind != ScoredPair.__name__:
        return list(answers)
    return [*rescaled(floats(answers), (of.low, of.high), (to.low, to.high)).tolist()]


def _of_union(provenance: Provenance, label: str, by_document: bool) -> Provenance:
    """Return the provenance of a row; where others have documents, its sentences stand for its document."""
    clusters = dict(provenance.clusters)
    if by_document and "sentence" in clusters:
        clusters.setdefault("document", clusters["sentence"])
    named = {key: tuple(f"{label}:{name}" for name in names) for key, names in clusters.items()}
    return replace(provenance, answers={}, clusters=named)


def _no_run() -> AloiError:
    return AloiError(
        "aloi.missing",
        name=Term("the-comparison"),
        missing=Term("the-names-of-the-runs"),
        todo=Term("name-the-runs"),
    )


def _several_kinds(differences: object) -> AloiError:
    return AloiError(
        "aloi.differ",
        name=Term("kinds-of-rows"),
        differences=differences,
        expected=Term("runs-of-one-kind"),
        todo=Term("compare-those"),
    )


def fullest(sets: Sequence[EvaluationSet]) -> EvaluationSet:
    """Return the set with most of the data beside its rows, which tables of imported gold may lack."""

    def completeness(evaluation_set: EvaluationSet) -> tuple[bool, bool]:
        provenance = evaluation_set.provenance
        return any(row.clusters for row in provenance), any(row.answers or row.miners for row in provenance)

    return max(sets, key=completeness)


def _tests(
    stored: StoredRun,
    labels: dict[tuple[str, str], str],
    seen_tests: dict[str, tuple[StoredRun, EvaluationSet]],
    requested: str | None,
) -> dict[str, TestResults]:
    """Return the results of a run on each of its tests, checked against those of the runs read before."""
    results = {}
    for use in stored.run.spec.tests:
        gold = stored.tests.get(use.label)
        if gold is None or gold.checksum != use.checksum:
            raise AloiError(
                "aloi.missing",
                name=Term("the-run-run", run=stored.run.id),
                missing=Term("items-of-its-test", label=use.label),
                expected=Term("items-of-this-test"),
                todo=Term("run-it-again"),
            )
        label = labels.setdefault((use.checksum, use.part), use.label)
        if requested in (None, label):
            _same_test(label, seen_tests.setdefault(label, (stored, gold)), (stored, gold))
        results[label] = TestResults(replace(gold, label=label), stored.answers[use.label])
    return results


def _same_test(
    label: str, seen: tuple[StoredRun, EvaluationSet], two: tuple[StoredRun, EvaluationSet]
) -> None:
    (first, seen_gold), (second, gold) = seen, two
    differing = None
    if seen_gold.ids != gold.ids:
        differing = "items"
    elif seen_gold.gold != gold.gold:
        differing = "gold"
    elif (seen_gold.low, seen_gold.high) != (gold.low, gold.high):
        differing = "scale"
    elif seen_gold.checksum != gold.checksum:
        differing = "data"
    if differing:
        raise AloiError(
            "workbench.runs-of-two-tests",
            first=first.run.id,
            second=second.run.id,
            label=label,
            other=differing,
        )


def train_names(spec: RunSpec) -> str:
    """Return the names of the training data of a run, joined; `none` for the untuned model (`UNTUNED`)."""
    names = (one.name if one.part == "train" else one.label for one in spec.train)
    return " + ".join(names) or UNTUNED


def _train(spec: RunSpec, kind: str) -> str:
    facts = [f"{spec.folds} folds"] if spec.folds else []
    if spec.train_items is not None:
        each = f"{len(spec.train)} × " if spec.balanced else ""
        facts += [f"{each}{spec.train_items} {NOUNS[KINDS[kind]]}"]
        facts += [f"draw {spec.subset}"] if spec.subset else []
    if spec.folds and spec.tuning:
        facts.append("tuned")
    return f"{train_names(spec)} ({', '.join(facts)})" if facts else train_names(spec)


def _system(spec: RunSpec, specs: Sequence[RunSpec]) -> str:
    """Return recipe, model, and the settings in which the runs of the recipe differ.

    Training settings have no effect on an untuned system: they are compared among trained systems only.
    """
    recipe_ = next((each for each in all_recipes() if each.name == spec.recipe), None)
    of_training = recipe_.of_training if recipe_ else frozenset()
    same = [one for one in specs if one.recipe == spec.recipe]
    trained = [one for one in same if one.train]
    model = spec.settings.get("model")
    settings = [_short(model)] if model else []
    for name, value in spec.settings.items():
        if name == "model" or (name in of_training and not spec.train):
            continue
        others = trained if name in of_training else same
        if any(one.settings.get(name) != value for one in others):
            settings.append(f"{name}={_short(value)}")
    return f"{spec.recipe} ({', '.join(settings)})" if settings else spec.recipe


def _short(value: Json) -> str:
    """Return a setting as a table shows it: the last part of a path or hub name."""
    return Path(value).name or value if isinstance(value, str) else str(value)


@dataclass(frozen=True, slots=True)
class RunDetails:
    """A run in detail.

    Parameters
    ----------
    system : str
        Recipe and model.
    tests : tuple of TestDetails
        In the order of their labels.
    over_tests : GroupScores or None
        The metric by test, and its macro mean: tests of several domains; None with one test.
    """

    run: str
    system: str
    tests: tuple[TestDetails, ...]
    over_tests: GroupScores | None


def _fold_scores(result: RunResults, name: str, metric: str) -> GroupScores:
    """Return the metric by fold, of each seed; fits share training rows, so that the mean has no interval."""
    side, tests = result.tests[name], {label: each.gold for label, each in result.tests.items()}
    scores = []
    for seed, answers in zip(result.spec.seeds, side.answers, strict=True):
        fold_of = np.array(folds_of(result.spec, tests, seed)[name])
        for fold in range(result.spec.folds):
            title = Phrase("seed-and-fold", "seed {seed}, fold {fold}", seed=seed, fold=fold + 1)
            places = np.flatnonzero(fold_of == fold).tolist()
            scores.append(score_of_group(title, side.gold, [answers], metric, places))
    return replace(macro_mean(FOLD, scores), interval=None)


def run_details(folder: Path, request: RunDetailsRequest) -> RunDetails:
    """Return a finished run in detail; `folder` contains one folder per run.

    Raises
    ------
    AloiError
        No such run, or one that is not finished; an unknown test or metric, or groups that rows do not have.
    """
    [result] = read_results(folder, [request.run])
    names = sorted(result.tests)
    chosen = (
        [known_name(request.test, names, Phrase("kind-test-of-the-run", "test of the run"))]
        if request.test
        else names
    )
    metric = request.metric or metrics_of(result.kind)[0].name
    metric = known_name(
        metric,
        [one.name for one in metrics_of(result.kind)],
        Phrase("kind-metric-of-these-rows", "metric of these rows"),
    )
    has_folds = bool(result.spec.folds)
    tests = []
    for name in chosen:
        side = result.tests[name]
        test = details_of(
            side.gold,
            side.answers,
            metric,
            key=None if has_folds and request.by == FOLD else request.by,
            replicates=request.replicates,
            seed=request.seed,
        )
        if has_folds:
            groups = _fold_scores(result, name, metric) if request.by == FOLD else test.groups
            test = replace(test, groups=groups, keys=(*test.keys, FOLD))
        tests.append(test)
    over = None
    if len(chosen) > 1:
        sides = [(name, result.tests[name]) for name in chosen]
        scores = [score_of_group(name, side.gold, side.answers, metric) for name, side in sides]
        over = macro_mean("test", scores)
    return RunDetails(result.id, result.system, tuple(tests), over)
