"""Whether a stored run is what was done: every number found again from its predictions."""

from __future__ import annotations

import math
from collections.abc import Iterable
from pathlib import Path

from corpora.identity import file_checksum
from errors import AloiError
from evaluation.scores import TestScore, score_rows
from modeling.runs.document import STAMP, read_document, run_of, stamp
from modeling.runs.folder import Predictions, predictions_checksum, read_predictions
from modeling.runs.kept_tests import FILE, KeptTest, read_tests
from modeling.runs.row_folder import ANSWERS, answers_checksum, is_row_run, read_answers, read_row_tests
from modeling.runs.run_scores import score_all
from modeling.runs.spec import Run

# Sums of floats differ in their last digits between processors.
_CLOSE = 1e-9


def verify(folder: Path) -> list[str]:
    """Return what is wrong with the run of a folder, in sentences; empty when nothing is.

    The checksums of `run.json` and of the predictions are computed again, the gold is compared with
    `tests.json`, and every score and interval is found again from the predictions.
    """
    try:
        document = read_document(folder)
        run = run_of(document)
    except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
        return [f"run.json cannot be read: {type(error).__name__} {error}."]
    problems = []
    if stamp(document) != document.get(STAMP):
        problems.append("run.json is not what was written: its checksum differs.")
    if document.get("id") != run.id:
        problems.append(f"run.json says the id {document.get('id')}; what was asked for gives {run.id}.")
    if is_row_run(folder):
        return [*problems, *_of_rows(folder, run)]
    try:
        predictions, tests = read_predictions(folder), read_tests(folder)
        if predictions_checksum(folder) != run.predictions_checksum:
            problems.append("predictions.tsv is not what was predicted: its checksum differs.")
        if file_checksum((folder / FILE).read_bytes()) != run.tests_checksum:
            problems.append("tests.json is not what was written: its checksum differs.")
    except AloiError as error:
        return [*problems, error.found]
    strange = _strange(run, predictions, tests)
    return [*problems, *(strange or _scores(run, predictions, tests))]


def _strange(run: Run, predictions: tuple[Predictions, ...], tests: tuple[KeptTest, ...]) -> list[str]:
    """Return where run, predictions and tests do not speak of the same items and seeds."""
    asked = [use.label for use in run.spec.tests]
    if sorted(asked) != [one.test for one in predictions] or asked != [one.label for one in tests]:
        return [f"Predictions for {', '.join(asked)} were expected; the files speak of other tests."]
    kept = {one.label: one for one in tests}
    problems = []
    for use, found in ((use, one) for use in run.spec.tests for one in predictions if one.test == use.label):
        items = kept[use.label].items
        if found.seeds != tuple(sorted(run.spec.seeds)):
            problems.append(f"{use.label}: the predictions are not those of the seeds of the run.")
        if (use.items, found.ids) != (len(items), tuple(one.id for one in items)):
            problems.append(f"{use.label}: the predictions are not for the items of the test.")
        elif found.gold.tolist() != [one.gold for one in items]:
            problems.append(f"{use.label}: the gold of predictions.tsv is not that of tests.json.")
        if kept[use.label].checksum != use.checksum:
            problems.append(f"{use.label}: tests.json is of other data.")
    if [one.seed for one in run.seeds] != list(run.spec.seeds):
        problems.append("The seeds that were done are not those asked for.")
    return problems


def _of_rows(folder: Path, run: Run) -> list[str]:
    """Return what is wrong with the answers of a run of rows, its tests and its scores."""
    problems = []
    try:
        if answers_checksum(folder) != run.predictions_checksum:
            problems.append(f"{ANSWERS} is not what was predicted: its checksum differs.")
        if file_checksum((folder / FILE).read_bytes()) != run.tests_checksum:
            problems.append("tests.json is not what was written: its checksum differs.")
        tests = read_row_tests(folder)
        answers = read_answers(folder, tests, run.spec.seeds)
    except OSError as error:
        return [*problems, f"{FILE} cannot be read: {error}."]
    except AloiError as error:
        return [*problems, f"{error.found}"]
    asked = [(use.label, use.checksum, use.items) for use in run.spec.tests]
    if asked != [(one.label, one.checksum, len(one.ids)) for one in tests]:
        return [*problems, "tests.json is not of the tests that the run was asked for."]
    if [one.seed for one in run.seeds] != list(run.spec.seeds):
        problems.append("The seeds that were done are not those asked for.")
    again = [score for one in tests for score in score_rows(one, answers[one.label], run.spec.seeds)]
    return [*problems, *_differences(run, again)]


def _scores(run: Run, predictions: tuple[Predictions, ...], tests: tuple[KeptTest, ...]) -> list[str]:
    """Return the scores that are not what the predictions give."""
    return _differences(run, score_all(predictions, tests))


def _differences(run: Run, found: Iterable[TestScore]) -> list[str]:
    again = {(one.test, one.metric): one for one in found}
    stored = {(one.test, one.metric): one for one in run.scores}
    problems = [
        f"{test}: {metric} is {'missing' if (test, metric) in again else 'not a score of this run'}."
        for test, metric in sorted(set(again) ^ set(stored))
    ]
    for key in again.keys() & stored.keys():
        for name, was, now in _numbers(stored[key], again[key]):
            if not _same(was, now):
                problems.append(f"{key[0]}: {name} of {key[1]} is {was}; the predictions give {now}.")
    return sorted(problems)


def _numbers(stored: TestScore, again: TestScore) -> Iterable[tuple[str, object, object]]:
    """Yield each value of a score by its name, as stored and as found again."""
    for name in ("value", "low", "high", "n", "reason"):
        yield name, getattr(stored, name), getattr(again, name)
    yield "number of seeds", len(stored.by_seed), len(again.by_seed)
    for place, (was, now) in enumerate(zip(stored.by_seed, again.by_seed, strict=False)):
        yield f"fit {place + 1}", was, now


def _same(was: object, now: object) -> bool:
    if isinstance(was, float) and isinstance(now, float):
        return math.isclose(was, now, rel_tol=_CLOSE, abs_tol=_CLOSE)
    return was == now
