"""People: the members and their pseudonyms; invite by a one-time link. Names are shown only here."""

from __future__ import annotations

import streamlit as st

from aloi.annotation.model import Role
from aloi.ui import selection, session
from aloi.ui.glossary import explained
from aloi.ui.pages.people.changing import draw_changing
from aloi.ui.pages.people.deleting import draw_deleting
from aloi.ui.pages.people.erasing import draw_erasing
from aloi.ui.pages.people.exclusion import draw_leaving_out
from aloi.ui.pages.people.invitations import draw_invitations
from aloi.ui.pages.people.view import people_table, sources_table
from aloi.ui.shared.forms.requests import RequestForm
from aloi.ui.shared.invitations import draw_all_links, note_link
from aloi.ui.shared.tables import no_markup, problems_told
from aloi.ui.texts import t
from aloi.workbench import people as verbs
from aloi.workbench.requests.corrections import InviteRequest, RenamePersonRequest

store = session.open_store()
me = session.require(Role.MANAGER)
is_administrator = me.role is Role.ADMINISTRATOR
st.title(t("people.menu"), help=explained("pseudonym"))
st.caption(t("people.why" if is_administrator else "people.why_manager"))
everybody = store.people.list()
people = [person for person in everybody if not person.is_source]
people_table(store, people)
sources = [person for person in everybody if person.is_source]
if sources:
    with st.expander(t("people.sources", count=len(sources))):
        st.caption(t("people.sources_why"))
        sources_table(sources)
        with st.form("people:rename", border=False):
            first, second = st.columns(2)
            named = {one.id: one.pseudonym for one in sources}
            renaming = RequestForm(RenamePersonRequest, "people:rename")
            source = renaming.ask("person", first, options=list(named), format_func=lambda one: named[one])
            renaming.ask("pseudonym", second)
            renaming.rest()
            if st.form_submit_button(t("people.do_rename")):
                with problems_told():
                    session.require(Role.MANAGER)
                    renamed = verbs.rename_source(store, renaming.request())
                    session.say(
                        t(
                            "people.renamed",
                            before=no_markup(named[source]),
                            who=no_markup(renamed.pseudonym),
                        )
                    )
                    st.rerun()
        erased = st.selectbox(
            t("people.who"), sources, format_func=lambda each: each.pseudonym, key="people:erased"
        )
        if is_administrator:
            draw_erasing(store, erased)

with st.form("people:invite:form"):
    st.markdown(f"**{t('people.invite')}**")
    st.caption(t("people.invite_why"))
    first, second = st.columns(2)
    form = RequestForm(InviteRequest, "people:invite", person=None)
    form.ask("name", first)
    form.ask("expertise", second, placeholder=t("people.expertise_example"))
    first, second = st.columns(2)
    campaigns = {one.id: one.name for one in selection.chosen_first(store, store.campaigns.list())}
    form.ask(
        "campaign",
        first,
        value=next(iter(campaigns), None),
        options=[*campaigns, *([None] if is_administrator else [])],
        format_func=lambda one: campaigns.get(one, t("people.no_campaign")),
    )
    invited_as = [one.value for one in Role if is_administrator or one is not Role.ADMINISTRATOR]
    role = form.ask("role", second, options=invited_as, format_func=lambda word: t(f"app.role_{word}"))
    form.rest()
    if st.form_submit_button(t("people.do_invite"), type="primary"):
        with problems_told():
            session.require(Role.MANAGER)
            if role == Role.ADMINISTRATOR:
                form.give(campaign=None)
            note_link(store, form.request())
draw_all_links(store)
draw_invitations(store)

others = [person for person in people if person.id != me.id]
if others and is_administrator:
    st.subheader(t("people.change"))
    annotator = st.selectbox(
        t("people.who"), others, format_func=lambda one: f"{one.pseudonym} ({one.name})", key="people:who"
    )
    if annotator.id not in store.people.erased_ids():
        draw_changing(store, annotator)
    draw_deleting(store, annotator)
    draw_erasing(store, annotator)

draw_leaving_out(store)
