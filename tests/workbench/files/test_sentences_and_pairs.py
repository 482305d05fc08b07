"""From file to file: sentences with true offsets, candidate pairs, and nothing written on bad input."""

from __future__ import annotations

from pathlib import Path
from typing import Literal

import pytest

from aloi.base.errors import AloiError
from aloi.corpora.readers import read_table
from aloi.gold.formats import FORMATS
from aloi.workbench.files import candidate_pairs, formats, sentences
from aloi.workbench.requests.candidates import MineFileRequest
from aloi.workbench.requests.texts import SegmentFileRequest

SENTENCES = "id\ttext\ns1\tLe patient dort.\ns2\tLa patiente dort.\ns3\tAucune allergie.\n"


def put(path: Path, content: str | bytes) -> Path:
    path.write_bytes(content.encode() if isinstance(content, str) else content)
    return path


def test_sentences_are_written_with_their_place(texts: Path, tmp_path: Path) -> None:
    out = tmp_path / "sentences.tsv"
    counts = sentences.segment_file(SegmentFileRequest(texts, "fr", out))
    table = read_table(out)
    assert table.columns == sentences.SENTENCE_COLUMNS
    assert (counts.documents, counts.sentences, len(table.rows)) == (4, 8, 8)
    whole = {path.stem: path.read_text(encoding="utf-8") for path in texts.iterdir()}
    assert counts.characters == sum(map(len, whole.values()))
    for row in table.rows:
        assert row.text("id") == f"{row.text('document_id')}:{row.text('index')}"
        start, end = int(row.text("start")), int(row.text("end"))
        assert whole[row.text("document_id")][start:end] == row.text("text")


def test_written_sentences_are_mined_under_their_ids(texts: Path, tmp_path: Path) -> None:
    sentences.segment_file(SegmentFileRequest(texts, "fr", tmp_path / "sentences.tsv"))
    out = tmp_path / "pairs.tsv"
    report = candidate_pairs.mine_file(MineFileRequest(tmp_path / "sentences.tsv", out, threshold=0.1))
    rows = read_table(out).rows
    assert (report.sentences, report.pairs_kept) == (8, len(rows))
    known = {row.text("id"): row.text("text") for row in read_table(tmp_path / "sentences.tsv").rows}
    assert all(known[row.text("left_id")] == row.text("left") for row in rows)
    assert all(known[row.text("right_id")] == row.text("right") for row in rows)


@pytest.mark.parametrize("miner", ["lexical", "random"])
@pytest.mark.parametrize("distinct", [True, False])
def test_empty_sentences_are_counted_and_in_no_pair(
    tmp_path: Path, miner: Literal["lexical", "random"], distinct: bool
) -> None:
    path = put(tmp_path / "in.tsv", SENTENCES + "s4\t\ns5\t \u00a0\ns6\t\u200b\n")
    out = tmp_path / "out.tsv"
    request = MineFileRequest(path, out, miner, threshold=0.01, count=3, distinct=distinct)
    report = candidate_pairs.mine_file(request)
    assert (report.empty, report.sentences, report.pairs_compared) == (3, 3, 3)
    rows = read_table(tmp_path / "out.tsv").rows
    assert {row.text(side) for row in rows for side in ("left_id", "right_id")} <= {"s1", "s2", "s3"}


def test_a_table_of_empty_sentences_has_too_few(tmp_path: Path) -> None:
    path = put(tmp_path / "in.tsv", "id\ttext\ns1\tUn.\ns2\t\n")
    with pytest.raises(AloiError, match="too few sentences: 1"):
        candidate_pairs.mine_file(MineFileRequest(path, tmp_path / "out.tsv"))


BAD_SENTENCES = {
    "empty": (b"", r"in\.tsv contains no rows"),
    "one": (b"id\ttext\ns1\tUn.\n", "too few sentences: 1"),
    "column": (b"id\tnote\ns1\tUn.\n", "no column 'text'"),
    "twice": (SENTENCES.encode() + b"s1\tEncore.\n", "line 5: the id is 's1', which line 2 has already"),
    "no id": (SENTENCES.encode() + b"\tUn.\n", "line 5 lacks the id"),
    "line": (
        SENTENCES.encode() + b"s4\t" + b"x" * 50_000_000,
        r"in\.tsv: line 5: There are too many bytes: more than 5,000,000",
    ),
}


@pytest.mark.parametrize("case", BAD_SENTENCES)
def test_bad_sentences_are_refused_and_nothing_is_written(tmp_path: Path, case: str) -> None:
    content, told = BAD_SENTENCES[case]
    path = put(tmp_path / "in.tsv", content)
    with pytest.raises(AloiError, match=told):
        candidate_pairs.mine_file(MineFileRequest(path, tmp_path / "out.tsv"))
    assert [one.name for one in tmp_path.iterdir()] == ["in.tsv"]


@pytest.mark.parametrize("name", ["out.docx", "out", "gone/out.tsv"])
def test_a_table_that_cannot_be_written_is_told_before_any_work(tmp_path: Path, name: str) -> None:
    bad = put(tmp_path / "in.tsv", "")  # never read
    with pytest.raises(AloiError, match="The output table is"):
        sentences.segment_file(SegmentFileRequest(bad, "fr", tmp_path / name))
    with pytest.raises(AloiError, match="The output table is"):
        candidate_pairs.mine_file(MineFileRequest(bad, tmp_path / name))


def test_every_format_is_listed() -> None:
    assert [one.name for one in formats.list_formats()] == [one.name for one in FORMATS]
    assert all(one.title and one.kinds and one.files for one in formats.list_formats())
