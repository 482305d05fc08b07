"""Rows that share a document are drawn together by default, and what that costs is printed."""

from __future__ import annotations

import json
import re
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner

from aloi.terminal.main import aloi
from tests.workbench.run_folders import write_run_folder

GENERATOR = np.random.default_rng(12)
DOCUMENTS = np.repeat(np.arange(15), 8)
EASY = GENERATOR.normal(size=15)[DOCUMENTS]
LABELS = ("heart", "lung")


def written(path: Path, head: str, rows: list[tuple[object, ...]]) -> str:
    lines = [head, *("\t".join(map(str, row)) for row in rows)]
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return str(path)


def printed(*arguments: str) -> str:
    done = CliRunner().invoke(aloi, [*arguments], catch_exceptions=False)
    assert done.exit_code == 0, done.stderr
    return done.stdout


def pairs(folder: Path) -> list[str]:
    gold = np.clip(2.5 + EASY + 0.5 * GENERATOR.normal(size=120), 0, 5).round(2)
    given = np.clip(gold + GENERATOR.normal(size=15)[DOCUMENTS], 0, 5).round(2)
    documents = [f"d{one}" for one in DOCUMENTS]
    rows = [(f"i{at}", score, documents[at], documents[at]) for at, score in enumerate(gold)]
    answers = [(f"i{at}", score) for at, score in enumerate(given)]
    return [
        "sts",
        written(folder / "gold.tsv", "id\tscore\tleft_document\tright_document", rows),
        written(folder / "given.tsv", "id\tscore", answers),
        "--scale",
        "0,5",
    ]


def texts(folder: Path) -> list[str]:
    gold = GENERATOR.integers(0, 2, 120)
    given = np.where(EASY + 0.3 * GENERATOR.normal(size=120) > -0.5, gold, 1 - gold)
    rows = [(f"i{at}", LABELS[one], f"d{DOCUMENTS[at]}") for at, one in enumerate(gold)]
    answers = [(f"i{at}", LABELS[one]) for at, one in enumerate(given)]
    return [
        "labels",
        written(folder / "gold.tsv", "id\tlabel\tdocument", rows),
        written(folder / "given.tsv", "id\tlabel", answers),
    ]


@pytest.mark.parametrize("kind", [pairs, texts])
def test_scores_draw_documents_that_gold_names_and_print_the_design_effect(kind, tmp_path: Path) -> None:
    asked = kind(tmp_path)
    asked += ["--replicates", "100"]
    text = printed("score", *asked)
    [effect] = re.findall(r"^design effect: \S+ (\d+\.\d+)", text, re.MULTILINE)
    assert float(effect) > 1.5
    document = json.loads(printed("score", *asked, "--json"))
    metric, told = next(iter(document["design_effect"].items()))
    assert told == pytest.approx(float(effect), abs=0.005)
    alone = json.loads(printed("score", *asked, "--cluster", "rows", "--json"))
    assert alone["design_effect"][metric] is None
    assert "design effect" not in printed("score", *asked, "--cluster", "rows")
    width = {name: np.diff(one["ci"][metric])[0] for name, one in (("d", document), ("r", alone))}
    assert width["d"] > 1.2 * width["r"]


def test_a_comparison_of_runs_says_what_it_draws(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ALOI_DATA", str(tmp_path))
    ids = [
        write_run_folder(tmp_path / "runs", recipe=name, noise=noise, kind="TaggedTokens")
        for name, noise in (("one", 1.0), ("other", 2.5))
    ]
    text = printed("compare", *ids, "--replicates", "200", "--cut", "origin")
    assert re.search(r"resampled: clusters of the same document \(design effect \d\.\d\d\)", text)
    # In each part, too: the systems, their difference with its p, and the letters that follow from it.
    for title in ("chosen by an encoder", "chosen without an encoder"):
        lines = text.split(f"/test, {title}: ")[1].splitlines()[1:6]
        assert [line.split()[0] for line in (lines[1], lines[2], lines[4])] == ["one", "other", "one"]
        assert all(re.search(r"\d \[\d\.\d+, \d\.\d+\] (a|b)  \d$", line) for line in lines[1:3])
        assert re.search(r"95% interval +test +p +p Holm$", lines[3])
        ends = r"\[[-+]0\.\d+, \+0\.\d+\]"
        assert re.fullmatch(rf"one +other +\+0\.\d+ +{ends} +(\w.*\w) +[\d.]+ +[\d.]+", lines[4])
