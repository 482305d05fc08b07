"""The complete list of recipes, one file each. Their dependencies are imported when they run.

`all_recipes` adds those of plug-ins.
"""

from __future__ import annotations

from typing import Any

from aloi.base.plugins import entry_named, with_plugins
from aloi.base.terms import Phrase
from aloi.modeling.recipes import baselines
from aloi.modeling.recipes.base import Recipe
from aloi.modeling.recipes.concept_names import EncoderNames, TfidfNames, VectorNames
from aloi.modeling.recipes.concept_ranker import CONCEPT_RANKER
from aloi.modeling.recipes.cross_encoder_sts import CROSS_ENCODER_STS
from aloi.modeling.recipes.features_sts import FeaturesSts
from aloi.modeling.recipes.multiple_choice import MultipleChoiceRecipe
from aloi.modeling.recipes.pair_regression import PairRegression
from aloi.modeling.recipes.row_baselines import DictionaryTagger, MajorityClass, NearestPair, WordTag
from aloi.modeling.recipes.sbert_sts import SBERT_STS
from aloi.modeling.recipes.setfit import SetFit
from aloi.modeling.recipes.span_classifier import SpanClassifier
from aloi.modeling.recipes.text_classifier import TextClassifier
from aloi.modeling.recipes.tfidf_linear import TfidfLinear
from aloi.modeling.recipes.token_classifier import TokenClassifier

RECIPES: tuple[Recipe[Any], ...] = (
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
    PairRegression(),
    MajorityClass(),
    TfidfLinear(),
    DictionaryTagger(),
    WordTag(),
    NearestPair(),
    TextClassifier(),
    SetFit(),
    TokenClassifier(),
    SpanClassifier(),
    MultipleChoiceRecipe(),
    TfidfNames(),
    VectorNames(),
    EncoderNames(),
    CONCEPT_RANKER,
)


def all_recipes() -> tuple[Recipe[Any], ...]:
    """Return the recipes, then those of plug-ins."""
    return with_plugins(RECIPES, "aloi.recipes", Recipe)


def recipe(name: str) -> Recipe[Any]:
    """Return the recipe of that name, or raise AloiError naming those there are."""
    return entry_named(name, RECIPES, all_recipes, Phrase("kind-recipe", "recipe"))


def recipes_for(row_kind: type, source: str = "") -> tuple[Recipe[Any], ...]:
    """Return the recipes for a kind of row, and for sources with this name."""
    return tuple(
        recipe_ for recipe_ in all_recipes() if row_kind in recipe_.row_kinds and recipe_.only_of in source
    )
