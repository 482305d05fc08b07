"""Ask for the gold items that a model and the annotators part on, read them, and send them back blind."""

from __future__ import annotations

from datetime import UTC, datetime

import streamlit as st

from aloi.annotation.model import Campaign, Purpose, Role
from aloi.annotation.rows import ScoredPair
from aloi.base.requests import info_of
from aloi.corpora.model import Corpus
from aloi.ui import session
from aloi.ui.navigation import link
from aloi.ui.numbers import number
from aloi.ui.shared.choices import worded
from aloi.ui.shared.forms import recipe_settings
from aloi.ui.shared.forms.requests import RequestForm
from aloi.ui.shared.jobs import job_progress, last_job, start_request
from aloi.ui.shared.tables import acting, problems_told, text_table
from aloi.ui.texts import t, translated
from aloi.workbench.jobs import Job
from aloi.workbench.models.recipes import AnyRecipe, recipes_for
from aloi.workbench.requests.models.loop import DoubtRequest
from aloi.workbench.requests.rounds import RoundRequest
from aloi.workbench.rounds import rounds
from aloi.workbench.store.opening import Store

_VERB = info_of(DoubtRequest).job
_FIRST = "features_sts"  # the recipe offered first: it learns in seconds
_PURPOSES = (Purpose.MAIN.value, Purpose.CALIBRATION.value)


def doubting(store: Store, corpus: Corpus, campaign: Campaign, state: dict) -> None:
    """Draw the form for the last gold of a campaign, the job while it runs, its items, and their round."""
    st.markdown(t("doubting.why"))
    _form(store, campaign, state)
    done = job_progress(store, state, t("doubting.looking"), key="doubt_job")
    if done is None or done.arguments["campaign"] != campaign.id:
        done = last_job(store, _VERB, campaign.id, of="campaign")
    if done is not None:
        _show(done.result, restricted=corpus.restricted)
        if done.result["found"]:
            _send_back(store, campaign, done)


def _form(store: Store, campaign: Campaign, state: dict) -> None:
    able = sorted(
        (one for one in recipes_for(ScoredPair) if one.learns),
        key=lambda one: (one.name != _FIRST, one.floor),
    )
    recipe: AnyRecipe = st.selectbox(
        t("glossary.recipe"),
        able,
        format_func=lambda one: translated(one.title),
        key="candidates:doubt:recipe",
    )
    form = RequestForm(DoubtRequest, "candidates:doubt", campaign=campaign.id, recipe=recipe.name)
    first, second, third, fourth = st.columns(4)
    form.ask("folds", first, max_value=100)
    form.ask("disjoint", second)
    form.ask("top", third, value=30, max_value=1000)
    form.ask("seed", fourth)
    chosen_settings = (
        recipe_settings.ask_settings(recipe, "candidates:doubt:setting") if recipe.defaults else {}
    )
    form.keep("settings")
    form.rest()
    if not st.button(t("doubting.do"), type="primary", key="candidates:doubt:start"):
        return
    session.require(Role.MANAGER)
    with problems_told():
        settings = recipe_settings.changed(recipe, chosen_settings)
        recipe.settings(settings)
        form.give(settings=settings)
        start_request(store, form.request(), state, key="doubt_job")


def _show(result: dict, *, restricted: bool) -> None:
    rho = result["spearman"]
    st.markdown(
        t(
            "doubting.found",
            count=len(result["found"]),
            items=result["items"],
            spearman="-" if rho is None else number(rho, ".3f"),
        )
    )
    rows = [
        {
            t("glossary.gold"): f"{item['gold']:g}",
            t("app.model"): f"{item['model']:.2f}",
            t("doubting.apart"): f"{item['apart']:.2f}",
            t("app.answers"): item["answers"],
            t("doubting.spread"): "" if item["spread"] is None else f"{item['spread']:g}",
            t("candidates.left"): item["left"],
            t("candidates.right"): item["right"],
        }
        for item in result["found"]
    ]
    text_table(rows, download="doubts.csv" if rows and not restricted else None)
    st.caption(t("doubting.scale"))


def _send_back(store: Store, campaign: Campaign, done: Job) -> None:
    """Draw the form that opens a round with the first of the items a job found."""
    doubtful = done.result["found"]
    st.markdown(f"**{t('doubting.send')}**")
    st.caption(t("doubting.send_why"))
    people = store.people.workers()
    if not people:
        st.info(t("rounds.no_people"))
        link("people", t("rounds.to_people"))
        return
    names = [one.pseudonym for one in people]
    usual = [one.pseudonym for one in people if one.role == Role.ANNOTATOR]
    with st.form("candidates:doubt:round"):
        left, middle, right = st.columns([1, 2, 1])
        count = left.number_input(t("doubting.first"), 1, len(doubtful), len(doubtful))
        chosen = middle.multiselect(t("rounds.annotators"), names, default=usual)
        purpose = worded(right.selectbox, "rounds.purpose", _PURPOSES)
        if not st.form_submit_button(t("doubting.do_send"), type="primary"):
            return
    with acting(Role.MANAGER):
        opened = rounds.open_round(
            store,
            RoundRequest(
                campaign.id,
                purpose=purpose,
                items=tuple(one["item_id"] for one in doubtful[: int(count)]),
                annotators=tuple(chosen),
                seed=done.arguments["seed"],
            ),
            by=session.require(Role.MANAGER).pseudonym,
            now=datetime.now(UTC),
        )
        session.say(t("doubting.sent", number=opened.number, count=len(opened.item_ids)))
