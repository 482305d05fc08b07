"""Neighbours against values worked out by hand and against plain loops with scikit-learn."""

from __future__ import annotations

import math
from collections import Counter

import numpy as np
import pytest
from scipy import sparse
from sklearn.metrics.pairwise import cosine_similarity

from aloi.base.errors import AloiError
from aloi.base.records import from_json, to_json
from aloi.studies.neighbours import counting, evidence, ranking, reading
from aloi.studies.neighbours.counting import CorpusEncoder, TripleCounter, window_counts
from aloi.studies.neighbours.parameters import (
    Asking,
    Contexts,
    Counting,
    Order,
    Side,
    Unit,
    Weighting,
)
from aloi.studies.neighbours.space import Space, Weighted, map_of, ppmi, similarities

CATS = ["chat dort", "chien dort", "chat mange"]
VERBS = ["le", "un", "vieux", "chat", "chien", "loup", "dort", "mange", "boit", "court", "vite", "souvent"]


def counted(sentences, **parameters):
    asked = Counting(**{"unit": Unit.FORM, "min_count": 1, **parameters})
    encoder = CorpusEncoder()
    encoder.add(reading.reader(asked, "fr")(sentences)[0])
    encoded = encoder.finish(asked.min_count, asked.most_words)
    counts = window_counts(encoded, asked, lambda done, total: True)
    return encoded, Space(encoded.words, encoded.frequency, counts)


def made(count=300, seed=4):
    generator = np.random.default_rng(seed)
    share = 1 / np.arange(1, len(VERBS) + 1)
    return [
        " ".join(generator.choice(VERBS, size=generator.integers(2, 9), p=share / share.sum()))
        for _ in range(count)
    ]


def cell(space, row, column):
    return space.counts[space.words.index(row), space.words.index(column)]


def plain_counts(sentences, window, side, weigh):
    found = Counter()
    for sentence in sentences:
        words = sentence.split()
        for i, word in enumerate(words):
            for j, other in enumerate(words):
                near = 0 < abs(i - j) <= window
                if near and (side == "both" or (side == "left") == (j < i)):
                    found[word, other] += weigh(abs(i - j))
    return found


def dense_ppmi(counts, alpha):
    rows = counts.sum(axis=1, keepdims=True) / counts.sum()
    columns = counts.sum(axis=0, keepdims=True) ** alpha
    with np.errstate(divide="ignore", invalid="ignore"):
        return np.nan_to_num(np.maximum(np.log2(counts / counts.sum() / rows / (columns / columns.sum())), 0))


def test_ppmi_and_cosine_by_hand():
    # Six meetings in all; chat and dort stand in two of them each, chien and mange in one.
    _, space = counted(CATS, window=1)
    weighted = Weighted(space, 1.0)
    at = {word: number for number, word in enumerate(space.words)}
    assert space.words == ("chat", "dort", "chien", "mange")
    assert space.frequency.tolist() == [2, 2, 1, 1]
    assert weighted.ppmi[at["chat"], at["dort"]] == pytest.approx(math.log2(1.5))
    assert weighted.ppmi[at["chien"], at["dort"]] == pytest.approx(math.log2(3))
    assert weighted.ppmi[at["chat"], at["chien"]] == 0
    [[first]] = weighted.neighbours(["chien"], Asking(order=Order.SECOND))
    assert (first.word, first.frequency, first.rank) == ("chat", 2, 1)
    assert first.score == pytest.approx(math.log2(1.5) / math.hypot(math.log2(1.5), math.log2(3)))
    [found] = weighted.neighbours(["chat"], Asking(order=Order.FIRST, least_together=1))
    assert [(one.word, one.together) for one in found] == [("mange", 1.0), ("dort", 1.0)]
    assert [one.score for one in found] == pytest.approx([math.log2(3), math.log2(1.5)])
    assert weighted.neighbours(["chat"], Asking(order=Order.FIRST, least_together=2)) == [[]]


def test_smoothing_by_hand():
    # 2 ** 0.5 for two contexts and 1 for two: chien has dort in its one meeting.
    _, space = counted(CATS, window=1)
    found = ppmi(space.counts, 0.5)[space.words.index("chien"), space.words.index("dort")]
    assert found == pytest.approx(math.log2(1 / (math.sqrt(2) / (2 * math.sqrt(2) + 2))))


@pytest.mark.parametrize("side", list(Side))
@pytest.mark.parametrize(
    ("weighting", "weigh"),
    [
        (Weighting.FLAT, lambda d: 1),
        (Weighting.LINEAR, lambda d: (3 - d + 1) / 3),
        (Weighting.HARMONIC, lambda d: 1 / d),
    ],
)
def test_counts_are_those_of_a_plain_loop(side, weighting, weigh, monkeypatch):
    monkeypatch.setattr(counting, "CHUNK", 37)  # sentences go across the ends of chunks
    sentences = made()
    _, space = counted(sentences, window=3, side=side, weighting=weighting)
    plain = plain_counts(sentences, 3, side.value, weigh)
    assert space.counts.nnz == len(plain)
    for (word, other), count in plain.items():
        assert cell(space, word, other) == pytest.approx(count)


@pytest.mark.parametrize("alpha", [1.0, 0.75])
def test_ppmi_and_second_order_are_those_of_dense_tables(alpha):
    _, space = counted(made(), window=2)
    weighted = Weighted(space, alpha)
    dense = dense_ppmi(space.counts.toarray(), alpha)
    assert weighted.ppmi.toarray() == pytest.approx(dense, abs=1e-6)
    cosines = cosine_similarity(dense)
    scores = weighted.scores(range(len(space.words)), Asking())
    assert scores == pytest.approx(cosines, abs=1e-5)
    assert similarities(weighted, space.words) == pytest.approx(cosines, abs=1e-5)
    [found] = weighted.neighbours(["chien"], Asking(top=3))
    number = space.words.index("chien")
    order = [one for one in np.argsort(-cosines[number], kind="stable") if one != number]
    assert [one.word for one in found] == [space.words[one] for one in order[:3]]


def test_third_order_is_the_cosine_of_centred_similarities():
    _, space = counted(made(), window=2)
    weighted = Weighted(space, 0.75)
    profiles = cosine_similarity(dense_ppmi(space.counts.toarray(), 0.75))[:, :5]
    expected = cosine_similarity(profiles - profiles.mean(axis=0))
    assert weighted.scores([4], Asking(order=Order.THIRD, anchors=5))[0] == pytest.approx(
        expected[4], abs=1e-4
    )
    assert all(one.word != "chien" for one in weighted.neighbours(["chien"], Asking(order=Order.THIRD))[0])


def test_rare_words_are_left_out_and_keep_their_place():
    _, space = counted(["loup boit chat", "chat dort", "chat dort", "loup rit"], window=1, min_count=2)
    assert space.words == ("chat", "dort", "loup")
    assert space.counts.nnz == 2  # chat and dort; boit stands between loup and chat
    _, few = counted(["loup boit chat", "chat dort", "chat dort", "loup rit"], most_words=2)
    assert few.words == ("chat", "dort")


def test_too_few_words_and_too_many_pairs_are_refused(monkeypatch):
    with pytest.raises(
        AloiError, match="There are too few words seen 5 times or more, of 4 words and 6 tokens: 0"
    ):
        counted(CATS, min_count=5)
    monkeypatch.setattr(counting, "MOST_CELLS", 3)
    with pytest.raises(
        AloiError, match="too many pairs of words that co-occur in the first 200,000 tokens: more than 3"
    ):
        counted(made(20))


def test_lemmas_numbers_and_elisions():
    [found], _ = reading.reader(Counting(), "fr")(["L'infirmière soignait 12 patientes."])
    assert [one[0] for one in found] == ["le", "infirmier", "soigner", "patient"]
    assert found[2][1:] == (13, 21)
    with pytest.raises(AloiError, match="The language is 'zz'"):
        reading.reader(Counting(), "zz")


def test_what_two_words_share():
    encoded, space = counted(["chat dort bien", "chien dort bien", "chien boit", "chat mange"], window=2)
    weighted = Weighted(space, 1.0)
    shared = evidence.shared_contexts(weighted, "chat", "chien", 10)
    assert {one.context for one in shared} == {"dort", "bien"}
    assert sum(one.part for one in shared) == pytest.approx(1)
    assert all(one.count == one.neighbour_count == 1 for one in shared)
    at = {word: number for number, word in enumerate(encoded.words)}
    [place] = evidence.places_of_both(encoded, at["chat"], at["bien"], 2, 5)
    assert (place.sentence, place.spans) == (0, ((0, 4), (10, 14)))
    assert evidence.places_of_both(encoded, at["chat"], at["bien"], 1, 5) == []
    assert [one.sentence for one in evidence.places_of(encoded, at["chien"], 5)] == [1, 2]
    assert [one.sentence for one in evidence.places_of(encoded, at["chien"], 1)] == [1]


def test_the_map_has_like_words_close():
    _, space = counted(made(), window=2)
    weighted = Weighted(space, 0.75)
    places = map_of(weighted, space.words)
    assert places.shape == (len(space.words), 2)
    assert places.mean(axis=0) == pytest.approx([0, 0], abs=1e-6)
    assert places[:, 0].var() >= places[:, 1].var()
    assert map_of(weighted, ["chat", "chien"]).tolist() == [[0, 0], [0, 0]]


def test_triples_are_added_up_in_parts(monkeypatch):
    monkeypatch.setattr(counting, "CHUNK", 2)
    counter = TripleCounter()
    counter.add([("chat", "obj<voir"), ("voir", "obj>chat")])
    counter.add([("chien", "obj<voir"), ("voir", "obj>chien"), ("rare", "obj<voir")])
    counter.add([("chat", "obj<voir")])
    counts, contexts = counter.finish(["voir", "chat", "chien", "absent"])
    assert contexts == ("obj<voir",)  # the others were met once
    assert counts.toarray().tolist() == [[0], [2], [1], [0]]
    assert isinstance(counts, sparse.csr_matrix)


def test_overlaps():
    assert ranking.overlap("abcd", "badx", 4) == 0.75
    assert ranking.jaccard("abc", "bcd") == 0.5
    assert ranking.jaccard("", "") is None
    assert ranking.rank_biased_overlap("abc", "abc") == pytest.approx(1)
    assert ranking.rank_biased_overlap("abc", "xyz") == 0
    assert ranking.rank_biased_overlap("", "a") is None
    # Half of the first, all of two: (1 - p) / p (0 p + 1 p**2) + 1 p**2, by the definition.
    assert ranking.rank_biased_overlap("ab", "ba", 0.5) == pytest.approx(0.25 + 0.25)
    assert ranking.rank_biased_overlap("a", "ab", 0.9) == pytest.approx(1)


def test_precision():
    assert ranking.precision_at("abcd", {"a", "d", "z"}, 4) == 0.5
    assert ranking.average_precision("abcd", {"a", "d", "z"}) == pytest.approx((1 + 2 / 4) / 3)
    with pytest.raises(ValueError, match="k is 0"):
        ranking.precision_at("a", {"a"}, 0)


def test_parameters_sign_only_what_has_an_effect():
    assert Counting().signature == "window:5|both|flat|lemmas:simplemma|min:5|words:50000"
    assert Counting().title == "5 words on each side, lemmas, met 5 times or more"
    assert Counting(contexts=Contexts.SYNTAX).title == "dependencies, spaCy lemmas, met 5 times or more"
    assert Counting(model="other").key == Counting().key
    assert Counting(contexts=Contexts.SYNTAX, window=2).key == Counting(contexts=Contexts.SYNTAX).key
    assert from_json(Counting, to_json(Counting(side=Side.LEFT, window=3)), closed=True) == Counting(
        side=Side.LEFT, window=3
    )
    for wrong, said in (
        ({"side": "up"}, "side: one of both, left, right was expected"),
        ({"windows": 3}, "there is no field windows"),
        ({"window": "x"}, "window: a whole number was expected"),
    ):
        with pytest.raises(AloiError, match=said):
            from_json(Counting, wrong, closed=True)


def test_words_near_each_other_are_those_of_a_plain_loop():
    sentences = made(60)
    encoded, _ = counted(sentences)
    at = {word: number for number, word in enumerate(encoded.words)}
    for word, other, window in (
        ("chat", "un", 2),
        ("le", "le", 1),
        ("boit", "chien", 20),
        ("vite", "loup", 1),
    ):
        expected = []
        for number, sentence in enumerate(sentences):
            words = sentence.split()
            near = [
                abs(i - j)
                for i, one in enumerate(words)
                for j, two in enumerate(words)
                if (one, two) == (word, other) and 0 < abs(i - j) <= window
            ]
            expected += [number] if near else []
        found = evidence.places_of_both(encoded, at[word], at[other], window, 1000)
        assert [one.sentence for one in found] == expected
        for one in found:
            texts = [sentences[one.sentence][start:end] for start, end in one.spans]
            assert sorted(texts) == sorted([word, other])
