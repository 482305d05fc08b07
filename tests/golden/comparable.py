"""Golden folders as they are compared: bytes, but for Parquet, whose bytes name the library's version."""

from __future__ import annotations

from pathlib import Path

import pyarrow.parquet as pq


def comparable(folder: Path) -> dict[str, object]:
    """Return each file of a folder: rows, columns and metadata of .parquet, bytes of others."""
    return {
        str(path.relative_to(folder)): _table(path) if path.suffix == ".parquet" else path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }


def _table(path: Path) -> tuple[object, ...]:
    table = pq.read_table(path)
    return table.schema.to_string(), (table.schema.metadata or {}).get(b"aloi"), table.to_pylist()
