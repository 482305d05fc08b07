"""The reports of a round of substitutes: HTML and LaTeX, with what its task alone has."""

from __future__ import annotations

from pathlib import Path

from click.testing import CliRunner

from aloi.storage.store import Store
from aloi.terminal.main import aloi
from aloi.workbench.people import add_person
from aloi.workbench.requests.corrections import PersonRequest
from tests.workbench.desks import answer_differently, open_rounds
from tests.workbench.scene import NOW


def test_a_round_of_substitutes_has_both_reports(store: Store, tmp_path: Path) -> None:
    team = [add_person(store, PersonRequest(f"Person {n}", "annotator"), NOW) for n in range(3)]
    answer_differently(store, team, open_rounds(store, team, items=4).values())
    html, tex = tmp_path / "r.html", tmp_path / "r.tex"
    asked = ["round", "agreement", "--campaign", "substitution", "--round", "1", "--whole",
             "--html", str(html), "--latex", str(tex),
             "--store", f"sqlite:///{tmp_path / 'aloi.db'}"]  # fmt: skip
    shown = CliRunner().invoke(aloi, asked, catch_exceptions=False)
    assert shown.exit_code == 0, shown.stderr
    page, tables = html.read_text(encoding="utf-8"), tex.read_text(encoding="utf-8")
    for text in (page, tables):
        assert "Substitutes by part of speech" in text
        assert "Pairwise agreement" in text
        assert "Krippendorff" in text
    for title in ("Most disputed items", "Answers of two annotators: A1 (rows) and A2 (columns)"):
        assert title in tables
        assert title in shown.stdout
