"""Sentence boundaries: French clinical text, other languages, offsets that give back the text."""

from __future__ import annotations

import os
import re

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from corpora.language import segment as module
from corpora.language.segment import SplitDocument, segment
from corpora.model import Document


def split(text: str, language: str = "fr") -> list[str]:
    return [sentence.text for sentence in segment(Document("d", "c", "d", text), language)]


# Each text is its sentences put together; `|` stands where one ends and is not part of the text.
FRENCH = [
    "M. Durand est vu par le Dr. Petit.| Il va bien.",
    "Mme R. est adressée en O.R.L. pour une toux.| L'examen est normal.",
    "Adressé en consultation d'O.R.L.| Le bilan est normal.",
    "Hb 10.5 g/dl, CRP 37,5 mg/l (cf. fig. 1).| Le traitement est repris.",
    "Amoxicilline 3 g/j.| Traitement arrêté à J7.| 6 mois après, tout va bien.",
    "Les diagnostics sont : 1) une pneumopathie ; 2) une embolie.| Aucun n'est retenu.",
    "1. Foie normal.\n|2. Rate augmentée de taille.\n|3. Reins sans anomalie.",
    "EXAMEN CLINIQUE\n|Abdomen souple.|\n\nBilan biologique\n|Anémie à 8,2 g/dl.",
    "Le patient est opéré\nsous anesthésie générale.| Les suites\nsont simples.",
    "Traitement :\n|- aspirine 100 mg\n|- furosémide 40 mg\n|Sortie à domicile.",
    "Il dort mal (surtout le matin. Très tôt).| Il a froid.",
    "Staphylococcus sp. est isolé, n° 12 du registre, p. ex. le 3.| Une IgM.| Le titre est bas.",
    "Scanner normal.|L'évolution est bonne.",
    "A-t-il de la fièvre ?| Oui !| Il a « mal partout. Très mal », dit-il.",
    "Douleurs, fièvre, etc.| Le patient est hospitalisé par le Pr Blanc à 8 h.| On l'opère.",
    "Il reçoit 2 cp. matin et soir.| Voir www.exemple.fr et écrire à a.b@exemple.fr.| Fin.",
]


@pytest.mark.parametrize("marked", FRENCH)
def test_french_clinical_boundaries(marked: str) -> None:
    assert split(marked.replace("|", "")) == [part.strip() for part in marked.split("|")]


SPACES = [char for char in map(chr, range(0x3001)) if char.isspace()]
MARKS = "ABZÉéa1.,;:!?…»«“”’\"')(/•-。\u200b\ufeff\u0301😀𝐀日"
WORDS = ["\r\n", "\n\n", "M.", "Dr.", "cf.", " A.", "U.S.", "[1]", "1. ", "''"]
TEXTS = st.lists(st.sampled_from([*SPACES, *MARKS, *WORDS]), max_size=14).map("".join) | st.text(max_size=30)
LANGUAGES = st.sampled_from(["fr", "en", "de", "ja", "none such"])


def sound(text: str, language: str) -> SplitDocument:
    """Return how a text is split, after checking that its sentences are stretches of it and cover it."""
    made = module.split(Document("d", "c", "d", text), language)
    at = 0
    for place, one in enumerate(made.sentences):
        assert one.index == place
        assert text[one.start : one.end] == one.text == one.text.strip() != ""
        assert not text[at : one.start].strip()
        at = one.end
    assert not text[at:].strip()
    return made


@pytest.mark.parametrize("space", ["\u00a0", "\u2009", "\u202f", " \u00a0", "\u3000", "\x85"])
@pytest.mark.parametrize("language", ["fr", "en"])
def test_an_unusual_space_between_a_capital_and_a_full_stop_is_split_as_an_ordinary_one(
    space: str, language: str, capfd: pytest.CaptureFixture[str]
) -> None:
    text = f"Le groupe sanguin est A{space}. Il va bien. Le rhésus est positif."
    made = sound(text, language)
    assert not made.by_plain_rules
    plain = split(text.replace(space, " " * len(space)), language)
    assert [one.text.replace(space, " " * len(space)) for one in made.sentences] == plain
    assert capfd.readouterr() == ("", "")


@pytest.fixture
def panicking(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the library meet what it panics at."""
    monkeypatch.setattr(module, "STUMBLE", re.compile(r"(?!)()"))


@pytest.mark.parametrize("language", ["fr", "en"])
def test_where_the_library_panics_plain_rules_split_and_nothing_is_written(
    language: str, panicking: None, capfd: pytest.CaptureFixture[str]
) -> None:
    made = sound("Un groupe A\u00a0. Il va bien 😀 !  Le pouls est lent.\n\nIl sort", language)
    assert made.by_plain_rules
    assert [one.text for one in made.sentences][1:] == ["Il va bien 😀 !", "Le pouls est lent.", "Il sort"]
    assert capfd.readouterr() == ("", "")
    assert not sound("Il va bien. Il sort.", language).by_plain_rules


def test_what_is_no_panic_goes_up(monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]) -> None:
    for kind in (KeyboardInterrupt, SystemExit, GeneratorExit, MemoryError):

        def stop(language: str, text: str, kind: type[BaseException] = kind) -> None:
            raise kind

        monkeypatch.setattr(module.sentencex, "get_sentence_boundaries", stop)
        with pytest.raises(kind):
            split("Il sort.")
    os.write(2, b"still open")
    assert capfd.readouterr().err == "still open"


@given(TEXTS, LANGUAGES)
@example("groupe A\u00a0.", "fr")
@settings(max_examples=200)
def test_no_text_breaks_the_splitter(text: str, language: str) -> None:
    assert not sound(text, language).by_plain_rules


@pytest.mark.slow
@given(TEXTS, LANGUAGES)
@settings(max_examples=5_000)
def test_no_text_of_many_breaks_the_splitter(text: str, language: str) -> None:
    assert not sound(text, language).by_plain_rules
