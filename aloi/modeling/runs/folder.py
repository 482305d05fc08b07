"""The folder of a run in progress: its spec, its log, the finished seeds."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path

from filelock import FileLock, Timeout

from aloi.base.errors import AloiError
from aloi.base.records import from_json, to_json, to_stored
from aloi.base.system_errors import refused_by_system
from aloi.base.terms import Phrase, Term
from aloi.corpora.mining.base import Cancelled
from aloi.corpora.model import Json
from aloi.corpora.readers.writing import whole_file
from aloi.evaluation.rows import Answer
from aloi.modeling.recipes.base import Step
from aloi.modeling.runs.predictions import BROKEN
from aloi.modeling.runs.spec import FILE, RunSpec, SeedResult, why, write_json

SPEC, LOG, ERROR, LOCK = "spec.json", "log.jsonl", "error.txt", "lock"
SEEDS, MODELS = "seeds", "models"
_PATIENCE = 0.5  # seconds


@dataclass(frozen=True, slots=True)
class Begun:
    """A run that was started: its spec, and the times it was started or resumed, the first time first."""

    spec: RunSpec
    starts: tuple[datetime, ...]


@dataclass(frozen=True, slots=True)
class SeedDone:
    """The results of one seed.

    Parameters
    ----------
    energy_joules : float or None
        None if the machine does not measure it.
    answers : mapping
        Test -> row id -> prediction.
    notes : tuple of str
        Remarks of the predictor on the rows.
    encoding : mapping
        How texts were encoded, for recipes that record it (`aloi.modeling.encoders.tuning.account`).
    """

    result: SeedResult
    device: str
    energy_joules: float | None
    answers: Mapping[str, Mapping[str, Answer]]
    notes: tuple[str, ...] = ()
    encoding: Mapping[str, Json] = field(default_factory=dict)


def is_done(folder: Path) -> bool:
    """Return whether the run of a folder is done."""
    return (folder / FILE).is_file()


def model_folder(folder: Path, seed: int) -> Path:
    """Return the folder of a seed's checkpoints, and of its fitted model (`model`) once it is finished."""
    return folder / MODELS / str(seed)


def begin(folder: Path, spec: RunSpec, now: datetime) -> Begun:
    """Return the run as started or resumed now; the time is written to its folder."""
    folder.mkdir(parents=True, exist_ok=True)
    before = read_begun(folder).starts if (folder / SPEC).is_file() else ()
    begun = Begun(spec, (*before, now))
    write_json(folder / SPEC, to_json(begun))
    (folder / ERROR).unlink(missing_ok=True)
    return begun


def read_begun(folder: Path) -> Begun:
    """Return the spec and start times of a run, or raise AloiError for a folder that is no run."""
    try:
        return from_json(Begun, json.loads((folder / SPEC).read_text(encoding="utf-8")))
    except BROKEN as error:
        raise AloiError(
            "aloi.unreadable",
            path=folder / SPEC,
            format=Term("format-settings"),
            error=why(error),
            todo=Term("run-again"),
        ) from error


def write_seed(folder: Path, done: SeedDone) -> None:
    """Store the results of a seed, completely or not at all."""
    (folder / SEEDS).mkdir(exist_ok=True)
    write_json(_seed_file(folder, done.result.seed), to_stored(done))


def read_seed(folder: Path, seed: int) -> SeedDone | None:
    """Return the results of a seed; None if it is not finished or its file is broken: it is then repeated."""
    try:
        document = json.loads(_seed_file(folder, seed).read_text(encoding="utf-8"))
        # Versions before called the answers of scored pairs predictions.
        tests = document["answers"] if "answers" in document else document["predictions"]
        return from_json(SeedDone, document, answers=tests)
    except BROKEN:
        return None


def append_log(folder: Path, seed: int, step: Step, now: datetime) -> None:
    """Add a line to the log."""
    row = {"seed": seed, **to_json(step), "at": now.isoformat()}
    with (folder / LOG).open("a", encoding="utf-8", newline="\n") as stream:
        stream.write(json.dumps(row, default=dict) + "\n")


def read_log(folder: Path) -> Iterator[tuple[int, Step]]:
    """Yield seed and step of each line of the log in its order; a line cut off by a crash is passed over."""
    path = folder / LOG
    if not path.is_file():
        return
    with path.open(encoding="utf-8") as stream:
        for line in stream:
            try:
                row = json.loads(line)
                yield int(row["seed"]), from_json(Step, row)
            except (ValueError, KeyError, TypeError):
                continue


def note_error(folder: Path, message: str) -> None:
    """Store why a run failed, until it is resumed."""
    with whole_file(folder / ERROR) as part:
        part.write_text(message + "\n", encoding="utf-8", newline="\n")


@contextmanager
def failures_noted(folder: Path) -> Iterator[None]:
    """Store why the block failed; a cancelled run did not fail."""
    try:
        yield
    except (Cancelled, KeyboardInterrupt):
        raise
    except AloiError as error:
        note_error(folder, str(error))
        raise
    except OSError as error:
        note_error(folder, str(refused_by_system(error)))
        raise
    except Exception as error:
        note_error(folder, type(error).__name__)  # its words may be a text
        raise


def interruptions(begun: Begun) -> tuple[str, ...]:
    """Return a sentence on how often a run was interrupted; nothing if it was not."""
    again = len(begun.starts) - 1
    if not again:
        return ()
    times = "once" if again == 1 else "{times} times"
    text = f"The run was interrupted and resumed {times}: the seconds of a seed are those of its last part."
    return (Phrase("note-interrupted", text, times=again),)


def clear_work(folder: Path) -> None:
    """Remove the work files of a finished run: single seeds, folders of fits without results."""
    shutil.rmtree(folder / SEEDS, ignore_errors=True)
    models = folder / MODELS
    if models.is_dir():
        for path in (*models.iterdir(), models):
            if not any(path.iterdir()):
                path.rmdir()


def read_error(folder: Path) -> str | None:
    """Return why a run failed; None if it did not."""
    path = folder / ERROR
    return path.read_text(encoding="utf-8").strip() if path.is_file() else None


@contextmanager
def locked(folder: Path) -> Iterator[None]:
    """Lock a run within the block, so that no second process executes it; a crash releases the lock.

    Raises
    ------
    AloiError
        Another process holds it.
    """
    # A page that asks who works at the run holds the lock for an instant too.
    lock = FileLock(folder / LOCK, timeout=_PATIENCE, poll_interval=0.1)
    try:
        lock.acquire()
    except Timeout:
        raise AloiError("modeling.run-under-way-another-process", name=folder.name) from None
    try:
        yield
    finally:
        lock.release()


def is_held(folder: Path) -> bool:
    """Return whether a process executes a run now."""
    if not (folder / LOCK).is_file():
        return False
    try:
        with FileLock(folder / LOCK, timeout=0):
            return False
    except Timeout:
        return True


def _seed_file(folder: Path, seed: int) -> Path:
    return folder / SEEDS / f"{seed}.json"
