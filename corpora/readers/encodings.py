"""In which encoding a table is written, and its lines."""

from __future__ import annotations

import codecs
import io
import re
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO

from aloi.base.errors import AloiError
from aloi.corpora.readers import base

_HEAD = 1 << 16  # bytes looked at for the zeros of UTF-16
_CHUNK = 1 << 20
_ASCII = bytes(range(128))
_UTF_16_MARKS = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)
# The characters that windows-1252 leaves undefined; no text in it contains them.
_UNDEFINED = frozenset(b"\x81\x8d\x8f\x90\x9d")
# Bytes that texts of western Europe have in windows-1252: accented letters, quotes, dashes, signs.
_WESTERN = frozenset(
    "àâäáåæçèéêëìíîïñòóôöøùúûüýÿœšžßÀÂÄÁÅÆÇÈÉÊËÌÍÎÏÑÒÓÔÖØÙÚÛÜÝŸŒŠŽ’‘“”«»°µ€–—…·²³½¼±×÷§\xa0¿¡ªº®‰†•".encode(
        "windows-1252"
    )
)
# No western word has three accented letters in a row; words of an alphabet of its own have nothing else.
_OTHER_ALPHABET = re.compile(rb"[\xc0-\xff]{3}")
_UTF_8_PAIR = re.compile(rb"[\xc2-\xf4][\x80-\xbf]")
_LEAST_WESTERN = 0.9


def encoding_of(path: Path) -> str:
    """Return `utf-8`, `utf-16`, `utf-16-le`, `utf-16-be` or `windows-1252`.

    A file that is none of them is called `utf-8`, so that its reader names the invalid byte in the error.
    Statistical detectors are not used: on the few accented letters of a table, they guess among dozens of
    encodings. These three rules are certain or refuse.
    """
    with path.open("rb") as stream:
        return encoding_of_stream(stream)


def encoding_of_stream(stream: BinaryIO) -> str:
    """Return what `encoding_of` does, of bytes that can be read from their start again."""
    head = stream.read(_HEAD)
    if head.startswith(_UTF_16_MARKS):
        return "utf-16"
    if b"\0" in head:
        return _by_zeros(head)
    stream.seek(0)
    if head.startswith(base.BOM) or _is_utf_8(stream):
        return "utf-8"
    stream.seek(0)
    return "windows-1252" if _is_windows_1252(stream) else "utf-8"


def ends_lines_with_cr(stream: BinaryIO, encoding: str) -> bool:
    """Return whether a carriage return alone ends the lines of a file, as on old Macs: it has no line feed.

    The stream is read from its start and is at its start again afterwards.
    """
    stream.seek(0)
    decoder = codecs.getincrementaldecoder("utf-16" if encoding == "utf-16" else encoding)("replace")
    has_cr = False
    try:
        while chunk := stream.read(_HEAD):
            if encoding.startswith("utf-16"):
                chunk = decoder.decode(chunk).encode("utf-8", "replace")
            if b"\n" in chunk:
                return False
            has_cr = has_cr or b"\r" in chunk
    finally:
        stream.seek(0)
    return has_cr


def read_whole(path: Path) -> tuple[str, str]:
    """Return a text file as one text, and its encoding; who reads it says so.

    Raises
    ------
    AloiError
        As `lines`.
    """
    encoding = encoding_of(path)
    with path.open("rb") as stream:
        return "".join(lines(stream, path, encoding)), encoding


def lines(stream: BinaryIO, path: Path, encoding: str) -> Iterator[str]:
    r"""Yield the lines of an open file in an encoding, each with its end, without the byte-order mark.

    A line ends at `\n`; at `\r` if the file has no `\n`.

    Raises
    ------
    AloiError
        Bytes that the encoding does not know, a NUL, a line or a file over the limits.
    """
    with_cr = ends_lines_with_cr(stream, encoding)
    if encoding == "utf-8" and not with_cr:
        yield from base.lines(stream, path)
        return
    if encoding == "utf-8":
        # The whole is decoded first: the error of a byte that is not UTF-8 names its place.
        base.check_utf_8(stream, path)
        encoding = "utf-8-sig"
    text = io.TextIOWrapper(stream, encoding, newline="\r" if with_cr else "\n")
    number, total = 0, 0
    try:
        while line := text.readline(base.MAX_TEXT + 1):
            number += 1
            total += len(line)
            if len(line) > base.MAX_TEXT:
                raise base.too_long(f"{path}: line {number}")
            if total > base.MAX_TOTAL:
                raise base.too_much(str(path))
            if "\0" in line:
                raise AloiError("corpora.damaged-text", path=path, number=number, encoding=encoding)
            yield line
    except UnicodeError as error:
        raise AloiError("corpora.damaged-text", path=path, number=number + 1, encoding=encoding) from error
    finally:
        if not stream.closed:  # by a caller who needed the first lines alone
            text.detach()


def _by_zeros(head: bytes) -> str:
    """Return UTF-16 without its mark where every other byte is mostly zero, as western texts have it."""
    pairs = len(head) // 2
    even, odd = head[0::2].count(0), head[1::2].count(0)
    if odd > 0.6 * pairs and even < 0.1 * pairs:
        return "utf-16-le"
    if even > 0.6 * pairs and odd < 0.1 * pairs:
        return "utf-16-be"
    return "utf-8"


def _is_utf_8(stream: BinaryIO) -> bool:
    decoder = codecs.getincrementaldecoder("utf-8")()
    try:
        while chunk := stream.read(_CHUNK):
            decoder.decode(chunk)
        decoder.decode(b"", final=True)
    except UnicodeDecodeError:
        return False
    return True


def _is_windows_1252(stream: BinaryIO) -> bool:
    """Return whether what is not ASCII is western text in this encoding, and in no likelier one."""
    counts = [0] * 256
    pairs = 0
    while chunk := stream.read(_CHUNK):
        if _OTHER_ALPHABET.search(chunk):
            return False
        pairs += len(_UTF_8_PAIR.findall(chunk))
        for byte in chunk.translate(None, _ASCII):
            counts[byte] += 1
    total = sum(counts)
    western = sum(counts[byte] for byte in _WESTERN)
    sample = bytes(byte for byte, times in enumerate(counts) for _ in range(min(times, 1000)) if byte > 127)
    return (
        not any(counts[byte] for byte in _UNDEFINED)
        and western >= _LEAST_WESTERN * total
        and 4 * pairs < total  # else it is UTF-8 with a damaged byte
        and base.likely_encoding(sample) == "windows-1252"
    )
