"""Verification of a stored run: all its results computed again from its predictions."""

from __future__ import annotations

import math
from collections.abc import Iterable
from pathlib import Path

from aloi.base.errors import AloiError
from aloi.base.records import from_json
from aloi.evaluation.scores import TestScore, score_set
from aloi.modeling.runs.document import STAMP, read_document, stamp, why
from aloi.modeling.runs.finished_run import StoredRun, read_stored
from aloi.modeling.runs.predictions import PREDICTIONS, TESTS, checksum_of
from aloi.modeling.runs.spec import Run

# Sums of floats differ in their last digits between processors.
_CLOSE = 1e-9


def verify(folder: Path) -> list[str]:
    """Return the problems of the run of a folder, in sentences; empty if there are none.

    The checksums of `run.json`, of the tests and of the predictions are computed again, and every score and
    interval is found again from the predictions.
    """
    try:
        document = read_document(folder)
        run = from_json(Run, document)
    except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
        return [f"run.json cannot be read: {why(error)}."]
    problems = []
    if stamp(document) != document.get(STAMP):
        problems.append("run.json is not what was written: its checksum differs.")
    if document.get("id") != run.id:
        problems.append(f"run.json has the id {document.get('id')}; its request has {run.id}.")
    for path, noted in (
        (folder / PREDICTIONS, run.predictions_checksum),
        (folder / TESTS, run.tests_checksum),
    ):
        if path.is_file() and checksum_of(path) != noted:
            problems.append(f"{path.name} is not what was written: its checksum differs.")
    try:
        stored = read_stored(folder)
    except AloiError as error:
        return [*problems, error.found]
    if strange := _strange(run, stored):
        return [*problems, *strange]
    again = [
        score
        for test in stored.tests.values()
        for score in score_set(test, stored.answers[test.label], run.spec.seeds)
    ]
    return [*problems, *_differences(run, again)]


def _strange(run: Run, stored: StoredRun) -> list[str]:
    """Return the contradictions between the spec, the finished seeds and the tests."""
    requested = [(use.label, use.checksum, use.items) for use in run.spec.tests]
    if requested != [(one.label, one.checksum, len(one.ids)) for one in stored.tests.values()]:
        return [f"{TESTS} is not of the tests that the run was asked for."]
    if [one.seed for one in run.seeds] != list(run.spec.seeds):
        return ["The seeds that were done are not those asked for."]
    return []


def _differences(run: Run, recomputed: Iterable[TestScore]) -> list[str]:
    """Return a sentence for each score that differs from that of the predictions."""
    again = {(one.test, one.metric): one for one in recomputed}
    stored = {(one.test, one.metric): one for one in run.scores}
    problems = [
        f"{test}: {metric} is {'missing' if (test, metric) in again else 'not a score of this run'}."
        for test, metric in sorted(set(again) ^ set(stored))
    ]
    for test, metric in sorted(again.keys() & stored.keys()):
        for name, was, now in _numbers(stored[test, metric], again[test, metric]):
            if not _same(was, now):
                problems.append(f"{test}: {name} of {metric} is {was}; the predictions give {now}.")
    return problems


def _numbers(stored: TestScore, again: TestScore) -> Iterable[tuple[str, object, object]]:
    """Yield each value of a score by its name, as stored and as found again."""
    for name in ("value", "low", "high", "n", "reason"):
        yield name, getattr(stored, name), getattr(again, name)
    yield "number of seeds", len(stored.by_seed), len(again.by_seed)
    for index, (was, now) in enumerate(zip(stored.by_seed, again.by_seed, strict=False)):
        yield f"fit {index + 1}", was, now


def _same(was: object, now: object) -> bool:
    if isinstance(was, float) and isinstance(now, float):
        return math.isclose(was, now, rel_tol=_CLOSE, abs_tol=_CLOSE)
    return was == now
