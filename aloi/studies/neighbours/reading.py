"""Sentences read as words to count: forms, lemmas by word list, or lemmas and dependencies by spaCy."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cache
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

from aloi.base.errors import AloiError
from aloi.base.terms import Term
from aloi.corpora.language.tokens import tokens
from aloi.corpora.mining.tagging import load_model
from aloi.studies.neighbours.counting import Occurrence, Triple
from aloi.studies.neighbours.parameters import Contexts, Counting, Unit

if TYPE_CHECKING:
    from spacy.tokens import Doc, Token

# The words of some sentences and, where dependencies are counted, the words with their contexts.
ReadSentences: TypeAlias = tuple[list[list[Occurrence]], list[Triple]]
Reader: TypeAlias = Callable[[Sequence[str]], ReadSentences]

# Function relations, which structure a sentence but say nothing about its words.
_UNTOLD = frozenset(("case", "cc", "det", "mark", "punct", "aux", "cop", "dep", "root", "fixed", "discourse"))
# The full forms of French words before an apostrophe; the word list has some of them unchanged.
_ELIDED = {
    "c": "ce",
    "d": "de",
    "j": "je",
    "l": "le",
    "m": "me",
    "n": "ne",
    "qu": "que",
    "s": "se",
    "t": "te",
}
_BATCH = 64


def reader(counting: Counting, language: str) -> Reader:
    """Return the function that reads sentences as the parameters say, or raise AloiError.

    Words are lower-cased, and contain at least one letter: numbers and signs are excluded before windows are
    formed.
    """
    if counting.reads_with_spacy:
        return _spacy_reader(counting)
    unit = (lambda form: form) if counting.unit is Unit.FORM else lemmatiser(language)

    def read(sentences: Sequence[str]) -> ReadSentences:
        return [
            [(unit(one.text), one.start, one.end) for one in tokens(text) if _has_letter(one.text)]
            for text in sentences
        ], []

    return read


@cache
def lemmatiser(language: str) -> Callable[[str], str]:
    """Return the function from a lower-cased form to its lemma by simplemma's word list, or raise AloiError.

    Each form is looked up once.
    """
    import simplemma

    lemmas: dict[str, str] = dict(_ELIDED) if language == "fr" else {}

    def lemma(form: str) -> str:
        lemma = lemmas.get(form)
        if lemma is None:
            lemma = lemmas[form] = simplemma.lemmatize(form, lang=language).lower()
        return lemma

    try:
        lemma("word")
    except ValueError:
        raise AloiError(
            "aloi.value",
            name=Term("the-language"),
            value=repr(language),
            expected=Term("language-simplemma"),
            todo=Term("count-forms"),
        ) from None
    return lemma


def read_by(counting: Counting, language: str) -> str:
    """Return the names and versions of what reads the sentences, for signatures."""
    if counting.reads_with_spacy:
        model = counting.model
        named = f"{model} {version(model)}" if model.isidentifier() else Path(model).name
        return f"spacy {version('spacy')} {named}"
    return (
        r"tokens \w+"
        if counting.unit is Unit.FORM
        else rf"tokens \w+, simplemma {version('simplemma')} {language}"
    )


def _spacy_reader(counting: Counting) -> Reader:
    """Return the reader by a spaCy model; loading it takes seconds and memory: for the worker, not a page."""
    syntax = counting.contexts is Contexts.SYNTAX
    nlp = load_model(counting.model, syntax)

    def read(sentences: Sequence[str]) -> ReadSentences:
        occurrences: list[list[Occurrence]] = []
        triples: list[Triple] = []
        for doc in nlp.pipe(sentences, batch_size=_BATCH):
            occurrences.append(
                [
                    (_lemma(token), token.idx, token.idx + len(token.text))
                    for token in doc
                    if _has_letter(token.text) and not token.is_punct
                ]
            )
            if syntax:
                triples.extend(dependencies(doc))
        return occurrences, triples

    return read


def dependencies(doc: Doc) -> Iterator[Triple]:
    """Return each word with each of its syntactic contexts, a pair a dependency seen from both ends.

    A noun reached through a preposition names it (Lin, `lin1998automatic`): "souffrir de migraine" gives
    souffrir with `obl:de>migraine`, and migraine with `obl:de<souffrir`. A subtype of a relation is kept
    only if there is no preposition; function words are no contexts.
    """
    for token in doc:
        relation = token.dep_
        if relation.split(":")[0].lower() in _UNTOLD or not (
            _has_letter(token.text) and _has_letter(token.head.text)
        ):
            continue
        case = next((child.text.lower() for child in token.children if child.dep_ == "case"), None)
        name = f"{relation.split(':')[0]}:{_preposition(case)}" if case else relation
        head, dependent = _lemma(token.head), _lemma(token)
        yield head, f"{name}>{dependent}"
        yield dependent, f"{name}<{head}"


def _preposition(form: str) -> str:
    return {"d'": "de", "d’": "de", "des": "de", "du": "de", "au": "à", "aux": "à"}.get(form, form)


def _lemma(token: Token) -> str:
    return str(token.lemma_ or token.text).lower()


def _has_letter(text: str) -> bool:
    return any(map(str.isalpha, text))
