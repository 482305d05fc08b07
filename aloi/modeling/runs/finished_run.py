"""A finished run, read from its folder."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from aloi.evaluation.rows import Answer, EvaluationSet
from aloi.evaluation.scores import TestScore
from aloi.modeling.runs.document import read_run
from aloi.modeling.runs.predictions import (
    BROKEN,
    FORMAT,
    VERSION,
    read_predictions,
    set_of,
    tests_document,
    unreadable,
)
from aloi.modeling.runs.spec import Run


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
