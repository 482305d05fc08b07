"""A table of spans: read by the one reader, measured as a round of spans is."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from aloi.agreement.parts.alpha_u import alpha_u
from aloi.agreement.parts.gamma import gamma
from aloi.agreement.parts.spans import Span, SpanDocument, mean_span_agreement
from aloi.base.errors import AloiError
from aloi.terminal.main import aloi
from aloi.workbench.agreement.reading.span_tables import is_span_table, span_table_agreement
from aloi.workbench.requests.files.agreement import AgreementRequest
from tests.corpora.spreadsheets import write_ods, write_xlsx

HEAD = ["document", "annotator", "start", "end", "label", "length"]
DRUG, SIGN = "médicament", "signe"
MARKED: dict[str, dict[str, list[tuple[int, int, str]]]] = {
    "d1": {"Anaïs": [(0, 6, SIGN), (10, 18, DRUG)], "Bruno": [(0, 6, SIGN), (11, 18, DRUG)]},
    "d2": {"Anaïs": [(3, 9, SIGN)], "Bruno": []},
    "d3": {"Anaïs": [(5, 12, SIGN), (20, 31, SIGN)], "Bruno": [(5, 12, SIGN), (20, 31, DRUG)]},
}
LENGTHS = {"d1": 40, "d2": 25, "d3": 60}


def rows(*, length: bool = True) -> list[list[Any]]:
    found: list[list[Any]] = [HEAD[: 6 if length else 5]]
    for name, answers in MARKED.items():
        size = [LENGTHS[name]] if length else []
        for who, spans in answers.items():
            found += [[name, who, *one, *size] for one in spans or [(None, None, None)]]
    return found


def text(cells: list[list[Any]], gap: str = ";") -> str:
    return "".join(gap.join("" if one is None else str(one) for one in row) + "\n" for row in cells)


def documents() -> list[SpanDocument]:
    return [
        SpanDocument(name, {who: tuple(Span(*one) for one in spans) for who, spans in answers.items()})
        for name, answers in MARKED.items()
    ]


@pytest.mark.parametrize("marked", ["1,2", ","], ids=["one of three marked", "nobody marked"])
def test_three_annotators_of_whom_one_at_most_marked_have_values_or_reasons(
    tmp_path: Path, marked: str
) -> None:
    path = tmp_path / "spans.csv"
    label = "X" if marked != "," else ""
    path.write_text(
        f"document,annotator,start,end,label,length\nd,A,{marked},{label},20\nd,B,,,,20\nd,C,,,,20\n"
    )
    shown = CliRunner().invoke(aloi, ["agreement", str(path), "--json"], catch_exceptions=False)
    assert shown.exit_code == 0, shown.stderr
    results = json.loads(shown.stdout)["results"]
    assert {one["measure"] for one in results} >= {"gamma", "alpha_u"}
    assert all((one["value"] is None) == (one["reason"] is not None) for one in results)


def test_its_figures_are_those_of_its_spans(tmp_path: Path) -> None:
    path = tmp_path / "spans.csv"
    path.write_bytes(text(rows()).encode("windows-1252"))
    shown = CliRunner().invoke(aloi, ["agreement", str(path), "--json"], catch_exceptions=False)
    found = json.loads(shown.stdout)
    values = {one["measure"]: one for one in found["results"]}
    assert values["gamma"]["value"] == gamma(documents(), LENGTHS).value
    assert values["alpha_u"]["value"] == alpha_u(documents(), LENGTHS).value
    for match in ("exact", "partial"):
        mean = mean_span_agreement(documents(), match)
        assert values[f"mean_pairwise_span_f1_{match}"]["value"] == mean.f1.value
    assert {one["view"] for one in found["results"]} == {"spans"}
    assert (found["schema"], found["cautions"]) == ("aloi/agreement/2", [])
    assert (found["read_as"]["encoding"], found["read_as"]["layout"]) == ("windows-1252", "spans")
    told = CliRunner().invoke(aloi, ["agreement", str(path)], catch_exceptions=False).stdout
    assert all(word in told for word in ("Anaïs / Bruno", "label signe", "gamma: ", "alpha_u: "))


@pytest.mark.parametrize("write", [write_xlsx, write_ods])
def test_spreadsheets_give_the_same(tmp_path: Path, write: Any) -> None:
    plain = tmp_path / "t.csv"
    plain.write_text(text(rows()), encoding="utf-8")
    name = "t.xlsx" if write is write_xlsx else "t.ods"
    path = write(tmp_path / name, {"F": [["Campagne de mars"], [], *rows()]})
    assert (
        span_table_agreement(path, AgreementRequest(path)).results
        == span_table_agreement(plain, AgreementRequest(plain)).results
    )


def test_without_lengths_it_says_so_and_twins_are_joined_on_request(tmp_path: Path) -> None:
    path = tmp_path / "t.tsv"
    path.write_text(text(rows(length=False), "\t").replace("Bruno\t0\t6\tsigne", "Bruno\t0\t6\tSigne"))
    report = span_table_agreement(path, AgreementRequest(path))
    assert any("There is no column `length`" in one for one in report.cautions)
    assert any("--normalise case merges them" in one for one in report.cautions)
    joined = span_table_agreement(path, AgreementRequest(path, normalise=("case",)))
    assert joined.results[0].value == mean_span_agreement(documents(), "exact").f1.value


@pytest.mark.parametrize(
    ("broken", "code"),
    [
        (["d1", "Bruno", 4, None, "signe", 40], "aloi.value"),
        (["d1", "Bruno", 4.5, 8, "signe", 40], "aloi.value"),
        (["d1", "Bruno", 38, 41, "signe", 40], "aloi.value"),
        (["d1", "Bruno", 8, 4, "signe", 40], "aloi.value"),
        (["d1", "Bruno", 4, 8, "signe", 41], "aloi.differ"),
        (["d1", "", 4, 8, "signe", 40], "aloi.missing"),
        (["d1", "Bruno", "quatre", 8, "signe", 40], "corpora.cell-is-no-number"),
        (["d1", "Bruno", 4, 8, "1-févr", 40], "corpora.label-is-a-date"),
    ],
)
def test_what_cannot_be_is_refused(tmp_path: Path, broken: list[Any], code: str) -> None:
    path = tmp_path / "t.csv"
    path.write_text(text([*rows(), broken]), encoding="utf-8")
    with pytest.raises(AloiError) as raised:
        span_table_agreement(path, AgreementRequest(path))
    assert raised.value.code == code


def test_other_tables_are_no_spans(tmp_path: Path) -> None:
    path = tmp_path / "t.csv"
    path.write_text("unit,annotator,value\nu1,A,1\nu1,B,1\n")
    assert not is_span_table(path)
    with pytest.raises(AloiError) as raised:
        span_table_agreement(path, AgreementRequest(path))
    assert raised.value.code == "aloi.no-column"
    path.write_text("document,annotator,start,end\nd,A,1,2\n")
    with pytest.raises(AloiError) as raised:
        span_table_agreement(path, AgreementRequest(path))
    assert raised.value.code == "aloi.no-content"
