"""The whole report on a table: every part is that of the library, in JSON, HTML, LaTeX and words."""

from __future__ import annotations

import html
import json
from pathlib import Path

import pytest

from aloi.agreement.benchmarks import benchmark_of
from aloi.agreement.quality.rasch import facets
from aloi.agreement.ratings import Ratings
from aloi.workbench.agreement.full_report.parts import WORDS, disputed_part, matrix_parts, whole_parts
from aloi.workbench.agreement.html import table_html
from aloi.workbench.agreement.sections import latex_report, table_sections
from aloi.workbench.agreement.tables import TableReport, table_report
from aloi.workbench.requests.files.agreement import AgreementRequest
from tests.agreement.peers.tables import tables


def written(path: Path, rows: list[list[int]]) -> Path:
    head = "unit\t" + "\t".join(f"A{at}" for at in range(len(rows[0])))
    lines = [f"u{at:03}\t" + "\t".join(map(str, row)) for at, row in enumerate(rows)]
    path.write_text("\n".join([head, *lines]) + "\n", encoding="utf-8")
    return path


@pytest.fixture
def report(tmp_path: Path) -> TableReport:
    path = written(tmp_path / "r.tsv", tables()["three"])
    return table_report(AgreementRequest(path, level="ordinal", whole=True, replicates=50))


def test_every_part_is_there_and_is_the_librarys(report: TableReport) -> None:
    whole = report.whole
    assert whole is not None
    parts = {one.name: one for one in whole_parts(whole)}
    assert [*parts] == [
        "further",
        "benchmarks",
        "annotators",
        "use",
        "labels",
        "confused",
        "limits",
        "items",
        "plan",
    ]
    rows = tables()["three"]
    units, people = [f"u{at:03}" for at in range(len(rows))], ["A0", "A1", "A2"]
    assert whole.severities == facets(Ratings.from_table(units, people, rows, "ordinal"))
    assert [one.annotator for one in whole.learnt] == ["A0", "A1", "A2"]
    assert all(0 <= one.accuracy <= 1 and 0 <= one.competence <= 1 for one in whole.learnt)
    # The third annotator of the table is a degree stricter than the first.
    severity = {one.annotator: one.severity for one in whole.severities.annotators}
    assert severity["A2"] > severity["A0"]
    assert {one.measure for one, _ in whole.benchmarks} == {
        one.measure
        for one in (*report.results, *report.means, *whole.further)
        if benchmark_of(one) is not None
    }
    shown = (*parts.values(), disputed_part(whole), *matrix_parts(whole))
    assert {name for one in shown for name in (*one.columns, f"part_{one.name}")} == set(WORDS)


def test_json_html_and_latex_hold_it(report: TableReport) -> None:
    document = json.loads(json.dumps(report.to_json(), allow_nan=False))
    assert document["schema"] == "aloi/agreement/2"
    assert {one["view"] for one in (*document["results"], *document["pairs"])} == {"table"}
    assert len(document["whole"]["severities"]["annotators"]) == 3
    assert document["methods"] == report.methods()
    assert document["methods_fr"] == report.methods("fr")
    assert document["crosscheck"][0]["difference"] == pytest.approx(0, abs=1e-12)
    page = html.unescape(table_html(report, "r.tsv"))
    assert report.methods() in page
    assert report.methods("fr") in page
    assert "recomputed by the krippendorff package" in page
    assert report.whole is not None
    shown = (*whole_parts(report.whole), disputed_part(report.whole), *matrix_parts(report.whole))
    for one in shown:
        assert one.table().title in page
    latex = latex_report(table_sections(report, "r.tsv"), report.whole)
    assert "Severity (logits)" in latex


def test_what_two_annotators_gave_and_what_is_disputed(report: TableReport) -> None:
    rows, whole = tables()["three"], report.whole
    assert whole is not None
    assert [(one.a, one.b) for one in whole.matrices] == [("A0", "A1"), ("A0", "A2"), ("A1", "A2")]
    for one, (left, right) in zip(whole.matrices, ((0, 1), (0, 2), (1, 2)), strict=True):
        for at, name in enumerate(one.categories):
            for place, other in enumerate(one.categories):
                pairs = [row for row in rows if (str(row[left]), str(row[right])) == (name, other)]
                assert one.counts[at][place] == len(pairs)
    gaps = {f"u{at:03}": max(row) - min(row) for at, row in enumerate(rows)}
    assert whole.disputes == sum(gap > 0 for gap in gaps.values()) > 10
    assert [one.largest for one in whole.disputed] == sorted(filter(None, gaps.values()), reverse=True)
    assert all(one.largest == gaps[one.unit] for one in whole.disputed)
    first = whole.disputed[0]
    assert list(first.answers.values()) == [str(cell) for cell in rows[int(first.unit[1:])]]


def test_many_annotators_and_many_categories_stay_readable(tmp_path: Path) -> None:
    rows = [[(at * at + 7 * who * (at % 5 == 0)) % 61 for who in range(11)] for at in range(61)]
    path = written(tmp_path / "many.tsv", rows)
    asked = AgreementRequest(
        path, level="nominal", measure=("krippendorff_alpha",), whole=True, ci="none", pairs=False
    )
    whole = table_report(asked).whole
    assert whole is not None
    assert whole.matrices == ()  # 55 pairs
    part = disputed_part(whole)
    assert (part.people, len(part.rows)) == ((), whole.disputes)
    assert "A0" in str(part.rows[0][-1])
    written(path, [row[:2] for row in rows])
    few = table_report(asked).whole
    assert few is not None
    [matrix] = few.matrices
    assert len(matrix.categories) == len(matrix.counts) == 30


def test_the_paragraph_quotes_what_fits_and_says_how(report: TableReport, tmp_path: Path) -> None:
    told = report.methods()
    alpha = next(one for one in report.results if one.measure == "krippendorff_alpha")
    assert told.startswith("40 items were rated by 3 annotators (120 ratings, none missing)")
    assert f"Krippendorff's alpha {alpha.value:.3f}" in told
    assert "Fleiss' kappa" in told
    assert "ordinal weights (Gwet)" in told
    assert "unweighted" not in told
    assert "which is what the gold holds" in told
    assert "score intervals with the t distribution" in told
    french = report.methods("fr")
    assert french.startswith("40 items ont été jugés par 3 personnes (120 jugements, aucun manquant)")
    assert f"alpha de Krippendorff {alpha.value:.3f}".replace(".", ",") in french
    assert "poids ordinaux de Gwet" in french
    assert "intervalles de score avec la loi de Student" in french
    by_formula = table_report(
        AgreementRequest(written(tmp_path / "f.tsv", tables()["three"]), level="ordinal", ci="analytic")
    )
    assert "the F distribution" in by_formula.methods()
    drawn = table_report(
        AgreementRequest(
            written(tmp_path / "r.tsv", tables()["three"]), level="ordinal", ci="bootstrap", replicates=50
        )
    )
    assert "a BCa bootstrap over items (50 replicates)" in drawn.methods()


def test_labels_have_the_parts_that_fit_them(tmp_path: Path) -> None:
    path = written(tmp_path / "r.tsv", [[one % 3 for one in row] for row in tables()["two"]])
    report = table_report(AgreementRequest(path, level="nominal", whole=True, replicates=50))
    assert report.whole is not None
    names = [one.name for one in whole_parts(report.whole)]
    assert "limits" not in names
    assert report.whole.severities.annotators == ()
    assert "gold" not in report.methods()


def test_nothing_more_is_computed_unasked(tmp_path: Path) -> None:
    report = table_report(
        AgreementRequest(written(tmp_path / "r.tsv", tables()["two"]), level="ordinal", ci="none")
    )
    assert report.whole is None
    assert "whole" not in report.to_json()
