"""The records of Argilla as responses, one by one, whatever the layout of its versions."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path, PurePosixPath
from typing import Any

from aloi.base.errors import AloiError
from aloi.base.terms import Phrase
from aloi.corpora.readers import read_table
from aloi.corpora.readers.tables import look_into
from aloi.gold.formats.projects.model import AnswerStatus
from aloi.gold.formats.projects.project_documents import Gathering
from aloi.gold.formats.projects.records import Record, first_record, records_of
from aloi.gold.formats.source_files import excluded

SUBMITTED, DISCARDED, PENDING = "submitted", "discarded", "pending"
_HIDDEN = ".argilla"  # the directory of the settings for `to_disk` and the Hub
_SETTINGS = ("settings.json", "dataset.json")
_PARQUET = ".parquet"
_OLD = frozenset({"annotation", "annotation_agent", "prediction"})
_UNKNOWN_STATUS = Phrase(
    "import-answers-export-does",
    "answers of which the export does not say whether they were submitted, taken as submitted",
)
_OTHER_RECORDS = excluded("records", Phrase("why-none-argilla", "that are none of Argilla's"))
_SUGGESTION = "-suggestion"
FLAT = (
    ".responses",
    ".responses.users",
    ".responses.status",
    ".suggestion",
    ".suggestion.agent",
    ".suggestion.score",
)
# Fields of a record other than its texts, if these are not stored apart.
_NO_FIELDS = frozenset(
    {"id", "_server_id", "external_id", "metadata", "status", "annotation_agent", "prediction_agent",
     "annotation", "prediction", "event_timestamp", "vectors", "score", "tokens", "explanation", "metrics",
     "multi_label", "search_keywords"}
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Response:
    """One response of one annotator, or a suggestion of a model, to one question.

    Parameters
    ----------
    status : str
        As Argilla has it; of a suggestion, `prediction`.
    """

    record: Record
    document: str
    question: str
    value: Any
    annotator: str
    status: str
    created_at: datetime | None = None


@dataclass(frozen=True, slots=True)
class ArgillaSettings:
    """The fields and questions in the settings of a dataset.

    Parameters
    ----------
    types : mapping
        Type of each question.
    fields : mapping
        Type of each field, in their order.
    marked : mapping
        Field in which each question of spans is annotated.
    """

    types: dict[str, str] = field(default_factory=dict)
    fields: dict[str, str] = field(default_factory=dict)
    marked: dict[str, str] = field(default_factory=dict)


def is_argilla(path: Path) -> bool:
    """Return whether a file or folder contains records of Argilla."""
    if path.is_dir():
        files = sorted((*path.rglob("*.json*"), *path.rglob(f"*{_PARQUET}")))
        return any(file.is_file() and is_argilla(file) for file in files[:50])
    if path.suffix.lower() == _PARQUET and path.is_file():
        try:
            first = next(look_into(path).rows, None)
        except AloiError:
            return False
        return first is not None and is_record(first.values)
    return is_record(first_record(path))


def is_record(values: Mapping[str, Any]) -> bool:
    """Return whether an object is a record: with responses or suggestions, or an annotation and its agent."""
    nested = isinstance(values.get("fields"), dict) and isinstance(values.get("responses"), dict | list)
    flat = any(name.endswith((*FLAT, f"{_SUGGESTION}-metadata")) for name in values)
    return nested or flat or values.keys() >= _OLD or any(_is_responses(values, name) for name in values)


def files_of(path: Path, gathering: Gathering) -> tuple[list[Record], list[tuple[str, list[Record]]]]:
    """Return the settings of a dataset, and the records of each file by the name that ids begin with.

    Raises
    ------
    AloiError
        No such file, or one that cannot be read.
    """
    hidden = [
        path / _HIDDEN / name for name in _SETTINGS if path.is_dir() and (path / _HIDDEN / name).is_file()
    ]
    settings = [record for file in hidden for record in records_of(file)[file.name]]
    tables = _tables(path)
    records: list[tuple[str, list[Record]]] = []
    has_json = not tables or (path.is_dir() and any(_visible_json(path)))
    for name, listed in (records_of(path) if has_json else {}).items():
        member_path = PurePosixPath(name)
        if member_path.name in _SETTINGS:
            settings += listed
        elif any(is_record(record.values) for record in listed) or not (tables or hidden):
            records.append((member_path.stem, listed))
        else:
            gathering.leave(_OTHER_RECORDS, listed[0].where if listed else name, len(listed))
    for file in tables:
        table = read_table(file)
        rows = [Record(f"{file.name}, row {row.number}", _plain(row.values)) for row in table.rows]
        records.append((file.stem, rows))
    return settings, records


def responses_of(record: Record, document: str, gathering: Gathering) -> list[Response]:
    """Return the responses and suggestions of a record."""
    if isinstance(record.values.get("responses"), list):
        return _first_version(record, document)
    if isinstance(record.values.get("fields"), dict):
        return _second_version(record, document, gathering)
    if questions := flat_questions(record):
        return [each for name in questions for each in _flattened(record, document, name, gathering)]
    if columns := question_columns(record):
        return [each for name in columns for each in _column(record, document, name)]
    return _annotated(record, document)


def fields_of(record: Record, settings: ArgillaSettings) -> Record:
    """Return the object of a record that contains its fields, without those that are no text."""
    for name in ("fields", "inputs"):
        if isinstance(record.values.get(name), dict) and record.values[name]:
            fields = record.record(name)
            break
    else:
        others = {*flat_questions(record), *question_columns(record), *_NO_FIELDS}
        ends = (*FLAT, _SUGGESTION, f"{_SUGGESTION}-metadata")
        present = {name: value for name, value in record.values.items() if not name.endswith(ends)}
        if settings.fields:
            present = {name: value for name, value in present.items() if name in settings.fields}
        fields = Record(record.where, {name: value for name, value in present.items() if name not in others})
    texts = {
        name: value
        for name, value in fields.values.items()
        if settings.fields.get(name, "text") == "text"
        and not (isinstance(value, str) and value.startswith("data:"))
    }
    return Record(fields.where, texts, fields.path)


def flat_questions(record: Record) -> list[str]:
    """Return the questions of a flattened record of version 2."""
    ends = (FLAT[0], FLAT[3])
    return sorted({name[: -len(end)] for end in ends for name in record.values if name.endswith(end)})


def question_columns(record: Record) -> list[str]:
    """Return the questions of a row of a dataset of version 1, which have a column each."""
    columns = [name for name in record.values if _is_responses(record.values, name)]
    suggested = [name[: -len(_SUGGESTION)] for name in record.values if name.endswith(_SUGGESTION)]
    return list(dict.fromkeys([*columns, *suggested]))


def _tables(path: Path) -> list[Path]:
    if path.is_dir():
        return [file for file in sorted(path.rglob(f"*{_PARQUET}")) if file.is_file()]
    return [path] if path.suffix.lower() == _PARQUET and path.is_file() else []


def _visible_json(path: Path) -> Iterator[Path]:
    for file in path.rglob("*.json*"):
        hidden = any(part.startswith(".") for part in file.relative_to(path).parts)
        if file.is_file() and file.suffix.lower() in (".json", ".jsonl") and not hidden:
            yield file


def _plain(value: Any) -> Any:
    """Return a value of Parquet as a value of JSON."""
    if isinstance(value, Mapping):
        return {str(name): _plain(each) for name, each in value.items()}
    if isinstance(value, list):
        return [_plain(each) for each in value]
    if isinstance(value, float) and math.isnan(value):
        return None
    return value if value is None or isinstance(value, str | int | float | bool) else str(value)


def _is_responses(values: Mapping[str, Any], name: str) -> bool:
    """Return whether a column contains the responses of a question, as Hugging Face datasets have them."""
    value = values[name]
    first = value[0] if isinstance(value, list) and value else value
    return isinstance(first, dict) and {"user_id", "value", "status"} <= first.keys()


def _first_version(record: Record, document: str) -> list[Response]:
    """Return the responses of a feedback record: one an annotator, with a value for each question."""
    responses = []
    for response in record.records("responses"):
        values = response.record("values")
        annotator, status = response.text("user_id", ""), response.text("status", SUBMITTED)
        created_at = response.moment("updated_at") or response.moment("inserted_at")
        if not values.values:
            responses.append(Response(record, document, "", None, annotator, status, created_at))
        for name in values.values:
            value = values.record(name).values.get("value")
            responses.append(Response(record, document, name, value, annotator, status, created_at))
    if isinstance(record.values.get("suggestions"), list):
        for each in record.records("suggestions"):
            name, agent = each.text("question_name"), each.text("agent", "")
            responses.append(_suggestion(record, document, name, each.values.get("value"), agent))
    return responses


def _second_version(record: Record, document: str, gathering: Gathering) -> list[Response]:
    """Return the responses of a record of version 2, listed by question."""
    listed = []
    responses, suggestions = record.record("responses"), record.record("suggestions")
    for name in responses.values:
        for each in responses.records(name):
            if not each.has("status"):
                gathering.notebook.add(_UNKNOWN_STATUS, record.where)
            status, annotator = each.text("status", SUBMITTED), each.text("user_id", "")
            listed.append(Response(record, document, name, each.values.get("value"), annotator, status))
    for name in suggestions.values:
        each = suggestions.record(name)
        listed.append(_suggestion(record, document, name, each.values.get("value"), each.text("agent", "")))
    return listed


def _flattened(record: Record, document: str, name: str, gathering: Gathering) -> list[Response]:
    """Return the responses to a question of a flattened record of version 2: lists side by side."""
    values = record.items(f"{name}.responses")
    people, statuses = record.items(f"{name}.responses.users"), record.items(f"{name}.responses.status")
    if len(people) != len(values) or len(statuses) not in (0, len(values)):
        record.refuse(f"{name}.responses.users", "people", people)
    statuses = statuses or [None] * len(values)
    unknown = sum(not status for status in statuses)
    if unknown:
        gathering.notebook.add(_UNKNOWN_STATUS, record.where, unknown)
    responses = [
        Response(record, document, name, value, str(annotator or ""), str(status or SUBMITTED))
        for value, annotator, status in zip(values, people, statuses, strict=True)
    ]
    if record.has(f"{name}.suggestion"):
        agent = record.text(f"{name}.suggestion.agent", "")
        responses.append(_suggestion(record, document, name, record.values[f"{name}.suggestion"], agent))
    return responses


def _column(record: Record, document: str, name: str) -> list[Response]:
    """Return the responses to a question in a row of a dataset: a list of objects, or an object of lists."""
    value = record.values.get(name)
    responses = []
    if isinstance(value, dict):
        lists = record.record(name)
        columns = {key: lists.items(key) for key in ("user_id", "value", "status")}
        if len({len(each) for each in columns.values()}) > 1:
            lists.refuse("user_id", "people", columns["user_id"])
        value = [dict(zip(columns, each, strict=True)) for each in zip(*columns.values(), strict=True)]
    for each in Record(record.where, {name: value}).records(name):
        annotator, status = each.text("user_id", ""), each.text("status", SUBMITTED)
        responses.append(
            Response(record, document, name, _by_rows(each.values.get("value")), annotator, status)
        )
    if record.has(f"{name}{_SUGGESTION}"):
        agent = record.record(f"{name}{_SUGGESTION}-metadata").text("agent", "")
        suggested = _by_rows(record.values[f"{name}{_SUGGESTION}"])
        responses.append(_suggestion(record, document, name, suggested, agent))
    return responses


def _by_rows(value: Any) -> Any:
    """Return a list of objects for an object of lists of one length, as datasets may have turned it."""
    if not isinstance(value, dict) or not value or not all(isinstance(each, list) for each in value.values()):
        return value
    if len({len(each) for each in value.values()}) > 1:
        return value
    return [dict(zip(value, each, strict=True)) for each in zip(*value.values(), strict=True)]


def _annotated(record: Record, document: str) -> list[Response]:
    """Return the annotation and the prediction of a record of the first version's older datasets."""
    responses = []
    status = {"Validated": SUBMITTED, "Discarded": DISCARDED}.get(record.text("status", ""), PENDING)
    created_at = record.moment("event_timestamp")
    if status == DISCARDED or record.has("annotation"):
        value, annotator = _older(record.values.get("annotation")), record.text("annotation_agent", "")
        responses.append(Response(record, document, "annotation", value, annotator, status, created_at))
    # An empty prediction says that a text of tokens has no span, and nothing of labels.
    listed = record.items("prediction")
    if (listed or (record.has("prediction") and record.has("tokens"))) and (
        predicted := _predicted(listed)
    ) is not None:
        agent = record.text("prediction_agent", "")
        responses.append(_suggestion(record, document, "annotation", predicted, agent))
    return responses


def _predicted(listed: Sequence[Any]) -> Any:
    """Return what was predicted: all spans together, of labels or texts with scores the first one."""
    value = _older(list(listed))
    if all(isinstance(each, dict) and "start" in each for each in value):
        return value
    first = value[0]
    if isinstance(first, dict):
        return first.get("label", first.get("text"))
    return first[0] if isinstance(first, list) and first else first


def _older(value: Any) -> Any:
    """Return spans written as (label, start, end) as objects; labels and objects unchanged."""
    listed = value if isinstance(value, list) else [value]
    if listed and all(isinstance(each, list) and len(each) >= 3 for each in listed):
        return [{"label": each[0], "start": each[1], "end": each[2]} for each in listed]
    return value


def _suggestion(record: Record, document: str, name: str, value: Any, agent: str) -> Response:
    return Response(record, document, name, value, agent or "suggestions", AnswerStatus.PREDICTION.value)
