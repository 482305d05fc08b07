"""Notes on what scores cannot say: unseen answers, empty labels, shared texts, scores off the scale."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from aloi.annotation.rows import LabelledText, ScoredPair, TaggedTokens
from aloi.modeling.data.dataset import dataset
from aloi.modeling.recipes import recipe
from aloi.modeling.recipes.base import Training
from aloi.modeling.runs.execute import execute
from aloi.modeling.runs.spec import DataUse, RunSpec
from tests.modeling.recipes.cases import ROWS
from tests.modeling.tiny import pairs

UNCALIBRATED = "were not calibrated to the scale"


def notes(folder: Path, name: str, parts: dict[str, Sequence[Any]], *, dev: bool = False) -> tuple[str, ...]:
    """Return the notes of a run on the parts train, test and perhaps dev of rows."""
    kind = type(parts["test"][0])
    rows = dataset("made", kind, parts)
    use = {part: DataUse("made", part, "made", rows.checksum, len(each)) for part, each in parts.items()}
    recipe_ = recipe(name)
    train = (use["train"],) if recipe_.learns and "train" in use else ()
    spec = RunSpec(name, recipe_.settings({}), train, use["dev"] if dev else None, (use["test"],), (0,))
    return execute(spec, {"made": rows}, folder).notes


def test_answers_that_no_training_row_has_are_counted(tmp_path: Path) -> None:
    rows = ROWS[LabelledText]
    test = [replace(row, id=f"n{row.id}", text=f"{row.text} {row.id}") for row in rows[:8]]
    strange = replace(test[0], labels=("skin",), all_labels=(*test[0].all_labels, "skin"))
    noted = notes(tmp_path / "a", "majority_class", {"train": rows, "test": [strange, *test[1:]]})
    assert "1 of 8 texts of made/test have a label that no training row has: skin." in noted

    tagged = ROWS[TaggedTokens]
    test = [
        replace(row, id=f"n{row.id}", tokens=("x", *row.tokens), tags=("B-DRUG", *row.tags))
        for row in tagged[:6]
    ]
    noted = notes(tmp_path / "b", "dictionary_tagger", {"train": tagged, "test": test})
    assert "6 of 6 sentences of made/test have a tag that no training row has: DRUG." in noted


def test_empty_labels_beside_single_ones_are_counted(tmp_path: Path) -> None:
    first, second, *rows = ROWS[LabelledText]
    train = [replace(first, labels=()), replace(second, labels=()), *rows]
    noted = notes(tmp_path / "a", "majority_class", {"train": train, "test": rows})
    [note] = [note for note in noted if "have no label" in note]
    assert note.startswith(f"2 of {len(train)} of the training texts have no label, the others one each.")
    several = [replace(first, labels=("heart", "neurology")), *train]
    several = [replace(row, id=f"t{at}") for at, row in enumerate(several)]
    assert not [
        note
        for note in notes(tmp_path / "b", "majority_class", {"train": several, "test": rows})
        if "have no label" in note
    ]


def test_texts_shared_with_the_development_rows_are_counted(tmp_path: Path) -> None:
    rows = ROWS[LabelledText]
    dev = [replace(row, id=f"d{row.id}", text=f"{row.text} {row.id}") for row in rows[:8]]
    test = [replace(dev[0], id="x"), *(replace(row, id=f"u{row.id}", text=f"{row.id}") for row in rows[8:20])]
    noted = notes(tmp_path, "majority_class", {"train": rows, "dev": dev, "test": test}, dev=True)
    assert "1 of 13 texts of made/test are also among the development texts." in noted


@pytest.mark.parametrize(("name", "noted"), [("levenshtein", True), ("mean", False)])
def test_errors_of_similarities_are_said_to_mean_nothing(name: str, noted: bool, tmp_path: Path) -> None:
    parts = {"train": pairs(24, 1), "test": pairs(20, 2)}
    assert any(UNCALIBRATED in note for note in notes(tmp_path, name, parts)) == noted


@pytest.mark.parametrize(
    ("loss", "trained", "calibrated"),
    [("cosine", True, True), ("cosent", True, False), ("cosine", False, False)],
)
def test_a_loss_of_order_does_not_fit_the_scale(loss: str, trained: bool, calibrated: bool) -> None:
    assert recipe("sbert_sts").is_calibrated({"loss": loss}, trained=trained) == calibrated


def test_words_of_scripts_without_spaces_are_their_characters(tmp_path: Path) -> None:
    pair = ScoredPair("p", "l", "r", "患者は咳をしている", "患者は熱がある", 1.0, 0.0, 1.0)
    training: Training[Any] = Training((), (), {}, 0, tmp_path)
    [cosine] = recipe("token_cosine").fit(training).predict([pair])
    # Shared characters: 患 者 は る once in each; 9 and 7 distinct characters, each once.
    assert cosine == pytest.approx(4 / (9 * 7) ** 0.5)
    french = replace(pair, left="Bilan normal", right="bilan hépatique")
    assert recipe("token_cosine").fit(training).predict([french]) == pytest.approx([0.5])
