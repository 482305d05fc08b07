"""Every layout that annotations come in, through the same demands: who it is, and what it makes of junk.

What each one brings, through `aloi import` and the old command, stands in `test_imports.py`. The readers of
texts below them (`corpora/readers`) have their demands, and their junk, in `tests/corpora/test_readers.py`.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from aloi.annotation.tasks import TASKS
from aloi.base.errors import AloiError
from aloi.workbench.imports.layouts import LAYOUTS, find_layout, layout_named
from aloi.workbench.imports.layouts.base import Layout, ReadOptions
from tests.contract.test_imports import TABLE, Expected

EACH = pytest.mark.parametrize("one", LAYOUTS, ids=lambda one: one.name)
CASES = pytest.mark.parametrize(
    "case", TABLE, ids=lambda one: f"{one.format}-{one.write.__name__}-{len(one.asked)}"
)
JUNK = (b"", b"junk\n", b"\xff\xfe\x00junk", b"\x00" * 9, b"{}\n", b"[1, 2]\n", b"null\n", b"[" * 5000)
NAMES = ("a.tsv", "a.csv", "a.jsonl", "a.json", "a.parquet", "a.conll", "a.ann", "a.aln", "a.xml", "a.gold",
         "a.json.gz", "a.zip", "a.txt", "a")  # fmt: skip


@EACH
def test_the_identity_is_complete(one: Layout) -> None:
    names = [name for layout in LAYOUTS for name in (layout.name, *layout.also_called)]
    assert names.count(one.name) == 1
    assert one.name.replace("-", "_").isidentifier()
    for name in (one.name, *one.also_called):
        assert names.count(name) == 1
        assert layout_named(name) is one
    assert one.title
    assert not one.title.endswith(".")
    assert set(one.tasks) <= {kind.name for kind in TASKS}
    assert type(one).__doc__


@EACH
def test_a_task_it_does_not_serve_is_refused(one: Layout) -> None:
    other = next(kind.name for kind in TASKS if kind.name not in one.tasks)
    if one.tasks:
        assert one.task(ReadOptions()) == one.tasks[0]
        with pytest.raises(AloiError, match=other):
            one.task(ReadOptions(task=other))


def junk(folder: Path) -> Iterator[Path]:
    """Write files that are of no layout, and give each of them, and folders of them."""
    (folder / "empty").mkdir()
    yield folder / "empty"
    for number, content in enumerate(JUNK):
        place = folder / str(number)
        place.mkdir()
        for name in NAMES:
            (place / name).write_bytes(content)
            yield place / name
        yield place


@EACH
def test_junk_is_refused_and_breaks_nothing(one: Layout, tmp_path: Path) -> None:
    with pytest.raises(AloiError):
        one.read(tmp_path / "missing.tsv", ReadOptions())
    assert not one.accepts(tmp_path / "missing.tsv")
    for path in junk(tmp_path):
        with suppress(AloiError):
            one.accepts(path)
        with suppress(AloiError):
            rows = one.read(path, ReadOptions()).rows
            assert not rows or path.name not in ("empty", "a.parquet", "a.zip")


def test_what_is_of_no_layout_is_told_with_those_there_are(tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    for path in (tmp_path / "missing", tmp_path / "empty"):
        with pytest.raises(AloiError):
            find_layout(path)
    with pytest.raises(AloiError, match=LAYOUTS[-1].name):
        layout_named("junk")


@CASES
def test_a_damaged_source_is_refused_or_gives_fewer_rows(case: Expected, tmp_path: Path) -> None:
    path = case.write(tmp_path)
    one = layout_named(case.format)
    asked = ReadOptions(task=case.asked[1] if case.asked else one.tasks[0])
    assert one.accepts(path)
    whole = len(one.read(path, asked).rows)
    assert whole
    for file in sorted(tmp_path.rglob("*")):
        if not file.is_file():
            continue
        content = file.read_bytes()
        for damaged in (
            *JUNK,
            content[: len(content) // 2],
            content[: -len(content) // 3],
            content + b"\x00",
        ):
            file.write_bytes(damaged)
            one.accepts(path)
            with suppress(AloiError):
                assert len(one.read(path, asked).rows) <= whole + 1
        file.write_bytes(content)
    assert len(one.read(path, asked).rows) == whole
