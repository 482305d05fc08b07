"""Golden folders as they are compared: bytes, but for Parquet and workbooks, whose bytes libraries choose."""

from __future__ import annotations

import json
from pathlib import Path

import pyarrow.parquet as pq
import python_calamine as calamine


def comparable(folder: Path) -> dict[str, object]:
    """Return each file of a folder: what .parquet and .xlsx hold, the bytes of others."""
    read = {".parquet": _table, ".xlsx": _sheets, "croissant.json": _described}
    return {
        str(path.relative_to(folder)): (read.get(path.suffix) or read.get(path.name, Path.read_bytes))(path)
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }


def _table(path: Path) -> tuple[object, ...]:
    table = pq.read_table(path)
    return table.schema.to_string(), (table.schema.metadata or {}).get(b"aloi"), table.to_pylist()


def _sheets(path: Path) -> object:
    with calamine.load_workbook(path) as book:
        return {name: book.get_sheet_by_name(name).to_python() for name in book.sheet_names}


def _described(path: Path) -> object:
    """Return a description without the checksums of Parquet files."""
    told = json.loads(path.read_text(encoding="utf-8"))
    for one in told["distribution"]:
        del one["sha256"]
    return told
