"""Train/test leakage of a release: items of each kind, the rows each filter retains, and examples."""

from __future__ import annotations

import streamlit as st

from aloi.agreement.number import Number
from aloi.gold.model import LeakReport
from aloi.ui.numbers import number
from aloi.ui.shared.tables import csv_bytes, give, text_table
from aloi.ui.texts import t
from aloi.workbench.store.opening import Store

_SHOWN = 20


def leak_summary(store: Store, report: LeakReport, name: str) -> None:
    """Draw the results of a leakage check; `name` distinguishes it from others on the page."""
    check = report.check
    st.caption(
        t(
            "releases.leaks_found",
            test=check.test,
            train=check.train,
            by=t(f"releases.leaks_by_{report.by}"),
            exact=len(report.exact),
            normalised=len(report.normalised),
            near=len(report.near),
            threshold=number(check.threshold, "g"),
        )
        if check.threshold
        else t(
            "releases.leaks_equal",
            test=check.test,
            train=check.train,
            by=t(f"releases.leaks_by_{report.by}"),
            exact=len(report.exact),
            normalised=len(report.normalised),
        )
    )
    if report.documents.items or report.sources.items:
        st.caption(
            t(
                "releases.leaks_shared",
                train=check.train,
                documents=len(report.documents.items),
                sources=len(report.sources.items),
            )
        )
    *sizes, (near, left) = report.sizes.items()
    points = {f"filtered_{at:g}": items for at, items in report.curve if not check.encoder} | {near: left}
    text_table(
        [
            {t("releases.leaks_view"): view, t("releases.items"): items}
            for view, items in [*sizes, *sorted(points.items())]
        ]
    )
    if report.nearest:
        with st.expander(t("releases.leaks_examples", count=min(_SHOWN, len(report.nearest)))):
            _examples(store, report, name)
    st.code(report.signature, language=None, wrap_lines=True)


def _examples(store: Store, report: LeakReport, name: str) -> None:
    """Draw the nearest items with their texts, which the report lacks; the download has all by id."""
    shown = report.nearest[:_SHOWN]
    ids = sorted({each for one in shown for each in (one.item_id, one.train_id) if each})
    texts = {item.id: " | ".join(item.texts) for item in store.texts.items(ids)}
    text_table(
        [
            {
                t("releases.leaks_item"): pair.item_id[:8],
                t("releases.leaks_text"): texts[pair.item_id],
                t("releases.leaks_train_text"): texts.get(pair.train_id, ""),
                t("releases.leaks_train_item"): pair.train_id[:8],
                t("releases.leaks_distance"): Number(pair.distance),
            }
            for pair in shown
        ]
    )
    kinds = {"exact": report.exact, "normalised": report.normalised, "near": report.near}
    rows = [
        {"item_id": leak.item_id, "train_id": leak.train_id, "leak": kind, "distance": leak.distance}
        for kind, leaks in kinds.items()
        for leak in leaks
    ]
    key = f"releases:leaks:{name}:ids"
    give(t("releases.leaks_ids", count=len(rows)), csv_bytes(rows), f"leaks-{name}.csv", key)
