"""Agreement of two annotators from a published table of counts, the labels of one by those of the other."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from scipy.special import stdtrit

from agreement.compute import compute
from agreement.ratings import Ratings
from agreement.result import Agreement, Interval
from aloi.errors import AloiError

# Their error on single ratings already is the large-sample one.
_LARGE_SAMPLE = ("cohen_kappa", "scott_pi")
_METHOD = "analytic-large-sample"


def contingency_ratings(counts: Sequence[Sequence[int]], labels: Sequence[object]) -> Ratings:
    """Return the nominal ratings of two annotators that a table of counts (C, C) stands for.

    Rows are the first annotator, columns the second, both in the order of `labels`.

    Raises
    ------
    AloiError
        A table that is not square, does not fit its labels, or holds anything but whole counts.
    """
    size = len(labels)
    whole = all(isinstance(count, int | np.integer) and count >= 0 for row in counts for count in row)
    if not whole or size == 0 or [len(row) for row in counts] != [size] * size:
        raise AloiError(
            f"The table of counts has {len(counts)} rows.",
            f"{size} rows of {size} whole counts of 0 or more were expected, one a label.",
            "Give a square table: rows the first annotator, columns the second.",
        )
    cells = np.array(counts, dtype=np.int64).ravel()
    first, second = np.divmod(np.repeat(np.arange(size * size), cells), size)
    codes = np.stack([first, second], axis=1).astype(np.int32)
    units = tuple(f"u{number:07}" for number in range(len(codes)))
    return Ratings(units, ("first", "second"), codes, tuple(labels), "nominal")


def contingency_agreement(
    counts: Sequence[Sequence[int]],
    labels: Sequence[object],
    measure: str,
    *,
    weights: str = "unweighted",
    weights_by: str = "value",
) -> Agreement:
    """Return a coefficient of a table of counts (C, C), with the large-sample error as in irrCAC.

    The value is that of the single ratings. Their error divides by n (n - 1); tables of counts are
    reported with n^2, so that the error is smaller by sqrt((n - 1) / n) here. Parameters are those of
    `compute` and `contingency_ratings`.

    >>> result = contingency_agreement([[20, 5], [10, 15]], ["yes", "no"], "brennan_prediger")
    >>> round(result.value, 6), round(result.se, 6), result.interval.method
    (0.4, 0.129615, 'analytic-large-sample')
    """
    ratings = contingency_ratings(counts, labels)
    [found] = compute(ratings, [measure], weights=weights, weights_by=weights_by)
    size = found.units
    if found.value is None or found.se is None or size < 2:
        return found
    error = found.se * (1.0 if measure in _LARGE_SAMPLE else math.sqrt((size - 1) / size))
    reach = float(stdtrit(size - 1, 0.975)) * error
    return replace(
        found,
        se=error,
        interval=Interval(found.value - reach, min(1.0, found.value + reach), _METHOD),
        signature=found.signature.replace("|ci:analytic|", f"|ci:{_METHOD}|"),
    )
