"""Lexical substitution from the terminal: targets in, agreement by part of speech, scores, a baseline."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

GOLD = "mince.a 1 :: fin 3; petit 1;\nlier.v 2 :: unir 2;\n"


@pytest.fixture
def files(folder: Path) -> Path:
    (folder / "gold.txt").write_text(GOLD, encoding="utf-8")
    (folder / "good.txt").write_text("mince.a 1 :: fin\nlier.v 2 :: unir\n", encoding="utf-8")
    (folder / "bad.txt").write_text("mince.a 1 :: petit\nlier.v 2 ::\n", encoding="utf-8")
    return folder


def test_one_system_is_scored_as_the_contract_says(told: Any, files: Path) -> None:
    document = told("score", "lexsub", files / "gold.txt", files / "good.txt")
    assert document["best"] == pytest.approx(0.875)
    assert document["oot"] == pytest.approx(0.875)
    assert (document["items"], document["answered"]) == (2, 2)
    assert document["ceiling"] == pytest.approx(0.875)
    assert document["by_pos"]["a"] == {"items": 1, "best": 0.75, "oot": 0.75}
    assert set(document["signature"]) == {"best", "oot"}


def test_semeval2007_has_precision_and_recall_of_both_tasks(told: Any, files: Path) -> None:
    document = told("score", "lexsub", files / "gold.txt", files / "bad.txt", "--scorer", "semeval2007")
    assert document["best"]["precision"] == pytest.approx(0.25)
    assert document["best"]["recall"] == pytest.approx(0.125)
    assert document["best"]["mode_precision"] == 0
    assert document["oot"]["recall"] == pytest.approx(0.125)


def test_two_systems_are_told_apart_for_people(invoke: Any, files: Path) -> None:
    said = invoke("score", "lexsub", files / "gold.txt", files / "good.txt", files / "bad.txt").stdout
    assert "differences on the same items" in said
    assert "highest best possible: 0.8750" in said


def test_gold_lines_that_repeat_a_substitute_are_counted(told: Any, invoke: Any, files: Path) -> None:
    assert told("score", "lexsub", files / "gold.txt", files / "good.txt")["gold_lines_repeating"] == 0
    (files / "gold.txt").write_text(GOLD.replace("petit 1;", "petit 2; petit 1;"), encoding="utf-8")
    document = told("score", "lexsub", files / "gold.txt", files / "good.txt")
    assert (document["gold_lines_repeating"], document["best"]) == (1, pytest.approx(0.875))
    said = invoke("score", "lexsub", files / "gold.txt", files / "good.txt").stdout
    assert "gold lines with a substitute twice, whose last count holds: 1" in said


def test_a_broken_line_is_told_and_exit_is_2(refused: Any, files: Path) -> None:
    (files / "bad.txt").write_text("mince.a 1 , fin\n", encoding="utf-8")
    assert "bad.txt, line 1" in refused("score", "lexsub", files / "gold.txt", files / "bad.txt")


def test_targets_are_imported_and_a_baseline_answers(told: Any, files: Path) -> None:
    table = files / "targets.tsv"
    table.write_text("sentence\ttarget\tlemma\tpos\nUn fil mince.\tmince\tmince\tADJ\n", encoding="utf-8")
    about = ("--name", "words", "--language", "fr", "--licence", "CC0", "--source", "test")
    assert told("corpus", "import", table, "--targets", *about)["items"] == 1
    sentences = files / "s.xml"
    sentences.write_text(
        "<corpus><lexelt item='mince.a'><instance id='1'><context>Un fil <head>mince</head>.</context>"
        "</instance></lexelt></corpus>",
        encoding="utf-8",
    )
    synonyms = files / "synonyms.tsv"
    synonyms.write_text("lemma\tpos\tsynonym\nmince\tADJ\tfin\nmince\tADJ\tpetit\n", encoding="utf-8")
    made = told(
        "lexsub", "baseline", "--sentences", sentences, "--dictionary", synonyms, "--out", files / "out.txt"
    )
    assert made["answered"] == 1
    assert (files / "out.txt").read_text(encoding="utf-8") == "mince.a 1 :: fin ; petit\n"
