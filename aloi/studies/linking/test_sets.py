"""Test sets of linked mentions kept in the data folder: uploaded once, named, used in any table."""

from __future__ import annotations

import json
import shutil
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from aloi.base.errors import AloiError
from aloi.corpora.identity import content_id, file_checksum
from aloi.corpora.model import Json
from aloi.corpora.readers.writing import whole_file
from aloi.gold.formats.mentions.files import mentions_of
from aloi.studies.linking.sets import PATHS, SetSource, read_set, set_of

# The folder of test sets and of their rankings in the data folder.
FOLDER = "linking"
_SETS = "sets"
_RECORD = "set.json"


def keep_set(data: Path, values: Mapping[str, str], files: Mapping[str, Sequence[Path]]) -> dict[str, Json]:
    """Store the files of a test set, check that they can be read, and return its values for `set_of`.

    Parameters
    ----------
    data : Path
        The data folder.
    values : mapping
        Of `SetSource`: name, reader, group, language, against, terminology; empty ones are omitted.
    files : mapping
        `mentions`, `train`, `dictionary`, `names_of` -> their files: a table with its texts, or .ann and
        .txt, or one archive.

    Raises
    ------
    AloiError
        No name, a name that other files have, or files that cannot be read as mentions.
    """
    name = values.get("name", "").strip()
    existing = next((one for one in kept_sets(data) if one["name"] == name), None)
    if not name or existing is not None:
        raise AloiError(
            "workbench.test-set-called-as-one", has_known=bool(existing), name=repr(name) if existing else ""
        )
    home = data / FOLDER
    sums = [file_checksum(path.read_bytes()) for role in sorted(files) for path in files[role]]
    folder = home / _SETS / content_id("linking_set", name, *sums)
    stored_values: dict[str, Json] = {key: text.strip() for key, text in values.items() if text.strip()}
    try:
        for role, paths in files.items():
            if role in PATHS and paths:
                _copied(paths, folder / role)
                chosen = _chosen(paths, folder / role, values.get("reader") or None)
                stored_values[role] = chosen.relative_to(home).as_posix()
        _check(set_of(stored_values, f"The test set {name!r}", home))
        with whole_file(folder / _RECORD) as part:
            part.write_text(json.dumps(stored_values, ensure_ascii=False, indent=1), encoding="utf-8")
    except (AloiError, OSError):
        shutil.rmtree(folder, ignore_errors=True)
        raise
    return stored_values


def kept_sets(data: Path, visible: Collection[str] | None = None) -> list[dict[str, Json]]:
    """Return the values of the stored test sets by name; `visible` restricts them to these ids."""
    stored_sets = [
        json.loads(path.read_text(encoding="utf-8"))
        for path in sorted((data / FOLDER / _SETS).glob(f"*/{_RECORD}"))
    ]
    seen = [one for one in stored_sets if visible is None or one["name"] in visible]
    return sorted(seen, key=lambda one: str(one["name"]))


def kept_source(values: Mapping[str, Json], data: Path) -> SetSource:
    """Return the folder of the files of a stored test set."""
    return set_of(values, "The test set", data / FOLDER)


def forget_set(data: Path, name: str) -> None:
    """Remove a kept test set and its files."""
    for path in sorted((data / FOLDER / _SETS).glob(f"*/{_RECORD}")):
        if json.loads(path.read_text(encoding="utf-8"))["name"] == name:
            shutil.rmtree(path.parent)


def _check(source: SetSource) -> None:
    """Raise AloiError for files that cannot be read; the names of a terminology are not, they are many."""
    if source.terminology is None:
        read_set(source)
    else:
        read_set(replace(source, terminology=None, names_of=source.mentions))


def _copied(paths: Sequence[Path], folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    for path in paths:
        shutil.copyfile(path, folder / path.name)


def _chosen(paths: Sequence[Path], folder: Path, reader: str | None) -> Path:
    """Return the path for a reader: the folder of .ann and .txt files, or the file with mentions.

    A table of mentions may come with the table of its texts, in any order.
    """
    if any(path.suffix.lower() == ".ann" for path in paths):
        return folder
    for path in paths[:-1]:
        try:
            mentions_of(folder / path.name, reader)
        except AloiError:
            continue
        return folder / path.name
    return folder / paths[-1].name
