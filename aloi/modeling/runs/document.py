"""A run as `run.json`: written completely at the end of a run, read back equal, signed against edits."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from aloi.base.errors import AloiError
from aloi.base.records import from_json, to_json
from aloi.base.terms import Term
from aloi.corpora.identity import checksum
from aloi.corpora.model import Json
from aloi.corpora.readers.writing import whole_file
from aloi.modeling.runs.spec import Run

FILE = "run.json"
FORMAT, VERSION = "aloi-run", 1
STAMP = "checksum"
_BROKEN = (OSError, ValueError, KeyError, TypeError, AttributeError)


def write_run(folder: Path, run: Run) -> None:
    """Write `run.json` in the folder of a run: from then on the run is finished."""
    write_json(folder / FILE, run_document(run))


def read_run(folder: Path) -> Run:
    """Return the run of a folder.

    Raises
    ------
    AloiError
        No `run.json` there, or one that is not what `write_run` writes.
    """
    try:
        return from_json(Run, read_document(folder))
    except _BROKEN as error:
        raise AloiError(
            "aloi.unreadable",
            path=folder / FILE,
            format=Term("format-run"),
            error=why(error),
            expected=Term("version-of-format", format=FORMAT, version=VERSION),
            todo=Term("run-again"),
        ) from error


def read_document(folder: Path) -> dict[str, Any]:
    """Return `run.json` as stored.

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
    """Return a run as JSON values; `checksum` covers all the other fields."""
    document = {"format": FORMAT, "format_version": VERSION, "id": run.id, **to_json(run)}
    return {**document, STAMP: stamp(document)}


def stamp(document: Mapping[str, Json]) -> str:
    """Return the SHA-256 of a document without its checksum."""
    return checksum({name: value for name, value in document.items() if name != STAMP})


def why(error: Exception) -> str:
    """Return in a line why a file cannot be read."""
    return error.found if isinstance(error, AloiError) else f"{type(error).__name__} {error}"


def write_json(path: Path, document: object) -> None:
    """Write a document as JSON, the file completely or not at all."""
    text = json.dumps(document, ensure_ascii=False, indent=1, allow_nan=False) + "\n"
    with whole_file(path) as part:
        part.write_text(text, encoding="utf-8", newline="\n")
