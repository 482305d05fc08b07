"""Exported answers, of every task: `aloi agreement FILE` gives what the report of the round gives."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

import aloi as notebook
from aloi.base.errors import AloiError
from aloi.corpora.readers import read_table, write_table
from aloi.storage.store import Store
from aloi.terminal.main import aloi
from aloi.workbench.agreement.report import round_report
from aloi.workbench.agreement.tables import difference_of_tables, table_report
from aloi.workbench.corrections.exclusion import exclude
from aloi.workbench.imports.tables import EXPORT_COLUMNS, export_annotations
from aloi.workbench.people import add_person
from aloi.workbench.releases.exporting import export, export_zip
from aloi.workbench.releases.gold import freeze
from aloi.workbench.releases.releases import build
from aloi.workbench.requests.corrections import ExcludeRequest, PersonRequest
from aloi.workbench.requests.files.agreement import AgreementRequest, DifferenceRequest
from aloi.workbench.requests.releases import ExportRequest, FreezeRequest, ReleaseRequest
from aloi.workbench.requests.rounds import ExportAnswersRequest
from tests.workbench.desks import NAMES, Opened, answer_differently, open_rounds
from tests.workbench.scene import NOW, make_scene

SUFFIXES = (".tsv", ".csv", ".xlsx", ".jsonl", ".parquet")


@pytest.fixture
def opened(store: Store) -> dict[str, Opened]:
    """A round of every task, four items of which three people answered, not all alike."""
    team = [add_person(store, PersonRequest(f"Person {n}", "annotator"), NOW) for n in range(3)]
    found = open_rounds(store, team, items=4)
    answer_differently(store, team, found.values())
    return found


def exported(store: Store, one: Opened, folder: Path, suffix: str = ".tsv") -> Path:
    path = folder / f"answers{suffix}"
    export_annotations(store, ExportAnswersRequest(one.campaign.id), path, now=NOW)
    return path


def measured(*arguments: object) -> Any:
    found = CliRunner().invoke(aloi, ["agreement", *map(str, arguments), "--json"], catch_exceptions=False)
    assert found.exit_code == 0, found.stderr
    return json.loads(found.stdout)


def altered(path: Path, change: Any) -> Path:
    """Write a table again with its rows changed by a function of the row."""
    table = read_table(path)
    rows = [made for row in table.rows if (made := change(dict(row.values))) is not None]
    write_table(path, table.columns, rows)
    return path


@pytest.mark.parametrize("name", NAMES)
def test_an_export_has_the_coefficients_of_its_round(
    store: Store, opened: dict[str, Opened], tmp_path: Path, name: str
) -> None:
    wanted = round_report(store, opened[name].campaign.id, 1, cleaned=False).to_json()
    suffix = SUFFIXES[NAMES.index(name) % len(SUFFIXES)]
    found = measured(exported(store, opened[name], tmp_path, suffix))
    assert [one["value"] for one in found["results"]]
    values = [(one["view"], one["measure"], one["weights"], one["value"], one["ci"], one["signature"])
              for one in wanted["results"]]  # fmt: skip
    of_table = [(one["view"], one["measure"], one["weights"], one["value"], one["ci"], one["signature"])
                for one in (*found["results"], *found["mean_over_pairs"])]  # fmt: skip
    assert of_table == values
    assert found["pairs"] == wanted["pairs"]
    assert [found[one] for one in ("crosscheck", "methods")] == [
        wanted[one] for one in ("crosscheck", "methods")
    ]
    assert {one["view"]: [one.get(key) for key in ("side", "merge", "err")] for one in found["results"]} == {
        one["view"]: [one.get(key) for key in ("side", "merge", "err")] for one in wanted["results"]
    }
    assert found["read_as"]["task"] == name


@pytest.mark.parametrize("name", NAMES)
def test_a_release_has_the_coefficients_of_its_round(
    store: Store, opened: dict[str, Opened], tmp_path: Path, name: str
) -> None:
    """Its Hugging Face folder, all parts or as they lie in it, its manifest, and the zip that pages give."""
    campaign = opened[name].campaign.id
    wanted = round_report(store, campaign, 1, cleaned=False).to_json()
    freeze(store, FreezeRequest(campaign, uncleaned=True), now=NOW)
    release = build(store, ReleaseRequest(campaign, "1.0", sizes={"train": 1, "test": "rest"}), now=NOW)
    export(store, ExportRequest(release.id, "huggingface"), tmp_path / "hub", now=NOW)
    manifest = tmp_path / "manifest.json"
    manifest.write_text(json.dumps(release.manifest), encoding="utf-8")
    archive, _ = export_zip(store, ExportRequest(release.id, "huggingface"), tmp_path / "zips", now=NOW)
    for path in (tmp_path / "hub", tmp_path / "hub" / "raw", manifest, tmp_path / "zips" / archive):
        found = measured(path)
        assert [*found["results"], *found["mean_over_pairs"]] == wanted["results"]
        assert found["pairs"] == wanted["pairs"]
        assert found["read_as"]["task"] == name
    part = measured(tmp_path / "hub" / "raw" / "test.parquet")
    assert {one["view"] for one in part["results"]} == {one["view"] for one in wanted["results"]}


def test_a_folder_without_answers_is_refused(tmp_path: Path) -> None:
    with pytest.raises(AloiError) as raised:
        table_report(AgreementRequest(tmp_path))
    assert raised.value.code == "aloi.no-content"


def test_every_view_is_named_wherever_it_is_read(
    store: Store, opened: dict[str, Opened], tmp_path: Path
) -> None:
    path = exported(store, opened["operations"], tmp_path)
    html, latex = tmp_path / "r.html", tmp_path / "r.tex"
    asked = ["agreement", str(path), "--html", str(html), "--latex", str(latex), "--whole"]
    shown = CliRunner().invoke(aloi, asked, catch_exceptions=False).stdout
    views = table_report(AgreementRequest(path)).views
    assert [one.name for one in views] == ["source", "source:merged"]
    for text in (shown, html.read_text(encoding="utf-8"), latex.read_text(encoding="utf-8")):
        assert all(one.title in text for one in views)
    in_notebook = notebook.agreement.measure(path)
    assert [one.view for one in in_notebook.results if one.measure == "krippendorff_alpha"] == [
        one.name for one in views
    ]


def test_rounds_are_measured_together_and_each(store: Store, tmp_path: Path) -> None:
    scene = make_scene(store, tmp_path, people_=3)
    scene.give(scene.open(), {"A1": (0, 5, 3, 2), "A2": (1, 5, 3, 1), "A3": (0, 4, 2, 5)})
    again = scene.open(purpose="calibration", items=list(scene.items[:4]))
    scene.give(again, {"A1": (0, 5, 3, 2), "A2": (0, 5, 3, 2), "A3": (0, 5, 2, 2)})
    path = tmp_path / "answers.tsv"
    export_annotations(store, ExportAnswersRequest("closeness"), path, now=NOW)
    found = measured(path, "--level", "ordinal")
    assert {one["view"] for one in found["results"]} == {"score:ordinal"}
    assert [one["units"] for one in found["results"] if one["measure"] == "krippendorff_alpha"] == [8]
    assert found["by"] == "round"
    for part in found["groups"]:
        wanted = round_report(store, "closeness", int(part["group"])).to_json()
        known = [one for one in wanted["results"] if one["view"] == "score:ordinal"]
        assert [*part["results"], *part["mean_over_pairs"]] == known
    [one] = difference_of_tables(DifferenceRequest(path, path, measure=("krippendorff_alpha",), paired=True))
    assert one.difference == 0


def test_who_is_left_out_and_hidden_repeats_do_not_count(store: Store, tmp_path: Path) -> None:
    scene = make_scene(store, tmp_path, people_=4)
    one = scene.open(repeats=1)
    team = {
        "A1": (0, 5, 3, 2, 1, 4),
        "A2": (1, 5, 3, 1, 1, 4),
        "A3": (0, 4, 2, 5, 0, 3),
        "A4": (5, 5, 5, 0, 0, 1),
    }
    scene.give(one, team)
    key = next(each.key for each in store.answers.assignments(one.id) if each.key.occasion == 2)
    given = {"seconds": 1.0, "flag": False, "comment": "", "shown": {}, "guideline_version": None, "now": NOW}
    store.answers.submit(key, "again", {"score": 5}, **given)
    exclude(store, ExcludeRequest(campaign="closeness", person="A4", why="answered at random", by="A1"), NOW)
    path = tmp_path / "answers.tsv"
    export_annotations(store, ExportAnswersRequest("closeness"), path, now=NOW)
    found, wanted = measured(path), round_report(store, "closeness", 1).to_json()
    assert [*found["results"], *found["mean_over_pairs"]] == wanted["results"]
    assert found["read_as"]["dropped"] == ["answers of A4", "hidden repeats"]


def test_what_is_no_whole_export_is_refused(store: Store, opened: dict[str, Opened], tmp_path: Path) -> None:
    path = exported(store, opened["classification"], tmp_path, ".jsonl")
    whole = path.read_bytes()

    def refused(change: Any, **options: Any) -> str:
        path.write_bytes(whole)
        with pytest.raises(AloiError) as raised:
            table_report(AgreementRequest(altered(path, change), **options))
        return raised.value.code

    first = json.loads(next(row.text("schema") for row in read_table(path).rows if row.text("schema")))
    other = json.dumps({**first, "task": "judging"})
    assert refused(lambda row: {**row, "schema": ""}) == "aloi.missing"
    assert refused(lambda row: {**row, "schema": "{"}) == "aloi.missing"
    assert refused(lambda row: {**row, "schema": row["schema"] or other}) == "aloi.value"
    assert refused(lambda row: {**row, "item_id": "same"}) == "aloi.repeated"
    assert refused(lambda row: {**row, "value": "unheard of"}) == "aloi.cell"
    assert refused(dict, by="round") == "aloi.not-for"
    assert refused(dict, level="ratio") == "aloi.value"
    path.write_bytes(whole)
    table = read_table(path)
    kept = [name for name in table.columns if name != "schema"]  # as exports were before they said it
    write_table(path, kept, [row.values for row in table.rows])
    assert table_report(AgreementRequest(path, level="nominal")).read_as.layout == "long"
    # Named columns make of it a table as any other.
    asked = AgreementRequest(
        path, level="nominal", unit="item_id", annotator="annotator", value="value", ci="none"
    )
    path.write_bytes(whole)
    assert table_report(asked).views == ()


def test_an_export_comes_in_again_as_it_was(store: Store, opened: dict[str, Opened], tmp_path: Path) -> None:
    for name in NAMES:
        path = exported(store, opened[name], tmp_path)
        asked = ["annotations", "import", str(path), "--campaign", name, "--round", "1", "--json",
                 "--store", f"sqlite:///{tmp_path / 'aloi.db'}"]  # fmt: skip
        done = CliRunner().invoke(aloi, asked, catch_exceptions=False)
        assert done.exit_code == 0, done.stderr
        assert json.loads(done.stdout)["new"] == 0
        assert set(EXPORT_COLUMNS) == set(read_table(path).columns)


def test_whole_answers_are_no_labels(store: Store, opened: dict[str, Opened], tmp_path: Path) -> None:
    for name in ("operations", "spans", "substitution"):
        table = read_table(exported(store, opened[name], tmp_path))
        path = tmp_path / "without.tsv"
        kept = [column for column in table.columns if column != "schema"]
        write_table(path, kept, [row.values for row in table.rows])
        with pytest.raises(AloiError) as raised:
            table_report(AgreementRequest(path, level="nominal"))
        assert raised.value.code == "aloi.cell"
