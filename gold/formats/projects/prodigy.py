"""Prodigy: what `prodigy db-out` writes, an answered task a line."""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from pathlib import Path

from aloi.errors import AloiError
from annotation.rows import LabelledSpan
from gold.formats.projects.gathering import NO_TEXT, Gathering
from gold.formats.projects.model import (
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
from gold.formats.projects.records import Record, first_record, records_of

CHOICE, SPANS = "choice", "spans"
_ANSWERS = ("accept", "reject", "ignore")
_OWN = frozenset(
    {"_input_hash", "_task_hash", "_view_id", "_session_id", "_annotator_id", "_timestamp", "_is_binary"}
)
# A session that nobody named is called by when it began, and says nothing of who it was.
_UNNAMED = re.compile(r"(.*[-_])?\d{4}-\d{2}-\d{2}[_T ]\d{2}[-:]\d{2}[-:]\d{2}")
_COMMENTS = ("comment", "user_comment", "notes", "user_input")
_OTHER_TEXTS = ("html", "image", "audio", "video")
# What belongs to the task or to Prodigy itself, and is neither an answer nor about the text.
_TASK = frozenset(
    {"text", "spans", "tokens", "label", "options", "accept", "answer", "meta", "config", "style", "id",
     "relations", "arcs", "versions", "view_id", "sessions", "_view_id", *_COMMENTS, *_OWN}
)  # fmt: skip


class Prodigy(Tool):
    """Tasks of the interfaces choice, classification, ner and spans; see prodi.gy/docs/api-interfaces.

    `accept` is an answer, `ignore` a skip. `reject` says of one label that it does not fit; of choices and
    of marked spans it says nothing of what would be right, and is a skip with that reason.
    """

    name = "prodigy"
    title = "Prodigy (JSONL)"

    def accepts(self, path: Path) -> bool:
        """Return whether a task has one of the three answers, and a mark of Prodigy."""
        first = first_record(path)
        return first.get("answer") in _ANSWERS and bool(_OWN & first.keys() or "text" in first)

    def read(self, path: Path, asked: ProjectOptions) -> Project:
        """Return the tasks as a project; people are `_annotator_id`, or else `_session_id`."""
        records = [one for found in records_of(path).values() for one in found]
        people = _people(records, asked)
        found = _ProdigyTasks()
        for one, annotator in zip(records, people, strict=True):
            _take(one, annotator, found)
        found.settle_options()
        return found.project(asked)


@dataclass(slots=True)
class _ProdigyTasks(Gathering):
    """Tasks while they are read; `ids` has those of each document's options."""

    ids: dict[str, tuple[str, ...]] = field(default_factory=dict)

    def settle_options(self) -> None:
        """Make options that differ from task to task those of their documents, and else a list of labels."""
        if len(set(self.ids.values())) < 2:
            self.taken = {name: replace(one, options=()) for name, one in self.taken.items()}
            return
        self.questions[CHOICE] = ProjectQuestion(CHOICE, QuestionForm.OPTIONS)
        for place, one in enumerate(self.answers):
            if CHOICE in one.values:
                ids = self.ids[one.document]
                chosen = tuple(
                    sorted(ids.index(str(each)) for each in _texts(one.values[CHOICE]) if each in ids)
                )
                self.answers[place] = replace(one, values={**one.values, CHOICE: chosen})


def _people(records: list[Record], asked: ProjectOptions) -> list[str]:
    """Return who gave each answer; empty where nobody is named.

    Raises
    ------
    AloiError
        Several sessions without a name: they may be those of one person or of several.
    """
    ids = [one.text("_annotator_id", "") or one.text("_session_id", "") for one in records]
    unnamed = sorted({one for one in ids if _UNNAMED.fullmatch(one)})
    if len(unnamed) > 1 and not asked.annotator:
        raise AloiError("gold.project-sessions", sessions=len(unnamed))
    return ["" if one in unnamed else one for one in ids]


def _take(one: Record, annotator: str, found: _ProdigyTasks) -> None:
    """Take one answered task."""
    answer = one.text("answer", "")
    if answer not in _ANSWERS:
        one.refuse("answer", "answer")
    text = one.text("text", "")
    if not text.strip():
        other = next((f"tasks about {name} alone" for name in _OTHER_TEXTS if one.has(name)), "")
        found.notebook.add(f"{other}, left out" if other else NO_TEXT, one.where)
        return
    document = _document(one, text, found)
    if document is None:
        return
    values, why = _values(one, answer, text, found)
    if not values and not why:
        return
    comments = [one.text(name) for name in _COMMENTS if one.has(name) and one.text(name).strip()]
    found.answers.append(
        ProjectAnswer(
            document,
            one.where,
            annotator,
            AnswerStatus.ANSWER if values else AnswerStatus.SKIP,
            values,
            "\n".join(comments) if values else ": ".join(["other", why, *comments]),
            one.truth("flagged"),
            None,
            one.moment("_timestamp"),
        )
    )  # fmt: skip


def _document(one: Record, text: str, found: _ProdigyTasks) -> str | None:
    """Return the id of a task's document: the user's own, in the task or its `meta`, or the input hash."""
    options = one.records("options")
    shown = tuple(_words(each) for each in options)
    meta = one.record("meta")
    own = one.text("id", "") or meta.text("id", "")
    name = own or one.text("_input_hash", "") or f"text-{len(found.taken) + 1}"
    if not own and not one.has("_input_hash"):
        name = found.by_text.get((text,), name)
    others = [each for each in one.values if each not in _TASK and not each.startswith("_")]
    facts = {**one.metadata(*others), **one.metadata("meta")}
    facts.pop("id", None)
    ids = tuple(each.text("id") for each in options)
    known = found.taken.get(name)
    # The hash of an input leaves the options out: they are part of a document only where they differ.
    if known is not None and not own and known.options != shown:
        name = f"{name}-{len([each for each in found.taken if each.startswith(name)]) + 1}"
    if not found.document(ProjectDocument(name, (text,), one.where, facts, shown)):
        return None
    if ids:
        found.ids[name] = ids
    return name


def _values(one: Record, answer: str, text: str, found: _ProdigyTasks) -> tuple[dict[str, Value], str]:
    """Return the answers of a task by question, or why there is none."""
    found.leave("relations", one.where, len(one.items("relations")) + len(one.items("arcs")))
    if one.items("versions"):
        found.leave("versions that a reviewer compared", one.where)
    is_choice = one.has("options") or one.has("accept")
    marked = one.has("spans") or one.text("_view_id", "") in ("ner_manual", "spans_manual", "ner", "spans")
    if answer == "ignore":
        _ask(one, is_choice, marked, found)
        return {}, "ignored"
    if one.truth("_is_binary") and marked:
        found.leave("decisions about one span that a model found", one.where)
        return {}, ""
    if not is_choice and not marked:
        return _binary(one, answer, found), ""
    _ask(one, is_choice, marked, found)
    if answer == "reject":
        return {}, "rejected"
    values: dict[str, Value] = {}
    if is_choice:
        values[CHOICE] = tuple(dict.fromkeys(one.words("accept")))
    if marked:
        spans = [
            found.span(each, each.text("label", "entity"), text, each.text("text", ""))
            for each in one.records("spans")
        ]
        values[SPANS] = tuple(each for each in spans if isinstance(each, LabelledSpan))
    return values, ""


def _ask(one: Record, is_choice: bool, marked: bool, found: _ProdigyTasks) -> None:
    """Take the questions of a task: its options are the labels, unless they turn out to differ by task."""
    if is_choice:
        options = {each.text("id"): _words(each) for each in one.records("options")}
        before = found.questions[CHOICE].labels if CHOICE in found.questions else {}
        style = one.record("config").text("choice_style", "")
        several = {"single": False, "multiple": True}.get(style)
        found.ask(CHOICE, QuestionForm.LABELS, labels={**before, **options}, several=several)
    if marked:
        found.ask(SPANS, QuestionForm.SPANS)


def _binary(one: Record, answer: str, found: _ProdigyTasks) -> dict[str, Value]:
    """Return whether the one label of a task fits; a task without a label is itself accepted or rejected."""
    label = one.text("label", "") or "accept"
    found.ask(
        label, QuestionForm.LABELS, labels={label: label, f"not {label}": f"not {label}"}, several=False
    )
    return {label: (label if answer == "accept" else f"not {label}",)}


def _texts(value: Value) -> tuple[str, ...]:
    return tuple(one for one in value if isinstance(one, str)) if isinstance(value, tuple) else ()


def _words(option: Record) -> str:
    return option.text("text", "") or option.text("id")
