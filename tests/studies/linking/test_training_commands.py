"""`aloi linking dictionary` and `aloi linking train`: names of gold mentions, then a ranker that ranks."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import Result

from tests.modeling.recipes.training.test_ranking import MENTIONS
from tests.modeling.tiny import tiny_folder
from tests.terminal.conftest import Run

HEAD = "id\tmention\tconcept_id\n"
QUICK = ("epochs=2", "batch=8", "learning_rate=1e-3", "top_k=6", "device=cpu", "own_name=drop")


@pytest.fixture
def files(folder: Path) -> Path:
    """Return the folder with invented mentions: 30 to learn from, 20 held."""
    rows = [f"{one.id}\t{one.mention}\t{one.concept}\n" for one in MENTIONS]
    (folder / "train.tsv").write_text(HEAD + "".join(rows[:30]), encoding="utf-8")
    (folder / "dev.tsv").write_text(HEAD + "".join(rows[30:]), encoding="utf-8")
    return folder


@pytest.fixture
def options(files: Path) -> list[str]:
    """Return the options of a short training."""
    settings = [part for one in (f"model={tiny_folder()}", *QUICK) for part in ("--set", one)]
    return ["--dictionary", "names.tsv", "--mentions", "train.tsv", "--out", "fitted", *settings]


def test_gold_names_train_a_ranker_that_ranks(
    files: Path, options: list[str], told: Run, invoke: Callable[..., Result]
) -> None:
    made = told("linking", "dictionary", "--mentions", "train.tsv", "--out", "names.tsv")
    assert [one["file"] for one in made.pop("tables_read")] == ["train.tsv"]
    assert made == {"names": 30, "concepts": 10, "out": "names.tsv"}
    lines = (files / "names.tsv").read_text(encoding="utf-8").splitlines()
    assert lines[:2] == ["concept_id\tname", f"C0\t{MENTIONS[0].mention}"]
    found = told("linking", "train", *options, "--dev", "dev.tsv")
    assert found["queries"]["kept"] == 30
    assert found["settings"]["own_name"] == "drop"
    assert [one["epoch"] for one in found["epochs"]] == [1, 2]
    ranked = told(
        "linking", "rank", "--dictionary", "names.tsv", "--mentions", "dev.tsv",
        "--ranker", "fitted", "--ranker", "tfidf",
    )  # fmt: skip
    assert [one["name"] for one in ranked["rankers"]] == ["fitted", "tfidf"]
    kept = found["epochs"][found["best_epoch"] - 1]
    assert ranked["rankers"][0]["acc@1"] == kept["dev"]
    assert f"dot + {kept['sparse_weight']:.6g} * tf-idf" in ranked["rankers"][0]["ranker"]
    again = invoke("linking", "train", *options, "--dev", "dev.tsv", "--seed", "1")
    assert again.exit_code == 0
    assert "names: 30\nmentions: 30\n" in again.stdout
    assert "Rank with it: aloi linking rank --ranker fitted" in again.stdout


def test_what_cannot_work_is_told(files: Path, options: list[str], refused: Callable[..., str]) -> None:
    (files / "none.tsv").write_text(HEAD + "1\ttoux\tCUILESS\n", encoding="utf-8")
    said = refused("linking", "dictionary", "--mentions", "none.tsv", "--out", "names.tsv")
    assert "contains no mention that is linked to a concept" in said
    (files / "names.tsv").write_text("concept_id\tname\nQ1\tx\nQ2\ty\n", encoding="utf-8")
    assert "0 of 30 mentions have a concept" in refused("linking", "train", *options)
    assert "no setting 'lr'" in refused("linking", "train", *options, "--set", "lr=1")
    (files / "empty").mkdir()
    rank = ("linking", "rank", "--dictionary", "names.tsv", "--mentions", "dev.tsv")
    assert "cannot be read as a fitted ranker" in refused(*rank, "--ranker", "empty")
