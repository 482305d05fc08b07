"""The changes between versions of a guideline."""

from __future__ import annotations

import difflib
import html

import streamlit as st

# Half clear over the page: the words keep their contrast on both grounds.
_STYLE = """<style>
.changes { margin: 0; line-height: 1.6; }
.changes > * { display: block; margin: 0; padding: 0 .6rem; text-decoration: none; white-space: pre-wrap;
  overflow-wrap: anywhere; }
.changes ins { background: rgb(40 160 90 / .2); }
.changes del { background: rgb(210 70 70 / .2); }
</style>"""
_MARKS = {"+": "ins", "-": "del"}


def changes(before: str, after: str) -> None:
    """Draw the lines that one guideline has and the other has not, each with the lines around it."""
    lines = list(difflib.unified_diff(before.splitlines(), after.splitlines(), lineterm="", n=1))[2:]
    drawn = []
    for line in lines:
        tag = _MARKS.get(line[:1], "span")
        text = "…" if line.startswith("@@") else line
        drawn.append(f"<{tag}>{html.escape(text) or '&nbsp;'}</{tag}>")
    st.html(f"{_STYLE}<div class='changes' translate='no'>{''.join(drawn)}</div>")
