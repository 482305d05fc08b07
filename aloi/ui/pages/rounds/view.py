"""Progress of a round as a table: what each annotator answered, skipped, flagged, and how fast."""

from __future__ import annotations

import streamlit as st

from aloi.ui.shared.items import skip_told
from aloi.ui.shared.tables import text_table
from aloi.ui.texts import t
from aloi.workbench.status import RoundCounts


def progress_table(status: RoundCounts, *, is_open: bool) -> None:
    """Draw how far each annotator of a round is; in a closed one nothing waits for anybody."""
    text_table(
        [
            {
                t("rounds.who"): one.pseudonym,
                t("rounds.answered"): one.progress.submitted,
                t("rounds.skipped"): one.progress.skipped,
                **({t("rounds.waiting"): one.progress.waiting} if is_open else {}),
                t("rounds.flagged"): one.progress.flagged,
                t("rounds.seconds"): "-"
                if one.progress.median_seconds is None
                else round(one.progress.median_seconds, 1),
            }
            for one in status.people
        ]
    )


def skips_table(status: RoundCounts) -> None:
    """Draw who skipped how many items and why; nothing where nobody did."""
    if not status.skips:
        return
    with st.expander(t("skips.title", count=sum(one.count for one in status.skips))):
        text_table(
            [
                {
                    t("rounds.who"): one.pseudonym,
                    t("skips.why"): skip_told(one.reason, one.note),
                    t("skips.count"): one.count,
                }
                for one in status.skips
            ]
        )
