"""Tables of the flow: corpora, items, campaigns, rounds, decisions, gold, releases, people."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

import streamlit as st

from annotation.tasks.base import TaskType
from corpora.model import Item, Json, Pair
from storage.store import Store
from ui.shared.items import item_columns
from ui.shared.tables import no_markup, text_table
from ui.texts import t

_SHOWN_ITEMS = 500
_LONG_TEXT = 1500  # characters
_LONG_CARD = 360  # pixels
_LONG_ANSWER = 18  # characters that fit beside three others


def item_table(store: Store, corpus_id: str) -> None:
    """Draw the stored items with where they came from."""
    items = store.texts.corpus_items(corpus_id)
    origins = store.texts.origins([item.id for item in items[:_SHOWN_ITEMS]])
    if len(items) > _SHOWN_ITEMS:
        st.caption(t("candidates.first_items", shown=_SHOWN_ITEMS, count=len(items)))
    shown = [item_columns(item) for item in items[:_SHOWN_ITEMS]]
    columns = {title: "" for texts in shown for title in texts}  # items of several kinds may stand together
    rows = []
    for item, texts in zip(items, shown, strict=False):
        known = origins.get(item.id, ())
        rows.append(
            {
                **columns,
                **texts,
                t("candidates.origin"): ", ".join(dict.fromkeys(one.miner for one in known)),
                t("candidates.stratum"): ", ".join(
                    dict.fromkeys(one.stratum for one in known if one.stratum)
                ),
            }
        )
    text_table(rows, download=None if store.texts.corpus(corpus_id).restricted else "items.csv")


def item_card(item: Item) -> None:
    """Draw the texts of an item side by side; a word and its sentence under their titles."""
    shown = item_columns(item)
    widths = [4 if title == t("candidates.sentence") else 1 for title in shown]
    for column, (title, text) in zip(
        st.columns(widths if len(set(widths)) > 1 else len(shown)), shown.items(), strict=True
    ):
        height = _LONG_CARD if len(text) > _LONG_TEXT else "stretch"  # what is decided stays in sight
        with column, st.container(border=True, height=height):
            if not isinstance(item, Pair):
                st.caption(title)
            st.text(text)


def answers(values: Mapping[str, Json], kind: TaskType, settings: Mapping[str, Json], *, blind: bool) -> None:
    """Draw the answers to an item, under pseudonyms, or as counts alone when blind."""
    described = {name: kind.describe(value, settings) for name, value in values.items()}
    if blind:
        counted = Counter(described.values())
        told = sorted(counted.items())
        st.markdown(" · ".join(f"**{no_markup(word)}** × {count}" for word, count in told))
        return
    if any(len(word) > _LONG_ANSWER for word in described.values()):
        st.markdown(
            "\n".join(
                f"- {no_markup(name)}: **{no_markup(word)}**" for name, word in sorted(described.items())
            )
        )
        return
    for column, (name, word) in zip(
        st.columns(max(len(described), 4)), sorted(described.items()), strict=False
    ):
        column.metric(name, word)
