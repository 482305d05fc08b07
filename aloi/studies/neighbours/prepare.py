"""Prepare a corpus for distributional neighbours, as a job or in one call, and find what is prepared."""

from __future__ import annotations

import json
import shutil
import tempfile
import time
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, fields, replace
from datetime import UTC, datetime
from pathlib import Path

from aloi.agreement.result import program_version
from aloi.base.errors import AloiError
from aloi.base.records import from_json, to_json
from aloi.base.requests import from_data
from aloi.base.terms import Term
from aloi.corpora.identity import content_id
from aloi.corpora.language.segment import segment, splitter_name
from aloi.corpora.mining.base import Cancelled
from aloi.corpora.model import Corpus, Document, Json
from aloi.corpora.readers import read_texts
from aloi.storage.store import Store
from aloi.studies.neighbours import FOLDER
from aloi.studies.neighbours.counting import CorpusEncoder, Encoded, TripleCounter, window_counts
from aloi.studies.neighbours.folder import CorpusLine, SentenceWriter, write_space
from aloi.studies.neighbours.parameters import Contexts, Counting
from aloi.studies.neighbours.reading import Reader, read_by, reader
from aloi.studies.neighbours.requests import ForgetRequest, PrepareRequest
from aloi.studies.neighbours.space import Space
from aloi.workbench.progress import Progress, go_on, silent
from aloi.workbench.texts.corpora import About, make_corpus

_ABOUT = "about.json"
_BATCH = 512  # sentences read at once


@dataclass(frozen=True, slots=True)
class Prepared:
    """A corpus prepared for neighbours.

    `words` counts those kept, `cells` the pairs of a word and a context that met; `cpu_seconds` is what the
    preparation took. `restricted` says that a data-use agreement forbids giving the texts on.
    """

    id: str
    name: str
    corpus_id: str
    checksum: str
    language: str
    restricted: bool
    counting: Counting
    read_by: str
    splitter: str
    documents: int
    sentences: int
    tokens: int
    words: int
    contexts: int
    cells: int
    cpu_seconds: float
    made_at: str
    version: str
    folder: Path

    @property
    def signature(self) -> str:
        """All parameters behind the counts, in one line."""
        return (
            f"{self.counting.signature}|{self.read_by}|corpus:{self.checksum[:12]}|tokens:{self.tokens}"
            f"|kept:{self.words}|aloi {self.version}"
        )

    @property
    def title(self) -> str:
        """The title for users: the corpus and the kind of counts."""
        return f"{self.name} · {self.counting.title}"

    def to_json(self) -> dict[str, Json]:
        """Return the facts, as `about.json` holds them."""
        return to_json(self, "folder", signature=self.signature)


@dataclass(frozen=True, slots=True)
class CorpusTexts:
    """The source of the sentences of a preparation: one document after the other."""

    corpus: Corpus
    splitter: str
    documents: int
    sentences: Iterable[tuple[str, list[str]]]


def stored_texts(store: Store, corpus: str) -> CorpusTexts:
    """Return the sentences of a stored corpus; split now where they have not been yet."""
    stored_corpus = store.texts.corpus(corpus)
    documents = store.texts.documents(stored_corpus.id)
    splitter = store.texts.splitter(stored_corpus.id)
    if splitter is None:
        return _split(stored_corpus, documents)
    sentences = (
        (document.name, [sentence.text for sentence in store.texts.sentences(stored_corpus.id, document.id)])
        for document in documents
    )
    return CorpusTexts(stored_corpus, splitter, len(documents), sentences)


def file_texts(request: PrepareRequest) -> CorpusTexts:
    """Return the sentences of files, which are read together as one corpus that is not stored.

    Of several files, each document is named after its own: `file/document`.
    """
    paths = [Path(source) for source in request.sources]
    texts = [
        text if len(paths) == 1 else replace(text, name=f"{path.name}/{text.name}")
        for path in paths
        for text in read_texts(path, text_column=request.text_column, id_column=request.id_column)
    ]
    corpus, documents = make_corpus(
        texts, About(request.name or paths[0].stem, request.language, "unknown", "files")
    )
    return _split(corpus, documents)


def prepare(
    texts: CorpusTexts, counting: Counting, folder: Path, now: datetime, progress: Progress = silent
) -> tuple[Prepared, bool]:
    """Return the prepared corpus, and whether it is new: the same texts are prepared in one way once.

    Parameters
    ----------
    folder : Path
        The data folder; what is made appears in it whole, or not at all.

    Raises
    ------
    AloiError
        Too few words, too many pairs, no lemmatiser of the language.
    Cancelled
        `progress` said to stop.
    """
    read = reader(counting, texts.corpus.language)
    how = read_by(counting, texts.corpus.language)
    parts = (texts.corpus.checksum, texts.corpus.name, texts.splitter, counting.signature, how)
    identity = content_id("prepared", *parts)
    root = folder / FOLDER
    if (root / identity / _ABOUT).is_file():
        return _read(root / identity), False
    root.mkdir(parents=True, exist_ok=True)
    making = Path(tempfile.mkdtemp(prefix=".making-", dir=root))
    try:
        begun = time.process_time()
        encoded, space = _count(texts, counting, read, making, progress)
        write_space(making, encoded, space)
        counts = {
            "sentences": len(encoded.bounds) - 1,
            "tokens": len(encoded.ids),
            "words": len(space.words),
            "contexts": len(space.context_names),
            "cells": int(space.counts.nnz),
        }
        seconds = round(time.process_time() - begun, 3)
        prepared = _described(texts, counting, how, counts, seconds, now, root / identity)
        about = json.dumps(prepared.to_json(), ensure_ascii=False, indent=2)
        (making / _ABOUT).write_text(about, encoding="utf-8")
        if not prepared.folder.exists():
            making.rename(prepared.folder)
    finally:
        shutil.rmtree(making, ignore_errors=True)
    return prepared, True


def _described(
    texts: CorpusTexts,
    counting: Counting,
    read_by: str,
    counts: Mapping[str, int],
    cpu_seconds: float,
    now: datetime,
    folder: Path,
) -> Prepared:
    """Return the metadata stored with the counts; the folder is named after the identity."""
    return Prepared(
        id=folder.name,
        name=texts.corpus.name,
        corpus_id=texts.corpus.id,
        checksum=texts.corpus.checksum,
        language=texts.corpus.language,
        restricted=texts.corpus.restricted,
        counting=counting,
        read_by=read_by,
        splitter=texts.splitter,
        documents=texts.documents,
        cpu_seconds=cpu_seconds,
        made_at=now.isoformat(),
        version=program_version(),
        folder=folder,
        **counts,
    )


def prepare_job(store: Store, arguments: Mapping[str, Json], folder: Path, progress: Progress) -> Json:
    """Return the facts of `prepare`, run as a job."""
    request = from_data(PrepareRequest, arguments)
    texts = stored_texts(store, request.corpus or "")
    prepared, new = prepare(texts, counting_of(request), folder, datetime.now(UTC), progress)
    store.members.record_author("neighbours", prepared.id)
    return {**prepared.to_json(), "new": new}


def counting_of(request: PrepareRequest) -> Counting:
    """Return the parameters of a request, as they are signed."""
    return from_json(Counting, {field.name: getattr(request, field.name) for field in fields(Counting)})


def list_prepared(folder: Path) -> list[Prepared]:
    """Return the prepared corpora of a data folder, the newest first."""
    prepared_corpora = [_read(one.parent) for one in (folder / FOLDER).glob(f"[!.]*/{_ABOUT}")]
    return sorted(prepared_corpora, key=lambda one: (one.made_at, one.id), reverse=True)


def find_prepared(folder: Path, ref: str | None) -> Prepared:
    """Return the prepared corpus of that id, the start of an id, or name; without a ref the only one.

    Raises
    ------
    AloiError
        None, or several.
    """
    prepared_corpora = list_prepared(folder)
    matches = [
        prepared
        for prepared in prepared_corpora
        if ref is None or prepared.id.startswith(ref) or ref in (prepared.name, prepared.corpus_id)
    ]
    if len(matches) == 1:
        return matches[0]
    named = "; ".join(f"{one.id[:12]} ({one.title})" for one in prepared_corpora)
    raise AloiError(
        "workbench.none-named-prepared-corpora-fit",
        ref_is=ref is None,
        ref="" if ref is None else repr(ref),
        count=len(matches),
        count_count=len(prepared_corpora),
        has_value=bool(prepared_corpora),
        named=named,
    )


def forget(data: Path, request: ForgetRequest) -> Prepared:
    """Remove a prepared corpus and return its description; its texts stay where they came from."""
    prepared = find_prepared(data, request.ref)
    shutil.rmtree(prepared.folder)
    return prepared


def _count(
    texts: CorpusTexts, counting: Counting, read: Reader, making: Path, progress: Progress
) -> tuple[Encoded, Space]:
    """Return the texts as numbers and their counts, the sentences written on the way."""
    encoder, triples = CorpusEncoder(), TripleCounter()
    writer = SentenceWriter(making)
    try:
        for done, lines in _batches(texts):
            go_on(progress, done, texts.documents, Term("progress-documents-read"))
            occurrences, met = read([one.text for one in lines])
            encoder.add(occurrences)
            triples.add(met)
            writer.add(lines)
    finally:
        writer.close()
    encoded = encoder.finish(counting.min_count, counting.most_words)
    if counting.contexts is Contexts.SYNTAX:
        counts, names = triples.finish(encoded.words)
        return encoded, Space(encoded.words, encoded.frequency, counts, names)
    counted = window_counts(
        encoded, counting, lambda done, total: progress(done, total, Term("progress-words-counted"))
    )
    if counted is None:
        raise Cancelled
    return encoded, Space(encoded.words, encoded.frequency, counted)


def _batches(texts: CorpusTexts) -> Iterator[tuple[int, list[CorpusLine]]]:
    """Return the sentences some hundred at a time, with the number of documents before the last of them."""
    lines: list[CorpusLine] = []
    for number, (document, sentences) in enumerate(texts.sentences):
        for text in sentences:
            lines.append(CorpusLine(document, text))
            if len(lines) == _BATCH:
                yield number, lines
                lines = []
    if lines:
        yield texts.documents, lines


def _split(corpus: Corpus, documents: list[Document]) -> CorpusTexts:
    sentences = ((one.name, [cut.text for cut in segment(one, corpus.language)]) for one in documents)
    return CorpusTexts(corpus, splitter_name(corpus.language), len(documents), sentences)


def _read(folder: Path) -> Prepared:
    about = json.loads((folder / _ABOUT).read_text(encoding="utf-8"))
    return from_json(Prepared, about, folder=folder)
