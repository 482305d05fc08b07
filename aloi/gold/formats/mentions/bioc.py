"""BioC: documents of passages, with annotations of passages, sentences or documents; XML and JSON."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from aloi.annotation.rows import LinkedMention
from aloi.base.terms import Phrase
from aloi.corpora.model import Json
from aloi.corpora.readers.bioc.documents import (
    BiocDocument,
    TextPart,
    elements_in,
    read_documents,
    sentence_parts,
    whole_number,
)
from aloi.gold.formats.mention_offsets import has_words, note_misfits
from aloi.gold.formats.mentions.bioc_concepts import VARIANT, concepts_of, infons_of, label_of
from aloi.gold.formats.mentions.bioc_offsets import (
    BiocOffsets,
    LocatedAnnotation,
    holds_parts,
    resolve_documents,
)
from aloi.gold.formats.source_files import MentionLink, Mentions, Notebook, Spans, covered, excluded
from aloi.gold.releasing.manifest import entries, rows_of

NO_LOCATION = excluded("annotations", Phrase("why-without-location", "without a location"))
NO_WORDS = excluded("annotations", Phrase("why-without-text", "without a text"))
UNREADABLE = excluded("annotations", Phrase("why-unreadable-location", "with an unreadable location"))
RELATIONS = excluded("relations")
INFONS = excluded("infons", Phrase("why-annotations", "of annotations"))
OTHER_INFONS = excluded(
    "infons", Phrase("why-documents-passages-sentences", "of documents, passages and sentences")
)
PEOPLE = excluded(
    "infons", Phrase("why-name-annotators", "that name annotators (their annotations are merged)")
)
NO_TEXT = excluded("documents", Phrase("why-without-text", "without a text"))
SAME_ID = Phrase(
    "import-documents-id-earlier", "documents with the id of an earlier document of another text, numbered"
)
TWICE = Phrase("import-duplicate-documents-their", "duplicate documents, their mentions merged")
OTHER_FILES = excluded("files", Phrase("why-not-bioc", "that are not BioC"))
_TYPES = ("type", "relation", "relation type")
_PEOPLE = frozenset({"annotator", "annotators", "user", "curator"})


def read_bioc(path: Path, texts: Path | None = None) -> Mentions:
    """Return the mentions of BioC files: a file, a folder or a .zip, packed by gzip or not.

    The type of an annotation is its group; its concepts are those of the infon `identifier`, or of infons
    that are called after a database.

    Raises
    ------
    AloiError
        No document of BioC, a damaged file, or one that declares entities.
    """
    del texts  # they are in the file
    notebook = Notebook()
    names: dict[str, list[str]] = {}
    mentions: list[LinkedMention] = []
    where: list[str] = []
    databases: dict[LinkedMention, Mapping[str, str]] = {}
    texts_read: list[str] = []
    read: list[tuple[str, list[Mapping[str, Any]]]] = []
    offsets: list[BiocOffsets] = []
    encodings: set[str] = set()
    links: list[MentionLink] = []
    for document in read_documents(path, lambda name: notebook.add(OTHER_FILES, name)):
        if document.encoding and document.file not in encodings:
            encodings.add(document.file)
            encoding = Phrase(
                "import-encoding", "files in {encoding}, read as such", encoding=document.encoding
            )
            notebook.add(encoding, document.file)
        _count_the_rest(document, notebook)
        elements, annotations = _annotations(document, notebook)
        name = _name(document, names, notebook)
        links += _links(document, name)
        read.append((name, elements))
        texts_read.append(document.text)
        offsets.append(BiocOffsets(document.text, document.passages, annotations))
    for (name, elements), text, document_offsets, spans in zip(
        read, texts_read, offsets, resolve_documents(offsets, notebook), strict=True
    ):
        for element, annotation, placed in zip(elements, document_offsets.annotations, spans, strict=True):
            mention, linked = _mention(name, text, element, annotation, placed, notebook)
            mentions.append(mention)
            where.append(annotation.where)
            if linked:
                databases[mention] = linked
    note_misfits(mentions, where, notebook)
    return Mentions(tuple(mentions), notebook.notes(), len(read), databases, tuple(links))


def _links(document: BiocDocument, name: str) -> list[MentionLink]:
    """Return the relations between two annotations; nodes name these by their ids."""
    links = []
    for holder in _holders(document):
        for relation in elements_in(holder, "relations"):
            nodes = [str(node.get("refid") or "") for node in elements_in(relation, "nodes")]
            infons = infons_of(relation)
            type_ = next((infons[key][0] for key in _TYPES if infons.get(key)), "")
            if len(nodes) == 2 and all(nodes):
                links.append(MentionLink(type_, *(f"{name}:{node}" for node in nodes)))
    return links


def _holders(document: BiocDocument) -> list[Mapping[str, Any]]:
    sentences = [each for part in document.passages for each in elements_in(part.element, "sentences")]
    return [document.element, *(part.element for part in document.passages), *sentences]


def _name(document: BiocDocument, names: dict[str, list[str]], notebook: Notebook) -> str:
    """Return the id of a document, numbered if another text has it; `names` contains the texts of each id."""
    same = names.setdefault(document.id, [])
    if document.text in same:
        notebook.add(TWICE, document.where)
    else:
        same.append(document.text)
    number = same.index(document.text) + 1
    if number == 1:
        return document.id
    notebook.add(SAME_ID, document.where)
    return f"{document.id}#{number}"


def _count_the_rest(document: BiocDocument, notebook: Notebook) -> None:
    """Note the content of a document other than texts and annotations."""
    holders = _holders(document)
    for description, count in (
        (RELATIONS, sum(len(elements_in(holder, "relations")) for holder in holders)),
        (OTHER_INFONS, sum(len(infons_of(holder)) for holder in holders)),
        (NO_TEXT, int(not document.text.strip())),
    ):
        if count:
            notebook.add(description, document.where, count)


def _annotations(
    document: BiocDocument, notebook: Notebook
) -> tuple[list[Mapping[str, Any]], list[LocatedAnnotation]]:
    """Return the annotations with a location, as in the file and as resolved."""
    elements: list[Mapping[str, Any]] = []
    annotations: list[LocatedAnnotation] = []
    for number, (element, passage, sentence) in enumerate(_elements(document), start=1):
        where = f"{document.where}, annotation {element.get('id') or number}"
        if annotation := _annotation(element, where, passage, sentence, document, notebook):
            elements.append(element)
            annotations.append(annotation)
    return elements, annotations


def _mention(
    name: str,
    text: str,
    element: Mapping[str, Any],
    annotation: LocatedAnnotation,
    spans: Spans,
    notebook: Notebook,
) -> tuple[LinkedMention, dict[str, str]]:
    """Return the mention of an annotation and the databases of its concepts."""
    infons = infons_of(element)
    label, label_key = label_of(infons)
    concept, linked, concept_keys, unreadable = concepts_of(infons)
    if unreadable:
        notebook.add(VARIANT, annotation.where)
    others = [key for key in infons if key != label_key and key not in concept_keys]
    if people := sum(key.lower() in _PEOPLE for key in others):
        notebook.add(PEOPLE, annotation.where, people)
    if len(others) > people:
        notebook.add(INFONS, annotation.where, len(others) - people)
    words = annotation.words
    if not has_words(text, spans, words) and holds_parts(text, spans, words):
        words = covered(text, spans)  # its parts with a space between them
    row_id = f"{name}:{annotation.where.rpartition(' ')[2]}"
    return LinkedMention(row_id, name, text, spans, words, label, concept), unambiguous(linked)


def _elements(document: BiocDocument) -> Iterator[tuple[Mapping[str, Any], int | None, TextPart | None]]:
    """Yield each annotation with the index of its passage and its sentence, None for those it has not."""
    for index, passage in enumerate(document.passages):
        for element in elements_in(passage.element, "annotations"):
            yield element, index, None
        for sentence in sentence_parts(passage):
            in_document = replace(sentence, start=passage.start + sentence.start)
            for element in elements_in(sentence.element, "annotations"):
                yield element, index, in_document
    for element in elements_in(document.element, "annotations"):
        yield element, None, None


def _annotation(
    element: Mapping[str, Any],
    where: str,
    passage: int | None,
    sentence: TextPart | None,
    document: BiocDocument,
    notebook: Notebook,
) -> LocatedAnnotation | None:
    """Return the location in an annotation; None, and a note, if it has none."""
    listed = elements_in(element, "locations")
    numbers = [(whole_number(each.get("offset")), whole_number(each.get("length"))) for each in listed]
    locations = tuple(
        (offset, length) for offset, length in numbers if offset is not None and length is not None
    )
    words = element.get("text")
    if not listed:
        notebook.add(UNREADABLE if element.get("locations") else NO_LOCATION, where)
    elif len(locations) < len(listed) or not document.passages:
        notebook.add(UNREADABLE, where)
    elif not isinstance(words, str) or not words.strip():
        notebook.add(NO_WORDS, where)
    else:
        if passage is None:
            starts = [
                part.offset is not None and part.offset <= locations[0][0] for part in document.passages
            ]
            passage = max((index for index, before in enumerate(starts) if before), default=0)
        return LocatedAnnotation(locations, words, where, passage, sentence)
    return None


DATABASES = "databases"  # of the parameters of an origin: the name of the database of each concept


@dataclass(frozen=True, slots=True)
class Databases:
    """The databases of concepts: as stated for the concept of an item, and as stated for it anywhere."""

    of_items: Mapping[str, Mapping[str, str]]
    of_concepts: Mapping[str, str]

    @classmethod
    def of(cls, manifest: Mapping[str, Json]) -> Databases:
        """Return what the origins of a release say."""
        by_item: dict[str, list[tuple[str, str]]] = {}
        for origin in rows_of(manifest, "origins") if "origins" in manifest else ():
            parameters = entries(origin, "parameters")
            if origin["miner"] == "import" and isinstance(parameters.get(DATABASES), dict):
                pairs = [(concept, str(name)) for concept, name in entries(parameters, DATABASES).items()]
                by_item.setdefault(str(origin["item_id"]), []).extend(pairs)
        return cls(
            {item: unambiguous(pairs) for item, pairs in by_item.items()},
            unambiguous(pair for pairs in by_item.values() for pair in pairs),
        )

    def name(self, item_id: str, concept: str) -> str:
        """Return the database of a concept of an item; empty if none or several are stated."""
        return self.of_items.get(item_id, {}).get(concept) or self.of_concepts.get(concept, "")


def unambiguous(pairs: Iterable[tuple[str, str]]) -> dict[str, str]:
    """Return the database of each concept with a single stated one.

    >>> unambiguous([("C1", "UMLS"), ("C1", "UMLS"), ("7", "MESH"), ("7", "OMIM"), ("8", "")])
    {'C1': 'UMLS'}
    """
    names: dict[str, set[str]] = {}
    for concept, name in pairs:
        if name:
            names.setdefault(concept, set()).add(name)
    return {concept: min(each) for concept, each in names.items() if len(each) == 1}
