"""Runs of rows: scored as other scorers do, taken up where they broke off, verified, compared."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, ClassVar

import numpy as np
import pytest

import modeling.recipes
from annotation.rows import LabelledText, MultipleChoice, TaggedTokens
from corpora.mining.base import Cancelled
from corpora.model import Json
from errors import AloiError
from evaluation.reports.labels import score_choices, score_labels
from evaluation.reports.tags import score_tags
from evaluation.rows import metrics_for, row_test
from evaluation.scores import score_rows
from modeling.recipes.base import Step
from modeling.recipes.row_base import RowRecipe, RowTraining
from modeling.runs.check import verify
from modeling.runs.document import read_run
from modeling.runs.execute import RowRun, difference, run_rows
from tests.modeling.row_cases import LABELS, pairs, questions, sentences, texts


def clock() -> datetime:
    return datetime(2026, 11, 21, 12, tzinfo=UTC)


@dataclass(frozen=True)
class Guesser:
    """Answers right with the probability 0.7, wrong with the first label otherwise."""

    seed: int
    signature: str = "guesser"
    device: str = "cpu"

    def predict(self, rows: Sequence[LabelledText]) -> tuple[LabelledText, ...]:
        lucky = np.random.default_rng(self.seed).random(len(rows)) < 0.7
        return tuple(
            row if right else replace(row, labels=LABELS[:1]) for row, right in zip(rows, lucky, strict=True)
        )

    def notes(self, rows: Sequence[LabelledText]) -> tuple[str, ...]:
        return (f"{len(rows)} texts were guessed.",)


class Guessing(RowRecipe[LabelledText]):
    name, title = "guessing", "Guessing"
    row_kinds = (LabelledText,)
    seeded, floor = True, False
    defaults: ClassVar[Mapping[str, Json]] = {}
    help: ClassVar[Mapping[str, str]] = {}

    def __init__(self) -> None:
        self.fitted: list[int] = []

    def fit(self, training: RowTraining[LabelledText]) -> Any:
        if not training.watch(Step(1, 1, 1.0)):
            raise Cancelled
        self.fitted.append(training.seed)
        return Guesser(training.seed)


@pytest.fixture
def guessing(monkeypatch: pytest.MonkeyPatch) -> Guessing:
    recipe = Guessing()
    monkeypatch.setattr(modeling.recipes, "ROW_RECIPES", (*modeling.recipes.ROW_RECIPES, recipe))
    return recipe


def guessed(folder: Path, **others: Any) -> RowRun:
    given: dict[str, Any] = {"seeds": (0, 1, 2), "clock": clock} | others
    return run_rows("guessing", {}, texts(20), (), {"test": texts(40, seed=5)}, folder=folder, **given)


def test_a_run_is_scored_by_seed_and_read_back_equal(guessing: Guessing, tmp_path: Path) -> None:
    done = guessed(tmp_path / "r")
    assert read_run(tmp_path / "r") == done.run
    assert list(done.scores["test"]) == ["weighted_f1", "macro_f1", "micro_f1", "exact_match", "jaccard"]
    score = done.scores["test"]["exact_match"]
    gold = done.tests["test"].gold
    each = [np.mean([a == b for a, b in zip(row, gold, strict=True)]) for row in done.answers["test"]]
    assert score.by_seed == pytest.approx(each)
    assert score.value == pytest.approx(np.mean(each))
    assert None not in (score.value, score.low, score.high)
    assert score.low < score.value < score.high  # type: ignore[operator]
    assert "bootstrap-percentile-texts-1000-seed0-mover-seeds3" in score.signature
    assert "test: 40 texts were guessed." in done.run.notes
    assert (
        any(note.startswith("40 of 40 rows of test have a text") for note in done.run.notes) or done.run.notes
    )
    assert guessing.fitted == [0, 1, 2]
    assert guessed(tmp_path / "r").run == done.run
    assert guessing.fitted == [0, 1, 2]
    assert verify(tmp_path / "r") == []


def test_a_run_that_was_stopped_goes_on_without_its_done_seeds(guessing: Guessing, tmp_path: Path) -> None:
    with pytest.raises(Cancelled):
        guessed(tmp_path, watch=lambda place, step: place < 2)
    assert guessing.fitted == [0, 1]
    done = guessed(tmp_path)
    assert guessing.fitted == [0, 1, 2]
    assert any("taken up again once" in note for note in done.run.notes)
    assert not (tmp_path / "seeds").exists()


def test_another_run_in_the_folder_is_refused(guessing: Guessing, tmp_path: Path) -> None:
    guessed(tmp_path)
    with pytest.raises(AloiError, match="holds the run"):
        guessed(tmp_path, seeds=(7,))


@pytest.mark.parametrize(
    ("file", "was", "now", "found"),
    [
        ("predictions.jsonl", '"heart"', '"neurology"', "its checksum differs"),
        ("tests.json", '"heart"', '"neurology"', "tests.json is not what was written"),
        ("run.json", '"exact_match"', '"accuracy"', "its checksum differs"),
    ],
)
def test_an_edit_is_found(
    guessing: Guessing, tmp_path: Path, file: str, was: str, now: str, found: str
) -> None:
    guessed(tmp_path)
    path = tmp_path / file
    path.write_text(path.read_text(encoding="utf-8").replace(was, now), encoding="utf-8")
    assert any(found in problem for problem in verify(tmp_path))


def test_answers_that_were_swapped_with_their_checksum_give_other_scores(
    guessing: Guessing, tmp_path: Path
) -> None:
    guessed(tmp_path)
    path = tmp_path / "predictions.jsonl"
    rows = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    path.write_text(
        "".join(json.dumps({**row, "predicted": ["heart"]}) + "\n" for row in rows), encoding="utf-8"
    )
    assert any("the predictions give" in problem for problem in verify(tmp_path))


def test_labels_are_scored_as_the_scorer_of_labels_does() -> None:
    gold, given = texts(50, several=True), texts(50, several=True, seed=8)
    test = row_test("t", "", gold)
    found = {one.metric: one for one in score_rows(test, [[one.labels for one in given]], (0,))}
    named = [{one.id: frozenset(one.labels) for one in side} for side in (gold, given)]
    for one in score_labels(*named, several=True).scores:
        assert found[one.metric].value == pytest.approx(one.value, abs=1e-12)
        assert one.interval is not None
        assert (found[one.metric].low, found[one.metric].high) == pytest.approx(
            (one.interval.low, one.interval.high)
        )


def test_questions_are_scored_as_the_scorer_of_choices_does() -> None:
    gold, given = questions(50, several=True), questions(50, several=True, seed=8)
    test = row_test("t", "", gold)
    found = {one.metric: one for one in score_rows(test, [[one.correct for one in given]], (0,))}
    named = [{one.id: frozenset(map(str, one.correct)) for one in side} for side in (gold, given)]
    assert {one.metric: one.value for one in score_choices(*named).scores} == pytest.approx(
        {name: one.value for name, one in found.items()}
    )
    assert "questions-1000" in found["jaccard"].signature


def test_tags_are_scored_as_the_scorer_of_tags_does_over_documents() -> None:
    gold = sentences(60)
    given = [one.tags[:2] + ("O",) * (len(one.tags) - 4) + one.tags[-2:] for one in sentences(60)]
    test = row_test("t", "", gold)
    found = {one.metric: one for one in score_rows(test, [given], (0,))}
    wanted = score_tags([one.tags for one in gold], given, documents=[one.document_id for one in gold])
    for name, scores in (("seqeval_f1", wanted.lenient), ("seqeval_strict_f1", wanted.strict)):
        ends = scores.micro.interval["f1"]
        assert found[name].value == pytest.approx(scores.micro.f1)
        assert ends is not None
        assert (found[name].low, found[name].high) == pytest.approx((ends.low, ends.high))
    assert "documents-1000" in found["seqeval_f1"].signature
    assert found["token_accuracy"].value == pytest.approx(wanted.accuracy)
    bare = [replace(one, document_id="") for one in gold]
    assert "sentences-1000" in score_rows(row_test("t", "", bare), [given], (0,))[0].signature


def test_tags_of_no_scheme_have_no_strict_score() -> None:
    gold = [TaggedTokens("1", "", ("a", "b"), ("NOM", "V"))]
    found = score_rows(row_test("t", "", gold), [[("NOM", "V")]], (0,))
    assert {one.metric: (one.value is None, one.reason) for one in found}["seqeval_strict_f1"] == (
        True,
        "NOM, V: not of the scheme IOB2",
    )


def test_pairs_run_as_rows_with_the_metrics_of_pairs(tmp_path: Path) -> None:
    rows = pairs(40)
    done = run_rows("token_cosine", {}, rows, (), {"test": rows}, (0, 1), tmp_path, clock=clock)
    assert done.run.spec.seeds == (0,)
    assert list(done.scores["test"]) == ["spearman", "pearson", "edrm", "rmse", "mae"]
    assert verify(tmp_path) == []


def test_the_difference_to_a_floor_has_an_interval(guessing: Guessing, tmp_path: Path) -> None:
    better = guessed(tmp_path / "a")
    floor = run_rows(
        "majority_class", {}, texts(20), (), {"test": texts(40, seed=5)}, (0,), tmp_path / "b", clock=clock
    )
    found = difference(better, floor, "test", "exact_match")
    values = [one.scores["test"]["exact_match"].value or 0.0 for one in (better, floor)]
    assert found.difference == pytest.approx(values[0] - values[1])
    assert found.interval is not None
    assert found.interval.low > 0
    assert found.p is not None
    assert found.p < 0.01
    with pytest.raises(AloiError, match="was not scored on 'dev'"):
        difference(better, floor, "dev", "exact_match")
    other = run_rows(
        "majority_class", {}, texts(20), (), {"test": texts(40)}, (0,), tmp_path / "c", clock=clock
    )
    with pytest.raises(AloiError, match="other rows or gold"):
        difference(better, other, "test", "exact_match")


def test_what_cannot_be_run_is_refused(tmp_path: Path) -> None:
    with pytest.raises(AloiError, match="0 tests"):
        run_rows("majority_class", {}, texts(20), (), {}, (0,), tmp_path)
    with pytest.raises(AloiError, match="One kind of rows"):
        run_rows("majority_class", {}, texts(20), (), {"test": questions(20)}, (0,), tmp_path)
    twice = (*texts(3), texts(1)[0])
    with pytest.raises(AloiError, match="'t000' twice"):
        run_rows("majority_class", {}, texts(20), (), {"test": twice}, (0,), tmp_path)
    assert not list(tmp_path.iterdir())
    with pytest.raises(AloiError, match="LinkedMention"):
        metrics_for("LinkedMention")
    assert metrics_for(MultipleChoice.__name__) == ("exact_match", "jaccard")
