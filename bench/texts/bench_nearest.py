"""CPU time of the nearest pairs of all, beside sentence-transformers' paraphrase mining, on 20,000 vectors.

    .venv/bin/python bench/texts/bench_nearest.py

Both give the 10,000 nearest pairs of the same vectors: those of French texts of the folder `shared` by the
packaged encoder or, without the folder, drawn around a few middles, so that some lie near very many others.
Printed for each: CPU seconds of both passes, their mean, and the recall of the pairs that every product
gives; last the ratio. The goals: a recall of 1 at no more than two thirds of the peer's time.
"""

from __future__ import annotations

import itertools
import os
import sys
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from aloi.corpora.mining.nearest import mine_top_pairs
from aloi.corpora.model import Sentence
from aloi.workbench.encoding import encoded
from bench.texts.french_texts import french_texts

SIZE, COUNT, PASSES, GOAL = 20_000, 10_000, 2, 1.5
Pairs = set[tuple[int, int]]


def vectors_of(shared: Path) -> NDArray[np.float32]:
    """Return the unit vectors (20,000, D) that both search."""
    if shared.is_dir():
        texts = dict.fromkeys(one.text for one in french_texts(shared))
        vectors = encoded(list(itertools.islice(texts, SIZE)), "").vectors
    else:
        generator = np.random.default_rng(0)
        middles = generator.normal(size=(200, 256))
        vectors = middles[generator.integers(0, 200, SIZE)] + generator.normal(0, 0.6, (SIZE, 256))
    return np.asarray(vectors / np.linalg.norm(vectors, axis=1, keepdims=True), dtype=np.float32)


def truth(unit: NDArray[np.float32]) -> float:
    """Return the cosine of the last of the nearest pairs, in double precision."""
    top_scores = np.empty(0)
    for start in range(0, len(unit), 256):
        products = unit[start : start + 256].astype(np.float64) @ unit[start:].astype(np.float64).T
        near = products[np.triu_indices(len(products), 1, products.shape[1])]
        top_scores = np.sort(np.concatenate([top_scores, near]))[-COUNT:]
    return float(top_scores[0])


def ours(unit: NDArray[np.float32]) -> Pairs:
    """Return the pairs that the miner gives."""
    pool = [Sentence(str(at), "", at, 0, 0, "") for at in range(len(unit))]
    return {(one.left.index, one.right.index) for one in mine_top_pairs(pool, unit, COUNT).pairs}


def peers(unit: NDArray[np.float32]) -> Pairs:
    """Return the pairs that `paraphrase_mining_embeddings` gives, with its defaults."""
    import torch
    from sentence_transformers.util import paraphrase_mining_embeddings

    pairs = paraphrase_mining_embeddings(torch.from_numpy(unit), max_pairs=COUNT)
    return {(min(a, b), max(a, b)) for _, a, b in pairs[:COUNT]}


def measured(
    way: Callable[[NDArray[np.float32]], Pairs], unit: NDArray[np.float32]
) -> tuple[list[float], Pairs]:
    """Return the CPU seconds of each pass, and the pairs."""
    seconds, pairs = [], Pairs()
    for _ in range(PASSES):
        begun = time.process_time()
        pairs = way(unit)
        seconds.append(time.process_time() - begun)
    return seconds, pairs


def main() -> int:
    shared = Path(os.environ.get("ALOI_SHARED") or Path(__file__).resolve().parents[3] / "shared")
    unit = vectors_of(shared)
    last = truth(unit)
    peers(unit[:100])  # what is loaded once is not counted
    means = []
    recalls = []
    for name, way in (("aloi mine --top-pairs", ours), ("paraphrase mining", peers)):
        seconds, pairs = measured(way, unit)
        true = sum(float(unit[a].astype(np.float64) @ unit[b].astype(np.float64)) >= last for a, b in pairs)
        means.append(sum(seconds) / PASSES)
        recalls.append(true / COUNT)
        times = ", ".join(f"{one:.1f}" for one in seconds)
        print(f"{name:<24} CPU s {times}: {means[-1]:.1f}   recall of {COUNT:,} pairs {recalls[-1]:.4f}")
    ratio = means[1] / means[0]
    met = ratio >= GOAL and recalls[0] == 1
    print(f"{len(unit):,} vectors of {unit.shape[1]}: {ratio:.1f} times less CPU; goal {GOAL} with recall 1: "
          f"{'met' if met else 'missed'}")  # fmt: skip
    return 0 if met else 1


if __name__ == "__main__":
    sys.exit(main())
