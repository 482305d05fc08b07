"""Word vectors of a spaCy model."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from aloi.base.errors import AloiError
from aloi.base.terms import Term

if TYPE_CHECKING:
    from spacy.language import Language

# Components of a spaCy model besides tokeniser and vectors, which need not be loaded.
_PIPES = ("tok2vec", "morphologizer", "tagger", "parser", "senter", "attribute_ruler", "lemmatizer", "ner")


@cache
def spacy_vectors(model: str) -> Language:
    """Return a spaCy model's tokeniser and vectors; loading them takes seconds, so it is done once."""
    import spacy

    try:
        nlp = spacy.load(model, exclude=_PIPES)
    except (OSError, ValueError) as error:
        raise AloiError(
            "aloi.spacy-model", model=repr(model), error=error, package=package_of(model)
        ) from error
    if not nlp.vocab.vectors_length:
        raise AloiError(
            "aloi.spacy-model", model=repr(model), error=Term("no-word-vectors"), package=package_of(model)
        )
    return nlp


def package_of(model: str) -> str:
    """Return the package that holds a spaCy model; nothing for a folder."""
    return model.replace("_", "-") if model.isidentifier() else ""
