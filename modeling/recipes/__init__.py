"""The recipes, one file each; this is the whole list. What they need is imported when they run."""

from __future__ import annotations

from errors import AloiError
from modeling.recipes import baselines
from modeling.recipes.base import Recipe
from modeling.recipes.cross_encoder_sts import CROSS_ENCODER_STS
from modeling.recipes.features_sts import FeaturesSts
from modeling.recipes.sbert_sts import SBERT_STS

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
