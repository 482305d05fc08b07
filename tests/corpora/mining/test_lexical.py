"""The lexical miner against a plain double loop, by every engine, on texts of all kinds."""

from __future__ import annotations

import random
from fractions import Fraction
from functools import cache
from itertools import islice, product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from rapidfuzz.distance import Levenshtein

from aloi.base.errors import AloiError
from aloi.corpora.collection import collect
from aloi.corpora.language.segment import segment
from aloi.corpora.language.similarity import lexical_score
from aloi.corpora.language.tokens import words
from aloi.corpora.mining.base import Cancelled
from aloi.corpora.mining.lexical import native, run
from aloi.corpora.mining.lexical.miner import mine_lexical
from aloi.corpora.readers import read_texts
from tests.corpora.mining.pools import WORDS, brute_force, invented, sentences, told

# `portable` is the native kernel as processors without wide byte instructions run it.
KINDS = ("native", "portable", "compiled")


@pytest.fixture(params=KINDS)
def engine(request, monkeypatch):
    """Return the name of an engine; skip where no compiler makes it."""
    return chosen(request.param, monkeypatch)


def chosen(kind, monkeypatch):
    if kind == "compiled":
        return kind
    made = native.library(*(("-DALOI_PORTABLE",) if kind == "portable" else ()))
    if made is None:
        pytest.skip("NOT RUN: no C compiler can build the kernel")
    monkeypatch.setattr(run, "library", lambda: made)
    return "native"


@pytest.mark.parametrize(
    "threshold",
    ["0.45", "1", *(pytest.param(each, marks=pytest.mark.slow) for each in ("0.3", "0.5", "0.75"))],
)
def test_pairs_and_scores_are_those_of_a_double_loop_in_any_units_and_threads(engine, threshold):
    pool = invented(120, seed=3)
    expected = brute_force(pool, Fraction(threshold))
    assert expected
    for pairs_a_unit, threads in ((1, 2), (700, 3), (10**9, 1)):
        found = mine_lexical(pool, threshold, engine=engine, pairs_a_unit=pairs_a_unit, threads=threads)
        assert told(found) == expected


# Letters of one, two and four bytes, a lone surrogate, a capital that is two letters in lower case, marks.
ODD = st.text(st.sampled_from("aaabbc éİß_1.,'’\u0301😀𝒳中\ud800"), max_size=24)
LONG = st.lists(st.sampled_from([*WORDS, "e", "😀😀", "  "]), max_size=60).map(" ".join)
NEAR = st.tuples(LONG, ODD, st.integers(0, 90)).map(lambda one: one[0][: one[2]] + one[1] + one[0][one[2] :])


@settings(max_examples=40, deadline=None)
@given(
    st.lists(st.one_of(ODD, LONG, NEAR), min_size=2, max_size=14),
    st.sampled_from(["0.02", "0.25", "0.45", "0.5", "0.6", "0.9", "1"]),
    st.randoms(use_true_random=False),
)
def test_any_texts_in_any_order_give_the_pairs_of_a_double_loop(texts, threshold, chooser):
    texts = [*texts, *chooser.sample(texts, 2)]
    pool = sentences(texts)
    expected = brute_force(pool, Fraction(threshold))
    turned = chooser.sample(pool, len(pool))
    unordered = {(frozenset(one[:2]), one[2]) for one in expected}
    with pytest.MonkeyPatch.context() as patch:
        for kind in KINDS if native.library() else ("compiled",):
            name = chosen(kind, patch)
            assert told(mine_lexical(pool, threshold, engine=name, pairs_a_unit=9)) == expected
            other = told(mine_lexical(turned, threshold, engine=name))
            assert {(frozenset(one[:2]), one[2]) for one in other} == unordered
            assert len(other) == len(expected)


def test_long_texts_and_many_letters_are_no_exception(engine):
    chooser = random.Random(11)
    letters = "eeeeaaiinnsst " + "".join(map(chr, range(0x4E00, 0x4E00 + 300)))
    base = "".join(chooser.choices(letters, k=5000))
    texts = [base]
    for share in (0.02, 0.2, 0.5, 1.0):
        changed = [chooser.choice(letters) if chooser.random() < share else one for one in base]
        texts += ["".join(changed), "".join(changed[: len(changed) * 3 // 4]), "".join(changed[700:])]
    texts += ["a " * 2500, "a " * 2400 + "b " * 100, " ".join(["a"] * 300), "", "", "!", "?"]
    pool = sentences(texts)
    for threshold in ("0.05", "0.45"):
        assert told(mine_lexical(pool, threshold, engine=engine)) == brute_force(pool, Fraction(threshold))


@cache
def many_words():
    """Return texts of sixty thousand different tokens, some of them changed copies, and their pairs."""
    chooser = random.Random(5)
    signs = "abcdefghijklmnopqrstuvwxyzéàçŵβд𝒳中0123456789"
    tokens = ["".join(one) for one in islice(product(signs, repeat=3), 60000)]
    chooser.shuffle(tokens)
    cut = [tokens[at : at + 1000] for at in range(0, len(tokens), 1000)]
    for share in (0.0, 0.1, 0.3, 0.5, 0.7):
        for of in chooser.sample(cut[:60], 4):
            cut.append([chooser.choice(tokens) if chooser.random() < share else one for one in of])
    pool = sentences(map(" ".join, cut))
    assert len({word for one in pool for word in words(one.text)}) == 60000
    expected = brute_force(pool, Fraction("0.45"))
    assert len(expected) > 15
    return pool, expected


@pytest.mark.slow
def test_sixty_thousand_different_tokens_are_counted(engine):
    pool, expected = many_words()
    assert told(mine_lexical(pool, "0.45", engine=engine)) == expected


def test_a_text_of_sixty_thousand_tokens_has_a_cosine(engine):
    """Squared counts multiplied are more than a machine number holds."""
    pool = sentences(["a " * 60000, "a " * 59990 + "b " * 10])
    assert told(mine_lexical(pool, "0.9", engine=engine)) == brute_force(pool, Fraction("0.9"))


@pytest.mark.shared
@pytest.mark.parametrize(("step", "least"), [(5, 30), pytest.param(1, 500, marks=pytest.mark.slow)])
def test_two_thousand_real_sentences_give_the_pairs_of_a_double_loop(shared, engine, step, least):
    texts = read_texts(shared / "data" / "e3c-french" / "texts.tsv")
    made = collect(texts, name="e3c", language="fr", licence="CC BY 4.0")
    pool = [one for document in made.documents for one in segment(document, "fr")][:2000]
    assert len(pool) == 2000
    pool = pool[::step]
    expected = brute_force(pool, Fraction("0.45"))
    assert len(expected) > least
    assert told(mine_lexical(pool, "0.45", engine=engine, pairs_a_unit=10_000)) == expected


def test_scores_are_those_of_the_pure_function():
    pool = invented(60, seed=8)
    texts = {one.id: one.text for one in pool}
    for left, right, score in told(mine_lexical(pool, "0.45")):
        assert score == lexical_score(texts[left], texts[right])


def test_equality_is_decided_in_whole_numbers(engine):
    # Levenshtein similarity 1 - 7/10 and cosine 1/2 give 2/5 exactly.
    left, right = "un a", "un bcdefgh"
    assert Levenshtein.distance(left, right) == 7
    pool = sentences([left, right])
    assert len(mine_lexical(pool, Fraction(2, 5), engine=engine)) == 1
    assert len(mine_lexical(pool, "0.4", engine=engine)) == 1
    assert len(mine_lexical(pool, Fraction(2, 5) + Fraction(1, 10**15), engine=engine)) == 0


def test_equal_texts_at_two_places_are_a_pair():
    same = sentences(["fièvre à 39", "fièvre à 39"])
    assert told(mine_lexical(same, "1")) == [("s00000", "s00001", 1.0)]


def test_the_one_who_watches_can_stop_it():
    seen = []

    def stop(done, total):
        seen.append((done, total))
        return False

    with pytest.raises(Cancelled):
        mine_lexical(invented(50, seed=1), "0.45", pairs_a_unit=245, progress=stop, threads=1)
    assert seen == [(225, 50 * 49 // 2)]  # rows 0, 5, 10 ... 45 with all before them


@pytest.mark.parametrize("threshold", ["0", "-1", "1.2", "x", "nan"])
def test_a_threshold_that_is_none_is_refused(threshold):
    with pytest.raises(AloiError, match="threshold"):
        mine_lexical(invented(3, seed=1), threshold)


def test_an_engine_that_does_not_exist_is_refused():
    with pytest.raises(AloiError, match="native, compiled"):
        mine_lexical(invented(3, seed=1), "0.5", engine="magic")


def test_without_a_compiler_the_other_engine_finds_the_same(monkeypatch, tmp_path):
    pool = invented(40, seed=2)
    expected = told(mine_lexical(pool, "0.45"))
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.setattr(native, "_COMPILERS", ("no-such-compiler",))
    native.library.cache_clear()
    try:
        assert native.library() is None
        assert told(mine_lexical(pool, "0.45")) == expected
        with pytest.raises(OSError, match="no C compiler"):
            mine_lexical(pool, "0.45", engine="native")
    finally:
        native.library.cache_clear()


def test_a_kernel_that_does_not_compile_leaves_nothing_behind(monkeypatch, tmp_path):
    if native.library() is None:
        pytest.skip("NOT RUN: no C compiler can build the kernel")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    assert native.library("-DLEFT=(") is not None  # a flag of no consequence: made in the folder of the user
    assert [one.suffix for one in (tmp_path / "aloi").iterdir()] == [".so"]
    assert native.library("--no-such-flag") is None
    assert len(list((tmp_path / "aloi").iterdir())) == 1
    native.library.cache_clear()
