"""One cell of a suite run: a task, a model, a seed, and which part of the training rows."""

from __future__ import annotations

import hashlib
import json
import shutil
import time
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from aloi.base.records import from_json, to_json
from aloi.corpora.identity import checksum
from aloi.corpora.model import Json
from aloi.evaluation.rows import Answer
from aloi.gold.splitting.drbenchmark import few_shot
from aloi.modeling.data.dataset import ends_of
from aloi.modeling.encoders import names
from aloi.modeling.recipes.base import Training, Watch
from aloi.modeling.runs.inputs import draw
from aloi.modeling.runs.predictions import BROKEN, answer, plain
from aloi.modeling.runs.spec import write_json
from aloi.studies.drbenchmark.core.data import TaskData
from aloi.studies.drbenchmark.core.protocols import Model, Protocol
from aloi.studies.drbenchmark.core.reading import SuiteRow

_FORMAT, _VERSION = "aloi-suite-cell", 1
_WEIGHTS = {".safetensors", ".bin", ".json", ".txt", ".model"}


@dataclass(frozen=True, slots=True)
class SuiteCell:
    """The specification of one fit.

    Parameters
    ----------
    share : float
        Of the training rows, in (0, 1].
    subset : int
        Number of the draw; 0 if all rows are used.
    """

    task: str
    model: str
    seed: int
    share: float = 1.0
    subset: int = 0

    @property
    def title(self) -> str:
        """The title in lists, such as `morfitt, surface, seed 1, 25 % (draw 2)`."""
        part = "" if self.share == 1 else f", {self.share:.0%} (draw {self.subset})"
        return f"{self.task}, {self.model}, seed {self.seed}{part}"

    @property
    def file(self) -> Path:
        """The path of its file in the folder of the cells."""
        # A model may be a path: its own name alone would let two of them meet in one file.
        safe_name = "".join(one if one.isalnum() or one in "-_." else "_" for one in self.model)[-40:]
        digest = hashlib.sha256(self.model.encode()).hexdigest()[:6]
        part = "" if self.share == 1 else f"-share{self.share:g}-draw{self.subset}"
        return Path(self.task) / f"{safe_name}-{digest}" / f"seed{self.seed}{part}.json"


@dataclass(frozen=True, slots=True)
class CellDone:
    """The results of a cell.

    Parameters
    ----------
    fingerprint : str
        Checksum of all inputs: data, recipe, settings, weights, seed and subset of the training rows.
    train : int
        Number of training rows.
    answers : mapping
        Test row -> prediction.
    """

    cell: SuiteCell
    fingerprint: str
    recipe: str
    signature: str
    settings: Mapping[str, Json]
    train: int
    seconds: float
    cpu_seconds: float
    best_epoch: float | None
    answers: Mapping[str, Answer]


def fingerprint(
    cell: SuiteCell, data: TaskData, model: Model, how: Protocol, settings: Mapping[str, Json]
) -> str:
    """Return the checksum of all inputs of the predictions of a cell."""
    draws = "all" if cell.share == 1 else "nested" if how.nested_draws else "released"
    identity = "" if model.floor else model_identity(model.name)
    rest = {name: value for name, value in settings.items() if name not in ("model", "keep_model")}
    return checksum(
        [
            data.checksum,
            model.recipe(data.task).name,
            rest,
            identity,
            cell.seed,
            cell.share,
            cell.subset,
            draws,
        ]
    )


@cache
def model_identity(name: str) -> str:
    """Return the identity of an encoder: a checksum of the files in its folder, or its hub name."""
    location = names.locate(name)
    if not location.local:
        return location.address
    digest = hashlib.sha256()
    for path in sorted(Path(location.address).rglob("*")):
        if path.is_file() and path.suffix in _WEIGHTS:
            digest.update(str(path.relative_to(location.address)).encode())
            with path.open("rb") as stream:
                digest.update(hashlib.file_digest(stream, "sha256").digest())
    return digest.hexdigest()


def training_rows(cell: SuiteCell, data: TaskData, how: Protocol) -> tuple[SuiteRow, ...]:
    """Return the training rows of a cell: all, a nested draw, or that of the released recipes."""
    if cell.share == 1:
        return data.train
    if how.nested_draws:
        return draw(data.train, max(1, int(len(data.train) * cell.share)), cell.subset)
    return tuple(data.train[at] for at in few_shot(len(data.train), cell.share))


def run_cell(
    cell: SuiteCell,
    data: TaskData,
    model: Model,
    how: Protocol,
    settings: Mapping[str, Json],
    folder: Path,
    watch: Watch,
    cache_folder: Path | None = None,
) -> CellDone:
    """Return the results of a cell; `folder` has its checkpoints meanwhile and is removed at the end."""
    mark = fingerprint(cell, data, model, how, settings)
    folder.mkdir(parents=True, exist_ok=True)
    wall, cpu = time.perf_counter(), time.process_time()
    rows = training_rows(cell, data, how)
    recipe = model.recipe(data.task)
    try:
        fitted = recipe.fit(
            Training(
                rows, data.validation, settings, cell.seed, folder, watch, cache_folder, *ends_of(data.test)
            )
        )
        predictions = [answer(plain(one)) for one in fitted.predict(data.test)]
        answers = {row.id: one for row, one in zip(data.test, predictions, strict=True)}
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    return CellDone(
        cell,
        mark,
        recipe.name,
        fitted.signature,
        settings,
        len(rows),
        time.perf_counter() - wall,
        time.process_time() - cpu,
        getattr(fitted, "best_epoch", None),
        answers,
    )


def write_cell(folder: Path, done: CellDone) -> None:
    """Store a cell, completely or not at all."""
    path = folder / done.cell.file
    path.parent.mkdir(parents=True, exist_ok=True)
    write_json(path, {"format": _FORMAT, "format_version": _VERSION, **to_json(done)})


def read_cell(folder: Path, cell: SuiteCell) -> CellDone | None:
    """Return a stored cell; None if it is missing or cannot be read: it is then repeated."""
    try:
        document = json.loads((folder / cell.file).read_text(encoding="utf-8"))
        if (document.pop("format"), document.pop("format_version")) != (_FORMAT, _VERSION):
            return None
        return from_json(CellDone, document, closed=True)
    except BROKEN:
        return None
