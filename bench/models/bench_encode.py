"""Encoding sentences with MiniLM: Aloi beside the library's default call, on the same real French texts.

The texts stand as they come, with their repetitions: sentences of French clinical cases, and the pairs of a
French similarity test. Both encode on one thread, in turns, and the faster of two passes counts, in
seconds of the processor: other programs then weigh little. Printed: sentences a second of the default
call, of Aloi with nothing kept on disk, and of Aloi the second time; how near the vectors are; what
measuring the machine chooses; and last how many times faster the first Aloi is. Needs the shared folder
of reference data and the package of the model; without them one sentence is said.
"""

from __future__ import annotations

import csv
import os
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path

import numpy as np

from aloi.corpora.language.segment import segment
from aloi.corpora.model import Document
from aloi.modeling.encoders.cache import VectorCache
from aloi.modeling.encoders.lookup import encoder
from aloi.modeling.encoders.packages import packaged
from aloi.modeling.encoders.transformer import load_transformer
from aloi.modeling.encoders.tuning import Way, tune

MODEL = "minilm"
CASES, PAIRS = 12, 400
_PASSES = 2
_CLOSE = 1e-4


def clinical(shared: Path, cases: int = CASES) -> list[str]:
    """Return the sentences of the first so many clinical cases, as they come."""
    with (shared / "data" / "e3c-french" / "texts.tsv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file, delimiter="\t"))[:cases]
    documents = [Document(id=row["id"], corpus_id="bench", name=row["id"], text=row["text"]) for row in rows]
    return [sentence.text for document in documents for sentence in segment(document, "fr")]


def scored(shared: Path) -> list[tuple[str, str, float]]:
    """Return the pairs of the similarity test with their scores."""
    path = shared / "data" / "stsb-multi-mt-fr" / "stsb-fr-test.csv"
    with path.open(encoding="utf-8", newline="") as file:
        return [(row[0], row[1], float(row[2])) for row in csv.reader(file)]


def compare(name: str, texts: Sequence[str]) -> tuple[float, float]:
    """Print the rates on some texts; return how many times faster Aloi is, and the widest difference."""
    model = load_transformer(name).model
    our_encoder = encoder(name)
    default, ours, again = [], [], []
    widest = 0.0
    with tempfile.TemporaryDirectory() as folder:
        for number in range(_PASSES):
            cache = VectorCache(Path(folder) / str(number))
            plain, seconds = _timed(lambda: model.encode(list(texts), show_progress_bar=False))
            default.append(seconds)
            vectors, seconds = _timed(lambda kept=cache: our_encoder.encode(texts, cache=kept))
            ours.append(seconds)
            cached, seconds = _timed(lambda kept=cache: our_encoder.encode(texts, cache=kept))
            again.append(seconds)
            plain = plain / np.linalg.norm(plain, axis=1, keepdims=True)
            widest = max(widest, float(np.abs(plain - vectors).max()), float(np.abs(cached - vectors).max()))
    distinct = len(set(texts))
    print(f"{len(texts)} sentences, {distinct} distinct, {sum(map(len, texts)) / len(texts):.0f} characters")
    for label, seconds in (
        ("the library's default call", min(default)),
        ("Aloi, nothing kept", min(ours)),
        ("Aloi, all kept", min(again)),
    ):
        print(f"  {label}: {len(texts) / seconds:.0f} sentences a second")
    print(f"  vectors differ by {widest:.0e} at most")
    return min(default) / min(ours), widest


def _timed(work: Callable[[], np.ndarray]) -> tuple[np.ndarray, float]:
    begun = time.process_time()
    output = work()
    return output, time.process_time() - begun


def _described(way: Way) -> str:
    return f"{way.kind}, batch {way.batch or 'by length'}, {way.threads} threads"


def main() -> int:
    shared = Path(os.environ.get("ALOI_SHARED") or Path(__file__).resolve().parents[3] / "shared")
    checkpoint = packaged(MODEL)
    if not shared.is_dir() or checkpoint is None or checkpoint.missing:
        print("NOT RUN: no folder `shared` beside the checkout, or no model (make models)")
        return 0
    os.environ["HF_HUB_OFFLINE"] = "1"
    import torch

    torch.set_num_threads(1)
    pairs = scored(shared)
    cases = clinical(shared)
    ratios = []
    for title, texts in (
        ("clinical cases", cases),
        ("similarity test", [text for left, right, _ in pairs[:PAIRS] for text in (left, right)]),
    ):
        print(title, end=": ")
        ratio, widest = compare(MODEL, texts)
        ratios.append((title, ratio))
        if widest > _CLOSE:
            print(f"not reached: the vectors differ by {widest:.0e}")
            return 1
    with tempfile.TemporaryDirectory() as folder:
        tuned = tune(MODEL, cases, Path(folder), pairs=pairs)
    print(f"measured on this machine ({tuned.machine}), {tuned.texts} clinical sentences:")
    for way in tuned.ways:
        spearman = "" if way.spearman is None else f", Spearman {way.spearman:.4f}"
        note = f"; not taken: {way.note}" if way.note else ""
        print(f"  {_described(way)}: {way.texts_per_second:.0f} a second{spearman}{note}")
    print(f"chosen: {_described(tuned.chosen)}")
    print("times faster " + ", ".join(f"{ratio:.2f} ({title})" for title, ratio in ratios))
    return 0


if __name__ == "__main__":
    sys.exit(main())
