"""Files whose lines end with a carriage return alone, as old Macs wrote them: read, and said."""

from __future__ import annotations

from pathlib import Path

import pytest

from aloi.corpora.language.segment import split
from aloi.corpora.model import Document
from aloi.corpora.readers import read_lines, read_table
from aloi.corpora.readers.read_as import tables_told

ROWS = ("id", "text", "note"), ("a", "Été chaud.", "1"), ("b", "Hiver, froid.", "2")


def table(separator: str, end: str = "\r") -> str:
    return end.join(separator.join(f'"{cell}"' for cell in row) for row in ROWS) + end


@pytest.mark.parametrize("name", ["t.csv", "t.tsv"])
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "cp1252"])
@pytest.mark.parametrize("title", ["", "A title\r\r"])
def test_a_table_is_cut_at_cr(tmp_path: Path, name: str, encoding: str, title: str) -> None:
    path = tmp_path / name
    separator = "\t" if name.endswith("tsv") else ","
    path.write_bytes((title + table(separator)).encode(encoding))
    read = read_table(path)
    assert [tuple(row.values.values()) for row in read.rows] == list(ROWS[1:])
    assert read.read_as.line_ends == "cr"
    assert "lines end with CR" in read.read_as.describe()
    assert [row.number for row in read.rows] == ([4, 5] if title else [2, 3])


def test_a_large_table_is_cut_at_cr(tmp_path: Path) -> None:
    path = tmp_path / "t.csv"
    path.write_bytes(b"id,text\r" + b"".join(b"%d,some words\r" % number for number in range(9000)))
    assert len(read_table(path).rows) == 9000


def test_json_lines_are_cut_at_cr(tmp_path: Path) -> None:
    path = tmp_path / "t.jsonl"
    path.write_bytes(b'{"id": 1}\r{"id": 2}\r')
    read = read_table(path)
    assert ([row.values["id"] for row in read.rows], read.read_as.line_ends) == ([1, 2], "cr")


@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_other_ends_are_not_said_and_a_cr_in_quotes_stays(tmp_path: Path, end: str) -> None:
    path = tmp_path / "t.csv"
    path.write_bytes((table(",", end) + f'"c","x\ry","3"{end}').encode())
    read = read_table(path)
    assert (read.read_as.line_ends, read.rows[-1].text("text")) == (None, "x\ry")


@pytest.mark.parametrize(
    ("content", "lines"),
    [
        ("a\rb\r", ["a", "b"]),
        ("a\r\rb", ["a", "", "b"]),
        ("a\r\nb\r\n", ["a", "b"]),
        ("a\nb\n\n", ["a", "b", ""]),
        ("a\rb\nc\n", ["a\rb", "c"]),
    ],
)
def test_lines_of_an_aligned_file(tmp_path: Path, content: str, lines: list[str]) -> None:
    path = tmp_path / "t.txt"
    path.write_bytes(content.encode())
    with tables_told() as readings:
        assert read_lines(path) == lines
    assert [reading.source.line_ends for reading in readings.values()] == ["cr"] * ("\n" not in content)


@pytest.mark.parametrize("language", ["fr", "en"])
def test_sentences_end_at_cr_as_at_line_feed(language: str) -> None:
    text = "ANTÉCÉDENTS\r\rLe patient dort. Il va bien.\r\rTraitement\r- repos\r- eau\r"
    sentences = split(Document("d", "c", "d", text, {}), language).sentences
    others = split(Document("d", "c", "d", text.replace("\r", "\n"), {}), language).sentences
    assert [(one.start, one.end) for one in sentences] == [(one.start, one.end) for one in others]
    assert all(text[one.start : one.end] == one.text for one in sentences)
    assert len(sentences) > 2
