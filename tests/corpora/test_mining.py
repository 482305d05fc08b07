"""Miners: the lexical rule against a plain double loop, nearest and random pairs, stratified samples."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest

from aloi.base.errors import AloiError
from aloi.corpora.mining.base import Cancelled, MinedPair
from aloi.corpora.mining.nearest import mine_nearest, mine_top_pairs
from aloi.corpora.mining.sample import draw, histogram, mine_random
from aloi.corpora.model import Sentence
from tests.corpora.mining.pools import invented, sentences, told


def test_nearest_pairs_are_the_exact_neighbours_once_each():
    generator = np.random.default_rng(5)
    vectors = generator.normal(size=(40, 8)).astype(np.float32)
    pool = invented(40, seed=9)
    unit = vectors / np.linalg.norm(vectors, axis=1, keepdims=True)
    cosines = unit @ unit.T
    np.fill_diagonal(cosines, -2)
    expected = set()
    for row in range(40):
        for other in np.argsort(-cosines[row])[:3].tolist():
            expected.add((min(row, other), max(row, other)))
    near = mine_nearest(pool, vectors, top=3)
    found = near.pairs
    assert (near.method, near.recall) == ("exact neighbours", None)
    assert {(one.left.index, one.right.index) for one in found} == expected
    assert len(found) == len(expected)
    for one in found:
        assert one.score == pytest.approx(float(cosines[one.left.index, one.right.index]), abs=1e-5)
    assert [one.score for one in found] == sorted((one.score for one in found), reverse=True)


def hubs(size: int, seed: int) -> np.ndarray:
    """Return vectors of which some lie near very many others."""
    generator = np.random.default_rng(seed)
    middles = generator.normal(size=(6, 16))
    near = middles[generator.integers(0, 6, size)] + generator.normal(0, 0.4, (size, 16))
    return near.astype(np.float32)


def by_cosine(vectors: np.ndarray, pool: list[Sentence], count: int) -> list[tuple[str, str]]:
    unit = (vectors / np.linalg.norm(vectors, axis=1, keepdims=True)).astype(np.float32).astype(np.float64)
    rows, columns = np.triu_indices(len(unit), 1)
    scores = (unit @ unit.T)[rows, columns]
    ranked = sorted(
        zip((-scores).tolist(), rows.tolist(), columns.tolist(), strict=True),
        key=lambda one: (round(one[0], 12), pool[one[1]].id, pool[one[2]].id),
    )
    return [(pool[left].id, pool[right].id) for _, left, right in ranked[:count]]


@pytest.mark.parametrize("block", [7, 64, 512])
@pytest.mark.parametrize("count", [1, 40, 500, 100_000])
def test_the_nearest_pairs_of_all_are_those_of_every_product(block: int, count: int):
    vectors, pool = hubs(150, seed=3), invented(150, seed=2)
    told_of: list[tuple[int, int]] = []

    def progress(done: int, total: int) -> bool:
        told_of.append((done, total))
        return True

    near = mine_top_pairs(pool, vectors, count, block=block, progress=progress)
    assert (near.method, near.recall) == ("exact over all pairs", None)
    assert [(one.left.id, one.right.id) for one in near.pairs] == by_cosine(vectors, pool, count)
    assert told_of[-1] == (150 * 149 // 2, 150 * 149 // 2)
    assert told_of == sorted(set(told_of))


def test_of_equally_near_pairs_those_that_stand_first_by_their_ids_are_kept():
    pool = invented(30, seed=2)
    found = mine_top_pairs(pool, np.ones((30, 4), dtype=np.float32), 5, block=8).pairs
    ids = sorted((a.id, b.id) for at, a in enumerate(pool) for b in pool[at + 1 :])
    assert [(one.left.id, one.right.id) for one in found] == ids[:5]


def test_searching_the_nearest_pairs_stops_when_asked():
    with pytest.raises(Cancelled):
        mine_top_pairs(
            invented(30, seed=2), hubs(30, seed=2), 5, block=8, progress=lambda done, total: done < 200
        )


def test_many_sentences_are_searched_by_lists_and_the_recall_is_measured():
    vectors, pool = hubs(3000, seed=5), invented(3000, seed=5)
    exact = mine_nearest(pool, vectors, top=4)
    near = mine_nearest(pool, vectors, top=4, exact_up_to=2999)
    assert near.method == "neighbours by an inverted file"
    assert near.recall is not None
    assert 0.8 < near.recall <= 1
    true = {(one.left.id, one.right.id) for one in exact.pairs}
    there = sum((one.left.id, one.right.id) in true for one in near.pairs) / len(true)
    assert there == pytest.approx(near.recall, abs=0.05)


def test_nearest_needs_one_finite_vector_a_sentence():
    with pytest.raises(AloiError, match="The number of vectors and of sentences is 2, 3"):
        mine_nearest(invented(3, seed=1), np.ones((2, 4), dtype=np.float32), top=1)
    bad = np.full((3, 4), np.nan, dtype=np.float32)
    with pytest.raises(AloiError, match="finite"):
        mine_nearest(invented(3, seed=1), bad, top=1)


def test_random_pairs_are_seeded_distinct_and_never_of_equal_texts():
    pool = sentences(["a", "b", "c", "a", "d"])
    drawn = mine_random(pool, 6, seed=4)
    assert told(drawn) == told(mine_random(pool, 6, seed=4))
    assert told(drawn) != told(mine_random(pool, 6, seed=5))
    pairs = [(one.left.index, one.right.index) for one in drawn]
    assert len(set(pairs)) == 6
    assert all(left < right for left, right in pairs)
    assert all(one.left.text != one.right.text for one in drawn)
    known = {frozenset("ab"), frozenset("ac"), frozenset("bc")}
    kept = mine_random(pool, 4, seed=4, exclude=known)
    assert {frozenset((one.left.text, one.right.text)) for one in kept} == {
        frozenset("ad"),
        frozenset("bd"),
        frozenset("cd"),
    }


def test_more_random_pairs_than_there_are_is_an_error():
    with pytest.raises(AloiError, match="There are too few random pairs of 2 sentences: 1"):
        mine_random(sentences(["a", "b"]), 2, seed=0)


def test_every_pair_is_drawn_about_as_often():
    pool = sentences(["a", "b", "c", "d"])
    times = dict.fromkeys(combinations(range(4), 2), 0)
    for seed in range(600):
        [one] = mine_random(pool, 1, seed=seed)
        times[one.left.index, one.right.index] += 1
    assert min(times.values()) > 65  # 100 expected, sd 9
    assert max(times.values()) < 135


def candidates(*scores):
    pool = sentences(f"t{number}" for number in range(len(scores) + 1))
    return [MinedPair(pool[0], pool[number + 1], None, None, score) for number, score in enumerate(scores)]


def test_the_histogram_has_bins_of_a_twentieth_and_keeps_empty_ones():
    bins = histogram([0.45, 0.4999, 0.5, 0.62, 1.0])
    assert (bins[0].low, bins[0].high, bins[0].count) == (0.45, 0.5, 2)
    assert [one.count for one in bins] == [2, 1, 0, 1, 0, 0, 0, 0, 0, 0, 1]
    assert bins[-1].name == "0.95-1.00"
    assert bins[-1].holds(1.0)
    assert histogram([]) == ()


def test_a_sample_takes_the_same_number_of_each_bin_with_its_probability():
    pool = candidates(*[0.46 + 0.001 * n for n in range(10)], 0.52, 0.53, 0.91)
    sample = draw(pool, 2, seed=1)
    assert sample.by_stratum == {"0.45-0.50": (10, 2), "0.50-0.55": (2, 2), "0.90-0.95": (1, 1)}
    assert [one.probability for one in sample.chosen] == [0.2, 0.2, 1, 1, 1]
    again = draw(list(reversed(pool)), 2, seed=1)
    assert {one.candidate.right.id for one in again.chosen} == {
        one.candidate.right.id for one in sample.chosen
    }
    assert {one.candidate.right.id for one in draw(pool, 2, seed=2).chosen} != {
        one.candidate.right.id for one in sample.chosen
    }


def test_a_sample_of_nothing_is_refused():
    with pytest.raises(AloiError, match="from 0 candidates"):
        draw([], 2, seed=1)
    with pytest.raises(AloiError, match="0 pairs per bin"):
        draw(candidates(0.5), 0, seed=1)
