"""What lies in the folder of a run of rows beside `run.json`: its tests without texts, and the answers.

The folder is that of any run (`modeling.runs.spec`), with `predictions.jsonl` (test, id, seed, predicted) in
the place of `predictions.tsv`; `tests.json` holds kind, ids, documents and gold of each test.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from corpora.identity import file_checksum
from corpora.model import Json
from corpora.readers.writing import whole_file, write_table
from errors import AloiError
from evaluation.rows import Answer, RowTest
from modeling.runs.document import json_text
from modeling.runs.folder import SEEDS
from modeling.runs.spec import SeedResult

TESTS, ANSWERS = "tests.json", "predictions.jsonl"
_FORMAT, _VERSION = "aloi-row-tests", 1
_COLUMNS = ("test", "id", "seed", "predicted")
_BROKEN = (OSError, ValueError, KeyError, TypeError, AttributeError)


@dataclass(frozen=True, slots=True)
class RowSeed:
    """What one seed gave: test -> row id -> answer, and what is to be noted of it."""

    result: SeedResult
    device: str
    energy_joules: float | None
    answers: Mapping[str, Mapping[str, Answer]]
    notes: tuple[str, ...] = ()


def is_row_run(folder: Path) -> bool:
    """Return whether a run that is done is one of rows."""
    return (folder / ANSWERS).is_file()


def write_row_seed(folder: Path, done: RowSeed) -> None:
    """Keep what a seed gave, whole or not at all."""
    (folder / SEEDS).mkdir(exist_ok=True)
    with whole_file(_seed_file(folder, done.result.seed)) as part:
        part.write_text(json_text(asdict(done)), encoding="utf-8", newline="\n")


def read_row_seed(folder: Path, seed: int) -> RowSeed | None:
    """Return what a seed gave; None where it is not done, or its file is broken: then it is done again."""
    try:
        found = json.loads(_seed_file(folder, seed).read_text(encoding="utf-8"))
        answers = {
            test: {name: _answer(one) for name, one in rows.items()}
            for test, rows in found["answers"].items()
        }
        return RowSeed(
            SeedResult(**found["result"]),
            str(found["device"]),
            found["energy_joules"],
            answers,
            tuple(map(str, found["notes"])),
        )
    except _BROKEN:
        return None


def write_row_tests(folder: Path, tests: Iterable[RowTest]) -> str:
    """Write `tests.json` and return its SHA-256."""
    document = {"format": _FORMAT, "format_version": _VERSION, "tests": [asdict(one) for one in tests]}
    with whole_file(folder / TESTS) as part:
        part.write_text(json_text(document), encoding="utf-8", newline="\n")
    return file_checksum((folder / TESTS).read_bytes())


def read_row_tests(folder: Path) -> tuple[RowTest, ...]:
    """Return the tests of a run of rows, or raise AloiError for a file that is not what was written."""
    try:
        document = json.loads((folder / TESTS).read_text(encoding="utf-8"))
        if (document["format"], document["format_version"]) != (_FORMAT, _VERSION):
            raise ValueError
        return tuple(_test(one) for one in document["tests"])
    except _BROKEN as error:
        raise AloiError(
            f"The run {folder.name} has no {TESTS} that can be read.",
            f"A file of the format {_FORMAT}, version {_VERSION}, was expected in its folder.",
            "Run it again: every run writes one.",
        ) from error


def write_answers(
    folder: Path,
    tests: Iterable[RowTest],
    seeds: Sequence[int],
    answers: Mapping[str, Sequence[Sequence[Answer]]],
) -> str:
    """Write `predictions.jsonl`, by test, id and seed, and return its SHA-256."""
    rows: Iterable[dict[str, Json]] = (
        {"test": test.label, "id": name, "seed": seed, "predicted": _json(answers[test.label][place][at])}
        for test in tests
        for at, name in enumerate(test.ids)
        for place, seed in enumerate(seeds)
    )
    write_table(folder / ANSWERS, _COLUMNS, rows)
    return answers_checksum(folder)


def answers_checksum(folder: Path) -> str:
    """Return the SHA-256 of `predictions.jsonl`."""
    return file_checksum((folder / ANSWERS).read_bytes())


def read_answers(
    folder: Path, tests: Sequence[RowTest], seeds: Sequence[int]
) -> dict[str, list[list[Answer]]]:
    """Return test -> the answers of each seed in the order of the test's ids.

    Raises
    ------
    AloiError
        No such file, or an answer that is missing, stands twice, or is of no test, row or seed of the run.
    """
    found: dict[tuple[str, str, int], Answer] = {}
    path = folder / ANSWERS
    try:
        with path.open(encoding="utf-8") as stream:
            for row in map(json.loads, stream):
                key = (str(row["test"]), str(row["id"]), int(row["seed"]))
                if key in found:
                    raise ValueError(f"{key} stands twice")
                found[key] = _answer(row["predicted"])
        answers = {
            test.label: [[found.pop((test.label, name, seed)) for name in test.ids] for seed in seeds]
            for test in tests
        }
        if found:
            raise ValueError(f"{next(iter(found))} is of no test of the run")
    except _BROKEN as error:
        raise AloiError(
            f"{path} cannot be read: {type(error).__name__} {error}.",
            f"JSON lines with {', '.join(_COLUMNS)}, one for each row and seed, were expected.",
            "Restore the file, or run it again.",
        ) from error
    return answers


def _test(found: Mapping[str, Any]) -> RowTest:
    gold = tuple(_answer(one) for one in found["gold"])
    return RowTest(
        **{**found, "ids": tuple(found["ids"]), "documents": tuple(found["documents"]), "gold": gold}
    )


def _answer(found: Json) -> Answer:
    """Return an answer as JSON gives it back."""
    if isinstance(found, list):
        if all(isinstance(one, int) for one in found):
            return tuple(one for one in found if isinstance(one, int))
        return tuple(map(str, found))
    return float(str(found))


def _json(answer: Answer) -> Json:
    return list(answer) if isinstance(answer, tuple) else answer


def _seed_file(folder: Path, seed: int) -> Path:
    return folder / SEEDS / f"{seed}.json"
