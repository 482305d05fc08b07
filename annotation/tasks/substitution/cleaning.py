"""The cleaning of substitutes as they were typed, in the order of SemDis 2014: proposed by rule."""

from __future__ import annotations

import re
from collections.abc import Collection
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache

from rapidfuzz import process
from rapidfuzz.distance import DamerauLevenshtein

from aloi.corpora.language.dictionary import Lexicon
from aloi.corpora.language.french_forms import past_participle
from aloi.corpora.language.word_list import has_words, is_known, lemma_of, suggestions

_FRENCH = "fr"
_FAR = 2  # letters a proposed correction may change
_MOST = 9  # alternatives: one a digit key
_PARAPHRASE = 4  # words, once what is peripheral is dropped: more are a paraphrase
_ELIDED = re.compile(r"\b(?:[cdjlmnst]|qu)'(?=\w)", re.IGNORECASE)


def _listed(words: str) -> frozenset[str]:
    return frozenset(words.split())


_REFLEXIVES = _listed("se s'")
_DETERMINERS = _listed(
    """le la les l' un une des du de d' ce cet cette ces mon ma mes ton ta tes son sa ses notre nos votre vos
    leur leurs quelque quelques plusieurs"""
)
_PREPOSITIONS = _listed("à au aux de d' du des en dans par pour sur sous avec sans vers chez contre entre")
_FEMININES = (("euse", "eux"), ("tte", "t"), ("lle", "l"), ("nne", "n"), ("ve", "f"), ("e", ""))
_PRESENT = re.compile(r"(\w+ant)e?s?")
_INFINITIVE = re.compile(r"(?:er|ir|re)$")


class Category(StrEnum):
    """The outcome of an answer: the seven rows of the bookkeeping of SemDis 2014, in the paper's order."""

    AUTOMATIC = "automatic"
    CORRECTED = "validated_correction"
    MULTI_WORD = "multi_word"
    UNCHANGED = "kept"
    BY_HAND = "by_hand"
    EXCLUDED = "excluded"
    CHOSEN = "alternative"


@dataclass(frozen=True, slots=True)
class Proposal:
    """A proposal for an answer.

    Parameters
    ----------
    reason : str
        `known`, `spelling`, `unknown`, `ambiguous`, `pos`, `target`, `reduced`, `several` or `paraphrase`.
    category : Category
        The category of the answer, if the proposal is accepted.
    result : str or None
        The substitute for the gold; None for an exclusion.
    alternatives : tuple of str
        Results to choose among, the likeliest first; the typed form is among them if it is a lemma.
    parts_of_speech : tuple of str
        The parts of speech of the answer in a lexicon, if they are the reason.
    """

    reason: str
    category: Category
    result: str | None
    alternatives: tuple[str, ...] = ()
    parts_of_speech: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class _Lemmas:
    """The lemmas an answer may have with the part of speech wanted, and the other readings there are."""

    fit: tuple[str, ...]
    others: tuple[str, ...] = ()
    parts_of_speech: tuple[str, ...] = ()


def propose(
    answer: str,
    lemma: str,
    pos: str,
    language: str,
    *,
    lexicon: Lexicon | None = None,
    other_answers: Collection[str] = (),
) -> Proposal:
    """Return the proposal for a substitute of a target.

    The steps are: spelling (a correction to validate), lemma (an ambiguous one to choose), part of speech
    (another one is excluded), several words (peripheral ones are dropped), paraphrases (excluded). Only a
    single known word with one lemma of the right part of speech is accepted without a person.

    Parameters
    ----------
    lemma, pos : str
        Of the target; `pos` as Universal Dependencies names it, empty if unknown.
    language : str
        ISO 639-1. Expressions are reduced in French only.
    lexicon : Lexicon or None
        A further source of lemmas and parts of speech; a form that it lacks passes this check.
    other_answers : collection of str
        The answers of annotators for the same target: a misspelt word is compared with them, too.

    References
    ----------
    fabre2014semdis
    """
    word = " ".join(answer.replace("’", "'").split())
    if word.casefold() == lemma.casefold():
        return Proposal("target", Category.EXCLUDED, None)
    if " " in word or (language == _FRENCH and _ELIDED.search(word)):
        return _several(word, pos, language, lexicon)
    if not (lexicon and lexicon.readings(word)) and not is_known(word, language):
        return _misspelt(word, pos, language, lexicon, other_answers)
    lemmas = _lemmas(word, pos, language, lexicon)
    if not lemmas.fit:
        others = tuple(one for one in lemmas.others if one != answer)
        return Proposal("pos", Category.EXCLUDED, None, others[:_MOST], lemmas.parts_of_speech)
    if len(lemmas.fit) > 1:
        return Proposal("ambiguous", Category.CHOSEN, lemmas.fit[0], lemmas.fit[:_MOST])
    if lemmas.fit[0].casefold() == lemma.casefold():
        return Proposal("target", Category.EXCLUDED, None)
    if not has_words(language) and lexicon is None:
        return Proposal("unknown", Category.UNCHANGED, word)
    return Proposal("known", Category.AUTOMATIC, lemmas.fit[0])


def category_of(proposal: Proposal, answer: str, result: str | None) -> Category:
    """Return what a person's decision counts as: the proposal accepted, or another result."""
    if result is None:
        return Category.EXCLUDED
    if result == proposal.result:
        return proposal.category
    if result in proposal.alternatives:
        return Category.CHOSEN
    return Category.UNCHANGED if result == answer else Category.BY_HAND


def _misspelt(
    word: str, pos: str, language: str, lexicon: Lexicon | None, other_answers: Collection[str]
) -> Proposal:
    """Return the nearest words of the other annotators, the lexicon and the word list, as lemmas."""
    others = [one for one in other_answers if one != word and " " not in one and is_known(one, language)]
    near = [
        (changes, rank, candidate)
        for rank, words in enumerate((others, list(lexicon.by_form) if lexicon else []))
        for candidate, changes, _ in process.extract(
            word, words, scorer=DamerauLevenshtein.distance, score_cutoff=_FAR, limit=_MOST
        )
    ]
    near += [
        (DamerauLevenshtein.distance(word.casefold(), candidate), 2, candidate)
        for candidate in _suggested(word, language)
    ]
    lemmas = dict.fromkeys(
        lemma
        for _, _, candidate in sorted(near, key=lambda each: each[:2])
        for lemma in _lemmas(candidate, pos, language, lexicon).fit
    )
    nearest = tuple(lemmas)[:_MOST]
    if not nearest:
        return Proposal("unknown", Category.UNCHANGED, word)
    return Proposal("spelling", Category.CORRECTED, nearest[0], nearest)


@lru_cache(maxsize=4096)
def _suggested(word: str, language: str) -> tuple[str, ...]:
    return suggestions(word, language, _MOST)


def _lemmas(word: str, pos: str, language: str, lexicon: Lexicon | None) -> _Lemmas:
    """Return the lemmas of one word: those of the lexicon where it holds it, else those of the word list."""
    readings = lexicon.readings(word) if lexicon else ()
    if readings:
        right = tuple(dict.fromkeys(one.lemma for one in readings if not pos or one.pos == pos))
        wrong = tuple(dict.fromkeys(one.lemma for one in readings if one.lemma not in right))
        return _Lemmas(right, wrong, tuple(sorted({one.pos for one in readings})))
    lemma = lemma_of(word, language)
    return _french(word.casefold(), lemma, pos) if language == _FRENCH else _Lemmas((lemma,))


def _french(word: str, lemma: str, pos: str) -> _Lemmas:
    """Return the lemmas of a French word by its ending: the word list has one lemma a form, of any kind.

    For an adjective, a past or present participle is the lemma, not its verb. A noun whose lemma is a verb is
    ambiguous. A verb whose lemma does not look like a verb is ambiguous, or no verb at all if the word list
    has no infinitive for it. An adverb that may be an adjective ("rapide" for "rapidement") is ambiguous.
    """
    participle = past_participle(lemma) if _INFINITIVE.search(lemma) else None
    present = _PRESENT.fullmatch(word)
    if pos == "ADJ" and participle and word in {participle + end for end in ("", "e", "s", "es")}:
        return _Lemmas((participle,))
    if pos == "ADJ" and participle and present:
        return _Lemmas((present[1],))
    singular = word.removesuffix("s")
    if pos == "ADJ" and (lemma == singular or participle):
        for feminine, masculine in _FEMININES:  # the word list holds some as lemmas
            bare = singular.removesuffix(feminine) + masculine
            if singular.endswith(feminine) and is_known(bare, _FRENCH):
                return _Lemmas((bare, singular))
    if pos == "NOUN" and participle and word != lemma:
        return _Lemmas((singular if is_known(singular, _FRENCH) else word, lemma))
    if pos == "VERB" and not _INFINITIVE.search(lemma):
        verbs = tuple(one for one in (word + "r", word + "er") if is_known(one, _FRENCH))
        return _Lemmas((*verbs, lemma) if verbs else (), (lemma,))
    if pos == "ADV" and is_known(word + "ment", _FRENCH):
        return _Lemmas((word + "ment", word))
    return _Lemmas((lemma,))


def _several(word: str, pos: str, language: str, lexicon: Lexicon | None) -> Proposal:
    """Return what an expression is reduced to: its head, or as it is where nothing is peripheral."""
    if lexicon and lexicon.readings(word):
        lemmas = _lemmas(word, pos, language, lexicon)
        if lemmas.fit == (word,):
            return Proposal("known", Category.UNCHANGED, word)
    short = reduce_french(word, pos) if language == _FRENCH else word
    if len(short.split()) > _PARAPHRASE:
        return Proposal("paraphrase", Category.EXCLUDED, None)
    if short.casefold() == word.casefold():
        return Proposal("several", Category.UNCHANGED, word)
    return Proposal("reduced", Category.MULTI_WORD, short)


def reduce_french(expression: str, pos: str) -> str:
    """Return a French expression without its peripheral words, its head in its dictionary form.

    Reflexive pronouns and determiners are removed at the start, prepositions at both ends. `s'attaquer à`
    gives `attaquer`, `mis en cause` gives `mettre en cause` for a verb, `coups de feu` gives `coup de feu`.
    The result is never empty. The head of a verb or noun becomes its lemma. The rest stays, because it may be
    fixed.
    """
    words = _ELIDED.sub(r"\g<0> ", expression.replace("’", "'")).split()
    while len(words) > 1 and words[-1].casefold() in _PREPOSITIONS:
        words.pop()
    while len(words) > 1 and words[0].casefold() in _REFLEXIVES | _DETERMINERS | _PREPOSITIONS:
        # "en effet" is an adverb, and "de mauvais goût" an adjective, by its preposition.
        if pos in ("ADV", "ADJ") and words[0].casefold() in _PREPOSITIONS:
            break
        words.pop(0)
    # In "première page" the first word is no head: of nouns it is one alone, or before a preposition.
    if pos == "VERB" or (pos in ("NOUN", "") and (len(words) == 1 or words[1].casefold() in _PREPOSITIONS)):
        lemmas = _french(words[0].casefold(), lemma_of(words[0], _FRENCH), pos).fit
        words[0] = lemmas[0] if lemmas else words[0]
    return " ".join(words).replace("' ", "'")
