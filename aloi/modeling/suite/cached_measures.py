"""The measurements of a task, stored with its cells, so that tables need no new computation."""

from __future__ import annotations

import json
import zipfile
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from aloi.agreement.intervals.spreads import LeftOut
from aloi.agreement.result import Interval
from aloi.corpora.readers.writing import whole_file
from aloi.evaluation.comparison.paired import Paired, TestedBy
from aloi.evaluation.resampling import Measured, RowsLeftOut


@dataclass(frozen=True, slots=True)
class MetricMeasures:
    """A metric on a task: model -> its measurements, all on the same resamples; two models -> their test.

    The pairs are those of models with a value, each in one order; `difference` is the first minus the
    second.
    """

    measured: Mapping[str, Measured]
    paired: Mapping[tuple[str, str], Paired]


Measures = Mapping[str, MetricMeasures]
_SIDES = ("clusters", "shared", "alone")  # of `RowsLeftOut`
_BROKEN = (OSError, ValueError, KeyError, TypeError, zipfile.BadZipFile)


def cached_measures(path: Path, key: str, measure: Callable[[], Measures]) -> Measures:
    """Return metric -> measures: those kept under the same key, else measured and kept.

    Parameters
    ----------
    key : str
        Of all that decides them; a file with another key, or one that cannot be read, is written anew.
    """
    before = _read(path, key)
    if before is not None:
        return before
    measures = measure()
    flat = [(metric, name, one) for metric, own in measures.items() for name, one in own.measured.items()]
    document = {
        "measured": [[metric, name, one.value, one.reason, list(one.by_seed)] for metric, name, one in flat],
        "paired": [
            [
                metric,
                *names,
                entry.difference,
                _written(entry.interval),
                entry.p,
                entry.reason,
                entry.tested_by,
            ]
            for metric, metric_measures in measures.items()
            for names, entry in metric_measures.paired.items()
        ],
    }
    path.parent.mkdir(parents=True, exist_ok=True)
    with whole_file(path) as part, part.open("wb") as stream:
        arrays: dict[str, Any] = {f"r{at}": one.replicates for at, (_, _, one) in enumerate(flat)}
        for at, (_, _, entry) in enumerate(flat):
            if entry.left is not None:
                sides = (entry.left.clusters.clusters, entry.left.clusters.shared, entry.left.alone)
                arrays |= {f"{name}{at}": side for name, side in zip(_SIDES, sides, strict=True)}
        np.savez(stream, key=np.array(key), told=np.array(json.dumps(document)), **arrays)
    return measures


def _read(path: Path, key: str) -> Measures | None:
    try:
        with np.load(path, allow_pickle=False) as file:
            if str(file["key"]) != key:
                return None
            document = json.loads(str(file["told"]))
            measured: dict[str, dict[str, Measured]] = {}
            for at, (metric, name, value, reason, by_seed) in enumerate(document["measured"]):
                measured.setdefault(metric, {})[name] = Measured(
                    value, reason, tuple(by_seed), file[f"r{at}"], _left(file, at)
                )
            paired: dict[str, dict[tuple[str, str], Paired]] = {metric: {} for metric in measured}
            for metric, first, second, difference, ends, p, reason, tested_by in document["paired"]:
                interval = Interval(*ends) if ends else None
                by = TestedBy(tested_by) if tested_by else None
                paired[metric][first, second] = Paired(difference, interval, p, reason, by)
            return {metric: MetricMeasures(own, paired[metric]) for metric, own in measured.items()}
    except _BROKEN:
        return None


def _written(interval: Interval | None) -> list[object] | None:
    return [interval.low, interval.high, interval.method, interval.design_effect] if interval else None


def _left(file: Any, at: int) -> RowsLeftOut | None:
    """Return the changes of a value when clusters are excluded; None if rows are not clustered."""
    if f"{_SIDES[0]}{at}" not in file:
        return None
    clusters, shared, alone = (file[f"{side}{at}"] for side in _SIDES)
    return RowsLeftOut(LeftOut(clusters, shared), alone)
