"""Demands on every format. A check returns what contradicts its docstring, or an empty text."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory

from aloi.annotation.rows import Row
from aloi.base.errors import AloiError
from aloi.gold.formats import formats_for
from aloi.gold.formats.base import Format
from aloi.workbench.plugins.examples import example_rows, release_of

_ROWS = 6
_DAMAGED = b'\x00\xff{"damaged": '


def _splits(kind: type) -> Mapping[str, Sequence[Row]]:
    rows = example_rows(kind, _ROWS)
    return {"train": rows[: _ROWS // 2], "test": rows[_ROWS // 2 :]} if rows else {}


def _written(form: Format, kind: type, folder: Path) -> Mapping[str, str]:
    """Return the checksums of the files of the example rows of a kind."""
    splits = _splits(kind)
    return form.write(splits, folder, release_of([row for rows in splits.values() for row in rows])).files


def _scale(rows: Sequence[Row]) -> tuple[float, float]:
    return getattr(rows[0], "low", 0.0), getattr(rows[0], "high", 1.0)


def identity(form: Format) -> str:
    """Check that name, title, kinds of rows and extensions are complete."""
    complete = {
        "name": form.name.isidentifier(),
        "title": form.title[0].isalnum(),
        "row_kinds": form.row_kinds and all(form in formats_for(kind) for kind in form.row_kinds),
        "extensions": all(extension.startswith(".") for extension in form.extensions),
        "examples": any(_splits(kind) for kind in form.row_kinds),
    }
    return ", ".join(name for name, is_complete in complete.items() if not is_complete)


def read_back(form: Format) -> str:
    """Check that rows written and read are equal, apart from the fields that the format declares as lost."""
    for kind in form.row_kinds:
        if splits := _splits(kind):
            with TemporaryDirectory() as folder:
                _written(form, kind, Path(folder) / "out")
                read = form.read(Path(folder) / "out", _scale(splits["train"]))
            expected = {name: [form.restored(row) for row in rows] for name, rows in splits.items()}
            if {name: [form.restored(row) for row in rows] for name, rows in read.items()} != expected:
                return f"{kind.__name__}: other rows are read than were written"
    return ""


def same_bytes(form: Format) -> str:
    """Check that writing twice gives the same bytes."""
    for kind in form.row_kinds:
        if _splits(kind):
            with TemporaryDirectory() as folder:
                sums = [_written(form, kind, Path(folder) / name) for name in ("first", "second")]
            if sums[0] != sums[1] or not sums[0]:
                return f"{kind.__name__}: {sorted(sums[0])}"
    return ""


def damaged(form: Format) -> str:
    """Check that damaged files and an empty folder are rejected with AloiError."""
    for kind in form.row_kinds:
        if splits := _splits(kind):
            with TemporaryDirectory() as folder:
                out = Path(folder) / "out"
                for name in _written(form, kind, out):
                    (out / name).write_bytes(_DAMAGED)
                empty = Path(folder) / "empty"
                empty.mkdir()
                for path in (out, empty):
                    with suppress(AloiError):
                        form.read(path, _scale(splits["train"]))
                        return f"{kind.__name__}: {path.name} is read"
    return ""


CHECKS = (identity, read_back, same_bytes, damaged)
