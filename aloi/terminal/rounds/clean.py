"""The cleaning of substitutes as they were typed: `aloi clean`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from aloi.base.errors import AloiError
from aloi.base.terms import Term
from aloi.terminal.base import (
    RAW,
    Answer,
    Group,
    data_folder,
    facts,
    listed,
    now,
    stated,
    table,
    with_store_of_deciders,
)
from aloi.terminal.options import output_option, request_options
from aloi.workbench.requests.campaigns import (
    CleanRequest,
    ImportCleaningRequest,
    ProposeRequest,
    UndoCleaningRequest,
)
from aloi.workbench.requests.queries import CleaningTableRequest, ListCleaningRequest

if TYPE_CHECKING:
    from aloi.workbench.rounds.cleaning import Typed
    from aloi.workbench.store.opening import Store

_HEAD = ("lemma", "pos", "answer", "given", "why", "counts_as", "result", "alternatives")


@click.group(cls=Group)
def clean() -> None:
    """Clean the substitutes that annotators typed: correct, reduce, keep or exclude each."""


@clean.command("propose")
@request_options(ProposeRequest)
@with_store_of_deciders
def propose(store: Store, request: ProposeRequest) -> Answer:
    """Show the proposal for each open answer; `--accept --by NAME` accepts the automatic ones."""
    from aloi.workbench.rounds import cleaning

    campaign = request.campaign
    campaign_ = store.campaigns.get(campaign)
    if request.lexicon is not None:
        cleaning.keep_lexicon(data_folder(), campaign_, request.lexicon)
    stored_lexicon = cleaning.kept_lexicon(data_folder(), campaign_)
    accepted = 0
    if request.accept:
        if not request.by:
            raise AloiError(
                "aloi.missing",
                name="--accept",
                missing="--by",
                expected=Term("name-of-the-person"),
                todo=Term("add-by-name"),
            )
        accepted = cleaning.accept_automatic(store, request, lexicon=stored_lexicon, now=now())
    rows = [_row(one) for one in cleaning.queue(store, campaign, stored_lexicon).answers if one.open]
    document = {"accepted": accepted, "proposals": rows}
    return Answer(
        document,
        [*facts(accepted=accepted, waiting=len(rows)), *table(_HEAD, [[*one.values()] for one in rows])],
    )


@clean.command("list")
@request_options(ListCleaningRequest)
@output_option("Write the answers as a table that `aloi clean import` reads.", "--out")
@RAW
@with_store_of_deciders
def list_(store: Store, request: ListCleaningRequest, out: Path | None) -> Answer:
    """List each answer with its item and its decision or proposal."""
    from aloi.workbench.rounds import cleaning

    lexicon = cleaning.kept_lexicon(data_folder(), store.campaigns.get(request.campaign))
    rows = cleaning.rows(cleaning.queue(store, request.campaign, lexicon))
    if out is not None:
        cleaning.write_rows(rows, out)
    document = {"answers": rows, "out": None if out is None else str(out)}
    return Answer(document, listed(rows, *cleaning.LIST_COLUMNS))


@clean.command("decide")
@request_options(CleanRequest)
@with_store_of_deciders
def decide(store: Store, request: CleanRequest) -> Answer:
    """Decide on one answer to a target; earlier decisions stay in the log."""
    from aloi.workbench.rounds import cleaning

    lexicon = cleaning.kept_lexicon(data_folder(), store.campaigns.get(request.campaign))
    decisions = cleaning.clean(store, request, lexicon=lexicon, now=now())
    return stated(
        {"items": len(decisions), "counts_as": decisions[0].category, "result": decisions[0].result}
    )


@clean.command("undo")
@request_options(UndoCleaningRequest)
@with_store_of_deciders
def undo(store: Store, request: UndoCleaningRequest) -> Answer:
    """Revert the last decision of a person; decisions stored together are reverted together."""
    from aloi.workbench.rounds import cleaning

    undone = cleaning.undo(store, request, now=now())
    return stated({"taken_back": len(undone), "answers": sorted({one.answer for one in undone})})


@clean.command("import")
@request_options(ImportCleaningRequest)
@with_store_of_deciders
def import_(store: Store, request: ImportCleaningRequest) -> Answer:
    """Import DECISIONS: `item_id, answer, result, why`, an empty result excludes; all of it or nothing."""
    from aloi.workbench.rounds import cleaning

    campaign = request.campaign
    lexicon = cleaning.kept_lexicon(data_folder(), store.campaigns.get(campaign))
    count = cleaning.import_decisions(store, request, lexicon=lexicon, now=now())
    return stated(
        {"decided": count, "to_decide": cleaning.queue(store, campaign, lexicon).table["to_decide"]}
    )


@clean.command("table")
@request_options(CleaningTableRequest)
@with_store_of_deciders
def table_(store: Store, request: CleaningTableRequest) -> Answer:
    """Count the answers by outcome: seven rows that sum to the number collected."""
    from aloi.workbench.rounds import cleaning

    counts = dict(cleaning.queue(store, request.campaign).table)
    document = {"answers": counts, "collected": sum(counts.values())}
    rows = [*counts.items(), ("collected", document["collected"])]
    return Answer(document, table(("outcome", "answers"), rows))


def _row(typed: Typed) -> dict[str, object]:
    """Return an answer with what is proposed for it, in the order of _HEAD."""
    proposal = typed.proposal
    count = sum(place.count for place in typed.open)
    values = (
        typed.lemma, typed.pos, typed.answer, count, proposal.reason, proposal.category.value,
        proposal.result, [*proposal.alternatives],
    )  # fmt: skip
    return dict(zip(_HEAD, values, strict=True))
