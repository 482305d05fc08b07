"""Labels scored from tables: what would silently count as a wrong answer is named."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from aloi.base.errors import AloiError
from aloi.workbench.files.score_labels import LabelScores, score_labels
from aloi.workbench.requests.files.scores import LabelsRequest

GOLD = "id,label\n1,fi\u00e8vre\n2,Toux\n3,toux s\u00e8che\n4,-\n"


def scored(folder: Path, predicted: str, gold: str = GOLD, **options: Any) -> LabelScores:
    paths = folder / "gold.csv", folder / "predicted.csv"
    for path, text in zip(paths, (gold, predicted), strict=True):
        path.write_text(text, encoding="utf-8")
    return score_labels(LabelsRequest(*paths, replicates=10, **options))


TWINS = "id,label\n1,fie\u0300vre\n2,toux\n3,toux  s\u00e8che\n4,-\n"


def test_twins_of_gold_labels_are_named_and_joined_on_request(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    apart = scored(tmp_path, TWINS)
    said = "\n".join(one.getMessage() for one in caplog.records)
    assert "duplicate labels: 'fi\u00e8vre', 'fie\u0300vre' differ only by the form of their accents" in said
    assert "'Toux', 'toux' differ only by case" in said
    assert "differ only by spaces" in said
    assert next(one for one in apart.scores if one.metric == "micro_f1").value == 0.25
    joined = scored(tmp_path, TWINS, normalise=("nfc", "case", "space"))
    assert {one.value for one in joined.scores} == {1.0}


def test_words_for_missing_are_no_answers_and_no_gold(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    found = scored(tmp_path, GOLD.replace("2,Toux", "2,N/A"))
    assert (found.n, found.missing) == (4, 1)
    assert "predicted.csv read as: missing: 'N/A' (1)" in "\n".join(map(str, caplog.messages))
    assert "gold.csv: '-' counts as a label (rows: 1)" in caplog.messages
    with pytest.raises(
        AloiError, match="line 3: the column of labels contains nothing, or a marker for a missing value"
    ):
        scored(tmp_path, GOLD, GOLD.replace("2,Toux", "2,N/A"))


def test_nothing_is_said_of_tables_that_agree_in_form(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    gold = GOLD.replace("4,-", "4,douleur").replace("2,Toux", "2,toux s\u00e8che")
    scored(tmp_path, gold, gold)
    assert not [one for one in caplog.records if one.levelname == "WARNING"]
