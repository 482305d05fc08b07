"""Label Studio: its JSON export, a task with everybody's annotations, predictions and drafts."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

from annotation.rows import LabelledSpan
from gold.formats.projects.gathering import Gathering, texts_of
from gold.formats.projects.model import (
    AnswerStatus,
    Project,
    ProjectAnswer,
    ProjectDocument,
    ProjectOptions,
    QuestionForm,
    Tool,
    Value,
)
from gold.formats.projects.records import Record, first_record, records_of

_SPANS = frozenset({"labels", "hypertextlabels"})
_SIDES = {"left": (0,), "right": (1,), "tie": (0, 1)}
_NUMBERS = frozenset({"rating", "number"})


@dataclass(slots=True)
class _StudioTasks(Gathering):
    """Tasks while they are read; `paired` names the control by which people chose between two texts."""

    paired: str = ""
    words: list[str] = field(default_factory=list)


class LabelStudio(Tool):
    """Tasks with `annotations` (`completions` of old versions); see labelstud.io/guide/task_format.

    Taken are choices, ratings, numbers, labelled spans and pairwise choices; what people wrote in a text
    area is their comment. A cancelled annotation is a skip. Places are counted in UTF-16 by the tool: spans
    are found by the words beside them. The text is the field `text` of the data, or its only text.
    """

    name = "label_studio"
    title = "Label Studio (JSON)"

    def accepts(self, path: Path) -> bool:
        """Return whether a task has data, and annotations or predictions with results."""
        first = first_record(path)
        said = next(
            (first[one] for one in ("annotations", "completions", "predictions") if one in first), None
        )
        return isinstance(first.get("data"), dict) and isinstance(said, list)

    def read(self, path: Path, asked: ProjectOptions) -> Project:
        """Return the tasks as a project; people are called by their address, or their number."""
        found = _StudioTasks()
        records = [one for each in records_of(path).values() for one in each]
        found.paired = next(filter(None, map(_compared_by, records)), "")
        for place, one in enumerate(records, start=1):
            _take(one, one.text("id", "") or f"task-{place}", asked, found)
        return found.project(asked)


def _compared_by(one: Record) -> str:
    """Return the name of the control of a task that compares two texts; empty where there is none."""
    found = (
        result.text("from_name", "pairwise")
        for name in ("annotations", "completions", "predictions")
        for each in one.records(name)
        for result in each.records("result")
        if result.values.get("type") == "pairwise"
    )
    return next(found, "")


def _take(one: Record, name: str, asked: ProjectOptions, found: _StudioTasks) -> None:
    """Take a task: its text, what people said of it, and what models did."""
    data = one.record("data")
    texts, options = _shown(data, asked, found)
    rest = data.metadata(*(key for key, value in data.values.items() if value not in (*texts, *options)))
    facts = {**rest, **(one.metadata("meta") if one.has("meta") else {})}
    if not found.document(ProjectDocument(name, texts, one.where, facts, options)):
        return
    found.leave("drafts", one.where, len(one.items("drafts")))
    for each in (*one.records("annotations"), *one.records("completions")):
        skipped = each.truth("was_cancelled") or each.truth("skipped")
        values = {} if skipped else _results(each, texts[0], found)
        words = [*found.words] if not skipped else []
        if not values and not skipped:
            found.leave("annotations without an answer", each.where)
            continue
        found.answers.append(
            ProjectAnswer(
                name, each.where, _person(each),
                AnswerStatus.SKIP if skipped else AnswerStatus.ANSWER, values,
                "other: skipped" if skipped else "\n".join(words), False, _seconds(each),
                each.moment("updated_at") or each.moment("created_at"),
            )
        )  # fmt: skip
    for each in one.records("predictions"):
        if values := _results(each, texts[0], found):
            model = each.text("model_version", "") or "predictions"
            found.answers.append(ProjectAnswer(name, each.where, model, AnswerStatus.PREDICTION, values))


def _shown(
    data: Record, asked: ProjectOptions, found: _StudioTasks
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the text of a task; of one that compares two texts its question, and both as options."""
    if not found.paired:
        return texts_of(data, asked.fields, data.path), ()
    named = asked.fields or [key for key, value in data.values.items() if isinstance(value, str)]
    if len(named) == 2:
        # Nothing is asked in words of a task: the name of the control says what texts are compared for.
        return (found.paired,), tuple(data.text(one) for one in named)
    texts = texts_of(data, named if len(named) == 3 else (), data.path)
    return texts[:1], texts[1:]


def _person(one: Record) -> str:
    """Return who made an annotation: their address, or their number."""
    who = one.values.get("completed_by")
    if isinstance(who, dict):
        person = one.record("completed_by")
        return person.text("email", "") or person.text("username", "") or person.text("id", "")
    return one.text("completed_by", "") or one.text("created_username", "")


def _seconds(one: Record) -> float | None:
    spent = one.number("lead_time")
    return None if spent is None or spent < 0 else float(spent)


def _results(one: Record, text: str, found: _StudioTasks) -> dict[str, Value]:
    """Return the answers of an annotation by question; what people wrote is left in `words`."""
    found.words = []
    values: dict[str, Value] = {}
    spans: dict[str, list[LabelledSpan]] = {}
    for result in one.records("result"):
        kind = result.text("type", "")
        if kind == "relation":
            found.leave("relations", one.where)
            continue
        value, name = result.record("value"), result.text("from_name", "") or kind
        if kind in _SPANS:
            found.ask(name, QuestionForm.SPANS)
            labels = value.words(kind) or value.words("labels")
            placed = [found.span(value, label, text, value.text("text", "")) for label in labels]
            spans.setdefault(name, []).extend(each for each in placed if each is not None)
        elif value.has("start") or value.has("end"):
            found.leave(f"attributes of spans ({kind})", one.where)
        else:
            _take_value(kind, name, value, values, one, found)
    for name, marked in spans.items():
        values[name] = tuple(marked)
    for name, question in found.questions.items():
        # A text in which nothing is marked has been read all the same.
        if question.asked is QuestionForm.SPANS and name not in values and not one.items("result"):
            values[name] = ()
    return values


def _take_value(
    kind: str, name: str, value: Record, values: dict[str, Value], one: Record, found: _StudioTasks
) -> None:
    """Take the value of one control of a task."""
    if kind == "choices":
        chosen = tuple(dict.fromkeys(value.words("choices")))
        found.ask(name, QuestionForm.LABELS)
        values[name] = chosen
    elif kind in _NUMBERS:
        number = value.number(kind)
        if number is not None:
            found.ask(name, QuestionForm.RATING)
            values[name] = float(number)
    elif kind == "pairwise":
        side = value.text("selected", "")
        if side not in _SIDES:
            value.refuse("selected", "side")
        found.ask(name, QuestionForm.OPTIONS)
        values[name] = _SIDES[side]
    elif kind == "textarea":
        found.words += [words for words in value.words("text") if words.strip()]
    else:
        found.leave(f"results of the kind {kind!r}", one.where)
