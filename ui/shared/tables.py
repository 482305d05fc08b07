"""The two things every page shows: a table of texts and numbers, and what went wrong."""

from __future__ import annotations

import csv
import html
import io
import re
from collections.abc import Sequence

import streamlit as st

from aloi.errors import AloiError
from corpora.readers import spreadsheet_safe
from ui import session
from ui.texts import t

_LONG_TEXT = 30
# Grey by half: readable on both grounds, whatever the theme.
_PROSE_STYLE = """<style>
.prose-table { overflow: auto; max-height: 36rem; border: 1px solid rgb(128 128 128 / .35);
  border-radius: .5rem; }
.prose-table table { border-collapse: collapse; width: 100%; font-size: .95rem; line-height: 1.45; }
.prose-table th { font-weight: 600; text-align: left; background: rgb(128 128 128 / .12); }
.prose-table th, .prose-table td { padding: .5rem .75rem; vertical-align: top;
  border-bottom: 1px solid rgb(128 128 128 / .25); }
.prose-table tr:last-child td { border-bottom: 0; }
.prose-table td.prose { min-width: 14rem; }
.prose-table td.short { white-space: nowrap; }
</style>"""


def text_table(rows: Sequence[dict], *, download: str | None = None, wrapped: bool = False) -> None:
    """Draw rows as a table whose long texts wrap; `download` names the file its button gives.

    `wrapped` draws it so whatever its texts: tables that stand one below the other look alike.

    Texts are shown as text: nothing in them is read as HTML, Markdown or a formula.
    """
    if not rows:
        st.caption(t("app.empty_table"))
        return
    prose = {name for name in rows[0] if any(_is_prose(row[name]) for row in rows)}
    if prose or wrapped:
        _prose_table(rows, prose)
    else:
        st.dataframe(list(rows), hide_index=True, width="stretch")
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
    return isinstance(value, str) and len(value) > _LONG_TEXT and value.count(" ") > 3


def _prose_table(rows: Sequence[dict], prose: set[str]) -> None:
    """Draw rows as a plain table in which every text wraps and shows whole."""
    head = "".join(f"<th>{html.escape(name)}</th>" for name in rows[0])
    body = "".join(
        "<tr>"
        + "".join(
            f'<td class="{"prose" if name in prose else "short"}">{html.escape(str(value))}</td>'
            for name, value in row.items()
        )
        + "</tr>"
        for row in rows
    )
    st.html(f"{_PROSE_STYLE}<div class='prose-table'><table><tr>{head}</tr>{body}</table></div>")


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
    st.error(no_markup(session.told(error)))


def no_markup(text: str) -> str:
    """Return a text that Markdown shows as it is, line by line."""
    return "  \n".join(re.sub(r"([\\`*_{}\[\]()#+\-.!|<>$:~])", r"\\\1", line) for line in text.splitlines())
