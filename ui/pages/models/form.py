"""The recipe part of the form of a training: which recipe, its settings, how many seeds and sizes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias

import streamlit as st

from corpora.model import Json
from errors import AloiError
from modeling.recipes import RECIPES, row_recipes_for
from modeling.recipes.base import Recipe
from modeling.recipes.row_base import RowRecipe
from ui.pages.models.parts import Chosen
from ui.shared import setting_fields
from ui.texts import t
from workbench.models.floors import FLOORS, evaluation_plans
from workbench.models.row_training import is_row_recipe, row_arguments, row_plans
from workbench.models.training import NONE, SEEDS, SHARES, TrainRequest, arguments, plans
from workbench.store.opening import Store

_KINDS = ("one", "floors", "curve", "grid")
_MODEL = "sbert_sts"  # the recipe of pairs offered first
AnyRecipe: TypeAlias = Recipe | RowRecipe[Any]
Jobs: TypeAlias = tuple[tuple[str, dict[str, Json]], ...]  # verbs with their arguments


@dataclass(frozen=True, slots=True)
class Asked:
    """What a person wants to run, as it stands in the form: numbers are still texts."""

    kind: str
    chosen: Chosen
    recipe: AnyRecipe
    settings: Mapping[str, Json]
    seeds: str
    items: int | None
    shares: str
    subsets: int
    untuned: bool


def ask_run(chosen: Chosen) -> Asked:
    """Return what is to be run on the chosen data."""
    kind = st.radio(
        t("models.kind"),
        _KINDS if chosen.of_pairs else _KINDS[:-1],
        format_func=lambda word: t(f"models.kind_{word}"),
        horizontal=True,
        key="models:kind",
    )
    st.caption(t(f"models.kind_{kind}_why"))
    if kind == "floors":
        return Asked(kind, chosen, RECIPES[0], {}, "", None, "", 1, untuned=False)
    recipe = _ask_recipe(chosen, kind)
    learns = is_row_recipe(recipe.name) or recipe.learns
    seeds, items, shares, subsets = ", ".join(map(str, SEEDS)), None, "", 1
    one, two, three = st.columns(3, vertical_alignment="top")
    if recipe.seeded:
        seeds = one.text_input(t("models.seeds"), seeds, help=t("models.seeds_help"), key="models:seeds")
    else:
        one.caption(t("models.not_seeded"))
    if kind == "one" and learns and chosen.train:
        items = two.number_input(
            t("models.size" if chosen.of_pairs else "models.row_size"),
            1,
            chosen.train_items,
            None,
            placeholder=t("models.size_all", count=chosen.train_items),
            help=t("models.size_help", count=chosen.train_items),
            key=f"models:size:{chosen.train_items}",
        )
    if kind == "curve":
        usual = ", ".join(f"{share:g}" for share in SHARES)
        shares = two.text_input(t("models.sizes"), usual, help=t("models.sizes_help"), key="models:shares")
        subsets = three.number_input(
            t("models.subsets"), 1, 20, 3, help=t("models.subsets_help"), key="models:subsets"
        )
    untuned = False
    untrained = not is_row_recipe(recipe.name) and not recipe.needs_training
    if kind != "grid" and chosen.train and learns and untrained:
        untuned = st.checkbox(
            t("models.untuned_too"), value=True, help=t("models.untuned_help"), key="models:untuned"
        )
    settings: dict[str, Json] = {}
    if recipe.defaults:
        st.markdown(f"**{t('models.settings')}**")
        given = setting_fields.ask_settings(recipe, "models:setting")
        settings = setting_fields.changed(recipe, given)
    return Asked(kind, chosen, recipe, settings, seeds, items, shares, int(subsets), untuned)


def asked_jobs(store: Store, asked: Asked) -> Jobs:
    """Return the jobs of what is asked for, checked before any long work.

    Raises
    ------
    AloiError
        Numbers that are none, nothing to learn from, and what `plans` and `row_plans` refuse.
    """
    if asked.chosen.of_pairs and asked.kind == "floors":
        return tuple(("train", arguments(one)) for one in _pair_floors(store, asked.chosen))
    if asked.chosen.of_pairs and not is_row_recipe(asked.recipe.name):
        request = _request(asked, asked.recipe.name)
        plans(store, request)
        return (("train", arguments(request)),)
    if not asked.chosen.train:
        raise AloiError(t("models.no_train_found"), t("models.no_train"), t("models.no_train_todo"))
    if asked.chosen.dev in asked.chosen.tests:
        raise AloiError(t("models.dev_tested_found"), t("models.dev_tested"), t("models.dev_tested_todo"))
    floors = [one.name for one in row_recipes_for(asked.chosen.kind) if one.floor]
    wanted = floors if asked.kind == "floors" else [asked.recipe.name]
    found = [_request(asked, name) for name in wanted]
    for one in found:
        row_plans(store, one, asked.chosen.split)
    return tuple(("train_rows", row_arguments(one, asked.chosen.split)) for one in found)


def _request(asked: Asked, recipe: str) -> TrainRequest:
    chosen = asked.chosen
    return TrainRequest(
        recipe,
        tuple(one.use for one in chosen.train),
        tuple(one.use for one in chosen.tests),
        chosen.dev.use if chosen.dev and chosen.train else NONE,
        asked.settings,
        SEEDS if asked.kind == "floors" else _seeds(asked.seeds),
        asked.items,
        scales=chosen.scales,
        shares=_shares(asked.shares) if asked.kind == "curve" else (),
        subsets=asked.subsets,
        grid=asked.kind == "grid",
        untuned=asked.untuned,
    )


def _pair_floors(store: Store, chosen: Chosen) -> list[TrainRequest]:
    """Return a request for each floor of scored pairs."""
    train, tests = tuple(one.use for one in chosen.train), tuple(one.use for one in chosen.tests)
    found, _ = evaluation_plans(store, [FLOORS], tests=tests, data=train, scales=chosen.scales)
    return [
        TrainRequest(
            one.spec.recipe,
            tuple(f"{use.source}:{use.part}" for use in one.spec.train),
            tests,
            NONE,
            one.spec.settings,
            one.spec.seeds,
            scales=chosen.scales,
        )
        for one in found
    ]


def _ask_recipe(data: Chosen, kind: str) -> AnyRecipe:
    """Return the chosen recipe, models before floors, with its line of explanation."""
    of_rows = [one for one in row_recipes_for(data.kind) if is_row_recipe(one.name) and kind != "grid"]
    there: list[AnyRecipe] = [*RECIPES, *of_rows] if data.of_pairs else [*of_rows]
    ordered = sorted(there, key=lambda one: (one.floor, one.name != _MODEL))
    chosen: AnyRecipe = st.selectbox(
        t("models.recipe"),
        ordered,
        format_func=lambda one: t(
            "models.floor_name" if one.floor else "models.model_name", title=one.title, name=one.name
        ),
        key="models:recipe" if data.of_pairs else f"models:recipe:{data.kind.__name__}",
    )
    st.caption((type(chosen).__doc__ or chosen.title).split("\n\n")[0])
    return chosen


def _seeds(text: str) -> tuple[int, ...]:
    try:
        return tuple(dict.fromkeys(int(word) for word in text.split(",") if word.strip()))
    except ValueError:
        raise AloiError(
            t("models.bad_seeds_found", text=text), t("models.bad_seeds"), t("models.correct_them")
        ) from None


def _shares(text: str) -> tuple[float, ...]:
    try:
        return tuple(float(word.strip().rstrip("%")) for word in text.split(",") if word.strip())
    except ValueError:
        raise AloiError(
            t("models.bad_sizes_found", text=text), t("models.bad_sizes"), t("models.correct_them")
        ) from None
