"""DocBin files of spaCy: what its `train` command takes, entities and spans that overlap alike."""

from __future__ import annotations

import zlib
from collections import defaultdict
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

from aloi.annotation.rows import (
    LabelledRelation,
    LabelledSpan,
    Row,
    TaggedTokens,
    attributes_of,
    plain_attributes,
)
from aloi.annotation.spans import merge_parts, related, spans_of_tags, tokens_and_tags, words_between
from aloi.base.errors import AloiError
from aloi.base.terms import Phrase, Term
from aloi.corpora.readers.archive import inflated
from aloi.gold.formats.base import Format, only, part_files
from aloi.gold.formats.losses import SPAN_ANSWERS, Loss
from aloi.gold.formats.source_files import Notebook, excluded
from aloi.gold.model import Release

if TYPE_CHECKING:
    from spacy.tokens import Doc

OTHER_EXTENSIONS = excluded(
    "values", Phrase("why-of-extensions", "of extensions of documents, tokens and spans (doc._.name)")
)
OTHER_DATA = excluded("entries", Phrase("why-of-user-data", "of user_data of documents"))
OTHER_GROUPS = excluded("spans", Phrase("why-not-of-sc", "of other groups than sc"))
OTHER_ENTITIES = excluded("entities", Phrase("why-not-in-sc", "that are not in the group sc"))
CATEGORIES = excluded("categories", Phrase("why-of-documents", "of documents"))
OTHER_COMPONENTS = excluded(
    "layers", Phrase("why-layers-of-documents", "of documents (parts of speech, morphology, lemmas, parse)")
)
_SUFFIX = ".spacy"
_GROUP = "sc"  # the spans that spaCy's span categorizer learns from
_ATTRIBUTES, _RELATIONS = "attributes", "relations"  # extensions of a document
_ENTRY = "aloi"  # the entry of a document's own data: id, document and, without a text, tags


class DocBinFiles(Format):
    """`<part>.spacy`: a document a row; spans in `doc.spans["sc"]`, those that do not overlap in `doc.ents`.

    A span begins and ends with a token: tokens are cut where spans end inside one. The parts of a
    discontinuous span are separate spans with the same `span.id_`. The extensions `doc._.attributes` and
    `doc._.relations` contain the attributes of spans by that id, and relations between ids. Reading and
    writing need spaCy.
    """

    name: ClassVar[str] = "docbin"
    title: ClassVar[str] = Phrase("format-spans-docbin-files", "spans as DocBin files of spaCy")
    extensions: ClassVar[tuple[str, ...]] = (_SUFFIX,)
    row_kinds: ClassVar[tuple[type, ...]] = (TaggedTokens,)
    lost_fields: ClassVar[tuple[str, ...]] = ()
    lost: ClassVar[tuple[Loss, ...]] = (SPAN_ANSWERS,)

    def files(self, rows: Mapping[str, Sequence[Row]], release: Release) -> dict[str, bytes]:
        """Return a file a part, rows by id; raise AloiError if spaCy is not installed."""
        del release  # the rows say it all
        spacy = _spacy()
        files = {}
        for part, part_rows in rows.items():
            store = spacy.tokens.DocBin(store_user_data=True)
            vocab = spacy.vocab.Vocab()
            for row in only(TaggedTokens, part_rows):
                store.add(_doc(row, vocab))
            files[f"{part}{_SUFFIX}"] = store.to_bytes()
        return files

    def read(self, folder: Path, scale: tuple[float, float]) -> dict[str, tuple[Row, ...]]:
        """Return the rows of each part; the scale is that of other rows."""
        del scale
        return {path.stem: read_docbin(path, Notebook()) for path in part_files(folder, _SUFFIX)}


def read_docbin(path: Path, notebook: Notebook) -> tuple[TaggedTokens, ...]:
    """Return the documents of a DocBin file as rows, also of one that others wrote.

    Data that other programs stored beside spans is counted.

    Their spans are those of `doc.spans["sc"]`, else its entities. A document without an id of ours is called
    after the file and its place.

    Raises
    ------
    AloiError
        spaCy is not installed, or cannot read the file; one that unpacks beyond the limits of archives.
    """
    spacy = _spacy()
    try:
        content = path.read_bytes()
        for _ in inflated(zlib.decompressobj(), content, path.name):
            pass  # spaCy unpacks it at once, however long it is
        docs = list(spacy.tokens.DocBin().from_bytes(content).get_docs(spacy.vocab.Vocab()))
        for number, doc in enumerate(docs, start=1):
            _note_excluded(doc, notebook, f"{path.name}, {number}")
        return tuple(_row(doc, f"{path.stem}-{place}") for place, doc in enumerate(docs, start=1))
    except AloiError as error:
        if error.code != "corpora.gzip-damaged":
            raise
        raise AloiError(
            "aloi.unreadable", path=path, format=Term("format-docbin"), error="zlib.error"
        ) from error
    # A damaged file makes spaCy, zlib, msgpack or numpy raise what they like.
    except Exception as error:
        raise AloiError(
            "aloi.unreadable", path=path, format=Term("format-docbin"), error=type(error).__name__
        ) from error


def _spacy() -> Any:
    """Return spaCy, or raise AloiError saying how it is installed."""
    try:
        import spacy.tokens
    except ImportError as error:
        raise AloiError(
            "aloi.package-missing",
            package="spacy",
            purpose=Term("docbin-only"),
            command='pip install "spacy>=3.8,<3.9"',
        ) from error
    return spacy


def _doc(row: TaggedTokens, vocab: Any) -> Doc:
    """Return a row as a document of spaCy."""
    from spacy.tokens import Doc, Span
    from spacy.util import filter_spans

    stored: dict[str, object] = {"id": row.id, "document": row.document_id}
    if row.text:
        spans = row.spans
        words = words_between(row.text, spans)
        doc = Doc(vocab, words=[row.text[start:end] for start, end, _ in words],
                  spaces=[space for *_, space in words])  # fmt: skip
    else:
        _, spans = spans_of_tags(row.tokens, row.tags)
        stored["tags"] = [*row.tags]
        doc = Doc(vocab, words=[*row.tokens])
    starts = {token.idx: token.i for token in doc}
    ends = {token.idx + len(token): token.i + 1 for token in doc}
    entries = [
        Span(doc, starts[start], ends[end], label=span.label, span_id=str(number))
        for number, span in enumerate(spans, start=1)
        for start, end in span.parts
    ]
    doc.spans[_GROUP] = entries
    lone = [span for span in entries if len(spans[int(span.id_) - 1].parts) == 1]
    doc.ents = filter_spans([Span(doc, span.start, span.end, label=span.label_) for span in lone])
    doc.user_data[_ENTRY] = stored
    attributes = {
        str(number): plain_attributes(span.attributes)
        for number, span in enumerate(spans, start=1)
        if span.attributes
    }
    relations = [
        {"type": each.type, "head": str(each.head + 1), "tail": str(each.tail + 1)} for each in row.relations
    ]
    for name, content in ((_ATTRIBUTES, attributes), (_RELATIONS, relations)):
        if content:
            user_data: dict[Any, Any] = doc.user_data
            user_data[_extension(name)] = content
    return doc


def _extension(name: str) -> tuple[str, str, None, None]:
    """Return the key under which spaCy stores an extension attribute of a document."""
    return "._.", name, None, None


def _note_excluded(doc: Doc, notebook: Notebook, where: str) -> None:
    """Count what other programs stored in a document of spaCy, which is passed over."""
    user_data: dict[Any, Any] = doc.user_data
    ours = {_ENTRY, _extension(_ATTRIBUTES), _extension(_RELATIONS)} if _ENTRY in user_data else set()
    others = [key for key in user_data if key not in ours]
    extensions = sum(isinstance(key, tuple) and key[:1] == ("._.",) for key in others)
    groups = {name: len(doc.spans[name]) for name in doc.spans if name != _GROUP}
    marked = {(span.start, span.end, span.label) for span in doc.spans.get(_GROUP) or ()}
    lone = [span for span in doc.ents if (span.start, span.end, span.label) not in marked]
    for description, count in (
        (OTHER_EXTENSIONS, extensions),
        (OTHER_DATA, len(others) - extensions),
        (OTHER_GROUPS, sum(groups.values())),
        (OTHER_ENTITIES, len(lone) if _GROUP in doc.spans else 0),
        (CATEGORIES, len(doc.cats)),
        (OTHER_COMPONENTS, sum(map(doc.has_annotation, ("TAG", "POS", "DEP", "LEMMA", "MORPH")))),
    ):
        if count:
            notebook.add(description, where, count)


def _row(doc: Doc, name: str) -> TaggedTokens:
    """Return a document of spaCy as a row."""
    stored = doc.user_data.get(_ENTRY) or {}
    row_id, document = str(stored.get("id", name)), str(stored.get("document", ""))
    if "tags" in stored:
        return TaggedTokens(
            row_id, document, tuple(span.text for span in doc), tuple(map(str, stored["tags"]))
        )
    parts: dict[tuple[str, str], list[tuple[int, int]]] = defaultdict(list)
    grouped = doc.spans.get(_GROUP) if _GROUP in doc.spans else None
    for index, span in enumerate(doc.ents if grouped is None else grouped):
        parts[(span.id_ or f"#{index}", span.label_)].append((span.start_char, span.end_char))
    user_data: dict[Any, Any] = doc.user_data if _ENTRY in doc.user_data else {}
    attributes = user_data.get(_extension(_ATTRIBUTES)) or {}
    spans = [
        LabelledSpan(label, merge_parts(its_parts), attributes_of(attributes.get(id_)))
        for (id_, label), its_parts in parts.items()
    ]
    places = {id_: at for at, (id_, _) in enumerate(parts)}
    relations = [
        LabelledRelation(str(each["type"]), places[each["head"]], places[each["tail"]])
        for each in user_data.get(_extension(_RELATIONS)) or ()
    ]
    ordered, ends = related(spans, relations)
    return TaggedTokens(row_id, document, *tokens_and_tags(doc.text, ordered), doc.text, ordered, ends)
