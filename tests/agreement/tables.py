"""Reading the reference tables into Ratings."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from aloi.agreement.ratings import Ratings

REFERENCE: dict[str, Any] = json.loads(Path(__file__).with_name("reference.json").read_text(encoding="utf-8"))
DATASETS: dict[str, dict[str, Any]] = {one["id"]: one for one in REFERENCE["datasets"]}


def ratings(name: str, level: str = "nominal", annotators: list[int] | None = None) -> Ratings:
    """Return a reference table: rows of ratings, a contingency table, or counts by category."""
    data = DATASETS[name]
    if "rows" in data:
        rows, labels = data["rows"], None
    elif "table" in data:
        labels = data["labels"]
        rows = [
            [labels[i], labels[j]]
            for i, line in enumerate(data["table"])
            for j, count in enumerate(line)
            for _ in range(count)
        ]
    else:
        labels = data["categories"]
        rows = [[labels[k] for k, count in enumerate(line) for _ in range(count)] for line in data["counts"]]
    if annotators is not None:
        rows = [[row[column] for column in annotators] for row in rows]
    return table(rows, level, labels)


def table(
    rows: list[list[object]], level: str = "nominal", categories: list[object] | None = None
) -> Ratings:
    """Return ratings of rows, with made-up names."""
    units = [f"u{number:04}" for number in range(len(rows))]
    return Ratings.from_table(units, [f"A{n}" for n in range(len(rows[0]))], rows, level, categories)


def measure_name(coefficient: str, weights: str) -> str:
    """Return our name of a coefficient of the reference."""
    if coefficient == "gwet_ac":
        return "gwet_ac1" if weights == "unweighted" else "gwet_ac2"
    return coefficient
