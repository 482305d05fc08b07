"""The difference of two agreements: `aloi agreement difference`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import click

from aloi.terminal.base import SHEET, Answer, Command, measured, p_cell, table
from aloi.terminal.options import request_options
from aloi.workbench.requests.files.agreement import DifferenceRequest

if TYPE_CHECKING:
    from aloi.workbench.agreement.tables import AgreementDifference


@click.command(cls=Command, short_help="Test whether the agreement of two tables differs.")
@request_options(DifferenceRequest)
@SHEET
def difference(request: DifferenceRequest) -> Answer:
    """Say how the agreement of TABLE_B differs from that of TABLE_A, with interval and p.

    `detectable` is the true difference that tables of these sizes find in four of five cases.
    """
    from aloi.workbench.agreement.tables import difference_of_tables

    return difference_answer(difference_of_tables(request), request.detect)


def difference_answer(differences: Sequence[AgreementDifference], detect: float | None) -> Answer:
    """Return differences of agreements as both commands tell them, `detect` with the units that it takes."""
    from aloi.workbench.agreement.tables import SCHEMA

    planned = [None if detect is None else one.planned(detect) for one in differences]
    lines = table(
        ("measure", "A", "B", "B - A", "95%", "p", "detectable", "reason"),
        [
            (
                measure.measure,
                _digits(measure.first),
                _digits(measure.second),
                _digits(measure.difference),
                measured(measure, digits=3).interval_text if measure.interval else None,
                p_cell(measure.p),
                _digits(measure.detectable),
                measure.reason,
            )
            for measure in differences
        ],
    )
    sentences = [
        f"{measure.measure}: {detect:g} apart is found in 4 of 5 cases by {units[0]} and {units[1]} units"
        for measure, units in zip(differences, planned, strict=True)
        if units is not None
    ]
    sentences += dict.fromkeys(one.caution for one in differences if one.caution)
    document = [
        measure.to_json() | ({} if detect is None else {"detect": detect, "planned": units})
        for measure, units in zip(differences, planned, strict=True)
    ]
    return Answer({"schema": SCHEMA, "differences": document}, [*lines, *sentences])


def _digits(number: float | None) -> str | None:
    return None if number is None else f"{number:.3f}"
