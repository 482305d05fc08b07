"""Questions with options: `aloi questions`."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from terminal.base import Answer, Group, facts, now, with_store
from terminal.files.sentences_and_pairs import IN


@click.group("questions", cls=Group)
def questions() -> None:
    """Bring questions with options, to have them answered or to train on them."""


@questions.command("import")
@click.argument("file", type=IN)
@click.option("--name", required=True, help="Name of the corpus the questions make.")
@click.option("--language", default="fr", show_default=True, help="Language of the questions (ISO 639-1).")
@click.option("--licence", required=True, help="Licence of the questions.")
@click.option("--source", default="", help="Where the questions come from.")
@click.option("--restricted", is_flag=True, help="An agreement forbids giving the texts on.")
@click.option("--campaign", help="Take the correct options of the file as answers of this campaign.")
@click.option(
    "--annotator", default="reference", show_default=True, help="Whose answers those of the file are."
)
@with_store
def import_(
    store: Any, file: Path, name: str, language: str, licence: str, source: str, campaign: str | None,
    annotator: str, *, restricted: bool,
) -> Answer:  # fmt: skip
    """Bring a file of JSON lines (or one JSON list): question, options, and perhaps id and correct.

    The columns of FrenchMedMCQA are read too: answer_a, answer_b ... and correct_answers.
    """
    from workbench.imports.questions import import_answers, import_questions
    from workbench.texts.corpora import About

    about = About(name, language, licence, source, restricted)
    document: dict[str, Any] = {}
    if campaign is None:
        done = import_questions(store, file, about, now())
    else:
        kept = import_answers(store, file, about, campaign, now(), annotator=annotator)
        done = kept.questions
        document = {
            "campaign": kept.campaign.name, "round": kept.round.number, "answers_new": kept.new,
            "answers_known": kept.known, "unanswered": kept.unanswered,
        }  # fmt: skip
    document = {"corpus": done.corpus.name, "corpus_id": done.corpus.id, "items": done.items, **document}
    return Answer(document, facts(**document))
