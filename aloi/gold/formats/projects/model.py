"""A project of another tool as it was read, whatever the tool: what was asked, of which texts, who answered.

Nothing here is checked against a task: a project says what its file says, and `notes` counts what of it was
not taken.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from pathlib import Path

from aloi.annotation.rows import LabelledSpan
from aloi.gold.formats.source_files import Note

# What one answer to a question is: labels, a number, spans, or places of options from 0.
Value = tuple[str, ...] | float | tuple[LabelledSpan, ...] | tuple[int, ...]


class QuestionForm(StrEnum):
    """What a question asks for: labels of a list, a number, spans, or the right ones of an item's options."""

    LABELS = "labels"
    RATING = "rating"
    SPANS = "spans"
    OPTIONS = "options"


class AnswerStatus(StrEnum):
    """What became of an item: an answer, a skip or rejection, or what a model said of it."""

    ANSWER = "answer"
    SKIP = "skip"
    PREDICTION = "prediction"


@dataclass(frozen=True, slots=True)
class ProjectQuestion:
    """A question of a project.

    Parameters
    ----------
    labels : mapping
        Name and title of each label that the project lists; those that answers hold may be more.
    parents : mapping
        The label above each label that has one, of labels with levels.
    low, high : float or None
        The ends of a rating; None where the project does not say.
    several : bool or None
        Whether an answer may hold several labels; None where the project does not say.
    """

    name: str
    form: QuestionForm
    title: str = ""
    labels: Mapping[str, str] = field(default_factory=dict)
    parents: Mapping[str, str] = field(default_factory=dict)
    low: float | None = None
    high: float | None = None
    several: bool | None = None


@dataclass(frozen=True, slots=True)
class ProjectDocument:
    """What was put before people: one text or two, under the project's own id; options of a choice."""

    id: str
    texts: tuple[str, ...]
    where: str
    metadata: Mapping[str, str] = field(default_factory=dict)
    options: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ProjectAnswer:
    """What one person, or a model, said of a document.

    Parameters
    ----------
    annotator : str
        As the project names them; empty where it names nobody. Of a prediction, the model.
    values : mapping
        The answer to each question that was answered, by its name; none for a skip.
    comment : str
        The person's note; of a skip, its reason.
    seconds : float or None
        How long it took.
    questions : tuple of str
        Of a skip, the questions that were skipped; empty for all of the document's.
    created_at : datetime or None
        When it was given. Of several answers of one person to one document, the last one counts and the
        earlier ones are its revisions; without times, the order of the project says which is last.
    """

    document: str
    where: str
    annotator: str = ""
    outcome: AnswerStatus = AnswerStatus.ANSWER
    values: Mapping[str, Value] = field(default_factory=dict)
    comment: str = ""
    flag: bool = False
    seconds: float | None = None
    created_at: datetime | None = None
    questions: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Project:
    """A whole project: its questions, documents and answers, in the order of the file."""

    questions: tuple[ProjectQuestion, ...]
    documents: tuple[ProjectDocument, ...]
    answers: tuple[ProjectAnswer, ...]
    guideline: str = ""
    notes: tuple[Note, ...] = ()


@dataclass(frozen=True, slots=True)
class ProjectOptions:
    """What a person says of a project where its files do not.

    Parameters
    ----------
    annotator : str
        Who answered, where nobody is named.
    texts : Path or None
        Where the texts stand, of a tool that keeps them apart from answers.
    fields : tuple of str
        Which fields of a record are its text, or its two texts, where it has more.
    question : str
        Which question is to come in, where somebody names one.
    offsets : str
        In what the offsets of spans are counted, an `OffsetUnit`; empty to decide by the spans themselves.
    """

    annotator: str = ""
    texts: Path | None = None
    fields: Sequence[str] = ()
    question: str = ""
    offsets: str = ""


class Tool(ABC):
    """The exports of one tool; its docstring says where their layout is told."""

    name: str
    title: str

    @abstractmethod
    def accepts(self, path: Path) -> bool:
        """Return whether a file or folder is an export of the tool, by what it holds."""

    @abstractmethod
    def read(self, path: Path, options: ProjectOptions) -> Project:
        """Return the project, or raise AloiError for what cannot be read or could be meant in two ways."""
