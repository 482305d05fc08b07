"""SARI of 2,513 simplifications against 6 references each: Aloi beside a plain loop of the definition.

Printed: processor seconds and pairs a second on the same pairs, of Aloi's study, which counts the n-grams
of a source and of its simplifications once, of Aloi's scoring of files, and of the loop, whose tokeniser is
sacrebleu's and remembers texts; how far their values differ; and last how many times faster the study is
than the loop. Needs the shared folder of reference data; without it one sentence is said.
"""

from __future__ import annotations

import os
import sys
import time
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

import numpy as np
from sacrebleu.tokenizers.tokenizer_13a import Tokenizer13a

from aloi.evaluation.metrics.sari import corpus_counts, scores_of_counts
from aloi.evaluation.simplification import source_scores

GOAL = 15.0  # seconds
FILES = 7
_TOKENISE = Tokenizer13a()


def plain_loop(source: str, system: str, references: Sequence[str]) -> list[float]:
    """Return SARI, add, keep, delete of one pair, computed as the definition reads."""
    m = len(references)
    parts: dict[str, list[float]] = {"add": [], "keep": [], "delete": []}
    for n in range(1, 5):
        s, o = _grams(source, n), _grams(system, n)
        r: Counter[str] = Counter()
        for reference in references:
            r += _grams(reference, n)
        added, reference_added = set(o) - set(s), set(r) - set(s)
        parts["add"].append(_f1(len(added & set(r)), len(added), len(reference_added)))
        ms, mo = _times(s, m), _times(o, m)
        for name, system_side, reference_side in (("keep", ms & mo, ms & r), ("delete", ms - mo, ms - r)):
            right = (system_side & reference_side).total()
            parts[name].append(_f1(right, system_side.total(), reference_side.total()))
    means = [100 * sum(reference) / 4 for reference in parts.values()]
    return [sum(means) / 3, *means]


def _grams(text: str, n: int) -> Counter[str]:
    tokens = _TOKENISE(text.lower()).split()
    return Counter(" ".join(tokens[at : at + n]) for at in range(len(tokens) - n + 1))


def _times(counts: Counter[str], m: int) -> Counter[str]:
    return Counter({gram: m * count for gram, count in counts.items()})


def _f1(right: int, by_system: int, by_references: int) -> float:
    precision = right / by_system if by_system else 0.0
    recall = right / by_references if by_references else 0.0
    return 2 * precision * recall / (precision + recall) if right else 0.0


def compare(sources: Sequence[str], simplifications: Sequence[Sequence[str]]) -> tuple[float, float]:
    """Print the figures of each simplification against the others; return seconds and the worst difference.

    The seconds are Aloi's, on the clock.
    """
    files = range(len(simplifications))
    systems = [text for one in simplifications for text in one]
    originals = list(sources) * len(simplifications)
    others = [[k for k in files if k != file] for file in files]
    references = [
        [text for file in files for text in simplifications[others[file][index]]]
        for index in range(len(simplifications) - 1)
    ]
    begun, wall = time.process_time(), time.perf_counter()
    each = [source_scores(*one) for one in zip(sources, zip(*simplifications, strict=True), strict=True)]
    ours = np.stack(each, axis=1).reshape(-1, 4)
    cpu, wall = time.process_time() - begun, time.perf_counter() - wall
    _say(
        "Aloi, as its study scores them", len(systems), cpu, f", {wall:.2f} s on the clock (goal {GOAL:g} s)"
    )
    begun = time.process_time()
    files_scored = scores_of_counts(corpus_counts(originals, systems, references))
    _say("Aloi, as files that share nothing", len(systems), time.process_time() - begun)
    begun = time.process_time()
    looped = np.array(
        [plain_loop(*one) for one in zip(originals, systems, zip(*references, strict=True), strict=True)]
    )
    peer = time.process_time() - begun
    _say("plain loop", len(systems), peer)
    difference = float(max(abs(ours - looped).max(), abs(files_scored - looped).max()))
    print(f"largest difference of a value {difference:.2g}")
    print(f"times faster {peer / cpu:.1f}")
    return wall, difference


def _say(name: str, pairs: int, cpu: float, more: str = "") -> None:
    print(f"{name}: {pairs} pairs, {cpu:.2f} CPU s, {pairs / cpu:.0f} pairs/s{more}")


def main() -> int:
    shared = Path(os.environ.get("ALOI_SHARED") or Path(__file__).resolve().parents[3] / "shared")
    folder = shared / "data" / "assetann"
    if not folder.is_dir():
        print("NOT RUN: no folder `shared` stands beside the checkout (or is named in ALOI_SHARED).")
        return 0
    sources = _lines(folder / "asset.orig.txt")
    seconds, difference = compare(sources, [_lines(folder / f"asset.simp.{k}.txt") for k in range(FILES)])
    return 0 if seconds <= GOAL and difference < 1e-9 else 1


def _lines(path: Path) -> list[str]:
    return path.read_text(encoding="utf-8").removesuffix("\n").split("\n")


if __name__ == "__main__":
    sys.exit(main())
