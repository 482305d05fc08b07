"""Candidates of a linking campaign, and what their order does: `aloi linking candidates` and `bias`."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from aloi.base.records import to_json
from aloi.terminal.base import Answer, Command, now, show_progress, shown, stated, table, with_store
from aloi.terminal.options import request_options
from aloi.workbench.requests.campaigns import BiasRequest, CandidatesRequest

if TYPE_CHECKING:
    from aloi.workbench.store.opening import Store


@click.command("candidates", cls=Command)
@request_options(CandidatesRequest)
@with_store
def candidates(store: Store, request: CandidatesRequest) -> Answer:
    """Compute candidate concepts for the mentions of CAMPAIGN; they replace earlier ones."""
    from aloi.workbench.candidates.concepts import make_candidates

    return stated(to_json(make_candidates(store, request, now(), progress=show_progress())))


@click.command("bias", cls=Command)
@request_options(BiasRequest)
@with_store
def bias(store: Store, request: BiasRequest) -> Answer:
    """Count how often the answers of a round are at each position and rank of the candidates."""
    from aloi.workbench.agreement.position_bias import position_bias

    bias_ = position_bias(store, request.campaign, request.round)
    document = to_json(bias_)
    lines = shown(document, "answers", "concepts", "searched", "none", "unseen")
    lines += table(
        ("place", "chosen there", "share", "chosen of this rank", "share of rank"),
        [(one.position, one.at_place, one.place_share, one.at_rank, one.rank_share) for one in bias_.places],
    )
    lines += table(
        ("order of two annotators", "pairs of answers", "alike"),
        [("the same" if one.same_order else "another", one.pairs, one.agreement) for one in bias_.orders],
    )
    return Answer(document, lines)
