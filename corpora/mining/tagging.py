"""Lemmas and parts of speech by a spaCy model: seconds and memory to load, so for the worker, not a page."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from aloi.base.errors import AloiError
from aloi.corpora.mining.targets import Tag, TaggedSentence
from aloi.corpora.model import Sentence
from aloi.corpora.neighbours.reading import load_model

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
