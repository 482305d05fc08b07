"""A corpus made of texts that were read; its ids come from its content, so nothing is made twice."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from aloi.base.errors import AloiError
from aloi.base.terms import Term
from aloi.corpora.identity import list_checksum
from aloi.corpora.model import Corpus, Document
from aloi.corpora.readers.base import ReadText


@dataclass(frozen=True, slots=True)
class Collection:
    """A corpus and its documents, in the order of the source."""

    corpus: Corpus
    documents: tuple[Document, ...]


def collect(
    texts: Sequence[ReadText],
    *,
    name: str,
    language: str,
    licence: str,
    source: str = "",
    restricted: bool = False,
) -> Collection:
    """Return the corpus of some texts, with one document a text.

    Parameters
    ----------
    texts : sequence of ReadText
        At least one, each with a name of its own.
    name, licence, source : str
        Its name, its licence and its origin.
    language : str
        ISO 639-1 code of two small letters.
    restricted : bool
        Whether a data-use agreement forbids giving the texts on.

    Raises
    ------
    AloiError
        No text, no name, no licence, or something that is not a language code.
    """
    if not texts:
        raise AloiError("aloi.no-content", path=Term("the-source"), content=Term("no-text"))
    for field_name, value in (("name", name), ("licence", licence)):
        if not value.strip():
            field = Term("field-of-corpus", field=field_name)
            raise AloiError("aloi.value", name=field, value="''", expected=Term("text"))
    if not re.fullmatch(r"[a-z]{2}", language):
        raise AloiError(
            "aloi.value", name=Term("the-language"), value=repr(language), expected=Term("iso-639")
        )
    content = texts_checksum((text.name, text.text) for text in texts)
    corpus_id = Corpus.make_id(name, language, content)
    corpus = Corpus(corpus_id, name, language, licence, source, content, restricted)
    documents = tuple(
        Document(
            Document.make_id(corpus_id, text.name, text.text), corpus_id, text.name, text.text, text.metadata
        )
        for text in texts
    )
    return Collection(corpus, documents)


def texts_checksum(texts: Iterable[tuple[str, str]]) -> str:
    """Return the checksum of a corpus: of the name and text of each document, in their order."""
    return list_checksum([name, text] for name, text in texts)
