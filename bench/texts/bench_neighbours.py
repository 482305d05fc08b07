"""Neighbours of words: the French text of the shared folder, repeated by rule to two million words.

Printed: processor seconds and peak memory of the preparation, seconds of the neighbours of 8 words for the
first time and again for each order, the preparation of a plain loop over dictionaries on the same words,
that both count the same, and last how many times faster Aloi counts. Each part runs in a process of its own,
so that its memory is its alone. Sentences are split before, and told apart: both sides are given the same.
"""

from __future__ import annotations

import json
import os
import pickle
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path

from aloi.corpora.language.segment import segment, splitter_name
from aloi.corpora.language.tokens import words
from aloi.studies.neighbours.folder import read_space
from aloi.studies.neighbours.lists import neighbours
from aloi.studies.neighbours.parameters import Asking, Counting, Order
from aloi.studies.neighbours.prepare import CorpusTexts, find_prepared, prepare
from aloi.studies.neighbours.reading import lemmatiser
from aloi.workbench.texts.corpora import About, make_corpus
from bench.texts.french_texts import french_texts, repeated
from bench.texts.memory import peak_memory

ROOT = Path(__file__).resolve().parents[2]
WORDS = 2_000_000
QUERIES = ("affection", "douleur", "patient", "traitement", "fièvre", "chien", "guerre", "homme")
COUNTING = Counting()
NOW = datetime(2026, 1, 1, tzinfo=UTC)
_SENTENCES = "sentences.pickle"


def plain_loop(sentences: Sequence[str], counting: Counting) -> Counter[tuple[str, str]]:
    """Return how often words stand in the window of each other, counted one by one in a dictionary."""
    lemma = lemmatiser("fr")
    read = [[lemma(word) for word in words(one) if any(map(str.isalpha, word))] for one in sentences]
    frequency = Counter(word for sentence in read for word in sentence)
    vocabulary = {word for word, count in frequency.items() if count >= counting.min_count}
    counts: Counter[tuple[str, str]] = Counter()
    for sentence in read:
        for position, word in enumerate(sentence):
            if word in vocabulary:
                for other in sentence[position + 1 : position + 1 + counting.window]:
                    if other in vocabulary:
                        counts[word, other] += 1
                        counts[other, word] += 1
    return counts


def split_texts(shared: Path, folder: Path, count: int) -> None:
    """Split the texts into sentences and keep them: what both sides are given."""
    once = [one for one in french_texts(shared) if one.text.strip()]
    print(f"French texts: {len(once)}, {sum(len(words(one.text)) for one in once):,} words")
    begun = time.process_time()
    corpus, documents = make_corpus(repeated(once, count), About("french", "fr", "various", "shared"))
    split = [(one.name, [cut.text for cut in segment(one, "fr")]) for one in documents]
    total = sum(map(len, (cuts for _, cuts in split)))
    print(f"split: {time.process_time() - begun:.1f} CPU s, {len(split)} documents, {total} sentences")
    with (folder / _SENTENCES).open("wb") as stream:
        pickle.dump((corpus, split), stream)


def part_prepare(folder: Path) -> None:
    """Prepare, and print what it took."""
    corpus, split = _sentences(folder)
    before = peak_memory()
    begun, wall = time.process_time(), time.perf_counter()
    prepared, _ = prepare(CorpusTexts(corpus, splitter_name("fr"), len(split), split), COUNTING, folder, NOW)
    facts = {
        "cpu_seconds": time.process_time() - begun,
        "seconds": time.perf_counter() - wall,
        "memory_mb": peak_memory(),
        "before_mb": before,
        "tokens": prepared.tokens,
        "words": prepared.words,
        "cells": prepared.cells,
    }
    print(json.dumps(facts))


def part_ask(folder: Path) -> None:
    """Ask for the neighbours of 8 words in each order, twice, and print what it took."""
    facts: dict[str, float] = {}
    for order in (2, 1, 3):
        for turn in ("cold", "cached"):
            begun, wall = time.process_time(), time.perf_counter()
            answers = neighbours(find_prepared(folder, None), QUERIES, Asking(Order(order)))
            facts[f"order {order} {turn} CPU s"] = time.process_time() - begun
            facts[f"order {order} {turn} s"] = time.perf_counter() - wall
            if not all(one.neighbours for one in answers.words):
                raise SystemExit(f"a word has no neighbour of order {order}")
    facts["memory_mb"] = peak_memory()
    print(json.dumps(facts))


def part_plain(folder: Path) -> None:
    """Count by the plain loop; print what it took and whether both count the same."""
    _, split = _sentences(folder)
    sentences = [text for _, cuts in split for text in cuts]
    begun = time.process_time()
    counts = plain_loop(sentences, COUNTING)
    seconds = time.process_time() - begun
    memory = peak_memory()
    space = read_space(find_prepared(folder, None).folder)
    cells = space.counts.tocoo()
    same = len(counts) == cells.nnz and all(
        counts[space.words[i], space.words[j]] == count
        for i, j, count in zip(cells.row.tolist(), cells.col.tolist(), cells.data.tolist(), strict=True)
    )
    print(json.dumps({"cpu_seconds": seconds, "memory_mb": memory, "cells": len(counts), "same": same}))


def measure(shared: Path, folder: Path, count: int = WORDS) -> dict[str, dict[str, float]]:
    """Return the facts of each part, each run in a process of its own; they are printed too."""
    split_texts(shared, folder, count)
    measurements: dict[str, dict[str, float]] = {}
    for part in ("prepare", "ask", "plain"):
        run = subprocess.run(
            [sys.executable, __file__, part, str(folder)],
            check=True,
            capture_output=True,
            text=True,
            env={**os.environ, "PYTHONPATH": str(ROOT)},
        )
        measurements[part] = json.loads(run.stdout)
        print(
            f"{part}: " + ", ".join(f"{name} {_shown(value)}" for name, value in measurements[part].items())
        )
    print(f"times faster {measurements['plain']['cpu_seconds'] / measurements['prepare']['cpu_seconds']:.1f}")
    return measurements


def main() -> int:
    parts = {"prepare": part_prepare, "ask": part_ask, "plain": part_plain}
    if sys.argv[1:2] and sys.argv[1] in parts:
        parts[sys.argv[1]](Path(sys.argv[2]))
        return 0
    shared = Path(os.environ.get("ALOI_SHARED") or ROOT.parent / "shared")
    if not shared.is_dir():
        print("NOT RUN: no folder `shared` stands beside the checkout (or is named in ALOI_SHARED)")
        return 0
    with tempfile.TemporaryDirectory() as folder:
        measurements = measure(shared, Path(folder))
    return 0 if measurements["plain"]["same"] else 1


def _sentences(folder: Path) -> tuple:
    with (folder / _SENTENCES).open("rb") as stream:
        return pickle.load(stream)


def _shown(value: float) -> str:
    return f"{value:,}" if isinstance(value, int) else f"{value:.2f}"


if __name__ == "__main__":
    sys.exit(main())
