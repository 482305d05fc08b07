"""Damaged exports of our own are refused with an error of ours, and with nothing else."""

from __future__ import annotations

import random
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from aloi.annotation.rows import Row
from aloi.base.errors import AloiError
from aloi.gold.formats.base import Format, write_folder
from tests.gold.formats.test_round_trips import EACH, SCALE, rows_of_kind, written_by


def read_damaged(form: Format, kind: type[Row], folder: Path, times: int) -> None:
    """Read an export so many times with a byte of a file changed, some taken away, or the end cut off."""
    if form.name == "docbin":
        pytest.importorskip("spacy")
    chance = random.Random(6)

    @settings(max_examples=1, deadline=None, database=None, suppress_health_check=[*HealthCheck])
    @given(st.tuples(*(rows_of_kind(kind, name) for name in ("1", "2", "3", "4"))))
    def check(rows: tuple[Row, ...]) -> None:
        _, files = written_by(form, rows)
        content = {name: one.encode() if isinstance(one, str) else one for name, one in files.items()}
        write_folder(folder / "out", content, form.extensions)
        for _ in range(times):
            name = chance.choice([one for one in content if content[one]])
            whole = content[name]
            place, other = chance.randrange(len(whole)), bytes([chance.randrange(256)])
            after = whole[place + 1 :]
            damaged = chance.choice((whole[:place], whole[:place] + other + after, whole[:place] + after[6:]))
            (folder / "out" / name).write_bytes(damaged)
            with suppress(AloiError):
                form.read(folder / "out", SCALE)
            (folder / "out" / name).write_bytes(whole)

    check()


@EACH
def test_damaged_files_are_told(form: Format, kind: type[Row], tmp_path: Path) -> None:
    read_damaged(form, kind, tmp_path, 20)


@pytest.mark.slow
@EACH
def test_a_thousand_damaged_files_are_told(form: Format, kind: type[Row], tmp_path: Path) -> None:
    read_damaged(form, kind, tmp_path, 1_000)
