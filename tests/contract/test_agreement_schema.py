"""What `--json` prints of agreement is what docs/schemas/agreement-2.json says, whatever was measured."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from click.testing import CliRunner
from jsonschema import Draft202012Validator, ValidationError
from scipy.stats import false_discovery_control

from aloi.agreement.parts.spans import Span, SpanDocument
from aloi.agreement.result import SCHEMA
from aloi.annotation.model import AssignmentKey
from aloi.storage.store import Store
from aloi.terminal.main import aloi
from aloi.workbench.agreement.full_report.machines import span_machine_tests
from aloi.workbench.agreement.tables import table_report
from aloi.workbench.requests.campaigns import CampaignRequest
from aloi.workbench.requests.files.agreement import AgreementRequest
from aloi.workbench.requests.rounds import RoundRequest
from aloi.workbench.rounds import campaigns, rounds
from tests.sources import ROOT
from tests.workbench.scene import NOW, Scene, make_scene

DOCUMENT = json.loads((ROOT / "docs" / "schemas" / "agreement-2.json").read_text(encoding="utf-8"))
VALIDATOR = Draft202012Validator(DOCUMENT)
TABLE = "unit,part,A,B,C\n" + "".join(
    f"u{at},{'x' if at % 2 else 'y'},{at % 6},{(at + at % 3) % 6},{at % 5}\n" for at in range(12)
)


def printed(*arguments: object) -> Any:
    found = CliRunner().invoke(aloi, [*map(str, arguments), "--json"], catch_exceptions=False)
    assert found.exit_code == 0, found.stderr
    document = json.loads(found.stdout)
    VALIDATOR.validate(document)
    return document


@pytest.fixture
def scene(store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Scene:
    monkeypatch.setenv("ALOI_STORE", f"sqlite:///{tmp_path / 'aloi.db'}")
    monkeypatch.chdir(tmp_path)
    return make_scene(
        store, tmp_path, [("Il toussait beaucoup.", "Il toussait."), ("Une céphalée.", "Un mal.")]
    )


def test_the_schema_is_one_and_names_itself() -> None:
    Draft202012Validator.check_schema(DOCUMENT)
    assert DOCUMENT["$id"] == SCHEMA
    document = {"schema": SCHEMA, "differences": [{"measure": "x", "junk": 1}]}
    with pytest.raises(ValidationError):
        VALIDATOR.validate(document)


def test_a_table_whole_and_cut_and_a_difference_of_two(tmp_path: Path) -> None:
    path = tmp_path / "table.csv"
    path.write_text(TABLE, encoding="utf-8")
    document = printed("agreement", path, "--level", "ordinal", "--by", "part", "--whole")
    assert len(document["groups"]) == 2
    assert document["whole"]["further"]
    printed("agreement", path, "--level", "nominal", "--columns", "A,B", "--ci", "none")
    two = tmp_path / "two.csv"
    two.write_text(TABLE.replace(",part", "").replace(",x,", ",").replace(",y,", ","), encoding="utf-8")
    asked = (
        "agreement",
        "difference",
        two,
        two,
        "--level",
        "ordinal",
        "--annotators",
        "A,B",
        "--against",
        "A,C",
    )
    [*found] = printed(*asked, "--detect", 0.1)["differences"]
    assert all(one["planned"] for one in found if one["detectable"] is not None)


def test_a_table_of_spans(tmp_path: Path) -> None:
    path = tmp_path / "spans.csv"
    path.write_text("document,annotator,start,end,label\nd,A,0,4,x\nd,B,1,4,x\ne,A,0,2,y\ne,B,,,\n")
    found = printed("agreement", path)
    assert {one["measure"] for one in found["results"]} >= {"gamma", "alpha_u"}


def test_a_machine_is_tested_and_left_out_of_the_agreement_of_people(tmp_path: Path) -> None:
    path, people = tmp_path / "table.csv", tmp_path / "people.csv"
    rows = [
        f"u{at},{'x' if at % 2 else 'y'},{at % 3},{at % 3 - at % 2},{at % 5},{at % 3}" for at in range(80)
    ]
    path.write_text("\n".join(["unit,part,A,B,C,gpt-4", *rows]), encoding="utf-8")
    people.write_text("\n".join(["unit,A,B,C", *(f"{u},{','.join(r[:3])}" for u, _, *r in
                                 (row.split(",") for row in rows))]), encoding="utf-8")  # fmt: skip
    document = printed("agreement", path, "--level", "interval", "--by", "part", "--machine", "gpt-4")
    test = document["alternative"]
    assert (test["epsilon"], test["units"], len(test["annotators"])) == (0.2, 80, 3)
    assert test["passes"]
    assert [each["part"] for each in document["alternatives"]] == [None, "x", "y"]
    alone = printed("agreement", people, "--level", "interval")
    assert document["results"] == alone["results"]
    spans = tmp_path / "spans.csv"
    lines = [f"d{at},{name},{at % 4},9" for at in range(3) for name in ("A", "B", "C", "X1")]
    spans.write_text("\n".join(["document,annotator,start,end", *lines]), encoding="utf-8")
    document = printed("agreement", spans, "--machine", "X1")
    assert document["alternative"]["alignment"] == "span_f1"
    assert document["alternative"]["reason"] == "nobody shares 30 units with the machine and another person"
    assert {name for pair in document["pairs"] for name in (pair["a"], pair["b"])} == {"A", "B", "C"}


def test_spans_of_a_machine_are_compared_by_their_f1() -> None:
    marked = {name: (Span(0, 4, "x"), Span(6, 9, "y")) for name in ("A", "B", "C")}
    documents = [SpanDocument(f"d{at}", {**marked, "X1": (Span(0, 4, "x"),)}) for at in range(40)]
    [test] = span_machine_tests(documents, AgreementRequest(Path("spans.csv"), machine=("X1",)))
    assert (test.units, test.winning_rate) == (40, 0.0)
    [same] = span_machine_tests(documents, AgreementRequest(Path("spans.csv"), machine=("A",)))
    assert same.winning_rate == 1.0


def test_all_comparisons_of_a_table_are_adjusted_together(tmp_path: Path) -> None:
    path = tmp_path / "table.csv"
    answers = np.random.default_rng(4).integers(0, 2, (160, 5))
    answers[:, 1:] = np.where(np.arange(160)[:, None] % [4, 5, 6, 7] == 0, answers[:, 1:], answers[:, :1])
    lines = [f"u{at},{'xy'[at % 2]},{','.join(map(str, row))}" for at, row in enumerate(answers)]
    path.write_text("\n".join(["unit,part,A,B,C,X1,X2", *lines]), encoding="utf-8")
    request = AgreementRequest(path, level="nominal", ci="none", by="part", machine=("X1", "X2"))
    tests = table_report(request).machines
    assert [(test.machine, test.part) for test in tests] == [
        (machine, part) for part in ("", "x", "y") for machine in ("X1", "X2")
    ]
    people = [person for test in tests for person in test.people]
    adjusted = false_discovery_control([person.p for person in people], method="by")
    assert [person.adjusted for person in people] == pytest.approx([*adjusted])
    assert len(people) == 18


def test_machines_that_cannot_be_tested_are_refused(tmp_path: Path) -> None:
    path, counts = tmp_path / "table.csv", tmp_path / "counts.csv"
    path.write_text(TABLE, encoding="utf-8")
    counts.write_text("unit,yes,no\na,2,1\nb,1,2\n", encoding="utf-8")
    for arguments, reason in (
        (
            (path, "--level", "ordinal", "--columns", "A,B,C", "--machine", "X1"),
            "No annotator of the table is called 'X1'",
        ),
        (
            (path, "--level", "nominal", "--columns", "A,B,C", "--machine", "C", "--alignment", "masi"),
            "accuracy",
        ),
        ((counts, "--level", "nominal", "--layout", "counts", "--machine", "yes"), "--machine"),
    ):
        answer = CliRunner().invoke(aloi, ["agreement", *map(str, arguments)])
        assert answer.exit_code == 2
        assert reason in answer.stderr


def test_rounds_and_what_tells_the_views_of_operations_apart(scene: Scene) -> None:
    store = scene.store
    scene.give(scene.open(), {"A1": (0, 5), "A2": (1, 5), "A3": (0, 4)})
    asked = ("--round", 1, "--whole")
    assert {
        one["view"] for one in printed("round", "agreement", "--campaign", "closeness", *asked)["results"]
    } == {
        "score:ordinal",
        "score:interval",
        "score:nominal",
    }
    made = campaigns.create_campaign(
        store, CampaignRequest("simple", store.texts.corpora()[0].id, task="operations")
    )
    opened = rounds.open_round(store, RoundRequest(made.id, purpose="calibration", annotators=["A1", "A2"]))
    for name, label in (("A1", "delmod"), ("A2", "deloth")):
        for item in scene.items:
            store.answers.submit(
                AssignmentKey(opened.id, item, store.people.get(name).id), f"given-{name}-{item}",
                {"groups": [{"source": [1], "target": [], "label": label}], "err": False},
                seconds=1.0, flag=False, comment="", shown={}, guideline_version=None, now=NOW,
            )  # fmt: skip
    document = printed("round", "agreement", "--campaign", "simple", *asked)
    told = {(one["view"], one["side"], one["merge"]) for one in document["results"]}
    assert told == {
        ("source", "source", "none"),
        ("source:merged", "source", "insertions and deletions"),
    }
    assert {one["err"] for one in (*document["results"], *document["pairs"])} != {""}
    printed(
        "round",
        "difference",
        "--campaign",
        "closeness",
        "--round",
        1,
        "--annotators",
        "A1,A2",
        "--against",
        "A1,A3",
    )
