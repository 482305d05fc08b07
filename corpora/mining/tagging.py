"""Lemmas and parts of speech by a spaCy model: seconds and memory to load, so for the worker, not a page."""

from __future__ import annotations

import importlib.util
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from aloi.base.errors import AloiError
from aloi.base.terms import Term
from aloi.corpora.mining.targets import Tag, TaggedSentence
from aloi.corpora.model import Sentence

if TYPE_CHECKING:
    from spacy.language import Language

_BATCH = 64


def tag(sentences: Iterable[Sentence], model: str) -> Iterator[TaggedSentence]:
    """Return each sentence with its words, lemmas in lower case; words contain at least one letter.

    Raises
    ------
    AloiError
        spaCy or the model is not installed.
    """
    try:
        nlp = load_model(model, False)
    except AloiError as error:
        raise AloiError("corpora.tagger-missing", error=error, package=model.replace("_", "-")) from error
    pairs = ((one.text, one) for one in sentences)
    for doc, sentence in nlp.pipe(pairs, as_tuples=True, batch_size=_BATCH):
        yield TaggedSentence(
            sentence,
            tuple(
                Tag(
                    word.idx,
                    word.idx + len(word.text),
                    word.text,
                    (word.lemma_ or word.text).lower(),
                    word.pos_,
                )
                for word in doc
                if any(map(str.isalpha, word.text))
            ),
        )


@cache
def load_model(model: str, syntax: bool) -> Language:
    """Return a spaCy model without the parts that are not needed."""
    package = model.replace("_", "-") if model.isidentifier() else ""
    installed = package and importlib.util.find_spec(model) is not None
    if importlib.util.find_spec("spacy") is None or not (installed or (Path(model) / "meta.json").is_file()):
        raise AloiError("aloi.spacy-model", model=repr(model), error=Term("not-installed"), package=package)
    import spacy

    try:
        return spacy.load(model, exclude=["ner", *(() if syntax else ("parser",))])
    except (OSError, ValueError) as error:
        raise AloiError("aloi.spacy-model", model=repr(model), error=error, package=package) from error
