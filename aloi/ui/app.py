"""The entry point of the browser interface: the person signed in, their pages, the page of the address."""

from __future__ import annotations

import streamlit as st

from aloi.ui import session
from aloi.ui.navigation import ICON, draw_menu, pages_for, roles_for
from aloi.ui.shared.tables import grid_style, no_markup
from aloi.ui.texts import t
from aloi.workbench import access

# Styles beyond the theme: less space above the title, no focused element hidden under the bar or under the
# actions of the annotation page, readable captions. A link to the next step looks like a button.
STYLE = """<style>
.stMainBlockContainer { padding-top: 3.5rem }
.stMain { scroll-padding: 4rem 0 6rem }
@media (max-width: 40rem) { .stMainBlockContainer { padding-top: 4.25rem } }
/* On a small screen the room goes to what is read and not to the margins. */
@media (min-width: 48rem) and (max-width: 90rem) { .stMainBlockContainer { padding-inline: 3rem } }
.stMain .stPageLink a { width: fit-content; padding: .35rem .8rem; border-radius: .5rem; color: inherit;
  border: 1px solid color-mix(in srgb, currentColor 35%, transparent) }
/* The menu: links as near as a finger can bear, headings that stand apart, lists that fold without a box. */
.st-key-menu { gap: .15rem }
.st-key-menu .stElementContainer:has(> .stPageLink) { flex: none; margin: 0 }
.st-key-menu .stPageLink a { margin: 0; padding-block: .1rem }
.st-key-menu .stPageLink p { margin: 0 }
/* A long name goes on in another line. */
.st-key-menu .stPageLink a span { overflow: visible; overflow-wrap: anywhere; white-space: normal }
.st-key-menu > div:has([data-testid=stCaptionContainer]) { margin-top: .9rem }
.st-key-menu [data-testid=stCaptionContainer] p { font-weight: 600; overflow-wrap: anywhere }
/* A link to another campaign may lead to the page one is on. */
.st-key-menu .st-key-others .stPageLink a:not(:hover) { background: none }
.st-key-menu .st-key-others .stPageLink a * { font-weight: inherit }
.st-key-menu details { border: 0 }
.st-key-menu summary { padding: .3rem .5rem }
.st-key-menu [data-testid=stExpanderDetails] { padding: 0 0 0 .75rem }
.st-key-menu [data-testid=stExpanderDetails] [data-testid=stVerticalBlock] { gap: .15rem }
/* What a person may do with their account: small, side by side where there is room. */
.account { display: flex; flex-wrap: wrap; gap: 0 1rem; margin-bottom: .5rem; font-size: .875rem }
.account a { padding-block: .25rem }
/* What Home leads to stands at the right edge, in a box or not; the first thing weighs most. */
@media (min-width: 40rem) {
  [class*="st-key-home-step"] .stPageLink a { margin-left: auto }
  [class*="st-key-home-step"]:not(.st-key-home-step-0) { padding-inline: 1rem }
  .stExpander [class*="st-key-home-step"] { padding-inline: 0 }
}
.st-key-home-step-0 .stPageLink a { border: 2px solid currentColor; font-weight: 600 }
/* Which files are taken is told whole. */
[data-testid=stFileUploaderDropzoneInstructions] span { overflow: visible; white-space: normal }
/* No line of a heading holds its last word or its number alone. */
.stMain :is(h1, h2, h3, h4) { text-wrap: balance }
.stMain [data-testid=stMarkdownContainer] > p { text-wrap: pretty }
/* Sentences are no longer than an eye can follow back, however wide the window. */
.stMain [data-testid=stMarkdownContainer] > :is(p, ul, ol) { max-width: 56rem }
/* Many tabs go on in a second line: behind an arrow nobody would look for them. */
.stMain .stTabs [role=tablist] { flex-wrap: wrap; row-gap: 0 }
/* Their names stay on one line, which the rule for the last words of paragraphs would break. */
.stMain .stTabs [role=tab] p { text-wrap: nowrap }
/* Nor are the kinds of files that a field takes cut off. */
.stMain [data-testid=stFileUploaderDropzone] span { white-space: normal }
/* What takes a chosen name out of a list is as large as WCAG asks. */
[data-tag] > button { min-width: 1.5rem; justify-content: center }
/* And so are the parts of a day. */
.stDateInput [role=spinbutton] { min-width: 1.5rem; min-height: 1.5rem; text-align: center }
@media (max-width: 40rem) {
  .stMain h1 { font-size: 1.9rem; padding: .5rem 0 }
  .stMain h2 { font-size: 1.5rem }
  /* Numbers stand two a row: one a row, they fill the screen before what they lead to. */
  .stHorizontalBlock:has(> .stColumn .stMetric) > .stColumn { flex: 1 1 calc(50% - 1rem);
    min-width: calc(50% - 1rem) }
  /* A long number goes on in a second line. */
  .stMain [data-testid=stMetricValue] * { overflow: visible; white-space: normal }
  .stMain [data-testid=stMetricValue] { font-size: 1.75rem }
}
/* What a finger is to meet reaches beyond what is drawn. */
@media (pointer: coarse) {
  .stMain :is(summary, .stSelectbox input, .stSelectbox button, .stMultiSelect input, .stTextInput input,
    .stNumberInput input, .stNumberInput button, .stDateInput input) { min-height: 2.75rem }
  .stMain .stRadio label, .stMain .stCheckbox label { min-height: 2.75rem; align-items: center }
  .account a { padding-block: .7rem }
  .st-key-menu .stPageLink a { min-height: 2.75rem }
  [data-testid=stExpandSidebarButton], [data-testid=stSidebarCollapseButton] button { min-width: 2.75rem;
    min-height: 2.75rem }
  .stMain [data-testid=stTooltipIcon] button, [data-tag] > button { position: relative }
  .stMain [data-testid=stTooltipIcon] button::after, [data-tag] > button::after { content: "";
    position: absolute; inset: -.85rem -.7rem }
}
/* In captions code is as pale as the words. */
.stApp [data-testid="stCaptionContainer"] { opacity: .75 }
</style>"""


def main() -> None:
    """Draw the requested page for the signed-in person."""
    st.set_page_config(page_title="Aloi", page_icon=str(ICON), layout="wide")
    person = session.current()
    session.settle_language(person)
    if person is None:
        session.sign_in_first()
        st.stop()
    st.html(STYLE + grid_style(session.unscoped_store()))
    pages = pages_for(session.roles())
    page = st.navigation(list(pages.values()), position="hidden")
    session.hold_address(page.url_path)
    session.serve_page(access.DECIDERS)  # the menu leads to the campaigns that are not one's own work alone
    draw_menu(session.open_store(), person, pages, page.url_path)
    session.serve_page(roles_for(page.url_path))
    st.set_page_config(page_title=f"{page.title} · {t('app.name')}")
    session.draw_account(person, no_markup(person.pseudonym))
    session.show_said()
    page.run()
