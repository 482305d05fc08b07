"""The tests of a run without their texts, and its predictions: the source of all its results."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from aloi.base.errors import AloiError
from aloi.base.records import from_json, own_form, to_json
from aloi.base.terms import Term
from aloi.corpora.identity import file_checksum
from aloi.corpora.model import Json
from aloi.corpora.readers.writing import write_table
from aloi.evaluation.rows import Answer, EvaluationSet
from aloi.modeling.runs.spec import why, write_json

TESTS, PREDICTIONS = "tests.json", "predictions.jsonl"
FORMAT, VERSION = "aloi-tests", 3
COLUMNS = ("test", "id", "seed", "predicted")
BROKEN = (OSError, ValueError, KeyError, TypeError, AttributeError)

# Test -> by seed -> an answer for each row, in the order of the test's ids.
Answers = Mapping[str, Sequence[Sequence[Answer]]]


def write_tests(folder: Path, tests: Iterable[EvaluationSet]) -> str:
    """Write `tests.json` and return its SHA-256."""
    document = {"format": FORMAT, "format_version": VERSION, "tests": [set_document(one) for one in tests]}
    write_json(folder / TESTS, document)
    return checksum_of(folder / TESTS)


def tests_document(folder: Path) -> dict[str, Any]:
    """Return the content of `tests.json`, or raise AloiError."""
    try:
        document: dict[str, Any] = json.loads((folder / TESTS).read_text(encoding="utf-8"))
        if not isinstance(document["tests"], list):
            raise TypeError
    except BROKEN as error:
        raise unreadable(folder) from error
    return document


def set_document(test: EvaluationSet) -> dict[str, Json]:
    """Return an evaluation set as JSON values."""
    items: list[Json] = [
        {
            "id": name,
            "document": document,
            "gold": plain(gold),
            **to_json(
                provenance, answers={who: plain(said) for who, said in sorted(provenance.answers.items())}
            ),
        }
        for name, document, gold, provenance in zip(
            test.ids, test.documents, test.gold, test.provenance, strict=True
        )
    ]
    return to_json(test, "ids", "documents", "gold", "provenance", "cluster", items=items)


def set_of(document: Mapping[str, Any]) -> EvaluationSet:
    """Return the evaluation set of a document; KeyError, TypeError or ValueError if it is invalid."""
    items: list[Mapping[str, Any]] = document["items"]
    columns = {"ids": "id", "documents": "document", "gold": "gold"}
    listed: dict[str, Any] = {name: [one[column] for one in items] for name, column in columns.items()}
    return from_json(EvaluationSet, document, **listed, provenance=items)


def write_predictions(
    folder: Path, tests: Iterable[EvaluationSet], seeds: Sequence[int], answers: Answers
) -> str:
    """Write `predictions.jsonl`, by test, id and seed, and return its SHA-256."""
    rows: Iterable[dict[str, Json]] = (
        {
            "test": test.label,
            "id": name,
            "seed": seed,
            "predicted": plain(answers[test.label][seed_index][at]),
        }
        for test in tests
        for at, name in enumerate(test.ids)
        for seed_index, seed in enumerate(seeds)
    )
    write_table(folder / PREDICTIONS, COLUMNS, rows)
    return checksum_of(folder / PREDICTIONS)


def read_predictions(folder: Path, tests: Iterable[EvaluationSet], seeds: Sequence[int]) -> Answers:
    """Return test -> the predictions of each seed in the order of the test's ids.

    Raises
    ------
    AloiError
        No such file, or a prediction that is missing, occurs twice, or is of no test, row or seed of the run.
    """
    path = folder / PREDICTIONS
    try:
        with path.open(encoding="utf-8") as stream:
            rows = [json.loads(line) for line in stream]
        return by_test(
            ((str(row["test"]), str(row["id"]), int(row["seed"]), answer(row["predicted"])) for row in rows),
            tests,
            seeds,
        )
    except BROKEN as error:
        raise AloiError(
            "aloi.unreadable",
            path=path,
            format=Term("format-predictions", columns=COLUMNS),
            error=why(error),
            todo=Term("run-again"),
        ) from error


def by_test(
    rows: Iterable[tuple[str, str, int, Answer]], tests: Iterable[EvaluationSet], seeds: Sequence[int]
) -> Answers:
    """Return test -> by seed -> predictions, from rows of (test, id, seed, prediction).

    Raises
    ------
    KeyError, ValueError
        A prediction that is missing, occurs twice, or is of no test, row or seed of the run.
    """
    by_row: dict[tuple[str, str, int], Answer] = {}
    for test, name, seed, predicted in rows:
        if (test, name, seed) in by_row:
            raise ValueError(f"{(test, name, seed)} is duplicated")
        by_row[test, name, seed] = predicted
    answers = {
        test.label: [[by_row.pop((test.label, name, seed)) for name in test.ids] for seed in seeds]
        for test in tests
    }
    if by_row:
        raise ValueError(f"{next(iter(by_row))} is of no test of the run")
    return answers


def answer(value: Json) -> Answer:
    """Return an answer as JSON gives it back."""
    if not isinstance(value, list):
        return float(str(value))
    if value and all(isinstance(one, list) for one in value):
        return tuple(tuple(map(str, one)) for one in value if isinstance(one, list))
    if all(isinstance(one, int) for one in value):
        return tuple(one for one in value if isinstance(one, int))
    return tuple(map(str, value))


def plain(value: Answer) -> Json:
    """Return an answer as JSON values."""
    if not isinstance(value, tuple):
        return float(value)
    return [
        list(part) if isinstance(part, tuple) else part if isinstance(part, str) else int(part)
        for part in value
    ]


own_form(Answer, answer, plain)


def checksum_of(path: Path) -> str:
    """Return the SHA-256 of a file."""
    return file_checksum(path.read_bytes())


def unreadable(folder: Path) -> AloiError:
    """Return the error for a run whose `tests.json` is missing or invalid."""
    return AloiError(
        "aloi.missing",
        name=Term("format-run-named", name=folder.name),
        missing=TESTS,
        expected=Term("version-of-format", format=FORMAT, version=VERSION),
        todo=Term("run-again"),
    )
