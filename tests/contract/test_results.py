"""One table of results: every number through five renderers, and no place that writes an interval itself."""

from __future__ import annotations

import ast
import csv
import html
import io
import math
import re
from collections.abc import Iterator

import pytest
from streamlit.testing.v1 import AppTest

from aloi.agreement.number import Number
from aloi.agreement.result import Interval
from aloi.workbench.reports.files import as_csv, as_html, as_text
from aloi.workbench.reports.latex import as_latex
from aloi.workbench.reports.table import Table
from tests.sources import DIRECTORIES, ROOT, nodes
from tests.ui.pages import tables

RENDERER = "agreement/number.py"
# What parts a scale or the scores of candidates is not the interval of a number.
BINS = {"corpora/mining/sample.py", "aloi/ui/shared/charts.py"}
INTERVAL = Interval(-0.25, math.inf, "analytic")
HEAD = ("Système", ("Valeur", "Intervalle à 95 %"), "Δ_1", "n")
ROWS = (
    (
        "R&D_1 <b> 50 %",
        Number(0.5, Interval(0.12345, 0.87654, "x"), signature="f1|n:3_%"),
        Number(-0.0001),
        3,
    ),
    ("=1+1", Number(None, reason="no <pairable> ratings"), Number(0.4, INTERVAL, signed=True, mark="a"), 0),
    ("émotion forte, d’après l’élève", Number(-0.5), Number(-math.inf, best=True), None),
)
TABLE = Table("Accord inter-annotateurs : 100 % = #1", HEAD, ROWS, ["note_1"], why="Pourquoi")


def _ends(node: ast.AST) -> set[str]:
    """Return which ends of an interval an expression names, as `one.low`, `low` or `row["low"]`."""
    words = [getattr(one, "attr", getattr(one, "id", getattr(one, "value", ""))) for one in ast.walk(node)]
    return {end for end in ("low", "high") for word in words if word == end or str(word).endswith(f"_{end}")}


def _decimals(one: ast.FormattedValue) -> bool:
    """Return whether a value in a text is written with a number of decimals."""
    form = [each.value for each in ast.walk(one.format_spec or one) if isinstance(each, ast.Constant)]
    return str(form[-1:]).endswith("f']") or "_text(" in ast.unparse(one.value)


def _places(tree: ast.Module) -> Iterator[int]:
    """Yield the lines on which both ends of something are written with a number of decimals."""
    for node in ast.walk(tree):
        if isinstance(node, ast.JoinedStr | ast.Call):
            told = [one for one in ast.walk(node) if isinstance(one, ast.FormattedValue) and _decimals(one)]
            if {end for one in told for end in _ends(one.value)} == {"low", "high"}:
                yield node.lineno


def test_one_place_writes_an_interval() -> None:
    candidates = {path for path, one in nodes(ast.FormattedValue) if _ends(one.value) and _decimals(one)}
    found = {
        path: sorted(set(_places(tree))) for path, tree in nodes(ast.Module) if path in candidates - BINS
    }
    found = {path: lines for path, lines in found.items() if lines}
    assert list(found) == [RENDERER], found
    assert len(found[RENDERER]) == 1


@pytest.mark.parametrize(
    "source",
    [
        'f"[{one.low:.3f}, {one.high:.3f}]"',
        'f"{low:{sign}.2f} to {high:{sign}.2f}"',
        't("x", a=f"{one.low:.4f}", b=f"{one.high:.4f}")',
    ],
)
def test_the_count_finds_an_interval_written_by_hand(source: str) -> None:
    assert list(_places(ast.parse(source))) == [1]
    assert not list(_places(ast.parse('f"a scale from {scale.low:g} to {scale.high:g}"')))


def test_no_template_writes_an_interval() -> None:
    for name in DIRECTORIES:
        for path in (ROOT / name).rglob("*.html"):
            text = path.read_text(encoding="utf-8")
            assert "interval.low" not in text, path
            assert ".high" not in text, path


def test_text() -> None:
    title, head, first, second, third, note = as_text(TABLE)
    assert (title, note) == (TABLE.title, "note_1")
    assert head.split("  ")[0] == "Système"
    assert "0.500" in first
    assert "[0.123, 0.877]" in first
    assert " 0.000 " in first  # never minus nothing
    assert "-0.000" not in first
    assert second.endswith("no <pairable> ratings")
    assert "+0.400 [-0.250, +∞] a" in second
    assert "-0.500" in third
    assert "-∞" in third
    assert len({line.index("Valeur") for line in (head,)} | {first.index("0.500"), second.index("-  ")}) == 1


def test_csv() -> None:
    rows = list(csv.reader(io.StringIO(as_csv(TABLE))))
    reach = "Intervalle à 95 %"
    assert rows[0] == [
        "Système", "Valeur", f"{reach}, low", f"{reach}, high",
        "Δ_1", "Δ_1, low", "Δ_1, high", "Δ_1, mark", "n", "Pourquoi",
    ]  # fmt: skip
    assert rows[1] == ["R&D_1 <b> 50 %", "0.5", "0.12345", "0.87654", "-0.0001", "", "", "", "3", ""]
    assert rows[2] == ["'=1+1", "", "", "", "0.4", "-0.25", "inf", "a", "0", "no <pairable> ratings"]
    assert rows[3] == ["émotion forte, d’après l’élève", "-0.5", "", "", "-inf", "", "", "", "", ""]


def test_csv_of_a_french_spreadsheet() -> None:
    point = list(csv.reader(io.StringIO(as_csv(TABLE))))
    comma = list(csv.reader(io.StringIO(as_csv(TABLE, decimal_comma=True)), delimiter=";"))
    assert comma[1][1:4] == ["0,5", "0,12345", "0,87654"]
    number = re.compile(r"-?\d+,\d+")
    assert [
        [one.replace(",", ".") if number.fullmatch(one) else one for one in row] for row in comma
    ] == point


def test_latex() -> None:
    lines = as_latex([TABLE]).splitlines()
    assert r"\caption{Accord inter-annotateurs : 100 \% = \#1}" in lines
    assert r"\begin{tabular}{lrrrr}" in lines
    assert r"Système & Valeur & Intervalle à 95 \% & Δ\_1 & n \\" in lines
    assert r"R\&D\_1 \textless{}b\textgreater{} 50 \% & $0.500$ & $[0.123, 0.877]$ & $0.000$ & 3 \\" in lines
    assert lines[lines.index("% f1|n:3_%") - 1].endswith(r"$0.000$ & 3 \\")
    assert r"=1+1 & -- & -- & $+0.400$\textsuperscript{a} $[-0.250, +\infty]$ & 0 \\" in lines
    assert "% undefined: no <pairable> ratings" in lines
    assert r"émotion forte, d’après l’élève & $-0.500$ & -- & $\mathbf{-\infty}$ & -- \\" in lines
    assert lines[-1] == "% note_1"


def test_html() -> None:
    page = as_html(TABLE, signatures=True)
    assert "<b>" not in page
    assert "<pairable>" not in page
    text = html.unescape(page)
    assert "R&D_1 <b> 50 %" in text
    assert "émotion forte, d’après l’élève" in text
    assert '<td class="n">0.500</td><td class="n">[0.123, 0.877]</td><td class="n">0.000</td>' in page
    assert '<td class="n">+0.400 [-0.250, +∞] a</td>' in page
    assert "f1|n:3_%" in page
    assert "<th>Pourquoi</th>" in page
    assert "f1|n" not in as_html(TABLE)


def _page(rows: list[dict[object, object]]) -> None:
    from aloi.ui.shared.tables import text_table

    text_table(rows, download="x.csv")


def test_streamlit() -> None:
    rows = [dict(zip(HEAD, row, strict=True)) for row in ROWS]
    at = AppTest.from_function(_page, args=(rows,)).run(timeout=120)
    assert not at.exception
    [drawn] = tables(at)
    assert list(drawn.columns)[:4] == ["Système", "Valeur", "Intervalle à 95 %", "Δ_1"]
    assert drawn["Valeur"].tolist() == ["0.500", "-", "-0.500"]
    assert drawn["Intervalle à 95 %"].tolist() == ["[0.123, 0.877]", "-", "-"]
    assert drawn["Δ_1"].tolist() == ["0.000", "+0.400 [-0.250, +∞] a", "-∞"]
    assert drawn.iloc[:, -1].tolist() == ["", "no <pairable> ratings", ""]
    rows[0]["Système"] = "a <b>long</b> text that wraps and shows whole"
    at = AppTest.from_function(_page, args=(rows,)).run(timeout=120)
    [body] = [one.proto.body for one in at.get("html")]
    assert "&lt;b&gt;long" in body
    assert "[0.123,\N{NO-BREAK SPACE}0.877]" in body  # it goes to the next line as a whole


def test_a_table_without_rows_has_its_head() -> None:
    empty = Table("Rien", HEAD, ())
    assert as_text(empty) == ["Rien", "Système  Valeur  Intervalle à 95 %  Δ_1  n"]
    assert as_csv(empty) == "Système,Valeur,Δ_1,n\n"
    assert r"Système & Valeur & Intervalle à 95 \% & Δ\_1 & n \\" in as_latex([empty])
    assert as_html(empty).count("<th") == 5
