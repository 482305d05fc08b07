"""Excluding somebody's answers from a campaign's agreement and gold, and including them again."""

from __future__ import annotations

from datetime import datetime
from typing import Any

import streamlit as st

from aloi.annotation.model import Annotator, Campaign
from aloi.base.records import from_json
from aloi.ui.pages.people.withdrawing import draw_withdrawing
from aloi.ui.shared.choices import NAME
from aloi.ui.shared.corrections.panel import correction, correction_by_worker, correction_log, say_when_made
from aloi.ui.shared.forms.requests import RequestForm
from aloi.ui.shared.tables import no_markup
from aloi.ui.texts import t
from aloi.workbench.corrections import exclusion
from aloi.workbench.requests.corrections import ExcludeRequest, IncludeRequest
from aloi.workbench.rounds.counted_answers import excluded_people
from aloi.workbench.store.opening import Store


def draw_leaving_out(store: Store) -> None:
    """Draw the choice of a campaign and an annotator, and the annotator's exclusions."""
    campaigns = [one for one in store.campaigns.list() if store.campaigns.rounds(one.id, with_items=False)]
    if not campaigns:
        return
    st.subheader(t("corrections.leave_out"))
    st.caption(t("corrections.leave_out_why"))
    campaign_box, who_box = st.columns(2)
    campaign = campaign_box.selectbox(
        t("app.campaign"), campaigns, format_func=NAME, key="people:exclude:campaign"
    )
    inside = {
        annotator_id
        for each in store.campaigns.rounds(campaign.id, with_items=False)
        for annotator_id in each.annotators
    }
    people = [one for one in store.people.list() if one.id in inside]
    annotator = who_box.selectbox(
        t("people.who"), people, format_func=lambda one: one.pseudonym, key=f"people:exclude:{campaign.id}"
    )
    left_out = excluded_people(store, campaign.id)
    for excluded in left_out.values():
        st.info(t("corrections.left_out", who=no_markup(excluded.annotator), why=no_markup(excluded.why)))
    if annotator is None:
        return
    _draw_choice(store, campaign, annotator, is_out=annotator.id in left_out)
    draw_withdrawing(store, campaign, annotator, people)
    correction_log(store, campaign=campaign.id)


def _draw_choice(store: Store, campaign: Campaign, annotator: Annotator, *, is_out: bool) -> None:
    """Draw the correction that excludes somebody's answers, or includes them again."""
    names = {"who": no_markup(annotator.pseudonym), "campaign": no_markup(campaign.name)}

    def effect(result: Any) -> str:
        effects = from_json(exclusion.ExclusionEffect, result)
        rounds = t("corrections.in_rounds", count=effects.rounds)
        parts = [
            t("corrections.exclude_effect", count=effects.answers, rounds=rounds, **names),
            t("corrections.exclude_alone", count=effects.alone) if effects.alone else "",
            t("corrections.exclude_without", count=effects.without) if effects.without else "",
            t("corrections.exclude_frozen"),
        ]
        return " ".join(filter(None, parts))

    def include(request: IncludeRequest, now: datetime) -> str:
        exclusion.include(store, request, now)
        return t("corrections.included", **names)

    key = f"people:exclude:{campaign.id}:{annotator.id}"
    about = {"campaign": campaign.id, "person": annotator.id}
    out = t("corrections.exclude", **names)
    form = RequestForm(ExcludeRequest, key, **about)

    def done(_: Any) -> str:
        return t("corrections.excluded", **names)

    if is_out:
        say_when_made(store, form, out, about, done)
        correction(
            RequestForm(IncludeRequest, f"{key}:back", **about),
            t("corrections.include", **names),
            lambda: t("corrections.include_effect", **names),
            include,
        )
    else:
        correction_by_worker(store, form, out, about, effect=effect, done=done)
