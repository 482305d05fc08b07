"""Agreement on labels: kappa and AC1 of each pair side by side, MASI of sets, tables that stay short."""

from __future__ import annotations

import html
import re
from pathlib import Path

import pytest

from aloi.annotation.model import Role
from aloi.storage.store import Store
from aloi.workbench.agreement.diagnosis import diagnose
from aloi.workbench.agreement.html import html_report
from aloi.workbench.agreement.report import RoundReport, round_report, shown_categories, trend
from aloi.workbench.agreement.sections import latex_report, round_sections
from aloi.workbench.agreement.tables import pair_rows
from aloi.workbench.candidates.passages import make_passages
from aloi.workbench.requests.campaigns import CampaignRequest
from aloi.workbench.requests.candidates import PassagesRequest
from aloi.workbench.rounds.campaigns import create_campaign
from aloi.workbench.texts.corpora import About, import_corpus
from tests.workbench.brought import import_annotations
from tests.workbench.scene import NOW

# Ten texts, the chapter each annotator gives: they agree on 7, and use 4, 5 and 3 chapters.
CHAPTERS = {
    "Ada": "J00-J99 J00-J99 K00-K93 K00-K93 I00-I99 I00-I99 S00-T98 J00-J99 R00-R99 R00-R99",
    "Bea": "J00-J99 J00-J99 K00-K93 K00-K93 I00-I99 I00-I99 S00-T98 R00-R99 J00-J99 K00-K93",
    "Cid": "J00-J99 J00-J99 K00-K93 K00-K93 J00-J99 J00-J99 J00-J99 J00-J99 J00-J99 I00-I99",
}


def campaign(store: Store, folder: Path, answers: dict[str, str], **how: object) -> None:
    """Make a campaign of the chapters with the answers given, texts in the order of the corpus."""
    (folder / "texts").mkdir()
    for number in range(10):
        (folder / "texts" / f"{number:02}.txt").write_text(f"Texte numéro {number}.", encoding="utf-8")
    corpus = import_corpus(store, folder / "texts", About("notes", "fr", "CC0", "written")).corpus
    items = make_passages(store, PassagesRequest(corpus.id, "document"), NOW).item_ids
    for name in answers:
        store.people.add(name, Role.ANNOTATOR, NOW, pseudonym=name)
    create_campaign(store, CampaignRequest("labels", corpus.id, task="classification", **how))  # type: ignore[arg-type]
    rows = ["\t".join(("item_id", *answers))]
    columns = [value.split() for value in answers.values()]
    rows += ["\t".join((item, *cells)) for item, *cells in zip(items, *columns, strict=True)]
    (folder / "answers.tsv").write_text("\n".join(rows) + "\n", encoding="utf-8")
    import_annotations(store, folder / "answers.tsv", "labels", 1, NOW)


@pytest.fixture
def report(store: Store, tmp_path: Path) -> RoundReport:
    campaign(store, tmp_path, CHAPTERS)
    return round_report(store, "labels", 1)


def by_hand(one: str, other: str, labels: int) -> tuple[float, float]:
    """Return Cohen's kappa and Gwet's AC1 of two columns of labels, from their definitions."""
    a, b = one.split(), other.split()
    size = len(a)
    observed = sum(x == y for x, y in zip(a, b, strict=True)) / size
    used = set(a) | set(b)
    chance = sum(a.count(x) * b.count(x) for x in used) / size**2
    mean = [(a.count(x) + b.count(x)) / (2 * size) for x in used]
    by_gwet = sum(p * (1 - p) for p in mean) / (labels - 1)
    return (observed - chance) / (1 - chance), (observed - by_gwet) / (1 - by_gwet)


def test_kappa_and_ac1_of_each_pair_stand_side_by_side(report: RoundReport) -> None:
    rows = pair_rows(report.views[0].pairs)
    assert [(row.a, row.b, row.units) for row in rows] == [
        ("Ada", "Bea", 10), ("Ada", "Cid", 10), ("Bea", "Cid", 10),
    ]  # fmt: skip
    for row in rows:
        assert [one.measure for one in row.results] == ["cohen_kappa", "gwet_ac1"]
        expected = by_hand(CHAPTERS[row.a], CHAPTERS[row.b], labels=22)
        assert [one.value for one in row.results] == pytest.approx(expected)
        assert all(one.interval is not None for one in row.results)
    assert rows[0].results[0].value == pytest.approx((0.7 - 0.22) / (1 - 0.22))


def test_reports_hold_both(store: Store, report: RoundReport) -> None:
    latex = latex_report(round_sections(report))
    assert r"\begin{tabular}{lrrrrr}" in latex
    assert "Cohen's kappa and Gwet's AC1 of every two annotators" in latex
    kappa, ac1 = pair_rows(report.views[0].pairs)[0].results
    assert re.search(rf"Ada / Bea & \${kappa.value:.3f}\$ & .* & \${ac1.value:.3f}\$ & .* & 10 ", latex)
    assert f"\n% {kappa.signature}\n% {ac1.signature}\n" in latex
    page = html.unescape(html_report(store, report, diagnose(store, "labels", 1), trend(store, "labels")))
    assert "Cohen's kappa</th>" in page
    assert "Gwet's AC1</th>" in page
    assert kappa.signature in page
    assert ac1.signature in page
    assert "<th>Text</th>" in page
    assert "Use of the labels" in page
    assert '<th class="n">A00-B99</th>' not in page  # nobody used it


def test_tables_show_the_labels_used(report: RoundReport) -> None:
    shown = shown_categories(report)
    assert list(shown) == ["I00-I99", "J00-J99", "K00-K93", "R00-R99", "S00-T98"]
    assert all(report.views[0].categories[place] == name for name, place in shown.items())


def test_sets_of_labels_have_masi_by_pair(store: Store, tmp_path: Path) -> None:
    given = {
        "Ada": "surgery surgery|imaging imaging genetics genetics genetics genetics surgery surgery surgery",
        "Bea": "surgery surgery imaging genetics genetics genetics genetics surgery surgery imaging",
    }
    campaign(store, tmp_path, given, preset="specialities")
    found = round_report(store, "labels", 1)
    assert [one.measure for one in found.views[0].results] == [
        "krippendorff_alpha_masi",
        "krippendorff_alpha_jaccard",
    ]
    (row,) = pair_rows(found.views[0].pairs)
    assert row.results[0].value == pytest.approx(found.views[0].results[0].value)
    assert "imaging, surgery" in shown_categories(found)
    each = round_report(store, "labels", 1, scale="each")
    assert [one.measure for one in each.views[0].pairs] == ["cohen_kappa", "gwet_ac1"]
    assert each.views[0].pairs[0].units == 90
