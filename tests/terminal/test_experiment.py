"""Experiment files: checked before anything runs, tables of all steps by one command, nothing done twice."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.modeling.made_runs import items

Run = Callable[..., Any]

STEPS = """
[[steps]]
name = "floors"
command = "evaluate"
options = { recipe = ["levenshtein", "token_cosine"], test = ["general"], scale = { "" = [0, 5] } }
write = { json = "tables/floors.json" }

[[steps]]
name = "table"
command = "compare"
options = { runs = ["@floors"], replicates = 100 }
write = { latex = "tables/table.tex", csv = "tables/table.csv", text = "tables/table.txt" }

[[steps]]
name = "agreement"
command = "agreement"
options = { table = "ratings.csv", level = "nominal", replicates = 100 }
write = { json = "tables/agreement.json" }
"""


@pytest.fixture
def paper(folder: Path) -> Path:
    (folder / "general").mkdir()
    write_pairs(folder / "general/test.tsv", 30)
    rows = [f"u{at},{at % 2},{(at // 2) % 2}" for at in range(12)]
    (folder / "ratings.csv").write_text("\n".join(("unit,A1,A2", *rows)) + "\n", encoding="utf-8")
    path = folder / "paper.toml"
    path.write_text(STEPS, encoding="utf-8")
    return path


def write_pairs(path: Path, count: int) -> None:
    rows = [f"{pair.id}\t{pair.left}\t{pair.right}\t{pair.score}" for pair in items(count)]
    path.write_text("\n".join(("id\tsentence1\tsentence2\tscore", *rows)) + "\n", encoding="utf-8")


def printed(invoke: Run, *arguments: object) -> Any:
    result = invoke(*arguments, "--json")
    assert result.exit_code == 0, result.stderr
    return json.loads(result.stdout)


def reused(invoke: Run, paper: Path) -> list[bool]:
    return [step["reused"] for step in printed(invoke, "experiment", "run", paper)["steps"]]


def test_one_command_writes_every_table_and_repeats_only_what_changed(invoke: Run, paper: Path) -> None:
    document = printed(invoke, "experiment", "run", paper)
    assert [step["reused"] for step in document["steps"]] == [False, False, False]
    assert [len(step["runs"]) for step in document["steps"]] == [2, 0, 0]
    tables = paper.parent / "tables"
    ids = document["steps"][0]["runs"]
    assert [run["id"] for run in json.loads((tables / "floors.json").read_text("utf-8"))["runs"]] == ids
    assert all(run in (tables / "table.csv").read_text("utf-8") for run in ids)
    alone = printed(invoke, "agreement", "ratings.csv", "--level", "nominal", "--replicates", 100)
    assert json.loads((tables / "agreement.json").read_text("utf-8")) == alone
    assert reused(invoke, paper) == [True, True, True]
    # A table that was changed by hand is made again; so are steps whose data changed, and those after them.
    (tables / "table.tex").write_text("changed", encoding="utf-8")
    assert reused(invoke, paper) == [True, False, True]
    write_pairs(paper.parent / "general/test.tsv", 29)
    assert reused(invoke, paper) == [False, False, True]
    paper.write_text(STEPS.replace("replicates = 100", "replicates = 110", 1), encoding="utf-8")
    assert reused(invoke, paper) == [True, False, True]


@pytest.mark.parametrize(
    ("wrong", "right", "message"),
    [
        ("replicates = 100", "replicates = 0", "replicates"),
        ("replicates = 100", "replicate = 100", "replicates"),
        ('command = "compare"', 'command = "compar"', "The command 'compar' does not exist"),
        ('["@floors"]', '["@floor"]', "The earlier step 'floor' does not exist"),
        ('latex = "tables/table.tex"', 'latx = "tables/table.tex"', "The output 'latx' does not exist"),
        ('name = "table"', 'name = "floors"', "The name of the step 'floors' appears twice"),
        ("[[steps]]", "[[step]]", "steps, and nothing else"),
    ],
)
def test_every_step_is_checked_before_the_first_one_runs(
    refused: Run, paper: Path, wrong: str, right: str, message: str
) -> None:
    paper.write_text(STEPS.replace(wrong, right), encoding="utf-8")
    assert message in refused("experiment", "run", paper)
    assert not (paper.parent / "tables").exists()


def test_a_failed_step_is_named_and_those_before_it_are_kept(invoke: Run, paper: Path) -> None:
    paper.write_text(STEPS.replace('"ratings.csv"', '"odd.csv"'), "utf-8")
    (paper.parent / "odd.csv").write_text("unit,A1\nu1,1\n", encoding="utf-8")
    failed = invoke("experiment", "run", paper)
    assert failed.exit_code == 2
    assert "step agreement" in failed.stderr
    (paper.parent / "odd.csv").write_bytes((paper.parent / "ratings.csv").read_bytes())
    assert reused(invoke, paper) == [True, True, False]
