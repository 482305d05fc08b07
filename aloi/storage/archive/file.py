"""The file of an archive: a zip of JSON lines, a part each; its comment holds the checksum of all before it.

The same campaign gives the same bytes. Parts are written and read row by row.
"""

from __future__ import annotations

import hashlib
import io
import json
import zipfile
import zlib
from collections.abc import Iterable, Iterator, Mapping
from contextlib import AbstractContextManager, ExitStack
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import IO, Any

from aloi.agreement.result import program_version
from aloi.base.errors import AloiError
from aloi.base.records import Json, from_json, to_json
from aloi.base.terms import Term
from aloi.corpora.model import Corpus
from aloi.corpora.readers.archive import MAX_RATIO, RATIO_FROM
from aloi.corpora.readers.base import too_long
from aloi.storage.archive.parts import VERSION

FORMAT = "aloi-archive"
_KIND, _HEAD = "aloi-archive", "archive.json"
_NAME = slice(30, 30 + len(_KIND))  # position of the name of the first entry in a zip
_MARK = b"Aloi archive, SHA-256 of all before this line: "
_LENGTH = len(_MARK) + hashlib.sha256().digest_size * 2 + 1
_TIME = (2000, 1, 1, 0, 0, 0)  # a fixed clock
_AT_ONCE = 1 << 20  # bytes
_LINE_PIECE = 1 << 20  # bytes read before they are counted
_LONGEST_LINE = 256 << 20  # bytes: a gold of half a million items
# Errors for an entry that is damaged, packed in another way, or not JSON.
_UNREADABLE = (
    KeyError,
    TypeError,
    ValueError,
    RecursionError,
    EOFError,
    NotImplementedError,
    RuntimeError,
    OSError,
    zlib.error,
    zipfile.BadZipFile,
)
_encode = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"), allow_nan=False).encode


@dataclass(frozen=True, slots=True)
class PartSum:
    """How many rows a part of an archive has, and the SHA-256 of their lines."""

    rows: int
    checksum: str


@dataclass(frozen=True, slots=True)
class ArchiveCounts:
    """The size of an archive; `answers` counts items answered, `revisions` later changes."""

    documents: int
    items: int
    rounds: int
    answers: int
    revisions: int
    skips: int
    comments: int
    predictions: int
    decisions: int
    golds: int
    releases: int


@dataclass(frozen=True, slots=True)
class ArchiveHead:
    """The head of an archive: its metadata.

    `checksum` covers the parts and the names of the terminologies, and nothing else: archives of identical
    campaigns have the same one. `names` says whether the archive has the names of people too.
    """

    format: str
    version: int
    program: str
    campaign_id: str
    campaign: str
    task: str
    corpus: Corpus
    corpus_version: int
    names: bool
    terminologies: tuple[Mapping[str, Json], ...]
    pseudonyms: tuple[str, ...]
    counts: ArchiveCounts
    parts: Mapping[str, PartSum]
    checksum: str


class ArchiveWriter(AbstractContextManager["ArchiveWriter"]):
    """An archive being written to a path: its parts one after the other, then its head."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._zip = zipfile.ZipFile(path, "w")
        self._zip.writestr(zipfile.ZipInfo(_KIND, _TIME), f"{VERSION}\n")
        self.parts: dict[str, PartSum] = {}

    def add(self, name: str, rows: Iterable[Mapping[str, Any]]) -> None:
        """Write the rows of a part."""
        digest, count = hashlib.sha256(), 0
        with self._zip.open(_entry(f"{name}.jsonl"), "w", force_zip64=True) as stream:
            for row in rows:
                line = _encode(row).encode() + b"\n"
                digest.update(line)
                stream.write(line)
                count += 1
        self.parts[name] = PartSum(count, digest.hexdigest())

    def checksum(self) -> str:
        """Return the checksum of the parts that were written."""
        digest = hashlib.sha256()
        for name, part in self.parts.items():
            digest.update(f"{name}:{part.rows}:{part.checksum}\n".encode())
        return digest.hexdigest()

    def close_with(self, head: ArchiveHead) -> str:
        """Return the checksum of the file, whose last entry is its head."""
        text = json.dumps(to_json(head), ensure_ascii=False, indent=2)
        self._zip.writestr(_entry(_HEAD), text.encode())
        self._zip.comment = _comment(hashlib.sha256())  # of the length it will have
        self._zip.close()
        digest = _digest(self._path, _LENGTH)
        with self._path.open("r+b") as stream:
            stream.seek(-_LENGTH, io.SEEK_END)
            stream.write(_comment(digest))
        return str(digest.hexdigest())

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Let go of the file, whether it was finished or not."""
        self._zip.close()


class ArchiveFile(AbstractContextManager["ArchiveFile"]):
    """An archive that was verified to be complete."""

    def __init__(self, path: Path) -> None:
        """Open an archive.

        Raises
        ------
        AloiError
            No archive, one that was cut, one of which a byte differs, one of a later version.
        """
        if not is_archive(path):
            raise AloiError(
                "aloi.unreadable",
                path=path.name,
                format=Term("the-archive-of-a-campaign"),
                error=Term("other-content"),
                expected=Term("file-that-aloi"),
            )
        with path.open("rb") as stream:
            stream.seek(-min(_LENGTH, path.stat().st_size), io.SEEK_END)
            end = stream.read()
        if not end.startswith(_MARK):
            raise AloiError(
                "aloi.unreadable",
                path=path.name,
                format=Term("the-archive-of-a-campaign"),
                error=Term("its-end-is-missing"),
                expected=Term("the-complete-file"),
                todo=Term("copy-it-once"),
            )
        if end != _comment(_digest(path, _LENGTH)):
            raise AloiError(
                "aloi.unreadable",
                path=path.name,
                format=Term("the-archive-of-a-campaign"),
                error=Term("its-checksum-differs"),
                expected=Term("archive-with-every"),
                todo=Term("copy-it-once"),
            )
        self.path = path
        with ExitStack() as opened:
            # Opened here, so that a reader of rows that was left halfway does not keep it open.
            self._stream = opened.enter_context(path.open("rb"))
            self._zip = opened.enter_context(zipfile.ZipFile(self._stream))
            self.head = self._read_head()
            opened.pop_all()  # it stays open until this is left

    def _read_head(self) -> ArchiveHead:
        try:
            with self._zip.open(_HEAD) as stream:
                document = json.loads(b"".join(self._lines(stream)))
            version = document["version"]
        except AloiError:
            raise
        except _UNREADABLE as error:
            raise self.unsound(_HEAD) from error
        if not isinstance(version, int) or version > VERSION:
            program = str(document.get("program"))
            raise AloiError(
                "aloi.unreadable",
                path=self.path.name,
                format=Term("the-archive-of-a-campaign"),
                error=Term("has-version-version", program=program, version=version),
                expected=Term("version-own-version", own=program_version(), own_version=VERSION),
                todo=Term("import-it-with-a-newer"),
            )
        try:
            return from_json(ArchiveHead, document)
        except (AloiError, RecursionError) as error:
            raise self.unsound(_HEAD) from error

    def rows(self, name: str) -> Iterator[dict[str, Any]]:
        """Yield the rows of a part; of one that the archive does not have, none.

        Raises
        ------
        AloiError
            The rows are not those that the head tells of.
        """
        if name not in self.head.parts:
            return
        digest, count = hashlib.sha256(), 0
        try:
            with self._zip.open(f"{name}.jsonl") as stream:
                for line in self._lines(stream):
                    digest.update(line)
                    count += 1
                    row = json.loads(line)
                    if not isinstance(row, dict):
                        raise TypeError(name)
                    yield row
        except AloiError:
            raise
        except _UNREADABLE as error:
            raise self.unsound(name) from error
        if PartSum(count, digest.hexdigest()) != self.head.parts[name]:
            raise self.unsound(name)

    def _lines(self, stream: IO[bytes]) -> Iterator[bytes]:
        """Yield the lines of a part, none read further than an archive can hold.

        Raises
        ------
        AloiError
            The parts unpack to many times their size, or a line is longer than any row.
        """
        packed, unpacked = self.path.stat().st_size, 0
        pieces: list[bytes] = []
        length = 0
        while piece := stream.readline(_LINE_PIECE):
            unpacked += len(piece)
            length += len(piece)
            if unpacked > max(RATIO_FROM, MAX_RATIO * packed):
                raise AloiError(
                    "corpora.archive-unpacks-more-than-times", where=self.path.name, max_ratio=MAX_RATIO
                )
            if length > _LONGEST_LINE:
                raise too_long(self.path.name, _LONGEST_LINE)
            pieces.append(piece)
            if piece.endswith(b"\n"):
                yield b"".join(pieces)
                pieces, length = [], 0
        if pieces:
            yield b"".join(pieces)

    def unsound(self, name: str) -> AloiError:
        """Return the error for a part of the archive with invalid content."""
        return AloiError(
            "aloi.unreadable",
            path=self.path.name,
            format=Term("the-archive-of-a-campaign"),
            error=Term("the-part-part", part=name),
            expected=Term("rows-whose"),
            todo=Term("write-the-archive"),
        )

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Close the file."""
        self._zip.close()
        self._stream.close()


def is_archive(path: Path) -> bool:
    """Return whether a file begins like an archive written by Aloi; it may have been truncated since."""
    if not path.is_file():
        return False
    with path.open("rb") as stream:
        beginning = stream.read(_NAME.stop)
    return beginning.startswith(b"PK") and beginning[_NAME] == _KIND.encode()


def _entry(name: str) -> zipfile.ZipInfo:
    entry = zipfile.ZipInfo(name, _TIME)
    entry.compress_type = zipfile.ZIP_DEFLATED
    return entry


def _comment(digest: Any) -> bytes:
    return _MARK + str(digest.hexdigest()).encode() + b"\n"


def _digest(path: Path, without: int) -> Any:
    """Return the SHA-256 of a file without a number of bytes at its end."""
    digest, left = hashlib.sha256(), path.stat().st_size - without
    with path.open("rb") as stream:
        while part := stream.read(min(left, _AT_ONCE)):
            digest.update(part)
            left -= len(part)
    return digest
