"""Tables of ratings for the tests of annotator models: drawn ones, degenerate ones, and the oracle's."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np

from aloi.agreement.ratings import Ratings

ORACLE: list[dict[str, Any]] = json.loads(
    Path(__file__).with_name("annotator_models.json").read_text(encoding="utf-8")
)["tables"]
NAMES = [table["name"] for table in ORACLE]


def ratings_of(rows: list[list[Any]], categories: list[Any] | None = None, level: str = "nominal") -> Ratings:
    """Return the ratings of a table whose units are u00, u01, ... and annotators a0, a1, ..."""
    width = len(rows[0])
    names = [f"a{column}" for column in range(width)]
    return Ratings.from_table([f"u{row:02d}" for row in range(len(rows))], names, rows, level, categories)


def draw(seed: int, level: str = "nominal") -> Ratings:
    """Return a random table: 1-12 units, 1-6 annotators, 1-5 degrees, cells missing, but not all."""
    rng = np.random.default_rng(seed)
    units, annotators, degrees = (int(rng.integers(1, top)) for top in (13, 7, 6))
    truth = rng.integers(degrees, size=(units, 1))
    noise = rng.integers(degrees, size=(units, annotators))
    values = np.where(rng.random((units, annotators)) < rng.random(annotators), truth, noise)
    missing = rng.random((units, annotators)) < rng.choice([0.0, 0.3, 0.8])
    missing[0, 0] = False
    rows = [
        [None if gone else int(value) for value, gone in zip(*pair, strict=True)]
        for pair in zip(values, missing, strict=True)
    ]
    return ratings_of(rows, list(range(degrees)), level)


def shuffle(ratings: Ratings, seed: int) -> tuple[Ratings, list[int], list[int]]:
    """Return the same ratings with units and annotators in another order, and both orders."""
    rng = np.random.default_rng(seed)
    rows = rng.permutation(len(ratings.units)).tolist()
    columns = rng.permutation(len(ratings.annotators)).tolist()
    moved = Ratings(
        tuple(ratings.units[row] for row in rows),
        tuple(ratings.annotators[column] for column in columns),
        ratings.codes[np.ix_(rows, columns)],
        ratings.categories,
        ratings.level,
    )
    return moved, rows, columns


DEGENERATE = {
    "one annotator": ratings_of([[0], [1], [1]], [0, 1]),
    "one unit": ratings_of([[0, 1, 1]], [0, 1]),
    "one rating": ratings_of([[1]], [0, 1]),
    "all answers equal": ratings_of([[1, 1], [1, 1], [1, 1]], [0, 1]),
    "one category": ratings_of([[1, 1], [1, None]]),
    "a unit with no rating": ratings_of([[0, 1, 0], [None, None, None], [1, 1, 1]], [0, 1]),
    "an annotator with no rating": ratings_of([[0, None, 0], [1, None, 1]], [0, 1]),
    "a category nobody gave": ratings_of([[0, 1], [1, 1], [0, 0]], [0, 1, 2]),
}
EMPTY = {
    "no rating": ratings_of([[None, None], [None, None]], [0, 1]),
    "no unit": Ratings.from_table([], ["a0"], [], "nominal", [0, 1]),
}
