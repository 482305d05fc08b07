"""Hidden repeats: whether an annotator agrees with themselves, and what the side shown does."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from aloi.agreement.compute import DEFAULT_CI, compute
from aloi.agreement.diagnosis.figures import Figure, of_number, ratio, scale, undefined
from aloi.agreement.ratings import Ratings
from aloi.agreement.result import Agreement
from aloi.agreement.table import RatedUnits
from aloi.base.errors import AloiError
from aloi.base.terms import Phrase, Term

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
    intervals: bool = True,
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
    intervals : bool
        Whether to compute intervals; the answers of all annotators to a unit depend on each other.

    Raises
    ------
    AloiError
        An occasion other than 1 and 2, an occasion given twice, or a value the level cannot take.
    """
    by_cell = _by_cell(repeats)
    cells = sorted({(annotator, unit) for annotator, unit, _ in by_cell})
    cells = [cell for cell in cells if all((*cell, occasion) in by_cell for occasion in (1, 2))]
    table = [[by_cell[(*cell, occasion)].value for occasion in (1, 2)] for cell in cells]
    ids = [f"{place:09}" for place in range(len(cells))]  # sorted, so that tables keep their order
    documents = [unit for _, unit in cells]
    ratings = Ratings.from_table(ids, OCCASIONS, table, level, categories, documents)
    names = np.array([annotator for annotator, _ in cells])
    parts = []
    for name in sorted({annotator for annotator, _ in cells}):
        parts.append(_self_agreement(ratings.subset_units(names == name), name, intervals=intervals))
    sides = np.array(
        [[by_cell[(*cell, occasion)].swapped for occasion in (1, 2)] for cell in cells], dtype=bool
    )
    sides = sides.reshape(len(cells), 2)
    one_swapped = sides[:, 0] != sides[:, 1]
    signs = np.where(sides[one_swapped, 1], 1.0, -1.0)
    effect = _mean_change(
        ratings.subset_units(one_swapped),
        signs,
        Phrase("reason-no-repeat-one", "no repeat with one swap"),
        intervals=intervals,
    )
    return RepeatsDiagnosis(tuple(parts), _self_agreement(ratings, None, intervals=intervals), effect)


def _by_cell(repeats: Iterable[Repeat]) -> dict[tuple[str, str, int], Repeat]:
    by_cell: dict[tuple[str, str, int], Repeat] = {}
    for repeat in repeats:
        key = (repeat.annotator, repeat.unit, repeat.occasion)
        if repeat.occasion not in (1, 2) or key in by_cell:
            raise AloiError(
                "aloi.value",
                name=Term("occasion-of", annotator=repr(repeat.annotator), unit=repr(repeat.unit)),
                value=repeat.occasion,
                expected=Term("occasions"),
            )
        if repeat.value is not None:
            by_cell[key] = repeat
    return by_cell


def _self_agreement(ratings: Ratings, annotator: str | None, *, intervals: bool) -> SelfAgreement:
    percent, kappa, alpha = compute(ratings, MEASURES, ci=DEFAULT_CI if intervals else "none")
    changed = _mean_change(
        ratings,
        np.ones(len(ratings.units)),
        Phrase("reason-no-unit-repeated", "no unit was repeated"),
        intervals=intervals,
    )
    return SelfAgreement(annotator, len(ratings.units), percent, kappa, alpha, changed)


def _mean_change(
    ratings: Ratings, signs: np.ndarray[tuple[int], np.dtype[np.float64]], reason: str, *, intervals: bool
) -> Figure:
    """Return the mean of sign times (second minus first), rows being sorted already."""
    if ratings.level == "nominal":
        return undefined(
            Phrase("reason-no-order-categories", "no order of categories at the nominal level"),
            len(ratings.units),
        )
    if not len(ratings.units):
        return undefined(reason)
    places = scale(ratings)[ratings.codes]
    change = signs * (places[:, 1] - places[:, 0])
    table = RatedUnits.of(ratings)
    law = of_number if intervals else None
    return ratio(change[table.rows], np.ones(table.size), table.clusters, len(change), reason, law)
