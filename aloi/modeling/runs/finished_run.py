"""A finished run, read from its folder, and its verification: all results computed again."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from aloi.base.errors import AloiError
from aloi.base.records import from_json
from aloi.evaluation.rows import Answer, EvaluationSet
from aloi.evaluation.scores import TestScore
from aloi.modeling.runs.calibration import run_scores
from aloi.modeling.runs.predictions import (
    BROKEN,
    FORMAT,
    PREDICTIONS,
    TESTS,
    VERSION,
    checksum_of,
    read_predictions,
    set_of,
    tests_document,
    unreadable,
)
from aloi.modeling.runs.spec import STAMP, Run, read_document, read_run, stamp, why


@dataclass(frozen=True)
class StoredRun:
    """A finished run, with the data behind its results.

    Parameters
    ----------
    tests : mapping
        Label -> its rows, without texts.
    answers : mapping
        Label -> by seed -> a prediction for each row, in the order of the ids.
    """

    folder: Path
    run: Run
    tests: Mapping[str, EvaluationSet]
    answers: Mapping[str, Sequence[Sequence[Answer]]]

    @property
    def kind(self) -> str:
        """Return the kind of its rows, by class name."""
        return next(one.kind for one in self.tests.values())

    @cached_property
    def scores(self) -> Mapping[str, Mapping[str, TestScore]]:
        """Return test -> metric -> its mean over seeds with interval, and each seed's value."""
        by_test: dict[str, dict[str, TestScore]] = {}
        for score in self.run.scores:
            by_test.setdefault(score.test, {})[score.metric] = score
        return by_test


def read_stored(folder: Path) -> StoredRun:
    """Return the run of a folder.

    Raises
    ------
    AloiError
        A run that is not done, a file that is missing or is not what a run writes.
    """
    run = read_run(folder)
    tests = read_tests(folder)
    answers = read_predictions(folder, tests, run.spec.seeds)
    return StoredRun(folder, run, {test.label: test for test in tests}, answers)


def read_tests(folder: Path) -> tuple[EvaluationSet, ...]:
    """Return the tests of a run without their texts, or raise AloiError."""
    document = tests_document(folder)
    try:
        if document["format"] != FORMAT or document["format_version"] != VERSION:
            raise ValueError
        return tuple(map(set_of, document["tests"]))
    except BROKEN as error:
        raise unreadable(folder) from error


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
    tests = [*stored.tests.values()]
    again = run_scores(tests, stored.answers, run.seeds, run.scale or (tests[0].low, tests[0].high))
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
