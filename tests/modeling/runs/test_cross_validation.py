"""Cross-validation by document: no row is predicted by a fit that saw its document; nested settings."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, ClassVar

import numpy as np
import pytest
from scipy.stats import spearmanr

from aloi.annotation.rows import ScoredPair
from aloi.base.errors import AloiError
from aloi.corpora.model import Json
from aloi.evaluation.rows import Provenance
from aloi.modeling.data.dataset import Dataset, dataset
from aloi.modeling.in_the_loop.out_of_fold import share_out
from aloi.modeling.recipes.base import Recipe, Step, Training, check_training
from aloi.modeling.runs import execute as module
from aloi.modeling.runs import fitted
from aloi.modeling.runs.cross_validation import check_space
from aloi.modeling.runs.finished_run import read_stored, verify
from aloi.modeling.runs.inputs import gather
from aloi.modeling.runs.spec import DataUse, InnerTuning, RunSpec
from tests.modeling.made_runs import items

N_ROWS, PER_DOCUMENT = 48, 3


@dataclass(frozen=True, slots=True)
class Blurred:
    """Predicts the share of common words; `blur` other than 0 adds noise, so that 0 is the best setting."""

    training: Training[ScoredPair]
    signature: str = "blurred 1"

    def predict(self, rows: Sequence[ScoredPair]) -> list[float]:
        blur = float(str(self.training.settings["blur"]))
        drawn = np.random.default_rng([self.training.seed, len(self.training.train)])
        noise = drawn.normal(0, 1, len(rows)) * blur
        share = [len(set(row.left.split()) & set(row.right.split())) / 4 for row in rows]
        return [float(value) for value in np.array(share) * 5 + noise]


class BlurredRecipe(Recipe[ScoredPair]):
    """Records the rows and settings of each fit; the fit numbers in `fails` are interrupted."""

    name: ClassVar[str] = "blurred"
    title: ClassVar[str] = "Blurred"
    row_kinds: ClassVar[tuple[type, ...]] = (ScoredPair,)
    seeded: ClassVar[bool] = True
    floor: ClassVar[bool] = False
    defaults: ClassVar[Mapping[str, Json]] = {"blur": 0.5}
    help: ClassVar[Mapping[str, str]] = {"blur": "Noise."}

    def __init__(self) -> None:
        self.fits: list[tuple[Any, tuple[str, ...]]] = []
        self.fails: set[int] = set()

    def fit(self, training: Training[ScoredPair]) -> Blurred:
        check_training(self, training)
        self.fits.append((training.settings["blur"], tuple(row.id for row in training.train)))
        assert training.watch(Step(1, 1, 1.0))
        if len(self.fits) in self.fails:
            raise KeyboardInterrupt
        return Blurred(training)


@pytest.fixture
def recipe(monkeypatch: pytest.MonkeyPatch) -> BlurredRecipe:
    chosen = BlurredRecipe()
    monkeypatch.setattr(module, "recipe", lambda name: chosen)
    monkeypatch.setattr(fitted, "recipe", lambda name: chosen)
    return chosen


@pytest.fixture(scope="module")
def corpus() -> Dataset:
    rows = items(N_ROWS)
    names = {row.id: f"d{at // PER_DOCUMENT}" for at, row in enumerate(rows)}
    provenance = {
        name: Provenance(clusters={"document": (document, document)}) for name, document in names.items()
    }
    return dataset("small", ScoredPair, {"all": rows}, {"all": provenance})


def spec_of(corpus: Dataset, **more: Any) -> RunSpec:
    use = DataUse("small", "all", "small", corpus.checksum, N_ROWS)
    spec = RunSpec("blurred", {"blur": 0.5}, (use,), None, (use,), (0, 1), folds=4)
    return replace(spec, **more)


def document_of(row_id: str) -> int:
    return int(row_id[1:]) // PER_DOCUMENT


def test_each_row_is_predicted_by_a_fit_without_its_document(
    recipe: BlurredRecipe, corpus: Dataset, tmp_path: Path
) -> None:
    spec = spec_of(corpus)
    run = module.execute(spec, {"small": corpus}, tmp_path)
    [use] = spec.tests
    stored = read_stored(tmp_path)
    keys = gather(spec, {"small": corpus}).train_keys
    divisions = [share_out(keys, 4, seed) for seed in spec.seeds]
    assert (divisions[0] != divisions[1]).any()  # each repetition divides the rows anew
    rows = corpus.parts["all"]
    for seed, division, answers in zip(spec.seeds, divisions, stored.answers[use.label], strict=True):
        for number in range(4):
            outside = tuple(row for row, fold in zip(rows, division, strict=True) if fold != number)
            places = np.flatnonzero(division == number).tolist()
            inside = [rows[at] for at in places]
            assert not {document_of(row.id) for row in inside} & {document_of(row.id) for row in outside}
            training: Training[ScoredPair] = Training(outside, (), spec.settings, seed, tmp_path, high=5.0)
            assert [answers[at] for at in places] == Blurred(training).predict(inside)
    score = next(one for one in run.scores if one.metric == "spearman")
    gold = [row.score for row in rows]
    by_seed = [spearmanr(gold, answers).statistic for answers in stored.answers[use.label]]
    assert score.by_seed == pytest.approx(by_seed)
    assert run.notes[0].startswith("Cross-validated in 4 folds")
    by_fold = [note for note in run.notes if note.startswith("spearman by fold, seed ")]
    assert len(by_fold) == 2
    assert by_fold[0].count(" rows)") == 4
    assert not any("also among the training" in note for note in run.notes)
    assert not verify(tmp_path)
    assert not (tmp_path / "models").exists()
    assert run.seeds[0].signature == "4 folds, blurred 1"


def test_each_fit_draws_rows_outside_its_fold_and_more_rows_contain_fewer(
    recipe: BlurredRecipe, corpus: Dataset, tmp_path: Path
) -> None:
    drawn = {}
    for count in (12, 24):
        recipe.fits.clear()
        spec = spec_of(corpus, train_items=count, subset=1, seeds=(0,))
        run = module.execute(spec, {"small": corpus}, tmp_path / str(count))
        drawn[count] = [set(ids) for _, ids in recipe.fits]
        assert f"Each fit draws {count} of the rows outside of its fold." in run.notes
    assert [len(ids) for ids in drawn[12]] == [12] * 4
    assert all(few < many for few, many in zip(drawn[12], drawn[24], strict=True))
    division = share_out(gather(spec, {"small": corpus}).train_keys, 4, 0)
    for number, ids in enumerate(drawn[24]):
        inside = {row.id for row, fold in zip(corpus.parts["all"], division, strict=True) if fold == number}
        assert not ids & inside


def test_an_interrupted_fold_is_repeated_and_no_other(
    recipe: BlurredRecipe, corpus: Dataset, tmp_path: Path
) -> None:
    complete = module.execute(spec_of(corpus), {"small": corpus}, tmp_path / "whole")
    recipe.fits.clear()
    recipe.fails = {7}  # the third fold of the second seed
    with pytest.raises(KeyboardInterrupt):
        module.execute(spec_of(corpus), {"small": corpus}, tmp_path / "killed")
    run = module.execute(spec_of(corpus), {"small": corpus}, tmp_path / "killed")
    assert len(recipe.fits) == 2 * 4 + 1
    assert run.predictions_checksum == complete.predictions_checksum


@pytest.mark.parametrize("space", [{"blur": [0.0, 1.0, 3.0]}, {"blur": {"low": 0.0, "high": 3.0}}])
def test_nested_folds_choose_settings_without_the_rows_they_are_scored_on(
    recipe: BlurredRecipe, corpus: Dataset, tmp_path: Path, space: dict[str, Json]
) -> None:
    pytest.importorskip("optuna")
    spec = spec_of(corpus, seeds=(0,), tuning=InnerTuning(space, trials=6, folds=3))
    run = module.execute(spec, {"small": corpus}, tmp_path)
    division = share_out(gather(spec, {"small": corpus}).train_keys, 4, 0)
    ids = [row.id for row in corpus.parts["all"]]
    trials = 3 if isinstance(space["blur"], list) else 6  # no combination is tried twice
    fits = iter(recipe.fits)
    for number in range(4):
        scored = {name for name, fold in zip(ids, division, strict=True) if fold == number}
        inner = [next(fits) for _ in range(trials * 3)]
        best, outer = next(fits)
        assert all(not scored & set(seen) for _, seen in inner)
        assert set(outer) == set(ids) - scored
        # Without noise the order is right: the least noise that was tried is chosen.
        assert best == min(blur for blur, _ in inner)
        assert f"Settings of fold {number + 1} of 4, seed 0: blur={json.dumps(best)}." in run.notes
    assert next(fits, None) is None


def test_settings_are_chosen_on_inner_folds_for_a_test_too(
    recipe: BlurredRecipe, corpus: Dataset, tmp_path: Path
) -> None:
    pytest.importorskip("optuna")
    parts = {"train": corpus.parts["all"][:30], "test": corpus.parts["all"][30:]}
    data = dataset("parts", ScoredPair, parts)
    train, test = (DataUse("parts", name, "parts", data.checksum, len(rows)) for name, rows in parts.items())
    tuning = InnerTuning({"blur": [2.0, 0.0]}, trials=5, folds=3)
    spec = RunSpec("blurred", {"blur": 0.5}, (train,), None, (test,), (0,), tuning=tuning)
    run = module.execute(spec, {"parts": data}, tmp_path)
    assert recipe.fits[-1] == (0.0, tuple(row.id for row in parts["train"]))
    assert all(not {row.id for row in parts["test"]} & set(seen) for _, seen in recipe.fits)
    assert "Settings of seed 0: blur=0.0." in run.notes
    # A model that is fitted again chooses its settings in the same way.
    assert fitted.fit_again(tmp_path, run, {"parts": data}).predictor.training.settings == {"blur": 0.0}  # type: ignore[attr-defined]


def test_values_to_tune_are_checked_before_any_fit(recipe: BlurredRecipe) -> None:
    check_space(recipe, {"blur": 0.5}, {"blur": [1, 2]})
    for space, message in (
        ({"blur": [1]}, "a list of two values"),
        ({"blur": {"low": 2, "high": 1}}, "a list of two values"),
        ({"bluur": [1, 2]}, "no setting 'bluur'"),
    ):
        with pytest.raises(AloiError, match=message):
            check_space(recipe, {"blur": 0.5}, space)
