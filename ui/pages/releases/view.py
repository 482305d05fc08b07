"""Gold and releases in figures: items by status and degree, what models of annotators say, parts."""

from __future__ import annotations

import streamlit as st

from annotation.model import Campaign
from gold.model import Gold, GoldModel, GoldStatus, Release
from gold.releasing.manifest import entries, listed, rows_of
from ui.shared import charts
from ui.shared.tables import csv_bytes, give, text_table
from ui.texts import t
from workbench.releases.gold import describe_gold, soft_labels
from workbench.store.opening import Store


def gold_summary(store: Store, campaign: Campaign, gold: Gold) -> None:
    """Draw the gold as counts by status, a histogram by degree and origin, and token counts."""
    summary = describe_gold(store, campaign, gold)
    boxes = st.columns(5)
    boxes[0].metric(t("releases.items"), len(gold.items))
    for box, (name, count) in zip(boxes[1:4], sorted(summary.by_status.items()), strict=False):
        box.metric(t(f"releases.status_{name}"), count)
    boxes[4].metric(t("releases.tokens"), f"{summary.mean_tokens:.1f}")
    rows = [
        {t("releases.degree"): degree, t("releases.origin"): origin, t("releases.count"): count}
        for (degree, origin), count in sorted(summary.histogram.items())
    ]
    charts.bars(rows, t("releases.degree"), t("releases.count"), t("releases.origin"), stacked=True)
    charts.as_table(rows)
    for model in gold.models or ():
        _gold_model(model, several=len(gold.models or ()) > 1)
    if gold.models and any(one.status == GoldStatus.ADJUDICATED for one in gold.items):
        st.caption(t("releases.model_decided"))
    if any(one.soft for one in gold.items):
        give(
            t("releases.soft"),
            lambda: csv_bytes(soft_labels(gold)),
            f"soft-labels-{gold.rule}.csv",
            "releases:soft",
        )


def _gold_model(model: GoldModel, *, several: bool) -> None:
    """Draw what a model of annotators says of each of them, and what to know before believing it."""
    st.markdown(f"**{t('releases.model')}**")
    if several:
        st.caption(t("releases.model_part", name=model.part))
    text_table(
        [
            {
                t("releases.model_annotator"): one.pseudonym,
                **{t(f"releases.figure_{name}"): round(value, 3) for name, value in one.figures.items()},
            }
            for one in model.annotators
        ]
    )
    for name in model.annotators[0].figures if model.annotators else ():
        st.caption(t(f"releases.about_{name}"))
    if not model.converged:
        st.warning(t("releases.model_unfinished"))
    for note in model.notes:
        st.info(note)
    st.code(model.signature, language=None)


def export_log(store: Store, campaign: Campaign) -> None:
    """Draw why texts of a restricted corpus were given on, the latest first; nothing for a free one."""
    if not store.texts.corpus(campaign.corpus_id).restricted:
        return
    st.subheader(t("releases.exports"))
    logged = store.texts.export_reasons(campaign.corpus_id)
    if not logged:
        st.caption(t("releases.exports_none"))
        return
    text_table(
        [
            {
                t("releases.exports_time"): f"{time:%Y-%m-%d %H:%M}",
                t("releases.exports_what"): what,
                t("releases.exports_reason"): reason,
            }
            for what, reason, time in reversed(logged)
        ]
    )


def release_summary(release: Release) -> None:
    """Draw what a release holds: parts, crossings, checksums."""
    splits = entries(release.manifest, "splits")
    text_table(
        [
            {t("releases.part"): one["name"], t("releases.items"): len(listed(one, "item_ids"))}
            for one in rows_of(splits, "parts")
        ]
    )
    st.caption(
        t(
            "releases.crossings",
            sentences=splits["crossing_sentences"],
            documents=splits["crossing_documents"],
            dropped=len(listed(splits, "dropped")),
        )
    )
    sums = (("checksum", release.checksum), ("manifest", release.manifest_checksum))
    st.code("\n".join(f"{t(f'releases.{name}')}: {value}" for name, value in sums), language=None)
