"""Mentions to link: `aloi mentions`."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from aloi.records import to_json
from terminal.base import Answer, Group, facts, now, with_store


@click.group("mentions", cls=Group)
def mentions() -> None:
    """Make items of the mentions of a corpus, whose concepts are asked for."""


@mentions.command("import")
@click.argument("path", type=click.Path(path_type=Path))
@click.option("--name", required=True, help="Name of the corpus.")
@click.option("--language", required=True, help="ISO 639-1 code, such as fr.")
@click.option("--licence", required=True, help="Licence of the texts, printed in every release.")
@click.option("--source", default="", help="Where the texts come from.")
@click.option("--restricted", is_flag=True, help="A data-use agreement forbids giving the texts on.")
@click.option(
    "--reader", help="The form of the mentions: codiesp, mantra, e3c, brat, concept, bigbio, pubtator, table."
)
@click.option("--group", help="Only the mentions of this type or semantic group, such as DISO.")
@click.option(
    "--texts", type=click.Path(path_type=Path), help="Where the texts stand, if not in the file or beside it."
)
@click.option(
    "--around", default=1, show_default=True, help="Sentences shown before and after, in a long text."
)
@with_store
def import_(
    store: Any,
    path: Path,
    reader: str | None,
    group: str | None,
    texts: Path | None,
    around: int,
    **about: Any,
) -> Answer:
    """Import the texts of PATH as a corpus, with an item for each mention that stands at its place."""
    from workbench.imports.mentions import import_mentions
    from workbench.texts.corpora import About

    done = import_mentions(
        store, path, About(**about), now(), reader=reader, group=group, texts=texts, around=max(0, around)
    )
    document = {
        "id": done.corpus.id,
        "name": done.corpus.name,
        "documents": done.documents,
        "items": done.items,
        "joined": done.joined,
        "left_out": done.left_out,
        "new": done.new,
        "read": done.read,
        "notes": [to_json(one) for one in done.notes],
    }
    shown = ("name", "documents", "items", "joined", "left_out", "new")
    lines = facts(**{name: document[name] for name in shown})
    lines += [
        f"note: {one.what}: {one.count}{f' (first: {one.first})' if one.first else ''}" for one in done.notes
    ]
    return Answer(document, lines)


@mentions.command("answers")
@click.argument("campaign", metavar="CAMPAIGN")
@click.option("--annotator", default="reference", show_default=True, help="Who they are the answers of.")
@with_store
def answers(store: Any, campaign: str, annotator: str) -> Answer:
    """Keep the concepts that the source of CAMPAIGN's mentions gives, as answers in a closed round."""
    from workbench.imports.mention_answers import keep_source_answers

    done = keep_source_answers(store, campaign, now(), annotator=annotator)
    document = {
        "campaign": done.campaign.name,
        "round": done.round.number,
        "new": done.new,
        "known": done.known,
        "linked": done.linked,
        "none": done.none,
        "silent": done.silent,
        "several": done.several,
    }
    return Answer(document, facts(**document))
