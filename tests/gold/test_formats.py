"""Formats: golden bytes, rows read back, difficult texts kept, nothing half-written, bad folders told."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from aloi.annotation.rows import ScoredPair
from aloi.base.errors import AloiError
from aloi.corpora.identity import file_checksum
from aloi.gold.formats import FORMATS, format_named, formats_for, table
from aloi.gold.formats.base import sentence_names, write_folder
from aloi.gold.formats.pairs.sts_tsv import StsTsv
from aloi.gold.model import Release
from aloi.gold.releasing.manifest import ReleaseInputs, rows_by_split
from aloi.gold.releasing.release import build_release
from tests.gold.campaign import NOW, Ids, make_inputs, release_of
from tests.golden.comparable import comparable

GOLDEN = Path(__file__).parent.parent / "golden" / "formats"
SCALE = (0.0, 5.0)


def _files(folder: Path) -> dict[str, bytes]:
    return {
        one.relative_to(folder).as_posix(): one.read_bytes()
        for one in sorted(folder.rglob("*"))
        if one.is_file()
    }


@pytest.mark.parametrize("name", [one.name for one in formats_for(ScoredPair)])
def test_export_equals_the_golden_files(
    name: str, release: Release, tmp_path: Path, rewrite_golden: bool
) -> None:
    rows = rows_by_split(release.manifest)
    if rewrite_golden:
        format_named(name).write(rows, GOLDEN / name, release)
    export = format_named(name).write(rows, tmp_path / "out", release)
    written = _files(tmp_path / "out")
    assert comparable(tmp_path / "out") == comparable(GOLDEN / name)
    assert export.files == {file: file_checksum(content) for file, content in written.items()}
    assert export.format == name
    assert export.lost


@pytest.mark.parametrize("name", [one.name for one in formats_for(ScoredPair)])
def test_export_again_is_byte_identical_also_from_another_store(name: str, tmp_path: Path) -> None:
    for folder, ids in (("a", Ids()), ("b", Ids("two")), ("a", Ids("three"))):
        release = build_release(make_inputs(ids), NOW)
        format_named(name).write(rows_by_split(release.manifest), tmp_path / folder, release)
    assert _files(tmp_path / "a") == _files(tmp_path / "b")
    assert [one.name for one in sorted(tmp_path.iterdir())] == ["a", "b"]


@pytest.mark.parametrize("name", [one.name for one in formats_for(ScoredPair)])
def test_rows_read_back_but_for_what_is_lost(name: str, release: Release, tmp_path: Path) -> None:
    rows = rows_by_split(release.manifest)
    one = format_named(name)
    one.write(rows, tmp_path, release)
    back = one.read(tmp_path, SCALE)

    def kept(found):
        return {part: [*map(one.restored, each)] for part, each in found.items()}

    assert kept(back) == kept(rows)
    assert all(row.low == 0 and row.high == 5 for each in back.values() for row in each)


def test_clister_ids_name_document_and_number(release: Release, tmp_path: Path) -> None:
    format_named("clister").write(rows_by_split(release.manifest), tmp_path, release)
    sentences = json.loads((tmp_path / "id_to_sentence.json").read_text(encoding="utf-8"))
    assert sentences["cas-un_1"] == "La toux dure depuis dix jours."
    assert sentences["cas-deux_3"] == "Le jardin\rest fleuri."
    assert sentences["cas-trois_3"] == "Le bilan est normal\u2028ce matin."
    assert all(len(one.split("_")) == 2 for one in sentences)
    assert (tmp_path / "train.csv").read_text(encoding="utf-8").startswith("id_1\tid_2\tsim\n")
    rows = format_named("drbenchmark_jsonl").files(rows_by_split(release.manifest), release)
    first = json.loads(rows["test.jsonl"].split("\n")[0])
    assert list(first) == ["id", "document_1_id", "document_2_id", "text_1", "text_2", "label"]
    assert sentences[first["document_1_id"]] == first["text_1"]


def test_sentence_names_stay_apart_when_document_names_clash(inputs: ReleaseInputs) -> None:
    clash = dict(zip(inputs.documents, ("a_b", "a b", "a-b"), strict=True))
    names = sentence_names(build_release(replace(inputs, documents=clash), NOW).manifest)
    assert len(set(names.values())) == len(names) == 9
    assert {one.split("_")[0] for one in names.values()} == {"a-b", "a-b-2", "a-b-3"}


_TEXTS = st.text(st.characters(exclude_categories=["Cs"]), max_size=30)


@given(left=_TEXTS, right=_TEXTS, score=st.floats(0, 5))
def test_every_text_and_score_survives_the_table(
    left: str, right: str, score: float, tmp_path_factory: pytest.TempPathFactory
) -> None:
    folder = tmp_path_factory.mktemp("tsv")
    row = ScoredPair("i", "", "", left, right, score, 0.0, 5.0)
    files = StsTsv().files({"train": [row]}, release_of(i=("d1", "d2")))
    (folder / "sts.tsv").write_bytes(files["sts.tsv"].encode())
    assert StsTsv().read(folder, SCALE) == {"train": (row,)}


def test_formulas_are_kept_as_text() -> None:
    row = ScoredPair("i", "", "", "=1+1", "-2 mg", 1.0, 0.0, 5.0)
    text = StsTsv().files({"a": [row]}, release_of(i=("d1", "d2")))["sts.tsv"]
    assert text.endswith("a\ti\t1.0\t=1+1\t-2 mg\td1\td2\n")


def test_a_failed_write_leaves_nothing(tmp_path: Path) -> None:
    def full_disk() -> Iterator[bytes]:
        yield b"2"
        raise OSError(28, "No space left on device")

    with pytest.raises(AloiError, match="No space left on device"):
        write_folder(tmp_path / "out", {"a.tsv": b"1", "b.tsv": full_disk()}, (".tsv",))
    assert list(tmp_path.iterdir()) == []


def test_a_folder_that_is_there_takes_files_of_deeper_folders(tmp_path: Path) -> None:
    write_folder(tmp_path / "out", {"a.tsv": "1"}, (".tsv",))
    write_folder(tmp_path / "out", {"a.tsv": "2", "raw/of/b.tsv": "3"}, (".tsv",))
    assert _files(tmp_path / "out") == {"a.tsv": b"2", "raw/of/b.tsv": b"3"}


def test_other_files_are_kept_but_strange_parts_refused(release: Release, tmp_path: Path) -> None:
    rows = rows_by_split(release.manifest)
    (tmp_path / "notes.txt").write_text("mine", encoding="utf-8")
    format_named("drbenchmark_jsonl").write(rows, tmp_path, release)
    assert sorted(_files(tmp_path)) == ["notes.txt", "test.jsonl", "train.jsonl"]
    before = _files(tmp_path)
    with pytest.raises(AloiError, match=r"test\.jsonl, which is not part"):
        format_named("drbenchmark_jsonl").write({"train": rows["train"]}, tmp_path, release)
    assert _files(tmp_path) == before
    with pytest.raises(AloiError, match="cannot be written"):
        format_named("sts_tsv").write(rows, tmp_path / "notes.txt", release)


def test_unknown_format_and_no_rows_are_refused(release: Release, tmp_path: Path) -> None:
    with pytest.raises(AloiError, match="sts_tsv, clister, drbenchmark_jsonl"):
        format_named("word")
    with pytest.raises(AloiError, match="The list of rows of the release is of the kind"):
        format_named("sts_tsv").write({}, tmp_path, release)


@pytest.mark.parametrize(
    ("name", "file", "content", "said"),
    [
        ("sts_tsv", "sts.tsv", b"", "columns"),
        ("sts_tsv", "sts.tsv", b"split\tid\n", "columns"),
        ("sts_tsv", "sts.tsv", b"split\tid\tscore\tsentence1\tsentence2\ntrain\t1\t7\ta\tb\n", "'7'"),
        ("sts_tsv", "sts.tsv", b"split\tid\tscore\tsentence1\tsentence2\ntrain\t1\tnan\ta\tb\n", "'nan'"),
        (
            "sts_tsv",
            "sts.tsv",
            b"split\tid\tscore\tsentence1\tsentence2\ntrain\t1\t2\ta\n",
            "sts.tsv, line 2: the number of fields is 4",
        ),
        ("sts_tsv", "sts.tsv", b'split\tid\tscore\tsentence1\tsentence2\ntrain\t1\t2\t"a\n', "line 2"),
        ("sts_tsv", "sts.tsv", b"\xff\xfe", "sts.tsv cannot be read as UTF-8: byte 0"),
        ("sts_tsv", "other.tsv", b"", "cannot be read"),
        ("clister", "train.csv", b"id_1\tid_2\tsim\n", "cannot be read"),
        ("clister", "id_to_sentence.json", b"[]", "not an object"),
        ("clister", "id_to_sentence.json", b"{", "not JSON"),
        ("clister", "id_to_sentence.json", b"{}", "no .csv"),
        ("drbenchmark_jsonl", "train.jsonl", b"{\n", "not JSON"),
        ("drbenchmark_jsonl", "train.jsonl", b"{}\n", "train.jsonl, line 1 lacks one or several columns"),
        ("drbenchmark_jsonl", "train.json", b"", "no .jsonl"),
    ],
)
def test_bad_folders_are_told(name: str, file: str, content: bytes, said: str, tmp_path: Path) -> None:
    (tmp_path / file).write_bytes(content)
    with pytest.raises(AloiError) as caught:
        format_named(name).read(tmp_path, SCALE)
    assert said in caught.value.found


def test_clister_looks_longer_ids_up_by_their_first_two_parts(tmp_path: Path) -> None:
    (tmp_path / "id_to_sentence.json").write_text('{"d_1": "un", "d_2": "deux"}', encoding="utf-8")
    (tmp_path / "train.csv").write_text("id_1\tid_2\tsim\nd_1_x\td_2_y\t2.5\n", encoding="utf-8")
    row = ScoredPair("", "d_1_x", "d_2_y", "un", "deux", 2.5, 0.0, 5.0)
    assert format_named("clister").read(tmp_path, SCALE) == {"train": (row,)}
    (tmp_path / "train.csv").write_text("id_1\tid_2\tsim\nd_1\td_9\t2.5\n", encoding="utf-8")
    with pytest.raises(AloiError, match=r"train\.csv, line 2: the sentence is 'd_9'"):
        format_named("clister").read(tmp_path, SCALE)


def test_the_table_lists_every_format() -> None:
    assert [line.split("`")[1] for line in table().splitlines()[2:]] == [one.name for one in FORMATS]
