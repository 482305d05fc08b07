"""What a run keeps of its test items beside predictions: `tests.json`, for cuts and the human ceiling.

No text of an item is kept, only what comparisons ask of it: its scale, its miners, the status of its gold
and the scores its annotators gave.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from corpora.readers.writing import whole_file
from errors import AloiError
from modeling.data.dataset import ScoredItem
from modeling.runs.spec import DataUse

FILE = "tests.json"
_FORMAT, _VERSION = "aloi-tests", 1


@dataclass(frozen=True, slots=True)
class KeptItem:
    """A test item without its texts; the fields mean what they mean in `ScoredItem`."""

    id: str
    gold: float
    miners: tuple[str, ...] = ()
    status: str | None = None
    answers: Mapping[str, float] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class KeptTest:
    """The items of one test of a run, in the order of their ids, and the ends of their scale."""

    label: str
    checksum: str
    low: float
    high: float
    items: tuple[KeptItem, ...]


def kept_test(use: DataUse, low: float, high: float, items: tuple[ScoredItem, ...]) -> KeptTest:
    """Return what a run keeps of a test it was scored on."""
    kept = (KeptItem(one.id, one.score, one.miners, one.status, dict(one.answers)) for one in items)
    return KeptTest(use.label, use.checksum, low, high, tuple(sorted(kept, key=lambda one: one.id)))


def write_tests(folder: Path, tests: tuple[KeptTest, ...]) -> None:
    """Write `tests.json` in the folder of a run."""
    document = {
        "format": _FORMAT,
        "format_version": _VERSION,
        "tests": [
            {
                "label": test.label,
                "checksum": test.checksum,
                "low": test.low,
                "high": test.high,
                "items": [_written(one) for one in test.items],
            }
            for test in tests
        ],
    }
    with whole_file(folder / FILE) as part:
        part.write_text(
            json.dumps(document, ensure_ascii=False, indent=1) + "\n", encoding="utf-8", newline="\n"
        )


def read_tests(folder: Path) -> tuple[KeptTest, ...]:
    """Return the kept tests of a run.

    Raises
    ------
    AloiError
        No such file, or one that is not what `write_tests` writes.
    """
    path = folder / FILE
    try:
        document = json.loads(path.read_text(encoding="utf-8"))
        if (document["format"], document["format_version"]) != (_FORMAT, _VERSION):
            raise ValueError
        return tuple(
            KeptTest(
                str(test["label"]),
                str(test["checksum"]),
                float(test["low"]),
                float(test["high"]),
                tuple(_read(one) for one in test["items"]),
            )
            for test in document["tests"]
        )
    except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
        raise AloiError(
            f"The run {folder.name} has no {FILE} that can be read.",
            f"A file of the format {_FORMAT}, version {_VERSION}, was expected in its folder.",
            "Run it again: every run writes one.",
        ) from error


def _written(one: KeptItem) -> dict[str, object]:
    return {
        "id": one.id,
        "gold": one.gold,
        "miners": list(one.miners),
        "status": one.status,
        "answers": dict(sorted(one.answers.items())),
    }


def _read(one: Mapping[str, object]) -> KeptItem:
    miners, answers, status = one["miners"], one["answers"], one["status"]
    if not isinstance(miners, list) or not isinstance(answers, dict):
        raise TypeError
    return KeptItem(
        str(one["id"]),
        float(str(one["gold"])),
        tuple(map(str, miners)),
        None if status is None else str(status),
        {str(name): float(value) for name, value in answers.items()},
    )
