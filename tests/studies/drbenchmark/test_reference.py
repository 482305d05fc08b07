"""What the suite scores by, against the values of the reference code: every block that its tasks need."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from aloi.evaluation.rows import Answer, EvaluationSet
from aloi.evaluation.scores import measure_set

pytestmark = pytest.mark.shared


@pytest.fixture
def blocks(shared: Path) -> dict[str, Any]:
    found: dict[str, Any] = json.loads((shared / "reference" / "metrics.json").read_text(encoding="utf-8"))
    return found


def _value(kind: str, metric: str, sides: Sequence[Sequence[Answer]], high: float = 1.0) -> float | None:
    gold, predicted = sides
    names = tuple(f"{at:04}" for at in range(len(gold)))
    test = EvaluationSet("t", "c", kind, names, ("",) * len(gold), tuple(gold), 0.0, high)
    return measure_set(metric, test, [list(predicted)], 0).value


def _chosen(rows: Sequence[Sequence[int]]) -> list[Answer]:
    return [tuple(f"c{at}" for at, one in enumerate(row) if one) for row in rows]


def test_labels_and_questions(blocks: dict[str, Any]) -> None:
    several = blocks["multilabel"]
    sides: list[list[Answer]] = [_chosen(several[side]) for side in ("y_true", "y_pred")]
    for metric, name in (("weighted_f1", "weighted_f1"), ("macro_f1", "macro"), ("micro_f1", "micro")):
        assert _value("LabelledText", metric, sides) == pytest.approx(several[name], abs=1e-6)
    one = blocks["multiclass"]
    sides = [[(str(label),) for label in one[side]] for side in ("y_true", "y_pred")]
    for metric in ("weighted_f1", "macro_f1"):
        assert _value("LabelledText", metric, sides) == pytest.approx(one[metric], abs=1e-6)
    pairs = blocks["mcqa"]["pairs"]
    sides = [[tuple("abcde".index(letter) for letter in pair[side]) for pair in pairs] for side in (0, 1)]
    for metric, name in (("jaccard", "hamming"), ("exact_match", "emr")):
        assert _value("MultipleChoice", metric, sides) == pytest.approx(blocks["mcqa"][name], abs=1e-6)


def test_spans(blocks: dict[str, Any]) -> None:
    for name, case in blocks["seqeval"]["cases"].items():
        sides = [[tuple(row) for row in case[side]] for side in ("y_true", "y_pred")]
        assert _value("TaggedTokens", "seqeval_f1", sides) == pytest.approx(case["f1"], abs=1e-6), name
        assert _value("TaggedTokens", "token_accuracy", sides) == pytest.approx(case["accuracy"], abs=1e-6)


def test_similarities(blocks: dict[str, Any]) -> None:
    checked = 0
    for case in blocks["edrm"]["cases"].values():
        gold, system = case["reference"], case["system"]
        if None in system or len(system) != len(gold):
            continue
        found = _value("ScoredPair", "edrm", [[*map(float, gold)], [*map(float, system)]], 5.0)
        assert found == pytest.approx(case["edrm"], abs=1e-6)
        rho = _value("ScoredPair", "spearman", [[*map(float, gold)], [*map(float, system)]], 5.0)
        assert rho == (pytest.approx(case["spearman"][0], abs=1e-6) if case["spearman"] else None)
        checked += 1
    assert checked
