"""Import questions with options; the correct ones, where the file says them, are answers of a round."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from aloi.errors import AloiError
from annotation.model import Campaign, Round
from annotation.rows import MultipleChoice
from corpora.model import Origin, Question
from corpora.readers import ReadText
from gold.formats.questions.mcqa_jsonl import letter, read_questions
from storage.store import Store
from workbench.imports.answers import Cell, check_cells, keep_cells
from workbench.rounds.campaigns import create_campaign
from workbench.texts.corpora import WHOLE_TEXTS, About, Imported, add_corpus, make_corpus, whole_sentence

_TASK = "multiple_choice"
REFERENCE = "reference"


@dataclass(frozen=True, slots=True)
class ImportedAnswers:
    """What the answers of a file brought: `unanswered` counts the questions it has no answer to."""

    questions: Imported
    campaign: Campaign
    round: Round
    new: int
    known: int
    unanswered: int


def holds_questions(path: Path) -> bool:
    """Return whether a file of JSON can be read as questions with options."""
    try:
        return bool(read_questions(path))
    except AloiError:
        return False


def import_questions(store: Store, path: Path, about: About, now: datetime) -> Imported:
    """Return the corpus made of questions, one document each, with one Question item each.

    The shapes a file may have are those of `gold.formats.questions.mcqa_jsonl.read_questions`. Importing
    twice changes nothing.

    Raises
    ------
    AloiError
        A file or question that cannot be read, an id twice.
    """
    rows = read_questions(path)
    corpus, documents = make_corpus(_texts(rows, path), about)
    sentences = [whole_sentence(one) for one in documents]
    questions = [
        Question.of(corpus.id, sentence, row.options) for row, sentence in zip(rows, sentences, strict=True)
    ]
    new = add_corpus(store, corpus, documents)
    store.texts.save_sentences(corpus.id, sentences, WHOLE_TEXTS)
    store.texts.add_items(
        [
            (one, Origin(one.id, "import", {"file": path.name}, None, None, None, None, now))
            for one in questions
        ]
    )
    return Imported(corpus, len(documents), len(questions), new)


def import_answers(
    store: Store, path: Path, about: About, campaign: str, now: datetime, *, annotator: str = REFERENCE
) -> ImportedAnswers:
    """Return what came of the correct options of a file: answers of `annotator` in round 1 of a campaign.

    The questions are imported first; a campaign of that name is made where there is none. The same file
    into the same campaign again changes nothing.

    Raises
    ------
    AloiError
        As `import_questions`; a file that says no correct option; a campaign on other texts or of another
        task.
    """
    rows = read_questions(path)
    answered = [row for row in rows if row.correct]
    if not answered:
        raise AloiError(
            f"{path.name} says of none of its {len(rows)} questions which option is correct.",
            "A column correct, or correct_answers, was expected.",
            "Import the questions alone, without a campaign, and have them answered.",
        )
    found = next((one for one in store.campaigns.list() if campaign in (one.id, one.name)), None)
    corpus, documents = make_corpus(_texts(rows, path), about)
    if found is not None and (found.schema.task_type, found.corpus_id) != (_TASK, corpus.id):
        raise AloiError(
            f"The campaign {found.name!r} is there already, with other texts or another task.",
            "A new campaign, or the one made of this file, was expected.",
            "Name another campaign.",
        )
    questions = import_questions(store, path, about, now)
    made = found or create_campaign(store, campaign.strip(), corpus.id, task_type=_TASK)
    cells = [
        Cell(
            where=f"{path.name}, {row.id}",
            item=Question.of(corpus.id, whole_sentence(document), row.options),
            annotator=annotator,
            occasion=1,
            value={"correct": [letter(place) for place in row.correct]},
            comment="",
            seconds=None,
            submitted_at=now,
        )
        for row, document in zip(rows, documents, strict=True)
        if row.correct
    ]
    kept = keep_cells(store, made, 1, check_cells(store, made, 1, cells), now, add_annotators=True)
    return ImportedAnswers(questions, made, kept.round, kept.new, kept.known, len(rows) - len(answered))


def _texts(rows: Sequence[MultipleChoice], path: Path) -> list[ReadText]:
    """Return the questions as documents, called by their ids."""
    return [ReadText(row.id, row.question, {}, f"{path.name}, {row.id}") for row in rows]
