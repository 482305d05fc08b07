"""Sentence boundaries: French clinical text, other languages, offsets that give back the text."""

from __future__ import annotations

import os
import re
import sys
import time
from random import Random

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from aloi.corpora.language import segment as module
from aloi.corpora.language.segment import SplitDocument, segment
from aloi.corpora.model import Document


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
    "Le nodule mesure 12 mm.| Une ponction est faite.| MM. Durand et Petit sont d'accord.",
    "pH à 7.4.| Lactates à 2.1.| Kaliémie à 3.9.| Le reste est normal.",
    "Carence en vit. B12, puis en vit. D et en vit. C.| Rien d'autre.",
    "Elle répond : « Je n'ai plus mal. Je dors. »| Le lendemain, elle sort.| « Tout va bien », dit-elle.",
    "Les limites sont saines.|les suites sont simples.| Il prend 75 mg/j.| il va bien.",
    "Mme F.A consulte.| M. B. D. l'accompagne.| Le Dr L. décide.| Son médecin est M. Blanc.",
    "Conclusion : 1. Bilan normal.| 2. Suivi en ville.| Glasgow : 15.| Voir fig. 2.| Le foie est normal.",
    "Dupont et al. (2009) le disent [3].| C'est l'état de l'art.| Une annexe (tab. 2. Page 3) suit.",
    "Une filiale de Brook Inc. (« BOPI ») est vendue.| Le siège est à Lyon.",
    "Bio Ltd. (Paris), Co. [Lyon] et Corp. « Bio » signent.| Il va chez Bio Inc.| Le prix monte.",
    "La société X SA. (Lille) est vendue.| Le prix monte.",
    "Vu par le Dr. (Interne de garde) ce soir.| Voir fig. (A) et cf. [Annexe 2].",
    "Toux, etc. (Le matin) et 3 cm env. (Segment VI).| Il tousse.",
    "Grossesse de 32 SA.| (Grossesse normale).| Il part chez Bio Inc.| (Il y reste.)| Il dort.",
    "Il reçoit 2 cp. matin et soir.| Voir www.exemple.fr et écrire à a.b@exemple.fr.| Fin.",
]


@pytest.mark.parametrize("marked", FRENCH)
def test_french_clinical_boundaries(marked: str) -> None:
    assert split(marked.replace("|", "")) == [part.strip() for part in marked.split("|")]


ENGLISH = [
    "It was sold by Brook Inc. (BOPI) in May.| The seat is in Lyon.",
    "Bio Ltd. (Paris), Co. [Lyon] and Corp. (Lille) agree.| He works at Brook Inc.| The seat is in Lyon.",
    "Seen by Dr. (Intern) today.| See fig. (A), cf. [Annex 2], etc. (Mornings) at max. (40 mg).| He left.",
]


@pytest.mark.parametrize("marked", ENGLISH)
def test_an_abbreviation_before_brackets_ends_no_english_sentence(marked: str) -> None:
    assert split(marked.replace("|", ""), "en") == [part.strip() for part in marked.split("|")]


SPACES = [char for char in map(chr, range(0x3001)) if char.isspace()]
MARKS = "ABZÉéa1.,;:!?…»«“”’\"')(/•-。\u200b\ufeff\u0301😀𝐀日"
CLINICAL = [
    "mm. ", " 12", "Dr. ", "Mme ", "vit. B12", "« Oui. »", "fig. 2", " le ", "L'examen", "est", "J.-P.",
    "7.4. ", "(cf. ", "…", "mg/j.", "- ", "1) ", "www.a.fr.", "a.b@c.fr", "TA : ", "p. ex. ", "etc. ", ".L'",
    ".les ", "A.B",
]  # fmt: skip
WORDS = ["\r\n", "\n\n", "M.", "Dr.", "cf.", " A.", "U.S.", "[1]", "1. ", "''"]
TEXTS = st.lists(st.sampled_from([*SPACES, *MARKS, *WORDS]), max_size=14).map("".join) | st.text(max_size=30)
NAMES = ("fr", "en", "de", "ja", "none such")
LANGUAGES = st.sampled_from(NAMES)


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


def test_where_the_library_panics_plain_rules_split_and_nothing_is_written(
    panicking: None, capfd: pytest.CaptureFixture[str]
) -> None:
    made = sound("Type A\u00a0. Seen by J. Marsh 😀 !  The pulse, e.g. at rest, is slow.\n\nHe left", "en")
    assert made.by_plain_rules
    assert [one.text for one in made.sentences][1:] == [
        "Seen by J. Marsh 😀 !", "The pulse, e.g. at rest, is slow.", "He left",
    ]  # fmt: skip
    assert capfd.readouterr() == ("", "")
    assert not sound("He is well. He left.", "en").by_plain_rules


def test_french_is_split_without_the_library(panicking: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "sentencex", None)  # importing it would fail
    made = sound("Un groupe A\u00a0. Il va bien 😀 !  Le pouls est lent.\n\nIl sort", "fr")
    assert [one.text for one in made.sentences] == [
        "Un groupe A\u00a0.", "Il va bien 😀 !", "Le pouls est lent.", "Il sort",
    ]  # fmt: skip
    assert not made.by_plain_rules


def test_what_is_no_panic_goes_up(monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]) -> None:
    for kind in (KeyboardInterrupt, SystemExit, GeneratorExit, MemoryError):

        def stop(language: str, text: str, kind: type[BaseException] = kind) -> None:
            raise kind

        monkeypatch.setattr("sentencex.get_sentence_boundaries", stop)
        with pytest.raises(kind):
            split("He left.", "en")
    os.write(2, b"still open")
    assert capfd.readouterr().err == "still open"


@given(TEXTS, LANGUAGES)
@example("groupe A\u00a0.", "fr")
@settings(max_examples=200)
def test_no_text_breaks_the_splitter(text: str, language: str) -> None:
    assert not sound(text, language).by_plain_rules


@pytest.mark.parametrize("count", [2_000, pytest.param(100_000, marks=pytest.mark.slow)])
def test_no_text_of_many_breaks_the_splitter(count: int) -> None:
    random = Random(count)
    pieces = [*SPACES, *MARKS, *WORDS, *"0123456789", *"abcéœÉŒ", *CLINICAL]
    for _ in range(count):
        text = "".join(random.choices(pieces, k=random.randrange(1, 30)))
        sound(text, random.choice(NAMES))


@pytest.mark.parametrize("piece", [".", "A. ", "(", ". »", '"', "]("])
def test_a_long_text_takes_no_more_than_its_length_asks(piece: str) -> None:
    def seconds(times: int) -> float:
        begun = time.process_time()
        sound(piece * times, "fr")
        return time.process_time() - begun

    seconds(10)
    assert seconds(4_000) < 40 * max(seconds(500), 0.005)  # eight times as long; a square would take 64
