"""What lies in the folder of a run beside `run.json`: its spec, its log, predictions, what is half done."""

from __future__ import annotations

import csv
import json
import math
import shutil
import time
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field
from datetime import datetime
from pathlib import Path

import numpy as np

from corpora.identity import file_checksum
from corpora.mining.base import Cancelled
from corpora.model import Json
from corpora.readers.writing import whole_file, write_table
from errors import AloiError
from modeling.recipes.base import Floats, Step
from modeling.runs.document import FILE, json_text, spec_document, spec_of
from modeling.runs.spec import RunSpec, SeedResult

SPEC, LOG, PREDICTIONS, ERROR, LOCK = "spec.json", "log.jsonl", "predictions.tsv", "error.txt", "lock"
SEEDS, MODELS = "seeds", "models"
_TRIES, _RETRY_SECONDS = 5, 0.1
_COLUMNS = ("test", "id", "seed", "gold", "predicted")


@dataclass(frozen=True, slots=True)
class Predictions:
    """What a run predicted for one test.

    Parameters
    ----------
    test : str
        The label of the test.
    ids : tuple of str
        Sorted.
    seeds : tuple of int
        Sorted.
    gold : array (N,)
        On the scale of the test.
    predicted : array (S, N)
        On the same scale; values may lie outside it.
    """

    test: str
    ids: tuple[str, ...]
    seeds: tuple[int, ...]
    gold: Floats
    predicted: Floats


@dataclass(frozen=True, slots=True)
class Begun:
    """A run that was begun: its spec, and when it was taken up, the first time first."""

    spec: RunSpec
    starts: tuple[datetime, ...]


@dataclass(frozen=True, slots=True)
class SeedDone:
    """What one seed gave: its result, energy where the machine tells, and test -> predictions by item id.

    `encoding` is how texts were encoded, for recipes that say it (`modeling.encoders.tuning.account`).
    """

    result: SeedResult
    device: str
    energy_joules: float | None
    predictions: Mapping[str, Mapping[str, float]]
    encoding: Mapping[str, Json] = field(default_factory=dict)


def is_done(folder: Path) -> bool:
    """Return whether the run of a folder is done."""
    return (folder / FILE).is_file()


def model_folder(folder: Path, seed: int) -> Path:
    """Return where a seed's checkpoints lie, and its fitted model (`model`) once it is done."""
    return folder / MODELS / str(seed)


def begin(folder: Path, spec: RunSpec, now: datetime) -> Begun:
    """Return the run taken up at this moment, noted in its folder."""
    folder.mkdir(parents=True, exist_ok=True)
    before = read_begun(folder).starts if (folder / SPEC).is_file() else ()
    begun = Begun(spec, (*before, now))
    document = {"spec": spec_document(spec), "starts": [one.isoformat() for one in begun.starts]}
    with whole_file(folder / SPEC) as part:
        part.write_text(json_text(document), encoding="utf-8", newline="\n")
    (folder / ERROR).unlink(missing_ok=True)
    return begun


def read_begun(folder: Path) -> Begun:
    """Return what a run was asked for, done or not, or raise AloiError for a folder that is no run."""
    try:
        document = json.loads((folder / SPEC).read_text(encoding="utf-8"))
        starts = tuple(datetime.fromisoformat(one) for one in document["starts"])
        return Begun(spec_of(document["spec"]), starts)
    except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
        raise AloiError(
            f"{folder / SPEC} cannot be read: {type(error).__name__} {error}.",
            "What the run was asked for, as JSON, was expected there.",
            "Remove the folder and run it again.",
        ) from error


def write_seed(folder: Path, done: SeedDone) -> None:
    """Keep what a seed gave, whole or not at all."""
    (folder / SEEDS).mkdir(exist_ok=True)
    with whole_file(_seed_file(folder, done.result.seed)) as part:
        part.write_text(json_text(asdict(done)), encoding="utf-8", newline="\n")


def read_seed(folder: Path, seed: int) -> SeedDone | None:
    """Return what a seed gave; None where it is not done, or its file is broken: then it is done again."""
    try:
        document = json.loads(_seed_file(folder, seed).read_text(encoding="utf-8"))
        return SeedDone(
            SeedResult(**document["result"]),
            str(document["device"]),
            document["energy_joules"],
            document["predictions"],
            dict(document.get("encoding", {})),
        )
    except (OSError, ValueError, KeyError, TypeError):
        return None


def append_log(folder: Path, seed: int, step: Step, now: datetime) -> None:
    """Add a line to the log."""
    row = {"seed": seed, **asdict(step), "at": now.isoformat()}
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
                yield (
                    int(row["seed"]),
                    Step(row["step"], row["steps"], row["epoch"], row["loss"], row["dev"]),
                )
            except (ValueError, KeyError, TypeError):
                continue


def write_predictions(folder: Path, tests: Iterable[Predictions]) -> str:
    """Write `predictions.tsv`, sorted by test, id and seed, and return its SHA-256."""
    rows = (
        {
            "test": one.test,
            "id": item_id,
            "seed": seed,
            "gold": float(one.gold[at]),
            "predicted": float(one.predicted[place, at]),
        }
        for one in sorted(tests, key=lambda one: one.test)
        for at, item_id in enumerate(one.ids)
        for place, seed in enumerate(one.seeds)
    )
    write_table(folder / PREDICTIONS, _COLUMNS, rows)
    return predictions_checksum(folder)


def predictions_checksum(folder: Path) -> str:
    """Return the SHA-256 of `predictions.tsv`."""
    return file_checksum((folder / PREDICTIONS).read_bytes())


def read_predictions(folder: Path) -> tuple[Predictions, ...]:
    """Return the predictions of a run that is done, a test each, by label.

    Raises
    ------
    AloiError
        No such file, another table, an item without a prediction for some seed, gold that differs
        between seeds, or a number that is none.
    """
    path = folder / PREDICTIONS
    found: dict[str, dict[str, tuple[float, dict[int, float]]]] = {}
    try:
        with path.open(encoding="utf-8", newline="") as stream:
            lines = csv.reader(stream, delimiter="\t")
            if tuple(next(lines, ())) != _COLUMNS:
                raise ValueError(f"its columns are not {', '.join(_COLUMNS)}")
            for test, item_id, seed, gold, predicted in lines:
                kept = found.setdefault(test, {}).setdefault(item_id, (float(gold), {}))
                if kept[0] != float(gold) or int(seed) in kept[1] or not math.isfinite(float(predicted)):
                    raise ValueError(f"the lines of {item_id!r} in {test} do not go together")
                kept[1][int(seed)] = float(predicted)
        return tuple(_table(test, items) for test, items in sorted(found.items()))
    except (OSError, ValueError) as error:
        raise AloiError(
            f"{path} cannot be read: {error}.",
            f"A table with the columns {', '.join(_COLUMNS)}, a line for each item and seed, was expected.",
            "Restore the file, or run it again.",
        ) from error


def note_error(folder: Path, message: str) -> None:
    """Keep why a run failed, until it is taken up again."""
    with whole_file(folder / ERROR) as part:
        part.write_text(message + "\n", encoding="utf-8", newline="\n")


@contextmanager
def failures_noted(folder: Path) -> Iterator[None]:
    """Keep why the block failed; one that was stopped did not fail."""
    try:
        yield
    except (Cancelled, KeyboardInterrupt):
        raise
    except AloiError as error:
        note_error(folder, str(error))
        raise
    except Exception as error:
        note_error(folder, f"{type(error).__name__}: {error}")
        raise


def interruptions(begun: Begun) -> tuple[str, ...]:
    """Return, in a sentence, how often a run was broken off; nothing where it was not."""
    again = len(begun.starts) - 1
    if not again:
        return ()
    return (
        f"The run was broken off and taken up again {'once' if again == 1 else f'{again} times'}: the "
        "seconds of a seed are those of its last stretch.",
    )


def clear_work(folder: Path) -> None:
    """Remove what a run that is done needs no more: single seeds, folders of fits that left nothing."""
    shutil.rmtree(folder / SEEDS, ignore_errors=True)
    models = folder / MODELS
    if models.is_dir():
        for path in (*models.iterdir(), models):
            if not any(path.iterdir()):
                path.rmdir()


def read_error(folder: Path) -> str | None:
    """Return why a run failed; None where it did not."""
    path = folder / ERROR
    return path.read_text(encoding="utf-8").strip() if path.is_file() else None


@contextmanager
def held(folder: Path) -> Iterator[None]:
    """Hold a run within the block, so that no second process works at it; a crash lets it go.

    Raises
    ------
    AloiError
        Another process holds it.
    """
    with (folder / LOCK).open("a", encoding="utf-8") as stream:
        # A page that asks who works at the run holds the lock for an instant too.
        tries = _TRIES
        while not _take(stream.fileno()) and (tries := tries - 1):
            time.sleep(_RETRY_SECONDS)
        if not tries:
            raise AloiError(
                f"The run {folder.name} is under way in another process.",
                "A run that nobody works at was expected.",
                "Wait until it is done, or cancel it.",
            )
        yield


def is_held(folder: Path) -> bool:
    """Return whether a process works at a run now."""
    path = folder / LOCK
    if not path.is_file():
        return False
    with path.open(encoding="utf-8") as stream:
        return not _take(stream.fileno())


def _take(file: int) -> bool:
    """Return whether the lock of an open file is ours now; where the system has none, it always is."""
    try:
        import fcntl
    except ImportError:
        return True
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True


def _seed_file(folder: Path, seed: int) -> Path:
    return folder / SEEDS / f"{seed}.json"


def _table(test: str, items: Mapping[str, tuple[float, Mapping[int, float]]]) -> Predictions:
    ids = tuple(sorted(items))
    seeds = tuple(sorted(items[ids[0]][1]))
    for one in ids:
        if tuple(sorted(items[one][1])) != seeds:
            raise ValueError(f"{one!r} in {test} does not have a prediction for each seed")
    return Predictions(
        test,
        ids,
        seeds,
        np.array([items[one][0] for one in ids], dtype=np.float64),
        np.array([[items[one][1][seed] for one in ids] for seed in seeds], dtype=np.float64),
    )
