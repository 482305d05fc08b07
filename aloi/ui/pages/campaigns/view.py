"""Campaigns as a table with their progress."""

from __future__ import annotations

from aloi.ui.shared.tables import text_table
from aloi.ui.texts import t
from aloi.workbench.store.opening import Store


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
