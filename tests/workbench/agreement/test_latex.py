"""Reports on a table, for LaTeX and as HTML: escaped, with intervals and signatures."""

from __future__ import annotations

import html
from pathlib import Path

import pytest

from aloi.agreement.compute import compute
from aloi.agreement.measures.examples import krippendorff_2011, semdis_mince
from aloi.agreement.result import Agreement, PairAgreement
from aloi.storage.store import Store
from aloi.workbench.agreement import report as agreements
from aloi.workbench.agreement.html import table_html
from aloi.workbench.agreement.sections import Section, latex_report, round_sections, table_sections
from aloi.workbench.agreement.tables import TableReport, table_report
from aloi.workbench.reports.latex import escaped
from aloi.workbench.requests.files.agreement import AgreementRequest
from tests.workbench.scene import make_scene

NASTY = """unit\tpart\tA_1\t<b>B & C\t[D]
1\t50 %\t1\t1\t2
2\t50 %\t2\t3\t2
3\t#2\t3\t3\t3
4\t#2\t1\t2\t1
"""


@pytest.fixture
def report(tmp_path: Path) -> TableReport:
    path = tmp_path / "r.tsv"
    path.write_text(NASTY, encoding="utf-8")
    return table_report(AgreementRequest(path, level="ordinal", by="part"))


def test_latex_is_escaped(report: TableReport) -> None:
    lines = latex_report(table_sections(report, "my_table.tsv")).splitlines()
    text = "\n".join(line for line in lines if not line.startswith("%"))
    assert r"\caption{Agreement: my\_table.tsv, part 50 \%.}" in text
    assert r"part \#2" in text
    assert r"\textless{}b\textgreater{}B \& C / {[}D{]}" in text
    assert "<b>" not in text
    assert text.count(r"\begin{table}") == text.count(r"\bottomrule") == text.count(r"\end{table}") == 6


def test_every_number_has_its_interval_and_signature(report: TableReport) -> None:
    text = latex_report(table_sections(report, "table"))
    lines = text.splitlines()
    found: list[Agreement | PairAgreement] = [*report.results, *report.means, *report.pairs]
    for one in found:
        assert one.value is not None
        assert one.interval is not None
        # Pairs of annotators share a signature; a row of several coefficients is followed by theirs.
        rows = [row_before(lines, at) for at, line in enumerate(lines) if line == f"% {one.signature}"]
        shown = f"${one.value:.3f}$ & $[{one.interval.low:.3f}, {one.interval.high:.3f}]$"
        assert any(shown in row for row in rows)
        assert all(row.endswith(r" \\") for row in rows)


def row_before(lines: list[str], at: int) -> str:
    """Return the last line before `at` that is no comment."""
    return next(line for line in reversed(lines[:at]) if not line.startswith("%"))


def test_more_pairs_than_a_page_holds_are_counted_only(report: TableReport) -> None:
    text = latex_report([Section("many", report.results, report.pairs * 16)])
    assert "% 48 pairs of annotators: too many" in text
    assert text.count(r"\begin{table}") == 1


def test_undefined_says_why_in_the_comment() -> None:
    [alpha] = compute(krippendorff_2011().subset_annotators(["A"]), ["krippendorff_alpha"])
    text = latex_report([Section("one", (alpha,), ())])
    assert "Krippendorff's alpha & nominal distance & -- & -- & 0 & " in text
    assert "(undefined: no pairable ratings)" in text


def test_a_comment_stays_on_its_line() -> None:
    context = {"part": "a\n\\input{x}\r% b"}
    [alpha] = compute(krippendorff_2011(), ["krippendorff_alpha"], context=context)
    assert "\n\\input" not in latex_report([Section("one", (alpha,), ())])
    assert "\r" not in latex_report([Section("one", (alpha,), ())])


@pytest.mark.parametrize(
    ("text", "shown"),
    [("a\\b", r"a\textbackslash{}b"), ("{~^}", r"\{\textasciitilde{}\textasciicircum{}\}"), ("a\nb", "a b")],
)
def test_escaped(text: str, shown: str) -> None:
    assert escaped(text) == shown


def test_which_ordinal_is_always_said() -> None:
    data = krippendorff_2011("ordinal")
    [alpha, fleiss] = compute(data, ["krippendorff_alpha", "fleiss_kappa"], weights="ordinal", ci="none")
    assert "|distance:ordinal-krippendorff|" in alpha.signature
    assert alpha.scale == "ordinal distance (Krippendorff)"
    assert "|weights:ordinal-gwet|" in fleiss.signature
    assert fleiss.scale == "ordinal weights (Gwet)"
    assert [one.scale for one in compute(semdis_mince(), ci="none")] == [
        "jaccard distance",
        "masi distance",
        "-",
        "-",
    ]


def test_html_is_escaped_and_whole(report: TableReport) -> None:
    page = table_html(report, "<my table>")
    assert "<b>" not in page
    assert "&lt;b&gt;B &amp; C / [D]" in page
    assert "<h1>Agreement of &lt;my table&gt;</h1>" in page
    assert "http" not in page
    assert "border-collapse" in page
    parts = [(part.results, part.pairs) for part in report.groups]
    parts.append((report.results, report.pairs))
    found = [one.signature for results, pairs in parts for one in results]
    found += [one.signature for results, pairs in parts for one in pairs]
    found += [one.signature for part in (report, *report.groups) for one in part.means]
    assert len(found) == 3 * (len(report.results) + 3 * 3 + 3)
    assert len(report.results) >= 7
    assert all(one in html.unescape(page) for one in found)


def test_a_round_gives_its_tables_too(store: Store, tmp_path: Path) -> None:
    scene = make_scene(store, tmp_path, (("a", "b"), ("c", "d"), ("e", "f")))
    scene.give(scene.open(names=("A1", "A2")), {"A1": (0, 5, 3), "A2": (5, 3, 3)})
    report = agreements.round_report(store, "closeness", 1)
    text = latex_report(round_sections(report))
    assert all(f"% {one.signature}" in text for view in report.views for one in view.results)
    assert "Cohen's kappa, mean over pairs" in text
    assert "closeness, round 1" in text
