"""The result of an agreement coefficient: a value or a reason, its counts, interval and signature."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from itertools import groupby

from aloi.base.records import to_json
from aloi.base.terms import Phrase

ONE_CATEGORY = Phrase("reason-one-category", "one category")
ORDINAL_DISTANCE = "ordinal-krippendorff"
SCHEMA = "aloi/agreement/2"  # of the JSON of a report; docs/reference/agreement-json.md lists its fields
NO_PAIRABLE = Phrase("reason-no-pairable-ratings", "no pairable ratings")
_ROUNDING = 1e-9


@dataclass(frozen=True, slots=True)
class Interval:
    """A 95 % interval and how it was made, e.g. `score-t11.0-clusters12` or `bootstrap-bca-1000-seed1`.

    `design_effect` is the variance over clusters in relation to that of independent rows, where it is known.
    """

    low: float
    high: float
    method: str
    design_effect: float | None = None

    def around(self, value: float) -> Interval:
        """Return the interval, widened to a value outside it; its method then ends in `-widened`.

        Samples drawn from a table can all lie on one side of its value, through a bias that no correction
        removes. A value can also differ from an end by rounding alone; this is no widening.

        >>> Interval(0.2, 0.6, "bootstrap").around(0.7)
        Interval(low=0.2, high=0.7, method='bootstrap-widened', design_effect=None)
        """
        low, high = min(self.low, value), max(self.high, value)
        widened = max(self.low - low, high - self.high) > _ROUNDING
        return replace(self, low=low, high=high, method=widened_method(self.method, widened=widened))


def widened_method(method: str, *, widened: bool) -> str:
    """Return how an interval is made, and whether an end was moved so that it contains the estimate."""
    return f"{method}-widened" if widened else method


@dataclass(frozen=True, slots=True)
class Agreement:
    """One coefficient of one table.

    Parameters
    ----------
    measure : str
        Name of the coefficient.
    level : str
        Level of measurement of the table.
    weights : str or None
        Agreement weights; None where the measure takes none.
    value : float or None
        None where the coefficient is undefined; then `reason` says why.
    reason : str or None
        The reason for an undefined value.
    se : float or None
        Standard error, where one is known.
    interval : Interval or None
        95 % interval, where one is known.
    units : int
        Units that carry the observed agreement: those rated at least twice
        (for `mode_agreement` those with a mode).
    annotators : int
        Annotators in the table.
    ratings : int
        Ratings in the table, also those of units rated once.
    missing : int
        Empty cells of the table.
    signature : str
        Everything needed to reproduce the number.
    pairs : int or None
        For a mean over pairs of annotators: how many pairs had a value.
    view : str or None
        The view of the answers, if a table or a round was measured: `table`, or a view of the task.
    ci_reason : str or None
        The reason for a missing interval, if one was requested.
    """

    measure: str
    level: str
    weights: str | None
    value: float | None
    reason: str | None
    se: float | None
    interval: Interval | None
    units: int
    annotators: int
    ratings: int
    missing: int
    signature: str
    pairs: int | None = None
    view: str | None = None
    ci_reason: str | None = None

    @property
    def scale(self) -> str:
        """Return in words which weights or which distance the coefficient used, `-` where it used none."""
        return _scale(self)

    def to_json(self) -> dict[str, object]:
        """Return the result as `aloi agreement --json` prints it."""
        return to_json(self, "interval", "pairs", **_bounds(self.interval))


@dataclass(frozen=True, slots=True)
class PairAgreement:
    """One coefficient of two annotators on the `units` they both rated."""

    a: str
    b: str
    units: int
    measure: str
    weights: str | None
    value: float | None
    reason: str | None
    se: float | None
    interval: Interval | None
    signature: str
    view: str | None = None

    @property
    def scale(self) -> str:
        """Return in words which weights or which distance the coefficient used, `-` where it used none."""
        return _scale(self)

    def to_json(self) -> dict[str, object]:
        """Return the pair as `aloi agreement --json` prints it."""
        return to_json(self, "interval", **_bounds(self.interval))


@dataclass(frozen=True, slots=True)
class PairRow:
    """The coefficients of two annotators side by side, on the `units` they both rated."""

    a: str
    b: str
    units: int
    results: tuple[PairAgreement, ...]

    @property
    def reason(self) -> str:
        """Return why coefficients have no value, each reason once; nothing where all have one."""
        return "; ".join(dict.fromkeys(one.reason for one in self.results if one.reason))


def by_pair(pairs: Sequence[PairAgreement]) -> list[PairRow]:
    """Return coefficients that are listed pair by pair as one row per pair.

    >>> by_pair([])
    []
    """
    rows = []
    for (a, b), group in groupby(pairs, key=lambda one: (one.a, one.b)):
        results = tuple(group)
        rows.append(PairRow(a, b, results[0].units, results))
    return rows


def sign(measure: str, entries: Mapping[str, object], context: Mapping[str, str] | None, ci: str) -> str:
    """Return a signature such as `cohen_kappa|level:nominal|units:100|ci:analytic|aloi:0.1.0`.

    Parameters
    ----------
    measure : str
        Name of the coefficient.
    entries : mapping
        The settings the coefficient was computed with; entries of None are omitted.
    context : mapping or None
        Entries that the caller adds, e.g. round and guideline.
    ci : str
        The method of the interval.
    """
    everything = {**entries, **(context or {}), "ci": ci, "aloi": program_version()}
    return "|".join([measure, *(f"{key}:{value}" for key, value in everything.items() if value is not None)])


@cache
def program_version() -> str:
    """Return the version of the installed program, `unknown` when it is not installed."""
    try:
        return version("aloi")
    except PackageNotFoundError:
        return "unknown"


def _scale(result: Agreement | PairAgreement) -> str:
    """Return the words of `scale`; two things are called ordinal, Gwet's weights and alpha's distance."""
    if result.weights is not None:
        return "ordinal weights (Gwet)" if result.weights == "ordinal" else result.weights
    # The entries of the caller come last in a signature: the first entry of a name is the coefficient's own.
    entries = dict(entry.split(":", 1) for entry in reversed(result.signature.split("|")[1:]) if ":" in entry)
    distance = entries.get("distance")
    if distance == ORDINAL_DISTANCE:
        return "ordinal distance (Krippendorff)"
    if distance is not None:
        return f"{distance} distance"
    return f"{entries['level']} distance" if "krippendorff_alpha" in result.measure else "-"


def _bounds(interval: Interval | None) -> dict[str, object]:
    return {
        "ci": [interval.low, interval.high] if interval else None,
        "ci_method": interval.method if interval else None,
    }
