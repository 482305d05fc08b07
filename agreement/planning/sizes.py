"""How many items and annotators give alpha an interval of a wanted width, judged from a pilot round."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import scipy

from aloi.agreement.planning.widths import PLAN_DRAWS, Pilot, team_widths
from aloi.agreement.ratings import Ratings
from aloi.base.errors import AloiError
from aloi.base.terms import Phrase, Term

FEWEST = 10  # a round of fewer items is not planned
ROUGH = 30  # with fewer items the pilot says little about the width
_TINY = 1e-9


@dataclass(frozen=True, slots=True)
class WidthPoint:
    """The expected width of alpha's 95 % interval for a number of annotators and of items.

    `width` is None where it is not known; then `reason` says why. `source` is `pilot` (items drawn from it),
    `subsets` (of its annotators) or `model` (more annotators than it had).
    """

    annotators: int
    items: int
    width: float | None
    reason: str | None
    source: str


@dataclass(frozen=True, slots=True)
class PlanRow:
    """The items that a number of annotators needs.

    `items` is None where no number was found; then `reason` says why. `answers` is items times annotators,
    times the share of cells that the pilot filled. `expected` is the width on the curve at that number of
    items, at most the wanted one; `checked` is the width of a second, independent set of draws.
    """

    annotators: int
    items: int | None
    answers: int | None
    expected: float | None
    checked: float | None
    reason: str | None
    source: str


@dataclass(frozen=True, slots=True)
class SamplePlan:
    """The cost of a target width, one row per number of annotators, and a summary in words."""

    width: float
    alpha: float | None
    rows: tuple[PlanRow, ...]
    sentence: str


def plan(
    pilot: Ratings,
    width: float,
    *,
    annotators: Sequence[int] | None = None,
    most: int = 5000,
    seed: int = 0,
) -> SamplePlan:
    """Return the smallest number of items whose expected interval of alpha is at most `width` wide.

    Parameters
    ----------
    pilot : Ratings
        U units by A annotators.
    width : float
        Target width of the 95 % interval, above 0 and below 2.
    annotators : sequence of int, optional
        Numbers of annotators, 2 or more; the pilot's own by default.
    most : int
        Items at most, 10 or more; none fewer than 10 are planned.
    seed : int
        The same seed gives the same plan.

    Raises
    ------
    AloiError
        Numbers out of range. A pilot that cannot be used raises nothing: its rows give the reason.

    Notes
    -----
    Items are drawn from the pilot with replacement. The width is 2 x 1.96 standard deviations of alpha over
    1,000 draws: one alpha a draw, because the mean width of intervals would need a bootstrap inside each
    draw. For fewer annotators, it is the mean over subsets of the pilot's (20 at most). More annotators
    follow the copy model of `aloi.agreement.planning.simulate` with the pilot's shares and its alpha (0 if
    below 0). The pilot's width is scaled by the ratio of the widths that the model gives to the two teams.
    Widths are drawn at numbers of items that double from 10 to `most`, and are made non-increasing (isotonic
    regression). Between them the width falls as a power of the items. The smallest number is determined by
    bisection, and drawn anew for `checked`.
    """
    if not 0 < width < 2:
        raise AloiError(
            "aloi.value",
            name=Term("interval-width"),
            value=f"{width:g}",
            expected=Term("number-between", low=0, high=2),
        )
    _check_numbers("most_items", [most], FEWEST)
    summary = Pilot.of(pilot)
    rows = tuple(_plan_row(summary, team, width, most, seed) for team in _teams(annotators, summary))
    return SamplePlan(width, summary.alpha, rows, _plan_sentence(rows, width, summary, most))


def _teams(annotators: Sequence[int] | None, pilot: Pilot) -> list[int]:
    if annotators is None:
        return [max(2, pilot.table.annotators)]
    _check_numbers("annotators", annotators, 2)
    return sorted(set(annotators))


def _check_numbers(kind: str, numbers: Sequence[int], least: int) -> None:
    if not numbers or min(numbers) < least:
        number = min(numbers) if numbers else "missing"
        raise AloiError(
            "aloi.value", name=Term(f"planned-{kind}"), value=number, expected=Term("at-least", least=least)
        )


def _curve(pilot: Pilot, team: int, items: Sequence[int], replicates: int, seed: int) -> list[WidthPoint]:
    """Return the points of one team, in the order of the items."""
    sizes = sorted(set(items))
    source, widths = team_widths(pilot, team, seed)
    drawn_widths = [widths(size, replicates, seed) for size in sizes]
    defined = [number for number, one in enumerate(drawn_widths) if not isinstance(one, str)]
    smooth: dict[int, float] = {}
    if defined:
        values = np.array([drawn_widths[number] for number in defined], dtype=np.float64)
        smooth = dict(
            zip(defined, scipy.optimize.isotonic_regression(values, increasing=False).x.tolist(), strict=True)
        )
    return [
        WidthPoint(team, size, smooth.get(number), width if isinstance(width, str) else None, source)
        for number, (size, width) in enumerate(zip(sizes, drawn_widths, strict=True))
    ]


def _plan_row(pilot: Pilot, team: int, width: float, most: int, seed: int) -> PlanRow:
    steps = math.ceil(math.log2(most / FEWEST)) + 1
    sizes = [min(most, FEWEST * 2**step) for step in range(steps)]
    points = _curve(pilot, team, sizes, PLAN_DRAWS, seed)
    source = points[0].source
    curve = [(point.items, point.width) for point in points if point.width is not None]
    if not curve:
        return PlanRow(team, None, None, None, None, points[-1].reason, source)
    items, expected = _smallest(curve, width)
    if items is None:
        reason = Phrase(
            "reason-width-of-most",
            "{most} items still give a width of {width}",
            most=most,
            width=f"{expected:.3f}",
        )
        return PlanRow(team, None, None, None, None, reason, source)
    checked = team_widths(pilot, team, seed)[1](items, PLAN_DRAWS, seed + 1)
    answers = math.ceil(items * team * pilot.filled - _TINY)
    return PlanRow(
        team, items, answers, expected, None if isinstance(checked, str) else checked, None, source
    )


def _smallest(curve: Sequence[tuple[int, float]], width: float) -> tuple[int | None, float]:
    """Return the smallest number of items within a falling curve and its width; None and the last width."""
    sizes = np.log([size for size, _ in curve])
    widths = np.log([one for _, one in curve])

    def at(items: int) -> float:
        return math.exp(float(np.interp(math.log(items), sizes, widths)))

    low, high = curve[0][0], curve[-1][0]
    if curve[-1][1] > width:
        return None, curve[-1][1]
    while low < high:
        middle = (low + high) // 2
        low, high = (low, middle) if at(middle) <= width else (middle + 1, high)
    return high, min(width, at(high))


def _plan_sentence(rows: Sequence[PlanRow], width: float, pilot: Pilot, most: int) -> str:
    pilot_annotators = pilot.table.annotators
    parts = []
    for row in sorted(rows, key=lambda row: row.annotators != pilot_annotators):
        team = (
            f"these {pilot_annotators} annotators"
            if row.annotators == pilot_annotators
            else f"{row.annotators} annotators"
        )
        if row.items is None:
            parts.append(f"with {team} no number of items up to {most} could be planned ({row.reason})")
        else:
            parts.append(f"with {team} about {row.items} items are needed ({row.answers} answers)")
    text = f"To bring the interval of alpha down to {width:.2f} wide: {'; '.join(parts)}."
    return text + _caveats(pilot, any(row.source == "model" for row in rows))


def _caveats(pilot: Pilot, modelled: bool) -> str:
    """Return what a reader must know beside the numbers."""
    text = ""
    if pilot.table.size < ROUGH and pilot.alpha is not None:
        text += f" The pilot has only {pilot.table.size} items: take this as a rough guide."
    if modelled and pilot.alpha is not None:
        text += " More annotators than in the pilot are assumed to agree as well as those of the pilot."
        if pilot.alpha < 0:
            text += f" The pilot's alpha of {pilot.alpha:.2f} was taken as 0 for them."
    return text
