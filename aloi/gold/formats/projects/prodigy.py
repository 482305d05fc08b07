"""Prodigy: what `prodigy db-out` writes, an answered task a line."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from aloi.annotation.rows import LabelledRelation, LabelledSpan, attributes_of
from aloi.base.errors import AloiError
from aloi.base.terms import Phrase
from aloi.gold.formats.projects.discontinuous import joined_parts
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
from aloi.gold.formats.projects.prodigy_views import (
    SPAN_DECISIONS,
    TaskQuestions,
    questions_of,
    tasks_of,
    view_of,
)
from aloi.gold.formats.projects.project_documents import NO_TEXT, Gathering
from aloi.gold.formats.projects.records import Record, first_record, records_of
from aloi.gold.formats.source_files import excluded
from aloi.gold.formats.span_schema import ENDLESS, RELATED

CHOICE, SPANS = "choice", "spans"
_ANSWERS = ("accept", "reject", "ignore")
_TOOL_FIELDS = frozenset(
    {"_input_hash", "_task_hash", "_view_id", "_session_id", "_annotator_id", "_timestamp", "_is_binary"}
)
# A session that nobody named is called by when it began, and says nothing of who it was.
_UNNAMED = re.compile(r"(.*[-_])?\d{4}-\d{2}-\d{2}[_T ]\d{2}[-:]\d{2}[-:]\d{2}")
_COMMENTS = ("comment", "user_comment", "notes", "user_input")
_OTHER_TEXTS = ("html", "image", "audio", "video")
# Fields of the task or of Prodigy itself, which are neither answers nor metadata of the text.
_TASK = frozenset(
    {"text", "spans", "tokens", "label", "options", "accept", "answer", "meta", "config", "style", "id",
     "relations", "arcs", "versions", "view_id", "sessions", "_view_id", "score", "priority", "flagged",
     "field_id", "field_label", "field_placeholder", "field_rows", "field_autofocus", "field_suggestions",
     *_COMMENTS, *_TOOL_FIELDS}
)  # fmt: skip
_UNANSWERED = Phrase("import-tasks-without-answer", "tasks without an answer, taken as texts alone")
_SAME_ID = Phrase(
    "import-texts-id-another-text", "texts with the id of another text, distinguished by a number"
)
_UNLABELLED = excluded("spans", Phrase("why-without-label", "without a label"))

OptionSet = frozenset[tuple[str, str]]  # id and title of each option


class Prodigy(Tool):
    """Tasks of the interfaces for text, alone, in blocks or in pages; see prodi.gy/docs/api-interfaces.

    `accept` is an answer, `ignore` a skip. `reject` of a single label means that it does not fit. `reject` of
    choices and of marked spans does not say what would be right: it is a skip with that reason. A decision
    about spans that a model or a pattern proposed says nothing about the rest of the text, and is excluded.
    """

    name = "prodigy"
    title = "Prodigy (JSONL)"

    def accepts(self, path: Path) -> bool:
        """Return whether a task has one of the three answers, and a mark of Prodigy."""
        first = first_record(path)
        return first.get("answer") in _ANSWERS and bool(_TOOL_FIELDS & first.keys() or "text" in first)

    def read(self, path: Path, options: ProjectOptions) -> Project:
        """Return the tasks as a project; people are `_annotator_id`, or else `_session_id`."""
        records = [record for listed in records_of(path).values() for record in listed]
        tasks = [task for record in records for task in tasks_of(record)]
        reading = _ProdigyReading(tasks=tasks)
        for task, annotator in zip(tasks, _people(tasks, options), strict=True):
            reading.take(task, annotator)
        return reading.project(options)


@dataclass(slots=True)
class _ProdigyReading(Gathering):
    """A project while it is read.

    Parameters
    ----------
    lists_labels : bool
        Whether options are one list of labels, and no options of their texts alone.
    varying : mapping
        Fields whose value differs from task to task of an input: an annotator wrote them.
    shared_ids : mapping
        Texts of each own id that several texts have.
    variants : mapping
        Options of each document by its id, where options are parts of documents.
    decided : mapping
        Labels that decisions about spans were about.
    """

    tasks: Sequence[Record] = ()
    lists_labels: bool = True
    relations_mark: bool = False
    varying: dict[str, frozenset[str]] = field(default_factory=dict)
    shared_ids: dict[str, tuple[str, ...]] = field(default_factory=dict)
    variants: dict[str, list[OptionSet]] = field(default_factory=lambda: defaultdict(list))
    decided: dict[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        """Look over all tasks for what decides how each one is read."""
        options: dict[str, list[OptionSet]] = defaultdict(list)
        values: dict[tuple[str, str], set[str]] = defaultdict(set)
        texts: dict[str, dict[str, None]] = defaultdict(dict)
        for task in self.tasks:
            shown = task.text("text", "")
            key = task.text("_input_hash", "") or shown
            if task.has("options"):
                options[key].append(_options(task))
            self.relations_mark |= view_of(task) == "relations" and bool(task.items("spans"))
            for name, value in task.values.items():
                if name not in _TASK and isinstance(value, str):
                    values[key, name].add(value)
            if own_id := _own_id(task):
                texts[own_id][shown] = None
        self.lists_labels = _is_label_list(options)
        varying: dict[str, set[str]] = defaultdict(set)
        for (key, name), written in values.items():
            if len(written) > 1:
                varying[key].add(name)
        self.varying = {key: frozenset(names) for key, names in varying.items()}
        self.shared_ids = {own_id: tuple(listed) for own_id, listed in texts.items() if len(listed) > 1}

    def take(self, task: Record, annotator: str) -> None:
        """Take one task: its document, and the answer to its questions."""
        text = task.text("text", "")
        if not text.strip():
            medium = next((name for name in _OTHER_TEXTS if task.has(name)), "")
            left_out = questions_of(task, relations_mark=False).left_out
            if left_out is None and medium:
                left_out = excluded("tasks", Phrase("why-about-alone", "about {kind} alone", kind=medium))
            self.notebook.add(left_out or NO_TEXT, task.where)
            return
        if task.has("answer") and task.text("answer") not in _ANSWERS:
            task.refuse("answer", "answer")
        document = self._document(task, text)
        if document is None:
            return
        asks = questions_of(task, relations_mark=self.relations_mark)
        self._leave_beside(task, asks)
        if not task.has("answer"):
            self.notebook.add(_UNANSWERED, task.where)
        elif not asks.left_out:
            self._answer(task, annotator, document, text, asks)

    def project(self, options: ProjectOptions) -> Project:
        """Return the project; the labels of decisions about spans are labels of spans too."""
        if SPANS in self.questions and self.decided:
            marks = self.questions[SPANS]
            self.questions[SPANS] = replace(marks, labels={**self.decided, **marks.labels})
        # Named on the class: dataclasses with slots are made anew, which super() does not see.
        return Gathering.project(self, options)

    def _document(self, task: Record, text: str) -> str | None:
        """Return the id of a task's document: the user's own id, or the input hash."""
        own_id = _own_id(task)
        name = own_id or task.text("_input_hash", "") or f"text-{len(self.documents) + 1}"
        if not own_id and not task.has("_input_hash"):
            name = self.by_text.get((text,), name)
        if own_id in self.shared_ids:
            # Recipes that split texts into sentences give each sentence the id of its text.
            name = f"{own_id}-{self.shared_ids[own_id].index(text) + 1}"
            if name not in self.documents:
                self.notebook.add(_SAME_ID, task.where)
        shown: tuple[str, ...] = ()
        if not self.lists_labels and task.has("options"):
            # The hash of an input ignores the options: they are part of a document only if they differ.
            options, variants = _options(task), self.variants[name]
            if options not in variants:
                variants.append(options)
            shown = tuple(title for _, title in sorted(options))
            name = (
                name
                if len(variants) == 1 or options == variants[0]
                else f"{name}-{variants.index(options) + 1}"
            )
        written = self._written(task)
        others = [
            each for each in task.values if not (each in _TASK or each in written or each.startswith("_"))
        ]
        facts = {**task.metadata(*others), **task.metadata("meta")}
        facts.pop("id", None)
        return name if self.document(ProjectDocument(name, (text,), task.where, facts, shown)) else None

    def _written(self, task: Record) -> frozenset[str]:
        """Return the fields in which an annotator wrote."""
        key = task.text("_input_hash", "") or task.text("text", "")
        return self.varying.get(key, frozenset()) | {task.text("field_id", "")}

    def _leave_beside(self, task: Record, asks: TaskQuestions) -> None:
        """Count what of a task does not come in."""
        self.leave(excluded("relations"), task.where, len(task.items("arcs")))
        if not asks.spans or task.values.get("answer") != "accept":
            self.leave(excluded("relations"), task.where, len(task.items("relations")))
        self.leave(
            excluded("versions", Phrase("why-reviewer-compared", "that a reviewer compared")),
            task.where,
            len(task.items("versions")),
        )
        if asks.left_out:
            self.leave(asks.left_out, task.where)
        if asks.left_out == SPAN_DECISIONS:
            for span in task.records("spans"):
                if label := span.text("label", ""):
                    self.decided[label] = label

    def _answer(self, task: Record, annotator: str, document: str, text: str, asks: TaskQuestions) -> None:
        """Take the answer to a task, or its skip."""
        names = self._ask(task, asks)
        answer = task.text("answer")
        values: dict[str, Value] = {}
        relations: dict[str, tuple[LabelledRelation, ...]] = {}
        if asks.label and answer != "ignore":
            values[names[0]] = (names[0] if answer == "accept" else f"not {names[0]}",)
        if asks.choice and answer == "accept":
            values[CHOICE] = self._chosen(task)
        if asks.spans and answer == "accept":
            read = [self._span(span, task, text) for span in task.records("spans")]
            spans = [span for span in read if span is not None]
            values[SPANS], relations[SPANS] = joined_parts(spans, self._relations(task, read))
        fields = [*_COMMENTS, *sorted(self._written(task) - {*_COMMENTS})]
        comments = [task.text(name) for name in fields if task.has(name) and task.text(name).strip()]
        reason = {"ignore": "ignored", "reject": "rejected"}.get(answer, "")
        self.answers.append(
            ProjectAnswer(
                document,
                task.where,
                annotator,
                AnswerStatus.ANSWER if values else AnswerStatus.SKIP,
                values,
                "\n".join(comments) if values else ": ".join(["other", reason, *comments]),
                task.truth("flagged"),
                None,
                task.moment("_timestamp"),
                questions=() if values else tuple(names),
                relations=relations,
            )
        )

    def _relations(self, task: Record, read: Sequence[LabelledSpan | None]) -> tuple[LabelledRelation, ...]:
        """Return the relations of a task, whose ends are spans, or tokens of exactly one span."""
        records = task.records("spans")
        index, count = {}, 0
        for at, span in enumerate(read):
            if span is not None:
                index[at], count = count, count + 1
        relations = []
        for each in task.records("relations"):
            ends = [_end_of(each, name, records) for name in ("head", "child")]
            if not {*ends} <= index.keys():
                self.notebook.add(ENDLESS, task.where)
                continue
            type_ = each.text("label", "") or RELATED
            relations.append(LabelledRelation(type_, *(index[end] for end in ends if end is not None)))
        return tuple(relations)

    def _ask(self, task: Record, asks: TaskQuestions) -> list[str]:
        """Take the questions of a task and return their names."""
        if asks.label:
            label = task.text("label", "") or "accept"
            labels = {label: label, f"not {label}": f"not {label}"}
            self.ask(label, QuestionForm.LABELS, labels=labels, several=False)
            return [label]
        names = []
        if asks.choice:
            names.append(CHOICE)
            if self.lists_labels:
                before = self.questions[CHOICE].labels if CHOICE in self.questions else {}
                titles = {option.text("id"): _title(option) for option in task.records("options")}
                several = {"single": False, "multiple": True}.get(
                    task.record("config").text("choice_style", "")
                )
                self.ask(CHOICE, QuestionForm.LABELS, labels={**before, **titles}, several=several)
            else:
                self.ask(CHOICE, QuestionForm.OPTIONS)
        if asks.spans:
            names.append(SPANS)
            self.ask(SPANS, QuestionForm.SPANS)
        return names

    def _chosen(self, task: Record) -> Value:
        """Return the options that were chosen, by their ids, or by their places in the document's options."""
        chosen = tuple(dict.fromkeys(task.words("accept")))
        if self.lists_labels:
            return chosen
        ids = [name for name, _ in sorted(_options(task))]
        return tuple(sorted(ids.index(name) for name in chosen if name in ids))

    def _span(self, span: Record, task: Record, text: str) -> LabelledSpan | None:
        """Return a marked span; its position is that of its tokens, if it has none itself."""
        if span.has("points") or not (span.has("start") or span.has("token_start")):
            self.leave(
                excluded("regions", Phrase("why-no-span-text", "that are no span of the text")), span.where
            )
            return None
        label = span.text("label", "")
        if not label:
            self.leave(_UNLABELLED, span.where)
            return None
        words = span.text("text", "")
        tokens = task.records("tokens") if span.has("token_start") and span.has("token_end") else []
        if tokens:
            first, last = span.natural_number("token_start"), span.natural_number("token_end")
            if not first <= last < len(tokens):
                span.refuse("token_end", "whole")
            covered = tokens[first : last + 1]
            words = words or _words(covered)
            if not span.has("start"):
                ends = {"start": covered[0].natural_number("start"), "end": covered[-1].natural_number("end")}
                span = Record(span.where, {**span.values, **ends}, span.path)
        attributes = attributes_of(
            {name: span.record("attributes").words(name) for name in span.record("attributes").values}
        )
        return replace(self.span(span, label, text, words), attributes=attributes)


def _end_of(relation: Record, name: str, spans: Sequence[Record]) -> int | None:
    """Return the index of the span at an end of a relation; None if it is no span, or may be of several."""
    end = relation.record(f"{name}_span")
    fields = [key for key in ("start", "end", "label") if end.has(key)]
    if fields:
        fitting = [
            at
            for at, span in enumerate(spans)
            if all(span.values.get(key) == end.values[key] for key in fields)
        ]
        if len(fitting) > 1 and end.has("id"):  # Aloi writes it, as spans of one place may have one label
            fitting = [at for at in fitting if spans[at].values.get("id") == end.values["id"]]
    else:
        token = relation.natural_number(name)
        fitting = [
            at
            for at, span in enumerate(spans)
            if span.has("token_start")
            and span.has("token_end")
            and span.natural_number("token_start") <= token <= span.natural_number("token_end")
        ]
    return fitting[0] if len(fitting) == 1 else None


def _words(tokens: Sequence[Record]) -> str:
    """Return the words of tokens, with white space between those that do not touch."""
    written = ""
    for token, following in zip(tokens, [*tokens[1:], None], strict=True):
        written += token.text("text", "")
        if following is not None and (
            token.truth("ws")
            if token.has("ws")
            else token.natural_number("end") < following.natural_number("start")
        ):
            written += " "
    return written


def _people(tasks: Sequence[Record], options: ProjectOptions) -> list[str]:
    """Return who gave each answer; empty if nobody is named.

    Raises
    ------
    AloiError
        Several sessions without a name: they may be those of one person or of several.
    """
    ids = [task.text("_annotator_id", "") or task.text("_session_id", "") for task in tasks]
    unnamed = sorted({name for name in ids if _UNNAMED.fullmatch(name)})
    if len(unnamed) > 1 and not options.annotator:
        raise AloiError("gold.project-sessions", sessions=len(unnamed))
    return ["" if name in unnamed else name for name in ids]


def _own_id(task: Record) -> str:
    """Return the user's own id of a task, in the task or its `meta`."""
    return task.text("id", "") or (task.record("meta").text("id", "") if _is_object(task, "meta") else "")


def _is_object(task: Record, name: str) -> bool:
    return isinstance(task.values.get(name), dict | type(None))


def _options(task: Record) -> OptionSet:
    return frozenset((option.text("id"), _title(option)) for option in task.records("options"))


def _title(option: Record) -> str:
    return option.text("text", "") or option.text("id")


def _is_label_list(options: dict[str, list[OptionSet]]) -> bool:
    """Return whether the options of all inputs are one list of labels, which may have grown meanwhile.

    They are not if one id has several titles, if most inputs have options of their own, or if one input was
    shown with options that have nothing in common.
    """
    distinct = {each for listed in options.values() for each in listed}
    if len(distinct) < 2:
        return True
    titles: dict[str, set[str]] = defaultdict(set)
    for name, title in (pair for each in distinct for pair in each):
        titles[name].add(title)
    apart = any(not (each & listed[0]) for listed in options.values() for each in listed[1:])
    return not apart and all(len(each) == 1 for each in titles.values()) and 2 * len(distinct) <= len(options)
