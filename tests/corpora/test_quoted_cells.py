"""Errors of tables hold no text of an item, whichever column was named by mistake."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from aloi.base.errors import AloiError
from aloi.corpora.readers import read_table
from aloi.corpora.readers.values import read_numbers
from aloi.workbench.agreement.tables import table_report
from aloi.workbench.requests.files.agreement import AgreementRequest

CANARY = "Le patient canari dort depuis hier"
ROWS = "".join(f"{at},{CANARY} {at % 4},{at % 3}\n" for at in range(8))
WAYS: dict[str, Callable[[Path], object]] = {
    "ratings that are numbers": lambda path: table_report(
        AgreementRequest(path, level="interval", columns=("a", "b"))
    ),
    "ratings in order": lambda path: table_report(
        AgreementRequest(path, level="ordinal", columns=("a", "b"))
    ),
    "counts": lambda path: table_report(AgreementRequest(path, level="nominal", layout="counts")),
    "units": lambda path: table_report(
        AgreementRequest(path, level="nominal", unit="a", columns=("b", "id"))
    ),
    "a unit rated twice": lambda path: table_report(
        AgreementRequest(path, level="nominal", unit="a", annotator="b", value="id", cluster=("id",))
    ),
    "scores": lambda path: read_numbers(read_table(path), "a"),
}


@pytest.mark.parametrize("way", WAYS)
def test_a_text_named_by_mistake_is_not_quoted(way: str, tmp_path: Path) -> None:
    path = tmp_path / "t.csv"
    path.write_text("id,a,b\n" + ROWS, encoding="utf-8")
    with pytest.raises(AloiError) as raised:
        WAYS[way](path)
    assert "canari" not in str(raised.value)
