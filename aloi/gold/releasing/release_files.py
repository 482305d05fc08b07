"""Data of a release that several files of an export need, read from its manifest once."""

from __future__ import annotations

import json
import zipfile
from collections.abc import Mapping
from functools import cached_property
from pathlib import Path

from aloi.base.errors import AloiError
from aloi.base.terms import Term
from aloi.corpora.model import Item, Json
from aloi.gold.model import Release
from aloi.gold.releasing.answers import ReleasedAnswer, released_answers
from aloi.gold.releasing.machines import ANSWERS_FILE, machine_problems
from aloi.gold.releasing.manifest import FORMAT, items
from aloi.gold.releasing.release import verify
from aloi.gold.releasing.sources import DocumentSource, RowSource, document_sources, row_sources


class OpenedRelease:
    """The long lists of a manifest, each read on first access; they must not be changed."""

    def __init__(self, release: Release) -> None:
        self._manifest = release.manifest

    @cached_property
    def items(self) -> Mapping[str, Item]:
        """The items by id."""
        return items(self._manifest)

    @cached_property
    def sources(self) -> Mapping[str, RowSource]:
        """The name of each item in its source, by item id."""
        return row_sources(self._manifest)

    @cached_property
    def documents(self) -> tuple[DocumentSource, ...]:
        """The documents by name."""
        return document_sources(self._manifest)

    @cached_property
    def answers(self) -> tuple[ReleasedAnswer, ...]:
        """The answers, by item, round, annotator and occasion."""
        return released_answers(self._manifest, self.items)


def opened(release: Release) -> OpenedRelease:
    """Return the content of a release; the same release is read once."""
    return release.once(OpenedRelease)


_MANIFEST = "manifest.json"
_LONGEST = 256 << 20  # bytes


def frozen_manifest(path: Path) -> Mapping[str, Json] | None:
    """Return the manifest in a zip, in a folder or in a file, verified; None if there is none.

    Raises
    ------
    AloiError
        A manifest that cannot be read, or that is not what was frozen.
    """
    try:
        if path.is_file() and zipfile.is_zipfile(path):
            with zipfile.ZipFile(path) as archive:
                text = _text_in(archive, _MANIFEST)
                answers = _text_in(archive, ANSWERS_FILE)
        else:
            file = path / _MANIFEST if path.is_dir() else path
            named = file.name == _MANIFEST or file.suffix.lower() == ".json"
            text = file.read_text(encoding="utf-8") if named and file.is_file() else None
            of_machines = file.parent / ANSWERS_FILE
            answers = of_machines.read_text(encoding="utf-8") if of_machines.is_file() else None
        document = None if text is None else json.loads(text)
    except (ValueError, RecursionError, zipfile.BadZipFile, OSError) as error:
        raise AloiError(
            "aloi.unreadable",
            path=path,
            format=Term("format-manifest"),
            error=error,
            todo=Term("fetch-again"),
        ) from error
    if not isinstance(document, dict) or document.get("format") != FORMAT:
        return None  # other programs write files of this name too
    problems = verify(document)
    if answers is not None:
        problems += machine_problems(document, answers)
    if problems:
        raise AloiError("gold.not-release-frozen", path=path, problem=problems[0])
    return document


def _text_in(archive: zipfile.ZipFile, name: str) -> str | None:
    """Return the text of a file in a zip; None if it is not there."""
    if name not in archive.namelist():
        return None
    with archive.open(name) as stream:
        content = stream.read(_LONGEST + 1)
    if len(content) > _LONGEST:
        raise ValueError(f"{name} is longer than {_LONGEST >> 20} MB")
    return content.decode("utf-8")
