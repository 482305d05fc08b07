"""Remarks on substitutes while a person types them: shown immediately, never stored."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from aloi.corpora.language.dictionary import Lexicon
from aloi.corpora.language.word_list import is_known, lemma_of
from aloi.corpora.model import Target


@dataclass(frozen=True, slots=True)
class WordCheck:
    """One remark on one word: `kind` names its sentence in the catalogue, `values` fill its blanks.

    `spelling`: the word list does not know it. `target`: it is the target, or another form of it. `same`:
    another form of a substitute given before (`other`). `several`: more than one word. `pos`: known as other
    parts of speech (`found`) than the target's (`wanted`).
    """

    kind: str
    values: Mapping[str, str]


def check_words(
    words: Sequence[str],
    target: Target,
    language: str,
    lexicon: Lexicon | None = None,
) -> dict[str, tuple[WordCheck, ...]]:
    """Return the remarks on each word, in the order of the words; words without remarks are omitted.

    Parameters
    ----------
    words : sequence of str
        As typed, best first.
    language : str
        ISO 639-1; in a language without a word list, spelling and forms are not checked.
    lexicon : Lexicon or None
        The lexicon for the cleaning of the campaign; a word that it lacks is accepted.
    """
    checks: dict[str, tuple[WordCheck, ...]] = {}
    before: dict[str, str] = {}
    target_lemmas = {lemma_of(target.lemma, language), lemma_of(target.word, language)}
    for word in words:
        lemma = lemma_of(word, language)
        remarks = []
        if lemma in target_lemmas:
            remarks.append(WordCheck("target", {}))
        elif lemma in before and before[lemma] != word:
            remarks.append(WordCheck("same", {"other": before[lemma]}))
        if " " in word:
            remarks.append(WordCheck("several", {}))
        if not all(is_known(one, language) for one in word.split()):
            remarks.append(WordCheck("spelling", {}))
        tags = {one.pos for one in lexicon.readings(word)} if lexicon is not None else set()
        if tags and target.pos and target.pos not in tags:
            remarks.append(WordCheck("pos", {"found": ", ".join(sorted(tags)), "wanted": target.pos}))
        before.setdefault(lemma, word)
        if remarks:
            checks[word] = tuple(remarks)
    return checks
