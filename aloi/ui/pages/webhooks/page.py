"""Webhooks of a campaign: add one, follow its deliveries, send again, stop, remove."""

from __future__ import annotations

import streamlit as st

from aloi.annotation.model import Campaign, Role
from aloi.ui import selection, session
from aloi.ui.navigation import no_campaign_yet
from aloi.ui.pages.webhooks import view
from aloi.ui.shared.forms.requests import RequestForm
from aloi.ui.shared.tables import acting, no_markup, text_table
from aloi.ui.texts import t
from aloi.workbench.programs.webhooks import (
    WebhookState,
    add_webhook,
    deliveries,
    list_webhooks,
    remove_webhook,
    resend,
    switch_webhook,
)
from aloi.workbench.requests.programs import (
    DeliveriesRequest,
    ListWebhooksRequest,
    RemoveWebhookRequest,
    ResendRequest,
    SwitchWebhookRequest,
    WebhookRequest,
)
from aloi.workbench.store.opening import Store

_SHOWN = 50


def draw_webhook(store: Store, campaign: Campaign, state: WebhookState) -> None:
    """Draw a webhook with its buttons and its last deliveries."""
    webhook = state.webhook
    of, key = (campaign.id, webhook.id), f"webhooks:{webhook.id}"
    with st.container(border=True):
        st.text(webhook.url)
        st.caption(view.state_line(state))
        with st.container(horizontal=True):
            label = t("webhooks.stop") if webhook.active else t("webhooks.go_on")
            if st.button(label, key=f"{key}:switch"):
                with acting(Role.MANAGER):
                    switch_webhook(store, SwitchWebhookRequest(*of, "off" if webhook.active else "on"))
                    session.say(t("webhooks.stopped" if webhook.active else "webhooks.goes_on"))
            if state.waiting and webhook.active and st.button(t("webhooks.send_now"), key=f"{key}:now"):
                with acting(Role.MANAGER):
                    session.say(t("webhooks.sent", count=resend(store, ResendRequest(*of))))
            with st.popover(t("webhooks.remove")):
                st.markdown(t("webhooks.remove_why", count=state.waiting))
                if st.button(t("webhooks.do_remove"), type="primary", key=f"{key}:remove"):
                    with acting(Role.MANAGER):
                        remove_webhook(store, RemoveWebhookRequest(*of))
                        session.say(t("webhooks.removed"))
        events = deliveries(store, DeliveriesRequest(*of), None, _SHOWN)
        if not events:
            st.caption(t("webhooks.no_events"))
            return
        with st.expander(t("webhooks.deliveries"), expanded=True):
            text_table([view.delivery_row(event) for event in events])
            with st.form(f"{key}:again", border=False):
                form = RequestForm(ResendRequest, key, campaign=campaign.id, webhook=webhook.id)
                box, button = st.columns([1, 2], vertical_alignment="bottom")
                form.ask("number", box, value=events[0].number, max_value=events[0].number)
                form.rest()
                if button.form_submit_button(t("webhooks.resend")):
                    with acting(Role.MANAGER):
                        session.say(t("webhooks.sent", count=resend(store, form.request())))


def draw_adding(store: Store, campaign: Campaign, *, is_first: bool) -> None:
    """Draw the form of a new webhook, and its secret once."""
    state = session.page_state("webhooks")
    secret = state.pop(campaign.id, None)
    if secret is not None:
        st.success(t("webhooks.once"))
        st.code(secret, language=None, wrap_lines=True)
    with st.expander(t("webhooks.add"), expanded=is_first), st.form("webhooks:add", border=False):
        form = RequestForm(WebhookRequest, f"webhooks:add:{campaign.id}", campaign=campaign.id)
        form.ask("url")
        form.ask("events")
        form.rest()
        if st.form_submit_button(t("webhooks.do_add"), type="primary"):
            with acting(Role.MANAGER):
                networks = session.settings().webhook_networks
                webhook = add_webhook(store, form.request(), session.now(), networks)
                state[campaign.id] = webhook.secret
                session.say(t("webhooks.added"))


def draw() -> None:
    """Draw the webhooks of the chosen campaign."""
    store = session.open_store()
    session.require(Role.MANAGER)
    st.title(t("webhooks.menu"))
    st.caption(t("webhooks.why"))
    campaigns = store.campaigns.list()
    if not campaigns:
        no_campaign_yet(t("rounds.no_campaign"))
    campaign = selection.choose_campaign(store, campaigns, why_not=t("rounds.no_campaign"))
    states = list_webhooks(store, ListWebhooksRequest(campaign.id))
    if not states:
        st.info(t("webhooks.none", campaign=no_markup(campaign.name)))
    draw_adding(store, campaign, is_first=not states)
    for state in states:
        draw_webhook(store, campaign, state)


draw()
