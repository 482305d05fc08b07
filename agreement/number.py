"""An estimate for display: a value or the reason for none, its interval and its signature, in one format.

It is in `agreement` because the sentences of diagnoses, stop rules and learning curves contain numbers too.
Tables of numbers are made and drawn in `aloi/workbench/reports/`.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

from aloi.agreement.result import Interval

MISSING = "-"


@dataclass(frozen=True, slots=True)
class Number:
    """A value with its 95 % interval, both with the same number of decimals.

    Parameters
    ----------
    value : float or None
        None where it is undefined, never 0; then `reason` says why.
    interval : Interval or None
        None where none is known; an end may be infinite.
    reason : str or None
        The reason for a missing value or a missing interval.
    signature : str or None
        Everything needed to reproduce the number.
    digits : int
        Decimals, of the value and of both ends.
    percent : bool
        Show it times 100, in a column that says so.
    signed : bool
        Show a plus before what is above 0: a difference.
    mark : str
        A mark after the number, such as the letter of a group or the stars of a p-value.
    best : bool
        The best of its row or column: set in bold, if the format has bold.
    """

    value: float | None
    interval: Interval | None = None
    reason: str | None = None
    signature: str | None = None
    digits: int = 3
    percent: bool = False
    signed: bool = False
    mark: str = ""
    best: bool = False

    @classmethod
    def of(cls, measured: Any, **form: Any) -> Number:
        """Return the number of whatever has a `value`, and perhaps an interval, a reason and a signature.

        None gives a number that nobody computed. `form` holds any field of a number, before what `measured`
        says.

        >>> from aloi.agreement.result import Interval
        >>> str(Number.of(Number(0.5), interval=Interval(0.25, float("inf"), "analytic")))
        '0.500 [0.250, ∞]'
        """
        interval = getattr(measured, "interval", None)
        low = getattr(measured, "low", None)
        if interval is None and low is not None:
            interval = Interval(low, measured.high, "")
        fields: dict[str, Any] = {
            "value": getattr(measured, "value", None),
            "interval": interval,
            "reason": getattr(measured, "reason", None) or getattr(measured, "ci_reason", None),
            "signature": getattr(measured, "signature", None),
            "mark": getattr(measured, "letters", ""),
        }
        return cls(**fields | form)

    @property
    def value_text(self) -> str:
        """The value with its decimals, a dash if it is undefined."""
        return MISSING if self.value is None else self._text(self.value)

    @property
    def interval_text(self) -> str:
        """The ends of the interval as `[low, high]`, a dash without an interval."""
        if self.interval is None:
            return MISSING
        return f"[{self._text(self.interval.low)}, {self._text(self.interval.high)}]"

    def __str__(self) -> str:
        """Return value, interval and mark on one line; the reason, if there is no value."""
        if self.value is None:
            return f"{MISSING} ({self.reason})" if self.reason else MISSING
        ends = f" {self.interval_text}" if self.interval else ""
        return f"{self.value_text}{ends}{f' {self.mark}' if self.mark else ''}"

    def _text(self, value: float) -> str:
        if math.isnan(value):
            return MISSING
        sign = "+" if self.signed else ""
        if math.isinf(value):
            return f"{'-' if value < 0 else sign}∞"
        # A value that rounds to 0 has no sign: adding 0 takes it from -0.
        return f"{round(value * (100 if self.percent else 1), self.digits) + 0.0:{sign}.{self.digits}f}"


def p_text(value: float | None) -> str:
    """Return a p-value as tables show it.

    >>> p_text(0.00001), p_text(0.25), p_text(None)
    ('< 0.001', '0.250', '-')
    """
    return "< 0.001" if value is not None and value < 0.001 else Number(value).value_text
