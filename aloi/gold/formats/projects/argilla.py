"""Argilla: records of its versions 1 and 2, as JSON or Parquet, and the rows that it gives to datasets."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from aloi.annotation.rows import LabelledSpan
from aloi.base.errors import AloiError
from aloi.base.terms import Phrase
from aloi.gold.formats.offsets import OffsetUnit, countings
from aloi.gold.formats.projects.argilla_records import (
    DISCARDED,
    SUBMITTED,
    ArgillaSettings,
    Response,
    fields_of,
    files_of,
    is_argilla,
    responses_of,
)
from aloi.gold.formats.projects.model import (
    AnswerStatus,
    Project,
    ProjectAnswer,
    ProjectDocument,
    ProjectOptions,
    QuestionForm,
    Tool,
    Value,
)
from aloi.gold.formats.projects.project_documents import Gathering, is_free_text, texts_of
from aloi.gold.formats.projects.records import Record
from aloi.gold.formats.source_files import excluded

_FORMS = {
    "label_selection": QuestionForm.LABELS,
    "multi_label_selection": QuestionForm.LABELS,
    "rating": QuestionForm.RATING,
    "span": QuestionForm.SPANS,
}
_TEXT, _RANKING = "text", "ranking"
_DRAFTS = excluded("responses", Phrase("why-not-submitted-drafts", "that were not submitted (drafts)"))
_NO_TASK = "to {name}, which asks for what no task takes"
_RANKINGS = "given to the question {name}"
_OWN_WORDS = "answers to {name} that nearly all differ, taken as notes"
_OTHER_FIELDS = excluded("spans", Phrase("why-other-fields-than", "in other fields than the text"))
# Pages count UTF-16 (argilla-io/argilla#5729); what programs in Python log is counted in code points.
_OFFSETS = countings(OffsetUnit.UTF_16, OffsetUnit.CODE_POINTS)
_FEW = 3  # answers that may all differ and be labels


class Argilla(Tool):
    """Records of version 2, nested or flattened; feedback records, rows of datasets and older records of 1.

    Submitted responses are answers, discarded ones skips; drafts and rankings are excluded. Suggestions are
    predictions of models. If a folder also contains `settings.json`, by itself or in `.argilla`, that file
    defines the questions, their labels and the guidelines.
    """

    name = "argilla"
    title = "Argilla (JSON, JSONL)"

    def accepts(self, path: Path) -> bool:
        """Return whether a record has responses or suggestions, or an annotation with its agent."""
        return is_argilla(path)

    def read(self, path: Path, options: ProjectOptions) -> Project:
        """Return the records as a project; people are called by the ids that the export has of them."""
        reading = _ArgillaReading(offsets=_OFFSETS)
        settings, files = files_of(path, reading)
        for record in settings:
            reading.take_settings(record)
        responses: list[Response] = []
        for stem, records in files:
            for number, record in enumerate(records, start=1):
                responses += reading.document_of(record, f"{stem}-{number}", options)
        reading.ask_questions(responses, options)
        for listed in _by_annotator(responses):
            reading.take(listed)
        return reading.project(options)


@dataclass(slots=True)
class _ArgillaReading(Gathering):
    """A dataset while it is read.

    Parameters
    ----------
    fields : mapping
        Names of the fields that are the texts of each document.
    """

    settings: ArgillaSettings = field(default_factory=ArgillaSettings)
    fields: dict[str, tuple[str, ...]] = field(default_factory=dict)

    def take_settings(self, record: Record) -> None:
        """Take the guidelines, fields and questions of a dataset's settings."""
        self.guideline = record.text("guidelines", "") or self.guideline
        for each in record.records("fields"):
            kind = each.record("settings").text("type", "") or each.text("type", "") or "text"
            self.settings.fields[each.text("name")] = kind
        for question in record.records("questions"):
            self._take_question(question)

    def _take_question(self, question: Record) -> None:
        settings = question.record("settings")
        kind = settings.text("type", "") or question.text("type", "")
        name = question.text("name")
        self.settings.types[name] = kind
        if settings.has("field"):
            self.settings.marked[name] = settings.text("field")
        if kind not in _FORMS:
            return
        options = settings.records("options")
        labels = {each.text("value"): each.text("text", "") or each.text("value") for each in options}
        rating = _FORMS[kind] is QuestionForm.RATING
        numbers = [float(each) for each in labels if each.lstrip("-").isdecimal()] if rating else []
        self.ask(
            name,
            _FORMS[kind],
            title=question.text("title", ""),
            labels={} if rating else labels,
            low=min(numbers, default=None),
            high=max(numbers, default=None),
            several=kind != "label_selection",
        )

    def document_of(self, record: Record, location: str, options: ProjectOptions) -> list[Response]:
        """Take the document of a record and return its responses."""
        fields = fields_of(record, self.settings)
        name = record.text("external_id", "") or record.text("id", "") or location
        texts = texts_of(fields, options.fields, fields.path or "the record")
        others = [each for each, value in fields.values.items() if value not in texts]
        facts = fields.metadata(*others) | (record.metadata("metadata") if record.has("metadata") else {})
        if not self.document(ProjectDocument(name, texts, record.where, facts)):
            return []
        self.fields[name] = tuple(options.fields) or tuple(
            each for each, value in fields.values.items() if value in texts
        )
        return responses_of(record, name, self)

    def ask_questions(self, responses: Sequence[Response], options: ProjectOptions) -> None:
        """Add the questions without settings, inferred from their answers."""
        by_question: dict[str, list[Response]] = {}
        for response in responses:
            if response.question and response.value is not None:
                by_question.setdefault(response.question, []).append(response)
        for name, listed in by_question.items():
            if name not in self.questions:
                kind = self.settings.types.get(name) or self._kind(name, listed, options)
                self.settings.types[name] = kind
                if kind in _FORMS:
                    self.ask(name, _FORMS[kind], several=kind != "label_selection")

    def _kind(self, name: str, responses: Sequence[Response], options: ProjectOptions) -> str:
        """Return the type of a question by its answers, as settings would have it; empty if no task takes it.

        Raises
        ------
        AloiError
            Lists of the same options in the same order: labels or rankings.
        """
        values = [response.value for response in responses]
        parts = [each for value in values for each in (value if isinstance(value, list) else [value])]
        if parts and all(isinstance(each, dict) for each in parts):
            if all({"start", "end"} <= each.keys() for each in parts):
                return "span"
            return _RANKING if all("rank" in each for each in parts) else ""
        if all(isinstance(each, int | float) and not isinstance(each, bool) for each in values):
            return "rating"
        if not parts or not all(isinstance(each, str) for each in parts):
            return ""
        lists = [value for value in values if isinstance(value, list)]
        if len(lists) == len(values):
            return self._kind_of_lists(name, lists, options)
        if is_free_text(parts):
            return _TEXT
        unique = sum(count == 1 for count in Counter(parts).values())
        if options.question != name and len(parts) > _FEW and unique > len(parts) / 2:
            self.notebook.add(
                Phrase("import-own-words", _OWN_WORDS, name=repr(name)), responses[0].record.where, len(parts)
            )
            return _TEXT
        return "multi_label_selection" if lists else "label_selection"

    def _kind_of_lists(self, name: str, lists: Sequence[list[str]], project_options: ProjectOptions) -> str:
        """Return whether lists of options are labels or rankings, which contain all options in an order."""
        options = set(lists[0])
        if len(options) < 2 or any(len(each) != len(options) or set(each) != options for each in lists):
            return "multi_label_selection"
        if any(each != lists[0] for each in lists):
            return _RANKING
        if project_options.question == name or (len(lists) == 1 and not project_options.question):
            return "multi_label_selection"
        if project_options.question:
            return ""
        raise AloiError(
            "gold.project-labels-or-rankings", name=name, answers=len(lists), options=len(options)
        )

    def take(self, responses: Sequence[Response]) -> None:
        """Add the answer of one annotator, or one model, to a document."""
        first = responses[0]
        where, status = first.record.where, first.status
        is_prediction = status == AnswerStatus.PREDICTION.value
        if not is_prediction and status not in (SUBMITTED, DISCARDED):
            self.leave(_DRAFTS, where)
            return
        values: dict[str, Value] = {}
        words = []
        for response in responses:
            name, value = response.question, response.value
            if value is None:
                continue
            kind = self.settings.types.get(name, "")
            if name in self.questions:
                if status != DISCARDED:
                    values[name] = self._value(response)
            elif kind == _TEXT and isinstance(value, str):
                words.append(value)
            elif kind == _RANKING:
                self.leave(
                    excluded("rankings", Phrase("why-given-to-question", _RANKINGS, name=repr(name))), where
                )
            else:
                self.leave(excluded("answers", Phrase("why-no-task", _NO_TASK, name=repr(name))), where)
        answer = ProjectAnswer(
            first.document,
            where,
            first.annotator,
            AnswerStatus.ANSWER,
            values,
            "\n".join(words),
            created_at=first.created_at,
        )
        if status == DISCARDED:
            comment = ": ".join(["other", "discarded", *words])
            answer = replace(answer, outcome=AnswerStatus.SKIP, comment=comment)
        elif is_prediction:
            answer = replace(answer, outcome=AnswerStatus.PREDICTION)
        elif not values:
            self.leave(
                excluded("notes", Phrase("why-records-without-another", "on records without another answer")),
                where,
                len(words),
            )
            return
        self.answers.append(answer)

    def _value(self, response: Response) -> Value:
        """Return the answer of a response to its question."""
        name = response.question
        answer = Record(response.record.where, {name: response.value})
        form = self.questions[name].form
        if form is QuestionForm.RATING:
            return float(answer.number(name) or 0.0)
        if form is QuestionForm.SPANS:
            return self._spans(response, answer.records(name))
        return tuple(dict.fromkeys(answer.words(name)))

    def _spans(self, response: Response, marks: Sequence[Record]) -> Value:
        """Return the spans of an answer; those that were marked in another field are counted."""
        texts, fields = self.documents[response.document].texts, self.fields[response.document]
        marked = self.settings.marked.get(response.question, fields[0] if fields else "")
        if marked not in fields:
            self.leave(_OTHER_FIELDS, response.record.where, len(marks))
            return ()
        text = texts[fields.index(marked)]
        spans: list[LabelledSpan] = []
        for mark in marks:
            if label := mark.text("label", ""):
                spans.append(self.span(mark, label, text, mark.text("text", "")))
            else:
                self.leave(excluded("spans", Phrase("why-without-label", "without a label")), mark.where)
        return tuple(spans)


def _by_annotator(responses: Sequence[Response]) -> list[list[Response]]:
    """Return the answer of each annotator to each document under one status, in the order of the file.

    A second response to the same question is another answer: a revision, or that of an unnamed annotator.
    """
    times: Counter[tuple[str, str, str, str]] = Counter()
    groups: dict[tuple[str, str, str, int], list[Response]] = {}
    for response in responses:
        key = (response.document, response.annotator, response.status)
        times[*key, response.question] += 1
        groups.setdefault((*key, times[*key, response.question]), []).append(response)
    return list(groups.values())
