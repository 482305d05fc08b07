"""The recipe part of the form of a training: which recipe, its settings, how many seeds and sizes."""

from __future__ import annotations

from dataclasses import dataclass

import streamlit as st

from aloi.base.errors import AloiError
from aloi.base.terms import Term
from aloi.corpora.model import Json
from aloi.ui.pages.models.parts import Chosen, offered
from aloi.ui.shared.choices import worded
from aloi.ui.shared.forms import recipe_settings
from aloi.ui.shared.forms.requests import RequestForm
from aloi.ui.texts import t, translated
from aloi.workbench.models.baselines import BASELINES, evaluation_plans
from aloi.workbench.models.recipes import AnyRecipe
from aloi.workbench.models.training import plans
from aloi.workbench.requests.models.evaluation import EvaluateRequest
from aloi.workbench.requests.models.training import NONE, SEEDS, SHARES, TrainRequest
from aloi.workbench.store.opening import Store

_KINDS = ("one", "floors", "curve", "grid")


@dataclass(frozen=True, slots=True)
class TrainingForm:
    """The content of the training form; `form` is None for all baselines."""

    kind: str
    chosen: Chosen
    form: RequestForm[TrainRequest] | None


def ask_run(chosen: Chosen) -> TrainingForm:
    """Return the run requested in the form on the chosen data."""
    kind = worded(st.radio, "models.kind", _KINDS, horizontal=True, key="models:kind")
    st.caption(t(f"models.kind_{kind}_why"))
    if kind == "floors":
        return TrainingForm(kind, chosen, None)
    recipe = _ask_recipe(chosen)
    form = RequestForm(TrainRequest, "models", recipe=recipe.name, grid=kind == "grid")
    form.give(**_data_of(chosen), items=None, subset=0, curve=(), subsets=1, untuned=False)
    left, middle, right = st.columns(3, vertical_alignment="top")
    if recipe.seeded:
        form.ask("seeds", left)
    else:
        form.give(seeds=SEEDS)
        left.caption(t("models.not_seeded"))
    if kind == "one" and recipe.learns and chosen.train:
        form.ask(
            "items",
            middle,
            max_value=chosen.train_items,
            placeholder=t("models.size_all", count=chosen.train_items),
            key=f"models:size:{chosen.train_items}",
        )
    if kind == "curve":
        form.ask("curve", middle, value=SHARES)
        form.ask("subsets", right, max_value=20)
    if kind != "grid" and chosen.train and recipe.learns and not recipe.needs_training:
        form.ask("untuned", value=True)
    settings: dict[str, Json] = {}
    if recipe.defaults:
        st.markdown(f"**{t('app.settings')}**")
        chosen_settings = recipe_settings.ask_settings(recipe, "models:setting")
        settings = recipe_settings.changed(recipe, chosen_settings)
    form.give(settings=settings)
    form.rest()
    return TrainingForm(kind, chosen, form)


def _data_of(chosen: Chosen) -> dict[str, object]:
    """Return the fields of a request that the chosen data give."""
    return {
        "data": tuple(one.use for one in chosen.train),
        "test": tuple(one.use for one in chosen.tests),
        "dev": chosen.dev.use if chosen.dev and chosen.train else NONE,
        "scale": chosen.scales,
        "split": chosen.split,
    }


def requests(store: Store, form: TrainingForm) -> tuple[TrainRequest, ...]:
    """Return the training requests, checked before any long work: a job each.

    Raises
    ------
    AloiError
        A wrong field of the request, no training data, a split that is both dev and test, and requests that
        `plans` does not accept.
    """
    chosen = form.chosen
    if chosen.train and chosen.dev in chosen.tests:
        raise AloiError(
            "aloi.in-use",
            name=Term("the-test-split"),
            uses=Term("chooses-the-best"),
            expected=Term("a-test-split"),
            todo=Term("choose-the-best"),
        )
    if form.form is None:
        return _floors(store, chosen)
    request = form.form.request()
    plans(store, request)
    return (request,)


def _floors(store: Store, chosen: Chosen) -> tuple[TrainRequest, ...]:
    """Return a request for each baseline that the chosen data allow."""
    train, tests = tuple(one.use for one in chosen.train), tuple(one.use for one in chosen.tests)
    request = EvaluateRequest((BASELINES,), train, tests, chosen.split, scale=chosen.scales)
    plans, _ = evaluation_plans(store, request)
    if not plans:
        raise AloiError(
            "aloi.missing",
            name=Term("the-training"),
            missing=Term("a-split"),
            expected=Term("least-one-training"),
            todo=Term("choose-a-training"),
        )
    return tuple(
        TrainRequest(
            plan.spec.recipe,
            tuple(f"{use.source}:{use.part}" for use in plan.spec.train),
            tests,
            NONE,
            settings=plan.spec.settings,
            seeds=plan.spec.seeds,
            scale=chosen.scales,
            split=chosen.split,
        )
        for plan in plans
    )


def _ask_recipe(data: Chosen) -> AnyRecipe:
    """Return the chosen recipe, drawn with its line of explanation."""
    chosen: AnyRecipe = st.selectbox(
        t("glossary.recipe"),
        offered(data.kind),
        format_func=lambda recipe_: t(
            "models.floor_name" if recipe_.floor else "models.model_name",
            title=translated(recipe_.title),
            name=recipe_.name,
        ),
        key=f"models:recipe:{data.kind.__name__}",
    )
    st.caption(translated(chosen.about))
    return chosen
