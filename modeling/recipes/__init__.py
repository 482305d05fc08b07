"""The recipes, one file each; this is the whole list. What they need is imported when they run."""

from __future__ import annotations

from typing import Any

from errors import AloiError
from modeling.recipes import baselines
from modeling.recipes.base import Recipe
from modeling.recipes.cross_encoder_sts import CROSS_ENCODER_STS
from modeling.recipes.features_sts import FeaturesSts
from modeling.recipes.floors import DictionaryTagger, MajorityClass, WordTag
from modeling.recipes.multiple_choice import MultipleChoiceRecipe
from modeling.recipes.pair_regression import PairRegression
from modeling.recipes.row_base import RowRecipe
from modeling.recipes.row_pairs import PairRecipe
from modeling.recipes.sbert_sts import SBERT_STS
from modeling.recipes.text_classifier import TextClassifier
from modeling.recipes.tfidf_linear import TfidfLinear
from modeling.recipes.token_classifier import TokenClassifier

RECIPES: tuple[Recipe, ...] = (
    baselines.Mean(),
    baselines.Length(),
    baselines.Levenshtein(),
    baselines.TokenCosine(),
    baselines.LexicalMean(),
    baselines.TfidfCharacters(),
    baselines.WordVectors(),
    FeaturesSts(),
    SBERT_STS,
    CROSS_ENCODER_STS,
)


def recipe(name: str) -> Recipe:
    """Return the recipe of that name, or raise AloiError naming those there are."""
    for one in RECIPES:
        if one.name == name:
            return one
    raise AloiError(
        f"No recipe is called {name!r}.",
        f"One of these was expected: {', '.join(one.name for one in RECIPES)}.",
        "Check the spelling.",
    )


# Of labelled texts, tagged tokens and questions; then those of scored pairs, which run as rows too.
ROW_RECIPES: tuple[RowRecipe[Any], ...] = (
    MajorityClass(),
    TfidfLinear(),
    DictionaryTagger(),
    WordTag(),
    TextClassifier(),
    TokenClassifier(),
    MultipleChoiceRecipe(),
    PairRegression(),
    *(PairRecipe(one) for one in RECIPES),
)


def row_recipe(name: str) -> RowRecipe[Any]:
    """Return the recipe of rows of that name, or raise AloiError naming those there are."""
    for one in ROW_RECIPES:
        if one.name == name:
            return one
    raise AloiError(
        f"No recipe of rows is called {name!r}.",
        f"One of these was expected: {', '.join(one.name for one in ROW_RECIPES)}.",
        "Check the spelling.",
    )


def row_recipes_for(row_kind: type) -> tuple[RowRecipe[Any], ...]:
    """Return the recipes that learn from a kind of row."""
    return tuple(one for one in ROW_RECIPES if row_kind in one.row_kinds)
