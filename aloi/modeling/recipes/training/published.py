"""The hyper-parameters that DrBenchmark publishes, as data: those of its paper, those of its recipes."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

from aloi.base.errors import AloiError
from aloi.corpora.model import Json

TASKS = ("pos", "ner", "classification", "multiple_choice", "similarity")
SOURCES = ("paper", "released")
_FILE = Path(__file__).with_suffix(".toml")


def published(task: str, dataset: str | None = None, source: str = "paper") -> dict[str, Json]:
    """Return epochs, learning_rate, batch, max_length, weight_decay and warmup_steps of a task type.

    Parameters
    ----------
    task : str
        One of `TASKS`.
    dataset : str or None
        A data set with values of its own, such as `morfitt`; one without has those of its task type.
    source : str
        `paper`; or `released`, the recipes' own where they differ from the paper and the paper's elsewhere.

    Raises
    ------
    AloiError
        An unknown task type or source.

    References
    ----------
    Labrak et al. 2024, DrBenchmark.
    """
    if task not in TASKS or source not in SOURCES:
        raise AloiError(
            "modeling.hyper-parameters-from-asked",
            task=repr(task),
            source=repr(source),
            tasks=TASKS,
            sources=SOURCES,
        )
    hyper_parameters: dict[str, Json] = dict(_table()["paper"]["any"])
    for origin in SOURCES[: SOURCES.index(source) + 1]:
        by_task: Mapping[str, Any] = _table()[origin].get(task, {})
        for values in (by_task, by_task.get(dataset or "", {})):
            hyper_parameters |= {name: value for name, value in values.items() if not isinstance(value, dict)}
    return hyper_parameters


@cache
def _table() -> Mapping[str, Any]:
    return tomllib.loads(_FILE.read_text(encoding="utf-8"))
