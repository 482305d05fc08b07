"""Columns of people are seldom taken for computed ones."""

from __future__ import annotations

from tests.workbench.agreement.rating_simulation import outcomes


def test_people_of_random_tables_are_no_computed_columns() -> None:
    counts = outcomes(range(45))
    assert counts.total() > 30
    assert counts["read"] == counts.total()
