"""BioC in XML, parsed by expat one document after the other, as the objects that BioC has in JSON."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from io import BytesIO
from typing import Any
from xml.parsers import expat

from aloi.base.errors import AloiError
from aloi.base.terms import Term
from aloi.corpora.readers.encodings import encoding_of_stream

_CHUNK = 1 << 18
_LISTS = {
    "passage": "passages",
    "sentence": "sentences",
    "annotation": "annotations",
    "relation": "relations",
    "node": "nodes",
}
_VALUES = ("id", "offset", "text")


class _BiocHandler:
    """The part of a collection read so far; `documents` has the complete ones."""

    def __init__(self) -> None:
        self.documents: list[dict[str, Any]] = []
        self._open: list[tuple[str, dict[str, Any]]] = []
        self._words: list[str] | None = None
        self._value = ""
        self._key = ""

    def start(self, tag: str, attributes: dict[str, str]) -> None:
        name = tag.rpartition(":")[2]
        if self._words is not None:
            return  # markup within a text
        if name == "document" and not self._open:
            self._open.append((name, {}))
        elif name in _LISTS and self._open:
            element: dict[str, Any] = dict(attributes)
            self._open[-1][1].setdefault(_LISTS[name], []).append(element)
            self._open.append((name, element))
        elif name == "location" and self._open:
            self._open[-1][1].setdefault("locations", []).append(dict(attributes))
        elif self._open and (name in _VALUES or name == "infon"):
            self._words, self._value, self._key = [], name, attributes.get("key", "")

    def characters(self, words: str) -> None:
        if self._words is not None:
            self._words.append(words)

    def end(self, tag: str) -> None:
        name = tag.rpartition(":")[2]
        if self._words is not None and name == self._value:
            element, words = self._open[-1][1], "".join(self._words)
            if name == "infon":
                element.setdefault("infons", {}).setdefault(self._key, []).append(words)
            else:
                element[name] = words
            self._words = None
        elif self._words is None and self._open and name == self._open[-1][0]:
            _, element = self._open.pop()
            if not self._open:
                self.documents.append(element)


@dataclass
class _Entities:
    """The name of the first entity that the file declares, or names without declaring it."""

    names: list[str] = field(default_factory=list)

    def add(self, name: str, *_: object) -> None:
        self.names.append(name)


def parse_xml(name: str, content: bytes) -> Iterator[tuple[dict[str, Any], str]]:
    """Yield the documents of a collection, each with the encoding if the file does not declare it.

    The document type that BioC files name is not looked up.

    Raises
    ------
    AloiError
        XML that is damaged, or that declares entities or names one that it does not declare.
    """
    encoding = _undeclared_encoding(content)
    parser = expat.ParserCreate(encoding or None)
    parser.buffer_text = True
    handler, entities = _BiocHandler(), _Entities()
    parser.StartElementHandler, parser.EndElementHandler = handler.start, handler.end
    parser.CharacterDataHandler = handler.characters
    parser.EntityDeclHandler = entities.add
    parser.SkippedEntityHandler = entities.add
    for start in range(0, len(content) or 1, _CHUNK):
        chunk = content[start : start + _CHUNK]
        try:
            parser.Parse(chunk, start + _CHUNK >= len(content))
        except (expat.ExpatError, LookupError, ValueError) as error:
            line, column = parser.CurrentLineNumber, parser.CurrentColumnNumber + 1
            why = str(error).partition(":")[0]
            raise AloiError(
                "aloi.unreadable",
                path=Term("at-column", path=name, line=line, column=column),
                format="XML",
                error=why,
            ) from None
        if entities.names:
            raise AloiError("corpora.bioc-entity", name=name, line=parser.CurrentLineNumber)
        for document in handler.documents:
            yield document, encoding
        handler.documents.clear()


def _undeclared_encoding(content: bytes) -> str:
    """Return the encoding of bytes that are not UTF-8 and declare nothing else; empty otherwise."""
    declaration = content[: content.find(b"?>") + 1].lower() if content.lstrip().startswith(b"<?xml") else b""
    if b"encoding" in declaration and b"utf-8" not in declaration:
        return ""
    encoding = encoding_of_stream(BytesIO(content))
    return encoding if encoding == "windows-1252" else ""  # expat knows UTF-16 by its first bytes
