"""The lexical miner against the plain double loop on 2,000 invented sentences; then 10,000 sentences alone.

Printed: processor seconds of both on the same sentences, that they find the same pairs, seconds and peak
memory of the large run in a process of its own, and last how many times faster the miner is.
"""

from __future__ import annotations

import math
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Sequence

from rapidfuzz.distance import Levenshtein

from bench.load.filled_store import invented_sentences
from bench.texts.memory import peak_memory
from corpora.language.tokens import words
from corpora.mining.lexical.miner import mine_lexical
from corpora.model import Sentence

THRESHOLD = "0.85"  # the sentences are made by rule and so more alike than real ones
SMALL, LARGE = 2_000, 10_000


def double_loop(sentences: Sequence[Sentence]) -> set[tuple[str, str]]:
    """Return the ids of the pairs that reach the threshold, compared one by one."""
    counts = [Counter(words(one.text)) for one in sentences]
    norms = [math.sqrt(sum(n * n for n in count.values())) for count in counts]
    found = set()
    for i, left in enumerate(sentences):
        for j in range(i + 1, len(sentences)):
            right = sentences[j]
            edit = Levenshtein.normalized_similarity(left.text, right.text)
            dot = sum(n * counts[j][word] for word, n in counts[i].items())
            cosine = dot / (norms[i] * norms[j])
            if (edit + cosine) / 2 >= float(THRESHOLD) - 1e-12:
                found.add((left.id, right.id))
    return found


def mine_large() -> None:
    """Mine the large set and print its figures: for a process of its own, whose memory is then its alone."""
    sentences = invented_sentences(LARGE, 1)
    before = peak_memory()
    begun, wall = time.process_time(), time.perf_counter()
    found = mine_lexical(sentences, THRESHOLD)
    print(
        f"{LARGE} sentences: {time.process_time() - begun:.1f} CPU s, {time.perf_counter() - wall:.1f} s, "
        f"{len(found)} pairs, peak memory {peak_memory():.0f} MB "
        f"({before:.0f} MB before)"
    )


def main() -> int:
    if sys.argv[1:] == ["large"]:
        mine_large()
        return 0
    sentences = invented_sentences(SMALL, 0)
    begun = time.process_time()
    mined = {(one.left.id, one.right.id) for one in mine_lexical(sentences, THRESHOLD)}
    ours = time.process_time() - begun
    begun = time.process_time()
    looped = double_loop(sentences)
    peer = time.process_time() - begun
    print(
        f"{SMALL} sentences: miner {ours:.2f} CPU s, double loop {peer:.2f} CPU s, {len(mined)} pairs, "
        f"{len(mined ^ looped)} different"
    )
    subprocess.run([sys.executable, __file__, "large"], check=True)
    print(f"times faster {peer / ours:.1f}")
    return 0 if mined == looped else 1


if __name__ == "__main__":
    sys.exit(main())
