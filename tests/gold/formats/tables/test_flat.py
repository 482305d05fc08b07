"""Flat tables hold what the sources called their items, under names that no field has."""

from __future__ import annotations

from dataclasses import replace

from aloi.gold.formats.tables.flat import flat_tables
from aloi.gold.releasing.manifest import ReleaseInputs, rows_by_split
from aloi.gold.releasing.release import build_release
from tests.gold.campaign import NOW


def test_columns_of_the_source_stand_behind_the_fields(inputs: ReleaseInputs) -> None:
    first, *others = inputs.origins
    told = {"id": "p0", "columns": {"ward": "4 B", "note": "=1"}}
    origins = (replace(first, miner="import", parameters=told), *others)
    release = build_release(replace(inputs, origins=origins), NOW)
    tables = flat_tables(rows_by_split(release.manifest), release)
    lines = [dict(zip(table.columns, line, strict=True)) for table in tables.values() for line in table.lines]
    own = {one["id"]: (one["source_ward"], one["source_note"]) for one in lines}
    assert own.pop(first.item_id) == ("4 B", "=1")
    assert set(own.values()) == {("", "")}
    assert all(one["status"] for one in lines)
