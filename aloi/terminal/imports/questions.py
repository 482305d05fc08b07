"""Questions with options: `aloi questions`."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from aloi.terminal.base import SHEET, Answer, Group, now, stated, with_store
from aloi.terminal.options import request_options
from aloi.workbench.requests.imports import QuestionsRequest

if TYPE_CHECKING:
    from aloi.workbench.store.opening import Store


@click.group("questions", cls=Group)
def questions() -> None:
    """Bring questions with options, to have them answered or to train on them."""


@questions.command("import")
@request_options(QuestionsRequest)
@SHEET
@with_store
def import_(store: Store, request: QuestionsRequest) -> Answer:
    """Bring a file of JSON lines (or one JSON list): question, options, and perhaps id and correct.

    The columns of FrenchMedMCQA are read too: answer_a, answer_b ... and correct_answers.
    """
    from aloi.workbench.imports.single_kinds import import_questions

    done = import_questions(store, request, now())
    document = {"corpus": done.corpus.name, "corpus_id": done.corpus.id, "items": done.items}
    if done.campaign is not None:
        number = next((round_.number for round_ in done.rounds.values()), None)
        document |= {
            "campaign": done.campaign.name, "round": number, "answers_new": done.new,
            "answers_known": done.already_stored, "unanswered": done.items - done.answers,
        }  # fmt: skip
    return stated(document)
