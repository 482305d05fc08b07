"""Progress of a round as a table: the answers, skips and flags of each annotator, and their pace."""

from __future__ import annotations

import streamlit as st

from aloi.agreement.number import Number
from aloi.ui.shared.items import skip_told
from aloi.ui.shared.tables import text_table
from aloi.ui.texts import t
from aloi.workbench.status import RoundCounts


def progress_table(status: RoundCounts, *, is_open: bool) -> None:
    """Draw how far each annotator of a round is; in a closed one nothing waits for anybody."""
    text_table(
        [
            {
                t("app.annotator"): person.pseudonym,
                t("rounds.answered"): person.progress.submitted,
                t("rounds.skipped"): person.progress.skipped,
                **({t("rounds.waiting"): person.progress.waiting} if is_open else {}),
                t("rounds.flagged"): person.progress.flagged,
                t("rounds.seconds"): Number(person.progress.median_seconds, digits=1),
            }
            for person in status.people
        ]
    )


def skips_table(status: RoundCounts) -> None:
    """Draw the skips by annotator and reason; nothing if there are none."""
    if not status.skips:
        return
    with st.expander(t("skips.title", count=sum(one.count for one in status.skips))):
        text_table(
            [
                {
                    t("app.annotator"): skip.pseudonym,
                    t("skips.why"): skip_told(skip.reason, skip.note),
                    t("skips.count"): skip.count,
                }
                for skip in status.skips
            ]
        )
