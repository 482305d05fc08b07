"""A number for people: undefined is never 0, and a value and its interval have the same decimals."""

from __future__ import annotations

import math
from types import SimpleNamespace

import pytest

from aloi.agreement.number import Number, p_text
from aloi.agreement.result import Interval

INTERVAL = Interval(-0.25, math.inf, "analytic")


def test_an_undefined_number_is_never_nought() -> None:
    undefined = Number(None, INTERVAL, "one category")
    assert str(undefined) == "- (one category)"
    assert Number.of(None).value_text == "-"
    assert Number(math.nan).value_text == "-"
    assert str(Number(0.0)) == "0.000"
    assert p_text(None) == "-"


@pytest.mark.parametrize("digits", [1, 2, 3, 4])
def test_a_value_and_its_interval_have_the_same_decimals(digits: int) -> None:
    shown = str(Number(2 / 3, Interval(0.5, 1, "x"), digits=digits))
    assert {len(part.strip("[],").split(".")[1]) for part in shown.split()} == {digits}


def test_percent_sign_and_mark() -> None:
    shown = Number(0.1234, Interval(-0.05, 0.3, "x"), digits=1, percent=True, signed=True, mark="a")
    assert str(shown) == "+12.3 [-5.0, +30.0] a"
    assert (shown.value_text, shown.interval_text) == ("+12.3", "[-5.0, +30.0]")
    assert Number(-0.0004).value_text == "0.000"
    assert Number(1e-5, digits=1, percent=True, signed=True).value_text == "+0.0"


def test_a_number_of_what_was_measured() -> None:
    ends = SimpleNamespace(value=0.5, low=0.25, high=0.75, reason=None, signature="s", letters="ab")
    assert str(Number.of(ends)) == "0.500 [0.250, 0.750] ab"
    assert Number.of(ends).signature == "s"
    assert str(Number.of(ends, interval=None, mark="")) == "0.500"
    assert str(Number.of(ends, value=None, reason="no items")) == "- (no items)"
    assert str(Number.of(SimpleNamespace(value=0.5, low=None, high=None))) == "0.500"


def test_p() -> None:
    assert [p_text(p) for p in (0.0, 0.00099, 0.001, 1.0)] == ["< 0.001", "< 0.001", "0.001", "1.000"]
