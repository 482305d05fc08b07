"""Scored pairs read from releases, exports and tables: the same content, whatever it lies in."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import cast

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from corpora.model import Json
from errors import AloiError
from gold.formats import format_named
from gold.model import Release
from gold.releasing.manifest import rows_by_split
from gold.releasing.release import build_release
from modeling.data.reading import Columns, read_scored
from tests.gold.campaign import NOW, make_inputs
from workbench.releases.releases import manifest_text

SCALE = (0.0, 5.0)
TABLE = "split\tid\tsentence1\tsentence2\tscore\ntrain\tb\tUn\tDeux\t1.5\ntest\ta\tTrois\tQuatre\t5\n"


@pytest.fixture
def release() -> Release:
    return build_release(make_inputs(), NOW)


def _table(tmp_path: Path, content: str, name: str = "pairs.tsv") -> Path:
    path = tmp_path / name
    path.write_text(content, encoding="utf-8")
    return path


def test_a_release_gives_its_parts_with_origins_status_and_answers(release: Release) -> None:
    data = read_scored(release)
    assert (data.name, data.low, data.high) == ("pairs 1.0", 0.0, 5.0)
    assert {part: len(found) for part, found in data.parts.items()} == {"train": 4, "test": 2}
    every = {one.left: one for found in data.parts.values() for one in found}
    mean = every["La toux dure depuis dix jours."]
    # A1 corrected 0 to 5 and answered 3 to the hidden repeat, which does not count.
    assert mean.answers == {"A1": 5.0, "A2": 4.0, "A3": 4.0}
    assert mean.score == pytest.approx(13 / 3)
    assert (mean.status, mean.miners) == ("aggregated", ("lexical",))
    decided = every['Il dit : "ça va\tmieux".']
    assert (decided.score, decided.status, len(decided.answers)) == (2.0, "adjudicated", 3)
    assumed = next(one for one in every.values() if one.status == "assumed")
    assert (assumed.score, assumed.answers) == (0.0, {})
    assert all(list(found) == sorted(found, key=lambda one: one.id) for found in data.parts.values())


@pytest.mark.parametrize("name", ["sts_tsv", "drbenchmark_jsonl"])
def test_an_export_with_ids_has_the_checksum_of_its_release(
    name: str, release: Release, tmp_path: Path
) -> None:
    format_named(name).write(rows_by_split(release.manifest), tmp_path, release)
    data = read_scored(tmp_path, scale=SCALE)
    assert data.checksum == read_scored(release).checksum
    with pytest.raises(AloiError, match="which scale"):
        read_scored(tmp_path)
    (tmp_path / "manifest.json").write_text(manifest_text(release), encoding="utf-8")
    assert read_scored(tmp_path).checksum == data.checksum
    with pytest.raises(AloiError, match="Its own scale is 0,5"):
        read_scored(tmp_path, scale=(0, 4))


def test_a_dataset_folder_says_all_its_release_says(release: Release, tmp_path: Path) -> None:
    format_named("huggingface").write(rows_by_split(release.manifest), tmp_path, release)
    assert read_scored(tmp_path) == read_scored(release)
    assert read_scored(tmp_path / "test.parquet").parts == {"test": read_scored(release).part("test")}
    with pytest.raises(AloiError, match="Its own scale is 0,5"):
        read_scored(tmp_path, scale=(0, 4))


def test_a_manifest_of_another_program_is_left_alone(tmp_path: Path) -> None:
    _table(tmp_path, TABLE)
    (tmp_path / "manifest.json").write_text('{"campaign": {}}', encoding="utf-8")
    assert read_scored(tmp_path, scale=SCALE).name == tmp_path.name
    (tmp_path / "manifest.json").write_text("{", encoding="utf-8")
    with pytest.raises(AloiError, match=r"manifest\.json is not JSON"):
        read_scored(tmp_path, scale=SCALE)


def test_a_clister_export_has_the_texts_and_scores_of_its_release(release: Release, tmp_path: Path) -> None:
    format_named("clister").write(rows_by_split(release.manifest), tmp_path, release)
    data = read_scored(tmp_path, scale=SCALE)

    def content(one):
        return {part: sorted((i.left, i.right, i.score) for i in found) for part, found in one.parts.items()}

    assert content(data) == content(read_scored(release))
    assert data.part("test")[0].id == "cas-deux_3 cas-trois_3"


def test_a_release_without_parts_says_so(release: Release) -> None:
    splits = cast("Mapping[str, Json]", release.manifest["splits"])
    bare = replace(release, manifest={**release.manifest, "splits": {**splits, "parts": []}})
    data = read_scored(bare)
    assert data.parts == {}
    with pytest.raises(AloiError, match=r"pairs 1\.0 has no part 'test'"):
        data.part("test")


def test_the_same_pairs_have_the_same_checksum_in_every_kind_of_table(tmp_path: Path) -> None:
    tsv = read_scored(_table(tmp_path, TABLE), scale=SCALE)
    assert {part: [one.id for one in found] for part, found in tsv.parts.items()} == {
        "train": ["b"],
        "test": ["a"],
    }
    rows = [dict(zip(*(line.split("\t") for line in (TABLE.splitlines()[0], one)), strict=True))
            for one in TABLE.splitlines()[1:]]  # fmt: skip
    lines = "".join(json.dumps({**row, "score": float(row["score"])}) + "\n" for row in reversed(rows))
    assert read_scored(_table(tmp_path, lines, "p.jsonl"), scale=SCALE).checksum == tsv.checksum
    pq.write_table(pa.Table.from_pylist(rows), tmp_path / "p.parquet")
    assert read_scored(tmp_path / "p.parquet", scale=SCALE).checksum == tsv.checksum
    assert read_scored(_table(tmp_path, TABLE.replace("\t", ","), "p.csv"), scale=SCALE) == replace(
        tsv, name="p"
    )
    assert read_scored(_table(tmp_path, TABLE), scale=(0, 6)).checksum != tsv.checksum
    other = _table(tmp_path, TABLE.replace("1.5", "1.25"))
    assert read_scored(other, scale=SCALE).checksum != tsv.checksum


def test_columns_may_be_told_and_annotators_become_the_mean(tmp_path: Path) -> None:
    path = _table(tmp_path, "nr\ta\tb\tP1\tP2\n7\tUn\tDeux\t1\t2\n8\tTrois\tQuatre\t\t4\n")
    with pytest.raises(AloiError, match=r"no column is known as the first text; there are 'nr', 'a'"):
        read_scored(path, scale=SCALE)
    data = read_scored(path, scale=SCALE, columns=Columns("a", "b", id="nr"))
    first, second = data.part("all")
    assert (first.id, first.score, first.answers) == ("7", 1.5, {"P1": 1.0, "P2": 2.0})
    assert (second.score, second.answers) == (4.0, {"P2": 4.0})
    one = read_scored(path, scale=SCALE, columns=Columns("a", "b", id="nr", score="P2")).part("all")
    assert [(each.score, each.answers) for each in one] == [(2.0, {}), (4.0, {})]
    with pytest.raises(AloiError, match="no column 'zz'"):
        read_scored(path, scale=SCALE, columns=Columns(left="zz"))


def test_a_folder_of_parts_without_headers_and_of_shards(tmp_path: Path) -> None:
    _table(tmp_path, 'Un,"Un, deux",1\nUn,Un,2.5\n', "x-fr-train.csv")
    _table(tmp_path, "Trois,Quatre,5\n", "x-fr-test.csv")
    data = read_scored(tmp_path, scale=SCALE)
    assert [(one.id, one.right, one.score) for one in data.part("train")] == [
        ("train-1", "Un, deux", 1.0),
        ("train-2", "Un", 2.5),
    ]
    assert [one.id for one in data.part("test")] == ["test-1"]
    assert list(read_scored(tmp_path / "x-fr-test.csv", scale=SCALE).parts) == ["test"]
    _table(tmp_path, "Trois,Quatre,5\n", "y-test.csv")
    with pytest.raises(AloiError, match=r"y-test\.csv is not the only file with the part 'test'"):
        read_scored(tmp_path, scale=SCALE)
    (tmp_path / "sharded" / "data").mkdir(parents=True)
    for number in (0, 1):
        rows = [{"id": f"{number}", "sentence1": "a", "sentence2": "b", "label": number}]
        name = f"validation-0000{number}-of-00002.parquet"
        pq.write_table(pa.Table.from_pylist(rows), tmp_path / "sharded" / "data" / name)
    found = read_scored(tmp_path / "sharded", scale=(0, 1))
    assert [one.score for one in found.part("validation")] == [0.0, 1.0]


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (TABLE.replace("1.5", "7"), "The score is '7'"),
        (TABLE.replace("1.5", "nan"), "The score is 'nan'"),
        (TABLE.replace("1.5", "1,5"), "The score is '1,5'"),
        (TABLE.replace("Un\t", " \t"), "a text is empty"),
        (TABLE.replace("train\t", "\t"), "the column 'split' is empty"),
        (TABLE + "train\tb\tUn\tDeux\t2\n", "the id 'b' stands twice in the part 'train'"),
        ("Un\tDeux\t3\nUn\tDeux\n", "2 values"),
        ("id\tsentence1\tsentence2\n1\ta\tb\n", "no column is known as the score"),
    ],
)
def test_bad_tables_are_told(content: str, said: str, tmp_path: Path) -> None:
    with pytest.raises(AloiError) as caught:
        read_scored(_table(tmp_path, content), scale=SCALE)
    assert said in caught.value.found


def test_what_is_not_there_and_scales_that_are_none_are_told(tmp_path: Path) -> None:
    with pytest.raises(AloiError, match="There is no file or folder"):
        read_scored(tmp_path / "none", scale=SCALE)
    with pytest.raises(AloiError, match="holds no table"):
        read_scored(tmp_path, scale=SCALE)
    path = _table(tmp_path, TABLE)
    with pytest.raises(AloiError, match="The two ends of the scale were expected"):
        read_scored(path)
    with pytest.raises(AloiError, match="The scale is 5,0"):
        read_scored(path, scale=(5, 0))


@pytest.mark.shared
def test_real_corpora_load_as_they_lie(shared: Path) -> None:
    stsb = read_scored(shared / "data" / "stsb-multi-mt-fr", scale=SCALE)
    assert {part: len(found) for part, found in stsb.parts.items()} == {
        "train": 5749,
        "dev": 1500,
        "test": 1379,
    }
    biosses = read_scored(shared / "data" / "biosses", scale=(0, 4))
    assert [len(biosses.part("all")), len(biosses.part("all")[0].answers)] == [100, 5]
    assert sum(sum(one.answers.values()) for one in biosses.part("all")) == 61 + 2 * 129 + 3 * 172 + 4 * 66
