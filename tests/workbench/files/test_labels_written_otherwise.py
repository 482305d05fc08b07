"""Labels written otherwise in gold and predictions: joined and stated, or counted.

Numbers such as 1 and 1.0 are joined by the reader of tables, which says so in `tables_read`.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from aloi.evaluation.reports.labels import LabelScores
from aloi.workbench.files.score_labels import score_choices, score_labels
from aloi.workbench.requests.files.scores import ChoicesRequest, LabelsRequest


def _scored(folder: Path, gold: list[str], predicted: list[str], column: str = "label") -> LabelScores:
    paths = folder / "gold.tsv", folder / "predicted.tsv"
    for path, cells in zip(paths, (gold, predicted), strict=True):
        rows = "".join(f"{at}\t{cell}\n" for at, cell in enumerate(cells))
        path.write_text(f"id\t{column}\n{rows}", encoding="utf-8")
    return score_labels(LabelsRequest(*paths, replicates=0))


def _accuracy(scores: LabelScores) -> float | None:
    return next(one.value for one in scores.scores if one.metric in ("accuracy", "exact_match"))


@pytest.mark.parametrize(
    ("gold", "predicted", "accuracy", "caution"),
    [
        (["1", "0", "1"], ["1.0", "0.0", "0.0"], 2 / 3, None),
        (["1.0", "0.0"], ["1", "0"], 1, None),
        (["True", "False"], ["1", "0"], 1, "'1' of the predictions was read as 'True'"),
        (["1", "0"], ["TRUE", "FALSE"], 1, "'TRUE' of the predictions was read as '1'"),
        (["A", "B"], ["'A'", "B"], 1, "was read as 'A'"),
        (["1", "1.0"], ["1", "1"], 1, None),
        (["1", "2"], ["1", "1.0"], 0.5, None),
        (["01", "1.5"], ["1", "1.50"], 0, None),
        (["true", "maybe"], ["1", "maybe"], 0.5, None),
        (["a", "b"], ["a", "b"], 1, None),
    ],
)  # fmt: skip
def test_numbers_truth_values_and_quotes(
    tmp_path: Path, gold: list[str], predicted: list[str], accuracy: float, caution: str | None
) -> None:
    scores = _scored(tmp_path, gold, predicted)
    assert _accuracy(scores) == pytest.approx(accuracy)
    assert (caution is None and scores.caution is None) or (caution or "") in str(scores.caution)


@pytest.mark.parametrize(
    ("gold", "predicted", "exact", "caution"),
    [
        (["A|B", "B"], ["B|A", "B"], 1, None),
        (["A|B", "B"], ["B;A", "B"], 1, "predicted.tsv: labels were parted at ';' in 1 cell"),
        (["A, B", "B"], ["B, A", "B"], 1, "gold.tsv: labels were parted at ','"),
        (["A|B", "B"], ['["B", "A"]', '["B"]'], 1, None),
        (["['A', 'B']", "[]"], ["B|A", ""], 1, None),
        (["1|2", "2"], ["[2.0, 1.0]", "[2.0]"], 1, None),
        (["mal, dos", "toux"], ["mal, dos", "toux"], 1, "each cell with ',' was read as one label (1 cell)"),
    ],
)
def test_sets(
    tmp_path: Path, gold: list[str], predicted: list[str], exact: float, caution: str | None
) -> None:
    scores = _scored(tmp_path, gold, predicted, "labels")
    assert _accuracy(scores) == exact
    assert (caution is None and scores.caution is None) or (caution or "") in str(scores.caution)
    choices = score_choices(ChoicesRequest(tmp_path / "gold.tsv", tmp_path / "predicted.tsv", replicates=0))
    assert (_accuracy(choices), choices.caution) == (exact, scores.caution)


def test_bars_part_labels_that_hold_other_signs(tmp_path: Path) -> None:
    scores = _scored(tmp_path, ["a; b|c", "c"], ["c|a; b", "c"], "labels")
    assert (_accuracy(scores), set(scores.by_label), scores.caution) == (1.0, {"a; b", "c"}, None)
