"""The report as one HTML file: texts stay texts, each number carries its signature."""

from __future__ import annotations

import html
from pathlib import Path

import pytest

from aloi.storage.store import Store
from aloi.workbench.agreement import report as agreements
from aloi.workbench.agreement.diagnosis import diagnose
from aloi.workbench.agreement.html import html_report
from tests.workbench.scene import Scene, make_scene

NASTY = (("<script>alert(1)</script>", "=1+1"), ("A & B", '"quoted" <b>'), ("Toux.", "Pas de toux."))


@pytest.fixture
def nasty(store: Store, tmp_path: Path) -> Scene:
    scene = make_scene(store, tmp_path, NASTY)
    scene.give(scene.open(names=("A1", "A2")), {"A1": (0, 5, 3), "A2": (5, 3, 3)})
    return scene


def written(scene: Scene) -> str:
    report = agreements.round_report(scene.store, "closeness", 1)
    return html_report(
        scene.store, report, diagnose(scene.store, "closeness", 1), agreements.trend(scene.store, "closeness")
    )


def test_texts_are_shown_as_text(nasty: Scene) -> None:
    page = written(nasty)
    assert "<script" not in page
    assert "&lt;script&gt;alert(1)&lt;/script&gt;" in page
    assert "<td>=1+1</td>" in page
    assert "<td>A &amp; B</td>" in page
    assert "<b>" not in page
    assert "Person 1" not in page
    assert "http" not in page


def test_each_number_has_its_signature(nasty: Scene) -> None:
    page = html.unescape(written(nasty))
    report = agreements.round_report(nasty.store, "closeness", 1)
    signatures = [one.signature for view in report.views for one in (*view.results, *view.pairs)]
    signatures += [one.signature for view in report.views for one in view.means]
    signatures += [result.signature for _, result in agreements.trend(nasty.store, "closeness")]
    assert len(signatures) == 17
    assert all(one in page for one in signatures)
    assert page.count('class="small">krippendorff_alpha|') == 4


def test_disputes_stand_widest_first_and_agreed_items_do_not(nasty: Scene) -> None:
    page = written(nasty)
    assert page.index("alert(1)") < page.index("A &amp; B")
    assert "Pas de toux." not in page


def test_a_restricted_report_shows_ids_and_no_text(store: Store, tmp_path: Path) -> None:
    nasty = make_scene(store, tmp_path, NASTY, restricted=True)
    nasty.give(nasty.open(names=("A1", "A2")), {"A1": (0, 5, 3), "A2": (5, 3, 3)})
    page = written(nasty)
    assert "a data-use agreement restricts this corpus" in page
    assert "alert(1)" not in page
    assert "=1+1" not in page
    assert nasty.items[0] in page


def test_undefined_numbers_show_their_reason(store: Store, tmp_path: Path) -> None:
    scene = make_scene(store, tmp_path)
    scene.give(scene.open(names=("A1", "A2")), {"A1": (3,) * 6, "A2": (3,) * 6})
    page = written(scene)
    assert "one category" in page
    assert "not possible (" in page


def test_the_report_tells_what_to_fix_and_who_stands_where(nasty: Scene) -> None:
    page = html.unescape(written(nasty))
    found = diagnose(nasty.store, "closeness", 1)
    assert found.findings
    assert all(one.sentence in page and one.todo in page for one in found.findings)
    assert all(f"<td>{one.annotator}</td>" in page for one in found.annotators)
