"""The question of a Prodigy task: given by its interface, in older exports without one by its content."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from aloi.base.terms import Phrase
from aloi.gold.formats.projects.records import Record
from aloi.gold.formats.source_files import excluded

SPAN_DECISIONS = excluded("decisions", Phrase("why-about-one-span", "about one span that a model found"))
_RELATION_DECISIONS = excluded(
    "decisions", Phrase("why-about-relations-model", "about relations that a model found")
)
_COMPARISONS = excluded("comparisons", Phrase("why-two-texts", "of two texts"))
_OWN_WORDS = excluded("tasks", Phrase("why-ask-people-own", "that ask for people's own words alone"))
_RELATIONS_ALONE = excluded("tasks", Phrase("why-about-relations-alone", "about relations alone"))
_MANUAL = frozenset({"ner_manual", "spans_manual", "pos_manual"})
_BINARY = frozenset({"ner", "spans", "pos"})
_TEXTS = frozenset({"text", "html", "classification", "llm_io"})
_MEDIA = ("image", "audio", "video")
# Fields that recipes with a model or patterns in the loop write into the spans of their question.
_SUGGESTED = frozenset({"score", "source", "pattern", "priority", "rank"})
_SHARED = ("answer", "_session_id", "_annotator_id", "_timestamp", "_is_binary", "_input_hash")


@dataclass(frozen=True, slots=True)
class TaskQuestions:
    """The questions of a task; `left_out` says what it is if no question of ours fits it."""

    choice: bool = False
    spans: bool = False
    label: bool = False
    left_out: Phrase | None = None


def view_of(task: Record) -> str:
    """Return the interface of a task, of a review that of what was reviewed; empty if not stored."""
    view = task.text("_view_id", "")
    return task.text("view_id", "") if view == "review" else view


def tasks_of(record: Record) -> Iterator[Record]:
    """Yield the tasks of a record: each page of the interface `pages`, or the record itself."""
    if not record.has("pages"):
        yield record
        return
    shared = {name: record.values[name] for name in _SHARED[:-1] if name in record.values}
    for page in record.records("pages"):
        view = page.text("view_id", "") or page.text("_view_id", "")
        yield Record(record.where, {**shared, **page.values, "_view_id": view}, page.path)


def questions_of(task: Record, *, relations_mark: bool) -> TaskQuestions:
    """Return what a task asks.

    Parameters
    ----------
    relations_mark : bool
        Whether people mark spans in the relations interface of this project: some task of it has spans.
    """
    view = view_of(task)
    if view in ("compare", "diff") or isinstance(task.values.get("accept"), dict):
        return TaskQuestions(left_out=_COMPARISONS)
    if medium := next((name for name in _MEDIA if view.startswith(name)), ""):
        return TaskQuestions(left_out=excluded("tasks", Phrase("why-about", "about {kind}", kind=medium)))
    if view == "text_input":
        return TaskQuestions(left_out=_OWN_WORDS)
    if view == "dep":
        return TaskQuestions(left_out=_RELATION_DECISIONS)
    if view == "relations":
        return TaskQuestions(spans=True) if relations_mark else TaskQuestions(left_out=_RELATIONS_ALONE)
    if view in _TEXTS:
        return TaskQuestions(label=True)
    if view == "choice":
        return TaskQuestions(choice=True)
    is_binary = task.truth("_is_binary")
    if view in _BINARY or (view in _MANUAL and is_binary):
        return TaskQuestions(left_out=SPAN_DECISIONS)
    if view in _MANUAL:
        return TaskQuestions(spans=True)
    return _by_content(task, is_binary)


def _by_content(task: Record, is_binary: bool) -> TaskQuestions:
    """Return what a task asks whose interface is not stored, or combines several in blocks."""
    choice = task.has("options") or task.has("accept")
    spans = task.records("spans")
    if task.has("tokens") and not is_binary:  # recipes of manual marking cut texts into tokens
        return TaskQuestions(choice=choice, spans=True)
    if choice:
        return TaskQuestions(choice=True)
    label = task.text("label", "")
    labels = {span.text("label", "") for span in spans} - {""}
    if label and not (labels == {label} and _is_suggested(spans)):
        return TaskQuestions(label=True)
    if labels and (is_binary or _is_suggested(spans)):
        return TaskQuestions(left_out=SPAN_DECISIONS)
    return TaskQuestions(spans=True) if task.has("spans") else TaskQuestions(label=True)


def _is_suggested(spans: list[Record]) -> bool:
    return bool(spans) and all(_SUGGESTED & span.values.keys() for span in spans)
