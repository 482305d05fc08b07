"""The name, the note and the tags that people give to a run; the run itself does not change."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path

from aloi.base.records import from_json, to_json
from aloi.modeling.runs.predictions import BROKEN
from aloi.modeling.runs.spec import write_json

FILE = "about.json"


@dataclass(frozen=True, slots=True)
class RunAbout:
    """Words of people about a run; empty if nobody wrote any."""

    name: str = ""
    note: str = ""
    tags: tuple[str, ...] = ()

    @property
    def words(self) -> str:
        """Return everything as one text, to be searched."""
        return " ".join((self.name, self.note, *self.tags))


def read_about(folder: Path) -> RunAbout:
    """Return the words about the run of a folder; none if the file cannot be read."""
    try:
        return from_json(RunAbout, json.loads((folder / FILE).read_text(encoding="utf-8")))
    except BROKEN:
        return RunAbout()


def write_about(folder: Path, about: RunAbout) -> None:
    """Store the words about a run."""
    write_json(folder / FILE, to_json(about))
