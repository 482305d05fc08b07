"""What leaks between the parts of a release: how many items of each kind, what each filter keeps, which."""

from __future__ import annotations

import streamlit as st

from aloi.gold.model import LeakReport
from aloi.ui.numbers import number
from aloi.ui.shared.tables import csv_bytes, give, text_table
from aloi.ui.texts import t
from aloi.workbench.store.opening import Store

_SHOWN = 20


def leak_summary(store: Store, found: LeakReport, name: str) -> None:
    """Draw what a leak check found; `name` tells it from others on the page."""
    check = found.check
    st.caption(
        t(
            "releases.leaks_found",
            test=check.test,
            train=check.train,
            by=t(f"releases.leaks_by_{found.by}"),
            exact=len(found.exact),
            normalised=len(found.normalised),
            near=len(found.near),
            threshold=number(check.threshold, "g"),
        )
        if check.threshold
        else t(
            "releases.leaks_equal",
            test=check.test,
            train=check.train,
            by=t(f"releases.leaks_by_{found.by}"),
            exact=len(found.exact),
            normalised=len(found.normalised),
        )
    )
    if found.documents.items or found.sources.items:
        st.caption(
            t(
                "releases.leaks_shared",
                train=check.train,
                documents=len(found.documents.items),
                sources=len(found.sources.items),
            )
        )
    *sizes, (near, left) = found.sizes.items()
    points = {f"filtered_{at:g}": items for at, items in found.curve if not check.encoder} | {near: left}
    text_table(
        [
            {t("releases.leaks_view"): view, t("releases.items"): items}
            for view, items in [*sizes, *sorted(points.items())]
        ]
    )
    if found.nearest:
        with st.expander(t("releases.leaks_examples", count=min(_SHOWN, len(found.nearest)))):
            _examples(store, found, name)
    st.code(found.signature, language=None, wrap_lines=True)


def _examples(store: Store, found: LeakReport, name: str) -> None:
    """Draw the nearest items with their texts, which the report itself does not hold; give all by id."""
    shown = found.nearest[:_SHOWN]
    ids = sorted({each for one in shown for each in (one.item_id, one.train_id) if each})
    texts = {item.id: " | ".join(item.texts) for item in store.texts.items(ids)}
    text_table(
        [
            {
                t("releases.leaks_item"): one.item_id[:8],
                t("releases.leaks_text"): texts[one.item_id],
                t("releases.leaks_train_text"): texts.get(one.train_id, ""),
                t("releases.leaks_train_item"): one.train_id[:8],
                t("releases.leaks_distance"): round(one.distance, 3),
            }
            for one in shown
        ]
    )
    kinds = {"exact": found.exact, "normalised": found.normalised, "near": found.near}
    rows = [
        {"item_id": one.item_id, "train_id": one.train_id, "leak": kind, "distance": one.distance}
        for kind, leaks in kinds.items()
        for one in leaks
    ]
    key = f"releases:leaks:{name}:ids"
    give(t("releases.leaks_ids", count=len(rows)), csv_bytes(rows), f"leaks-{name}.csv", key)
