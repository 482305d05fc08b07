"""What to know before trusting the intervals of a report."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from agreement.intervals.cautions import caution
from agreement.ratings import Ratings
from agreement.result import Agreement


def cautions(parts: Iterable[tuple[Ratings, Sequence[Agreement]]]) -> tuple[str, ...]:
    """Return what simulations say of the intervals of some tables and their coefficients, each once."""
    found = (caution(ratings, one) for ratings, results in parts if not ratings.set_valued for one in results)
    return tuple(dict.fromkeys(one for one in found if one is not None))
