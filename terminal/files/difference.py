"""The difference of two agreements: `aloi agreement difference`."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from terminal.base import Answer, Command, measured, table
from terminal.files.sentences_and_pairs import IN


@click.command(cls=Command, short_help="Test whether the agreement of two tables differs.")
@click.argument("first", metavar="TABLE_A", type=IN)
@click.argument("second", metavar="TABLE_B", type=IN)
@click.option("--level", required=True, help="nominal, ordinal, interval or ratio.")
@click.option("--measure", "measures", multiple=True, help="A measure, may be repeated.")
@click.option("--weights", help="Agreement weights, of the measures that take them.")
@click.option(
    "--cluster", metavar="COLUMN", multiple=True, help="Column of the documents, twice for both sides."
)
@click.option("--unit", metavar="COLUMN", help="Column of the unit (default: the first one).")
@click.option("--annotator", metavar="COLUMN", help="Column of the annotator (long tables).")
@click.option("--value", metavar="COLUMN", help="Column of the rating (long tables).")
@click.option("--paired", is_flag=True, help="The units are the same: compare those that both tables rate.")
def difference(first: Path, second: Path, measures: tuple[str, ...], paired: bool, **options: Any) -> Answer:
    """Say how the agreement of TABLE_B differs from that of TABLE_A, with interval and p.

    `detectable` is the true difference that tables of these sizes find in four of five cases.
    """
    from workbench.agreement.tables import TableOptions, difference_of_tables

    found = difference_of_tables(first, second, TableOptions(measures=measures, **options), paired=paired)
    lines = table(
        ("measure", "A", "B", "B - A", "95 %", "p", "detectable", "reason"),
        [
            (
                one.measure,
                _digits(one.first),
                _digits(one.second),
                _digits(one.difference),
                measured(one, digits=3).interval_text if one.interval else None,
                _digits(one.p),
                _digits(one.detectable),
                one.reason,
            )
            for one in found
        ],
    )
    return Answer({"differences": [one.to_json() for one in found]}, lines)


def _digits(number: float | None) -> str | None:
    return None if number is None else f"{number:.3f}"
