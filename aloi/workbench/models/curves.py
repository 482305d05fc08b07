"""Learning curves of stored runs: one for each system, training data and test."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from aloi.base.errors import AloiError
from aloi.base.terms import Term
from aloi.evaluation.curve import Curve, CurveRun, learning_curve
from aloi.evaluation.metrics import metrics_of
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

    Runs of the untuned model are the point 0 of the curves of their recipe and settings. Recipes that were
    never trained have no curve.

    Parameters
    ----------
    run_ids : sequence of str
        Runs with several numbers of training rows, draws and seeds.
    metric : str or None
        None for the first metric of the kind of row.
    test : str or None
        Label of one test; None for all.
    cluster : sequence of str
        The property shared by items of a cluster, as in `compare_runs`.
    extra : int
        The number of additional rows in the sentence.

    Raises
    ------
    AloiError
        As `read_results`; or no run that was trained and scored on the test.
    """
    results = read_results(folder, run_ids, test)
    untrained = [one for one in results if not one.train_items]
    curves = []
    for (recipe_key, train, label), trained in _by_curve(results, test):
        untuned = [one for one in untrained if _recipe_key(one) == recipe_key and label in one.tests]
        runs = [*untuned, *trained]
        curve = learning_curve(
            fullest([one.tests[label].gold for one in runs]).by(cluster or None),
            [CurveRun(one.train_items, one.spec.subset, one.tests[label].answers) for one in runs],
            metric_name=metric or metrics_of(runs[0].kind)[0].name,
            extra=extra,
            replicates=replicates,
            seed=seed,
        )
        curves.append(RunCurve(trained[0].system, train, label, tuple(one.id for one in runs), curve))
    return tuple(curves)


def _by_curve(
    results: Sequence[RunResults], test: str | None
) -> list[tuple[tuple[str, str, str], list[RunResults]]]:
    """Return the trained runs of each curve, by recipe with its settings, training data and test."""
    groups: dict[tuple[str, str, str], list[RunResults]] = {}
    for result in results:
        for label in result.tests:
            if result.train_items and (test is None or label == test):
                groups.setdefault((_recipe_key(result), train_names(result.spec), label), []).append(result)
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
    """Return recipe and settings as one text: runs of a curve agree in all of them."""
    return json.dumps([result.spec.recipe, result.spec.settings], sort_keys=True, ensure_ascii=False)
