"""EDRM where there is nothing to score."""

from __future__ import annotations

from aloi.evaluation.metrics.edrm import EDRM


def test_no_items_have_no_value_and_no_rows() -> None:
    found = EDRM.sums_of([], [], 0, 5)
    assert (len(found.parts), found.observed, found.reason) == (0, None, "no items")
