"""User input about a round, in the form that operations accept: its stop rule."""

from __future__ import annotations

from aloi.annotation.model import StopRule
from aloi.base.errors import AloiError
from aloi.base.terms import Term


def stop_rule(text: str) -> StopRule:
    """Return the rule written `measure:level:x`: the lower bound of the measure is at least x."""
    try:
        measure, level, threshold = text.split(":")
        return StopRule(measure, level, float(threshold))
    except ValueError as error:
        raise AloiError(
            "aloi.value",
            name=Term("the-stop-rule"),
            value=repr(text),
            expected=Term("measure-a-level"),
            todo=Term("write-it-as-krippendorff"),
        ) from error
