"""The coefficients that a release holds, as the pages that go with it show them."""

from __future__ import annotations

import re
from collections.abc import Mapping

from aloi.agreement.number import Number
from aloi.agreement.result import Interval
from aloi.corpora.model import Json

# The measure of agreement, and what tells how far the gold itself can be relied on.
MAIN_MEASURES = ("krippendorff_alpha", "gold_reliability", "pairwise_agreement")
_POINT = re.compile(r"(?<=\d)[.](?=\d)")


def coefficient(result: Mapping[str, Json]) -> Number:
    """Return a coefficient with its interval, or why it has none, of what `Agreement.to_json` gave."""
    value, ends = result["value"], result.get("ci")
    numbers = [float(one) for one in ends if isinstance(one, int | float)] if isinstance(ends, list) else []
    return Number(
        float(value) if isinstance(value, int | float) else None,
        Interval(numbers[0], numbers[1], "") if len(numbers) == 2 else None,
        None if result["reason"] is None else str(result["reason"]),
    )


def french(number: Number) -> str:
    r"""Return a number as French writes it.

    >>> french(Number(0.5, Interval(0.25, 0.75, "")))
    '0,500 [0,250\xa0; 0,750]'
    """
    return _POINT.sub(",", str(number).replace(", ", "\N{NO-BREAK SPACE}; "))
