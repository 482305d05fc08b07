"""BLEU against sacrebleu and LIX against textstat, with their intervals."""

from __future__ import annotations

import math
import random
from collections.abc import Callable

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from sacrebleu.metrics import BLEU as SacreBLEU

from aloi.base.errors import AloiError
from aloi.evaluation.reports.simplification import lix, score_bleu, score_readability
from aloi.evaluation.resampling import Units, intervals_of_sums

WORDS = ["the", "cat", "sat", "on", "a", "comfortable", "mat", ",", "while", "it", "rained"]


@pytest.fixture
def texts() -> Callable[[int], list[str]]:
    generator = random.Random(0)
    return lambda count: [" ".join(generator.choices(WORDS, k=generator.randint(1, 9))) for _ in range(count)]


def test_the_whole_and_each_sentence_are_those_of_sacrebleu(texts: Callable[[int], list[str]]) -> None:
    systems, references = texts(30), [texts(30), texts(30)]
    found = score_bleu(systems, references, replicates=0)
    assert found.corpus.value == SacreBLEU().corpus_score(systems, references).score
    assert found.corpus.interval is None
    single = SacreBLEU(effective_order=True)
    for at, system in enumerate(systems):
        known = single.sentence_score(system, [one[at] for one in references]).score
        assert found.sentences[at] == known
    assert "bleu|nrefs:2|case:mixed|eff:no|tok:13a|smooth:exp|version:" in found.corpus.signature


def test_the_interval_is_that_of_scoring_every_resample_anew(texts: Callable[[int], list[str]]) -> None:
    systems, references = texts(25), [texts(25)]
    found = score_bleu(systems, references, replicates=40, seed=3).corpus.interval
    weights = np.random.default_rng(3).multinomial(25, np.full(25, 1 / 25), size=40)
    anew = []
    for row in weights:
        drawn = [at for at, times in enumerate(row) for _ in range(times)]
        again = SacreBLEU().corpus_score([systems[at] for at in drawn], [[references[0][at] for at in drawn]])
        anew.append(again.score)
    assert found is not None
    assert [found.low, found.high] == pytest.approx(list(np.quantile(anew, [0.025, 0.975])), abs=1e-9)
    assert found.method == "bootstrap-percentile-sentences-40-seed3"


@given(st.text(alphabet="aàbtsdrvle' \n\t.,!?-_5", max_size=80))
@example("It's what they've said; don't. l'enfant d'une mère")
@example("'s 'tis rock 'n' roll... Oh! ah ah. Incroyablement, aujourd'hui-même")
def test_lix_is_that_of_textstat(text: str) -> None:
    import textstat  # takes a second to load, of one process then

    if textstat.lexicon_count(text):
        assert lix(text) == textstat.lix(text)
    else:
        assert math.isnan(lix(text))


def test_lix_counts_words_and_long_words_by_hand() -> None:
    # Two sentences of 6 and 4 words, one of them of 7 letters or more.
    assert lix("The cat sat on the mat. It was extraordinarily warm.") == pytest.approx(10 / 2 + 100 / 10)
    assert lix("Ces améliorations sont modestes.") == pytest.approx(4 + 100 * 2 / 4)
    assert math.isnan(lix("..."))


def test_lines_without_words_leave_the_mean_and_are_counted() -> None:
    sources, systems = ["a b c", "a b c d"], ["", "a b"]
    found = score_readability(sources, systems, [["a", "b"], ["a b c", ""]], replicates=20)
    source, system, references = found.scores
    assert (source.value, source.n) == (3.5, 2)
    assert (system.value, system.n) == (2.0, 1)
    assert references.value == (2 + 1) / 2
    assert source.interval is not None
    assert (source.interval.low, source.interval.high) == (3.0, 4.0)
    assert found.sentences[1].tolist() == [4, 2, 1]
    assert [one.reason for one in found.scores] == [None, None, None]


def test_a_side_without_a_word_has_no_value_and_a_reason() -> None:
    source, system, _ = score_readability(["a b"], [""], [["a"]], replicates=20).scores
    assert (source.value, source.reason) == (2.0, None)
    assert (system.value, system.reason) == (None, "no line has a word")


def test_texts_that_do_not_fit_are_refused() -> None:
    with pytest.raises(AloiError, match="The number of sources, outputs and reference sentences is 2, 2, 1"):
        score_readability(["a", "b"], ["a", "b"], [["a"]])
    with pytest.raises(AloiError, match="There are too few references: 0"):
        score_bleu(["a"], [])
    with pytest.raises(AloiError, match="0 or more"):
        score_bleu(["a"], [["a"]], replicates=-1)


def test_a_score_undefined_in_half_of_the_resamples_has_no_interval() -> None:
    units = Units("sentences", 3)
    undefined = intervals_of_sums(
        np.ones((3, 1)), lambda sums: np.full((len(sums), 1), math.nan), units, 10, 0
    )
    assert undefined == [None]
