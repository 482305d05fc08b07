"""What is proposed for a substitute: each rule of the cleaning, in its order."""

from __future__ import annotations

import pytest

from aloi.annotation.tasks.substitution.cleaning import (
    Category,
    Proposal,
    category_of,
    propose,
    reduce_french,
)
from aloi.corpora.language.dictionary import Lexicon

LEXICON = Lexicon.of(
    [
        ("petite", "petit", "ADJ"),
        ("étroite", "étroit", "ADJ"),
        ("vitre", "vitre", "NOUN"),
        ("fusions", "fusion", "NOUN"),
        ("suis", "être", "VERB"),
        ("suis", "suivre", "VERB"),
        ("prise de vue", "prise de vue", "NOUN"),
    ]
)


def french(answer: str, lemma: str = "mince", pos: str = "ADJ", **more: object) -> Proposal:
    return propose(answer, lemma, pos, "fr", **more)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("answer", "pos", "result"),
    [
        ("fin", "ADJ", "fin"),
        ("petite", "ADJ", "petit"),
        ("coups", "NOUN", "coup"),
        ("attaquer", "VERB", "attaquer"),
        ("usées", "ADJ", "usé"),
        ("pris", "ADJ", "pris"),
        ("souffrantes", "ADJ", "souffrant"),
        ("peut-être", "ADV", "peut-être"),
        ("aujourd'hui", "ADV", "aujourd'hui"),
    ],
)
def test_a_known_word_with_one_lemma_is_validated_without_a_person(
    answer: str, pos: str, result: str
) -> None:
    assert french(answer, "x", pos) == Proposal("known", Category.AUTOMATIC, result)


def test_a_misspelt_word_gets_the_nearest_known_one() -> None:
    found = french("étrroit")
    assert (found.reason, found.category, found.result) == ("spelling", Category.CORRECTED, "étroit")
    assert "étroit" in found.alternatives


def test_what_other_annotators_gave_comes_before_the_word_list_at_the_same_distance() -> None:
    assert french("coupp", "x", "NOUN", other_answers=("coupe", "coupp")).result == "coupe"


def test_a_word_nothing_is_near_to_is_kept_for_a_person_to_judge() -> None:
    assert french("zzqxxvbk") == Proposal("unknown", Category.UNCHANGED, "zzqxxvbk")


def test_the_target_itself_is_excluded_in_any_form() -> None:
    assert french("mince").reason == "target"
    assert french("minces").category is Category.EXCLUDED


def test_an_ambiguous_lemma_is_chosen_by_a_person() -> None:
    found = french("suis", "x", "VERB", lexicon=LEXICON)
    assert (found.category, found.alternatives) == (Category.CHOSEN, ("suivre", "être"))
    assert french("marche", "x", "VERB").alternatives == ("marcher", "marche")
    assert french("rapide", "x", "ADV").alternatives == ("rapidement", "rapide")
    assert french("étroite", "x", "ADJ").alternatives == ("étroit", "étroite")
    assert french("vives", "x", "ADJ").alternatives == ("vif", "vive")
    assert french("visite", "x", "NOUN").alternatives == ("visite", "visiter")


def test_another_part_of_speech_is_excluded_with_what_was_found() -> None:
    found = french("vitre", lexicon=LEXICON)
    assert found == Proposal("pos", Category.EXCLUDED, None, (), ("NOUN",))


def test_an_unknown_part_of_speech_excludes_nothing() -> None:
    assert french("vitre", "x", "", lexicon=LEXICON).category is Category.AUTOMATIC


@pytest.mark.parametrize(
    ("expression", "pos", "short"),
    [
        ("s'attaquer à", "VERB", "attaquer"),
        ("s’attaquer à", "VERB", "attaquer"),
        ("se servir de", "VERB", "servir"),
        ("mis en cause", "VERB", "mettre en cause"),
        ("coups de feu", "NOUN", "coup de feu"),
        ("une maison", "NOUN", "maison"),
        ("l'effet", "NOUN", "effet"),
        ("mettre l'accent sur", "VERB", "mettre l'accent"),
        ("en effet", "ADV", "en effet"),
        ("de mauvais goût", "ADJ", "de mauvais goût"),
        ("pris conscience", "ADJ", "pris conscience"),
        ("première page", "NOUN", "première page"),
        ("une prise en compte", "NOUN", "prise en compte"),
        ("à", "VERB", "à"),
        ("aujourd'hui", "ADV", "aujourd'hui"),
    ],
)
def test_expressions_lose_what_is_peripheral(expression: str, pos: str, short: str) -> None:
    assert reduce_french(expression, pos) == short


def test_a_reduced_expression_is_proposed_and_one_with_nothing_to_drop_is_kept() -> None:
    assert french("s'attaquer à", "x", "VERB") == Proposal("reduced", Category.MULTI_WORD, "attaquer")
    assert french("mettre fin", "x", "VERB") == Proposal("several", Category.UNCHANGED, "mettre fin")
    assert french("prise de vue", "x", "NOUN", lexicon=LEXICON).reason == "known"


def test_a_paraphrase_is_excluded() -> None:
    found = french("qui n'est pas très épais du tout")
    assert (found.reason, found.category, found.result) == ("paraphrase", Category.EXCLUDED, None)


def test_other_languages_have_the_word_list_and_no_reduction() -> None:
    assert propose("houses", "home", "NOUN", "en") == Proposal("known", Category.AUTOMATIC, "house")
    assert propose("a house", "home", "NOUN", "en").category is Category.UNCHANGED
    assert propose("zzz", "home", "NOUN", "xx") == Proposal("unknown", Category.UNCHANGED, "zzz")


@pytest.mark.parametrize(
    ("answer", "result", "category"),
    [
        ("marche", "marcher", Category.CHOSEN),
        ("marche", "marche", Category.CHOSEN),
        ("marche", "aller", Category.BY_HAND),
        ("marche", None, Category.EXCLUDED),
        ("s'attaquer à", "attaquer", Category.MULTI_WORD),
        ("s'attaquer à", "s'attaquer à", Category.UNCHANGED),
    ],
)
def test_what_a_decision_counts_as(answer: str, result: str | None, category: Category) -> None:
    assert category_of(french(answer, "x", "VERB"), answer, result) is category
