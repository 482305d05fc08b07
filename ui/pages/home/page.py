"""Home: what is next for this person, and where the campaigns stand."""

from __future__ import annotations

import streamlit as st

from annotation.model import Role
from ui import session
from ui.figures import settled
from ui.navigation import link
from ui.shared.campaigns import campaign_table
from ui.shared.due import due_words
from ui.texts import t
from workbench.figures.looking import Keeping
from workbench.home import next_steps

store = session.open_store()
person = session.require()

st.title(t("home.title", name=person.pseudonym))
look = Keeping(store)
steps = next_steps(store, person, look)
settled(store, look.known)
if not steps and not any(one.at is None for one in look.known):
    st.success(t("home.nothing_manager") if person.role == Role.MANAGER else t("home.nothing"))
for step in steps:
    with st.container(border=True):
        st.markdown(f"**{t(f'home.{step.key}', **step.values)}**")
        if step.due is not None:
            st.markdown(due_words(step.due, session.today()))
        st.caption(t(f"home.{step.key}_why"))
        link(step.page, t(f"home.{step.key}_do"), step.place)

if person.role == Role.MANAGER and store.campaigns.list():
    st.subheader(t("home.campaigns"))
    campaign_table(store)
