"""Substitutes to judge: `aloi judging`."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from aloi.errors import AloiError
from terminal.base import Answer, Group, facts, now, table, with_store
from terminal.files.sentences_and_pairs import IN


@click.group("judging", cls=Group)
def judging() -> None:
    """Have substitutes judged: bring judgements from elsewhere, or make candidates of words you have."""


@judging.command("import")
@click.argument("judgements", type=IN)
@click.option("--campaign", required=True, help="Name of the campaign to make.")
@click.option("--language", default="en", show_default=True, help="Language of the texts (ISO 639-1).")
@click.option("--licence", default="CC BY 3.0 US", show_default=True, help="Licence of the texts.")
@click.option("--source", default="Swords", show_default=True, help="Where the texts come from.")
@click.option(
    "--prefix", default="swords", show_default=True, help="Annotators are called PREFIX-1, PREFIX-2 ..."
)
@with_store
def import_(
    store: Any, judgements: Path, campaign: str, language: str, licence: str, source: str, prefix: str
) -> Answer:
    """Bring a file of Swords: a corpus, a campaign of the task judging, and one closed round of labels."""
    from workbench.imports.judgements import import_judgements
    from workbench.texts.corpora import About

    about = About(campaign, language, licence, source)
    done = import_judgements(store, judgements, campaign, about, now(), prefix=prefix)
    document = {
        "campaign": done.campaign.name,
        "round": done.round.number,
        "targets": done.targets,
        "candidates": done.candidates,
        "new": done.new,
        "known": done.known,
        "labels": done.labels,
        "by_count": done.by_count,
        "note": done.note,
    }
    told = facts(**{name: document[name] for name in ("campaign", "round", "targets", "candidates", "new")})
    lines = [*told, *table(("label", "answers"), sorted(done.labels.items()))]
    lines += table(("labels a candidate", "candidates"), list(done.by_count.items()))
    return Answer(document, [*lines, "", done.note])


@judging.command("candidates")
@click.argument("substitutes", type=IN, required=False)
@click.option("--corpus", help="Corpus whose targets the substitutes of the table stand for.")
@click.option("--gold", metavar="CAMPAIGN", help="Take the substitutes of this campaign's last gold.")
@click.option("--top", type=click.IntRange(min=1), help="First substitutes kept of each word of the table.")
@with_store
def candidates(
    store: Any, substitutes: Path | None, corpus: str | None, gold: str | None, top: int | None
) -> Answer:
    """Store candidates: of a table with target and substitute (or neighbour), or of a gold.

    Open a round of a campaign of the task judging on the same corpus to have them judged.
    """
    from workbench.candidates.substitutes import candidates_of_gold, candidates_of_table

    if gold is not None and substitutes is None and corpus is None:
        made = candidates_of_gold(store, gold, now())
    elif gold is None and substitutes is not None and corpus is not None:
        made = candidates_of_table(store, corpus, substitutes, now(), top=top)
    else:
        raise AloiError(
            "The substitutes come neither from a table nor from a gold alone.",
            "A table with --corpus, or --gold alone, was expected.",
            "Give one of the two.",
        )
    document = {
        "corpus": made.corpus.name,
        "candidates": made.candidates,
        "new": made.new,
        "without_target": made.without_target,
    }
    return Answer(document, facts(**document))
