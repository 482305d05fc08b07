"""Home: the few things that need this person, most urgent first, and where the campaigns stand."""

from __future__ import annotations

import streamlit as st

from aloi.annotation.model import Role
from aloi.ui import session
from aloi.ui.figures import settled
from aloi.ui.glossary import explained
from aloi.ui.pages.home.view import campaign_rows, draw_step
from aloi.ui.shared.tables import no_markup
from aloi.ui.texts import t
from aloi.workbench.figures.looking import Keeping
from aloi.workbench.figures.overview import CAMPAIGN_TALLIES
from aloi.workbench.home import first_steps, next_steps

store = session.open_store()
person = session.require()

st.title(t("home.title", name=no_markup(person.name or person.pseudonym)))
keeping = Keeping(store)
steps = next_steps(store, person, keeping, session.now())
campaigns = store.campaigns.list() if person.role == Role.MANAGER else []
keeping.ahead(CAMPAIGN_TALLIES, [(one.id,) for one in campaigns])
tallies = {one.id: keeping(CAMPAIGN_TALLIES, one.id) for one in campaigns}
if settled(store, keeping.known) != [one.value for one in keeping.known]:
    st.rerun()  # the steps were told from older ones; all that stands here leads to other pages
if not steps and not any(one.at is None for one in keeping.known):
    st.success(t("home.nothing_manager") if person.role == Role.MANAGER else t("home.nothing"))
first, rest = first_steps(steps)
for position, step in enumerate(first):
    draw_step(step, session.today(), position)
if rest:
    with st.expander(t("home.more", count=len(rest))):
        for position, step in enumerate(rest, len(first)):
            draw_step(step, session.today(), position)

if campaigns:
    st.subheader(t("home.campaigns"), help=explained("campaign", "round", "release"))
    campaign_rows(store, campaigns, tallies)
