"""The recipe part of the form of a training: which recipe, its settings, how many seeds and sizes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import streamlit as st

from corpora.model import Json
from errors import AloiError
from modeling.recipes import RECIPES
from modeling.recipes.base import Recipe
from storage.store import Store
from ui.texts import t
from ui.views import setting_fields
from ui.views.training_parts import Chosen
from workbench.evaluating import FLOORS, evaluation_plans
from workbench.training import NONE, SEEDS, SHARES, TrainRequest, plans

_KINDS = ("one", "floors", "curve", "grid")
_MODEL = "sbert_sts"  # the recipe offered first


@dataclass(frozen=True, slots=True)
class Asked:
    """What a person wants to run, as it stands in the form: numbers are still texts."""

    kind: str
    chosen: Chosen
    recipe: Recipe
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
        _KINDS,
        format_func=lambda word: t(f"models.kind_{word}"),
        horizontal=True,
        key="models:kind",
    )
    st.caption(t(f"models.kind_{kind}_why"))
    if kind == "floors":
        return Asked(kind, chosen, RECIPES[0], {}, "", None, "", 1, untuned=False)
    recipe = _ask_recipe()
    seeds, items, shares, subsets = ", ".join(map(str, SEEDS)), None, "", 1
    one, two, three = st.columns(3, vertical_alignment="top")
    if recipe.seeded:
        seeds = one.text_input(t("models.seeds"), seeds, help=t("models.seeds_help"), key="models:seeds")
    else:
        one.caption(t("models.not_seeded"))
    if kind == "one" and recipe.learns and chosen.train:
        items = two.number_input(
            t("models.size"),
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
    if kind != "grid" and chosen.train and recipe.learns and not recipe.needs_training:
        untuned = st.checkbox(
            t("models.untuned_too"), value=True, help=t("models.untuned_help"), key="models:untuned"
        )
    settings: dict[str, Json] = {}
    if recipe.defaults:
        st.markdown(f"**{t('models.settings')}**")
        given = setting_fields.ask_settings(recipe, "models:setting")
        settings = setting_fields.changed(recipe, given)
    return Asked(kind, chosen, recipe, settings, seeds, items, shares, int(subsets), untuned)


def requests(store: Store, asked: Asked) -> tuple[TrainRequest, ...]:
    """Return what the worker is asked for, a job each, checked before any long work.

    Raises
    ------
    AloiError
        Numbers that are none, and what `plans` refuses.
    """
    chosen = asked.chosen
    train, tests = tuple(one.use for one in chosen.train), tuple(one.use for one in chosen.tests)
    if asked.kind == "floors":
        found, _ = evaluation_plans(store, [FLOORS], tests=tests, data=train, scales=chosen.scales)
        return tuple(
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
        )
    request = TrainRequest(
        asked.recipe.name,
        train,
        tests,
        chosen.dev.use if chosen.dev and train else NONE,
        asked.settings,
        _seeds(asked.seeds),
        asked.items,
        scales=chosen.scales,
        shares=_shares(asked.shares) if asked.kind == "curve" else (),
        subsets=asked.subsets,
        grid=asked.kind == "grid",
        untuned=asked.untuned,
    )
    plans(store, request)
    return (request,)


def _ask_recipe() -> Recipe:
    """Return the chosen recipe, models before floors, with its line of explanation."""
    ordered = sorted(RECIPES, key=lambda one: (one.floor, one.name != _MODEL))
    chosen: Recipe = st.selectbox(
        t("models.recipe"),
        ordered,
        format_func=lambda one: t(
            "models.floor_name" if one.floor else "models.model_name", title=one.title, name=one.name
        ),
        key="models:recipe",
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
