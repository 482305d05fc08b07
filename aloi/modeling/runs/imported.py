"""Predictions that were imported, as the model of a run: it knows an answer for each id."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar

from aloi.corpora.model import Json
from aloi.evaluation.rows import KINDS, Answer, LearntRow
from aloi.modeling.recipes.base import DONE, Recipe, Training
from aloi.modeling.runs.folder import model_folder
from aloi.modeling.runs.predictions import answer, plain
from aloi.modeling.runs.spec import write_json

FILE = "answers.json"  # in the folder of the model


@dataclass(frozen=True, slots=True)
class _Answers:
    signature: str
    by_id: Mapping[str, Answer]

    def predict(self, rows: Sequence[LearntRow]) -> list[Answer]:
        """Return the answer of each row; every row has one."""
        return [self.by_id[row.id] for row in rows]


class ImportedPredictions(Recipe[Any]):
    """Predictions of another system. Not in the list of recipes: it cannot be trained."""

    name: ClassVar[str] = "imported"
    title: ClassVar[str] = "Imported predictions"
    row_kinds: ClassVar[tuple[type, ...]] = tuple(KINDS.values())
    seeded: ClassVar[bool] = False
    learns: ClassVar[bool] = False
    needs_training: ClassVar[bool] = False
    floor: ClassVar[bool] = False
    defaults: ClassVar[Mapping[str, Json]] = {"model": "", "checksum": ""}

    def is_calibrated(self, settings: Mapping[str, Json], *, trained: bool) -> bool:
        """Return True: another system may have fitted its scores to the scale."""
        del settings, trained
        return True

    def fit(self, training: Training[Any]) -> _Answers:
        """Return the answers in the folder of the model."""
        stored = json.loads((training.folder / FILE).read_text(encoding="utf-8"))
        training.tell(DONE)
        settings = training.settings
        return _Answers(
            f"imported {settings['model']}, predictions {str(settings['checksum'])[:12]}",
            {name: answer(value) for name, value in stored.items()},
        )


def write_answers(folder: Path, seed: int, answers: Mapping[str, Answer]) -> None:
    """Write imported answers into the folder of a run, where `ImportedPredictions` reads them."""
    target = model_folder(folder, seed)
    target.mkdir(parents=True, exist_ok=True)
    write_json(target / FILE, {name: plain(one) for name, one in answers.items()})
