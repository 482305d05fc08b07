"""Questions with options: `aloi questions`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from aloi.terminal.base import IN, SHEET, Answer, Group, stated, with_store
from aloi.terminal.imports.projects import about, about_texts, arrived

if TYPE_CHECKING:
    from aloi.workbench.store.opening import Store


@click.group("questions", cls=Group)
def questions() -> None:
    """Bring questions with options, to have them answered or to train on them."""


@questions.command("import")
@click.argument("file", type=IN)
@click.option("--name", required=True, help="Name of the new corpus.")
@about_texts(required=True, language="fr")
@click.option("--campaign", help="Import the correct options of the file as answers of this campaign.")
@click.option(
    "--annotator", default="reference", show_default=True, help="Annotator of the answers in the file."
)
@SHEET
@with_store
def import_(
    store: Store, file: Path, name: str, campaign: str | None, annotator: str, **options: Any
) -> Answer:
    """Bring a file of JSON lines (or one JSON list): question, options, and perhaps id and correct.

    The columns of FrenchMedMCQA are read too: answer_a, answer_b ... and correct_answers.
    """
    about_ = about(name, options)
    done = arrived(store, [file], campaign, about_, "mcqa_jsonl", annotator=annotator)
    document = {"corpus": done.corpus.name, "corpus_id": done.corpus.id, "items": done.items}
    if done.campaign is not None:
        number = next((one.number for one in done.rounds.values()), None)
        document |= {
            "campaign": done.campaign.name, "round": number, "answers_new": done.new,
            "answers_known": done.already_stored, "unanswered": done.items - done.answers,
        }  # fmt: skip
    return stated(document)
