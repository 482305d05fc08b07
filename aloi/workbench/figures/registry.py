"""Every figure that is computed in the background, by name: a page reads it, the worker computes it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from aloi.workbench.figures.agreement import ROUND_AGREEMENT, ROUND_DIAGNOSIS, ROUND_WHOLE, TREND_POINT
from aloi.workbench.figures.base import KeptFigure
from aloi.workbench.figures.cleaning import TO_CLEAN, TYPED_ANSWERS
from aloi.workbench.figures.overview import CAMPAIGN_POPULATION, CAMPAIGN_TALLIES, ROUND_DAYS, ROUND_QUALITY
from aloi.workbench.figures.planning import REPLAYED_RULE, ROUND_DIFFERENCE, ROUND_PLAN
from aloi.workbench.figures.questions import (
    GROUP_AGREEMENT,
    MERGED_AGREEMENT,
    POSITION_BIAS,
    SOFT_SPANS,
    SPAN_AGREEMENT,
    WORD_AGREEMENT,
)
from aloi.workbench.figures.releases import GOLD_SUMMARY, RELEASE_GATE, RELEASE_LEAKS, RELEASE_SUMMARY
from aloi.workbench.figures.rounds import DISPUTED_ITEMS, ROUND_COUNTS
from aloi.workbench.figures.runs import COMPARED_RUNS, RUN_AGAINST, RUN_CHECK, RUN_CURVES
from aloi.workbench.figures.studies import (
    BEHIND_NEIGHBOUR,
    KEPT_OPERATIONS,
    NEIGHBOUR_PLOT,
    NEIGHBOUR_SCORES,
    OPERATION_SUBSET,
    WORD_NEIGHBOURS,
)

_EVERY: tuple[KeptFigure[Any], ...] = (
    ROUND_COUNTS,
    DISPUTED_ITEMS,
    TO_CLEAN,
    TYPED_ANSWERS,
    CAMPAIGN_TALLIES,
    CAMPAIGN_POPULATION,
    ROUND_DAYS,
    ROUND_QUALITY,
    ROUND_AGREEMENT,
    ROUND_DIAGNOSIS,
    ROUND_WHOLE,
    TREND_POINT,
    SPAN_AGREEMENT,
    SOFT_SPANS,
    GROUP_AGREEMENT,
    POSITION_BIAS,
    WORD_AGREEMENT,
    MERGED_AGREEMENT,
    ROUND_PLAN,
    REPLAYED_RULE,
    ROUND_DIFFERENCE,
    GOLD_SUMMARY,
    RELEASE_SUMMARY,
    RELEASE_LEAKS,
    RELEASE_GATE,
    COMPARED_RUNS,
    RUN_CURVES,
    RUN_AGAINST,
    RUN_CHECK,
    KEPT_OPERATIONS,
    OPERATION_SUBSET,
    WORD_NEIGHBOURS,
    NEIGHBOUR_PLOT,
    BEHIND_NEIGHBOUR,
    NEIGHBOUR_SCORES,
)
FIGURES: Mapping[str, KeptFigure[Any]] = {one.name: one for one in _EVERY}
