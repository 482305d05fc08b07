"""Filtering and tf-idf ranking of real mentions, beside one rapidfuzz call and beside plain scikit-learn.

CodiEsp's test mentions are filtered against its training mentions, and ranked against 100,000 names. These
are the real names of the shared files, varied by a rule until they are enough: round r adds to each name, in
order, the word that stands at place (place + r) in the list of all its words, sorted.

Printed: processor seconds of each, that both find the same, and last the two ratios.
"""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from aloi.base.arrays import Floats
from aloi.gold.formats.mentions.files import read_mentions
from aloi.gold.splitting.near_texts import DEFAULT_THRESHOLD, cleaned, nearest_texts
from aloi.modeling.rankers.tfidf import TfIdf

NAMES, TOP = 100_000, 5
# Products of plain scikit-learn are nearly dense: this many mentions at once keep them under 300 MB.
_AT_ONCE = 200
_FILES = (
    "codiesp/trainX.tsv",
    "mantra-gsc/english.annotations.tsv",
    "mantra-gsc/french.annotations.tsv",
    "mantra-gsc/spanish.annotations.tsv",
    "e3c-french/layer1_clinentity.tsv",
)


def varied(names: Sequence[str], count: int) -> list[str]:
    """Return `count` different names: those given, then each with one more word, as the rule above says."""
    real = list(dict.fromkeys(names))
    words = sorted({word for name in real for word in name.split()})
    different = dict.fromkeys(real[:count])
    added = 0
    while len(different) < count:
        for index, name in enumerate(real):
            different.setdefault(f"{name} {words[(index + added) % len(words)]}")
            if len(different) == count:
                break
        added += 1
    return list(different)


def filtering(test: Sequence[str], train: Sequence[str]) -> float:
    """Print both ways to tell which test mentions are near a training mention; how many times faster."""
    from rapidfuzz import process
    from rapidfuzz.distance import Levenshtein

    begun = time.process_time()
    training = set(train)
    distinct = sorted(set(test) - training)
    near = dict(
        zip(distinct, nearest_texts(distinct, sorted(training), DEFAULT_THRESHOLD).distances, strict=True)
    )
    ours = [one not in training and near[one] >= DEFAULT_THRESHOLD for one in test]
    seconds = time.process_time() - begun
    begun = time.process_time()
    table = process.cdist(test, train, scorer=Levenshtein.normalized_distance, dtype=np.float64)
    peer_flags = (table.min(axis=1) >= DEFAULT_THRESHOLD).tolist()
    peer = time.process_time() - begun
    print(
        f"filtering {len(test)} mentions against {len(train)}: Aloi {seconds:.3f} CPU s, "
        f"rapidfuzz over all pairs {peer:.3f} CPU s, {sum(ours)} kept, "
        f"{sum(a != b for a, b in zip(ours, peer_flags, strict=True))} different"
    )
    return peer / seconds


def ranking(mentions: Sequence[str], names: Sequence[str]) -> float:
    """Print both ways to rank names by tf-idf; how many times faster."""
    begun = time.process_time()
    rankings = TfIdf().rank(names, mentions, TOP)
    seconds = time.process_time() - begun
    begun = time.process_time()
    scores = plain_scores(mentions, names)
    peer = time.process_time() - begun
    apart = float(np.abs(rankings.scores - scores).max())
    print(
        f"tf-idf ranking of {len(mentions)} mentions against {len(names)} names: Aloi {seconds:.2f} CPU s, "
        f"plain scikit-learn {peer:.2f} CPU s, scores at most {apart:.1e} apart"
    )
    return peer / seconds


def plain_scores(mentions: Sequence[str], names: Sequence[str]) -> Floats:
    """Return the highest cosines of each mention, falling, by a vectoriser and a sparse product."""
    from sklearn.feature_extraction.text import TfidfVectorizer

    vectoriser = TfidfVectorizer(analyzer="char", ngram_range=(1, 2), dtype=np.float64)
    name_matrix = vectoriser.fit_transform(names).T.tocsr()
    mention_matrix = vectoriser.transform(mentions)
    best_scores = []
    for start in range(0, len(mentions), _AT_ONCE):
        products = (mention_matrix[start : start + _AT_ONCE] @ name_matrix).toarray()
        best = -np.partition(-products, TOP - 1, axis=1)[:, :TOP]
        best_scores.append(-np.sort(-best, axis=1))
    return np.concatenate(best_scores)


def main() -> int:
    shared = Path(os.environ.get("ALOI_SHARED") or Path(__file__).resolve().parents[3] / "shared") / "data"
    if not (shared / _FILES[0]).is_file():
        print("NOT RUN: no folder `shared` with the mentions stands beside the checkout (or in ALOI_SHARED).")
        return 0
    read = {one: read_mentions(shared / one, "codiesp" if "X.tsv" in one else None) for one in _FILES}
    train = [cleaned(one.mention) for one in read[_FILES[0]].mentions]
    test = [cleaned(one.mention) for one in read_mentions(shared / "codiesp/testX.tsv", "codiesp").mentions]
    ratios = [filtering(test, train)]
    names = varied([cleaned(one.mention) for each in read.values() for one in each.mentions], NAMES)
    ratios.append(ranking(test, names))
    print(f"times faster {ratios[0]:.1f} (filtering), {ratios[1]:.1f} (ranking)")
    return 0


if __name__ == "__main__":
    sys.exit(main())
