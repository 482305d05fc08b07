"""Readers: what comes back from each format, and what bad input is told."""

from __future__ import annotations

import gzip
import json
import zipfile
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from aloi.base.errors import AloiError
from aloi.corpora import readers
from aloi.corpora.readers import archive as archives
from aloi.corpora.readers import (
    base,
    preview,
    read_table,
    read_texts,
    spreadsheet_safe,
    without_apostrophe,
    write_table,
)
from aloi.corpora.readers.archive import read_files, read_unpacked


def put(path: Path, content: str | bytes) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content.encode() if isinstance(content, str) else content)
    return path


def archive(path: Path, entries: dict[str, bytes], packing: int = zipfile.ZIP_DEFLATED) -> Path:
    with zipfile.ZipFile(path, "w", packing) as made:
        for name, content in entries.items():
            made.writestr(name, content)
    return path


def refusal(path: Path, **columns: str) -> AloiError:
    with pytest.raises(AloiError) as caught:
        read_texts(path, **columns)
    return caught.value


def test_a_folder_gives_its_texts_by_name(tmp_path: Path) -> None:
    put(tmp_path / "b.txt", "Deux\r\n")
    put(tmp_path / "a/c.TXT", b"\xef\xbb\xbfUn \xc3\xa9t\xc3\xa9")
    put(tmp_path / ".hidden.txt", "no")
    put(tmp_path / "notes.md", "no")
    assert [(text.name, text.text) for text in read_texts(tmp_path)] == [("a/c", "Un été"), ("b", "Deux\r\n")]


def test_an_archive_gives_the_texts_of_the_folder(tmp_path: Path) -> None:
    path = archive(tmp_path / "z.zip", {"b.txt": b"Deux", "a/c.txt": b"Un", "__MACOSX/._b.txt": b"\xff"})
    assert [(text.name, text.text) for text in read_texts(path)] == [("a/c", "Un"), ("b", "Deux")]


def test_an_archive_is_opened_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = archive(tmp_path / "z.zip", {f"{name}.txt": b"Un" for name in "abc"})
    opened = []
    really = zipfile.ZipFile
    monkeypatch.setattr(zipfile, "ZipFile", lambda path: opened.append(path) or really(path))
    assert len(list(read_texts(path))) == 3
    assert opened == [path]


def test_a_lone_text_file_is_one_text(tmp_path: Path) -> None:
    assert [text.name for text in read_texts(put(tmp_path / "cas.1.txt", "Un"))] == ["cas.1"]


@pytest.mark.parametrize("suffix", [".tsv", ".csv", ".jsonl", ".parquet"])
def test_every_table_keeps_texts_as_they_are(tmp_path: Path, suffix: str) -> None:
    texts = ['Il dit "oui", puis\tnon', "a\r\nb", "c\rd", "=1+1", " bords ", "e\u2028f", "'"]
    path = tmp_path / f"t{suffix}"
    write_table(path, ["id", "text", "score"], [{"id": t[:3], "text": t, "score": 0.1 + 0.2} for t in texts])
    assert [text.text for text in read_texts(path)] == texts
    table = read_table(path)
    assert table.columns == ("id", "text", "score")
    score = table.rows[0].values["score"]
    assert score == ("0.30000000000000004" if suffix in (".tsv", ".csv") else 0.30000000000000004)
    assert list(tmp_path.iterdir()) == [path]


def test_chosen_columns_and_metadata(tmp_path: Path) -> None:
    path = put(tmp_path / "t.csv", '\ufeffdoc,note,site\n1,"a ""b"", c",Lyon\n2,"d\ne",\n')
    first, second = read_texts(path, text_column="note", id_column="doc")
    assert (first.name, first.text, first.metadata) == ("1", 'a "b", c', {"site": "Lyon"})
    assert (second.text, second.metadata) == ("d\ne", {"site": ""})


def test_usual_names_need_no_option_and_rows_without_ids_are_numbered(tmp_path: Path) -> None:
    assert [text.name for text in read_texts(put(tmp_path / "t.csv", "phrase,lang\nUn,fr\nDeux,fr\n"))] == [
        "1",
        "2",
    ]
    (text,) = read_texts(put(tmp_path / "u.csv", "identifier,text,specialities\na1,Un,virology\n"))
    assert (text.name, text.text, text.metadata) == ("a1", "Un", {"specialities": "virology"})


def test_a_french_spreadsheet_separates_with_semicolons(tmp_path: Path) -> None:
    assert [text.text for text in read_texts(put(tmp_path / "t.csv", "id;text\n1;37,5\n"))] == ["37,5"]


def test_native_values_of_json_lines_are_kept(tmp_path: Path) -> None:
    table = read_table(put(tmp_path / "t.jsonl", '{"id": 1, "v": [1, null]}\n\n{"id": 2, "w": true}\n'))
    assert table.columns == ("id", "v", "w")
    assert [row.number for row in table.rows] == [1, 3]
    assert table.rows[0].values == {"id": 1, "v": [1, None]}
    assert [table.rows[1].text(column) for column in table.columns] == ["2", "", "True"]


def test_a_header_alone_is_a_table_but_no_texts(tmp_path: Path) -> None:
    path = put(tmp_path / "t.tsv", "id\ttext\n")
    assert read_table(path).rows == ()
    assert "t.tsv contains no rows" in refusal(path).found


def test_preview_guesses_columns_and_stops_early(tmp_path: Path) -> None:
    path = put(tmp_path / "t.tsv", "Doc\tage\tcompte rendu\n" + "7\t30\tUne longue note\n" * 6 + "bad\n")
    seen = preview(path, rows=2)
    assert (seen.columns, len(seen.rows)) == (("Doc", "age", "compte rendu"), 2)
    assert (seen.guessed_text, seen.guessed_id) == ("compte rendu", "Doc")
    folder = put(tmp_path / "f/a.txt", "Un").parent
    assert preview(folder).rows == (("a", "Un"),)


def test_wrong_encoding_is_named_with_its_byte(tmp_path: Path) -> None:
    content = "id,text\n1,h\xe9matome \xe0 droite\n".encode("windows-1252")
    error = refusal(put(tmp_path / "t.txt", content + "\xab \xf4t\xe9 \xbb".encode() * 3))
    assert "t.txt" in error.found
    assert "byte 11 (0xe9)" in error.found
    assert "windows-1252" in error.found
    assert "nothing was replaced" in error.todo


@pytest.mark.parametrize(
    ("content", "looks"),
    [
        ("é".encode("utf-16") + b"\0", "UTF-16"),
        ("été à l'hôpital".encode("mac-roman"), "mac-roman"),
        (b"a\0b", "NUL"),
    ],
)
def test_other_encodings(tmp_path: Path, content: bytes, looks: str) -> None:
    assert looks in refusal(put(tmp_path / "t.txt", content)).found


def test_the_byte_named_counts_the_whole_file(tmp_path: Path) -> None:
    path = put(tmp_path / "t.csv", b"\xef\xbb\xbfid,text\n1,ok\n2,\xe9\n")
    assert "line 3: byte 18 " in refusal(path).found


@pytest.mark.parametrize(
    ("name", "content", "found"),
    [
        ("t.csv", "", "contains no rows"),
        ("t.jsonl", "\n\n", "contains no rows"),
        ("t.tsv", "\n", "contains no rows"),
        ("t.txt", " \n", "t.txt contains no text"),
        ("t.parquet", "", "contains no rows"),
        ("t.parquet", "junk", "cannot be read as Parquet"),
        ("t.csv", "a,b\n1,a\n", "t.csv has no column with the role text"),
        ("t.csv", "text,phrase\nUn,Deux\n", "The roles of these columns of t.csv are not certain"),
        ("t.csv", "id,id\n1,a\n", "t.csv: the column of the header 'id' appears twice"),
        ("t.csv", "id,text\n1,a\n2,b\n1,c\n", "line 2 and line 4 have the same id '1'"),
        ("t.csv", "id,text\n1,a\n2,  \n", "t.csv, line 3: column 'text' contains no text"),
        ("t.csv", "id,text\n,a\n", "t.csv, line 2: the id in column 'id' contains no text"),
        ("t.csv", "id,text\n1,a,b\n", "t.csv, line 2: the number of values is 3"),
        ("t.csv", "id,text\n1\n", "t.csv, line 2: the number of values is 1"),
        ("t.tsv", 'id\ttext\n1\t"a" b\n', "expected after '\"'"),
        ("t.tsv", 'id\ttext\n1\t"a\n', "unexpected end of data"),
        (
            "t.jsonl",
            '{"id": 1, "text": "a"}\n{"id": 2,\n',
            "t.jsonl, line 2 is not JSON: '{\"id\": 2,'",
        ),
        ("t.jsonl", "[1]\n", "t.jsonl, line 1: '[1]' does not have the expected form"),
        ("t.jsonl", '{"id": 1, "text": "\\ud800"}\n', "line 1"),
        ("t.jsonl", '{"id": 1, "text": 3}\n', "t.jsonl, line 1: the column 'text' contains 3"),
        ("t.jsonl", '{"id": 1, "text": "a"}\n{"id": 2}\n', "t.jsonl, line 2: column 'text' contains no text"),
        ("t.docx", "x", "t.docx ends in '.docx', which is not supported"),
        ("t.zip", "junk", "zip cannot be read as ZIP:"),
    ],
)
def test_bad_files_say_what_was_found_and_where(tmp_path: Path, name: str, content: str, found: str) -> None:
    error = refusal(put(tmp_path / name, content))
    assert found in error.found
    assert name in error.found
    assert error.expected
    assert error.todo


def test_parquet_has_the_same_refusals(tmp_path: Path) -> None:
    path = tmp_path / "t.parquet"
    pq.write_table(pa.table({"id": [1, 1], "text": ["a", "b"]}), path)
    assert "line 1 and line 2 have the same id '1'" in refusal(path).found
    assert "no column 'note'" in refusal(path, text_column="note").found


def test_a_missing_path_and_an_empty_folder(tmp_path: Path) -> None:
    assert "nowhere.tsv" in refusal(tmp_path / "nowhere.tsv").found
    assert "contains no .txt file" in refusal(tmp_path).found
    with pytest.raises(AloiError, match="There is no file"):
        read_table(tmp_path / "nowhere.tsv")


@pytest.mark.parametrize("name", ["t.csv", "t.jsonl", "t.txt"])
def test_a_huge_line_is_refused_without_being_read(tmp_path: Path, name: str) -> None:
    import tracemalloc

    path = tmp_path / name
    with path.open("wb") as stream:
        stream.truncate(50_000_000)
    tracemalloc.start()
    error = refusal(path)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert ": There are too many bytes: more than 5,000,000" in error.found
    assert peak < 4 * base.MAX_TEXT


def test_a_quoted_text_over_many_lines_has_the_same_limit(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(base, "MAX_TEXT", 1000)
    error = refusal(put(tmp_path / "t.csv", 'id,text\n1,"' + "a\n" * 600 + '"\n'))
    assert "field larger than field limit" in error.found


@pytest.mark.parametrize("name", ["../a.txt", "/a.txt", "x/../../a.txt", "C:\\a.txt", "..\\a.txt", "\\a.txt"])
def test_archive_names_that_point_outside(tmp_path: Path, name: str) -> None:
    path = archive(tmp_path / "z.zip", {"ok.txt": b"Un", name: b"Deux"})
    assert "points outside the archive" in refusal(path).found


def test_archive_bombs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = archive(tmp_path / "z.zip", {f"{i}.txt": b"a" * 900_000 for i in range(9)})
    assert "more than 200 times its own size" in refusal(path).found
    monkeypatch.setattr(archives, "MAX_RATIO", 10_000)
    assert (
        "y.zip, a.txt: There are too many bytes: more than 5,000,000"
        in refusal(archive(tmp_path / "y.zip", {"a.txt": b"a" * 6_000_000})).found
    )
    monkeypatch.setattr(base, "MAX_TOTAL", 2_000_000)
    assert "more than 2,000,000 bytes" in refusal(path).found


def test_a_bomb_that_lies_about_its_size(tmp_path: Path) -> None:
    path = archive(tmp_path / "z.zip", {"a.txt": b"a" * 4_000_000})
    content = path.read_bytes().replace((4_000_000).to_bytes(4, "little"), (10).to_bytes(4, "little"))
    path.write_bytes(content)
    assert refusal(path).found.startswith("z.zip")


def test_an_archive_without_texts_or_damaged(tmp_path: Path) -> None:
    assert "contains no .txt file" in refusal(archive(tmp_path / "z.zip", {"a.md": b"Un"})).found
    path = archive(tmp_path / "y.zip", {"a.txt": b"Un texte assez long" * 9})
    content = bytearray(path.read_bytes())
    content[40] ^= 0xFF
    path.write_bytes(content)
    assert "zip cannot be read as ZIP:" in refusal(path).found
    path = archive(tmp_path / "x.zip", {"a.txt": b"Un", "a.TXT": b"Deux"})
    assert "a.TXT and a.txt have the same id 'a'" in refusal(path).found


def test_an_encrypted_archive(tmp_path: Path) -> None:
    path = archive(tmp_path / "z.zip", {"a.txt": b"Un"})
    content = bytearray(path.read_bytes())
    content[6] |= 1
    content[content.index(b"PK\x01\x02") + 8] |= 1
    path.write_bytes(content)
    assert "encrypted" in refusal(path).found


def test_nothing_is_half_written(tmp_path: Path) -> None:
    path = put(tmp_path / "t.jsonl", "before")
    with pytest.raises(ValueError, match="JSON compliant"):
        write_table(path, ["a"], [{"a": 1}, {"a": float("nan")}])
    assert path.read_text() == "before"
    assert list(tmp_path.iterdir()) == [path]
    with pytest.raises(AloiError, match="cannot be written"):
        write_table(tmp_path / "no" / "t.tsv", ["a"], [])
    with pytest.raises(AloiError, match="is not supported"):
        write_table(tmp_path / "t.xls", ["a"], [])


def test_written_tables_are_the_same_bytes_everywhere(tmp_path: Path) -> None:
    rows = [{"a": "é", "b": None}, {"a": "x\ty", "b": 1.0}]
    write_table(tmp_path / "t.tsv", ["a", "b"], rows)
    assert (tmp_path / "t.tsv").read_bytes() == 'a\tb\né\t\n"x\ty"\t1.0\n'.encode()
    write_table(tmp_path / "t.jsonl", ["b", "a"], rows)
    assert json.loads((tmp_path / "t.jsonl").read_text().splitlines()[0]) == {"b": None, "a": "é"}
    write_table(tmp_path / "one.tsv", ["a"], [{"a": ""}])
    assert [row.values for row in read_table(tmp_path / "one.tsv").rows] == [{"a": ""}]


@pytest.mark.parametrize("text", ["=1", "+1", "-1", "@a", "\ta", "\ra"])
def test_spreadsheets_get_no_formula(text: str) -> None:
    assert spreadsheet_safe(text) == "'" + text
    assert spreadsheet_safe("a" + text) == "a" + text
    for one in (text, "'" + text, "''" + text, "'a", "'", "a" + text):
        assert without_apostrophe(spreadsheet_safe(one)) == one
        assert not spreadsheet_safe(one).startswith(("=", "+", "-", "@", "\t", "\r"))


def test_a_workbook_holds_texts_and_numbers_as_they_are_or_nothing(tmp_path: Path) -> None:
    path = tmp_path / "t.xlsx"
    row = {"a": "=1+1", "b": 0.1 + 0.2, "c": 10**15, "d": None, "e": True, "f": "007", "g": "à\nl’œil"}
    write_table(path, list(row), [row])
    [read] = read_table(path).rows
    assert read.values == {**row, "b": "0.30000000000000004", "c": str(10**15), "d": ""}
    for bad in ("x" * 32_768, "\uffff"):
        with pytest.raises(AloiError) as raised:
            write_table(tmp_path / "bad.xlsx", ["a"], [{"a": bad}])
        assert raised.value.code == "corpora.cell-too-long"
    assert [one.name for one in tmp_path.iterdir()] == ["t.xlsx"]


def test_formats_name_every_table_suffix() -> None:
    assert set(readers.SUFFIXES) <= set(readers.FORMATS)


def test_gzip_is_unpacked_within_the_limits_of_archives(tmp_path: Path) -> None:
    path = tmp_path / "x"
    path.write_bytes(gzip.compress(b"Un ") + gzip.compress(b"deux"))  # two members, as `cat` joins them
    assert read_unpacked(path) == b"Un deux"
    for content, code in (
        (gzip.compress(b" " * 3_000_000), "corpora.archive-unpacks-more-than-times"),
        (gzip.compress(b"Un")[:-9], "corpora.gzip-damaged"),
        (b"\x1f\x8bUn", "corpora.gzip-damaged"),
    ):
        path.write_bytes(content)
        with pytest.raises(AloiError) as refused:
            read_unpacked(path)
        assert refused.value.code == code
    path.write_bytes(gzip.compress(b"trop long"))
    with pytest.raises(AloiError, match="x: There are too many bytes: more than 8"):
        read_unpacked(path, longest=8)


def test_packed_files_are_read_beside_others(tmp_path: Path) -> None:
    put(tmp_path / "a.ann", "un")
    (tmp_path / "a.ann.gz").write_bytes(gzip.compress(b"deux"))
    (tmp_path / "b.ann.gz").write_bytes(gzip.compress(b"trois"))
    assert dict(read_files(tmp_path, (".ann",))) == {"a.ann": b"un", "a.ann.gz": b"deux", "b.ann": b"trois"}
