"""The two things every page shows: a table of texts and numbers, and what went wrong."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence

import streamlit as st

from corpora.readers import spreadsheet_safe
from errors import AloiError
from ui.texts import t

_LONG_TEXT = 60


def text_table(rows: Sequence[dict], *, download: str | None = None) -> None:
    """Draw rows as a table whose long texts wrap; `download` names the file its button gives.

    Texts are shown as text: nothing in them is read as HTML, Markdown or a formula.
    """
    if not rows:
        st.caption(t("app.empty_table"))
        return
    prose = [name for name in rows[0] if any(_is_prose(row[name]) for row in rows)]
    config = {name: st.column_config.TextColumn(width="large") for name in prose}
    st.dataframe(
        list(rows),
        hide_index=True,
        width="stretch",
        column_config=config,
        row_height=72 if prose else None,
    )
    if download:
        st.download_button(
            t("app.download_table"),
            data=as_csv(rows),
            file_name=download,
            mime="text/csv",
            on_click="ignore",
            key=f"download:{download}",
        )


def _is_prose(value: object) -> bool:
    """Return whether a value is a text long enough to wrap (a signature, in one word, is not)."""
    return isinstance(value, str) and len(value) > _LONG_TEXT and value.count(" ") > 4


def as_csv(rows: Sequence[dict]) -> bytes:
    """Return rows as CSV for a spreadsheet: UTF-8 with a mark, formulas made harmless."""
    out = io.StringIO(newline="")
    writer = csv.DictWriter(out, fieldnames=list(rows[0]))
    writer.writeheader()
    for row in rows:
        writer.writerow({name: _safe(value) for name, value in row.items()})
    return out.getvalue().encode("utf-8-sig")


def _safe(value: object) -> object:
    return spreadsheet_safe(value) if isinstance(value, str) else value


def place_of(columns: Sequence[str], wanted: Sequence[str]) -> int:
    """Return the place of the first wanted column there is, 0 when there is none."""
    return next((columns.index(name) for name in wanted if name in columns), 0)


def problem(error: AloiError) -> None:
    """Show what was found, what was expected and what to do, as plain text."""
    st.error(t("app.problem"))
    st.text(str(error))
