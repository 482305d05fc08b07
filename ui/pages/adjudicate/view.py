"""Decisions as a table."""

from __future__ import annotations

from collections.abc import Sequence

from annotation.model import Campaign
from gold.model import Adjudication
from storage.store import Store
from ui.shared.items import item_columns
from ui.shared.tables import text_table
from ui.texts import t
from workbench.rounds.concepts import described


def decision_table(store: Store, campaign: Campaign, decisions: Sequence[Adjudication]) -> None:
    """Draw the decisions taken, with their reasons."""
    items = store.texts.items([one.item_id for one in decisions])
    told = described(store, campaign, [one.value for one in decisions])
    text_table(
        [
            {
                **item_columns(item),
                t("adjudicate.value"): value,
                t("adjudicate.why"): one.why,
                t("adjudicate.who"): ", ".join(one.adjudicators),
            }
            for one, item, value in zip(decisions, items, told, strict=True)
        ],
        download=None if store.texts.corpus(campaign.corpus_id).restricted else "decisions.csv",
    )
