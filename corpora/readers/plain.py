"""Plain texts: folders and .zip archives of .txt files, one text a file; files of a sentence a line."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from io import BytesIO
from pathlib import Path, PurePosixPath

from aloi.base.errors import AloiError
from aloi.base.terms import Term
from aloi.corpora.readers import base
from aloi.corpora.readers.archive import is_hidden, read_archive
from aloi.corpora.readers.base import ReadText
from aloi.corpora.readers.encodings import encoding_of_stream, read_whole
from aloi.corpora.readers.read_as import ReadAs, TableReading, tell


def read_folder(folder: Path) -> Iterator[ReadText]:
    """Yield the .txt files below a folder, sorted by name, without hidden files."""
    texts = {
        path.relative_to(folder).as_posix(): path
        for path in folder.rglob("*")
        if path.suffix.lower() == ".txt" and path.is_file()
    }
    total = 0
    for name in _chosen(texts, str(folder)):
        with texts[name].open("rb") as stream:
            content = stream.read(base.MAX_TEXT + 1)
        total += len(content)
        if total > base.MAX_TOTAL:
            raise base.too_much(str(folder))
        yield _text(name, content, str(texts[name]))


def read_file(path: Path) -> Iterator[ReadText]:
    """Yield the one text of a .txt file."""
    with path.open("rb") as stream:
        yield _text(path.name, stream.read(base.MAX_TEXT + 1), str(path))


def read_zip(path: Path) -> Iterator[ReadText]:
    """Yield the .txt files of an archive, sorted by name; nothing is unpacked to disk.

    Raises
    ------
    AloiError
        As `read_archive`; no such file.
    """
    empty = True
    for name, chunks in read_archive(path, lambda one: one.suffix.lower() == ".txt"):
        empty = False
        yield _text(name, b"".join(chunks), f"{path}, {name}")
    if empty:
        raise _no_file(str(path))


def _chosen(paths: Mapping[str, Path], where: str) -> list[str]:
    """Return the names to read, sorted, without the files that a system hides."""
    chosen = sorted(name for name in paths if not is_hidden(PurePosixPath(name)))
    if not chosen:
        raise _no_file(where)
    return chosen


def _no_file(where: str) -> AloiError:
    return AloiError("corpora.holds-no-txt-file", where=where)


def _text(name: str, content: bytes, where: str) -> ReadText:
    if len(content) > base.MAX_TEXT:
        raise base.too_long(where)
    encoding = encoding_of_stream(BytesIO(content))
    if len(content) % 2 and encoding.startswith("utf-16"):
        encoding = "utf-8"  # half a character is missing: the error names the byte
    if encoding == "utf-8":
        skipped = len(base.BOM) if content.startswith(base.BOM) else 0
        text = base.decode(content[skipped:], where, skipped)
    else:
        text = _decoded(content, encoding, where)
        tell(
            Path(where),
            TableReading(ReadAs("utf-16" if encoding.startswith("utf-16") else encoding, plain=False)),
        )
    if not text.strip():
        raise base.no_text(where)
    return ReadText(PurePosixPath(name).with_suffix("").as_posix(), text, location=name)


def _decoded(content: bytes, encoding: str, where: str) -> str:
    """Return a text in another encoding than UTF-8, or raise AloiError for bytes that are none of it."""
    try:
        text = content.decode(encoding)
    except UnicodeDecodeError as error:
        raise AloiError("corpora.damaged-text", path=where, number=1, encoding=encoding) from error
    if "\0" in text:
        raise AloiError("corpora.damaged-text", path=where, number=1, encoding=encoding)
    return text


def read_lines(path: Path) -> list[str]:
    r"""Return the lines of a text file without their ends, or raise AloiError if it has none.

    A line ends at `\n` or `\r\n`; at `\r` if the file has no `\n`. The encoding is UTF-8, UTF-16 or
    windows-1252. The log says what is not usual.
    """
    try:
        text, encoding = read_whole(path)
    except OSError as error:
        raise AloiError(
            "aloi.unreadable", path=path, format=Term("format-text"), error=error.strerror
        ) from error
    # Not splitlines(): a line separator of Unicode within a sentence ends no line of an aligned file.
    end = "\r" if "\r" in text and "\n" not in text else "\n"
    lines = [line.removesuffix("\r") for line in text.removesuffix(end).split(end)] if text else []
    if end == "\r" or encoding != "utf-8":
        encoding = "utf-16" if encoding.startswith("utf-16") else encoding
        tell(path, TableReading(ReadAs(encoding, plain=False, line_ends="cr" if end == "\r" else None)))
    if not lines:
        raise AloiError("aloi.no-content", path=path.name, content=Term("no-line"))
    return lines
