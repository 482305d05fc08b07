"""A word that stands in restricted texts alone, looked for in files of any form."""

from __future__ import annotations

import gzip
import io
import zipfile
import zlib
from collections.abc import Iterator
from pathlib import Path

WORD = "Zyxquillard"
OVERHEARD = "tests.browser.overheard"  # what writes down what a server and a worker print, and whom they call
LOG, CALLS = "printed.log", "calls.log"
CONTROL = "192.0.2.1"  # belongs to nobody; a datagram socket that is connected to it sends nothing
BREAKS = "draw_random"  # the job that breaks down with a text in its words
_WRITTEN = tuple(WORD.lower().encode(encoding) for encoding in ("utf-8", "utf-16-le", "utf-16-be"))


def holds(content: bytes) -> bool:
    """Return whether bytes hold the word: as text, packed, or as text in something packed."""
    return any(form in part.lower() for part in _opened(content) for form in _WRITTEN)


def holding(folder: Path) -> set[str]:
    """Return the files below a folder that hold the word, or have it in their name."""
    return {
        path.relative_to(folder).as_posix()
        for path in folder.rglob("*")
        if path.is_file() and (WORD.lower() in path.name.lower() or holds(path.read_bytes()))
    }


def _opened(content: bytes) -> Iterator[bytes]:
    yield content
    if content.startswith(b"PK\x03\x04"):  # also a workbook, and what torch saves
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            for name in archive.namelist():
                yield name.encode()
                yield from _opened(archive.read(name))
    elif content.startswith(b"\x1f\x8b"):
        yield from _opened(gzip.decompress(content))
    elif content.startswith(b"\x78"):
        try:
            yield from _opened(zlib.decompress(content))
        except zlib.error:  # it only begins like one
            return
    elif content.startswith(b"PAR1"):
        import pyarrow.parquet as parquet

        yield str(parquet.read_table(io.BytesIO(content)).to_pylist()).encode()
