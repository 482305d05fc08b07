"""Projects of other annotation tools: one question of each becomes a campaign, with everything said to it."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import count
from pathlib import Path
from typing import TypeGuard

from aloi.annotation.rows import (
    LabelledRelation,
    LabelledSpan,
    LabelledText,
    MultipleChoice,
    Row,
    ScoredPair,
    TaggedTokens,
)
from aloi.annotation.spans import tokens_and_tags
from aloi.base.errors import AloiError
from aloi.base.terms import Phrase
from aloi.corpora.model import Json
from aloi.corpora.readers import ReadText
from aloi.gold.formats.projects.model import (
    AnswerStatus,
    Project,
    ProjectAnswer,
    ProjectDocument,
    ProjectOptions,
    ProjectQuestion,
    QuestionForm,
    Tool,
    Value,
)
from aloi.gold.formats.source_files import Note, Notebook, excluded
from aloi.gold.formats.span_names import SpanNames, label_name
from aloi.workbench.imports.layouts.base import (
    Layout,
    ReadOptions,
    RowStatus,
    Source,
    SourceProvenance,
    SourceRow,
    Stretch,
)
from aloi.workbench.imports.layouts.ratings import (
    is_of_pairs,
    joint_ratings,
    ratings_as_labels,
    scale_names,
    scale_of,
)
from aloi.workbench.imports.layouts.spans import schema_of, span_counts, within

_TASKS = {
    QuestionForm.LABELS: "classification",
    QuestionForm.SPANS: "spans",
    QuestionForm.RATING: "similarity",
    QuestionForm.OPTIONS: "multiple_choice",
}
_RATED_TEXTS = Phrase(
    "import-ratings-single-texts",
    "ratings of single texts, which come in as labels: agreement does not see their order",
)
_TAKEN_BACK = excluded(
    "answers", Phrase("why-their-annotator-skipped", "that their annotator skipped or rejected afterwards")
)
_MORE_PREDICTIONS = excluded("predictions", Phrase("why-beside-last-one", "beside the last one of an item"))
_LACKING = "that lack a rating of {names}"
_NO_PAIRS = excluded("documents", Phrase("why-one-text-where", "of one text where others have two"))
_OUTER = excluded("spans", Phrase("why-white-space-around", "in the white space around their text"))


@dataclass(frozen=True, slots=True)
class ProjectLayout(Layout):
    """The projects of one tool.

    A campaign asks one question: of a project that asks several, the one named by `question` comes in, and
    the others are counted. Labels make a campaign of classification, spans one of spans, ratings of pairs
    one of similarity, right options one of multiple choice. Ratings of single texts come in as labels.
    A project that asks for several ratings of pairs, and for nothing else, makes one campaign with a scale
    a question.
    """

    tool: Tool
    tasks: tuple[str, ...] = tuple(_TASKS.values())
    also_called: tuple[str, ...] = ()
    annotators_from: tuple[str, ...] = ()
    tells_task: bool = True

    @property
    def name(self) -> str:  # type: ignore[override]
        """The name of the tool."""
        return self.tool.name

    @property
    def title(self) -> str:  # type: ignore[override]
        """The description of its files."""
        return self.tool.title

    def accepts(self, path: Path) -> bool:
        """Return whether the path holds an export of the tool."""
        return self.tool.accepts(path)

    def read(self, path: Path, options: ReadOptions) -> Source:
        """Return the answers to one question of the project; its other documents are items alone.

        Raises
        ------
        AloiError
            Several questions of which none is named, or what the tool's reader refuses.
        """
        project = self.tool.read(
            path,
            ProjectOptions(
                options.annotator, options.texts, options.fields, options.question, options.offsets
            ),
        )
        questions = _chosen(project, options.question, path)
        return ProjectReading(project, questions, options).source(self.tool.title)

    def settings(self, sources: Sequence[Source]) -> Mapping[str, Json] | None:
        """Return the schema that the project's question makes.

        Raises
        ------
        AloiError
            No label in any answer, nor listed by the project.
        """
        source = sources[0]
        if source.settings is not None and source.settings.get("labels") == []:
            raise AloiError(
                "workbench.project-no-labels",
                read_as=source.read_as,
                notes=[_counted(note) for note in source.notes],
            )
        return source.settings


def _chosen(project: Project, name: str, path: Path) -> tuple[ProjectQuestion, ...]:
    """Return the question that comes in, or the ratings that come in together."""
    names = [one.name for one in project.questions]
    if name:
        if name not in names:
            raise AloiError("workbench.project-no-question", path=path.name, name=repr(name), names=names)
        return (project.questions[names.index(name)],)
    if not names:
        left_out = [f"{note.count} × {note.description}" for note in project.notes]
        raise AloiError(
            "workbench.project-asks-nothing",
            path=path.name,
            documents=len(project.documents),
            notes=len(left_out),
            left_out=left_out,
        )
    if len(names) == 1:
        return project.questions
    if ratings := joint_ratings(project):
        return ratings
    raise AloiError("workbench.project-several-questions", path=path.name, names=names)


class ProjectReading:
    """One question of a project, or several ratings of the same pairs, on the way to rows."""

    def __init__(
        self, project: Project, questions: tuple[ProjectQuestion, ...], options: ReadOptions
    ) -> None:
        self._project, self._question, self._asked = project, questions[0], options
        self._questions = {question.name: question for question in questions}
        self._scales = scale_names(questions)
        self._notebook = Notebook()
        self._is_pair = is_of_pairs(project)
        if self._question.form is QuestionForm.RATING:
            if self._is_pair:
                self._leave_single_texts()
            else:
                self._notebook.add(_RATED_TEXTS, "", len(self._values(self._question)))
                self._project, self._question = ratings_as_labels(project, self._question)
        self._documents = {one.id: one for one in self._project.documents}
        self._names = self._label_names()
        self._span_names = SpanNames(
            [
                self._marked(answer.values.get(self._question.name), self._relations(answer), "", "")
                for answer in self._project.answers
                if self._question.form is QuestionForm.SPANS
            ],
            replace(self._question.schema, labels=tuple(self._names)),
        )

    def source(self, title: str) -> Source:
        """Return the rows of the question: answers with revisions, skips, predictions, and items alone."""
        kind = _TASKS[self._question.form]
        if self._is_pair and kind != "similarity":
            raise AloiError("workbench.project-pairs", name=self._question.name, asked=kind)
        if self._asked.task and self._asked.task != kind:
            raise AloiError(
                "workbench.project-other-task",
                name=repr(self._question.name),
                task=kind,
                wanted=self._asked.task,
            )
        rows = [*self._answer_rows(), *self._predicted()]
        row_ids = {row.row.id for row in rows}
        for document in self._project.documents:
            if document.id not in row_ids:
                rows.append(self._row(document, SourceProvenance(document.where, RowStatus.ITEM), None))
        self._count_others()
        source = Source(
            kind,
            self._read_as(title),
            tuple(rows),
            tuple(text for document in self._project.documents for text in _texts(document)),
            notes=(*self._project.notes, *self._notebook.notes()),
            people="named in the project of another tool",
            guideline=self._project.guideline,
            counts=span_counts([row.row for row in rows if isinstance(row.row, TaggedTokens)]),
        )
        return replace(source, settings=self._settings(source))

    def _read_as(self, title: str) -> str:
        names = ", ".join(map(repr, self._questions))
        if len(self._questions) == 1:
            return Phrase("layout-question", "{title}, question {name}", title=title, name=names)
        return Phrase("layout-ratings", "{title}, ratings {names}", title=title, names=names)

    def _leave_single_texts(self) -> None:
        """Omit documents with a single text and their annotations: ratings need pairs."""
        single = {document.id: document for document in self._project.documents if len(document.texts) != 2}
        for document in single.values():
            self._notebook.add(_NO_PAIRS, document.where)
        self._project = replace(
            self._project,
            documents=tuple(document for document in self._project.documents if document.id not in single),
            answers=tuple(answer for answer in self._project.answers if answer.document not in single),
        )

    def _is_complete(self, answer: ProjectAnswer) -> bool:
        """Return whether an answer or prediction says something to each question that comes in.

        One that lacks some of several ratings is counted: the campaign takes answers with a number a scale.
        """
        lacking = [name for name in self._questions if name not in answer.values]
        if 0 < len(lacking) < len(self._questions):
            kind = "predictions" if answer.outcome is AnswerStatus.PREDICTION else "answers"
            why = Phrase("why-lacking", _LACKING, names=", ".join(map(repr, lacking)))
            self._notebook.add(excluded(kind, why), answer.where)
        return not lacking

    def _value(self, answer: ProjectAnswer) -> Value | Mapping[str, float]:
        """Return the value given to the question, or {scale: number} of several ratings."""
        if len(self._questions) == 1:
            return answer.values[self._question.name]
        ratings = {scale: answer.values[name] for name, scale in self._scales.items()}
        return {scale: rating for scale, rating in ratings.items() if isinstance(rating, float)}

    def _answer_rows(self) -> list[SourceRow]:
        """Return answers and skips; the last of a person to a document counts, those before are revisions."""
        by_person: dict[tuple[str, str], list[ProjectAnswer]] = defaultdict(list)
        for answer in self._project.answers:
            skips = answer.outcome is AnswerStatus.SKIP and (
                not answer.questions or not self._questions.keys().isdisjoint(answer.questions)
            )
            if skips or (answer.outcome is AnswerStatus.ANSWER and self._is_complete(answer)):
                by_person[answer.document, answer.annotator].append(answer)
        rows = []
        for (document, _), answers in by_person.items():
            ordered = _in_time(answers)
            last = ordered[-1]
            if last.outcome is AnswerStatus.SKIP:
                answered = sum(answer.outcome is AnswerStatus.ANSWER for answer in ordered)
                if answered:
                    self._notebook.add(_TAKEN_BACK, last.where, answered)
                rows.append(self._row(self._documents[document], _provenance(last, RowStatus.SKIP, 1), None))
                continue
            counted = [answer for answer in ordered if answer.outcome is AnswerStatus.ANSWER]
            for revision, answer in enumerate(counted, start=1):
                provenance = _provenance(answer, RowStatus.ANSWER, revision)
                rows.append(
                    self._row(
                        self._documents[document], provenance, self._value(answer), self._relations(answer)
                    )
                )
        return rows

    def _predicted(self) -> list[SourceRow]:
        """Return the last prediction of each document."""
        last_predictions: dict[str, ProjectAnswer] = {}
        for answer in self._project.answers:
            if answer.outcome is AnswerStatus.PREDICTION and self._is_complete(answer):
                if answer.document in last_predictions:
                    self._notebook.add(_MORE_PREDICTIONS, answer.where)
                last_predictions[answer.document] = answer
        return [
            self._row(
                self._documents[name],
                _provenance(answer, RowStatus.PREDICTION, 1),
                self._value(answer),
                self._relations(answer),
            )
            for name, answer in last_predictions.items()
        ]

    def _count_others(self) -> None:
        """Count what was said to the questions that do not come in."""
        for answer in self._project.answers:
            for name in answer.values:
                if name not in self._questions:
                    why = Phrase("why-to-question", "to the question {name}", name=repr(name))
                    self._notebook.add(excluded("answers", why), answer.where)

    def _row(
        self,
        document: ProjectDocument,
        provenance: SourceProvenance,
        value: Value | Mapping[str, float] | None,
        relations: tuple[LabelledRelation, ...] = (),
    ) -> SourceRow:
        """Return the row of a document with an answer, or without."""
        stretches = tuple(Stretch(text.name) for text in _texts(document))
        row, answer = self._row_and_answer(document, value, relations, provenance.where)
        facts = {"document": document.id, **document.metadata}
        return SourceRow(replace(provenance, origins=(facts,)), row, stretches, answer)

    def _row_and_answer(
        self,
        document: ProjectDocument,
        value: Value | Mapping[str, float] | None,
        relations: tuple[LabelledRelation, ...],
        where: str,
    ) -> tuple[Row, Json]:
        """Return the row of an answer, and the answer if the row contains only part of it."""
        text = document.texts[0].strip()
        asks = self._question.form
        if isinstance(value, Mapping):
            left, right = (each.strip() for each in document.texts)
            return ScoredPair(document.id, f"{document.id}#1", f"{document.id}#2", left, right, 0.0, 0, 0), {
                **value
            }
        if asks is QuestionForm.SPANS:
            marked = self._marked(value, relations, document.id, document.texts[0])
            named = self._span_names.row(marked, self._notebook, where)
            spans, ends = within(named, self._notebook, where)
            tagged = tokens_and_tags(text, spans)
            return TaggedTokens(document.id, document.id, *tagged, text, spans, ends), None
        if asks is QuestionForm.RATING:
            score = value if isinstance(value, float) else 0.0
            left, right = (each.strip() for each in document.texts)
            return ScoredPair(
                document.id, f"{document.id}#1", f"{document.id}#2", left, right, score, 0, 0
            ), None
        if asks is QuestionForm.OPTIONS:
            correct = (
                tuple(each for each in value or () if isinstance(each, int))
                if isinstance(value, tuple)
                else ()
            )
            return MultipleChoice(document.id, text, document.options, correct), None
        chosen = [each for each in value if isinstance(each, str)] if isinstance(value, tuple) else []
        labels = tuple(self._names[each] for each in chosen)
        return LabelledText(document.id, text, "", labels, tuple(dict.fromkeys(self._names.values()))), None

    def _relations(self, answer: ProjectAnswer) -> tuple[LabelledRelation, ...]:
        return answer.relations.get(self._question.name, ())

    def _marked(
        self, value: Value | None, relations: tuple[LabelledRelation, ...], name: str, text: str
    ) -> TaggedTokens:
        """Return the row of spans under the names of their labels."""
        spans = tuple(
            replace(span, label=self._names[span.label])
            for span in (value if isinstance(value, tuple) else ())
            if isinstance(span, LabelledSpan)
        )
        return TaggedTokens(name, name, (), (), text, spans, relations)

    def _values(self, question: ProjectQuestion) -> list[Value]:
        """Return every value given to a question."""
        return [one.values[question.name] for one in self._project.answers if question.name in one.values]

    def _label_names(self) -> dict[str, str]:
        """Return {label as the project has it: its name here}; names must stay apart.

        Raises
        ------
        AloiError
            Two labels that would have the same name; or no label, neither listed nor in an answer.
        """
        if self._question.form not in (QuestionForm.LABELS, QuestionForm.SPANS):
            return {}
        seen = {
            each.label if isinstance(each, LabelledSpan) else str(each)
            for value in self._values(self._question)
            if isinstance(value, tuple)
            for each in value
        }
        listed = dict.fromkeys([*self._question.labels, *sorted(seen)])
        clean = label_name if self._question.form is QuestionForm.SPANS else _plain_label
        names = {one: clean(one) for one in listed}
        if self._question.form is QuestionForm.SPANS:
            names = _numbered(names)  # signs that a name of a span cannot hold may be all that differs
        twins = [one for one, count in Counter(names.values()).items() if count > 1 or not one]
        if twins:
            raise AloiError("workbench.project-labels-alike", labels=twins)
        return names

    def _settings(self, source: Source) -> dict[str, Json]:
        """Return the schema of a campaign for the question."""
        asks = self._question.form
        titles = {self._names[one]: self._question.labels.get(one, one) for one in self._names}
        question = self._question.title
        above = {self._names[one]: self._names[parent] for one, parent in self._question.parents.items()}
        labels: list[Json] = [
            {"name": name, "title": title, **({"parent": above[name]} if name in above else {})}
            for name, title in titles.items()
        ]
        if asks is QuestionForm.SPANS:
            declared = self._span_names.schema(lambda label: self._names.get(label) or label_name(label))
            listed = schema_of([replace(source, schema=declared)])
            return {**listed, "labels": labels, "question": question}
        if asks is QuestionForm.OPTIONS:
            counts = [len(value) for value in self._values(self._question) if isinstance(value, tuple)]
            return {"question": question, "most": 1 if max(counts, default=1) <= 1 else None}
        if asks is QuestionForm.RATING:
            return {
                "scales": [
                    scale_of(question, self._scales[name], filter(_is_rating, self._values(question)))
                    for name, question in self._questions.items()
                ]
            }
        counts = [len(value) for value in self._values(self._question) if isinstance(value, tuple)]
        several = max(counts, default=1) > 1 if self._question.several is None else self._question.several
        least = min(1, min(counts, default=1))
        most = len(labels) if several or max(counts, default=1) > 1 else 1
        settings: dict[str, Json] = {"question": question, "labels": labels, "least": least, "most": most}
        return {**settings, "inner": True} if above else settings


def _provenance(answer: ProjectAnswer, status: RowStatus, revision: int) -> SourceProvenance:
    return SourceProvenance(
        answer.where,
        status,
        answer.annotator,
        1,
        answer.comment,
        answer.flag,
        answer.seconds,
        answer.created_at,
        revision=revision,
    )


def _in_time(answers: Sequence[ProjectAnswer]) -> list[ProjectAnswer]:
    """Return answers in the order they were given: that of the file where not all say when."""
    times = [one.created_at for one in answers]
    if None in times:
        return list(answers)
    return sorted(answers, key=lambda one: (one.created_at is not None, one.created_at))


def _texts(document: ProjectDocument) -> list[ReadText]:
    """Return the texts of a document under its own id, those of a pair with their place behind it."""
    if len(document.texts) == 1:
        return [ReadText(document.id, document.texts[0], document.metadata, document.where)]
    return [
        ReadText(f"{document.id}#{number}", text, document.metadata, document.where)
        for number, text in enumerate(document.texts, start=1)
    ]


def _plain_label(written: str) -> str:
    """Return a label as lists of labels can hold it."""
    return " ".join("".join(each if each.isprintable() and each != "|" else " " for each in written).split())


def _numbered(names: Mapping[str, str]) -> dict[str, str]:
    """Return the names with a number after those that several labels would have, but for the first."""
    used: set[str] = set()
    numbered = {}
    for label, name in names.items():
        candidates = (name if number == 1 else f"{name}-{number}" for number in count(1))
        numbered[label] = next(each for each in candidates if each not in used)
        used.add(numbered[label])
    return numbered


def _is_rating(value: Value) -> TypeGuard[float]:
    return isinstance(value, float)


def _counted(note: Note) -> str:
    text = note.description if note.omitted is None else " ".join(filter(None, note.omitted.values()))
    return f"{text} ({note.count})"
