"""Mentions to link: `aloi mentions`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from aloi.base.records import to_json
from aloi.terminal.base import SHEET, Answer, Group, now, shown, stated, with_store
from aloi.terminal.options import request_options
from aloi.workbench.requests.imports import MentionsRequest, SourceAnswersRequest

if TYPE_CHECKING:
    from aloi.workbench.store.opening import Store


@click.group("mentions", cls=Group)
def mentions() -> None:
    """Make items of the mentions of a corpus, whose concepts are asked for."""


@mentions.command("import")
@request_options(MentionsRequest)
@SHEET
@with_store
def import_(store: Store, request: MentionsRequest) -> Answer:
    """Import the texts of PATH as a corpus, with an item for each mention that matches its offsets."""
    from aloi.workbench.imports.layouts.mentions import JOINED, UNPLACED
    from aloi.workbench.imports.single_kinds import import_mentions

    done = import_mentions(store, request, now())
    document = {
        "id": done.corpus.id, "name": done.corpus.name, "documents": done.documents, "items": done.items,
        "joined": done.counted(JOINED), "left_out": done.counted(*UNPLACED), "new": done.new_corpus,
        "read": done.counts, "notes": [to_json(note) for note in done.notes],
    }  # fmt: skip
    lines = shown(document, "name", "documents", "items", "joined", "left_out", "new")
    lines += [
        f"note: {note.description}: {note.count}{f' (first: {note.first})' if note.first else ''}"
        for note in done.notes
    ]
    return Answer(document, lines)


@mentions.command("answers")
@request_options(SourceAnswersRequest)
@with_store
def answers(store: Store, request: SourceAnswersRequest) -> Answer:
    """Keep the concepts that the source of CAMPAIGN's mentions gives, as answers in a closed round."""
    from aloi.workbench.imports.jobs import keep_source_answers

    done: Any = keep_source_answers(store, request, now())
    (number,) = (round_.number for round_ in done.rounds.values())
    return stated(
        {
            "campaign": done.campaign.name,
            "round": number,
            "new": done.new,
            "known": done.already_stored,
            **done.counts,
        }
    )
