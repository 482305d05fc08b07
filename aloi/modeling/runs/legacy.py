"""Folders of runs that earlier versions wrote: those of scored pairs, and those of rows of other kinds.

Runs of pairs had `predictions.tsv` with the gold in it and `tests.json` of the format `aloi-tests`, version
1; runs of other rows had `predictions.jsonl` as today and `tests.json` of the format `aloi-row-tests`.
"""

from __future__ import annotations

import csv
import math
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from aloi.annotation.rows import ScoredPair
from aloi.base.errors import AloiError
from aloi.base.records import from_json, to_json
from aloi.corpora.identity import checksum
from aloi.evaluation.rows import Answer, EvaluationSet, LearntRow
from aloi.modeling.runs.predictions import (
    BROKEN,
    FORMAT,
    PREDICTIONS,
    Answers,
    by_test,
    read_predictions,
    unreadable,
)

PAIR_PREDICTIONS = "predictions.tsv"
_ROW_FORMAT = "aloi-row-tests"
_COLUMNS = ("test", "id", "seed", "gold", "predicted")


def is_legacy(document: Mapping[str, Any]) -> bool:
    """Return whether a `tests.json` is one of an earlier version."""
    return (document.get("format"), document.get("format_version")) in ((FORMAT, 1), (_ROW_FORMAT, 1))


def tests_of(document: Mapping[str, Any], folder: Path) -> tuple[EvaluationSet, ...]:
    """Return the tests of an earlier version's `tests.json`, or raise AloiError."""
    read = _pairs if document["format"] == FORMAT else _rows
    try:
        return tuple(read(one) for one in document["tests"])
    except BROKEN as error:
        raise unreadable(folder) from error


def predictions_file(folder: Path) -> Path:
    """Return the file of a run's predictions."""
    path = folder / PAIR_PREDICTIONS
    return path if path.is_file() else folder / PREDICTIONS


def predictions_of(folder: Path, tests: Sequence[EvaluationSet], seeds: Sequence[int]) -> Answers:
    """Return the predictions of a run of an earlier version.

    Raises
    ------
    AloiError
        No such file, a prediction that is missing or no number, gold that is not that of the test.
    """
    path = predictions_file(folder)
    if path.name == PREDICTIONS:
        return read_predictions(folder, tests, seeds)
    gold = {(test.label, name): one for test in tests for name, one in zip(test.ids, test.gold, strict=True)}
    try:
        return by_test(_lines(path, gold), tests, seeds)
    except BROKEN as error:
        raise AloiError("modeling.legacy-cannot-read", path=path, error=error, columns=_COLUMNS) from error


def checksum_of_part(rows: Sequence[LearntRow]) -> str:
    """Return the checksum that runs of rows noted of a part; those of today note that of the whole data."""
    return checksum([type(rows[0]).__name__, [to_json(row) for row in rows]]) if rows else checksum([])


def _lines(path: Path, gold: Mapping[tuple[str, str], Answer]) -> Iterator[tuple[str, str, int, Answer]]:
    with path.open(encoding="utf-8", newline="") as stream:
        lines = csv.reader(stream, delimiter="\t")
        if tuple(next(lines, ())) != _COLUMNS:
            raise ValueError(f"its columns are not {', '.join(_COLUMNS)}")
        for test, name, seed, score, predicted in lines:
            if gold[test, name] != float(score):
                raise ValueError(f"the gold of {name!r} in {test} is not that of tests.json")
            if not math.isfinite(float(predicted)):
                raise ValueError(f"the prediction of {name!r} in {test} is no number")
            yield test, name, int(seed), float(predicted)


def _pairs(document: Mapping[str, Any]) -> EvaluationSet:
    items: list[Mapping[str, Any]] = document["items"]
    return from_json(
        EvaluationSet,
        document,
        kind=ScoredPair.__name__,
        ids=[one["id"] for one in items],
        documents=[""] * len(items),
        gold=[one["gold"] for one in items],
        provenance=items,
    )


def _rows(document: Mapping[str, Any]) -> EvaluationSet:
    return from_json(EvaluationSet, document, provenance=[{}] * len(document["ids"]))
