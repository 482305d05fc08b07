"""A table of ratings is measured, or refused with the cell and the line that are wrong."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import CliRunner

from aloi.base.errors import AloiError
from aloi.terminal.main import aloi
from aloi.workbench.agreement.html import table_html
from aloi.workbench.agreement.sections import coefficients, latex_of_table, table_sections
from aloi.workbench.agreement.tables import table_report
from aloi.workbench.requests.files.agreement import AgreementRequest

HEAD = b"unit\tA1\tA2\n"
GOOD = HEAD + b"1\t0\t0\n2\t5\t5\n3\t3\t3\n"
ALPHA = ("krippendorff_alpha",)


def test_equal_ratings_agree_wholly(tmp_path: Path) -> None:
    path = tmp_path / "r.tsv"
    path.write_bytes(GOOD)
    report = table_report(AgreementRequest(path, level="ordinal", measure=ALPHA))
    assert [one.value for one in report.results] == [1.0]


def test_all_answers_equal_give_a_reason_and_no_number(tmp_path: Path) -> None:
    path = tmp_path / "r.tsv"
    path.write_bytes(HEAD + b"1\t3\t3\n2\t3\t3\n")
    (result,) = table_report(AgreementRequest(path, level="ordinal", measure=ALPHA)).results
    assert result.value is None
    assert result.reason


def test_a_value_without_an_interval_says_why_in_every_form(tmp_path: Path) -> None:
    """All units are of one document: the value is told, and why nothing is known of others."""
    path = tmp_path / "r.tsv"
    rows = [f"{at}\td1\t{at % 2}\t{(at // 3) % 2}\n" for at in range(12)]
    path.write_text("unit\tdocument\tA1\tA2\n" + "".join(rows), encoding="utf-8")
    report = table_report(AgreementRequest(path, level="nominal", measure=ALPHA, cluster=("document",)))
    [one] = report.results
    assert one.value is not None
    why = "one cluster (document) contains all units"
    [section] = table_sections(report, path.name)
    assert coefficients(section).reasons[0].startswith(why)
    assert why in table_html(report, path.name)
    assert f"no interval: {why}" in latex_of_table(report, path.name)
    told = CliRunner().invoke(
        aloi,
        ["agreement", str(path), "--level", "nominal", "--cluster", "document", *("--measure", ALPHA[0])],
    )
    assert why in told.stdout


def test_the_methods_of_unanimous_ratings_name_the_exact_bound(tmp_path: Path) -> None:
    path = tmp_path / "r.tsv"
    path.write_bytes(GOOD)
    report = table_report(AgreementRequest(path, level="ordinal", measure=ALPHA))
    assert "by the exact bound of unanimous ratings." in report.methods("en")
    assert "borne exacte de jugements unanimes" in report.methods("fr")


BAD = {
    "empty": ("r.tsv", b"", r"r\.tsv contains no rows"),
    "json nan": ("r.jsonl", b'{"unit": "1", "A1": NaN, "A2": 3}\n', "line 1: the column 'A1' contains nan"),
    "infinite": ("r.tsv", GOOD + b"4\tinf\t3\n", "by 'A1' of the unit '4' is 'inf'"),
    "comma": ("r.tsv", GOOD + b"4\t2,5\t3.5\n", "decimal comma is '2,5'"),
    "thousands": ("r.tsv", GOOD + b"4\t2,500\t3\n", "decimal comma is '2,500'"),
    "twice": ("r.tsv", GOOD + b"1\t2\t2\n", "line 5: the unit '1' is already in line 2"),
    "no unit": ("r.tsv", GOOD + b"\t2\t2\n", "line 5: the column 'unit' contains no text"),
    "short": ("r.tsv", GOOD + b"4\t2\n", "line 5: the number of values is 2"),
    "encoding": ("r.tsv", GOOD + b"4\t\x81\t2\n", r"line 5: byte \d+ \(0x81\) is not UTF-8"),
    "line": (
        "r.tsv",
        GOOD + b"4\t" + b"1" * 50_000_000,
        "line 5: There are too many bytes: more than 5,000,000",
    ),
    "one annotator": ("r.tsv", b"unit\tA1\n1\t3\n", r"1 annotator(\(s\))?: A1"),
}


@pytest.mark.parametrize("case", BAD)
def test_bad_tables_say_what_and_where(tmp_path: Path, case: str) -> None:
    name, content, told = BAD[case]
    path = tmp_path / name
    path.write_bytes(content)
    with pytest.raises(AloiError, match=told) as raised:
        table_report(AgreementRequest(path, level="interval", measure=ALPHA))
    assert raised.value.expected
    assert raised.value.todo


def test_nan_is_no_label(tmp_path: Path) -> None:
    path = tmp_path / "r.jsonl"
    path.write_text('{"unit": "1", "A1": NaN, "A2": 3}\n', encoding="utf-8")
    with pytest.raises(AloiError, match="line 1: the column 'A1' contains nan"):
        table_report(AgreementRequest(path, level="nominal"))


@pytest.mark.parametrize("options", [{"unit": "gone"}, {"columns": ("A1", "gone")}, {"by": "gone"}])
def test_a_missing_column_is_named(tmp_path: Path, options: dict[str, object]) -> None:
    path = tmp_path / "r.tsv"
    path.write_bytes(GOOD)
    with pytest.raises(AloiError, match="no column 'gone'; its columns are 'unit', 'A1', 'A2'"):
        table_report(AgreementRequest(path, level="interval", **options))  # type: ignore[arg-type]


def test_a_long_table_with_a_rating_given_twice_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "r.tsv"
    path.write_bytes(b"unit\twho\tscore\n1\tA1\t3\n1\tA2\t3\n1\tA1\t4\n")
    with pytest.raises(AloiError, match="line 4: 'A1' rates '1', as in line 2"):
        table_report(AgreementRequest(path, level="interval", annotator="who", value="score"))


def test_options_that_do_not_go_together_are_refused() -> None:
    with pytest.raises(AloiError, match="level is 'cardinal'"):
        AgreementRequest(Path("r.tsv"), level="cardinal")  # type: ignore[arg-type]
    with pytest.raises(AloiError, match="lacks the column of the annotator or that of the rating"):
        table_report(AgreementRequest(Path("r.tsv"), level="nominal", annotator="who"))


LONG_BY = """item	part	who	mark
1	x	A	0
1	x	B	0
2	x	A	4
2	x	B	4
1	y	A	0
1	y	B	4
2	y	A	4
2	y	B	0
"""


def _long_by(path: Path) -> AgreementRequest:
    path.write_text(LONG_BY, encoding="utf-8")
    return AgreementRequest(
        path,
        level="interval",
        measure=ALPHA,
        unit="item",
        annotator="who",
        value="mark",
        by="part",
        ci="none",
    )


def test_a_unit_belongs_to_its_part(tmp_path: Path) -> None:
    path = tmp_path / "r.tsv"
    report = table_report(_long_by(path))
    assert [(one.name, one.results[0].value, one.results[0].units) for one in report.groups] == [
        ("x", 1.0, 2),
        ("y", -0.5, 2),
    ]
    assert report.results[0].units == 4


def test_an_annotator_twice_on_a_unit_of_one_part_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "r.tsv"
    asked = _long_by(path)
    path.write_text(LONG_BY + "2\ty\tA\t0\n", encoding="utf-8")
    with pytest.raises(AloiError, match=r"line 10: 'A' rates '2 \(y\)', as in line 8"):
        table_report(asked)
    path.write_text(LONG_BY, encoding="utf-8")
    with pytest.raises(AloiError, match="name that column with --by"):
        table_report(replace(asked, by=None))


@pytest.mark.shared
def test_the_three_scales_of_asset(shared: Path) -> None:
    asked = AgreementRequest(
        shared / "data" / "asset-human-ratings" / "human_ratings.csv",
        level="interval",
        measure=ALPHA,
        unit="original_sentence_id",
        annotator="worker_id",
        value="rating",
        by="aspect",
        ci="none",
    )
    report = table_report(asked)
    found = {one.name: one.results[0] for one in report.groups}
    assert {name: round(one.value or 0, 4) for name, one in found.items()} == {
        "meaning": 0.5872,
        "fluency": 0.5614,
        "simplicity": 0.4347,
    }
    assert {one.units for one in found.values()} == {100}
    assert report.results[0].ratings == 4500
