"""A project of any annotation tool after reading: the questions, the texts, the annotators, the answers.

Nothing is checked against a task here: a project contains what its file contains, and `notes` counts what
was not read.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from pathlib import Path

from aloi.annotation.rows import LabelledRelation, LabelledSpan
from aloi.gold.formats.source_files import Note
from aloi.gold.formats.span_schema import SpanSchema

# An answer to one question: labels, a number, spans, or indices of options from 0.
Value = tuple[str, ...] | float | tuple[LabelledSpan, ...] | tuple[int, ...]


class QuestionForm(StrEnum):
    """The form of a question's answer: labels from a list, a number, spans, or correct options."""

    LABELS = "labels"
    RATING = "rating"
    SPANS = "spans"
    OPTIONS = "options"


class AnswerStatus(StrEnum):
    """The status of an item: an answer, a skip or rejection, or a prediction of a model."""

    ANSWER = "answer"
    SKIP = "skip"
    PREDICTION = "prediction"


@dataclass(frozen=True, slots=True)
class ProjectQuestion:
    """A question of a project.

    Parameters
    ----------
    labels : mapping
        Name and title of each label that the project lists; answers may have others.
    parents : mapping
        The label above each label that has one, of labels with levels.
    low, high : float or None
        The ends of a rating; None if unknown.
    several : bool or None
        Whether an answer may contain several labels; None if unknown.
    schema : SpanSchema
        Attributes and relations of spans that the project lists; answers may have others.
    """

    name: str
    form: QuestionForm
    title: str = ""
    labels: Mapping[str, str] = field(default_factory=dict)
    parents: Mapping[str, str] = field(default_factory=dict)
    low: float | None = None
    high: float | None = None
    several: bool | None = None
    schema: SpanSchema = field(default_factory=SpanSchema)


@dataclass(frozen=True, slots=True)
class ProjectDocument:
    """The content that annotators saw: one text or two, under the project's own id; options of a choice."""

    id: str
    texts: tuple[str, ...]
    where: str
    metadata: Mapping[str, str] = field(default_factory=dict)
    options: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ProjectAnswer:
    """The answer of one annotator, or a model, to a document.

    Parameters
    ----------
    annotator : str
        As the project names them; empty if it names nobody. The model, for a prediction.
    values : mapping
        The answer to each answered question, by its name; empty for a skip.
    comment : str
        The annotator's note; the reason of a skip.
    seconds : float or None
        The duration.
    questions : tuple of str
        The skipped questions of a skip; empty for all of the document's.
    created_at : datetime or None
        The time of the answer. If an annotator has several answers to one document, the last one counts, and
        the earlier ones are its revisions. Without times, their order in the project decides.
    relations : mapping
        Relations between the spans of the answer to a question, by their indices there.
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
    relations: Mapping[str, tuple[LabelledRelation, ...]] = field(default_factory=dict)


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
    """Information about a project that its files lack.

    Parameters
    ----------
    annotator : str
        The annotator of all answers, if nobody is named.
    texts : Path or None
        The location of the texts, for a tool that stores them apart from answers.
    fields : tuple of str
        The fields of a record that are its text, or its two texts, if it has more.
    question : str
        The question to import, if given.
    offsets : str
        The unit of the offsets of spans, an `OffsetUnit`; empty to infer it from the spans themselves.
    """

    annotator: str = ""
    texts: Path | None = None
    fields: Sequence[str] = ()
    question: str = ""
    offsets: str = ""


class Tool(ABC):
    """The exports of one tool; its docstring names the documentation of their layout."""

    name: str
    title: str
    annotators_from: tuple[str, ...] = ()  # as of `Layout`

    @abstractmethod
    def accepts(self, path: Path) -> bool:
        """Return whether a file or folder is an export of the tool, by its content."""

    @abstractmethod
    def read(self, path: Path, options: ProjectOptions) -> Project:
        """Return the project, or raise AloiError for what cannot be read or could be meant in two ways."""
