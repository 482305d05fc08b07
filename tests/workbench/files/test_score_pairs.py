"""Scores of a file of predictions against a file of gold."""

from __future__ import annotations

from pathlib import Path

import pytest

from aloi.base.errors import AloiError
from aloi.workbench.files.score_pairs import score_sts
from aloi.workbench.requests.files.scores import StsRequest

GOLD = "id\tscore\na\t0\nb\t1\nc\t3\nd\t5\n"


def files(folder: Path, predicted: str, gold: str = GOLD) -> tuple[Path, Path]:
    paths = folder / "gold.tsv", folder / "predicted.tsv"
    for path, text in zip(paths, (gold, predicted), strict=True):
        path.write_text(text, encoding="utf-8")
    return paths


def test_a_perfect_prediction_scores_one_whatever_the_order_of_rows(tmp_path: Path) -> None:
    gold, predicted = files(tmp_path, "id\tscore\nd\t5\nc\t3\nb\t1\na\t0\n")
    found = score_sts(StsRequest(gold, predicted, (0, 5), replicates=20))
    assert found.spearman.value == pytest.approx(1)
    assert found.pearson.value == pytest.approx(1)
    assert found.edrm.value == pytest.approx(1)


@pytest.mark.parametrize(
    ("predicted", "gold", "said"),
    [
        ("id\tscore\na\tinf\n", GOLD, "line 2: column 'score' contains 'inf'"),
        (
            "id\tscore\na\t1,5\nb\t2.5\n",
            GOLD,
            "column 'score' contains '1,5', which is a number with a comma",
        ),
        ("id\tscore\na\t45 %\n", GOLD, "column 'score' contains '45 %', which is a percentage"),
        ("id\tscore\n1,23457E+16\t1\n", GOLD, "the id '1,23457E.16' is a long number"),
        ("id\tscore\na\t1\na\t2\n", GOLD, "line 3: the id is 'a', empty or repeated"),
        ("id\tscore\n\t1\n", GOLD, "the id is '', empty"),
        ("id\tvalue\na\t1\n", GOLD, "no column 'score'"),
        (GOLD, "id\tscore\na\tNA\n", "The item 'a' of gold.tsv lacks a score"),
        (GOLD, "id\tscore\na\t7\nb\t1\nc\t3\nd\t5\n", "7"),
        ("id\tscore\nz\t1\n", GOLD, "z"),
    ],
)
def test_files_that_do_not_fit_are_refused(tmp_path: Path, predicted: str, gold: str, said: str) -> None:
    with pytest.raises(AloiError, match=said):
        score_sts(StsRequest(*files(tmp_path, predicted, gold), (0, 5), replicates=20))


def test_a_decimal_comma_and_words_for_missing_are_read(tmp_path: Path) -> None:
    found = score_sts(
        StsRequest(*files(tmp_path, "id;score\na;0,5\nb;1,5\nc;N/A\nd;4,5\n", GOLD), (0, 5), replicates=20)
    )
    assert (found.missing, found.out_of_range) == (1, 0)
    assert (
        found.spearman.value
        == score_sts(
            StsRequest(*files(tmp_path, "id\tscore\na\t0.5\nb\t1.5\nd\t4.5\n", GOLD), (0, 5), replicates=20)
        ).spearman.value
    )
