"""Gold and releases in numbers: items by status and degree, estimates of an annotator model, splits."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import streamlit as st

from aloi.agreement.number import Number
from aloi.annotation.model import Campaign
from aloi.base.names import counting_order
from aloi.corpora.model import Json
from aloi.gold.model import GoldModel
from aloi.ui import session
from aloi.ui.numbers import counted, moment, number
from aloi.ui.shared import charts
from aloi.ui.shared.tables import csv_bytes, give, no_markup, text_table
from aloi.ui.texts import named, t, translated
from aloi.workbench.releases.checking import ReleaseSummary
from aloi.workbench.releases.gold import GoldSummary, soft_labels
from aloi.workbench.store.opening import Store


def gold_summary(store: Store, gold_id: str, gold: GoldSummary, names: Mapping[str, str]) -> None:
    """Draw the gold as counts by status, a histogram by degree and origin, and token counts.

    `names` says what people call labels, where that is not their own name.
    """
    boxes = st.columns(5)
    boxes[0].metric(t("releases.items"), counted(gold.items))
    for box, (name, count) in zip(boxes[1:4], sorted(gold.by_status.items()), strict=False):
        box.metric(t(f"releases.status_{name}"), counted(count))
    boxes[4].metric(t("releases.tokens"), number(gold.mean_tokens, ".1f"))
    rows = [
        {
            t("releases.degree"): names.get(degree, degree),
            t("releases.origin"): named("origin", origin),
            t("releases.count"): count,
        }
        for (degree, origin), count in sorted(
            gold.histogram.items(), key=lambda one: counting_order(one[0][0])
        )
    ]
    heads = (t("releases.degree"), t("releases.count"), t("releases.origin"))
    order = list(dict.fromkeys(str(row[heads[0]]) for row in rows))
    origins = (named("origin", origin) for origin in sorted({origin for _, origin in gold.histogram}))
    charts.bars(rows, *heads, list(dict.fromkeys(origins)), stacked=True, order=order)
    charts.as_table(rows)
    for model in gold.models or ():
        _gold_model(model, several=len(gold.models or ()) > 1)
    if gold.models and gold.decided:
        st.caption(t("releases.model_decided"))
    if gold.soft:
        give(
            t("releases.soft"),
            lambda: csv_bytes(soft_labels(store.gold.gold(gold_id))),
            f"soft-labels-{gold.rule}.csv",
            "releases:soft",
        )


def _gold_model(model: GoldModel, *, several: bool) -> None:
    """Draw the estimates of an annotator model for each annotator, and notes on their validity."""
    st.markdown(f"**{t('releases.model')}**")
    if several:
        st.caption(t("releases.model_part", name=no_markup(model.part)))
    text_table(
        [
            {
                t("releases.model_annotator"): annotator.pseudonym,
                **{t(f"releases.figure_{name}"): Number(value) for name, value in annotator.figures.items()},
            }
            for annotator in model.annotators
        ]
    )
    for name in model.annotators[0].figures if model.annotators else ():
        st.caption(t(f"releases.about_{name}"))
    if not model.converged:
        st.warning(t("releases.model_unfinished"))
    for note in model.notes:
        st.info(no_markup(note))
    st.code(model.signature, language=None, wrap_lines=True)


def export_summary(done: Mapping[str, Json]) -> None:
    """Draw the folder of the files of a release, and the content that they lack, with counts."""
    address = f"{session.address()}/download/exports/{done['file']}"
    st.link_button(t("releases.download", name=done["file"]), address, type="primary")
    lost: Any = done["lost"]
    if not lost:
        st.caption(t("releases.lost_nothing"))
        return
    lines = [t("releases.lost_line", what=translated(loss), count=number(count)) for loss, count in lost]
    st.caption("\n".join([t("releases.lost"), "", *lines]))


def export_log(store: Store, campaign: Campaign) -> None:
    """Draw who exported texts of a restricted corpus and why, the latest first; nothing for a free one."""
    if not store.texts.corpus(campaign.corpus_id).restricted:
        return
    st.subheader(t("releases.exports"))
    logged = store.texts.logged_exports(campaign.corpus_id)
    if not logged:
        st.caption(t("releases.exports_none"))
        return
    text_table(
        [
            {
                t("releases.exports_time"): moment(entry.created_at),
                t("releases.exports_who"): entry.by or "-",
                t("releases.exports_what"): entry.exported,
                t("releases.exports_reason"): entry.reason,
            }
            for entry in reversed(logged)
        ]
    )


def release_summary(summary: ReleaseSummary, checksum: str, manifest_checksum: str) -> None:
    """Draw the content of a release: splits, crossings, checksums."""
    text_table([{t("releases.part"): name, t("releases.items"): n} for name, n in summary.splits.items()])
    st.caption(
        t(
            "releases.crossings",
            sentences=summary.crossing_sentences,
            documents=summary.crossing_documents,
            dropped=summary.dropped,
        )
    )
    sums = (("checksum", checksum), ("manifest", manifest_checksum))
    st.code(
        "\n".join(f"{t(f'releases.{name}')}: {value}" for name, value in sums), language=None, wrap_lines=True
    )
