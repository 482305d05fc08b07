"""The tables that `make bench` writes to measure empty cells."""

from __future__ import annotations

from pathlib import Path

import pytest

from aloi.corpora.readers import columns
from bench.tables import bench_empty_cells

pytestmark = pytest.mark.filterwarnings("error")


def test_each_form_of_the_table_is_read_at_once(tmp_path: Path) -> None:
    codes = bench_empty_cells.invented_codes(0, 200)
    assert 0.05 < (codes < 0).mean() < 0.15
    names = []
    for name, path in bench_empty_cells.write_tables(tmp_path, codes):
        table = columns._large(path)
        assert table is not None
        assert len(table.numbers) == 200
        assert len(table.columns) == bench_empty_cells.ANNOTATORS + 1
        names.append(name)
    assert names == ["numbers", "words", "NA, tabs", "quoted", "empty rows"]
    assert not [*tmp_path.iterdir()]
