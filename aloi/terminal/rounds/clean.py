"""The cleaning of substitutes as they were typed: `aloi clean`."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from aloi.base.errors import AloiError
from aloi.terminal.base import (
    OF_CAMPAIGN,
    RAW,
    Answer,
    Group,
    data_folder,
    facts,
    listed,
    now,
    stated,
    table,
    with_store,
)
from aloi.terminal.files.sentences_and_pairs import IN, OUT

_HEAD = ("lemma", "pos", "answer", "given", "why", "counts_as", "result", "alternatives")

BY = click.option("--by", required=True, metavar="NAME", help="Who decides: a name or pseudonym.")


@click.group(cls=Group)
def clean() -> None:
    """Clean the substitutes that annotators typed: correct, reduce, keep or exclude each."""


@clean.command("propose")
@OF_CAMPAIGN
@click.option("--lexicon", type=IN, help="Table form, lemma, pos; it is kept for the campaign.")
@click.option("--accept", is_flag=True, help="Accept what needs no look: known words with one fitting lemma.")
@click.option("--by", metavar="NAME", help="Who accepts: a name or pseudonym.")
@with_store
def propose(store: Any, campaign: str, lexicon: Path | None, accept: bool, by: str | None) -> Answer:
    """Tell what is proposed for each answer that waits; `--accept --by NAME` takes the automatic ones."""
    from aloi.workbench.rounds import cleaning

    found = store.campaigns.get(campaign)
    if lexicon is not None:
        cleaning.keep_lexicon(data_folder(), found, lexicon)
    kept = cleaning.kept_lexicon(data_folder(), found)
    accepted = 0
    if accept:
        if not by:
            raise AloiError("terminal.accept-came-without-by")
        accepted = cleaning.accept_automatic(store, campaign, lexicon=kept, by=by, now=now())
    rows = [_row(one) for one in cleaning.queue(store, campaign, kept).answers if one.open]
    document = {"accepted": accepted, "proposals": rows}
    return Answer(
        document,
        [*facts(accepted=accepted, waiting=len(rows)), *table(_HEAD, [[*one.values()] for one in rows])],
    )


@clean.command("list")
@OF_CAMPAIGN
@click.option("--out", type=OUT, help="Write the answers as a table that `aloi clean import` reads.")
@RAW
@with_store
def list_(store: Any, campaign: str, out: Path | None) -> Answer:
    """List each answer with its item and what was decided, or else what is proposed."""
    from aloi.workbench.rounds import cleaning

    kept = cleaning.kept_lexicon(data_folder(), store.campaigns.get(campaign))
    rows = cleaning.rows(cleaning.queue(store, campaign, kept))
    if out is not None:
        cleaning.write_rows(rows, out)
    document = {"answers": rows, "out": None if out is None else str(out)}
    return Answer(document, listed(rows, *cleaning.LIST_COLUMNS))


@clean.command("decide")
@OF_CAMPAIGN
@click.option("--lemma", required=True, help="Lemma of the target.")
@click.option("--pos", help="Part of speech of the target, where the lemma has several.")
@click.option("--answer", required=True, help="The answer as it was typed.")
@click.option("--item", metavar="ID", help="Only for this item (default: all items of the lemma).")
@click.option("--result", help="What gold holds for it; the answer itself keeps it.")
@click.option("--exclude", is_flag=True, help="The answer does not count.")
@click.option("--why", default="", help="The reason.")
@BY
@with_store
def decide(
    store: Any, campaign: str, lemma: str, pos: str | None, answer: str, result: str | None, exclude: bool,
    **given: Any,
) -> Answer:  # fmt: skip
    """Decide one answer to a target, again where it was decided; nothing decided before is lost."""
    from aloi.workbench.rounds import cleaning

    if exclude == (result is not None):
        raise AloiError("terminal.result-exclude-came-together", has_exclude=bool(exclude))
    kept = cleaning.kept_lexicon(data_folder(), store.campaigns.get(campaign))
    one = cleaning.find_typed(cleaning.queue(store, campaign, kept), lemma, answer, pos)
    made = cleaning.decide(store, campaign, one, result, now=now(), **given)
    return stated({"items": len(made), "counts_as": made[0].category, "result": made[0].result})


@clean.command("undo")
@OF_CAMPAIGN
@BY
@with_store
def undo(store: Any, campaign: str, by: str) -> Answer:
    """Take back what somebody decided last; what was stored at once goes back at once."""
    from aloi.workbench.rounds import cleaning

    taken = cleaning.undo(store, campaign, by=by, now=now())
    return stated({"taken_back": len(taken), "answers": sorted({one.answer for one in taken})})


@clean.command("import")
@click.argument("decisions", type=IN)
@OF_CAMPAIGN
@BY
@with_store
def import_(store: Any, decisions: Path, campaign: str, by: str) -> Answer:
    """Import DECISIONS: `item_id, answer, result, why`, an empty result excludes; all of it or nothing."""
    from aloi.workbench.rounds import cleaning

    kept = cleaning.kept_lexicon(data_folder(), store.campaigns.get(campaign))
    count = cleaning.import_decisions(store, decisions, campaign, lexicon=kept, by=by, now=now())
    return stated({"decided": count, "to_decide": cleaning.queue(store, campaign, kept).table["to_decide"]})


@clean.command("table")
@OF_CAMPAIGN
@with_store
def table_(store: Any, campaign: str) -> Answer:
    """Count the answers by what became of them: seven rows whose sum is the number collected."""
    from aloi.workbench.rounds import cleaning

    counts = dict(cleaning.queue(store, campaign).table)
    document = {"answers": counts, "collected": sum(counts.values())}
    rows = [*counts.items(), ("collected", document["collected"])]
    return Answer(document, table(("what became of it", "answers"), rows))


def _row(one: Any) -> dict[str, object]:
    """Return an answer with what is proposed for it, in the order of _HEAD."""
    proposal = one.proposal
    given = sum(place.count for place in one.open)
    values = (
        one.lemma, one.pos, one.answer, given, proposal.reason, proposal.category.value, proposal.result,
        [*proposal.alternatives],
    )  # fmt: skip
    return dict(zip(_HEAD, values, strict=True))
