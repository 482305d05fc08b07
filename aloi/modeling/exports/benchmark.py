"""Tasks of MTEB scored with encoders, offline: the model of a run, the same model untuned, random vectors."""

from __future__ import annotations

import importlib.util
import warnings
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from aloi.base.errors import AloiError
from aloi.base.terms import Term
from aloi.modeling.encoders.devices import device_for, quiet
from aloi.modeling.encoders.transformer import open_model

RUN, UNTUNED, RANDOM = "run", "untuned", "random"
_RANDOM_ENCODER = "mteb/baseline-random-encoder"


@dataclass(frozen=True, slots=True)
class TaskScore:
    """The main score of an encoder on a split of a task; `model` is `run`, `untuned` or `random`."""

    task: str
    type: str
    split: str
    metric: str
    model: str
    value: float


def require_mteb() -> None:
    """Raise AloiError if MTEB is not installed."""
    if importlib.util.find_spec("mteb") is None:
        raise AloiError(
            "aloi.package-missing", package="mteb", purpose=Term("tasks-of-mteb"), command="pip install mteb"
        )


def score_tasks(
    tasks: Sequence[Path], model: Path, untuned: str | None, watch: Callable[[int, int], None]
) -> tuple[TaskScore, ...]:
    """Return the scores of encoders on tasks that a release was exported to.

    Parameters
    ----------
    tasks : sequence of Path
        Directories with `task.py`, as the format `mteb` writes them.
    model : Path
        Directory of a sentence encoder.
    untuned : str or None
        Name of the encoder that it was trained from.
    watch : callable
        Called with the evaluations done and in all.
    """
    require_mteb()
    import mteb

    device = device_for("auto")
    encoders: dict[str, Any] = {RUN: open_model(str(model), device)[0]}
    if untuned is not None:
        encoders[UNTUNED] = open_model(untuned, device)[0]
    encoders[RANDOM] = mteb.get_model(_RANDOM_ENCODER)
    scores: list[TaskScore] = []
    total = len(tasks) * len(encoders)
    for folder in tasks:
        for name, encoder in encoders.items():
            watch(len(scores), total)
            scores += _scores(_task(folder), name, encoder)
    return tuple(scores)


def _scores(task: Any, name: str, encoder: Any) -> list[TaskScore]:
    import mteb

    with quiet(), warnings.catch_warnings():
        warnings.simplefilter("ignore")
        results = mteb.evaluate(encoder, task, cache=None, show_progress_bar=False).task_results
    by_split: list[tuple[str, Sequence[Mapping[str, Any]]]] = [
        (split, scores) for result in results for split, scores in result.scores.items()
    ]
    metadata = task.metadata
    return [
        TaskScore(metadata.name, metadata.type, split, metadata.main_score, name, float(score["main_score"]))
        for split, scores in by_split
        for score in scores
    ]


def _task(folder: Path) -> Any:
    """Return the task of a directory; its file was written by this program from a release."""
    spec = importlib.util.spec_from_file_location("aloi_mteb_task", folder / "task.py")
    if spec is None or spec.loader is None:
        raise ValueError(f"{folder} has no task.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module.GoldTask()
