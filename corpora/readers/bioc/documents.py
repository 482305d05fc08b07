"""The documents of BioC files: their texts, passage by passage, whatever the files are packed in."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from io import BytesIO
from itertools import islice
from pathlib import Path, PurePosixPath
from typing import Any

from aloi.base.errors import AloiError
from aloi.base.terms import Term
from aloi.corpora.readers import base
from aloi.corpora.readers.archive import is_hidden, read_files
from aloi.corpora.readers.base import ReadText
from aloi.corpora.readers.bioc.xml import parse_xml
from aloi.corpora.readers.encodings import encoding_of_stream
from aloi.corpora.readers.read_as import ReadAs, TableReading, tell

SUFFIXES = (".xml", ".bioc", ".json", ".jsonl")
_HEAD = 1 << 20  # characters in which the first passage begins
_FILES = 20  # of a folder or archive that are looked at
_XML = re.compile(r"<(?:\w+:)?(?:collection|document)[\s>].*?<(?:\w+:)?passage[\s>/]", re.DOTALL)
_OFFSET = re.compile(r"<(?:\w+:)?offset>")
_JSON = re.compile(r'"passages"\s*:\s*\[')
_JSON_OFFSET = re.compile(r'"offset"\s*:\s*"?\d')
_LONGEST_GAP = 2  # characters between two passages that a text keeps; more mean omitted passages


@dataclass(frozen=True, slots=True)
class TextPart:
    """A passage or sentence: its text, where it starts in the text around it, and the offset it declares."""

    text: str
    start: int
    offset: int | None
    element: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class BiocDocument:
    """A document: its own id, its text, and the passages that this is made of.

    `where` names it in notes; `encoding` is set if it is neither UTF-8 nor declared.
    """

    id: str
    text: str
    passages: tuple[TextPart, ...]
    element: Mapping[str, Any]
    where: str
    file: str
    encoding: str = ""


def is_bioc(path: Path) -> bool:
    """Return whether a file, or one of the first files of a folder or .zip, contains documents of BioC."""
    if path.is_file() and path.suffix.lower() not in (*SUFFIXES, ".gz", ".zip"):
        return False
    try:
        if path.suffix.lower() in SUFFIXES and path.is_file():
            with path.open("rb") as stream:
                return holds_bioc(stream.read(_HEAD))
        return any(holds_bioc(content) for _, content in islice(read_files(path, SUFFIXES), _FILES))
    except AloiError:
        return False


def holds_bioc(content: bytes) -> bool:
    """Return whether bytes begin as a file of BioC does."""
    head = content[:_HEAD]
    encoding = encoding_of_stream(BytesIO(head))
    text = head.decode(encoding if encoding.startswith("utf-16") else "utf-8", "replace").lstrip(
        "\ufeff \r\n\t"
    )
    if text.startswith("<"):
        return bool(_XML.search(text) and _OFFSET.search(text))
    return bool(text.startswith(("{", "[")) and _JSON.search(text) and _JSON_OFFSET.search(text))


def read_documents(path: Path, skipped: Callable[[str], None] = lambda name: None) -> Iterator[BiocDocument]:
    """Yield the documents of a file, or of each file of BioC in a folder or a .zip; .gz is unpacked.

    Parameters
    ----------
    skipped : callable
        Called with the name of each file of a folder or .zip that has a suffix of BioC and is not BioC.

    Raises
    ------
    AloiError
        No document of BioC; a damaged file, or one beyond the limits of readers.
    """
    empty = True
    for name, content in read_files(path, SUFFIXES):
        if is_hidden(PurePosixPath(name)):
            continue
        is_alone = path.is_file() and path.suffix.lower() != ".zip"
        if not is_alone and not holds_bioc(content):
            skipped(name)
            continue
        for number, (element, encoding) in enumerate(_elements(name, content), start=1):
            if isinstance(element.get("passages"), list):
                empty = False
                yield _document(element, f"{name}, document {number}", name, encoding)
    if empty:
        raise AloiError(
            "aloi.no-content", path=path, content=Term("no-bioc-document"), todo=Term("check-or-other-format")
        )


def read_texts(path: Path) -> Iterator[ReadText]:
    """Yield the texts of the documents, for a corpus without their annotations."""
    files: set[str] = set()
    for document in read_documents(path):
        if document.encoding and document.file not in files:
            files.add(document.file)
            tell(Path(document.file), TableReading(ReadAs(document.encoding, plain=False)))
        yield ReadText(document.id, document.text, {}, document.where)


def _elements(name: str, content: bytes) -> Iterator[tuple[dict[str, Any], str]]:
    start = content[:64].replace(b"\0", b"").lstrip(b"\xef\xbb\xbf\xff\xfe \r\n\t")
    if start.startswith(b"<"):
        yield from parse_xml(name, content)
        return
    encoding = encoding_of_stream(BytesIO(content))
    try:
        if encoding == "utf-8":
            text = base.decode(content.removeprefix(base.BOM), name)
        else:
            text = content.decode(encoding)
        for value in _values(text):
            yield from ((document, encoding.removeprefix("utf-8")) for document in _json_documents(value))
    except (ValueError, RecursionError) as error:
        raise AloiError("aloi.not-json", path=name, error=type(error).__name__) from None


def _values(text: str) -> Iterator[Any]:
    """Yield the values of a text: one, or one after the other, on lines of their own or not."""
    decoder = json.JSONDecoder()
    position = len(text) - len(text.lstrip())
    while position < len(text):
        value, position = decoder.raw_decode(text, position)
        yield value
        while position < len(text) and text[position].isspace():
            position += 1


def _json_documents(value: Any) -> Iterator[dict[str, Any]]:
    """Yield the documents of a document, a collection, a list of them, or an object around such a list."""
    if isinstance(value, list):
        for each in value:
            yield from _json_documents(each)
    elif isinstance(value, dict) and "passages" in value:
        yield value
    elif isinstance(value, dict):
        for each in value.values():
            if isinstance(each, list) and each and isinstance(each[0], dict):
                yield from _json_documents(each)


def _document(element: Mapping[str, Any], where: str, file: str, encoding: str) -> BiocDocument:
    passages = elements_in(element, "passages")
    texts = [_passage_text(each) for each in passages]
    text, parts = joined(passages, texts, "\n")
    name = str(element.get("id") or element.get("pmid") or element.get("_id") or "").strip()
    return BiocDocument(name or where, text, parts, element, where, file, encoding)


def elements_in(element: Mapping[str, Any], kind: str) -> list[Mapping[str, Any]]:
    """Return the passages, sentences, annotations or relations that are direct children of an element."""
    listed = element.get(kind)
    return [each for each in listed if isinstance(each, Mapping)] if isinstance(listed, list) else []


def sentence_parts(passage: TextPart) -> tuple[TextPart, ...]:
    """Return the sentences of a passage whose text they make; those of one with its own text start at 0."""
    sentences = elements_in(passage.element, "sentences")
    if passage.element.get("text"):
        return tuple(TextPart(passage.text, 0, passage.offset, each) for each in sentences)
    return joined(sentences, [str(each.get("text") or "") for each in sentences], " ")[1]


def _passage_text(passage: Mapping[str, Any]) -> str:
    if text := passage.get("text"):
        return str(text)
    sentences = elements_in(passage, "sentences")
    return joined(sentences, [str(each.get("text") or "") for each in sentences], " ")[0]


def joined(
    elements: Sequence[Mapping[str, Any]], texts: Sequence[str], filler: str
) -> tuple[str, tuple[TextPart, ...]]:
    """Return texts joined in order, as far apart as their offsets say, and the start of each one.

    Parameters
    ----------
    filler : str
        The text between two texts; also inserted once between texts that would otherwise run together.
    """
    offsets = [whole_number(element.get("offset")) for element in elements]
    gaps = _gaps(offsets, texts)
    parts: list[TextPart] = []
    text = ""
    for element, part, offset, gap in zip(elements, texts, offsets, gaps, strict=True):
        if text and part:
            apart = text[-1].isspace() or part[0].isspace()
            text += filler * min(max(gap, 0 if apart else 1), _LONGEST_GAP)
        parts.append(TextPart(part, len(text), offset, element))
        text += part
    return text, tuple(parts)


def _gaps(offsets: Sequence[int | None], texts: Sequence[str]) -> list[int]:
    """Return the number of characters before each text.

    Offsets count in the unit that leaves one character everywhere, as most producers do, or a few of them.
    """

    def counted(length: Callable[[str], int]) -> list[int]:
        before = zip(offsets, texts, offsets[1:], strict=False)
        return [
            after - offset - length(text) if offset is not None and after is not None else 0
            for offset, text, after in before
        ]

    readings = [counted(len), counted(_utf_16_units), counted(lambda text: len(text.encode()))]
    by_one = (gaps for gaps in readings if all(gap == 1 for gap in gaps))
    close = (gaps for gaps in readings if all(0 <= gap <= _LONGEST_GAP for gap in gaps))
    return [0, *next(by_one, next(close, readings[0]))][: len(texts)]


def _utf_16_units(text: str) -> int:
    return len(text) + sum(letter > "\uffff" for letter in text)


def whole_number(value: object) -> int | None:
    """Return a number written as a number or as its digits; None for anything else."""
    if isinstance(value, bool):
        return None
    digits = str(value).strip()
    return int(digits) if digits.isascii() and digits.isdigit() and len(digits) < 16 else None
