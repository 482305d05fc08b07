"""Demands on every reader. A check returns what contradicts its docstring, or an empty text."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory

from aloi.base.errors import AloiError
from aloi.corpora.readers import Reader, ReadText, read_texts

_NO_TEXT = b"\x00\xff\xfe\x01"


def _read(reader: Reader, content: bytes) -> list[ReadText]:
    """Return the texts of a file with this content, as an import of a corpus reads them."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / f"example.{reader.name}"
        path.write_bytes(content)
        return read_texts(path)


def identity(reader: Reader) -> str:
    """Check that name and title are complete; the name is a suffix in small letters without a dot."""
    complete = {"name": reader.name.isalnum() and reader.name == reader.name.lower(), "title": reader.title}
    return ", ".join(name for name, is_complete in complete.items() if not is_complete)


def example(reader: Reader) -> str:
    """Check that the texts of the example are read completely and unchanged, twice the same."""
    content, texts = reader.example()
    read = [_read(reader, content) for _ in range(2)]
    if read[0] != read[1]:
        return "reading twice gives different texts"
    return "" if texts and tuple(text.text for text in read[0]) == texts else f"{len(read[0])} texts are read"


def damaged(reader: Reader) -> str:
    """Check that an empty file and a file that is no text are rejected with AloiError."""
    for content in (b"", _NO_TEXT):
        with suppress(AloiError):
            return f"{content!r} is read as {len(_read(reader, content))} texts"
    return ""


CHECKS = (identity, example, damaged)
