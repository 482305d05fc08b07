"""Remarks on substitutes while they are typed."""

from __future__ import annotations

import pytest

from aloi.corpora.language.dictionary import Lexicon
from aloi.corpora.model import Sentence, Target
from aloi.workbench.rounds.word_checks import check_words

TEXT = "Elle mit une mince couverture."
TARGET = Target.of("c", Sentence("s", "d", 0, 0, len(TEXT), TEXT), 13, 18, "mince", "ADJ")


@pytest.mark.parametrize(
    ("words", "kinds"),
    [
        (["fin"], {}),
        (["minces"], {"minces": ["target"]}),
        (["léger", "légères"], {"légères": ["same"]}),
        (["peu épais"], {"peu épais": ["several"]}),
        (["peu épaixs"], {"peu épaixs": ["several", "spelling"]}),
        (["lgéer"], {"lgéer": ["spelling"]}),
        (["s'appuyer", "aujourd'hui", "demi-heure"], {}),
    ],
)
def test_what_looks_wrong(words: list[str], kinds: dict[str, list[str]]) -> None:
    found = check_words(words, TARGET, "fr")
    assert {word: [one.kind for one in remarks] for word, remarks in found.items()} == kinds


def test_a_lexicon_tells_other_parts_of_speech_and_lets_unknown_words_pass() -> None:
    known = Lexicon.of([("couvrir", "couvrir", "VERB"), ("fin", "fin", "ADJ"), ("fin", "fin", "NOUN")])
    found = check_words(["couvrir", "fin", "léger"], TARGET, "fr", known)
    assert [(one.kind, one.values) for one in found["couvrir"]] == [
        ("pos", {"found": "VERB", "wanted": "ADJ"})
    ]
    assert set(found) == {"couvrir"}


def test_a_language_without_a_word_list_has_no_remarks_on_spelling() -> None:
    assert check_words(["qsdfgh"], TARGET, "zz") == {}
