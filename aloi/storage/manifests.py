"""Manifests as the store holds them: one JSON value, and beside it the parts of their long lists."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import cast

from sqlalchemy import Connection, insert, select

from aloi.corpora.model import Json
from aloi.gold.releasing.packed import PackedPart, PackedRows
from aloi.storage import tables as t

_BETWEEN = "."  # gold.items: the items of the gold


def own_manifest(manifest: Mapping[str, Json]) -> dict[str, Json]:
    """Return what of a manifest its own row holds: all but its packed lists."""
    return {
        name: own_manifest(value) if isinstance(value, dict) else value
        for name, value in manifest.items()
        if not isinstance(value, PackedRows)
    }


def add_manifest_rows(connection: Connection, release_id: str, manifest: Mapping[str, Json]) -> None:
    """Keep the packed lists of a manifest, part by part."""
    for name, rows in _packed(manifest):
        for position, part in enumerate(rows.parts):
            values = (release_id, name, position, part.count, part.packed)
            row = dict(zip(t.release_rows.c.keys(), values, strict=True))
            connection.execute(insert(t.release_rows), row)


def whole_manifest(connection: Connection, release_id: str, manifest: Mapping[str, Json]) -> dict[str, Json]:
    """Return the manifest of a release whose own row holds `manifest`."""
    r = t.release_rows.c
    query = select(r.name, r.count, r.packed).where(r.release_id == release_id).order_by(r.name, r.place)
    parts: dict[str, list[PackedPart]] = {}
    for name, count, packed in connection.execute(query):
        parts.setdefault(name, []).append(PackedPart(count, packed))
    full_manifest = dict(manifest)
    for name, its in parts.items():
        outer, _, inner = name.partition(_BETWEEN)
        rows = cast("Json", PackedRows(its))
        outer_value = full_manifest.get(outer)
        full_manifest[outer] = (
            {**outer_value, inner: rows} if inner and isinstance(outer_value, dict) else rows
        )
    return full_manifest


def _packed(manifest: Mapping[str, Json]) -> Iterator[tuple[str, PackedRows]]:
    for name, value in manifest.items():
        if isinstance(value, PackedRows):
            yield name, value
        elif isinstance(value, dict):
            for inner, packed in value.items():
                if isinstance(packed, PackedRows):
                    yield f"{name}{_BETWEEN}{inner}", packed
