"""What a table was taken for, shown beside its first rows."""

from __future__ import annotations

import streamlit as st

from corpora.readers import ReadAs
from ui.shared.tables import no_markup
from ui.texts import t

_SEPARATORS = {",": "comma", ";": "semicolon", "\t": "tab"}


def show_read_as(found: ReadAs) -> None:
    """Say how a table was read; a table read otherwise than its suffix says, in a box."""
    words = [found.encoding] if found.encoding else []
    if found.separator is not None:
        words.append(t(f"tables.separator_{_SEPARATORS[found.separator]}"))
    if found.sheet is not None:
        words.append(t("tables.sheet", name=found.sheet))
    if found.title_rows:
        words.append(t("tables.titles", count=found.title_rows))
    if found.other_sheets:
        words.append(t("tables.other_sheets", names=", ".join(found.other_sheets)))
    if words:
        told = no_markup(t("tables.read_as", how=" · ".join(words)))
        (st.caption if found.plain else st.info)(told)
