"""Two rounds set against each other: `aloi round difference`."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from aloi.terminal.base import Answer, Command, with_store_of_deciders
from aloi.terminal.files.difference import difference_answer
from aloi.terminal.options import request_options
from aloi.workbench.requests.rounds import RoundDifferenceRequest

if TYPE_CHECKING:
    from aloi.workbench.store.opening import Store


@click.command("difference", cls=Command)
@request_options(RoundDifferenceRequest)
@with_store_of_deciders
def difference_(store: Store, request: RoundDifferenceRequest) -> Answer:
    """Test whether two rounds, or two groups of annotators, agree equally well: the other minus the first."""
    from aloi.workbench.agreement.comparison import ComparedRound, difference_of_rounds

    other = request.round if request.other is None else request.other
    first, second = ComparedRound(request.round, request.annotators), ComparedRound(other, request.against)
    result = difference_of_rounds(
        store, request.campaign, first, second, scale=request.scale, measures=request.measure
    )
    return difference_answer(result.differences, request.detect)
