"""Files of a .zip archive, one after the other; what points outside it, is locked or is a bomb is refused."""

from __future__ import annotations

import io
import re
import zipfile
import zlib
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path, PurePosixPath

from aloi.base.errors import AloiError
from aloi.base.terms import Term
from aloi.corpora.readers import base

MAX_FILES = 200_000  # entries of one archive
MAX_RATIO = 200  # unpacked to packed; prose packs 3 to 5 times, a bomb a thousand times
RATIO_FROM = 1_000_000  # bytes unpacked below which the ratio says nothing
CHUNK = 65_536
GZIP = b"\x1f\x8b"
_GZ, _ZIP = ".gz", ".zip"


def is_hidden(name: PurePosixPath) -> bool:
    """Return whether a system hides a file from people (`.x.txt`, `__MACOSX/`)."""
    return any(part.startswith(".") or part == "__MACOSX" for part in name.parts)


def archive_names(path: Path, accepts: Callable[[PurePosixPath], bool]) -> list[str]:
    """Return the sorted names of the files of an archive to read, without hidden ones.

    Raises
    ------
    AloiError
        No archive; an entry that points outside it, is encrypted, or is a duplicate.
    """
    with _opened(path) as archive:
        return _names(archive, path, accepts)


def _names(archive: zipfile.ZipFile, path: Path, accepts: Callable[[PurePosixPath], bool]) -> list[str]:
    entries = archive.infolist()
    _check(entries, path)
    names = Counter(one.filename for one in entries if not one.is_dir())
    chosen = sorted(
        name for name in names if accepts(PurePosixPath(name)) and not is_hidden(PurePosixPath(name))
    )
    twice = next((name for name in chosen if names[name] > 1), None)
    if twice is not None:
        raise AloiError("aloi.repeated", name=Term("archive-entry"), value=repr(twice)).at(path.name)
    return chosen


def read_archive(
    path: Path,
    accepts: Callable[[PurePosixPath], bool],
    longest: int | None = None,
    content: bytes | None = None,
) -> Iterator[tuple[str, Iterator[bytes]]]:
    """Yield name and content, in chunks, of the files that `archive_names` gives; nothing is written to disk.

    The content of a file is read before the next one is requested, while the archive is open. With `content`,
    the archive is those bytes: it is inside another archive, and `path` is its name there.

    Raises
    ------
    AloiError
        As `archive_names`; an entry that is damaged, has more than `longest` bytes (by default those of a
        text), or unpacks beyond the limits: its header may state wrong sizes.
    """
    packed = max(path.stat().st_size if content is None else len(content), 1)
    before = 0

    def chunks(archive: zipfile.ZipFile, name: str) -> Iterator[bytes]:
        nonlocal before
        start, where = before, f"{path.name}, {name}"
        with _unpacking(path), archive.open(name) as stream:
            while chunk := stream.read(CHUNK):
                before += len(chunk)
                if before > RATIO_FROM and before > MAX_RATIO * packed:
                    raise AloiError(
                        "corpora.archive-unpacks-more-than-times", where=where, max_ratio=MAX_RATIO
                    )
                if before - start > (longest or base.MAX_TEXT):
                    raise base.too_long(where, longest)
                if before > base.MAX_TOTAL:
                    raise base.too_much(path.name)
                yield chunk

    with _opened(path, content) as archive:  # once: its table of contents is as long as it has files
        for name in _names(archive, path, accepts):
            yield name, chunks(archive, name)


def gunzipped(content: bytes, name: str, longest: int | None = None) -> bytes:
    """Return bytes unpacked if gzip packed them, and unchanged otherwise.

    Parameters
    ----------
    name : str
        The file's name in errors.
    longest : int, optional
        Bytes that it may unpack to, those of all texts of a source by default.

    Raises
    ------
    AloiError
        Damaged bytes, or more than the limits of archives when unpacked.
    """
    if not content.startswith(GZIP):
        return content
    chunks: list[bytes] = []
    packed = content
    while packed.startswith(GZIP):  # a file may contain several, one after the other
        stream = zlib.decompressobj(wbits=zlib.MAX_WBITS | 16)
        chunks += inflated(stream, packed, name, longest, before=sum(map(len, chunks)))
        packed = stream.unused_data
    return b"".join(chunks)


def inflated(
    stream: zlib._Decompress, packed: bytes, name: str, longest: int | None = None, before: int = 0
) -> Iterator[bytes]:
    """Yield in chunks what a stream of zlib unpacks, within the limits of `gunzipped`.

    `before` counts the bytes that the same file unpacked to already.
    """
    longest = longest or base.MAX_TOTAL
    size, total, rest = len(packed), before, packed
    while not stream.eof:
        try:
            chunk = stream.decompress(rest, CHUNK)
        except zlib.error as error:
            raise AloiError("corpora.gzip-damaged", name=name, error=error) from error
        rest = stream.unconsumed_tail
        if not chunk and not rest and not stream.eof:
            raise AloiError("corpora.gzip-damaged", name=name, error="it ends too early")
        total += len(chunk)
        if total > RATIO_FROM and total - before > MAX_RATIO * size:
            raise AloiError("corpora.archive-unpacks-more-than-times", where=name, max_ratio=MAX_RATIO)
        if total > longest:
            raise base.too_long(name, longest)
        yield chunk


def read_files(
    path: Path, suffixes: Sequence[str], longest: int | None = None
) -> Iterator[tuple[str, bytes]]:
    """Yield name and content of a file, or of each file with these suffixes in a folder or a .zip, by name.

    A file that gzip packed counts as what it unpacks to, named without its `.gz`.

    Raises
    ------
    AloiError
        As `read_archive` and `gunzipped`; more bytes than all texts of one source may have.
    """
    total = 0
    names: set[str] = set()
    for name, content in _packed_files(path, tuple(suffixes), longest or base.MAX_TOTAL):
        unpacked = gunzipped(content, name, longest)
        total += len(unpacked)
        if total > base.MAX_TOTAL:
            raise base.too_much(path.name)
        plain = name[: -len(_GZ)] if name.lower().endswith(_GZ) else name
        plain = name if plain in names else plain  # both exist, packed and not
        names.add(plain)
        yield plain, unpacked


def _packed_files(path: Path, suffixes: tuple[str, ...], longest: int) -> Iterator[tuple[str, bytes]]:
    def fits(name: PurePosixPath) -> bool:
        return name.with_suffix("" if name.suffix.lower() == _GZ else name.suffix).suffix.lower() in suffixes

    if path.is_dir():
        for file in sorted(path.rglob("*")):
            name = file.relative_to(path)
            if fits(PurePosixPath(name)) and file.is_file():
                yield name.as_posix(), _bounded(file, longest)
    elif path.suffix.lower() == _ZIP and path.is_file():
        for entry, chunks in read_archive(path, fits, longest):
            yield entry, b"".join(chunks)
    elif path.is_file():
        yield path.name, _bounded(path, longest)


def read_unpacked(path: Path, longest: int | None = None) -> bytes:
    """Return the content of a file, unpacked if gzip packed it; its name does not matter.

    Raises
    ------
    AloiError
        As `gunzipped`; more than `longest` bytes.
    OSError
        A file that cannot be opened.
    """
    return gunzipped(_bounded(path, longest or base.MAX_TOTAL), str(path), longest)


def _bounded(path: Path, longest: int) -> bytes:
    with path.open("rb") as stream:
        content = stream.read(longest + 1)
    if len(content) > longest:
        raise base.too_long(str(path), longest)
    return content


@contextmanager
def _opened(path: Path, content: bytes | None = None) -> Iterator[zipfile.ZipFile]:
    with _unpacking(path), zipfile.ZipFile(path if content is None else io.BytesIO(content)) as archive:
        yield archive


@contextmanager
def _unpacking(path: Path) -> Iterator[None]:
    try:
        yield
    except (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, OSError, ValueError) as error:
        # The messages of zipfile about two names that differ quote bytes of the files.
        why = "its names differ" if "header" in str(error) else error
        raise AloiError("aloi.unreadable", path=path.name, format="ZIP", error=why) from error


def _check(entries: list[zipfile.ZipInfo], path: Path) -> None:
    """Refuse an archive whose names point outside it, or whose entries cannot be read."""
    if len(entries) > MAX_FILES:
        raise AloiError(
            "aloi.too-many",
            name=Term("archive-entries"),
            count=f"{len(entries):,}",
            most=f"{MAX_FILES:,}",
            todo=Term("import-in-parts"),
        ).at(path.name)
    for entry in entries:
        name = entry.orig_filename
        if ".." in re.split(r"[/\\]", name) or re.match(r"[/\\]|[A-Za-z]:", name):
            raise AloiError("corpora.entry-points-outside-archive", name=path.name, name_2=repr(name))
        if entry.flag_bits & 0x1:
            raise AloiError("corpora.entry-encrypted", name=path.name, name_2=repr(name))
