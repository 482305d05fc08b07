"""The lexical miner beside the script that one would write: `cdist` of rapidfuzz and counts of scikit-learn.

Sentences are real French ones: the clinical cases of E3C, and a mix that adds MORFITT and WiViCo. Printed, in
CPU seconds with all preparation: the script and both engines on the same sentences, that pairs and scores are
the same, how often faster each engine is; how the time grows from 5,000 sentences of the mix to all of them;
and 100,000 sentences in a process of its own, with its memory. Engines were compiled before, once a machine.
"""

from __future__ import annotations

import json
import math
import os
import subprocess
import sys
import time
from collections.abc import Sequence
from fractions import Fraction
from pathlib import Path

import numpy as np
from rapidfuzz.distance import Levenshtein
from rapidfuzz.process import cdist
from sklearn.feature_extraction.text import CountVectorizer

from aloi.corpora.language.similarity import reaches
from aloi.corpora.language.tokens import words
from aloi.corpora.mining.lexical.miner import mine_lexical
from aloi.corpora.mining.lexical.native import library
from aloi.corpora.mining.lexical.sieve import Keep
from bench.texts.memory import peak_memory
from bench.texts.mined_texts import clinical, grown, mixed, numbered

DATA = Path(os.environ.get("ALOI_SHARED", "../shared")) / "data"
THRESHOLD = Fraction("0.45")
LARGE = 100_000
BLOCK = 256
GOALS = {"clinical": {"compiled": 12, "native": 60}, "mix": {"compiled": 25, "native": 80}}


def script(texts: Sequence[str]) -> dict[tuple[int, int], float]:
    """Return the pairs and their scores, all of them measured, a block of rows at a time."""
    counts = CountVectorizer(analyzer=words, dtype=np.int64).fit_transform(texts)
    squares = np.asarray(counts.multiply(counts).sum(axis=1)).ravel()
    lengths = np.array([len(text) for text in texts])
    results = {}
    for start in range(0, len(texts), BLOCK):
        rows = slice(start, start + BLOCK)
        dots = (counts[rows] @ counts[start:].T).toarray()
        distances = cdist(texts[rows], texts[start:], scorer=Levenshtein.distance, dtype=np.int32)
        longest = np.maximum(np.maximum(lengths[rows, None], lengths[None, start:]), 1)
        sizes = np.sqrt((squares[rows, None] * squares[None, start:]).astype(float))
        cosines = np.divide(dots, sizes, out=np.zeros(sizes.shape), where=sizes > 0)
        scores = ((1 - distances / longest) + cosines) / 2
        for row, column in zip(*np.nonzero(scores >= float(THRESHOLD) - 1e-9), strict=True):
            left, right = start + int(row), start + int(column)
            if left < right and reaches(
                THRESHOLD, int(distances[row, column]), int(longest[row, column]), int(dots[row, column]),
                int(squares[left]), int(squares[right]),
            ):  # fmt: skip
                results[left, right] = float(scores[row, column])
    return results


def mined(texts: Sequence[str], engine: str) -> tuple[dict[tuple[int, int], float], float]:
    """Return what an engine finds, and its CPU seconds."""
    sentences = numbered(texts)
    begun = time.process_time()
    pairs = mine_lexical(sentences, THRESHOLD, engine=engine)
    spent = time.process_time() - begun
    return {(one.left.index, one.right.index): one.score for one in pairs}, spent


def compared(name: str, texts: Sequence[str], engines: Sequence[str]) -> bool:
    """Print the script and the engines on the same sentences; return whether all is as it should be."""
    pairs = len(texts) * (len(texts) - 1) // 2
    begun = time.process_time()
    expected = script(texts)
    peer = time.process_time() - begun
    print(f"{name}, {len(texts)} sentences, {len(expected)} pairs of {pairs} ({len(expected) / pairs:.1e})")
    print(f"  {'script':9} {peer:8.2f} CPU s {peer / pairs * 1e9:8.1f} ns a pair")
    well = True
    for engine in engines:
        mined_pairs, spent = mined(texts, engine)
        goal = GOALS[name][engine]
        well &= mined_pairs == expected and peer / spent >= goal
        print(
            f"  {engine:9} {spent:8.2f} CPU s {spent / pairs * 1e9:8.1f} ns a pair, "
            f"{peer / spent:.1f} times faster (goal {goal}), "
            f"{'same pairs and scores' if mined_pairs == expected else 'OTHER PAIRS OR SCORES'}"
        )
    return well


def growth(texts: Sequence[str], engines: Sequence[str]) -> bool:
    """Print how CPU time grows from 5,000 sentences to all; return whether it stays near the square."""
    well = True
    for engine in engines:
        small, large = (mined(some, engine)[1] for some in (texts[:5000], texts))
        exponent = math.log(large / small) / math.log(len(texts) / 5000)
        well &= exponent <= 2.05
        print(
            f"growth, {engine}: 5000 sentences {small:.2f} CPU s, {len(texts)} sentences {large:.2f} CPU s, "
            f"exponent {exponent:.3f} (goal 2.05)"
        )
    return well


def mine_large() -> None:
    """Mine the large set, keeping a part, and print its figures as JSON: for a process of its own."""
    sentences = numbered(grown(DATA, LARGE))
    before, begun, wall = peak_memory(), time.process_time(), time.perf_counter()
    pairs = mine_lexical(sentences, THRESHOLD, keep=Keep(1000, 10_000))
    figures = {
        "cpu": time.process_time() - begun, "wall": time.perf_counter() - wall, "engine": pairs.engine,
        "pairs": int(pairs.counts.sum()), "kept": len(pairs), "before": before, "memory": peak_memory(),
    }  # fmt: skip
    print(json.dumps(figures))


def large() -> bool:
    """Print the figures of the large set; return whether they are as they should be."""
    ended = subprocess.run([sys.executable, __file__, "large"], check=True, capture_output=True, text=True)
    run = json.loads(ended.stdout)
    share = run["pairs"] / (LARGE * (LARGE - 1) / 2)
    print(
        f"{LARGE} sentences, {run['engine']}: {run['cpu'] / 60:.2f} CPU minutes (25 at most, goal 6), "
        f"{run['wall'] / 60:.1f} minutes, {run['pairs']} pairs ({share:.1e}), {run['kept']} kept, "
        f"peak memory {run['memory']:.0f} MB ({run['before']:.0f} MB before; 1,000 at most)"
    )
    return run["cpu"] <= 25 * 60 and run["memory"] <= 1000 and 5e-4 <= share <= 5e-3


def main() -> int:
    if sys.argv[1:] == ["large"]:
        mine_large()
        return 0
    engines = ["compiled", *(["native"] if library() else [])]
    for engine in engines:  # compiled before, and loaded
        mine_lexical(numbered(["un texte", "un autre texte", "le texte"]), THRESHOLD, engine=engine)
    mix = mixed(DATA)
    well = compared("clinical", clinical(DATA), engines)
    well &= compared("mix", mix[:5000], engines)
    well &= growth(mix, engines)
    well &= large()
    return 0 if well else 1


if __name__ == "__main__":
    sys.exit(main())
