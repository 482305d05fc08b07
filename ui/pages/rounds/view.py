"""Progress of a round as a table: what each annotator answered, skipped, flagged, and how fast."""

from __future__ import annotations

from ui.shared.tables import text_table
from ui.texts import t
from workbench.status import RoundStatus


def progress_table(status: RoundStatus) -> None:
    """Draw how far each annotator of a round is."""
    text_table(
        [
            {
                t("rounds.who"): one.pseudonym,
                t("rounds.answered"): one.progress.submitted,
                t("rounds.skipped"): one.progress.skipped,
                t("rounds.waiting"): one.progress.waiting,
                t("rounds.flagged"): one.progress.flagged,
                t("rounds.seconds"): "-"
                if one.progress.median_seconds is None
                else round(one.progress.median_seconds, 1),
            }
            for one in status.people
        ]
    )
