"""The web door: who is signed in, which pages they have, and the page asked for. No logic."""

from __future__ import annotations

import streamlit as st

from ui import session
from ui.navigation import ICON, pages_for
from ui.texts import t

# What a theme cannot say: less room above the title, nothing with the keyboard under the bar or under the
# actions of a desk, captions that can be read, and a link to the next step that looks like a button.
STYLE = """<style>
.stMainBlockContainer { padding-top: 3.5rem }
.stMain { scroll-padding: 4rem 0 6rem }
@media (max-width: 40rem) { .stMainBlockContainer { padding-top: 4.25rem } }
.stMain .stPageLink a { width: fit-content; padding: .35rem .8rem; border-radius: .5rem;
  border: 1px solid color-mix(in srgb, currentColor 35%, transparent) }
/* In captions code is as pale as the words. */
.stApp [data-testid="stCaptionContainer"] { opacity: .75 }
</style>"""

st.set_page_config(page_title="Aloi", page_icon=str(ICON), layout="wide")
person = session.current()
session.settle_language(person)
if person is None:
    session.sign_in_first()
    st.stop()
st.html(STYLE)
page = st.navigation(pages_for(person.role), expanded=True)  # no page is folded away, however many
st.set_page_config(page_title=f"{page.title} · {t('app.name')}")
session.draw_account(person)
session.show_said()
page.run()
