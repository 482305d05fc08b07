"""Recipes of rows that start from a transformer, on a tiny one: they learn, choose checkpoints, repeat."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from scipy.stats import spearmanr

from aloi.annotation.rows import MultipleChoice, TaggedTokens
from aloi.base.errors import AloiError
from aloi.corpora.mining.base import Cancelled
from aloi.modeling.recipes import recipe as recipe_of
from aloi.modeling.recipes.base import Step, Training
from aloi.modeling.recipes.token_classifier import IGNORED, entries_elsewhere, split, target, with_look_up
from aloi.modeling.recipes.training.steps import freeze
from aloi.modeling.recipes.training.transformer import load, published
from tests.modeling import tiny
from tests.modeling.row_cases import pairs, questions, sentences, texts, training

FAST: dict[str, Any] = {"epochs": 15, "learning_rate": 3e-3, "batch": 8, "max_length": 32, "device": "cpu"}


@pytest.fixture(scope="module")
def model() -> str:
    return str(tiny.tiny_folder())


def fit(name: str, rows: tuple[Any, ...], folder: Path, dev: tuple[Any, ...] = (), **settings: Any) -> Any:
    recipe = recipe_of(name)
    return recipe.fit(training(recipe, rows, folder, dev, **settings))


@pytest.mark.parametrize("several", [False, True])
@pytest.mark.parametrize("frozen", [False, True])
def test_texts_are_classified(several: bool, frozen: bool, model: str, tmp_path: Path) -> None:
    rows, unseen = texts(80, several=several), texts(30, several=several, seed=9)
    fitted = fit("text_classifier", rows, tmp_path, model=model, frozen=frozen, threshold=0.5, **FAST)
    found = fitted.predict([replace(one, labels=()) for one in unseen])
    right = sum(a == b.labels for a, b in zip(found, unseen, strict=True))
    assert right >= (16 if several else 25)  # of 30; the most frequent answer has 10 or fewer
    assert fitted.predict([]) == []
    assert "tiny" in fitted.signature


@pytest.mark.parametrize("frozen", [False, True])
def test_words_are_tagged(frozen: bool, model: str, tmp_path: Path) -> None:
    rows, unseen = sentences(80), sentences(20, seed=9)
    fitted = fit("token_classifier", rows, tmp_path, model=model, frozen=frozen, **FAST)
    found = fitted.predict([replace(one, tags=("O",) * len(one.tags)) for one in unseen])
    assert sum(a == b.tags for a, b in zip(found, unseen, strict=True)) >= 18
    assert fitted.predict([]) == []
    assert fitted.notes(unseen) == ()
    if frozen:
        fitted.save(tmp_path / "saved")
        settings = recipe_of("token_classifier").settings({"model": model, "frozen": True, **FAST})
        loaded, weights = recipe_of("token_classifier").load(
            Training((), (), settings, 0, tmp_path / "saved")
        )
        assert weights in fitted.signature
        assert loaded.predict(unseen) == found


@pytest.mark.parametrize("frozen", [False, True])
def test_words_that_are_not_read_get_o_and_are_counted(frozen: bool, model: str, tmp_path: Path) -> None:
    fitted = fit("token_classifier", sentences(40), tmp_path, model=model, frozen=frozen, **FAST)
    row = sentences(1)[0]
    long = replace(row, tokens=row.tokens * 10, tags=row.tags * 10)
    found = fitted.predict([long, row])
    assert len(found[0]) == len(long.tokens)
    assert set(found[0][-20:]) == {"O"}
    assert set(found[1]) > {"O"}
    said = fitted.notes([long, row])[0]
    assert "words of 1 rows lie beyond the 32 tokens read and got O." in said
    assert int(said.split()[0]) > 40


def test_the_label_stands_on_the_first_sub_token_of_each_word(model: str, tmp_path: Path) -> None:
    row = TaggedTokens("1", "", ("tomodensitométries", "le"), ("B-ACT", "O"))
    recipe = recipe_of("token_classifier")
    loaded = load(training(recipe, (row,), tmp_path, model=model, **FAST), "AutoModelForTokenClassification")
    read = split(loaded, [row])[0]
    assert read.words.count(0) > 1
    tags = ("B-ACT", "O")
    first = target(row, read, tags, all_subtokens=False)
    assert [one for one in first if one >= 0] == [0, 1]
    assert (first[0], first[1], first[-1]) == (IGNORED, 0, IGNORED)
    assert [one for one in target(row, read, tags, all_subtokens=True) if one >= 0] == [0] * read.words.count(
        0
    ) + [1]


@pytest.mark.parametrize("settings", [{"head": "per_option"}, {"frozen": True}])
def test_questions_are_answered(settings: dict[str, Any], model: str, tmp_path: Path) -> None:
    rows = questions(40)
    given = {**FAST, "max_length": 64, "epochs": 10, **settings}
    found = fit("multiple_choice", rows, tmp_path, model=model, **given).predict(
        [replace(one, correct=()) for one in rows]
    )
    assert all(len(one) == 1 for one in found)
    assert sum(a == b.correct for a, b in zip(found, rows, strict=True)) >= 20  # chance: 10


def test_a_head_that_was_never_trained_can_be_tested(model: str, tmp_path: Path) -> None:
    rows = questions(12)
    given = {**FAST, "max_length": 64, "epochs": 1, "model": model}
    heads = [
        fit("multiple_choice", rows, tmp_path, trained_head=one, **given).loaded.model.classifier.weight
        for one in (True, False)
    ]
    assert not heads[0].equal(heads[1])


def test_sets_of_options_are_classes_whatever_their_number(model: str, tmp_path: Path) -> None:
    five = tuple(MultipleChoice(f"q{at}", "q", tuple("abcde"), (at % 5,)) for at in range(10))
    fitted = fit("multiple_choice", five, tmp_path, model=model, **{**FAST, "epochs": 1})
    assert len(fitted.subsets) == 31
    fewer = replace(five[0], options=("a", "b"))
    assert all(at < 2 for at in fitted.predict([fewer])[0])
    with pytest.raises(AloiError, match="There are too many options of a training question"):
        fit(
            "multiple_choice",
            (*five, replace(five[0], options=tuple("abcdefghi"))),
            tmp_path,
            model=model,
            **FAST,
        )
    with pytest.raises(AloiError, match="The question 'q0' lacks a correct option"):
        fit("multiple_choice", (*five, replace(five[0], correct=())), tmp_path, model=model, **FAST)


@pytest.mark.parametrize("frozen", [False, True])
def test_pairs_are_scored(frozen: bool, model: str, tmp_path: Path) -> None:
    rows = pairs(40)
    given = {**FAST, "max_length": 64, "epochs": 12, "model": model, "frozen": frozen}
    fitted = fit("pair_regression", rows, tmp_path, **given)
    found = fitted.predict([replace(one, score=0.0) for one in rows])
    assert spearmanr([one.score for one in rows], found).statistic > 0.5


@pytest.mark.parametrize("name", ["text_classifier", "token_classifier"])
def test_the_same_seed_gives_the_same_model(name: str, model: str, tmp_path: Path) -> None:
    rows: tuple[Any, ...] = texts(20) if name == "text_classifier" else sentences(20)
    recipe = recipe_of(name)
    asked = training(recipe, rows, tmp_path, model=model, **{**FAST, "epochs": 1})
    one, again, other = (recipe.fit(replace(asked, seed=seed)).signature for seed in (1, 1, 2))
    assert one == again
    assert one.split("weights")[1] != other.split("weights")[1]


def test_lower_layers_and_embeddings_can_stay(model: str, tmp_path: Path) -> None:
    recipe = recipe_of("text_classifier")
    asked = training(recipe, texts(8), tmp_path, model=model, freeze_layers=1, **FAST)
    loaded = load(asked, "AutoModelForSequenceClassification", num_labels=2)
    freeze(loaded.model, asked.settings, "cpu")
    stay = {name for name, weight in loaded.model.named_parameters() if not weight.requires_grad}
    assert any("embeddings" in name for name in stay)
    assert any("layer.0." in name for name in stay)
    assert not any("layer.1." in name for name in stay)
    with pytest.raises(AloiError, match="The number of frozen layers is 9"):
        freeze(loaded.model, {**asked.settings, "freeze_layers": 9}, "cpu")


def test_a_model_is_saved_where_that_is_wished(model: str, tmp_path: Path) -> None:
    fit("text_classifier", texts(20), tmp_path, model=model, keep_model=True, **{**FAST, "epochs": 1})
    again = fit(
        "text_classifier", texts(20), tmp_path, model=str(tmp_path / "model"), **{**FAST, "epochs": 1}
    )
    assert "model (" in again.signature


def test_a_training_can_be_stopped(model: str, tmp_path: Path) -> None:
    told: list[Step] = []

    def watch(step: Step) -> bool:
        told.append(step)
        return step.step < 3

    recipe = recipe_of("text_classifier")
    asked = replace(training(recipe, texts(40), tmp_path, model=model, **FAST), watch=watch)
    with pytest.raises(Cancelled):
        recipe.fit(asked)
    assert [one.step for one in told] == [1, 2, 3]
    assert told[0].steps == 75
    assert told[0].loss is not None


def test_settings_that_cannot_work_are_refused(model: str) -> None:
    recipe = recipe_of("text_classifier")
    for given, said in (
        ({"epochs": 0}, "epochs is 0"),
        ({"metric": "rmse"}, "metric is 'rmse'"),
        ({"threshold": 1.5}, "threshold is 1.5"),
        ({"checkpoint": "first"}, "checkpoint is 'first'"),
        ({"model": "/no/such/folder"}, "There is no file or folder '/no/such/folder'"),
    ):
        with pytest.raises(AloiError, match=said):
            recipe.settings({"model": model, **given})
    one = tuple(replace(row, labels=("heart",)) for row in texts(10))
    with pytest.raises(AloiError, match="There are too few labels of the training rows: 1"):
        fit("text_classifier", one, Path(), model=model)


def test_the_published_hyper_parameters_are_the_defaults() -> None:
    assert published("classification", "morfitt") | {"batch": 12} == published(
        "classification", "morfitt", "released"
    )
    assert published("classification", "morfitt")["epochs"] == 35
    assert published("classification", "deft2021")["epochs"] == 10
    assert published("classification", "deft2021", "released")["epochs"] == 35
    assert published("ner", "pxcorpus", "released")["epochs"] == 5
    assert published("similarity", "deft2020", "released")["epochs"] == 20
    assert published("pos") == {
        "max_length": 512, "weight_decay": 0.01, "warmup_steps": 0,
        "batch": 16, "epochs": 10, "learning_rate": 1e-5,
    }  # fmt: skip
    for name in ("text_classifier", "token_classifier", "multiple_choice", "pair_regression"):
        recipe = recipe_of(name)
        wanted = published(recipe.task)  # type: ignore[attr-defined]
        assert {key: recipe.defaults[key] for key in wanted} == wanted
    assert recipe_of("text_classifier").defaults["threshold"] == 0.7
    with pytest.raises(AloiError, match="'parsing'"):
        published("parsing")


def test_two_texts_are_given_as_a_pair_or_as_one_text(model: str, tmp_path: Path) -> None:
    recipe, sides = recipe_of("pair_regression"), (["a fièvre"], ["a toux"])
    counts = []
    for how in ("pair", "joined"):
        asked = training(recipe, pairs(2), tmp_path, model=model, input=how, **FAST)
        loaded = load(asked, "AutoModelForSequenceClassification", num_labels=1)
        ids = loaded.encode(*sides)[0]["input_ids"]
        marks = (loaded.tokenizer.cls_token_id, loaded.tokenizer.sep_token_id)
        counts.append([list(ids).count(mark) for mark in marks])
    assert counts == [[1, 2], [2, 2]]


def test_a_training_row_is_not_looked_up_in_its_own_document() -> None:
    rows = tuple(TaggedTokens(str(at), f"d{at % 6}", (f"mot{at % 6}",), ("B-X",)) for at in range(12))
    for row, entries in zip(rows, entries_elsewhere(rows), strict=True):
        assert (row.tokens[0],) not in entries
        assert len(entries) >= 4
    vectors = with_look_up(np.zeros((2, 3)), ("Grande", "FIÈVRE", "coupée"), {("grande", "fièvre"): "X"})
    assert vectors.tolist() == [[0, 0, 0, 1, 0], [0, 0, 0, 0, 1]]
