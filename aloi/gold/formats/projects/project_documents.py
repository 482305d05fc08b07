"""Functions that readers of projects share: repeated documents, offsets of spans, unnamed annotators."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import islice

from aloi.annotation.rows import LabelledRelation, LabelledSpan
from aloi.base.errors import AloiError, quoted
from aloi.base.terms import Phrase
from aloi.gold.formats.offset_resolution import OffsetResolution, OffsetStretch
from aloi.gold.formats.offsets import OffsetCounting, OffsetUnit, Part, countings
from aloi.gold.formats.projects.model import (
    AnswerStatus,
    Project,
    ProjectAnswer,
    ProjectDocument,
    ProjectOptions,
    ProjectQuestion,
    QuestionForm,
    Value,
)
from aloi.gold.formats.projects.records import Record
from aloi.gold.formats.source_files import Notebook, excluded
from aloi.gold.formats.span_schema import ENDLESS

NO_TEXT = excluded("records", Phrase("why-without-text", "without a text"))
NO_SPAN_PLACED = excluded("answers", Phrase("why-no-span-fits", "of which no span fits the text"))
_SHORT = 80  # characters of what may be a label


@dataclass(frozen=True, slots=True)
class PendingSpan(LabelledSpan):
    """A span whose offsets are as the tool counts them, until all spans of the project are read."""

    stretches: tuple[OffsetStretch, ...] = ()


@dataclass(slots=True)
class Gathering:
    """A project while it is read: `documents` has each document by its id, `by_text` the first id of a text.

    `offsets` lists the ways in which the tool may count offsets, the documented one first.
    """

    notebook: Notebook = field(default_factory=Notebook)
    documents: dict[str, ProjectDocument] = field(default_factory=dict)
    by_text: dict[tuple[str, ...], str] = field(default_factory=dict)
    answers: list[ProjectAnswer] = field(default_factory=list)
    questions: dict[str, ProjectQuestion] = field(default_factory=dict)
    guideline: str = ""
    offsets: tuple[OffsetCounting, ...] = countings(OffsetUnit.CODE_POINTS, OffsetUnit.UTF_16)

    def document(self, document: ProjectDocument) -> bool:
        """Take a document and return whether it has a text; one that came before must be the same.

        Raises
        ------
        AloiError
            An id that has two texts.
        """
        if not document.texts or not all(text.strip() for text in document.texts):
            self.notebook.add(NO_TEXT, document.where)
            return False
        existing = self.documents.setdefault(document.id, document)
        self.by_text.setdefault(document.texts, document.id)
        if (existing.texts, existing.options) != (document.texts, document.options):
            raise AloiError(
                "gold.project-id-has-two-texts",
                where=document.where,
                id=quoted(document.id),
                first=existing.where,
            )
        return True

    def ask(self, name: str, form: QuestionForm, **more: object) -> None:
        """Take a question; one that asks for something else under the same name is refused."""
        question = self.questions.setdefault(name, ProjectQuestion(name, form))
        if question.form is not form:
            raise AloiError(
                "gold.project-question-asks-two-things",
                name=name,
                asked=question.form.value,
                other=form.value,
            )
        if more:
            self.questions[name] = replace(question, **more)  # type: ignore[arg-type]

    def leave(self, description: Phrase, where: str, count: int = 1) -> None:
        """Count excluded content, such as `excluded("relations")`."""
        if count:
            self.notebook.add(description, where, count)

    def project(self, options: ProjectOptions) -> Project:
        """Return the project; answers without an annotator get the given annotator.

        Raises
        ------
        AloiError
            An empty project; several answers to one document without annotators; or a text that none of its
            spans fits.
        """
        if not self.documents:
            raise AloiError("gold.project-empty")
        unnamed = [
            answer
            for answer in self.answers
            if not answer.annotator and answer.outcome != AnswerStatus.PREDICTION
        ]
        counts = Counter(
            (answer.document, name)
            for answer in unnamed
            for name in answer.values or answer.questions or ("",)
        )
        several = sum(count > 1 for count in counts.values())
        if several and not options.annotator:
            raise AloiError("gold.project-nobody-named", several=several)
        self._resolve_spans(options)
        return Project(
            tuple(self.questions.values()),
            tuple(self.documents.values()),
            tuple(self.answers),
            self.guideline,
            self.notebook.notes(),
        )

    def span(self, record: Record, label: str, text: str, words: str = "") -> LabelledSpan:
        """Return the span of an object with `start` and `end`, which `project` resolves with all others.

        Until then, it has the offsets as the tool counts them. `project` excludes spans that fit no text.
        """
        return self.pending(
            label, text, [(record.natural_number("start"), record.natural_number("end"), words)], record.where
        )

    def pending(
        self, label: str, text: str, stretches: Iterable[tuple[int, int, str]], where: str
    ) -> LabelledSpan:
        """Return a span of stretches (start, end, the words there), which `project` resolves."""
        listed = tuple(OffsetStretch(text, *stretch, where) for stretch in stretches)
        return PendingSpan(label, tuple((each.start, each.end) for each in listed), stretches=listed)

    def _resolve_spans(self, options: ProjectOptions) -> None:
        """Replace the spans of all answers by spans in code points, decided over the whole project.

        Raises
        ------
        AloiError
            Spans of which none fits its text.
        """
        listed = [
            span for answer in self.answers for value in answer.values.values() for span in _pending_in(value)
        ]
        unit = OffsetUnit(options.offsets) if options.offsets else None
        resolution = OffsetResolution(countings(unit) if unit else self.offsets, closed=unit is not None)
        parts = iter(self._parts(resolution))
        resolved: list[LabelledSpan | None] = []
        for span in listed:
            inside = tuple(part for part in islice(parts, len(span.stretches)) if part is not None)
            resolved.append(LabelledSpan(span.label, inside, span.attributes) if inside else None)
        if listed and not any(resolved):
            self._refuse_spans(listed, options)
        spans = iter(resolved)
        answers = []
        for answer in self.answers:
            if any(map(_pending_in, answer.values.values())):
                answer = self._resolved(answer, spans)
                if not answer.values:
                    self.notebook.add(NO_SPAN_PLACED, answer.where)
                    continue
            answers.append(answer)
        self.answers = answers

    def _resolved(self, answer: ProjectAnswer, spans: Iterator[LabelledSpan | None]) -> ProjectAnswer:
        """Return an answer with its spans resolved; of a question whose spans all go, it says nothing."""
        values: dict[str, Value] = {}
        relations: dict[str, tuple[LabelledRelation, ...]] = {}
        for name, value in answer.values.items():
            new_value, index = _resolved(value, spans)
            if new_value or not value:
                values[name] = new_value
                relations[name] = tuple(
                    replace(each, head=index[each.head], tail=index[each.tail])
                    for each in answer.relations.get(name, ())
                    if each.head in index and each.tail in index
                )
            lost = len(answer.relations.get(name, ())) - len(relations.get(name, ()))
            if lost:
                self.notebook.add(ENDLESS, answer.where, lost)
        return replace(answer, values=values, relations=relations)

    def _parts(self, resolution: OffsetResolution) -> list[Part | None]:
        """Return the parts of all pending spans; of predictions, made by programs, apart from answers."""
        parts: dict[int, Part | None] = {}
        stretches = [
            (answer.outcome is AnswerStatus.PREDICTION, stretch)
            for answer in self.answers
            for value in answer.values.values()
            for span in _pending_in(value)
            for stretch in span.stretches
        ]
        for is_prediction in (False, True):
            indexes = [index for index, (predicted, _) in enumerate(stretches) if predicted is is_prediction]
            resolved = resolution.resolve([stretches[index][1] for index in indexes], self.notebook)
            parts |= zip(indexes, resolved, strict=True)
        return [parts[index] for index in range(len(stretches))]

    def _refuse_spans(self, listed: Sequence[PendingSpan], options: ProjectOptions) -> None:
        """Raise AloiError for spans of which none fits, unless another question is to come in."""
        names = [name for name, each in self.questions.items() if each.form is QuestionForm.SPANS]
        if options.question and options.question not in names:
            return
        stretches = [stretch for span in listed for stretch in span.stretches]
        texts = {stretch.text for stretch in stretches}
        raise AloiError(
            "gold.project-no-span-fits",
            where=stretches[0].where,
            spans=len(listed),
            words=sum(bool(stretch.words) for stretch in stretches),
            crlf=sum("\r\n" in text for text in texts),
            astral=sum(max(text, default="") > "\uffff" for text in texts),
        )


def joined(first: LabelledSpan | None, second: LabelledSpan) -> LabelledSpan:
    """Return a span with the further stretches of a second one, both still to be resolved or neither."""
    if first is None:
        return second
    parts = (*first.parts, *second.parts)
    if isinstance(first, PendingSpan) and isinstance(second, PendingSpan):
        stretches = (*first.stretches, *second.stretches)
        return PendingSpan(first.label, parts, first.attributes, stretches)
    return replace(first, parts=parts)


def _pending_in(value: Value) -> list[PendingSpan]:
    return [each for each in value if isinstance(each, PendingSpan)] if isinstance(value, tuple) else []


def _resolved(value: Value, spans: Iterator[LabelledSpan | None]) -> tuple[Value, dict[int, int]]:
    """Return a value with its pending spans replaced by the next resolved ones, and the new index of each."""
    if not _pending_in(value) or not isinstance(value, tuple):
        return value, {at: at for at in range(len(value))} if isinstance(value, tuple) else {}
    listed = [next(spans) if isinstance(each, PendingSpan) else each for each in value]
    present = [at for at, each in enumerate(listed) if isinstance(each, LabelledSpan)]
    resolved = tuple(each for each in listed if isinstance(each, LabelledSpan))
    return resolved, {old: new for new, old in enumerate(present)}


@dataclass(slots=True)
class SpanIds:
    """The spans of an answer to one question, by the ids that its relations name.

    An id may be that of several spans, of a region with several labels: relations of it are excluded.
    """

    spans: list[LabelledSpan] = field(default_factory=list)
    ids: dict[str, list[int]] = field(default_factory=dict)

    def add(self, id_: str, span: LabelledSpan) -> None:
        """Add a span with its id."""
        self.ids.setdefault(id_, []).append(len(self.spans))
        self.spans.append(span)

    def relation(self, type_: str, head: str, tail: str) -> LabelledRelation | None:
        """Return the relation between two ids; None if one of them is not that of exactly one span."""
        heads, tails = self.ids.get(head, []), self.ids.get(tail, [])
        if len(heads) != 1 or len(tails) != 1:
            return None
        return LabelledRelation(type_, heads[0], tails[0])


def texts_of(record: Record, fields: Sequence[str], path: str) -> tuple[str, ...]:
    """Return the text of the requested text fields of an object, or of its only ones.

    Raises
    ------
    AloiError
        Several fields that may be the text, or a requested one that is missing.
    """
    if fields:
        return tuple(record.text(name, "" if name in record.values else None) for name in fields)
    named = [name for name, value in record.values.items() if isinstance(value, str) and value.strip()]
    if len(named) > 1 and "text" not in named:
        raise AloiError("gold.project-several-texts", where=record.where, path=path, names=named)
    return tuple(record.text(name) for name in (["text"] if "text" in named else named))


def is_free_text(values: Iterable[str]) -> bool:
    """Return whether texts are people's own words and no labels: long, or of several lines."""
    return any(len(one) > _SHORT or "\n" in one for one in values)
