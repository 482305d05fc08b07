"""What is decided on: the answers to an item, and the decisions taken with their reasons."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

import streamlit as st

from aloi.annotation.model import Campaign
from aloi.annotation.tasks import task
from aloi.annotation.tasks.base import TaskType
from aloi.base.names import counting_order
from aloi.corpora.model import Json
from aloi.gold.model import Adjudication
from aloi.ui.shared.items import answer_told, item_columns
from aloi.ui.shared.tables import no_markup, text_table
from aloi.ui.texts import t
from aloi.workbench.rounds.concepts import described
from aloi.workbench.store.opening import Store

_MOST_PEOPLE = 8  # who are named one by one; of more, those who gave an answer stand beside it
_LETTERS = 44  # large ones, that fit on a line of the page


def answers(values: Mapping[str, Json], kind: TaskType, settings: Mapping[str, Json], *, blind: bool) -> None:
    """Draw the answers to an item, under pseudonyms, or as counts alone when blind."""
    answer_texts = {name: answer_told(kind, kind.describe(value, settings)) for name, value in values.items()}
    if blind:
        counted = sorted(Counter(answer_texts.values()).items())
        st.markdown(" · ".join(f"**{no_markup(word)}** × {count}" for word, count in counted))
        return
    named = sorted(answer_texts.items(), key=lambda one: counting_order(one[0]))
    if len(named) > _MOST_PEOPLE:
        by_answer: dict[str, list[str]] = {}
        for name, word in named:
            by_answer.setdefault(word, []).append(name)
        ordered = sorted(by_answer.items(), key=lambda one: (-len(one[1]), one[0]))
        lines = [(f"**{no_markup(word)}**", no_markup(", ".join(names))) for word, names in ordered]
        st.markdown("\n".join(f"- {t('adjudicate.said', who=one, what=other)}" for one, other in lines))
        return
    places = max(len(named), 4)
    if any(len(word) > _LETTERS // places for word in answer_texts.values()):
        lines = [(no_markup(name), f"**{no_markup(word)}**") for name, word in named]
        st.markdown("\n".join(f"- {t('adjudicate.said', who=one, what=other)}" for one, other in lines))
        return
    for column, (name, word) in zip(st.columns(places), named, strict=False):
        column.metric(name, word)


def decision_table(store: Store, campaign: Campaign, decisions: Sequence[Adjudication]) -> None:
    """Draw the decisions taken, with their reasons."""
    items = store.texts.items([one.item_id for one in decisions])
    kind = task(campaign.schema.task_type)
    value_texts = [
        answer_told(kind, one) for one in described(store, campaign, [one.value for one in decisions])
    ]
    text_table(
        [
            {
                **item_columns(item),
                t("adjudicate.value"): value,
                t("adjudicate.why"): decision.why,
                t("adjudicate.who"): ", ".join(decision.adjudicators),
            }
            for decision, item, value in zip(decisions, items, value_texts, strict=True)
        ],
        download=None if store.texts.corpus(campaign.corpus_id).restricted else "decisions.csv",
    )
