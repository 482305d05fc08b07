"""Potato: folders of annotators, or the tables and lines of all of them, of both of its versions."""

from __future__ import annotations

import ast
import re
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import Any

from aloi.errors import AloiError
from annotation.rows import LabelledSpan
from corpora.readers import read_table
from corpora.readers.tables import SUFFIXES, look_into
from gold.formats.projects.gathering import Gathering
from gold.formats.projects.model import (
    Project,
    ProjectAnswer,
    ProjectDocument,
    ProjectOptions,
    QuestionForm,
    Tool,
    Value,
)
from gold.formats.projects.records import Record, first_record, read_records, records_of

_LINES, _STATE = "annotated_instances.jsonl", "user_state.json"
_FIRST = frozenset({"id", "displayed_text", "label_annotations"})
_SECOND = frozenset({"instance_id", "user_id", "labels", "spans"})
_STATES = frozenset({"user_id", "instance_id_to_label_to_value"})
_TABLE = (frozenset({"user", "instance_id", "displayed_text"}), frozenset({"instance_id", "user_id"}))
_SPANS_COLUMN = "span_annotation:::"
_TEXT_BOXES = re.compile(r"(text_box|textbox|text|bad_text|free_response).*")
_SCALE = re.compile(r"(?:scale_)?(\d+)")
_SPENT = re.compile(r"(?<!\d)(\d+)d (\d+)h (\d+)m (\d+)s")
_NOTHING = (None, "", False, "false", "False")
_TEXTS, _IDS = ("text", "displayed_text", "sentence"), ("id", "instance_id", "item_id")


@dataclass(frozen=True, slots=True)
class _Given:
    """What one person said of one instance: labels by scheme, spans, and where it stands."""

    record: Record
    annotator: str
    instance: str
    text: str
    labels: Mapping[str, Mapping[str, Any]]
    spans: Sequence[Record]


class Potato(Tool):
    """`annotated_instances.*` of version 1; `user_state.json` and `annotations.*` of version 2.

    Version 2 keeps texts apart: they are those of the data file of the project, told by --texts. An answer
    to a scheme is its labels; of a Likert scale or a slider a number; text boxes are the annotator's notes.
    """

    name = "potato"
    title = "Potato (a folder of annotators, JSONL, TSV)"

    def accepts(self, path: Path) -> bool:
        """Return whether records or columns are those that Potato writes."""
        if path.is_file() and path.suffix.lower() in SUFFIXES and path.suffix.lower() != ".jsonl":
            try:
                columns = set(look_into(path).columns)
            except AloiError:
                return False
            return any(one <= columns for one in _TABLE) and any(
                re.search(r":::|\._spans$|\w\.\w", one) for one in columns
            )
        return _kind(first_record(path).keys()) is not None

    def read(self, path: Path, asked: ProjectOptions) -> Project:
        """Return the project of all annotators."""
        is_table = path.is_file() and path.suffix.lower() in SUFFIXES and path.suffix.lower() != ".jsonl"
        given = _of_table(path) if is_table else _of_records(path)
        texts = _texts(asked.texts) if asked.texts is not None else {}
        missing = sum(not one.text and one.instance not in texts for one in given)
        if missing:
            raise AloiError("gold.project-texts-apart", name=path.name, missing=missing)
        found = Gathering()
        text_boxes = _schemes(given, found)
        for one in given:
            _take(one, one.text or texts[one.instance], found, text_boxes)
        return found.project(asked)


def _kind(fields: Any) -> str | None:
    """Return which of its records an object with these fields is."""
    kinds = {"lines": _FIRST, "rows": _SECOND, "state": _STATES}
    return next((name for name, wanted in kinds.items() if wanted <= set(fields)), None)


def _of_records(path: Path) -> list[_Given]:
    """Return what stands in lines or states; a folder with one of each annotator is called after them."""
    given: list[_Given] = []
    for name, records in records_of(path).items():
        place = PurePosixPath(name)
        folder = place.parent.name if len(place.parts) > 1 else ""
        if path.is_file() and path.suffix.lower() != ".zip" and path.name == _LINES:
            folder = ""
        for one in records:
            kind = _kind(one.values)
            if kind == "state":
                given += _of_state(one)
            elif kind == "rows":
                spans = one.record("spans")
                given.append(
                    _Given(one, one.text("user_id"), one.text("instance_id"), "", _labels(one, "labels"),
                           [each for scheme in spans.values for each in spans.records(scheme)])
                )  # fmt: skip
            elif kind == "lines":
                spans_ = one.records("span_annotations")
                text = one.text("displayed_text")
                given.append(
                    _Given(one, folder, one.text("id"), text, _labels(one, "label_annotations"), spans_)
                )
    return given


def _of_state(one: Record) -> list[_Given]:
    """Return what a `user_state.json` of version 2 says, instance by instance."""
    given = []
    labels, spans = one.record("instance_id_to_label_to_value"), one.record("instance_id_to_span_to_value")
    for instance in dict.fromkeys([*labels.values, *spans.values]):
        by_scheme: dict[str, dict[str, Any]] = defaultdict(dict)
        for place, pair in enumerate(
            labels.items(instance) if isinstance(labels.values.get(instance), list) else []
        ):
            if not isinstance(pair, list) or len(pair) != 2 or not isinstance(pair[0], dict):
                labels.refuse(f"{instance}[{place}]", "label", pair)
            label = Record(one.where, pair[0], f"{labels.path}.{instance}[{place}]")
            by_scheme[label.text("schema")][label.text("name", "")] = pair[1]
        if isinstance(labels.values.get(instance), dict):
            by_scheme |= {scheme: dict(values) for scheme, values in _labels(labels, instance).items()}
        marked = []
        for place, pair in enumerate(spans.items(instance)):
            value = pair[0] if isinstance(pair, list) and pair else pair
            if not isinstance(value, dict):
                spans.refuse(f"{instance}[{place}]", "span", pair)
            marked.append(Record(one.where, value, f"{spans.path}.{instance}[{place}]"))
        given.append(_Given(one, one.text("user_id"), instance, "", by_scheme, marked))
    return given


def _labels(one: Record, name: str) -> dict[str, Mapping[str, Any]]:
    """Return values by scheme and label; a scheme that is one value alone has it under no name."""
    schemes = one.record(name)
    found: dict[str, Mapping[str, Any]] = {}
    for scheme, value in schemes.values.items():
        inner = value.get("labels") if isinstance(value, dict) and set(value) == {"labels"} else value
        found[scheme] = inner if isinstance(inner, dict) else {"": inner}
    return found


def _of_table(path: Path) -> list[_Given]:
    """Return the rows of a table: `scheme:::label` of version 1, `scheme.label` of version 2."""
    table = read_table(path)
    mark = ":::" if any(":::" in one for one in table.columns) else "."
    given = []
    for row in table.rows:
        where = table.where(row)
        labels: dict[str, dict[str, Any]] = defaultdict(dict)
        spans: list[Record] = []
        for column in table.columns:
            cell = row.text(column).strip()
            scheme, _, label = column.partition(mark)
            if not cell or column in ("user", "user_id", "instance_id", "displayed_text"):
                continue
            if column.startswith(_SPANS_COLUMN) or label == "_spans":
                spans += _listed(cell, where, column)
            else:
                labels[scheme][label] = cell
        record = Record(where, row.values)
        who = "user" if "user" in table.columns else "user_id"
        text = row.text("displayed_text") if "displayed_text" in table.columns else ""
        given.append(_Given(record, row.text(who), row.text("instance_id"), text, labels, spans))
    return given


def _listed(cell: str, where: str, column: str) -> list[Record]:
    """Return the objects of a list in a cell, as JSON or as Python writes it."""
    try:
        listed = ast.literal_eval(cell) if "'" in cell else [one.values for one in read_records(cell, where)]
    except (ValueError, SyntaxError, RecursionError, MemoryError):
        listed = None
    if not isinstance(listed, list) or not all(isinstance(one, dict) for one in listed):
        raise AloiError("gold.project-field", where=where, field=column, kind="text", expected="list")
    return [Record(where, one, column) for one in listed]


def _texts(path: Path) -> dict[str, str]:
    """Return the texts of a data file of a project, by their ids."""
    if path.suffix.lower() in SUFFIXES and path.suffix.lower() != ".jsonl":
        table = read_table(path)
        pairs = [(table.where(row), dict(row.values)) for row in table.rows]
    else:
        pairs = [(one.where, dict(one.values)) for found in records_of(path).values() for one in found]
    found: dict[str, str] = {}
    for where, values in pairs:
        record = Record(where, values)
        own = next((name for name in _IDS if name in values), "id")
        text = next((name for name in _TEXTS if name in values), "text")
        found[record.text(own)] = record.text(text)
    return found


def _schemes(given: Sequence[_Given], found: Gathering) -> frozenset[str]:
    """Take the question that each scheme asks; return the schemes that are boxes of text."""
    labels: dict[str, dict[str, None]] = defaultdict(dict)
    several: set[str] = set()
    for one in given:
        for scheme, values in one.labels.items():
            chosen = [name for name, value in values.items() if value not in _NOTHING]
            labels[scheme] |= dict.fromkeys(chosen)
            if len(chosen) > 1:
                several.add(scheme)
        for span in one.spans:
            found.ask(span.text("schema", "") or "spans", QuestionForm.SPANS)
    boxes = set()
    for scheme, names in labels.items():
        if names and all(_TEXT_BOXES.fullmatch(name) for name in names):
            boxes.add(scheme)
        elif names and all(_SCALE.fullmatch(name) or name in ("slider", "number") for name in names):
            found.ask(scheme, QuestionForm.RATING)
        elif names and scheme not in found.questions:
            found.ask(scheme, QuestionForm.LABELS, several=scheme in several)
    return frozenset(boxes)


def _take(one: _Given, text: str, found: Gathering, boxes: frozenset[str]) -> None:
    """Take what one person said of one instance."""
    facts = {} if len(one.record.values) == 0 else {"instance_id": one.instance}
    if not found.document(ProjectDocument(one.instance, (text,), one.record.where, facts)):
        return
    values: dict[str, Value] = {}
    for scheme, given in one.labels.items():
        chosen = {name: value for name, value in given.items() if value not in _NOTHING}
        if scheme not in found.questions or not chosen:
            continue
        asks = found.questions[scheme].asked
        if asks is QuestionForm.RATING:
            values[scheme] = _rated(one, scheme, chosen)
        elif asks is QuestionForm.LABELS:
            values[scheme] = tuple(name if name else str(value) for name, value in chosen.items())
    for question in found.questions.values():
        if question.asked is QuestionForm.SPANS:
            marked = [each for each in one.spans if (each.text("schema", "") or "spans") == question.name]
            spans = [_span(each, text, found) for each in marked]
            values[question.name] = tuple(each for each in spans if each is not None)
    comment = "\n".join(
        str(value) for name in sorted(boxes) for value in one.labels.get(name, {}).values() if value
    )
    if not values:
        found.leave("instances that were opened and not answered", one.record.where)
        return
    found.answers.append(
        ProjectAnswer(
            one.instance,
            one.record.where,
            one.annotator,
            values=values,
            comment=comment,
            seconds=_spent(one.record),
        )
    )


def _rated(one: _Given, scheme: str, chosen: Mapping[str, Any]) -> float:
    """Return the number of a scale or a slider, the one value of its scheme."""
    name, value = next(iter(chosen.items()))
    scale = _SCALE.fullmatch(name)
    try:
        if len(chosen) > 1:
            raise ValueError
        return float(scale[1]) if scale else float(value)
    except (TypeError, ValueError) as error:
        raise AloiError(
            "gold.project-field", where=one.record.where, field=scheme, kind="text", expected="number"
        ) from error


def _span(one: Record, text: str, found: Gathering) -> LabelledSpan | None:
    label = one.text("annotation", "") or one.text("name", "") or one.text("label", "")
    if not label:
        one.refuse("label", "text")
    if one.items("additional_parts"):
        found.leave("further parts of broken spans", one.where, len(one.items("additional_parts")))
    return found.span(one, label, text, one.text("span", "") or one.text("text", ""))


def _spent(one: Record) -> float | None:
    """Return the seconds that version 1 tells, such as `Time spent: 0d 0h 0m 21s`."""
    given = one.values.get("behavioral_data")
    told = given.get("time_string") if isinstance(given, dict) else None
    spent = _SPENT.search(told) if isinstance(told, str) else None
    if spent is None:
        return None
    days, hours, minutes, seconds = map(int, spent.groups())
    return float(((days * 24 + hours) * 60 + minutes) * 60 + seconds)
