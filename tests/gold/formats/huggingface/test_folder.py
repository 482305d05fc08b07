"""A dataset folder: opened by the library it is for, its card readable by machines, operations kept too."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from aloi.annotation.rows import AlignedGroup, LabelledText, TaggedPair
from aloi.base.errors import AloiError
from aloi.gold.formats import format_named
from aloi.gold.formats.huggingface.folder import Card, card_of
from aloi.gold.formats.huggingface.tables import RAW
from aloi.gold.model import Release
from aloi.gold.releasing.manifest import rows_by_split

FORM = format_named("huggingface")


@pytest.fixture
def folder(release: Release, tmp_path: Path) -> Path:
    FORM.write(rows_by_split(release.manifest), tmp_path / "out", release)
    return tmp_path / "out"


@pytest.mark.consumer
@pytest.mark.filterwarnings("ignore::DeprecationWarning", "ignore::FutureWarning")
def test_the_datasets_library_opens_it_without_a_network(
    folder: Path, release: Release, tmp_path: Path
) -> None:
    import datasets

    datasets.disable_progress_bars()
    found = datasets.load_dataset(str(folder), cache_dir=str(tmp_path / "cache"))
    assert {part: len(rows) for part, rows in found.items()} == {"train": 4, "test": 2}
    pair = {one["sentence1"]: one for one in found["train"]} | {
        one["sentence1"]: one for one in found["test"]
    }
    first = pair["La toux dure depuis dix jours."]
    assert first["sentence2"] == "Une toux de dix jours."
    assert first["score"] == pytest.approx(13 / 3)
    assert [(one["annotator"], one["score"]) for one in first["answers"]] == [("A1", 5), ("A2", 4), ("A3", 4)]
    assert (first["status"], first["miners"]) == ("aggregated", ["lexical"])
    assert [one["id"] for one in found["test"]] == [one.id for one in rows_by_split(release.manifest)["test"]]


def test_the_card_says_licence_language_parts_and_statement(folder: Path, release: Release) -> None:
    yaml = pytest.importorskip("yaml")
    _, head, text = (folder / "README.md").read_text(encoding="utf-8").split("---\n", 2)
    told: dict[str, Any] = yaml.safe_load(head)
    assert told["pretty_name"] == "pairs 1.0"
    assert told["language"] == ["fr"]
    assert (told["license"], told["license_name"]) == ("other", "CC0")
    assert told["size_categories"] == ["n<1K"]
    assert told["configs"][0]["data_files"] == [
        {"split": "train", "path": "train.parquet"},
        {"split": "test", "path": "test.parquet"},
    ]
    assert "Scores run from 0 to 5." in text
    assert "| train | 4 |" in text
    assert release.checksum in text
    assert text.endswith(str(release.manifest["statement"]))


@pytest.mark.parametrize(("rows", "size"), [(999, "n<1K"), (1_000, "1K<n<10K")])
def test_the_card_names_its_size_as_the_hub_does(release: Release, rows: int, size: str) -> None:
    row = rows_by_split(release.manifest)["test"][0]
    files = FORM.files({"train": [replace(row, id=str(number)) for number in range(rows)]}, release)
    assert f"size_categories:\n- {size}\n" in str(files["README.md"])


def test_names_that_yaml_or_the_hub_would_misread(release: Release, tmp_path: Path) -> None:
    yaml = pytest.importorskip("yaml")
    manifest: dict[str, Any] = json.loads(json.dumps(release.manifest))
    manifest["campaign"]["name"] = 'a: "b"\n- c #'
    manifest["corpus"].update(licence="CC BY 4.0", language="Old French")
    rows = rows_by_split(release.manifest)
    FORM.write({"hard-test": rows["test"]}, tmp_path, replace(release, manifest=manifest))
    head = (tmp_path / "README.md").read_text(encoding="utf-8").split("---\n", 2)[1]
    told = yaml.safe_load(head)
    assert told["pretty_name"] == 'a: "b"\n- c # 1.0'
    assert told["license"] == "cc-by-4.0"
    assert "language" not in told
    assert told["configs"][0]["data_files"] == [{"split": "hard_test", "path": "hard-test.parquet"}]
    everything = str(
        FORM.files({"all": rows["test"]}, release)["README.md"]
    )  # `all` is a word of the library
    assert '- split: "every_item"\n    path: "all.parquet"' in everything
    assert card_of(tmp_path / "hard-test.parquet") == Card(
        'a: "b"\n- c # 1.0', "hard-test", (0.0, 5.0), kind="ScoredPair"
    )
    assert FORM.read(tmp_path, (0, 1)) == {"hard-test": tuple(rows["test"])}


def test_operations_are_written_and_read_back_whole(release: Release, tmp_path: Path) -> None:
    groups = (AlignedGroup((1, 3), (0,), "synonym"), AlignedGroup((2,), (), "delmod"))
    rows = (
        TaggedPair("a", "l1", "r1", ("Une", "vive", "forte", "toux"), ("Toux", "!"), groups, False),
        TaggedPair("b", "l2", "r2", ("Il", "dort"), ("Rien",), (), True),
    )
    FORM.write({"train": rows}, tmp_path, release)
    assert FORM.read(tmp_path, (0, 0)) == {"train": rows}
    assert card_of(tmp_path / "train.parquet") == Card("pairs 1.0", "train", kind="TaggedPair")


def test_bad_folders_are_told(folder: Path, tmp_path: Path) -> None:
    with pytest.raises(AloiError, match=r"contains no \.parquet file"):
        FORM.read(tmp_path, (0, 5))
    whole = (folder / "test.parquet").read_bytes()
    (folder / "test.parquet").write_bytes(whole[:200])
    with pytest.raises(AloiError, match="cannot be read as Parquet"):
        FORM.read(folder, (0, 5))
    pq.write_table(pa.table({"id": ["1"]}), folder / "test.parquet")
    with pytest.raises(AloiError, match="has no column 'sentence1'"):
        FORM.read(folder, (0, 5))
    rows = pq.read_table(folder / "train.parquet").to_pylist()
    pq.write_table(pa.Table.from_pylist([{**rows[0], "score": 7.0}]), folder / "train.parquet")
    (folder / "test.parquet").unlink()
    with pytest.raises(AloiError, match=r"train\.parquet, row 1: the score is 7\.0"):
        FORM.read(folder, (0, 5))


LABELS = ("surgery", "genes", "lungs")
SEVERAL = (
    LabelledText("a", "Une suture.", "", ("surgery",), LABELS),
    LabelledText("b", "Gène et poumon.", "", ("genes", "lungs"), LABELS),
    LabelledText("c", "Rien.", "", (), LABELS),
)


def test_a_file_of_labels_without_a_column_is_told(release: Release, tmp_path: Path) -> None:
    FORM.write({"train": SEVERAL}, tmp_path, release)
    table = pq.read_table(tmp_path / "train.parquet")
    for column in ("text", "labels"):
        pq.write_table(table.drop_columns([column]), tmp_path / "train.parquet")
        with pytest.raises(AloiError, match=f"has no column '{column}'|has no column 'label'"):
            FORM.read(tmp_path, (0, 2))


@pytest.mark.filterwarnings("ignore::DeprecationWarning", "ignore::FutureWarning")
@pytest.mark.parametrize("several", [True, False])
def test_labels_are_class_labels_and_come_back(release: Release, tmp_path: Path, several: bool) -> None:
    import datasets

    datasets.disable_progress_bars()
    rows = SEVERAL if several else SEVERAL[:1]
    FORM.write({"train": rows, "test": SEVERAL[:1]}, tmp_path / "out", release)
    assert FORM.read(tmp_path / "out", (0, 2)) == {"train": rows, "test": SEVERAL[:1]}
    found = datasets.load_dataset(str(tmp_path / "out"), cache_dir=str(tmp_path / "cache"))
    if several:
        named = found["train"].features["labels"].feature
        assert [one["labels"] for one in found["train"]] == [[0], [1, 2], []]
    else:
        named = found["train"].features["label"]
        assert [one["label"] for one in found["train"]] == [0]
    assert isinstance(named, datasets.ClassLabel)
    assert tuple(named.names) == LABELS
    card = (tmp_path / "out" / "README.md").read_text(encoding="utf-8")
    assert "- text-classification" in card
    assert "Labels, from 0: surgery, genes, lungs." in card


def test_a_part_without_any_label_has_the_types_of_the_others(release: Release, tmp_path: Path) -> None:
    FORM.write({"train": SEVERAL, "test": [replace(SEVERAL[0], labels=())]}, tmp_path, release)
    types = [pq.read_schema(tmp_path / f"{part}.parquet").remove_metadata() for part in ("train", "test")]
    assert types[0] == types[1]
    assert types[0].field("labels").type == pa.list_(pa.int64())


def test_a_number_that_is_no_label_is_refused(release: Release, tmp_path: Path) -> None:
    FORM.write({"train": SEVERAL}, tmp_path, release)
    path = tmp_path / "train.parquet"
    table = pq.read_table(path)
    column = pa.array([[0], [3], []], pa.list_(pa.int64()))
    changed = table.set_column(table.column_names.index("labels"), "labels", column)
    pq.write_table(changed.replace_schema_metadata(table.schema.metadata), path)
    with pytest.raises(
        AloiError, match="Expected: numbers from 0 to 2: the indices of the labels in the file"
    ):
        FORM.read(tmp_path, (0, 2))


def lines(path: Path) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = pq.read_table(path).to_pylist()
    return found


def test_every_answer_stands_in_raw_and_shares_in_soft(folder: Path, release: Release) -> None:
    given = lines(folder / "raw" / "train.parquet") + lines(folder / "raw" / "test.parquet")
    told = [one for one in release.manifest["annotations"] if one["value"] is not None]  # type: ignore[union-attr]
    keys = {(one["item_id"], one["annotator"], one["round"], one["occasion"]) for one in told}  # type: ignore
    assert {(one["id"], one["annotator"], one["round"], one["occasion"]) for one in given} == keys
    assert set(RAW) < set(given[0])
    first = next(one for one in given if one["sentence1"].startswith("La toux") and one["annotator"] == "A1")
    assert (first["score"], first["value"], first["guideline_version"]) == (5.0, '{"score":5}', 1)
    assert (first["counts"], first["seconds"], first["comment"]) == (True, 3.5, "")
    repeats = [one for one in given if one["occasion"] == 2]
    assert repeats
    assert not any(one["counts"] for one in repeats)
    files = [folder / "soft" / f"{part}.parquet" for part in ("train", "test")]
    soft = {one["sentence1"]: one for path in files for one in lines(path)}
    pair = soft["La toux dure depuis dix jours."]
    assert pair["votes"] == 3
    shares = [(one["score"], one["count"], one["share"]) for one in pair["distribution"]]
    assert shares == [(4.0, 2, pytest.approx(2 / 3)), (5.0, 1, pytest.approx(1 / 3))]
    assert pair["probabilities"] == []


def test_files_without_the_name_of_their_kind_are_read_by_their_columns(
    folder: Path, release: Release
) -> None:
    for part in ("train", "test"):
        path = folder / f"{part}.parquet"
        told = {"name": "n", "part": part, "scale": [0, 5]}
        table = pq.read_table(path).replace_schema_metadata({b"aloi": json.dumps(told)})
        pq.write_table(table, path)
    assert FORM.read(folder, (0, 1)) == rows_by_split(release.manifest)
