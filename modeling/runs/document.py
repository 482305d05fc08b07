"""A run as `run.json`: written whole at the end of a run, read back equal, signed against edits."""

from __future__ import annotations

import json
from collections.abc import Mapping
from datetime import datetime
from pathlib import Path
from typing import Any

from aloi.errors import AloiError
from aloi.records import to_json
from corpora.identity import checksum
from corpora.model import Json
from corpora.readers.writing import whole_file
from evaluation.scores import TestScore
from modeling.runs.spec import DataUse, Run, RunSpec, SeedResult

FILE = "run.json"
FORMAT, VERSION = "aloi-run", 1
STAMP = "checksum"
_BROKEN = (OSError, ValueError, KeyError, TypeError, AttributeError)


def write_run(folder: Path, run: Run) -> None:
    """Write `run.json` in the folder of a run: from then on the run is done."""
    document = run_document(run)
    with whole_file(folder / FILE) as part:
        part.write_text(json_text(document), encoding="utf-8", newline="\n")


def read_run(folder: Path) -> Run:
    """Return the run of a folder.

    Raises
    ------
    AloiError
        No `run.json` there, or one that is not what `write_run` writes.
    """
    try:
        return run_of(read_document(folder))
    except _BROKEN as error:
        raise AloiError(
            f"{folder / FILE} is not a run: {type(error).__name__} {error}.",
            f"A JSON file of the format {FORMAT}, version {VERSION}, was expected.",
            "Restore the file, or run it again.",
        ) from error


def read_document(folder: Path) -> dict[str, Any]:
    """Return `run.json` as it stands.

    Raises
    ------
    OSError, ValueError
        No such file, no JSON object, or another format.
    """
    document = json.loads((folder / FILE).read_text(encoding="utf-8"))
    if not isinstance(document, dict) or (document.get("format"), document.get("format_version")) != (
        FORMAT,
        VERSION,
    ):
        raise ValueError(f"the format is not {FORMAT} {VERSION}")
    return document


def run_document(run: Run) -> dict[str, Json]:
    """Return a run as JSON values; `checksum` covers all the rest."""
    document = {"format": FORMAT, "format_version": VERSION, "id": run.id, **_plain(to_json(run))}
    return {**document, STAMP: stamp(document)}


def stamp(document: Mapping[str, Json]) -> str:
    """Return the SHA-256 of all of a document but its checksum."""
    return checksum({name: value for name, value in document.items() if name != STAMP})


def run_of(document: Mapping[str, Any]) -> Run:
    """Return the run of a document; KeyError, TypeError or ValueError where it is none."""
    energy = document["energy_joules"]
    return Run(
        spec=spec_of(document["spec"]),
        started_at=datetime.fromisoformat(document["started_at"]),
        finished_at=datetime.fromisoformat(document["finished_at"]),
        seeds=tuple(SeedResult(**one) for one in document["seeds"]),
        scores=tuple(TestScore(**{**one, "by_seed": tuple(one["by_seed"])}) for one in document["scores"]),
        environment=dict(document["environment"]),
        predictions_checksum=str(document["predictions_checksum"]),
        energy_joules=None if energy is None else float(energy),
        notes=tuple(document["notes"]),
        tests_checksum=str(document["tests_checksum"]),
    )


def spec_document(spec: RunSpec) -> dict[str, Json]:
    """Return what a run is asked for as JSON values."""
    return _plain(to_json(spec))


def spec_of(document: Mapping[str, Any]) -> RunSpec:
    """Return the spec of a document; KeyError, TypeError or ValueError where it is none."""
    dev, items = document["dev"], document["train_items"]
    return RunSpec(
        recipe=str(document["recipe"]),
        settings=dict(document["settings"]),
        train=tuple(DataUse(**one) for one in document["train"]),
        dev=None if dev is None else DataUse(**dev),
        tests=tuple(DataUse(**one) for one in document["tests"]),
        seeds=tuple(int(one) for one in document["seeds"]),
        train_items=None if items is None else int(items),
        subset=int(document["subset"]),
    )


def json_text(document: object) -> str:
    """Return a document as the text of a file."""
    return json.dumps(document, ensure_ascii=False, indent=1, allow_nan=False) + "\n"


def _plain(values: Mapping[str, Any]) -> dict[str, Json]:
    """Return values as JSON gives them back: lists for tuples, ISO text for times."""
    plain: dict[str, Json] = json.loads(
        json.dumps(values, default=lambda one: one.isoformat(), allow_nan=False)
    )
    return plain
