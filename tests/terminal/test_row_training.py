"""Recipes of labels, tags and questions through the terminal."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

QUESTIONS = str(Path(__file__).parents[2] / "aloi/workbench" / "demo_questions")


def test_questions_are_learnt_listed_shown_and_verified(folder: Path, told: Callable[..., Any]) -> None:
    del folder
    found = told("train", "tfidf_linear", "--data", QUESTIONS, "--set", "threshold=0.6")["runs"][0]
    assert found["settings"]["threshold"] == 0.6
    assert [one["metric"] for one in found["scores"]] == ["exact_match", "jaccard"]
    assert told("train", "tfidf_linear", "--data", QUESTIONS, "--set", "threshold=0.6")["runs"][0] == found
    listed = told("run", "list")["runs"]
    assert [(one["id"], one["status"], one["recipe"]) for one in listed] == [
        (found["id"], "done", "tfidf_linear")
    ]
    assert told("run", "show", found["id"][:4])["scores"] == found["scores"]
    assert told("run", "verify") == {"runs": [{"id": found["id"], "problems": []}]}


def test_floors_of_rows_are_scored(folder: Path, told: Callable[..., Any]) -> None:
    del folder
    found = told("evaluate", "majority_class", "tfidf_linear", "--data", QUESTIONS, "--test", QUESTIONS)
    assert [one["recipe"] for one in found["runs"]] == ["majority_class", "tfidf_linear"]


def test_the_floors_are_those_of_the_rows(folder: Path, told: Callable[..., Any]) -> None:
    del folder
    found = told("evaluate", "baselines", "--data", QUESTIONS, "--test", QUESTIONS)
    assert [one["recipe"] for one in found["runs"]] == ["majority_class", "tfidf_linear"]
    skipped = told("evaluate", "baselines", "--test", QUESTIONS)["skipped"]
    assert [one["name"] for one in skipped] == ["majority_class", "tfidf_linear"]


def test_mentions_are_trained_on_and_ranked(folder: Path, told: Callable[..., Any]) -> None:
    (folder / "data").mkdir()
    parts = {"train": ("toux", "fièvre", "asthme"), "test": ("toux sèche", "fièvres", "asthme")}
    for part, words in parts.items():
        rows = [f"{word} {n}\tC{at}" for n in range(5) for at, word in enumerate(words)]
        text = "\n".join(("mention\tconcept_id", *rows)) + "\n"
        (folder / "data" / f"{part}.tsv").write_text(text, "utf-8")
    found = told("train", "tfidf_names", "--data", "data")["runs"][0]
    assert [one["metric"] for one in found["scores"]] == ["acc@1", "acc@5", "mrr"]
    assert found["scores"][0]["value"] > 0.9
    assert told("run", "verify")["runs"][0]["problems"] == []


@pytest.mark.slow
def test_a_launcher_of_two_processes_ends_well(folder: Path) -> None:
    root = str(Path(__file__).parents[2])
    launched = [sys.executable, "-m", "torch.distributed.run", "--nproc-per-node", "2"]
    told = subprocess.run(
        [*launched, "-m", "aloi.terminal.main", "train", "tfidf_linear", "--data", QUESTIONS],
        capture_output=True,
        text=True,
        cwd=folder,
        env={**os.environ, "PYTHONPATH": root, "OMP_NUM_THREADS": "1"},
        timeout=300,
    )
    assert told.returncode == 0, told.stderr
    assert told.stdout.count("Each run is a folder in") == 1


def test_recipes_say_what_rows_they_take(told: Callable[..., Any]) -> None:
    found = {one["name"]: one for one in told("recipes")}
    assert found["token_classifier"]["rows"] == ["TaggedTokens"]
    assert found["sbert_sts"]["rows"] == ["ScoredPair"]
    assert found["majority_class"]["floor"]


def test_every_option_is_for_every_kind(
    folder: Path, told: Callable[..., Any], refused: Callable[..., str]
) -> None:
    del folder
    base = ("train", "tfidf_linear", "--data", QUESTIONS)
    curve = told(*base, "--split", "train=.5,test=.5", "--curve", "50,100", "--subsets", "1")["runs"]
    assert [one["train_items"] for one in curve] == [24, 48]
    assert [one["train_items"] for one in told(*base, "--grid")["runs"]] == [48]
    assert "cannot predict before it is trained" in refused(*base, "--untuned")
    assert "the split 'dev' does not exist" in refused(
        "train", "tfidf_linear", "--data", QUESTIONS, "--test", f"{QUESTIONS}:dev"
    )


def test_runs_of_rows_are_compared(
    folder: Path, told: Callable[..., Any], refused: Callable[..., str]
) -> None:
    del folder
    runs = told("evaluate", "tfidf_linear", "majority_class", "--data", QUESTIONS)["runs"]
    ids = [one["id"] for one in runs]
    [test] = told("compare", *ids, "--metric", "jaccard")["comparison"]["tests"]
    family = test["family"]
    assert family["metric"] == "jaccard"
    assert {one["name"] for one in family["scores"]} == set(ids)
    [one] = family["differences"]
    values = {score["name"]: score["value"] for score in family["scores"]}
    assert one["difference"] == values[one["a"]] - values[one["b"]]
    assert one["p"] == one["p_holm"]
    assert "|test:permutation-mid-p-1000|correction:holm|" in family["signature"]
    assert "'rmse'" in refused("compare", *ids, "--metric", "rmse")
