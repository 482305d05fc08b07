"""The same sixty labels by two people, as one of their files may come: alpha .924, and what becomes of it."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable
from pathlib import Path

import pytest

from aloi.workbench.agreement.tables import TableReport, table_report
from aloi.workbench.requests.files.agreement import AgreementRequest

# Sixteen of a label with an accent, three disputes of the two others.
FIRST = ["fièvre"] * 16 + ["toux"] * 16 + ["douleur"] * 28
SECOND = ["fièvre"] * 16 + ["toux"] * 16 + ["toux"] * 3 + ["douleur"] * 25


def measured(folder: Path, second: list[str], **options: object) -> TableReport:
    path = folder / "t.csv"
    rows = "".join(f"u{at:02},{a},{b}\n" for at, (a, b) in enumerate(zip(FIRST, second, strict=True)))
    path.write_text(f"unit,Anne,Bruno\n{rows}", encoding="utf-8")
    asked = AgreementRequest(path, level="nominal", measure=("krippendorff_alpha",), ci="none", **options)  # type: ignore[arg-type]
    return table_report(asked)


def alpha(report: TableReport) -> float:
    [found] = report.results
    assert found.value is not None
    return round(found.value, 3)


def test_as_they_are(tmp_path: Path) -> None:
    report = measured(tmp_path, SECOND)
    assert (alpha(report), report.read_as.plain, report.cautions) == (0.924, True, ())


@pytest.mark.parametrize(
    ("change", "falsified", "by"),
    [
        (lambda label: unicodedata.normalize("NFD", label), 0.541, "nfc"),
        (str.capitalize, -0.204, "case"),
        (str.upper, -0.204, "case"),
        (lambda label: f"{label} ", 0.924, "space"),
    ],
    ids=["NFD", "capitalised", "capitals", "spaces"],
)
def test_twins_are_told_and_joined_on_request(
    tmp_path: Path, change: Callable[[str], str], falsified: float, by: str
) -> None:
    """The issue's own numbers: without a word .541 and -.204 would be taken for the agreement."""
    told = measured(tmp_path, [*map(change, SECOND)])
    assert alpha(told) == falsified
    assert not told.read_as.plain
    assert {one.differ_by for one in told.read_as.twins} == {(by,)}
    assert (falsified == 0.924) or any(f"--normalise {by} merges them" in one for one in told.cautions)
    joined = measured(tmp_path, [*map(change, SECOND)], normalise=(by,))
    assert (alpha(joined), joined.cautions) == (0.924, ())


def test_a_fifth_missing_is_missing_and_no_label(tmp_path: Path) -> None:
    word = lambda mark: [mark if at % 5 == 0 else label for at, label in enumerate(SECOND)]  # noqa: E731
    report = measured(tmp_path, word("N/A"))
    assert report.read_as.missing == (("N/A", 12),)
    assert report.results[0].units == 48
    assert alpha(report) == alpha(measured(tmp_path, word(""))) > 0.9
