"""How evenly 500 labels fill the scale 0-5: drawn by the balance controller, at random, above a threshold.

    .venv/bin/python bench/models/bench_balance.py

The pool is the training part of the French STS benchmark (5,749 pairs, in the folder `shared`). The
controller sees the scores of the pairs that it has chosen, and of no other, in batches of 50. Printed: the
labels 0 to 5 (scores rounded, halves up) of each way and seed, with the rarest one. The goal: at least 65 of
the rarest label, in each of three seeds.
"""

from __future__ import annotations

import csv
import os
import sys
from collections.abc import Iterator
from pathlib import Path

import numpy as np

from aloi.base.arrays import Floats
from aloi.corpora.language.similarity import levenshtein_similarity, token_cosine
from aloi.modeling.in_the_loop.balance import balance, label_of, levels_of
from aloi.modeling.recipes.pair_features import PairFeatures, texts_of
from aloi.workbench.encoding import encoded

LEVELS = levels_of(0, 5)
N_DRAWN, BATCH, GOAL, SEEDS = 500, 50, 65, (0, 1, 2)
THRESHOLD = 0.45  # of the mean of Levenshtein similarity and token cosine, as CLISTER drew its pairs


def pool(shared: Path) -> tuple[list[tuple[str, str]], Floats]:
    """Return the pairs of the training part, and their scores (N,)."""
    path = shared / "data" / "stsb-multi-mt-fr" / "stsb-fr-train.csv"
    with path.open(encoding="utf-8", newline="") as lines:
        rows = list(csv.reader(lines))
    return [(left, right) for left, right, _ in rows], np.array([float(score) for *_, score in rows])


def controlled(features: Floats, cosines: Floats, scores: Floats, seed: int) -> list[int]:
    """Return the rows that the controller chose, batch by batch."""
    running: dict[int, float] = {}
    for batch in range(N_DRAWN // BATCH):
        balanced = balance(features, cosines, running, LEVELS, BATCH, seed=1000 * seed + batch)
        running |= {one.row: float(scores[one.row]) for one in balanced.drawn}
    return list(running)


def ways(pairs: list[tuple[str, str]], scores: Floats) -> Iterator[tuple[str, int, list[int]]]:
    """Give each way's name, seed and rows."""
    vectors = encoded(texts_of(pairs), "").vectors
    cosines = np.einsum("nd,nd->n", vectors[::2], vectors[1::2]).astype(np.float64)
    features = np.column_stack([PairFeatures.learn(texts_of(pairs)).matrix(pairs), cosines])
    lexical = np.array([(levenshtein_similarity(*pair) + token_cosine(*pair)) / 2 for pair in pairs])
    near = np.flatnonzero(lexical >= THRESHOLD)
    for seed in SEEDS:
        yield "controller", seed, controlled(features, cosines, scores, seed)
    for seed in SEEDS:
        yield "random", seed, np.random.default_rng(seed).choice(len(pairs), N_DRAWN, replace=False).tolist()
    for seed in SEEDS:
        yield (
            "0.45 threshold",
            seed,
            np.random.default_rng(seed).choice(near, N_DRAWN, replace=False).tolist(),
        )


def main() -> int:
    shared = Path(os.environ.get("ALOI_SHARED") or Path(__file__).resolve().parents[3] / "shared")
    if not (shared / "data" / "stsb-multi-mt-fr").is_dir():
        print("The folder `shared` with the French STS benchmark is not here: nothing was measured.")
        return 0
    pairs, scores = pool(shared)
    print(f"{'way':<16}{'seed':>5}" + "".join(f"{level:>6g}" for level in LEVELS) + f"{'rarest':>8}")
    missed = []
    for way, seed, rows in ways(pairs, scores):
        counts = np.bincount(label_of(scores[rows], LEVELS), minlength=len(LEVELS))
        print(f"{way:<16}{seed:>5}" + "".join(f"{count:>6}" for count in counts) + f"{counts.min():>8}")
        if way == "controller" and counts.min() < GOAL:
            missed.append(seed)
    print(f"goal: {GOAL} of the rarest label; " + (f"missed with seeds {missed}" if missed else "met"))
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
