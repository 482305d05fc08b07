"""The recipe part of the form of a training: which recipe, its settings, how many seeds and sizes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import streamlit as st

from aloi.base.errors import AloiError
from aloi.corpora.model import Json
from aloi.ui.pages.models.parts import Chosen, offered
from aloi.ui.shared import setting_fields
from aloi.ui.shared.choices import worded
from aloi.ui.texts import t
from aloi.ui.translations import translated
from aloi.workbench.models.baselines import BASELINES, evaluation_plans
from aloi.workbench.models.recipes import AnyRecipe
from aloi.workbench.models.training import NONE, SEEDS, SHARES, TrainRequest, plans
from aloi.workbench.store.opening import Store

_KINDS = ("one", "floors", "curve", "grid")


@dataclass(frozen=True, slots=True)
class TrainingForm:
    """The content of the training form; numbers are still texts.

    `recipe` is None for all baselines.
    """

    kind: str
    chosen: Chosen
    recipe: AnyRecipe | None
    settings: Mapping[str, Json]
    seeds: str
    items: int | None
    shares: str
    subsets: int
    untuned: bool


def ask_run(chosen: Chosen) -> TrainingForm:
    """Return the run requested in the form on the chosen data."""
    kind = worded(st.radio, "models.kind", _KINDS, horizontal=True, key="models:kind")
    st.caption(t(f"models.kind_{kind}_why"))
    if kind == "floors":
        return TrainingForm(kind, chosen, None, {}, "", None, "", 1, untuned=False)
    recipe = _ask_recipe(chosen)
    seeds, items, shares, subsets = ", ".join(map(str, SEEDS)), None, "", 1
    left, middle, right = st.columns(3, vertical_alignment="top")
    if recipe.seeded:
        seeds = left.text_input(t("models.seeds"), seeds, help=t("models.seeds_help"), key="models:seeds")
    else:
        left.caption(t("models.not_seeded"))
    if kind == "one" and recipe.learns and chosen.train:
        items = middle.number_input(
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
        shares = middle.text_input(t("models.sizes"), usual, help=t("models.sizes_help"), key="models:shares")
        subsets = right.number_input(
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
        recipe_settings = setting_fields.ask_settings(recipe, "models:setting")
        settings = setting_fields.changed(recipe, recipe_settings)
    return TrainingForm(kind, chosen, recipe, settings, seeds, items, shares, int(subsets), untuned)


def requests(store: Store, form: TrainingForm) -> tuple[TrainRequest, ...]:
    """Return the training requests, checked before any long work: a job each.

    Raises
    ------
    AloiError
        Texts that are not numbers, no training data, a split that is both dev and test, and requests that
        `plans` does not accept.
    """
    chosen = form.chosen
    if chosen.train and chosen.dev in chosen.tests:
        raise AloiError("ui.dev-is-test")
    if form.recipe is None:
        return _floors(store, chosen)
    request = TrainRequest(
        form.recipe.name,
        tuple(one.use for one in chosen.train),
        tuple(one.use for one in chosen.tests),
        chosen.dev.use if chosen.dev and chosen.train else NONE,
        form.settings,
        _seeds(form.seeds),
        form.items,
        scales=chosen.scales,
        shares=_shares(form.shares) if form.kind == "curve" else (),
        subsets=form.subsets,
        grid=form.kind == "grid",
        untuned=form.untuned,
        split=chosen.split,
    )
    plans(store, request)
    return (request,)


def _floors(store: Store, chosen: Chosen) -> tuple[TrainRequest, ...]:
    """Return a request for each baseline that the chosen data allow."""
    train, tests = tuple(one.use for one in chosen.train), tuple(one.use for one in chosen.tests)
    plans, _ = evaluation_plans(
        store, [BASELINES], tests=tests, data=train, scales=chosen.scales, split=chosen.split
    )
    if not plans:
        raise AloiError("ui.no-part-to-train-on")
    return tuple(
        TrainRequest(
            plan.spec.recipe,
            tuple(f"{use.source}:{use.part}" for use in plan.spec.train),
            tests,
            NONE,
            plan.spec.settings,
            plan.spec.seeds,
            scales=chosen.scales,
            split=chosen.split,
        )
        for plan in plans
    )


def _ask_recipe(data: Chosen) -> AnyRecipe:
    """Return the chosen recipe, drawn with its line of explanation."""
    chosen: AnyRecipe = st.selectbox(
        t("models.recipe"),
        offered(data.kind),
        format_func=lambda recipe_: t(
            "models.floor_name" if recipe_.floor else "models.model_name",
            title=translated(recipe_.title),
            name=recipe_.name,
        ),
        key=f"models:recipe:{data.kind.__name__}",
    )
    st.caption(translated((type(chosen).__doc__ or chosen.title).split("\n\n")[0]))
    return chosen


def _seeds(text: str) -> tuple[int, ...]:
    try:
        return tuple(dict.fromkeys(int(word) for word in text.split(",") if word.strip()))
    except ValueError:
        raise AloiError("ui.seeds", text=repr(text)) from None


def _shares(text: str) -> tuple[float, ...]:
    try:
        return tuple(float(word.strip().rstrip("%")) for word in text.split(",") if word.strip())
    except ValueError:
        raise AloiError("ui.shares", text=repr(text)) from None
