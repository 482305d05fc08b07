"""What was measured on a task, kept beside its cells: tables are then drawn in no time."""

from __future__ import annotations

import json
import zipfile
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import numpy as np

from corpora.readers.writing import whole_file
from evaluation.paired_resampling import Measured

Measures = Mapping[str, Mapping[str, Measured]]
_BROKEN = (OSError, ValueError, KeyError, TypeError, zipfile.BadZipFile)


def kept(path: Path, key: str, measure: Callable[[], Measures]) -> Measures:
    """Return metric -> model -> Measured: those kept under the same key, else measured and kept.

    Parameters
    ----------
    key : str
        Of all that decides them; a file with another key, or one that cannot be read, is written anew.
    """
    before = _read(path, key)
    if before is not None:
        return before
    found = measure()
    flat = [(metric, name, one) for metric, own in found.items() for name, one in own.items()]
    told = [[metric, name, one.value, one.reason, list(one.by_seed)] for metric, name, one in flat]
    path.parent.mkdir(parents=True, exist_ok=True)
    with whole_file(path) as part, part.open("wb") as stream:
        arrays: dict[str, Any] = {f"r{at}": one.replicates for at, (_, _, one) in enumerate(flat)}
        np.savez(stream, key=np.array(key), told=np.array(json.dumps(told)), **arrays)
    return found


def _read(path: Path, key: str) -> Measures | None:
    try:
        with np.load(path, allow_pickle=False) as file:
            if str(file["key"]) != key:
                return None
            found: dict[str, dict[str, Measured]] = {}
            for at, (metric, name, value, reason, by_seed) in enumerate(json.loads(str(file["told"]))):
                found.setdefault(metric, {})[name] = Measured(value, reason, tuple(by_seed), file[f"r{at}"])
            return found
    except _BROKEN:
        return None
