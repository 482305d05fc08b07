"""Every measure of agreement and every part of the report, through every door: of a table, and of a round.

The doors are the command (`--json` and its text), HTML, LaTeX, the notebook and the page; the same ratings
have the same numbers in a round as in a table.
"""

from __future__ import annotations

import html
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pandas
import pytest
from click.testing import CliRunner
from streamlit.testing.v1 import AppTest

import aloi as notebook
from aloi.agreement.measures import MEASURES
from aloi.agreement.measures.base import Measure
from aloi.base.records import from_json, to_json
from aloi.storage.store import Store
from aloi.terminal.main import aloi
from aloi.ui.shared.agreement import title
from aloi.workbench.agreement.full_report.figures import WholeReport
from aloi.workbench.agreement.full_report.parts import WORDS, whole_parts
from aloi.workbench.agreement.report import RoundReport, round_report
from aloi.workbench.agreement.tables import TableReport, table_report
from aloi.workbench.cache.agreement import ReportRound
from aloi.workbench.cache.base import Context
from aloi.workbench.cache.results import compute, read
from aloi.workbench.reports.latex import escaped
from aloi.workbench.requests.files.agreement import AgreementRequest
from tests.workbench.scene import NOW, Scene, make_scene

FIRST = [0, 1, 2, 3, 4, 5, 5, 3, 1, 0, 2, 4]
SECOND = [0, 1, 3, 3, 4, 5, 4, 3, 1, 1, 2, 4]
THIRD = [1, 1, 2, 2, 4, 5, 5, 2, 1, 0, 3, 4]
TEAMS = {2: (FIRST, SECOND), 3: (FIRST, SECOND, THIRD)}
SETS = [("a; b", "a"), ("b", "b"), ("a; c", "c; a"), ("c", "b; c"), ("a", "a"), ("b; c", "a")]
Told = Callable[..., str]


@pytest.fixture
def told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Told:
    """Return a function that runs a command and gives what it prints."""
    monkeypatch.chdir(tmp_path)

    def run(*arguments: object) -> str:
        found = CliRunner().invoke(aloi, [*map(str, arguments)], catch_exceptions=False)
        assert found.exit_code == 0, found.stderr
        return found.stdout

    return run


def table_for(one: Measure, folder: Path) -> tuple[Path, str]:
    """Return a table that a measure takes, and its level."""
    path = folder / "table.csv"
    if one.for_sets:
        rows: list[Any] = list(SETS)
    else:
        rows = list(zip(*TEAMS[2 if one.max_annotators == 2 else 3], strict=True))
    names = [f"A{at + 1}" for at in range(len(rows[0]))]
    lines = [",".join(map(str, (f"u{at:02}", *row))) for at, row in enumerate(rows)]
    path.write_text("\n".join([",".join(("unit", *names)), *lines]) + "\n", encoding="utf-8")
    return path, "nominal" if one.for_sets else "ordinal" if "ordinal" in one.levels else one.levels[-1]


@pytest.mark.parametrize("one", MEASURES, ids=lambda one: one.name)
def test_a_measure_of_a_table_stands_in_every_door(one: Measure, told: Told, tmp_path: Path) -> None:
    path, level = table_for(one, tmp_path)
    weights = ("--weights", "ordinal") if one.name == "gwet_ac2" else ()
    asked = ("agreement", path, "--level", level, "--measure", one.name, *weights)
    document = json.loads(told(*asked, "--json", "--html", "r.html", "--latex", "r.tex"))
    [found] = document["results"]
    assert found["measure"] == one.name
    assert found["value"] is not None
    assert found["view"] == "table"
    assert one.name in told(*asked)
    assert found["signature"] in html.unescape(Path("r.html").read_text(encoding="utf-8"))
    assert f"% {found['signature']}" in Path("r.tex").read_text(encoding="utf-8")
    in_notebook = notebook.agreement.measure(
        path, level=level, measures=one.name, weights=weights[-1] if weights else None
    )
    assert in_notebook.results[0].value == found["value"]
    assert in_notebook.table()["signature"][0] == found["signature"]
    assert title(one.name)  # the page of any table lists them all by this name


SPANS = """document,annotator,start,end,label,length
d1,Ana,0,6,sign,40
d1,Ana,10,18,drug,40
d1,Bo,0,6,sign,40
d1,Bo,11,18,drug,40
d1,Cy,0,6,drug,40
d2,Ana,3,9,sign,25
d2,Bo,,,,25
d2,Cy,4,9,sign,25
"""


def test_a_table_of_spans_has_the_same_digits_in_every_door(told: Told, tmp_path: Path) -> None:
    path = tmp_path / "spans.csv"
    path.write_text(SPANS, encoding="utf-8")
    document = json.loads(told("agreement", path, "--json", "--html", "r.html", "--latex", "r.tex"))
    text = told("agreement", path)
    page = html.unescape(Path("r.html").read_text(encoding="utf-8"))
    latex = Path("r.tex").read_text(encoding="utf-8")
    found = notebook.agreement.measure(path)
    assert [one.to_json() for one in found.results] == document["results"]
    assert [one.to_json() for one in found.pairs] == document["pairs"]
    assert found.methods("fr") == document["methods_fr"]
    assert found.spans is not None
    assert {name: both[0].f1.value for name, both in found.spans.f1.labels.items()}.keys() == {"drug", "sign"}
    assert [one.signature for one in found.results] == list(found.table()["signature"])
    frame = pandas.read_csv(path)
    assert notebook.agreement.measure(frame).results == found.results
    assert len(document["results"]) == 4
    for one in document["results"]:
        assert one["value"] is not None
        digits = f"{one['value']:.3f}"
        assert one["signature"] in page
        assert f"% {one['signature']}" in latex
        assert all(digits in door for door in (page, latex)), one["measure"]
        assert f"{one['value']:.4f}" in text or digits in text
        assert title(one["measure"])
    for one in document["pairs"]:
        assert one["signature"] in page
        assert f"{one['value']:.3f}" in latex
    for label, value in document["alpha_u_by_label"].items():
        assert f"{value:.3f}" in page
        assert label in latex
    for figure in (document["gamma_cat"], *document["gamma_by_label"].values()):
        digits = f"{figure['value']:.3f}"
        assert all(digits in text_ for text_ in (page, latex))
        assert f"{figure['value']:.4f}" in text
    assert document["gamma_by_label"].keys() == {"drug", "sign"}
    assert document["methods"] in page
    assert document["methods"] in text
    assert "2 texts were marked by 3 annotators (7 spans)" in document["methods"]
    report = table_report(AgreementRequest(path))
    assert from_json(TableReport, json.loads(json.dumps(to_json(report)))) == report  # as the job keeps it


@pytest.mark.parametrize(
    ("options", "code"),
    [
        (("--level", "ordinal"), "option level does"),
        (("--measure", "krippendorff_alpha"), "option measure does"),
        (("--whole",), "option whole does"),
        (("--by", "label"), "option by does"),
    ],
)
def test_an_option_that_says_nothing_of_spans_is_refused(
    tmp_path: Path, options: tuple[str, ...], code: str
) -> None:
    path = tmp_path / "spans.csv"
    path.write_text(SPANS, encoding="utf-8")
    result = CliRunner().invoke(aloi, ["agreement", str(path), *options])
    assert (result.exit_code, code in result.stderr) == (2, True)
    two = CliRunner().invoke(aloi, ["agreement", "difference", str(path), str(path), "--level", "nominal"])
    assert two.exit_code == 2
    assert "table of spans" in two.stderr


def scene_of(store: Store, folder: Path, people: int) -> Scene:
    scene = make_scene(store, folder, pairs=len(FIRST))
    names = [f"A{at + 1}" for at in range(people)]
    scene.give(scene.open(names=names), dict(zip(names, TEAMS[people], strict=True)))
    return scene


def _drawn(document: dict[str, object]) -> None:
    from aloi.base.records import from_json
    from aloi.ui.shared import whole_report
    from aloi.workbench.agreement.full_report.figures import WholeReport

    whole_report.tables(from_json(WholeReport, document))


@pytest.mark.parametrize("people", TEAMS)
def test_a_round_gives_what_a_table_gives_in_every_door(
    store: Store, told: Told, tmp_path: Path, people: int
) -> None:
    scene = scene_of(store, tmp_path, people)
    store_url = f"sqlite:///{tmp_path / 'aloi.db'}"
    asked = ("round", "agreement", "--campaign", "closeness", "--round", 1, "--whole", "--store", store_url)
    document = json.loads(told(*asked, "--json", "--html", "r.html", "--latex", "r.tex"))
    given = {one["measure"]: one["value"] for one in document["whole"]["further"]}
    for one in document["results"]:
        given.setdefault(one["measure"], one["value"])
    fitting = [
        one.name
        for one in MEASURES
        if not one.for_sets and "ordinal" in one.levels and people <= (one.max_annotators or people)
    ]
    assert set(fitting) <= set(given)
    page = html.unescape(Path("r.html").read_text(encoding="utf-8"))
    latex, text = Path("r.tex").read_text(encoding="utf-8"), told(*asked)
    report = round_report(store, "closeness", 1, whole=True)
    whole = whole_of(report)
    for one in whole.further:
        assert one.signature in page
        assert f"% {one.signature}" in latex
    for part in whole_parts(whole):
        name = WORDS[f"part_{part.name}"]
        assert name in page
        assert escaped(name) in latex
        assert name in text
    assert report.methods() in page
    assert report.methods("fr") in page
    assert report.methods() in text
    assert document["methods"] == report.methods()
    in_notebook = notebook.open(store_url).agreement("closeness", 1, whole=True)
    assert in_notebook.whole == whole
    # The page draws what the worker kept: all but the items beyond the twentieth.
    request = ReportRound(scene.campaign.id, report.round.id, "score", cleaned=True)
    compute(Context(store, tmp_path), request, NOW)
    kept = read(store, request).value
    assert kept == whole.shown()
    drawn = AppTest.from_function(_drawn, args=(to_json(kept),), default_timeout=60).run()
    assert not drawn.exception
    assert len(drawn.expander) == len(whole_parts(whole))
    assert from_json(WholeReport, json.loads(json.dumps(to_json(kept)))) == kept


def whole_of(report: RoundReport) -> WholeReport:
    assert report.whole is not None
    return report.whole


def test_the_same_ratings_have_the_same_numbers_in_a_round_and_in_a_table(
    store: Store, tmp_path: Path
) -> None:
    scene = scene_of(store, tmp_path, 3)
    documents = {
        item.id: [one.document_id for one in item.sentences] for item in store.texts.items(scene.items)
    }
    columns = ("unit", "A1", "A2", "A3", "left_document", "right_document")
    rows = [
        (item, *row, *documents[item])
        for item, row in zip(scene.items, zip(*TEAMS[3], strict=True), strict=True)
    ]
    path = scene.table(columns, rows)
    categories = tuple(str(one) for one in range(6))
    table = table_report(
        AgreementRequest(
            path,
            level="ordinal",
            categories=categories,
            cluster=("left_document", "right_document"),
            whole=True,
        )
    )
    report = round_report(store, "closeness", 1, whole=True)

    def numbers(results: Any) -> dict[tuple[str, str | None], Any]:
        return {
            (one.measure, one.weights): pytest.approx(
                [one.value, *([one.interval.low, one.interval.high] if one.interval else [])]
            )
            for one in results
            if one.value is not None
        }

    assert table.whole is not None
    of_table = numbers([*table.results, *table.whole.further, *table.means])
    of_round = numbers([*report.views[0].results, *whole_of(report).further])
    assert of_round
    assert {key: of_table[key].expected for key in of_round} == of_round
    assert whole_of(report).severities == table.whole.severities
    assert report.views[0].crosscheck == table.crosscheck
