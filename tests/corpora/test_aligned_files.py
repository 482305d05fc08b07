"""Aligned files, a text a line, in the encodings that tables may have: read, and said."""

from __future__ import annotations

from pathlib import Path

import pytest

from aloi.base.errors import AloiError
from aloi.corpora.readers import read_lines
from aloi.corpora.readers.read_as import tables_told
from aloi.workbench.imports.layouts import find_layout
from aloi.workbench.imports.layouts.base import ReadOptions, SourceRow

LINES = ["L’été, il a plu « très » fort.", "", "Ça ira\u2028mieux."]


@pytest.mark.parametrize(
    ("encoding", "said"),
    [
        ("utf-8", None),
        ("utf-8-sig", None),
        ("utf-16", "utf-16"),
        ("utf-16-le", "utf-16"),
        ("utf-16-be", "utf-16"),
        ("windows-1252", "windows-1252"),
    ],
)
@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_lines_in_each_encoding(tmp_path: Path, encoding: str, said: str | None, end: str) -> None:
    lines = [line.replace("\u2028", " ") for line in LINES] if encoding == "windows-1252" else LINES
    path = tmp_path / "t.txt"
    path.write_bytes("".join(line + end for line in lines).encode(encoding))
    with tables_told() as readings:
        assert read_lines(path) == lines
    assert [reading.source.encoding for reading in readings.values()] == ([said] if said else [])


@pytest.mark.parametrize(
    ("content", "code"),
    [
        ("été\n".encode() + b"\xff\x81\n", "corpora.byte-0x-not-utf-8"),
        (b"a\0b\n", "corpora.nul-byte-stands-at-byte"),
        ("été\n".encode("utf-16")[:-1], "corpora.damaged-text"),
        (b"", "aloi.no-content"),
    ],
)
def test_lines_that_are_no_text_are_refused(tmp_path: Path, content: bytes, code: str) -> None:
    path = tmp_path / "t.txt"
    path.write_bytes(content)
    with pytest.raises(AloiError) as refused:
        read_lines(path)
    assert refused.value.code == code


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "windows-1252"])
def test_yawat_files_in_each_encoding(tmp_path: Path, encoding: str) -> None:
    files = {
        "orig.txt": "Il a été soigné hier .\n",
        "simp.txt": "Il a été soigné .\n",
        "simp.aln": "1 4::del\n",
    }
    for name, text in files.items():
        (tmp_path / name).write_bytes(text.encode(encoding))
    layout = find_layout(tmp_path)
    assert layout.name == "yawat"
    (row,) = layout.read(tmp_path, ReadOptions()).rows
    assert isinstance(row, SourceRow)
    assert row.row.source == ("Il", "a", "été", "soigné", "hier", ".")
