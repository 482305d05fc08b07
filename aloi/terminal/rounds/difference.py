"""Two rounds set against each other: `aloi round difference`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from aloi.terminal.base import Answer, Command, split_list, with_store_of_deciders
from aloi.terminal.files.difference import DETECT, difference_answer
from aloi.terminal.rounds.rounds import of_round

if TYPE_CHECKING:
    from aloi.workbench.store.opening import Store


@click.command("difference", cls=Command)
@of_round
@click.option("--other", type=int, help="The round set against it (default: the same, for two groups).")
@click.option("--annotators", metavar="A1,A2", help="Only these, of the first round.")
@click.option("--against", metavar="A3,A4", help="Only these, of the other round.")
@click.option("--scale", help="Name of the scale (default: the main one).")
@click.option("--measure", "measures", multiple=True, help="A measure, may be repeated.")
@DETECT
@with_store_of_deciders
def difference_(
    store: Store, campaign: str, number: int, other: int | None, annotators: str | None, against: str | None,
    detect: float | None, **options: Any,
) -> Answer:  # fmt: skip
    """Test whether two rounds, or two groups of annotators, agree equally well: the other minus the first."""
    from aloi.workbench.agreement.comparison import ComparedRound, difference_of_rounds

    first = ComparedRound(number, tuple(split_list(annotators)))
    second = ComparedRound(number if other is None else other, tuple(split_list(against)))
    differences = difference_of_rounds(store, campaign, first, second, **options)
    return difference_answer(differences.differences, detect)
