"""Word lists: what is known, near words, dictionary forms."""

from __future__ import annotations

import pytest

from aloi.corpora.language.word_list import has_words, is_known, lemma_of, suggestions

KNOWN = ("bras", "peu", "Épais", "céphalée", "s'appuyer", "demi-heure")


@pytest.mark.parametrize(
    ("word", "known"), [*((one, True) for one in KNOWN), ("lgéer", False), ("qsdf", False)]
)
def test_words_are_known_by_one_list_or_the_other(word: str, known: bool) -> None:
    assert is_known(word, "fr") is known


def test_near_words_come_most_frequent_first() -> None:
    assert suggestions("lgéer", "fr")[0] == "léger"
    assert suggestions("léger", "fr") == ()
    assert suggestions("lgéer", "zz") == ()


def test_dictionary_forms() -> None:
    assert lemma_of("Minces couches", "fr") == "mince couche"
    assert lemma_of("Mots", "zz") == "mots"
    assert not has_words("zz")
    assert is_known("qsdf", "zz")
