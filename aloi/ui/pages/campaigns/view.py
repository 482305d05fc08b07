"""Campaigns as a table with their progress; and the changes between guideline versions."""

from __future__ import annotations

import difflib
import html

import streamlit as st

from aloi.ui.shared.tables import text_table
from aloi.ui.texts import t
from aloi.workbench.store.opening import Store

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


def campaign_table(store: Store) -> None:
    """Draw the campaigns and how far each is."""
    corpora = {corpus.id: corpus.name for corpus in store.texts.corpora(archived=True)}
    rows = []
    for campaign in store.campaigns.list():
        rounds = store.campaigns.rounds(campaign.id, with_items=False)
        releases = store.gold.release_heads(campaign.id)
        rows.append(
            {
                t("app.campaign"): campaign.name,
                t("campaigns.corpus"): corpora[campaign.corpus_id],
                t("campaigns.status"): t(f"campaigns.status_{campaign.status.value}"),
                t("campaigns.rounds"): len(rounds),
                t("campaigns.guidelines"): len(store.campaigns.guidelines(campaign.id)),
                t("campaigns.last_release"): releases[-1].version if releases else "-",
            }
        )
    text_table(rows)
