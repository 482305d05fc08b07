"""Units that several rows of a wide table give: joined and counted where the rows agree, else refused."""

from __future__ import annotations

from pathlib import Path

import pytest

from aloi.base.errors import AloiError
from aloi.workbench.agreement.tables import TableReport, table_report
from aloi.workbench.requests.files.agreement import AgreementRequest

HEAD = "unit\tA\tB\n"
ONCE = "u1\t1\t1\nu2\t2\t3\nu3\t3\t3\n"


def measured(path: Path) -> TableReport:
    return table_report(AgreementRequest(path, "nominal", ("krippendorff_alpha",), ci="none"))


def put(path: Path, rows: str) -> Path:
    path.write_text(HEAD + rows, encoding="utf-8")
    return path


@pytest.mark.parametrize(
    "rows", [ONCE + ONCE, ONCE.replace("\n", "\n\n") + ONCE, "u1\t1\t\nu3\t\t3\n" + ONCE]
)
def test_rows_that_agree_count_once(tmp_path: Path, rows: str) -> None:
    once = measured(put(tmp_path / "once.tsv", ONCE))
    report = measured(put(tmp_path / "t.tsv", rows))
    assert report.results[0].value == once.results[0].value
    twins = report.to_json()["read_as"]["twins"]  # type: ignore[index]
    units = sorted(
        {row.split("\t")[0] for row in rows.split("\n") if rows.count(row.split("\t")[0]) > 1} - {""}
    )
    assert [(sorted(group["values"]), group["of"], group["joined"]) for group in twins] == [
        (units, "units", True)
    ]
    assert twins[0]["counts"] == [2] * len(units)
    assert f"{len(units)} units of {2 * len(units)} rows" in report.read_as.describe()


def test_rows_of_complementary_annotators_are_joined(tmp_path: Path) -> None:
    split = "u1\t1\t\nu2\t2\t\nu3\t3\t\nu1\t\t1\nu2\t\t3\nu3\t\t3\n"
    once = measured(put(tmp_path / "once.tsv", ONCE))
    report = measured(put(tmp_path / "t.tsv", split))
    assert (report.results[0].value, report.results[0].units) == (once.results[0].value, 3)


def test_occasions_are_refused_with_their_number_and_what_to_do(tmp_path: Path) -> None:
    path = put(tmp_path / "t.tsv", ONCE + "u1\t1\t1\nu2\t3\t3\nu3\t3\t1\n")
    with pytest.raises(AloiError, match="line 6: the unit 'u2' is already in line 3") as error:
        measured(path)
    message = error.value.told("en")
    assert "3 units are in several rows" in message
    assert "--layout long" in message
    assert "occasions" in message
    assert len(message.splitlines()) <= 3


def test_a_long_table_says_how_many_rows_rate_again(tmp_path: Path) -> None:
    path = tmp_path / "t.tsv"
    rows = "u1\tA\t1\nu1\tB\t1\nu2\tA\t1\nu2\tB\t2\n"
    path.write_text("unit\tannotator\tvalue\n" + rows + rows.replace("\t1\n", "\t2\n"), encoding="utf-8")
    with pytest.raises(AloiError, match="4 rows rate again"):
        measured(path)
