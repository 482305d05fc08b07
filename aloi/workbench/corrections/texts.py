"""Further texts for a corpus, from files or from another corpus: a new version of it.

Rounds, golds and releases name their items, so those made before keep what they were made on.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import get_args

from aloi.base.errors import AloiError
from aloi.base.records import to_json
from aloi.base.terms import Term
from aloi.corpora.collection import texts_checksum
from aloi.corpora.item_json import moved
from aloi.corpora.model import Corpus, Document, Item, Origin, Passage, Sentence
from aloi.corpora.readers import read_texts
from aloi.storage.corrections.log import Correction, CorrectionKind
from aloi.storage.store import Store
from aloi.storage.texts.corpora import CorpusVersion
from aloi.workbench.candidates.passages import make_passages
from aloi.workbench.corrections.log import log_correction
from aloi.workbench.progress import Progress, go_on, silent
from aloi.workbench.requests.candidates import PassageSize, PassagesRequest
from aloi.workbench.requests.corrections import AddTextsRequest, MergeRequest
from aloi.workbench.texts.corpora import WHOLE_TEXTS, split_document, whole_sentence

_NAMED = 20


@dataclass(frozen=True, slots=True)
class TextsEffect:
    """The gain of a corpus.

    `duplicates` are the names of texts that are identical to texts of the corpus: they are not added again.
    `renamed` are texts whose name is in use. Only the first names of both are listed. `items` are copied with
    the texts of another corpus. For new files, items are made in the usual way, or drawn on the page of
    candidates.
    """

    version: int
    texts: int
    items: int
    duplicates: tuple[str, ...]
    duplicate_texts: int
    renamed: tuple[str, ...]
    renamed_texts: int


@dataclass(frozen=True, slots=True)
class _Addition:
    """New documents of a corpus, and of each text read the document that holds it: a new or an older one."""

    effect: TextsEffect
    documents: tuple[Document, ...]
    holders: dict[str, str]


def texts_effect(store: Store, request: AddTextsRequest) -> TextsEffect:
    """Return the effect of adding the texts of a file; errors are those of `add_texts`."""
    stored_corpus = store.texts.corpus(request.corpus)
    return _addition(store, stored_corpus, _read(store, stored_corpus, request)).effect


def add_texts(
    store: Store, request: AddTextsRequest, now: datetime, progress: Progress = silent
) -> Correction:
    """Return the correction that added the texts of a folder, a zip or a table as a corpus's next version.

    They are split like the others. If the others are passages to be labelled, they become passages, too.

    Raises
    ------
    AloiError
        Nothing new, a corpus of ready pairs, what cannot be read, or no reason.
    """
    stored_corpus = store.texts.corpus(request.corpus)
    addition = _addition(store, stored_corpus, _read(store, stored_corpus, request))
    sentences = _sentences(store, stored_corpus, addition.documents, progress)
    sizes = _passage_sizes(store, stored_corpus)
    with store.together():
        _keep(store, stored_corpus, addition, sentences, stored_corpus.licence, stored_corpus.source, now)
        n_new_items = sum(
            make_passages(store, PassagesRequest(stored_corpus.id, size), now).new for size in sizes
        )
        details = {**to_json(addition.effect), "items": n_new_items, "file": request.path.name}
        return log_correction(store, request, now, CorrectionKind.TEXTS, details, corpus=stored_corpus)


def merge_effect(store: Store, request: MergeRequest) -> TextsEffect:
    """Return the effect of copying the texts and items of another corpus; errors are those of `merge`."""
    return _merged(store, request)[2].effect


def merge(store: Store, request: MergeRequest, now: datetime) -> Correction:
    """Return the correction that added the texts and items of another corpus as the next version of one.

    Each text records its source corpus and licence. The other corpus is unchanged, with its campaigns;
    archive it if nobody is to continue with it.

    Raises
    ------
    AloiError
        The same corpus, another language, another kind of items, a data-use agreement on one of them only,
        nothing new, or no reason.
    """
    target, source, addition, items = _merged(store, request)
    by_document: dict[str, list[Sentence]] = {}
    new = {one.id for one in addition.documents}
    for sentence in store.texts.sentences(source.id):
        its_id = addition.holders[sentence.document_id]
        if its_id in new:
            sentence_id = Sentence.make_id(its_id, sentence.start, sentence.end, sentence.text)
            sentence_in_target = replace(sentence, document_id=its_id, id=sentence_id)
            by_document.setdefault(its_id, []).append(sentence_in_target)
    sentences = [one for each in by_document.values() for one in each]
    licence, source_told = (
        "; ".join(dict.fromkeys(filter(None, (getattr(target, part), getattr(source, part)))))
        for part in ("licence", "source")
    )
    with store.together():
        _keep(store, target, addition, sentences, licence, source_told, now)
        n_new_items = store.texts.add_items(items, addition.effect.version)
        details = {**to_json(addition.effect), "items": n_new_items, "other": source.name}
        return log_correction(store, request, now, CorrectionKind.MERGE, details, corpus=target)


def _read(store: Store, corpus: Corpus, request: AddTextsRequest) -> list[Document]:
    """Return the texts of a file as documents of a corpus."""
    kinds = {item.kind for item in store.texts.corpus_items(corpus.id, most=1)}
    if kinds == {"pair"} and store.texts.splitter(corpus.id) == WHOLE_TEXTS:
        raise AloiError(
            "aloi.wrong-kind",
            name=Term("the-corpus-name-2", name=repr(corpus.name)),
            kind=Term("ready-pairs"),
            expected=Term("a-corpus-of-texts"),
            todo=Term("import-the-new"),
        )
    texts = read_texts(request.path, text_column=request.text_column, id_column=request.id_column)
    return [
        Document(
            Document.make_id(corpus.id, text.name, text.text), corpus.id, text.name, text.text, text.metadata
        )
        for text in texts
    ]


def _addition(
    store: Store, corpus: Corpus, documents: Sequence[Document], prefix: str = "", items: int = 0
) -> _Addition:
    """Return the documents that are new in a corpus, under names that are not in use there."""
    present_documents = store.texts.documents(corpus.id)
    by_text = {one.text: one.id for one in present_documents}
    names = {one.name for one in present_documents}
    version = _present(store, corpus, len(present_documents)).version + 1
    new: list[Document] = []
    holders: dict[str, str] = {}
    duplicates, renamed = [], []
    for document in documents:
        if document.text not in by_text:
            name = _free_name(document.name, names, prefix or f"{version}")
            renamed += [document.name] if name != document.name else []
            names.add(name)
            its_id = Document.make_id(corpus.id, name, document.text)
            new.append(replace(document, id=its_id, corpus_id=corpus.id, name=name))
            by_text[document.text] = its_id
        else:
            duplicates.append(document.name)
        holders[document.id] = by_text[document.text]
    if not new:
        raise AloiError(
            "aloi.no-change",
            name=Term("name-which", name=repr(corpus.name), texts=len(documents)),
            expected=Term("least-one-new"),
            todo=Term("choose-other"),
        )
    effect = TextsEffect(
        version,
        len(new),
        items,
        tuple(duplicates[:_NAMED]),
        len(duplicates),
        tuple(renamed[:_NAMED]),
        len(renamed),
    )
    return _Addition(effect, tuple(new), holders)


def _free_name(name: str, names: set[str], prefix: str) -> str:
    """Return an unused name: its own, or with a distinctive prefix."""
    free, number = name, 1
    while free in names:
        free = f"{prefix}/{name}" if number == 1 else f"{prefix}-{number}/{name}"
        number += 1
    return free


def _present(store: Store, corpus: Corpus, documents: int) -> CorpusVersion:
    """Return the version a corpus is in."""
    versions = store.texts.versions(corpus.id)
    return (
        versions[-1]
        if versions
        else CorpusVersion(1, corpus.licence, corpus.source, corpus.checksum, documents)
    )


def _keep(
    store: Store,
    corpus: Corpus,
    addition: _Addition,
    sentences: Sequence[Sentence],
    licence: str,
    source: str,
    now: datetime,
) -> None:
    present_documents = store.texts.documents(corpus.id)
    checksum = texts_checksum((one.name, one.text) for one in (*present_documents, *addition.documents))
    after = replace(corpus, licence=licence, source=source, checksum=checksum)
    before = _present(store, corpus, len(present_documents))
    store.texts.add_texts(before, after, addition.documents, sentences, now)


def _sentences(
    store: Store, corpus: Corpus, documents: Sequence[Document], progress: Progress
) -> list[Sentence]:
    """Return the sentences of new documents, split as those of the corpus were; none if none were."""
    splitter = store.texts.splitter(corpus.id)
    if splitter is None:
        return []
    if splitter == WHOLE_TEXTS:
        return [whole_sentence(one) for one in documents]
    sentences: list[Sentence] = []
    for done, document in enumerate(documents):
        go_on(progress, done, len(documents), "")
        sentences += split_document(document, corpus).sentences
    return sentences


def _passage_sizes(store: Store, corpus: Corpus) -> list[PassageSize]:
    """Return the unit of the passages of a corpus: document, paragraph or sentence."""
    passages = store.texts.corpus_item_ids(corpus.id, Passage.kind)
    origins = store.texts.origins(passages).values()
    used = {one.parameters["by"] for each in origins for one in each if "by" in one.parameters}
    return [size for size in get_args(PassageSize) if size in used]


def _merged(
    store: Store, request: MergeRequest
) -> tuple[Corpus, Corpus, _Addition, list[tuple[Item, Origin]]]:
    """Return both corpora, the texts of the second that are new in the first, and its items there."""
    target, source = store.texts.corpus(request.corpus), store.texts.corpus(request.other)
    items = store.texts.corpus_items(source.id)
    kinds = [{one.kind for one in each} for each in (items, store.texts.corpus_items(target.id))]
    for part, differ in (
        ("corpus", target.id == source.id),
        ("language", target.language != source.language),
        ("agreement", target.restricted != source.restricted),
        ("items", all(kinds) and kinds[0] != kinds[1]),
    ):
        if differ:
            raise AloiError(
                "workbench.merge-differs", name=repr(target.name), other=repr(source.name), what=part
            )
    facts = {"corpus": source.name, "licence": source.licence, "source": source.source}
    documents = [replace(one, metadata={**facts, **one.metadata}) for one in store.texts.documents(source.id)]
    addition = _addition(store, target, documents, prefix=source.name, items=len(items))
    moved_items = {one.id: moved(one, target.id, addition.holders) for one in items}
    origins = store.texts.origins(list(moved_items))
    items_with_origins = [
        (moved_items[item_id], replace(origin, item_id=moved_items[item_id].id))
        for item_id, each in origins.items()
        for origin in each
    ]
    return target, source, addition, items_with_origins
