"""Hidden repeats: whether an annotator agrees with themselves, and what the side shown does."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from agreement.compute import compute
from agreement.diagnosis.figures import Drawing, Figure, resampled, scale, undefined
from agreement.measures.base import divide
from agreement.ratings import Ratings
from agreement.result import Agreement
from agreement.table import RatedUnits
from aloi.errors import AloiError

OCCASIONS = ("1", "2")
MEASURES = ("percent_agreement", "cohen_kappa", "krippendorff_alpha")


@dataclass(frozen=True, slots=True)
class Repeat:
    """One answer to a unit that was shown again: `occasion` is 1 or 2, `swapped` the side order."""

    unit: str
    annotator: str
    occasion: int
    value: object
    swapped: bool = False


@dataclass(frozen=True, slots=True)
class SelfAgreement:
    """Percent agreement, Cohen's kappa and alpha of the first against the second occasion.

    `annotator` is None for all together; `changed` is the mean of second minus first, in scale units
    (ranks if ordinal): it shows a move between the occasions.
    """

    annotator: str | None
    units: int
    percent: Agreement
    kappa: Agreement
    alpha: Agreement
    changed: Figure


@dataclass(frozen=True, slots=True)
class RepeatsDiagnosis:
    """Self-agreement of each annotator (sorted by name) and of all; effect of the left/right swap.

    `order_effect` is the mean of the swapped answer minus the unswapped one, in scale units (ranks if
    ordinal), over the repeats where exactly one of the two was swapped.
    """

    annotators: tuple[SelfAgreement, ...]
    overall: SelfAgreement
    order_effect: Figure


def diagnose_repeats(
    repeats: Iterable[Repeat],
    level: str,
    categories: Sequence[object] | None = None,
    *,
    replicates: int = 1000,
    seed: int = 0,
) -> RepeatsDiagnosis:
    """Return self-agreement and the order effect of repeated units.

    Parameters
    ----------
    repeats : iterable of Repeat
        A unit without one of the two occasions, or with a value of None, adds nothing.
    level : str
        nominal, ordinal, interval or ratio.
    categories : sequence, optional
        The declared scale.
    replicates, seed : int
        Of the bootstrap over units; one unit is drawn with all its annotators.

    Raises
    ------
    AloiError
        An occasion other than 1 and 2, an occasion given twice, or a value the level cannot take.
    """
    given = _by_cell(repeats)
    cells = sorted({(annotator, unit) for annotator, unit, _ in given})
    cells = [cell for cell in cells if all((*cell, occasion) in given for occasion in (1, 2))]
    table = [[given[(*cell, occasion)].value for occasion in (1, 2)] for cell in cells]
    ids = [f"{place:09}" for place in range(len(cells))]  # sorted, so that tables keep their order
    documents = [unit for _, unit in cells]
    ratings = Ratings.from_table(ids, OCCASIONS, table, level, categories, documents)
    drawing = Drawing(replicates, seed)
    names = np.array([annotator for annotator, _ in cells])
    parts = []
    for name in sorted({annotator for annotator, _ in cells}):
        parts.append(_self_agreement(ratings.subset_units(names == name), name, drawing))
    sides = np.array(
        [[given[(*cell, occasion)].swapped for occasion in (1, 2)] for cell in cells], dtype=bool
    )
    sides = sides.reshape(len(cells), 2)
    one_swapped = sides[:, 0] != sides[:, 1]
    signs = np.where(sides[one_swapped, 1], 1.0, -1.0)
    effect = _mean_change(ratings.subset_units(one_swapped), signs, "no repeat with one swap", drawing)
    return RepeatsDiagnosis(tuple(parts), _self_agreement(ratings, None, drawing), effect)


def _by_cell(repeats: Iterable[Repeat]) -> dict[tuple[str, str, int], Repeat]:
    given: dict[tuple[str, str, int], Repeat] = {}
    for one in repeats:
        key = (one.annotator, one.unit, one.occasion)
        if one.occasion not in (1, 2) or key in given:
            raise AloiError(
                "agreement.annotator-occasion-unit-twice",
                annotator=repr(one.annotator),
                occasion=one.occasion,
                unit=repr(one.unit),
                key_in_value=key in given,
            )
        if one.value is not None:
            given[key] = one
    return given


def _self_agreement(ratings: Ratings, annotator: str | None, drawing: Drawing) -> SelfAgreement:
    ci = "bootstrap" if drawing.replicates else "none"
    percent, kappa, alpha = compute(
        ratings, MEASURES, ci=ci, replicates=max(1, drawing.replicates), seed=drawing.seed
    )
    changed = _mean_change(ratings, np.ones(len(ratings.units)), "no unit was repeated", drawing)
    return SelfAgreement(annotator, len(ratings.units), percent, kappa, alpha, changed)


def _mean_change(
    ratings: Ratings, signs: np.ndarray[tuple[int], np.dtype[np.float64]], reason: str, drawing: Drawing
) -> Figure:
    """Return the mean of sign times (second minus first), rows being sorted already."""
    if ratings.level == "nominal":
        return undefined("no order of categories at the nominal level", len(ratings.units))
    if not len(ratings.units):
        return undefined(reason)
    places = scale(ratings)[ratings.codes]
    change = signs * (places[:, 1] - places[:, 0])
    table = RatedUnits.of(ratings)
    return resampled(
        lambda times: divide(times @ change[table.rows], times.sum(axis=1)),
        table,
        len(change),
        reason,
        drawing,
    )
