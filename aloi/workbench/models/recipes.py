"""The recipes, as pages offer and name them; what they need is imported when they run."""

from __future__ import annotations

from typing import Any

from aloi.modeling.recipes import all_recipes, recipes_for
from aloi.modeling.recipes.base import Recipe

__all__ = ["AnyRecipe", "Recipe", "is_floor", "recipe_title", "recipes_for"]

AnyRecipe = Recipe[Any]


def recipe_title(name: str) -> str:
    """Return the title of a recipe; its name if the recipe no longer exists."""
    return next((recipe_.title for recipe_ in all_recipes() if recipe_.name == name), name)


def is_floor(name: str) -> bool:
    """Return whether the recipe of that name is a baseline that others are measured against."""
    return any(recipe_.floor for recipe_ in all_recipes() if recipe_.name == name)
