"""Shared parts of all readers: the text they return, their limits, and how bytes become text.

A reader turns one source format into `ReadText`s. It refuses content that it cannot read with an
`AloiError`, never replaces a character, and never reads more than the limits below.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import BinaryIO, ClassVar

from aloi.base.errors import AloiError
from aloi.base.terms import Term

MAX_TEXT = 5_000_000  # bytes of one text or one line of a table; the longest case reports are under 100,000
MAX_TOTAL = 1_000_000_000  # bytes of all texts of one source, unpacked
BOM = b"\xef\xbb\xbf"
# Encodings a French text is likely to be in when it is not UTF-8.
LIKELY = ("windows-1252", "mac-roman", "cp850")
FRENCH_LETTERS = frozenset("éèêëàâäîïôöûùüçœÉÈÀÇÊ’«»°µ")


@dataclass(frozen=True, slots=True)
class ReadText:
    """A text as read.

    `name` is its id in the source; `metadata` has the other columns as text; `location` is its file or line,
    for errors.
    """

    name: str
    text: str
    metadata: Mapping[str, str] = field(default_factory=dict)
    location: str = field(default="", compare=False)


class Reader(ABC):
    """A reader of a plug-in: files of one suffix, each with one text or several.

    Attributes
    ----------
    name : str
        The suffix of the files in small letters, without the dot.
    title : str
        The format, for people.
    """

    name: ClassVar[str]
    title: ClassVar[str]

    @abstractmethod
    def read(self, path: Path) -> Iterator[ReadText]:
        """Yield the texts of a file in its order, unchanged, each with a name of its own.

        Raises
        ------
        AloiError
            Content that cannot be read completely.
        """

    @abstractmethod
    def example(self) -> tuple[bytes, tuple[str, ...]]:
        """Return the content of a small file written for this project, and its texts."""


def decode(content: bytes, where: str, start: int = 0) -> str:
    """Return the text of UTF-8 bytes.

    Parameters
    ----------
    content : bytes
        The bytes, without the byte-order mark.
    where : str
        The file and position named in an error.
    start : int
        The offset of `content` in the file, so that the error names the offset a person will find there.

    Raises
    ------
    AloiError
        Not UTF-8, or a NUL byte, which no text contains.
    """
    try:
        text = content.decode("utf-8")
    except UnicodeDecodeError as error:
        byte = content[error.start]
        raise AloiError(
            "corpora.byte-0x-not-utf-8",
            where=where,
            start=start + error.start,
            byte=f"{byte:02x}",
            likely_encoding=likely_encoding(content),
        ) from None
    if "\0" in text:
        raise AloiError(
            "corpora.nul-byte-stands-at-byte",
            where=where,
            start=start + content.index(0),
            likely_encoding=likely_encoding(content),
        )
    return text


def likely_encoding(content: bytes) -> str:
    """Return the name of the encoding that bytes which are not UTF-8 text are most likely in."""
    if content.startswith((b"\xff\xfe", b"\xfe\xff")):
        return "UTF-16"
    if content.count(0):
        return "UTF-16 or a binary file"

    def letters(encoding: str) -> int:
        return sum(char in FRENCH_LETTERS for char in content.decode(encoding, errors="replace"))

    return max(LIKELY, key=letters)


def too_long(where: str, most: int | None = None) -> AloiError:
    """Return the error for a text, a line or a file over so many bytes, `MAX_TEXT` by default."""
    most = most or MAX_TEXT
    return AloiError(
        "aloi.too-many",
        name=Term("bytes"),
        count=Term("more-than", most=f"{most:,}"),
        most=f"{most:,}",
        todo=Term("split-documents"),
    ).at(where)


def too_much(where: str) -> AloiError:
    """Return the error for a source over `MAX_TOTAL` bytes."""
    return AloiError("corpora.holds-more-than-bytes-text", where=where, max_total=f"{MAX_TOTAL:,}")


def no_text(where: str) -> AloiError:
    """Return the error for an empty text."""
    return AloiError("aloi.no-content", path=where, content=Term("no-text"), todo=Term("remove-or-fill"))


def check_utf_8(stream: BinaryIO, path: Path) -> None:
    """Raise AloiError for a file over the limit, or not UTF-8; the stream is at its start again."""
    content = stream.read(MAX_TOTAL + 1)
    stream.seek(0)
    if len(content) > MAX_TOTAL:
        raise too_much(str(path))
    decode(content, str(path), 0)


def lines(stream: BinaryIO, path: Path, most: int = MAX_TOTAL) -> Iterator[str]:
    r"""Yield the lines of an open file, each with its `\n`, without the byte-order mark.

    A line is read up to the limit and no further, so that a file of one huge line takes no memory.
    """
    offset = 0
    number = 0
    while content := stream.readline(MAX_TEXT + 1):
        number += 1
        if len(content) > MAX_TEXT:
            raise too_long(f"{path}: line {number}")
        length = len(content)
        if number == 1 and content.startswith(BOM):
            content = content[len(BOM) :]
        yield decode(content, f"{path}, line {number}", offset + length - len(content))
        offset += length
        if offset > most:
            raise too_much(str(path))
