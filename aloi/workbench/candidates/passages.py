"""Passages to label: the documents of a corpus, their paragraphs or their sentences, stored as items."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime

from aloi.corpora.language.segment import BLANK_LINE, LONE_CR
from aloi.corpora.model import Corpus, Document, Origin, Passage, Sentence
from aloi.storage.store import Store
from aloi.workbench.requests.candidates import PassagesRequest
from aloi.workbench.requests.texts import SegmentRequest
from aloi.workbench.texts.corpora import segment_corpus, whole_sentence


@dataclass(frozen=True, slots=True)
class MadePassages:
    """The resulting passages: their ids in the order of the texts, and the number of new ones."""

    corpus: Corpus
    by: str
    item_ids: tuple[str, ...]
    new: int


def make_passages(store: Store, request: PassagesRequest, now: datetime) -> MadePassages:
    """Return the passages of a stored corpus, kept as items; making them twice adds nothing.

    Paragraphs are the stretches between blank lines. A corpus is split into sentences first if it has not
    been split.
    """
    by = request.by
    stored_corpus = store.texts.corpus(request.corpus)
    if by == "sentence":
        if store.texts.splitter(stored_corpus.id) is None:
            segment_corpus(store, SegmentRequest(stored_corpus.id))
        stretches = store.texts.sentences(stored_corpus.id)
    else:
        cut = whole_texts if by == "document" else paragraphs
        stretches = [one for document in store.texts.documents(stored_corpus.id) for one in cut(document)]
    passages = [Passage.of(stored_corpus.id, one) for one in stretches]
    new = store.texts.add_items(
        [(one, Origin(one.id, "import", {"by": by}, None, None, None, None, now)) for one in passages]
    )
    return MadePassages(stored_corpus, by, tuple(one.id for one in passages), new)


def whole_texts(document: Document) -> list[Sentence]:
    """Return a document as one stretch without its outer spaces; none of a blank one."""
    return [whole_sentence(document)] if document.text.strip() else []


def paragraphs(document: Document) -> list[Sentence]:
    """Return the stretches of a document between blank lines; `text[start:end]` is each of them."""
    return [
        Sentence(
            Sentence.make_id(document.id, start, end, document.text[start:end]),
            document.id,
            index,
            start,
            end,
            document.text[start:end],
        )
        for index, (start, end) in enumerate(_between_blank_lines(document.text))
    ]


def _between_blank_lines(text: str) -> Iterator[tuple[int, int]]:
    """Yield the offsets of the paragraphs of a text, without white space at both ends."""
    start = 0
    ends = [(one.start(), one.end()) for one in BLANK_LINE.finditer(LONE_CR.sub("\n", text))]
    for end, after in [*ends, (len(text), len(text))]:
        stretch = text[start:end]
        if stretch.strip():
            first = start + len(stretch) - len(stretch.lstrip())
            yield first, first + len(stretch.strip())
        start = after
