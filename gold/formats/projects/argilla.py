"""Argilla: records of its versions 1 and 2, as JSON, and the rows that it gives to Hugging Face datasets."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path, PurePosixPath
from typing import Any

from annotation.rows import LabelledSpan
from gold.formats.projects.gathering import Gathering, is_free_text, texts_of
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

_SETTINGS = ("settings.json", "argilla.cfg", "dataset.json")
_SUBMITTED, _DISCARDED = "submitted", "discarded"
_OLD = frozenset({"annotation", "annotation_agent", "prediction"})
_TYPES = {
    "label_selection": QuestionForm.LABELS,
    "multi_label_selection": QuestionForm.LABELS,
    "rating": QuestionForm.RATING,
    "span": QuestionForm.SPANS,
}
_UNKNOWN_STATUS = "answers of which the export does not say whether they were submitted, taken as submitted"
_FLAT = (
    ".responses",
    ".responses.users",
    ".responses.status",
    ".suggestion",
    ".suggestion.agent",
    ".suggestion.score",
)


@dataclass(frozen=True, slots=True)
class _Response:
    """One response of one person, or a suggestion of a model (`status` suggestion), to one question."""

    record: Record
    document: str
    question: str
    value: Any
    annotator: str
    status: str
    created_at: datetime | None = None


class Argilla(Tool):
    """`records.to_json()` and `to_list(flatten=True)` of version 2, feedback and older records of version 1.

    Submitted responses are answers, discarded ones skips; drafts are left out. Suggestions are what models
    said. A folder that also holds `settings.json` says the questions, their labels and the guidelines.
    """

    name = "argilla"
    title = "Argilla (JSON, JSONL)"

    def accepts(self, path: Path) -> bool:
        """Return whether a record has responses or suggestions, or an annotation with its agent."""
        return _is_record(first_record(path)) or (
            path.is_dir() and any(_is_record(first_record(one)) for one in sorted(path.glob("*.json*")))
        )

    def read(self, path: Path, asked: ProjectOptions) -> Project:
        """Return the records as a project; people are called by the ids that the export has of them."""
        found = Gathering()
        responses: list[_Response] = []
        for name, records in records_of(path).items():
            if PurePosixPath(name).name in _SETTINGS:
                for one in records:
                    _settings(one, found)
                continue
            for place, one in enumerate(records):
                responses += _responses(one, f"{PurePosixPath(name).stem}-{place + 1}", asked, found)
        free = _questions(responses, found)
        for (document, annotator, status), given in _by_person(responses).items():
            _take(document, annotator, status, given, free, found)
        return found.project(asked)


def _is_record(first: Mapping[str, Any]) -> bool:
    nested = isinstance(first.get("fields"), dict) and isinstance(first.get("responses"), dict | list)
    flat = any(one.endswith(_FLAT) for one in first)
    rows = any(_is_responses(first, one) for one in first)
    return nested or flat or rows or first.keys() >= _OLD


def _is_responses(values: Mapping[str, Any], name: str) -> bool:
    """Return whether a column holds the responses of a question, as Hugging Face datasets have them."""
    value = values[name]
    first = value[0] if isinstance(value, list) and value else value
    return isinstance(first, dict) and {"user_id", "value", "status"} <= first.keys()


def _settings(one: Record, found: Gathering) -> None:
    """Take the guidelines and the questions of a dataset's settings."""
    found.guideline = one.text("guidelines", "")
    for question in one.records("questions"):
        settings = question.record("settings")
        kind = settings.text("type", "") or question.text("type", "")
        if kind not in _TYPES:
            continue
        options = settings.records("options")
        labels = {each.text("value"): each.text("text", "") or each.text("value") for each in options}
        numbers = [float(each) for each in labels if each.lstrip("-").isdecimal()] if kind == "rating" else []
        found.ask(
            question.text("name"), _TYPES[kind], title=question.text("title", ""),
            labels={} if kind == "rating" else labels, low=min(numbers, default=None),
            high=max(numbers, default=None), several={"label_selection": False}.get(kind, True),
        )  # fmt: skip


def _responses(one: Record, place: str, asked: ProjectOptions, found: Gathering) -> list[_Response]:
    """Return the responses of a record, and take its document."""
    flat = {name[: -len(end)] for end in _FLAT[:1] for name in one.values if name.endswith(end)} | {
        name[: -len(".suggestion")] for name in one.values if name.endswith(".suggestion")
    }
    columns = [name for name in one.values if _is_responses(one.values, name)]
    columns += [name[: -len("-suggestion")] for name in one.values if name.endswith("-suggestion")]
    fields = _fields(one, flat, columns)
    own = one.text("id", "") or one.text("external_id", "") or place
    if one.has("external_id"):
        own = one.text("external_id")
    texts = texts_of(fields, asked.fields, fields.path or "the record")
    rest = fields.metadata(*(name for name in fields.values if fields.values[name] not in texts))
    facts = rest | (one.metadata("metadata") if one.has("metadata") else {})
    if not found.document(ProjectDocument(own, texts, one.where, facts)):
        return []
    if isinstance(one.values.get("responses"), list):
        return _first_version(one, own)
    if isinstance(one.values.get("fields"), dict):
        return _second_version(one, own, found)
    if flat:
        return [each for name in sorted(flat) for each in _flattened(one, own, name)]
    if columns:
        return [each for name in dict.fromkeys(columns) for each in _column(one, own, name)]
    return _annotated(one, own)


def _fields(one: Record, flat: set[str], columns: Sequence[str]) -> Record:
    """Return the object of a record that holds its texts, what is no field left aside."""
    if isinstance(one.values.get("fields"), dict):
        return one.record("fields")
    if isinstance(one.values.get("inputs"), dict) and one.values["inputs"]:
        return one.record("inputs")
    aside = {"id", "_server_id", "external_id", "metadata", "status", "annotation_agent", "prediction_agent",
             "annotation", "prediction", "event_timestamp", "vectors", "score"}  # fmt: skip
    ends = (*_FLAT, "-suggestion", "-suggestion-metadata")
    kept = {
        name: value
        for name, value in one.values.items()
        if name not in aside and name not in flat and name not in columns and not name.endswith(ends)
    }
    return Record(one.where, kept)


def _first_version(one: Record, own: str) -> list[_Response]:
    """Return the responses of a feedback record: one a person, with a value for each question."""
    found = []
    for each in one.records("responses"):
        values = each.record("values")
        who, status = each.text("user_id", ""), each.text("status", _SUBMITTED)
        when = each.moment("updated_at") or each.moment("inserted_at")
        if not values.values:
            found.append(_Response(one, own, "", None, who, status, when))
        for name in values.values:
            value = values.record(name).values.get("value")
            found.append(_Response(one, own, name, value, who, status, when))
    if isinstance(one.values.get("suggestions"), list):
        for each in one.records("suggestions"):
            name = each.text("question_name")
            found.append(_suggestion(one, own, name, each.values.get("value"), each.text("agent", "")))
    return found


def _second_version(one: Record, own: str, notes: Gathering) -> list[_Response]:
    """Return the responses of a record of version 2, listed by question."""
    found = []
    responses, suggestions = one.record("responses"), one.record("suggestions")
    for name in responses.values:
        for each in responses.records(name):
            if not each.has("status"):
                notes.notebook.add(_UNKNOWN_STATUS, one.where)
            status = each.text("status", _SUBMITTED)
            found.append(
                _Response(one, own, name, each.values.get("value"), each.text("user_id", ""), status)
            )
    for name in suggestions.values:
        each = suggestions.record(name)
        found.append(_suggestion(one, own, name, each.values.get("value"), each.text("agent", "")))
    return found


def _flattened(one: Record, own: str, name: str) -> list[_Response]:
    """Return the responses to a question of a flattened record of version 2: lists side by side."""
    values = one.items(f"{name}.responses")
    people, statuses = one.items(f"{name}.responses.users"), one.items(f"{name}.responses.status")
    if len(people) != len(values) or len(statuses) not in (0, len(values)):
        one.refuse(f"{name}.responses.users", "people", people)
    statuses = statuses or [_SUBMITTED] * len(values)
    found = [
        _Response(one, own, name, value, str(who or ""), str(status or _SUBMITTED))
        for value, who, status in zip(values, people, statuses, strict=True)
    ]
    if one.has(f"{name}.suggestion"):
        agent = one.text(f"{name}.suggestion.agent", "")
        found.append(_suggestion(one, own, name, one.values[f"{name}.suggestion"], agent))
    return found


def _column(one: Record, own: str, name: str) -> list[_Response]:
    """Return the responses to a question in a row of a dataset: a list of objects, or an object of lists."""
    value = one.values.get(name)
    found = []
    if isinstance(value, dict):
        lists = one.record(name)
        columns = {key: lists.items(key) for key in ("user_id", "value", "status")}
        if len({len(each) for each in columns.values()}) > 1:
            lists.refuse("user_id", "people", columns["user_id"])
        value = [dict(zip(columns, each, strict=True)) for each in zip(*columns.values(), strict=True)]
    for each in Record(one.where, {name: value}).records(name):
        who, status = each.text("user_id", ""), each.text("status", _SUBMITTED)
        found.append(_Response(one, own, name, each.values.get("value"), who, status))
    if one.has(f"{name}-suggestion"):
        agent = one.record(f"{name}-suggestion-metadata").text("agent", "")
        found.append(_suggestion(one, own, name, one.values[f"{name}-suggestion"], agent))
    return found


def _annotated(one: Record, own: str) -> list[_Response]:
    """Return the annotation and the prediction of a record of the first version's older datasets."""
    found = []
    status = {"Validated": _SUBMITTED, "Discarded": _DISCARDED}.get(one.text("status", ""), "pending")
    when = one.moment("event_timestamp")
    if status == _DISCARDED or one.has("annotation"):
        value = _older(one.values.get("annotation"))
        found.append(_Response(one, own, "annotation", value, one.text("annotation_agent", ""), status, when))
    if one.has("prediction"):
        listed = [each for each in one.items("prediction") if isinstance(each, list) and each]
        # Of labels with their scores the first is the one predicted; spans are predicted together.
        value = _older(listed) if all(len(each) >= 3 for each in listed) else listed[0][0]
        found.append(_suggestion(one, own, "annotation", value, one.text("prediction_agent", "")))
    return found


def _older(value: Any) -> Any:
    """Return spans written as (label, start, end) as objects; labels as they are."""
    listed = value if isinstance(value, list) else [value]
    if listed and all(isinstance(one, list) and len(one) >= 3 for one in listed):
        return [{"label": one[0], "start": one[1], "end": one[2]} for one in listed]
    return value


def _suggestion(one: Record, own: str, name: str, value: Any, agent: str) -> _Response:
    return _Response(one, own, name, value, agent or "suggestions", AnswerStatus.PREDICTION.value)


def _questions(responses: Sequence[_Response], found: Gathering) -> frozenset[str]:
    """Take the questions by what answers are; return those that are answered in people's own words."""
    free = set()
    for name in dict.fromkeys(one.question for one in responses if one.question):
        if name in found.questions:
            continue
        values = [one.value for one in responses if one.question == name and one.value is not None]
        listed = [each for value in values for each in (value if isinstance(value, list) else [value])]
        if listed and all(
            isinstance(each, dict) and {"start", "end", "label"} <= each.keys() for each in listed
        ):
            found.ask(name, QuestionForm.SPANS)
        elif values and all(isinstance(each, int | float) and not isinstance(each, bool) for each in values):
            found.ask(name, QuestionForm.RATING)
        elif listed and all(isinstance(each, str) for each in listed):
            if is_free_text(listed):
                free.add(name)
            else:
                found.ask(name, QuestionForm.LABELS, several=any(isinstance(each, list) for each in values))
    return frozenset(free)


def _by_person(responses: Sequence[_Response]) -> dict[tuple[str, str, str], list[_Response]]:
    """Return what each person said of each document under one status, in the order of the file."""
    found: dict[tuple[str, str, str], list[_Response]] = {}
    for one in responses:
        found.setdefault((one.document, one.annotator, one.status), []).append(one)
    return found


def _take(
    document: str,
    annotator: str,
    status: str,
    given: Sequence[_Response],
    free: frozenset[str],
    found: Gathering,
) -> None:
    """Take what one person, or one model, said of a document."""
    where = given[0].record.where
    if status not in (_SUBMITTED, _DISCARDED, AnswerStatus.PREDICTION.value):
        found.leave("responses that were not submitted (drafts)", where)
        return
    values: dict[str, Value] = {}
    words = []
    for one in given:
        if one.question in found.questions and one.value is not None:
            values[one.question] = _value(one, found)
        elif isinstance(one.value, str) and one.question in free:
            words.append(one.value)
        elif one.value is not None:
            found.leave(f"answers to {one.question!r}, which asks for what no task takes", where)
    answer = ProjectAnswer(
        document,
        where,
        annotator,
        AnswerStatus.ANSWER,
        values,
        "\n".join(words),
        created_at=given[0].created_at,
    )
    if status == _DISCARDED:
        answer = replace(
            answer, outcome=AnswerStatus.SKIP, values={}, comment=": ".join(["other", "discarded", *words])
        )
    elif status == AnswerStatus.PREDICTION.value:
        answer = replace(answer, outcome=AnswerStatus.PREDICTION)
    found.answers.append(answer)


def _value(one: _Response, found: Gathering) -> Value:
    """Return the answer of a response to its question."""
    held = Record(one.record.where, {one.question: one.value})
    asks = found.questions[one.question].asked
    if asks is QuestionForm.RATING:
        number = held.number(one.question)
        return 0.0 if number is None else float(number)
    if asks is QuestionForm.SPANS:
        texts = found.taken[one.document].texts
        spans = [
            found.span(each, each.text("label"), texts[0], each.text("text", ""))
            for each in held.records(one.question)
        ]
        return tuple(each for each in spans if isinstance(each, LabelledSpan))
    return tuple(dict.fromkeys(held.words(one.question)))
