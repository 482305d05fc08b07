"""The entry point of the browser interface: the person signed in, their pages, the page of the address."""

from __future__ import annotations

from pathlib import Path
from urllib.parse import quote

import streamlit as st

from aloi.ui import session
from aloi.ui.campaign_header import draw_header
from aloi.ui.navigation import ICON, draw_menu, page_info, pages_for, roles_for
from aloi.ui.shared.tables import grid_style, no_markup
from aloi.ui.texts import t
from aloi.ui.tour import draw_tour
from aloi.workbench import access

# The mark is part of the style: pages may not draw an image by themselves.
_MARK = f':root {{ --mark: url("data:image/svg+xml,{quote(ICON.read_text(encoding="utf-8"))}") }}\n'
_STYLE = _MARK + (Path(__file__).parent / "style.css").read_text(encoding="utf-8")


def main() -> None:
    """Draw the requested page for the signed-in person."""
    st.set_page_config(page_title="Aloi", page_icon=str(ICON), layout="wide")
    person = session.current()
    session.settle_language(person)
    if person is None:
        session.sign_in_first()
        st.stop()
    # As Markdown: Streamlit loads what draws HTML later, and the menu would be bare until then.
    with st.container(key="style"):
        st.markdown(f"<style>{_STYLE}</style>" + grid_style(session.unscoped_store()), unsafe_allow_html=True)
    pages = pages_for(session.roles())
    page = st.navigation(list(pages.values()), position="hidden")
    if session.is_participant():
        draw_participant(page)
        return
    session.hold_address(page.url_path)
    session.serve_page(access.DECIDERS)  # the menu leads to the campaigns that are not one's own work alone
    draw_menu(session.open_store(), person, pages, page.url_path)
    session.serve_page(roles_for(page.url_path))
    st.set_page_config(page_title=f"{page.title} · {t('app.name')}")
    session.draw_account(person, no_markup(person.pseudonym))
    session.show_said()
    draw_tour(person, pages, page.url_path)
    info = page_info(page.url_path)
    if info.of_campaign:
        draw_header(session.open_store(), info)
    page.run()


def draw_participant(page: st.Page) -> None:
    """Draw the annotation page, which is all that a participant of a crowd has: no menu, no account."""
    st.set_page_config(page_title=f"{t('annotate.menu')} · {t('app.name')}")
    if page.url_path != "annotate":
        st.markdown(f'<a href="/crowd/end" target="_self">{t("annotate.menu")}</a>', unsafe_allow_html=True)
        return
    session.declare_language()
    session.serve_page(roles_for(page.url_path))
    session.show_said()
    page.run()
