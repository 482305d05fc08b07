"""The tour of the demo: four pages that are worth a look, one after the other."""

from __future__ import annotations

from collections.abc import Mapping

import streamlit as st
from streamlit.navigation.page import StreamlitPage

from aloi.annotation.model import Annotator
from aloi.ui import language, session
from aloi.ui.texts import t
from aloi.workbench.demo.names import name_in
from aloi.workbench.demo.tour import PAGES, TOUR

_STEP, _SPOKEN = "tour:step", "tour:language"


def draw_tour(person: Annotator, pages: Mapping[str, StreamlitPage], open_page: str) -> None:
    """Draw the step of the tour at which a person is; nothing outside of the demo, or after its end.

    The step is stored with the person, and read once by each browser tab. As long as it is drawn, names of
    the demo are in the language of the reader.
    """
    if _STEP not in st.session_state:
        st.session_state[_STEP] = session.unscoped_store().people.preferences(person.id).get(TOUR)
    step = st.session_state[_STEP]
    if not isinstance(step, int) or PAGES[step] not in pages:
        return
    spoken = language.current()
    if st.session_state.get(_SPOKEN) != spoken:
        st.session_state[_SPOKEN] = spoken
        name_in(session.unscoped_store(), spoken)
    with st.container(border=True, horizontal=True, vertical_alignment="center", key="tour"):
        head = t("tour.step", number=step + 1, count=len(PAGES))
        st.markdown(f"**{head}** {t(f'tour.{PAGES[step]}')}", width="stretch")
        following = step + (open_page == PAGES[step])
        if following < len(PAGES):
            page = pages[PAGES[following]]
            if st.button(t("tour.open", page=page.title), key="tour:open"):
                _go_to(person, following)
                st.switch_page(page)
        if st.button(t("tour.close"), key="tour:close", type="tertiary"):
            _go_to(person, None)
            st.rerun()


def _go_to(person: Annotator, step: int | None) -> None:
    st.session_state[_STEP] = step
    session.unscoped_store().people.prefer(person.id, TOUR, step)
