"""The difference of two agreements: `aloi agreement difference`."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from aloi.terminal.base import IN, NORMALISE, SHEET, Answer, Command, measured, p_cell, split_list, table

if TYPE_CHECKING:
    from aloi.workbench.agreement.tables import AgreementDifference


DETECT = click.option(
    "--detect",
    type=float,
    metavar="D",
    help="Also report the number of units that detect a difference of D with a power of 0.8.",
)


@click.command(cls=Command, short_help="Test whether the agreement of two tables differs.")
@click.argument("first", metavar="TABLE_A", type=IN)
@click.argument("second", metavar="TABLE_B", type=IN)
@click.option("--level", help="Level: nominal, ordinal, interval or ratio.")
@click.option("--measure", "measures", multiple=True, help="Measure; repeatable.")
@click.option("--weights", help="Agreement weights, for weighted measures.")
@click.option(
    "--cluster",
    metavar="COLUMN",
    multiple=True,
    help="Column of the clusters, such as documents; twice for both sides of a pair.",
)
@click.option("--unit", metavar="COLUMN", help="Column of the unit (default: the first one).")
@click.option("--annotator", metavar="COLUMN", help="Column of the annotator (long tables).")
@click.option("--value", metavar="COLUMN", help="Column of the rating (long tables).")
@click.option("--annotators", metavar="A,B", help="Only these annotators of TABLE_A.")
@click.option(
    "--against", metavar="C,D", help="Only these annotators of TABLE_B, which may be TABLE_A again."
)
@SHEET
@NORMALISE
@click.option("--paired", is_flag=True, help="Paired test on the units that both tables rate.")
@DETECT
def difference(
    first: Path, second: Path, measures: tuple[str, ...], paired: bool, annotators: str | None,
    against: str | None, detect: float | None, **options: Any,
) -> Answer:  # fmt: skip
    """Say how the agreement of TABLE_B differs from that of TABLE_A, with interval and p.

    `detectable` is the true difference that tables of these sizes find in four of five cases.
    """
    from aloi.workbench.agreement.tables import TableOptions, difference_of_tables

    groups = tuple(split_list(annotators)), tuple(split_list(against))
    table_options = TableOptions(measures=measures, **options)
    return difference_answer(
        difference_of_tables(first, second, table_options, paired=paired, groups=groups), detect
    )


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
