"""Parts of a workbook, parsed by expat within bounds: time grows with the size of a part, and no faster."""

from __future__ import annotations

import copy
import zipfile
from collections.abc import Callable, Iterator
from xml.parsers import expat

from aloi.corpora.readers import base

_CHUNK = 1 << 20  # bytes
_LONGEST_TOKEN = 8 << 20  # bytes of one tag: expat reads an unfinished one again with each chunk
Start = Callable[[str, dict[str, str]], None]
Text = Callable[[str], None]


def parse_part(
    archive: zipfile.ZipFile, part: str, start: Start, text: Text | None = None, end: Text | None = None
) -> None:
    """Parse a part; names of elements and attributes keep their prefix, which `local` takes off.

    Raises
    ------
    ValueError
        XML that is damaged, declares entities, or has a tag of megabytes.
    AloiError
        More bytes than all texts of one source may have.
    """
    parser = expat.ParserCreate()
    parser.buffer_text = True
    parser.StartElementHandler = start
    parser.CharacterDataHandler = text
    parser.EndElementHandler = end
    parser.StartDoctypeDeclHandler = _refuse_doctype
    fed = 0
    try:
        for chunk in part_chunks(archive, part):
            parser.Parse(chunk, False)
            fed += len(chunk)
            if fed - parser.CurrentByteIndex > _LONGEST_TOKEN:
                raise ValueError(f"{part}: a tag of more than {_LONGEST_TOKEN >> 20} MB")
        parser.Parse(b"", True)
    except expat.ExpatError as error:
        raise ValueError(f"{part}: {error}") from error


def part_chunks(archive: zipfile.ZipFile, part: str) -> Iterator[bytes]:
    """Yield the bytes of a part, as many as it unpacks to: the size that a zip states may be wrong."""
    entry = copy.copy(archive.getinfo(part))
    entry.file_size = base.MAX_TOTAL + _CHUNK
    unpacked = 0
    with archive.open(entry) as stream:
        while chunk := stream.read(_CHUNK):
            unpacked += len(chunk)
            if unpacked > base.MAX_TOTAL:
                raise base.too_much(str(archive.filename))
            yield chunk


def local(name: str) -> str:
    """Return a name without its prefix."""
    return name.rpartition(":")[2]


def check_names(archive: zipfile.ZipFile) -> None:
    """Raise ValueError if two entries have one name: readers of zips differ in which of them they take."""
    names = [name.lower() for name in archive.namelist()]
    if len(set(names)) < len(names):
        raise ValueError("two of its entries have the same name")


def _refuse_doctype(*_: object) -> None:
    raise ValueError("it declares a document type, which no spreadsheet does")
