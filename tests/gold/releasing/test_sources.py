"""The ids, names and columns of the sources leave with a release; comments only where they may."""

from __future__ import annotations

import csv
import io
import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq
import pytest

from aloi.gold.formats import FORMATS, format_named
from aloi.gold.model import Release
from aloi.gold.releasing.companions import companion_files
from aloi.gold.releasing.manifest import ReleaseInputs, rows_by_split
from aloi.gold.releasing.release import build_release, verify, without_comments
from aloi.gold.releasing.sources import document_sources, own_columns, row_sources
from tests.gold.campaign import NOW


def facts(at: int) -> dict[str, Any]:
    return {"id": f"p{at}", "columns": {"year": str(1990 + at), "part": ""}}


@pytest.fixture
def told(inputs: ReleaseInputs) -> Release:
    """A release whose pairs and documents brought their own ids and columns."""
    origins = [
        replace(
            one, miner="import", parameters={"id": f"p{at}", "columns": {"year": str(1990 + at), "part": ""}}
        )
        for at, one in enumerate(inputs.origins)
    ]
    again = replace(origins[0], parameters={"id": "p0bis", "columns": {"part": "II"}})
    metadata = {one: {"ward\t1": f"of {name}", "document": "="} for one, name in inputs.documents.items()}
    return build_release(
        replace(
            inputs,
            origins=(*origins, again),
            metadata=metadata,
            annotations=tuple(replace(one, comment="Mme Inventée") for one in inputs.annotations),
        ),
        NOW,
    )


def table(text: str) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(text, newline=""), delimiter="\t"))


def test_items_and_documents_keep_what_their_source_calls_them(told: Release, inputs: ReleaseInputs) -> None:
    first = inputs.origins[0].item_id
    found = row_sources(told.manifest)
    assert set(found[first].ids) == {"p0", "p0bis"}
    assert found[first].columns == {"year": "1990", "part": "II"}
    assert found[first].documents == ("cas_un", "cas deux")
    tables = companion_files(told)
    items = {one["item_id"]: one for one in table(tables["sources/items.tsv"])}
    assert set(items) == {one.item_id for one in inputs.gold.items}
    assert items[inputs.origins[1].item_id]["source_id"] == "p1"
    assert items[first]["documents"] == "cas_un | cas deux"
    assert (items[first]["year"], items[first]["part_"]) == ("1990", "II")
    documents = {one["document_id"]: one for one in table(tables["sources/documents.tsv"])}
    for our_id, name in inputs.documents.items():
        assert (documents[our_id]["document"], documents[our_id]["document_"]) == (name, "=")
        assert documents[our_id]["ward\t1"] == f"of {name}"


def test_a_release_frozen_before_columns_were_kept_names_its_documents(release: Release) -> None:
    older: dict[str, Any] = {name: value for name, value in release.manifest.items() if name != "documents"}
    assert document_sources(older) == document_sources(release.manifest)
    assert {one.name for one in document_sources(older)} == {"cas_un", "cas deux", "cas-trois"}


def test_what_the_sources_called_things_changes_no_content(told: Release, release: Release) -> None:
    assert told.checksum == release.checksum
    assert verify(told.manifest) == []


def test_a_dataset_folder_holds_them_in_columns(told: Release, inputs: ReleaseInputs, tmp_path: Path) -> None:
    form = format_named("huggingface")
    form.write(rows_by_split(told.manifest), tmp_path, told)
    rows = [one for path in sorted(tmp_path.glob("*.parquet")) for one in pq.read_table(path).to_pylist()]
    [first] = [one for one in rows if one["id"] == inputs.origins[0].item_id]
    assert sorted(first["source_ids"]) == ["p0", "p0bis"]
    assert (first["source_year"], first["source_part"]) == ("1990", "II")
    assert first["documents"] == ["cas_un", "cas deux"]
    documents = pq.read_table(tmp_path / "documents" / "documents.parquet").to_pylist()
    assert [one["document_"] for one in documents] == ["="] * 3
    assert form.read(tmp_path, (0, 5)) == rows_by_split(told.manifest)


def test_comments_leave_only_where_they_may(told: Release, tmp_path: Path) -> None:
    assert "Inventée" in companion_files(told)["manifest.json"]
    without = without_comments(told)
    assert without_comments(without) is without
    assert (without.checksum, verify(without.manifest)) == (told.checksum, [])
    assert without.manifest_checksum != told.manifest_checksum
    for form in FORMATS:
        rows = rows_by_split(without.manifest)
        if type(rows["train"][0]) in form.row_kinds:
            form.write(rows, tmp_path / form.name, without, companion_files(without))
    written = [one.read_bytes() for one in tmp_path.rglob("*") if one.is_file()]
    assert len(written) > 20
    assert not any("Inventée".encode() in one for one in written)
    format_named("huggingface").write(rows_by_split(told.manifest), tmp_path / "with", told)
    given = [one for path in (tmp_path / "with/raw").iterdir() for one in pq.read_table(path).to_pylist()]
    assert {one["comment"] for one in given} == {"Mme Inventée"}


def test_files_beside_say_licence_citation_and_statement(told: Release) -> None:
    yaml = pytest.importorskip("yaml")
    found = companion_files(told)
    cited = yaml.safe_load(found["CITATION.cff"])
    assert (cited["cff-version"], cited["title"], cited["version"]) == ("1.2.0", "pairs", "1.0")
    assert cited["identifiers"][0]["value"] == f"sha256:{told.checksum}"
    assert cited["license"] == "CC0-1.0"
    assert "https://spdx.org/licenses/CC0-1.0.html" in found["LICENCE.md"]
    assert found["STATEMENT.md"] == told.manifest["statement"]
    assert json.loads(found["manifest.json"]) == told.manifest


def test_names_that_are_taken_get_a_mark() -> None:
    assert own_columns(["id", "a", "id_", "a"], ["id"]) == {"id": "id_", "a": "a", "id_": "id__"}
