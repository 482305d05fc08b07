"""The scores of the items of a campaign, by level, compared with the target shares."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

import numpy as np

from aloi.agreement.ratings import Ratings
from aloi.annotation.model import Campaign
from aloi.base.errors import AloiError
from aloi.base.names import known_name
from aloi.base.records import JSON_NAME
from aloi.base.terms import Phrase, Term
from aloi.storage.store import Store
from aloi.workbench.agreement.report import scale_views
from aloi.workbench.requests.campaigns import WantedRequest

MOST_LEVELS = 11  # a scale with more is looked at in stretches
_STRETCHES = 5  # as many as those in which thin gold is filled
_DIGITS = 9  # a mean of thirds that meets the middle of two levels does so to the last digit but these


@dataclass(frozen=True, slots=True)
class ScoreLevel:
    """A level of a scale: its name, and the range of scores nearest to it."""

    name: str
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class LevelCount:
    """The items at a level; one whose mean is half-way between two levels counts half at each."""

    level: ScoreLevel
    items: float


@dataclass(frozen=True, slots=True)
class WantedLevel:
    """The items at a level, and the number of scored items that the target share requires at it.

    `share` is the target share of all items at the level, from 0 to 1.
    """

    level: str
    low: float
    high: float
    items: float
    share: float
    target: float = field(metadata={JSON_NAME: "wanted"})


def levels_of(scale: Sequence[float]) -> tuple[ScoreLevel, ...]:
    """Return the levels of a scale for counts, from low to high.

    Each value is a level. If there are more than eleven values, each fifth of the scale is a level.
    """
    values = sorted(set(scale))
    if len(values) <= MOST_LEVELS:
        middles = [(a + b) / 2 for a, b in pairwise(values)]
        ends = [values[0], *middles, values[-1]]
        return tuple(
            ScoreLevel(f"{value:g}", ends[index], ends[index + 1]) for index, value in enumerate(values)
        )
    edges = np.linspace(values[0], values[-1], _STRETCHES + 1).tolist()
    return tuple(ScoreLevel(f"{low:g}–{high:g}", low, high) for low, high in pairwise(edges))


def count_levels(ratings: Ratings) -> tuple[LevelCount, ...]:
    """Return the number of items at each level; nothing if answers are no numbers.

    An item is at the level nearest to the mean of its answers, or half at each of two.
    """
    if not ratings.numeric or ratings.level == "nominal" or len(ratings.categories) < 2:
        return ()
    values = ratings.values()
    rated = values[~np.isnan(values).all(axis=1)]
    means = np.round(np.nanmean(rated, axis=1), _DIGITS)
    levels = levels_of([float(str(one)) for one in ratings.categories])
    inner = np.round([one.low for one in levels[1:]], _DIGITS)
    # A mean on the border of two levels is between the two: it counts half on either side.
    sides = [np.searchsorted(inner, means, side=side) for side in ("left", "right")]
    lower, upper = (np.bincount(one, minlength=len(levels)) for one in sides)
    counts = ((lower + upper) / 2).tolist()
    return tuple(LevelCount(level, count) for level, count in zip(levels, counts, strict=True))


def against_wanted(counts: Sequence[LevelCount], shares: Mapping[str, float]) -> tuple[WantedLevel, ...]:
    """Return the items at each level and the targets; equal targets without any share.

    Parameters
    ----------
    shares : mapping
        Level -> its part of the whole, in any unit: only their ratios count. A level not named has none.
    """
    requested_shares = [shares.get(one.level.name, 0.0) for one in counts]
    parts = requested_shares if sum(requested_shares) else [1.0] * len(counts)
    items = sum(one.items for one in counts)
    return tuple(
        WantedLevel(
            level_count.level.name,
            level_count.level.low,
            level_count.level.high,
            level_count.items,
            part / sum(parts),
            items * part / sum(parts),
        )
        for level_count, part in zip(counts, parts, strict=True)
    )


def campaign_levels(campaign: Campaign) -> tuple[ScoreLevel, ...]:
    """Return the levels of a campaign's main scale; none if its answers are no numbers."""
    view = scale_views(campaign)[0]
    numeric = view.level != "nominal" and len(view.categories) > 1
    return levels_of([float(str(one)) for one in view.categories]) if numeric else ()


def level_middles(campaign: Campaign) -> tuple[float, ...]:
    """Return the score that stands for each of `campaign_levels`: its value, or the middle of its stretch."""
    levels = campaign_levels(campaign)
    values = sorted({float(str(one)) for one in scale_views(campaign)[0].categories}) if levels else []
    return tuple(values if len(values) == len(levels) else ((one.low + one.high) / 2 for one in levels))


def wanted_levels(campaign: Campaign) -> tuple[WantedLevel, ...]:
    """Return the levels of a campaign with the target shares; none if its answers are no numbers."""
    return against_wanted([LevelCount(one, 0.0) for one in campaign_levels(campaign)], campaign.wanted_shares)


def state_wanted(store: Store, request: WantedRequest) -> Campaign:
    """Return the campaign once it says which share of its items each level should have.

    Without shares, each level should have as many items.

    Raises
    ------
    AloiError
        Answers that are no numbers, a level that the scale does not have, a share below 0, all of them 0.
    """
    stored_campaign, shares = store.campaigns.get(request.campaign), request.share
    levels = [one.name for one in campaign_levels(stored_campaign)]
    if not levels:
        raise AloiError(
            "aloi.wrong-kind",
            name=Term("the-campaign-name", name=repr(stored_campaign.name)),
            kind=stored_campaign.schema.task_type,
            expected=Term("a-campaign-of-scores"),
            todo=Term("name-another-campaign-2"),
        )
    for level, share in shares.items():
        known_name(level, levels, Phrase("kind-level-of-the-scale", "level of the scale"))
        if not math.isfinite(share) or share < 0:
            raise AloiError(
                "aloi.value",
                name=Term("share-of-the-level", level=level),
                value=repr(share),
                expected=Term("zero-or-more"),
            )
    if shares and not sum(shares.values()):
        raise AloiError("workbench.wanted-all-zero", levels=levels)
    total = sum(shares.values())
    store.campaigns.set_wanted_shares(
        stored_campaign.id, {level: shares[level] / total for level in levels if shares.get(level)}
    )
    return store.campaigns.get(stored_campaign.id)
