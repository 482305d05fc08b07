"""A run: one recipe trained on one choice of data with some seeds, scored on some tests; a folder each.

A run's folder holds `run.json` (this module's `Run` as JSON), `predictions.jsonl` (test, id, seed,
predicted), `tests.json` (gold, documents and provenance of the test rows, no text), `log.jsonl` (a line a
step told), `models/SEED/` (what a fit left) and, while it is not done, `seeds/` with what each seed gave.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime

from aloi.base.records import to_json
from aloi.corpora.model import Json
from aloi.evaluation.scores import TestScore


@dataclass(frozen=True, slots=True)
class DataUse:
    """One part of one data set: `source` is what the person named (a release, a folder, a table)."""

    source: str
    part: str
    name: str
    checksum: str
    items: int

    @property
    def label(self) -> str:
        """Return how tables name it, such as `clinical 1.0/test`; the bare name without a part."""
        return f"{self.name}/{self.part}" if self.part else self.name


@dataclass(frozen=True, slots=True)
class RunSpec:
    """What a run is asked for; the same spec gives the same id, and on CPU the same predictions.

    Parameters
    ----------
    settings : mapping
        All settings of the recipe, as `Recipe.settings` returned them.
    train : tuple of DataUse
        Joined in this order; none for the untuned model.
    dev : DataUse or None
        For the choice of a checkpoint.
    tests : tuple of DataUse
        What it is scored on.
    seeds : tuple of int
        One fit each; one for recipes that are not seeded.
    train_items : int or None
        Train on so many items drawn from all training items; None for all of them.
    subset : int
        Which draw of `train_items` (the seed of the draw); 0 without.
    """

    recipe: str
    settings: Mapping[str, Json]
    train: tuple[DataUse, ...]
    dev: DataUse | None
    tests: tuple[DataUse, ...]
    seeds: tuple[int, ...]
    train_items: int | None = None
    subset: int = 0

    @property
    def id(self) -> str:
        """Return 12 hexadecimal digits of the spec: names and paths do not count, checksums do."""
        fields = to_json(self)
        for use in (*fields["train"], *fields["tests"], *([fields["dev"]] if fields["dev"] else [])):
            del use["source"], use["name"]
        text = json.dumps(fields, sort_keys=True, ensure_ascii=False)
        return hashlib.sha256(text.encode()).hexdigest()[:12]


@dataclass(frozen=True, slots=True)
class SeedResult:
    """What one fit took and gave: `signature` is the predictor's."""

    seed: int
    signature: str
    seconds: float
    cpu_seconds: float
    best_epoch: float | None = None


@dataclass(frozen=True, slots=True)
class Run:
    """A run that is done.

    Parameters
    ----------
    environment : mapping
        Program, packages, Python, processor, threads, device; how texts were encoded, where a recipe says
        it (`aloi.modeling.encoders.tuning.account`).
    energy_joules : float or None
        Of the processor package, where the machine tells (RAPL); None where it does not.
    predictions_checksum : str
        Of `predictions.jsonl`: what every number of the run stands on.
    tests_checksum : str
        Of `tests.json`: what cuts of the tests, people and the ceiling stand on.
    """

    spec: RunSpec
    started_at: datetime
    finished_at: datetime
    seeds: tuple[SeedResult, ...]
    scores: tuple[TestScore, ...]
    environment: Mapping[str, Json]
    predictions_checksum: str
    energy_joules: float | None = None
    notes: tuple[str, ...] = field(default=())
    tests_checksum: str = ""

    @property
    def id(self) -> str:
        """Return the id of its spec."""
        return self.spec.id
