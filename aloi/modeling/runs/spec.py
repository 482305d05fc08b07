"""A run: one recipe trained on one choice of data with some seeds, scored on some tests; a folder each.

Files in the folder of a run:

- `run.json`: the `Run` of this module as JSON.
- `predictions.jsonl`: test, id, seed, predicted.
- `tests.json`: gold, documents and provenance of the test rows, no text.
- `log.jsonl`: a line for each reported step.
- `models/SEED/`: checkpoints and model of a fit.
- `seeds/`: the results of each seed, until the run is finished.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from typing import Any

from aloi.base.errors import AloiError
from aloi.base.records import from_json, to_json
from aloi.base.terms import Phrase, Term
from aloi.corpora.identity import checksum
from aloi.corpora.model import Json
from aloi.corpora.readers.writing import whole_file
from aloi.evaluation.scores import TestScore


@dataclass(frozen=True, slots=True)
class DataUse:
    """One split of one data set: `source` is the name the user gave (a release, a folder, a table).

    `clusters` is the checksum of the clusters on which the intervals of a test depend, or inner folds of
    training data. It is empty if each row is its own, and in runs of earlier versions.
    """

    source: str
    part: str
    name: str
    checksum: str
    items: int
    clusters: str = ""

    @property
    def label(self) -> str:
        """Return how tables name it, such as `clinical 1.0/test`; the bare name without a part."""
        return f"{self.name}/{self.part}" if self.part else self.name


@dataclass(frozen=True, slots=True)
class InnerTuning:
    """The choice of settings on inner folds of the training rows.

    Parameters
    ----------
    space : mapping
        Setting -> its values, or `low` and `high` of a range.
    trials : int
        The most settings tried.
    folds : int
        Inner folds.
    """

    space: Mapping[str, Json]
    trials: int
    folds: int


# Fields of later versions: without a value they are not part of the id, so that earlier runs keep theirs.
_LATER = ("balanced", "further_dev", "folds", "tuning")


@dataclass(frozen=True, slots=True)
class RunSpec:
    """The specification of a run; the same spec has the same id and, on CPU, the same predictions.

    Parameters
    ----------
    settings : mapping
        All settings of the recipe, as `Recipe.settings` returned them.
    train : tuple of DataUse
        Joined in this order; none for the untuned model.
    dev : DataUse or None
        For the choice of a checkpoint.
    tests : tuple of DataUse
        The data it is scored on.
    seeds : tuple of int
        One fit each; one for recipes that are not seeded.
    train_items : int or None
        Number of items drawn from all training items, of each fold anew; None for all of them.
    subset : int
        Random seed of the draw of `train_items`; 0 without a draw.
    balanced : bool
        Whether `train_items` are drawn from each training source; otherwise from all of them together.
    further_dev : tuple of DataUse
        Joined to `dev`, in this order.
    contents : mapping
        Setting -> checksum of the files that it names, such as the folder of a model. Empty in earlier runs.
    folds : int
        Of a cross-validation: the test is the training data, and each row is predicted by a fit without it.
        Each seed divides the rows anew. 0 for none.
    tuning : InnerTuning or None
        The settings that are chosen on inner folds of the training rows, if any.
    """

    recipe: str
    settings: Mapping[str, Json]
    train: tuple[DataUse, ...]
    dev: DataUse | None
    tests: tuple[DataUse, ...]
    seeds: tuple[int, ...]
    train_items: int | None = None
    subset: int = 0
    balanced: bool = False
    further_dev: tuple[DataUse, ...] = ()
    contents: Mapping[str, str] = field(default_factory=dict)
    folds: int = 0
    tuning: InnerTuning | None = None

    @property
    def devs(self) -> tuple[DataUse, ...]:
        """Return all development data, in the order they are joined."""
        return (*((self.dev,) if self.dev else ()), *self.further_dev)

    @property
    def n_train(self) -> int:
        """Return the number of training rows of a fit; 0 without training. Folds differ by some rows."""
        if self.train_items is not None:
            return self.train_items * (len(self.train) if self.balanced else 1)
        rows = sum(use.items for use in self.train)
        return rows * (self.folds - 1) // self.folds if self.folds else rows

    @property
    def id(self) -> str:
        """Return 12 hexadecimal digits of the spec: names and paths have no influence, checksums have."""
        fields = to_json(self)
        devs = [fields["dev"]] if fields["dev"] else []
        for use in (*fields["train"], *fields["tests"], *devs, *fields["further_dev"]):
            del use["source"], use["name"]
            if not use["clusters"]:
                del use["clusters"]  # as earlier versions had it
        fields["settings"] |= fields.pop("contents")
        for name in _LATER:
            if not fields[name]:
                del fields[name]
        text = json.dumps(fields, sort_keys=True, ensure_ascii=False)
        return hashlib.sha256(text.encode()).hexdigest()[:12]


@dataclass(frozen=True, slots=True)
class SeedResult:
    """The cost and the results of one fit: `signature` is the predictor's.

    `calibration` is slope and intercept of the line from predictions to scores that fits the dev rows best.
    It is None for predictions that are scores, and without dev rows.
    """

    seed: int
    signature: str
    seconds: float
    cpu_seconds: float
    best_epoch: float | None = None
    calibration: tuple[float, float] | None = None


@dataclass(frozen=True, slots=True)
class Run:
    """A finished run.

    Parameters
    ----------
    environment : mapping
        Program, packages, Python, processor, threads, device; how texts were encoded, if the recipe records
        it (`aloi.modeling.encoders.tuning.account`).
    energy_joules : float or None
        Of the processor package, if the machine measures it (RAPL); None otherwise.
    predictions_checksum : str
        Of `predictions.jsonl`, the source of all results of the run.
    tests_checksum : str
        Of `tests.json`, the source of slices of the tests, human scores and the reliability ceiling.
    scale : tuple of float or None
        The ends of the scale of predicted scores; None in earlier runs, which have that of their first test.
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
    scale: tuple[float, float] | None = None

    @property
    def id(self) -> str:
        """Return the id of its spec."""
        return self.spec.id


FILE = "run.json"
FORMAT, VERSION = "aloi-run", 1
STAMP, PHRASES = "checksum", "phrases"
_REASONS = ("reason", "ci_reason")
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
        document = read_document(folder)
        phrases = {each["text"]: each for each in document.get(PHRASES, ())}
        notes = [phrases.get(note, note) for note in document.get("notes", ())]
        scores = [
            {name: phrases.get(part, part) if name in _REASONS else part for name, part in score.items()}
            for score in document["scores"]
        ]
        return from_json(Run, document, notes=notes, scores=scores)
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
    """Return a run as JSON values; `checksum` covers all the other fields.

    Notes and reasons are English texts, as in earlier versions. `phrases` has their keys for other languages.
    """
    document = {"format": FORMAT, "format_version": VERSION, "id": run.id, **to_json(run)}
    reasons = (reason for score in run.scores for reason in (score.reason, score.ci_reason))
    phrases = {str(text): text.to_json() for text in (*run.notes, *reasons) if isinstance(text, Phrase)}
    if phrases:
        document[PHRASES] = list(phrases.values())
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
