"""What leaks between the parts of a release: what each filter keeps, the curve, and examples by id."""

from __future__ import annotations

from collections.abc import Mapping

import streamlit as st

from corpora.model import Json
from ui.numbers import number
from ui.shared.tables import text_table
from ui.texts import t


def leak_summary(told: Mapping[str, Json], name: str) -> None:
    """Draw a leak check, as `LeakReport.to_json` gives it; `name` tells it from others on the page."""
    st.caption(
        t(
            "releases.leaks_found",
            test=told["test"],
            train=told["train"],
            by=t(f"releases.leaks_by_{told['by']}"),
            exact=len(told["exact"]),
            near=len(told["near"]),
            threshold=number(told["threshold"], "g"),
        )
    )
    (test, full), (filtered, left), (_, near) = told["sizes"].items()
    points = {one["threshold"]: one["items"] for one in told.get("curve", ())} | {told["threshold"]: near}
    rows = [(test, full), (filtered, left), *((f"{filtered}_{at:g}", points[at]) for at in sorted(points))]
    text_table([{t("releases.part"): part, t("releases.items"): items} for part, items in rows])
    if told["examples"]:
        with st.expander(t("releases.leaks_examples", count=len(told["examples"]))):
            text_table(
                [
                    {
                        t("releases.leaks_item"): one["item_id"][:8],
                        t("releases.leaks_text"): one["text"],
                        t("releases.leaks_train_text"): one["train_text"],
                        t("releases.leaks_train_item"): one["train_id"][:8],
                        t("releases.leaks_distance"): round(one["distance"], 3),
                    }
                    for one in told["examples"]
                ],
                download=f"leaks-{name}.csv",
            )
    st.code(told["signature"], language=None)
