"""Every figure that is computed in the background, by name: a page reads it, the worker computes it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from workbench.figures.agreement import ROUND_AGREEMENT, TREND_POINT
from workbench.figures.base import KeptFigure
from workbench.figures.overview import CAMPAIGN_TALLIES, ROUND_DAYS, ROUND_QUALITY
from workbench.figures.rounds import DISPUTED_ITEMS, ROUND_COUNTS, TO_CLEAN

_EVERY: tuple[KeptFigure[Any], ...] = (
    ROUND_COUNTS,
    DISPUTED_ITEMS,
    TO_CLEAN,
    CAMPAIGN_TALLIES,
    ROUND_DAYS,
    ROUND_QUALITY,
    ROUND_AGREEMENT,
    TREND_POINT,
)
FIGURES: Mapping[str, KeptFigure[Any]] = {one.name: one for one in _EVERY}
