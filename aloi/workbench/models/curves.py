"""Learning curves of stored runs: one for each system, training data and test."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from aloi.base.errors import AloiError
from aloi.base.records import to_json
from aloi.base.terms import Term
from aloi.evaluation.curve import Curve, CurveRun, learning_curve
from aloi.evaluation.metrics import metrics_of
from aloi.evaluation.rows import Answer, EvaluationSet
from aloi.modeling.recipes import all_recipes
from aloi.workbench.models.results import RunResults, fullest, read_results, train_names


@dataclass(frozen=True, slots=True)
class RunCurve:
    """A learning curve and what it was drawn from."""

    system: str
    train: str
    test: str
    runs: tuple[str, ...]
    curve: Curve


def curve_of(
    folder: Path,
    run_ids: Sequence[str],
    *,
    metric: str | None = None,
    test: str | None = None,
    cluster: Sequence[str] = (),
    extra: int = 100,
    replicates: int = 500,
    seed: int = 0,
) -> tuple[RunCurve, ...]:
    """Return a curve for each recipe with its settings, training data and test among stored runs.

    Runs of the untuned model are the point 0 of the curves of their recipe and settings. A recipe that learns
    nothing has that point only. Cross-validated runs have curves of their own, by the rows of a fit.

    Parameters
    ----------
    run_ids : sequence of str
        Runs with several numbers of training rows, draws and seeds.
    metric : str or None
        None for the first metric of the kind of row that is defined for the runs.
    test : str or None
        Label of one test; None for all.
    cluster : sequence of str
        The property shared by items of a cluster, as in `compare_runs`.
    extra : int
        The number of additional rows in the sentence.

    Raises
    ------
    AloiError
        As `read_results`; or no run that was trained and scored on the test, and none that learns nothing.
    """
    results = read_results(folder, run_ids, test)
    curves = []
    for (_, train, label), runs in _by_curve(results, test):
        gold = fullest([run.tests[label].gold for run in runs]).by(cluster or None)
        answers = [run.tests[label].answers for run in runs]
        sizes = [(run.train_items, run.spec.subset) for run in runs]
        curve = learning_curve(
            gold,
            [CurveRun(*size, each) for size, each in zip(sizes, answers, strict=True)],
            metric_name=metric or _defined_metric(runs[0].kind, gold, answers),
            extra=extra,
            replicates=replicates,
            seed=seed,
        )
        curves.append(RunCurve(runs[-1].system, train, label, tuple(run.id for run in runs), curve))
    return tuple(curves)


def _defined_metric(kind: str, gold: EvaluationSet, answers: Sequence[Sequence[Sequence[Answer]]]) -> str:
    """Return the first metric that has a value for all runs: equal scores have no correlation, but errors."""
    for scored in metrics_of(kind):
        sums = [scored.sums(gold.gold, each, gold.low, gold.high) for each in answers]
        if all(seed.observed is not None for several in sums for seed in several):
            return scored.name
    return metrics_of(kind)[0].name


def _by_curve(
    results: Sequence[RunResults], test: str | None
) -> list[tuple[tuple[str, str, str], list[RunResults]]]:
    """Return the runs of each curve, the untuned first, by recipe, training data and test."""
    constant = {recipe_.name for recipe_ in all_recipes() if not recipe_.learns}
    groups: dict[tuple[str, str, str], list[RunResults]] = {}
    for result in results:
        for label in result.tests:
            of_curve = result.train_items or result.spec.recipe in constant
            if of_curve and (test is None or label == test):
                groups.setdefault((_recipe_key(result), train_names(result.spec), label), []).append(result)
    for (recipe_key, _, label), runs in groups.items():
        untuned = (run for run in results if not run.train_items and _recipe_key(run) == recipe_key)
        runs[:0] = [run for run in untuned if label in run.tests and run not in runs]
    if not groups:
        raise AloiError(
            "aloi.no-content",
            path=Term("list-of-results", results=len(results)),
            content=Term("none-that-was-trained", has_test=bool(test), test=test or ""),
            expected=Term("runs-with-several"),
            todo=Term("train-with-25"),
        )
    return sorted(groups.items(), key=lambda group: group[0])


def _recipe_key(result: RunResults) -> str:
    """Return what runs of a curve agree in, as one text: recipe, settings, folds, the search for settings."""
    spec = result.spec
    agreed: list[object] = [spec.recipe, spec.settings]
    if spec.folds or spec.tuning:
        agreed += [spec.folds, to_json(spec.tuning)]
    return json.dumps(agreed, sort_keys=True, ensure_ascii=False)
