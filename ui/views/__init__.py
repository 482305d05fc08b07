"""Tables and charts from result objects; pages call these and draw nothing themselves."""

from __future__ import annotations

from ui.views.agreement import (
    agreement_table,
    confusions,
    crosscheck,
    disputed_table,
    headline,
    pair_table,
    pairs,
    result_table,
    scale_use,
    trend,
    verdict,
)
from ui.views.charts import histogram
from ui.views.flow import (
    answers,
    campaign_table,
    corpus_table,
    decision_table,
    gold_summary,
    item_card,
    item_table,
    people_table,
    progress_table,
    release_summary,
    scale_tables,
)
from ui.views.items import item_columns
from ui.views.jobs import job_progress, last_job
from ui.views.leaks import leak_summary
from ui.views.tables import no_markup, place_of, problem, text_table

__all__ = [
    "agreement_table",
    "answers",
    "campaign_table",
    "confusions",
    "corpus_table",
    "crosscheck",
    "decision_table",
    "disputed_table",
    "gold_summary",
    "headline",
    "histogram",
    "item_card",
    "item_columns",
    "item_table",
    "job_progress",
    "last_job",
    "leak_summary",
    "no_markup",
    "pair_table",
    "pairs",
    "people_table",
    "place_of",
    "problem",
    "progress_table",
    "release_summary",
    "result_table",
    "scale_tables",
    "scale_use",
    "text_table",
    "trend",
    "verdict",
]
