"""Target words by criteria, whole sentences, fixed expressions, and contexts that lie far apart."""

from __future__ import annotations

import pytest

from aloi.base.errors import AloiError
from aloi.corpora.language.dictionary import Synonym, SynonymDictionary
from aloi.corpora.mining.targets import (
    SentenceCriteria,
    Tag,
    TaggedSentence,
    TargetProposal,
    WordCriteria,
    is_well_formed,
    propose_targets,
)
from aloi.corpora.model import Sentence

POS = {"porte": "NOUN", "ferme": "VERB", "ouvre": "VERB", "vieille": "ADJ", "entrée": "NOUN", "est": "AUX"}
LEMMAS = {"ferme": "fermer", "ouvre": "ouvrir", "vieille": "vieux"}
DICTIONARY = SynonymDictionary(
    "made",
    {
        ("porte", "NOUN"): (Synonym("entrée", "1"), Synonym("issue", "1"), Synonym("battant", "2")),
        ("vieux", "ADJ"): (Synonym("âgé", ""),),
        ("fermer", ""): (Synonym("ouvrir", ""), Synonym("fermer", "")),
    },
)
WANTED = WordCriteria(low=2, synonyms=1, per_pos=5)
SHAPE = SentenceCriteria(per_word=2, shortest=3, longest=12)
TEXTS = (
    "Il ferme la porte du jardin.",
    "Il ferme la porte du jardin bleu.",
    "On ouvre une porte de la ville.",
    "Elle ferme une vieille entrée.",
    "La vieille dame ouvre.",
)


def tagged(*texts: str) -> tuple[TaggedSentence, ...]:
    made = []
    for number, text in enumerate(texts):
        tags, at = [], 0
        for word in text.replace(".", " ").replace("(", " ").split():
            at = text.index(word, at)
            lemma = LEMMAS.get(word.lower(), word.lower())
            tags.append(Tag(at, at + len(word), word, lemma, POS.get(word.lower(), "X")))
            at += len(word)
        made.append(TaggedSentence(Sentence(f"s{number}", "d", number, 0, len(text), text), tuple(tags)))
    return tuple(made)


def propose(
    *texts: str,
    wanted: WordCriteria = WANTED,
    shape: SentenceCriteria = SHAPE,
    expressions: tuple[str, ...] = (),
    seed: int = 0,
) -> TargetProposal:
    return propose_targets(tagged(*(texts or TEXTS)), DICTIONARY, wanted, shape, expressions, seed)


def test_words_that_meet_every_criterion_are_proposed_with_what_speaks_for_them() -> None:
    found = propose()
    assert [(one.lemma, one.pos) for one in found.words] == [("porte", "NOUN"), ("fermer", "VERB")]
    door = found.words[0]
    assert (door.frequency, door.senses, door.synonyms, door.usable) == (3, 2, ("entrée",), 3)
    assert door.probability == 1
    assert found.words[1].synonyms == ("ouvrir",)
    # porte, entrée, fermer, ouvrir, vieux; entrée stands once; ouvrir has no entry; âgé never stands there.
    assert found.left == {"words": 5, "frequency": 4, "senses": 3, "synonyms": 2, "sentences": 2}
    for word in found.words:
        for one in word.places:
            assert one.sentence.text[one.tag.start : one.tag.end] == one.tag.form


@pytest.mark.parametrize(
    ("wanted", "kept"),
    [
        (WordCriteria(low=3, synonyms=1), ["porte", "fermer"]),
        (WordCriteria(low=4, synonyms=1), []),
        (WordCriteria(low=1, high=2, synonyms=0), ["vieux"]),
        (WordCriteria(low=2, senses=2, synonyms=1), ["porte"]),
        (WordCriteria(low=2, synonyms=2), []),
        (WordCriteria(low=2, synonyms=1, synonym_frequency=2), ["fermer"]),
        (WordCriteria(pos=("NOUN",), low=2, synonyms=1), ["porte"]),
    ],
)
def test_each_criterion_leaves_words_out(wanted: WordCriteria, kept: list[str]) -> None:
    assert [one.lemma for one in propose(wanted=wanted).words] == kept


def test_words_without_enough_whole_sentences_are_left_out() -> None:
    assert [one.lemma for one in propose(shape=SentenceCriteria(3, 3, 12)).words] == ["porte", "fermer"]
    assert propose(shape=SentenceCriteria(4, 3, 12)).words == ()
    assert propose(shape=SentenceCriteria(3, 6, 12)).left["sentences"] == 1


def test_contexts_chosen_lie_far_apart() -> None:
    for seed in range(5):
        door = propose(seed=seed).words[0]
        texts = {one.sentence.text for one in door.places}
        # The two sentences of the garden say nearly the same: one of them stands beside the town.
        assert TEXTS[2] in texts
        assert door.places[0].distance is None
        assert door.places[1].distance is not None
        assert 0.5 < door.places[1].distance <= 1


def test_the_order_of_sentences_does_not_matter_and_the_seed_does() -> None:
    sentences = tagged(*TEXTS)
    given = (DICTIONARY, WANTED, SHAPE, ())
    assert propose_targets(sentences, *given, 3) == propose_targets(sentences[::-1], *given, 3)
    few = WordCriteria(low=1, synonyms=0, per_pos=1)
    assert (
        len(
            {
                propose(wanted=few, shape=SentenceCriteria(1, 3, 12), seed=n).words[0].places[0].sentence.id
                for n in range(9)
            }
        )
        > 1
    )


def test_a_target_inside_a_fixed_expression_is_passed_over() -> None:
    found = propose(expressions=("fermer la porte", "seul"))
    assert [one.lemma for one in found.words] == []
    assert found.left["sentences"] == 0
    kept = propose(expressions=("ouvrir la fenêtre",))
    assert [one.lemma for one in kept.words] == ["porte", "fermer"]


def test_a_word_twice_in_a_sentence_and_a_text_twice_do_not_count() -> None:
    texts = ("Une porte ferme la porte.", "On ouvre la porte.", "On ouvre la porte.")
    wanted = WordCriteria(pos=("NOUN",), low=1, synonyms=0)
    assert propose(*texts, wanted=wanted, shape=SentenceCriteria(1, 3, 9)).words[0].usable == 1


@pytest.mark.parametrize(
    ("text", "whole"),
    [
        ("Le patient dort.", True),
        ("« Le patient dort. »", True),
        ("— Élise dort !", True),
        ("Le patient dort… ", True),
        ("le patient dort.", False),
        ("38 patients dorment.", False),
        ("Le patient dort", False),
        ("Le patient dort :", False),
        ("Le patient (âgé dort.", False),
        ("Le patient) dort (bien.", False),
        ('Le "patient dort.', False),
        ("Le patient\tdort.", False),
        ("Le patient\n\ndort.", False),
        ("", False),
    ],
)
def test_whole_sentences(text: str, whole: bool) -> None:
    assert is_well_formed(text) is whole


@pytest.mark.parametrize(
    "values", [{"low": 0}, {"low": 5, "high": 4}, {"pos": ("PRON",)}, {"per_pos": 0}, {"synonyms": -1}]
)
def test_criteria_that_make_no_sense_are_refused(values: dict) -> None:
    with pytest.raises(AloiError, match=r"The set of criteria is WordCriteria\(pos=\('"):
        WordCriteria(**values)
    with pytest.raises(
        AloiError, match=r"The set of criteria is SentenceCriteria\(.*shortest=9, longest=8\)"
    ):
        SentenceCriteria(shortest=9, longest=8)
