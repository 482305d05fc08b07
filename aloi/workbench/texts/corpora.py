"""Import texts or ready pairs as a corpus, and split its documents into sentences."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

from aloi.base.errors import AloiError
from aloi.base.records import to_json
from aloi.base.requests import from_data
from aloi.base.terms import Term
from aloi.corpora.collection import collect
from aloi.corpora.language.segment import SplitDocument, has_outer_spaces, split, splitter_name
from aloi.corpora.model import Corpus, Document, Json, Sentence
from aloi.corpora.readers import ReadText, read_texts
from aloi.workbench.progress import Progress, silent
from aloi.workbench.requests.texts import SegmentRequest

if TYPE_CHECKING:  # it takes half a second to load, and commands on files need none
    from aloi.storage.store import Store

WHOLE_TEXTS = "whole texts"


@dataclass(frozen=True, slots=True)
class About:
    """Metadata of a corpus, entered when it is imported."""

    name: str
    language: str
    licence: str
    source: str
    restricted: bool = False


@dataclass(frozen=True, slots=True)
class Imported:
    """The result of an import: `new` is False if the same texts already existed under this name.

    For a table of pairs, `repeated` counts the rows that repeat an earlier one, which are one item.
    `outer_spaces` counts the texts with white space at their start or end, which is removed.
    """

    corpus: Corpus
    documents: int
    items: int
    new: bool
    repeated: int = 0
    outer_spaces: int = 0


@dataclass(frozen=True, slots=True)
class Segmented:
    """The number of sentences of the documents of a corpus, and the splitter.

    `by_plain_rules` names the documents that the splitter could not process, which simple rules have split
    instead. `outer_spaces` counts the documents with white space at an end: offsets count it, no sentence
    contains it.
    """

    corpus_id: str
    documents: int
    sentences: int
    splitter: str
    by_plain_rules: tuple[str, ...] = ()
    outer_spaces: int = 0


def import_corpus(
    store: Store,
    path: Path,
    about: About,
    *,
    text_column: str | None = None,
    id_column: str | None = None,
    ignored: Collection[str] = (),
    now: datetime | None = None,
) -> Imported:
    """Return the corpus made of a folder or zip of .txt, or of a table; importing twice changes nothing.

    Columns of a table other than those of texts, ids and those `ignored` become metadata.
    """
    texts = [
        replace(text, metadata={name: cell for name, cell in text.metadata.items() if name not in ignored})
        for text in read_texts(path, text_column=text_column, id_column=id_column)
    ]
    corpus, documents = make_corpus(texts, about)
    new = add_corpus(store, corpus, documents, now)
    return Imported(corpus, len(documents), 0, new)


def splitter_title(corpus: Corpus, splitter: str) -> str:
    """Return the stored name of a splitter; as a phrase, which has translations, if it is the present one."""
    present = splitter_name(corpus.language)
    return present if present == splitter else splitter


def segment_corpus(store: Store, request: SegmentRequest, progress: Progress = silent) -> Segmented:
    """Return the counts after splitting every document of a stored corpus by its language's splitter.

    Raises
    ------
    AloiError
        A document that cannot be split, by its name; nothing is stored then, for a corpus split in part
        would look like a whole one.
    """
    stored = store.texts.corpus(request.corpus)
    documents = store.texts.documents(stored.id)
    sentences: list[Sentence] = []
    by_plain_rules: list[str] = []
    for done, document in enumerate(documents):
        if done % 50 == 0 and not progress(done, len(documents), Term("progress-documents-split")):
            return Segmented(stored.id, 0, 0, "")
        segmented = split_document(document, stored)
        sentences.extend(segmented.sentences)
        if segmented.by_plain_rules:
            by_plain_rules.append(document.name)
    splitter = splitter_name(stored.language)
    store.texts.save_sentences(stored.id, sentences, splitter)
    progress(len(documents), len(documents), Term("progress-documents-split"))
    outer_spaces = sum(has_outer_spaces(document.text) for document in documents)
    return Segmented(stored.id, len(documents), len(sentences), splitter, tuple(by_plain_rules), outer_spaces)


def split_document(document: Document, corpus: Corpus) -> SplitDocument:
    """Return the sentences of a document, or say which document could not be split."""
    try:
        return split(document, corpus.language)
    except Exception as error:
        raise AloiError(
            "workbench.document-cannot-split",
            name=repr(document.name),
            corpus_name=repr(corpus.name),
            error_name=type(error).__name__,
        ) from error


def segment_job(store: Store, arguments: Mapping[str, Json], folder: Path, progress: Progress) -> Json:
    """Return the counts of `segment_corpus`, run as a job."""
    del folder
    return to_json(segment_corpus(store, from_data(SegmentRequest, arguments), progress))


def make_corpus(texts: list[ReadText], about: About) -> tuple[Corpus, list[Document]]:
    """Return the corpus and documents of texts just read."""
    collected = collect(
        texts,
        name=about.name.strip(),
        language=about.language.strip(),
        licence=about.licence.strip(),
        source=about.source.strip(),
        restricted=about.restricted,
    )
    return collected.corpus, list(collected.documents)


def add_corpus(store: Store, corpus: Corpus, documents: list[Document], now: datetime | None = None) -> bool:
    """Return whether the corpus is new; the same texts under other terms raise an error.

    The event log records the time `now`, if it is given.
    """
    new = store.texts.add_corpus(corpus, documents, now)
    stored = store.texts.corpus(corpus.id)
    names = [
        name for name in ("licence", "source", "restricted") if getattr(stored, name) != getattr(corpus, name)
    ]
    if names:
        stored_terms = ", ".join(f"{name} {getattr(stored, name)!r}" for name in names)
        raise AloiError(
            "aloi.exists",
            name=Term("the-corpus-name-with-these", name=repr(corpus.name), value=stored_terms),
            expected=Term("the-same-metadata"),
            todo=Term("import-it-under"),
        )
    return new


def add_whole_texts(store: Store, texts: list[ReadText], about: About) -> tuple[str, list[Sentence]]:
    """Return the id of a corpus of texts just read, and its sentences: each text is one sentence."""
    corpus, documents = make_corpus(texts, about)
    add_corpus(store, corpus, documents)
    sentences = [whole_sentence(one) for one in documents]
    store.texts.save_sentences(corpus.id, sentences, WHOLE_TEXTS)
    return corpus.id, sentences


def whole_sentence(document: Document) -> Sentence:
    """Return a document's text, trimmed of outer spaces, as its one sentence."""
    start = len(document.text) - len(document.text.lstrip())
    text = document.text.strip()
    end = start + len(text)
    return Sentence(Sentence.make_id(document.id, start, end, text), document.id, 0, start, end, text)
