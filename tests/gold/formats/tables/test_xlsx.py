"""A workbook as people meet it: the names of columns stay in sight, columns are as wide as what they hold."""

from __future__ import annotations

import io
import re
import zipfile

from aloi.gold.formats.tables.xlsx import Xlsx
from aloi.gold.model import Release
from aloi.gold.releasing.manifest import rows_by_split


def test_the_first_row_and_column_stay_in_sight_and_columns_fit(release: Release) -> None:
    rows = {"train": rows_by_split(release.manifest)["train"]}
    files = Xlsx().files(rows, release)
    book = zipfile.ZipFile(io.BytesIO(files["train.xlsx"]))
    sheet = book.read("xl/worksheets/sheet1.xml").decode()
    below = len(rows["train"]) + 1
    styles = [set(re.findall(r'<c r="[A-Z]+\d" s="(\d+)"', row)) for row in sheet.split("</row>")[:3]]
    assert len(styles[0]) == 1  # the head is bold throughout, as no other row is
    assert styles[0].isdisjoint(styles[1])
    assert styles[1] == styles[2]
    assert re.findall(r'<pane [^>]*topLeftCell="(\w+)"[^>]*state="frozen"', sheet) == ["B2"]
    last = re.findall(rf'<dimension ref="A1:([A-Z]+){below}"', sheet)
    assert len(last) == 1
    assert re.findall(rf'<autoFilter ref="A1:([A-Z]+){below}"', sheet) == last
    widths = [float(width) for width in re.findall(r'<col [^>]*width="([\d.]+)"', sheet)]
    assert 12 <= min(widths) <= max(widths) < 61.5
    texts = [max(len(one.left), len(one.right)) for one in rows["train"]]
    assert max(widths) > max(texts)
