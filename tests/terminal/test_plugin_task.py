"""The task of the example of a plug-in, by commands: from a table of pairs to an export."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.terminal.conftest import Run
from tests.terminal.overriding import overriding
from tests.workbench.plugins.installing import as_folder, installed_example

PAIRS = [(f"Le patient {n} présentait une dyspnée.", f"Le patient {n} était essoufflé.") for n in range(12)]
ROUND = ("--campaign", "plain", "--round", 1)
BUILD = ("--campaign", "plain", "--version", "1.0", "--sizes", "train=8,test=rest")


@pytest.fixture(autouse=True)
def _example(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    with installed_example(folder, as_folder, monkeypatch):
        yield


def table(path: Path, *rows: tuple[str, ...]) -> Path:
    path.write_text("".join("\t".join(row) + "\n" for row in rows), "utf-8")
    return path


def test_from_pairs_to_an_export(invoke: Run, refused: Run, folder: Path) -> None:
    def run(*arguments: object) -> Any:
        result = invoke(*arguments, "--json")
        assert result.exit_code == 0, result.stderr
        return json.loads(result.stdout)

    pairs = table(folder / "pairs.tsv", ("left", "right"), *PAIRS)
    run("people", "add", "--name", "Cy Novel", "--role", "adjudicator")
    about = ("--task", "readability", "--language", "fr", "--licence", "CC0")
    run("campaign", "start", "plain", "--file", pairs, *about, "--annotators", "Ada,Bo")
    items = [row["item"] for row in run("items", "plain")["items"]]
    answers = [(item, who, "right") for item in items for who in ("A1", "A2")]
    answers[1] = (items[0], "A2", "same")  # the only difference
    head = ("item_id", "annotator", "value")
    wrong = table(folder / "wrong.tsv", head, (items[0], "A1", "easier"))
    assert "'easier'" in refused("annotations", "import", wrong, *ROUND)
    run("annotations", "import", table(folder / "answers.tsv", head, *answers), *ROUND)
    report = run("round", "agreement", *ROUND)
    values = {row["measure"]: row["value"] for row in report["results"]}
    assert values["percent_agreement"] == pytest.approx(11 / 12)
    decision = (items[0], "right", "It has no medical term.", "A3")
    decisions = table(folder / "d.tsv", ("item_id", "value", "why", "adjudicator"), decision)
    assert run("adjudicate", decisions, *ROUND)["left"] == 0
    gold = run("gold", "freeze", "--campaign", "plain", "--rounds", 1)
    assert gold["by_status"] == {"adjudicated": 1, "aggregated": 11}
    release = run("release", "build", *BUILD, *overriding("agreement", "crossing"))["id"]
    run("release", "export", release, "--format", "labelled_jsonl", "--out", "out")
    rows = [
        json.loads(line)
        for part in ("train", "test")
        for line in (folder / "out" / f"{part}.jsonl").read_text("utf-8").splitlines()
    ]
    assert {(row["text"], row["second"]): row["labels"] for row in rows} == {key: ["right"] for key in PAIRS}
    run("release", "export", release, "--format", "fasttext", "--out", "lines")  # the format of the package
    lines = (folder / "lines/train.txt").read_text("utf-8").splitlines()
    assert len(lines) == 8
    assert all(line.startswith("__label__right Le patient") for line in lines)
