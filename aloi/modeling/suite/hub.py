"""Data of a task downloaded from the Hugging Face hub into the local folder, if the hub can be reached."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from aloi.base.errors import AloiError
from aloi.modeling.suite.data import LABELS, load
from aloi.modeling.suite.declarations import PARTS, Task

# Data sets that come with a loading script are kept by the hub as plain tables there too.
_TABLES = "refs/convert/parquet"


def fetch(task: Task, folder: Path) -> tuple[int, int, int]:
    """Return the rows of train, validation and test that were written into `folder/<task>`.

    Raises
    ------
    AloiError
        The package `datasets` is missing, the hub cannot be reached or does not have the data, or what it
        has does not fit the declaration.
    """
    parts = _loaded(task)
    columns = tuple(dict.fromkeys(name for role in task.columns for name in task.several_columns(role)))
    lacking = [part for part in PARTS if part not in parts]
    if lacking:
        raise AloiError(
            "modeling.hub-lacks-parts", hub=task.hub, parts=parts, wanted=PARTS, obtain=task.obtain
        )
    task_folder = folder / task.name
    task_folder.mkdir(parents=True, exist_ok=True)
    for part in PARTS:
        rows = ({name: row[name] for name in columns if name in row} for row in parts[part])
        lines = (json.dumps(row, ensure_ascii=False) + "\n" for row in rows)
        (task_folder / f"{part}.jsonl").write_text("".join(lines), encoding="utf-8", newline="\n")
    names = _names(task, parts["train"])
    if names:
        text = json.dumps(names, ensure_ascii=False) + "\n"
        (task_folder / LABELS).write_text(text, encoding="utf-8", newline="\n")
    return load(task, folder).sizes


def _loaded(task: Task) -> Mapping[str, Any]:
    try:
        from datasets import load_dataset  # type: ignore[import-untyped]
    except ImportError as error:
        raise AloiError(
            "modeling.package-datasets-not-installed", name=task.name, obtain=task.obtain
        ) from error
    try:
        parts: Mapping[str, Any] = load_dataset(task.hub, task.config or None, revision=_TABLES)
    # The library and those below it raise errors of many kinds; all of them mean the same here.
    except (OSError, ValueError, RuntimeError, KeyError) as error:
        why = (str(error).strip().splitlines() or [type(error).__name__])[0][:200]
        raise AloiError("modeling.could-not-fetched", hub=task.hub, why=why, obtain=task.obtain) from error
    return parts


def _names(task: Task, part: Any) -> list[str]:
    """Return the names of labels that are given by index; none if they are given by name."""
    column = task.column("tags") or task.column("labels")
    feature = getattr(part, "features", {}).get(column)
    while feature is not None and not hasattr(feature, "names") and hasattr(feature, "feature"):
        feature = feature.feature
    return list(getattr(feature, "names", None) or [])
