"""The records of Potato as statements: lines and tables of version 1, states and exports of version 2."""

from __future__ import annotations

import ast
import json
import re
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path, PurePosixPath
from typing import Any

from aloi.base.errors import AloiError
from aloi.base.terms import Phrase
from aloi.corpora.readers import read_table
from aloi.corpora.readers.tables import SUFFIXES
from aloi.gold.formats.projects.potato.schemes import Stored
from aloi.gold.formats.projects.project_documents import Gathering
from aloi.gold.formats.projects.records import Record, records_of
from aloi.gold.formats.source_files import excluded

_LINES = "annotated_instances.jsonl"
_FIRST = frozenset({"displayed_text", "label_annotations"})
_SECOND = frozenset({"instance_id", "user_id", "labels", "spans"})
_STATES = frozenset({"instance_id_to_label_to_value"})
_NO_SCHEMES = frozenset({"user", "user_id", "instance_id", "displayed_text"})
_SPANS_COLUMN = "span_annotation:::"
_SPENT = re.compile(r"(?<!\d)(\d+)d (\d+)h (\d+)m (\d+)s")
_REPEATED = excluded(
    "records", Phrase("why-repeat-what-another", "that repeat what another file of the project says")
)
_OTHER_RECORDS = excluded("records", Phrase("why-hold-no-annotations", "that hold no annotations"))


@dataclass(frozen=True, slots=True)
class Statement:
    """The stored record of one annotator for one instance.

    Parameters
    ----------
    source : str
        The kind of Potato record it was read from: `state`, `lines`, `rows` or `table`.
    text : str
        The text that was shown; empty if it is stored apart.
    labels : mapping
        The stored labels, by scheme.
    spans : sequence of Record
        Each with its scheme.
    marking : tuple of str
        Schemes of spans that the annotator saw, even if nothing was marked; empty for all of the project.
    is_marked : bool
        Whether the record states that spans could be marked.
    """

    record: Record
    source: str
    annotator: str
    instance: str
    text: str
    labels: Mapping[str, Stored]
    spans: Sequence[Record]
    marking: tuple[str, ...] = ()
    is_marked: bool = True
    seconds: float | None = None


def is_table(path: Path) -> bool:
    """Return whether a file is a table, by its suffix; lines of JSON are records."""
    return path.is_file() and path.suffix.lower() in SUFFIXES and path.suffix.lower() != ".jsonl"


def kind_of(fields: Iterable[str]) -> str | None:
    """Return which of Potato's records an object with these fields is."""
    present = set(fields)
    kinds = {"lines": _FIRST, "rows": _SECOND, "state": _STATES}
    return next((name for name, wanted in kinds.items() if wanted <= present), None)


def statements_of_records(path: Path, gathering: Gathering) -> list[Statement]:
    """Return what is stored in lines or states; a folder with one of each annotator is called after them."""
    statements: list[Statement] = []
    for name, records in records_of(path).items():
        parts = PurePosixPath(name).parts
        folder = parts[-2] if len(parts) > 1 else ""
        if path.is_file() and path.suffix.lower() != ".zip" and path.name == _LINES:
            folder = ""
        for record in records:
            kind = kind_of(record.values)
            if kind == "state":
                statements += _of_state(record, folder, gathering)
            elif kind == "rows":
                spans, marking = _marks(record, "spans")
                labels = _labels(record, "labels")
                instance, annotator = record.text("instance_id"), record.text("user_id")
                gathering.leave(
                    excluded("links", Phrase("why-between-spans", "between spans")),
                    record.where,
                    _count(record.values.get("links")),
                )
                statements.append(
                    Statement(record, kind, annotator, instance, "", labels, spans, marking, bool(marking))
                )
            elif kind == "lines":
                instance = record.text("id", "") or record.text("instance_id")
                labels, spans = _labels(record, "label_annotations"), record.records("span_annotations")
                annotator = record.text("user_id", "") or folder
                statements.append(
                    Statement(
                        record, kind, annotator, instance, record.text("displayed_text"), labels, spans,
                        seconds=_spent(record.values.get("behavioral_data")),
                    )
                )  # fmt: skip
            else:
                gathering.leave(_OTHER_RECORDS, record.where)
    return statements


def _of_state(state: Record, folder: str, gathering: Gathering) -> list[Statement]:
    """Return what a `user_state.json` of version 2 says, instance by instance."""
    statements = []
    annotator = state.text("user_id", "") or folder
    labels, spans = (
        state.record("instance_id_to_label_to_value"),
        state.record("instance_id_to_span_to_value"),
    )
    times = state.record("instance_id_to_behavioral_data")
    for instance in dict.fromkeys([*labels.values, *spans.values]):
        marks, marking = _marks(spans, instance)
        statements.append(
            Statement(
                state, "state", annotator, instance, "", _labels(labels, instance), marks, marking,
                instance in spans.values, _spent(times.values.get(instance)),
            )
        )  # fmt: skip
    for name, description in (
        ("instance_id_to_link_to_value", excluded("links", Phrase("why-between-spans", "between spans"))),
        ("instance_id_to_event_to_value", excluded("events")),
    ):
        for value in state.record(name).values.values() if state.has(name) else ():
            gathering.leave(description, state.where, _count(value))
    if isinstance(phases := state.values.get("phase_to_page_to_label_to_value"), dict):
        pages = [page for phase in phases.values() if isinstance(phase, dict) for page in phase.values()]
        gathering.leave(
            excluded("answers", Phrase("why-pages-questions-about", "to pages of questions about no text")),
            state.where,
            sum(map(_count, pages)),
        )
    return statements


def _marks(record: Record, name: str) -> tuple[list[Record], tuple[str, ...]]:
    """Return the spans of a field and its schemes: an object of lists by scheme, or a list.

    A span of a list is an object, or such an object with a value next to it.
    """
    value = record.values.get(name)
    if isinstance(value, dict):
        schemes = record.record(name)
        marks = []
        for scheme, listed in schemes.values.items():
            if isinstance(listed, dict):  # by the id of each span
                schemes = Record(schemes.where, {**schemes.values, scheme: [*listed.values()]}, schemes.path)
            for index, pair in enumerate(schemes.items(scheme)):
                mark = _mark(schemes, scheme, index, pair)
                schema = mark.text("schema", "") or scheme
                marks.append(Record(mark.where, {**mark.values, "schema": schema}, mark.path))
        return marks, tuple(value)
    return [_mark(record, name, index, pair) for index, pair in enumerate(record.items(name))], ()


def _mark(record: Record, name: str, index: int, pair: Any) -> Record:
    value = pair[0] if isinstance(pair, list) and pair else pair
    if not isinstance(value, dict):
        record.refuse(f"{name}[{index}]", "span", pair)
    return Record(record.where, value, f"{record.path}.{name}[{index}]")


def _labels(record: Record, name: str) -> dict[str, Stored]:
    """Return values by scheme and label; a scheme that is one value alone has it under no name.

    The field is an object of schemes, or a list of labels, each with its value next to it.
    """
    by_scheme: dict[str, dict[str, Any]] = defaultdict(dict)
    if isinstance(record.values.get(name), list):
        path = f"{record.path}." if record.path else ""
        for index, pair in enumerate(record.items(name)):
            if not isinstance(pair, list) or len(pair) != 2 or not isinstance(pair[0], dict):
                record.refuse(f"{name}[{index}]", "label", pair)
            label = Record(record.where, pair[0], f"{path}{name}[{index}]")
            by_scheme[label.text("schema")][label.text("name", "")] = pair[1]
        return dict(by_scheme)
    for scheme, value in record.record(name).values.items():
        inner = value.get("labels") if isinstance(value, dict) and set(value) == {"labels"} else value
        by_scheme[scheme] = inner if isinstance(inner, dict) else {"": inner}
    return dict(by_scheme)


def statements_of_table(path: Path) -> list[Statement]:
    """Return the rows of a table: `scheme:::label` of version 1, `scheme.label` of version 2."""
    table = read_table(path)
    mark = ":::" if any(":::" in column for column in table.columns) else "."
    person = "user" if "user" in table.columns else "user_id"
    statements = []
    for row in table.rows:
        where = table.where(row)
        labels: dict[str, dict[str, Any]] = defaultdict(dict)
        spans: list[Record] = []
        marking = []
        for column in table.columns:
            cell = row.text(column).strip()
            scheme, _, label = column.partition(mark)
            if not cell or column in _NO_SCHEMES or column.startswith("annotator_origin"):
                continue
            if column.startswith(_SPANS_COLUMN) or label == "_spans":
                schema = scheme if label == "_spans" else ""
                listed = _listed(cell, where, column)
                spans += [
                    Record(where, {**each.values, "schema": each.text("schema", "") or schema}, column)
                    for each in listed
                ]
                marking.append(schema)
            elif not label.startswith("_room"):
                labels[scheme][label] = cell
        for stored in labels.values():
            if len(stored) > 1:  # with the labels, the one that Potato takes for the last
                stored.pop("", None)
        text = row.text("displayed_text") if "displayed_text" in table.columns else ""
        record = Record(where, row.values)
        statements.append(
            Statement(
                record, "table", row.text(person), row.text("instance_id"), text, labels, spans,
                tuple(filter(None, marking)), bool(marking) or mark == ":::",
            )
        )  # fmt: skip
    return statements


def _listed(cell: str, where: str, column: str) -> list[Record]:
    """Return the objects of a list in a cell, as JSON or as Python writes it."""
    try:
        listed = json.loads(cell)
    except (ValueError, RecursionError):
        try:
            listed = ast.literal_eval(cell)
        except (ValueError, SyntaxError, RecursionError, MemoryError):
            listed = None
    if not isinstance(listed, list) or not all(isinstance(each, dict) for each in listed):
        raise AloiError("gold.project-field", where=where, field=column, kind="text", expected="list")
    return [Record(where, each, column) for each in listed]


def without_repeats(statements: Sequence[Statement], gathering: Gathering) -> list[Statement]:
    """Return each answer once, if several kinds of files contain it: states, and exports made from them.

    Several records of one sort are revisions, and stay.
    """
    order = ("state", "lines", "rows", "table")
    sources: dict[tuple[str, str], str] = {}
    named = {statement.instance for statement in statements if statement.annotator}
    texts = {statement.instance: statement.text for statement in statements if statement.text}
    for statement in sorted(statements, key=lambda each: order.index(each.source)):
        sources.setdefault((statement.annotator, statement.instance), statement.source)
    single = []
    for statement in statements:
        merged = not statement.annotator and statement.instance in named
        if merged or sources[statement.annotator, statement.instance] != statement.source:
            gathering.leave(_REPEATED, statement.record.where)
        else:
            single.append(replace(statement, text=statement.text or texts.get(statement.instance, "")))
    return single


def _spent(behaviour: Any) -> float | None:
    """Return the seconds that version 1 writes as `Time spent: 0d 0h 0m 21s`, version 2 in milliseconds."""
    if not isinstance(behaviour, dict):
        return None
    milliseconds = behaviour.get("total_time_ms")
    if isinstance(milliseconds, int | float) and not isinstance(milliseconds, bool) and milliseconds > 0:
        return float(milliseconds) / 1000
    written = behaviour.get("time_string")
    spent = _SPENT.search(written) if isinstance(written, str) else None
    if spent is None:
        return None
    days, hours, minutes, seconds = map(int, spent.groups())
    return float(((days * 24 + hours) * 60 + minutes) * 60 + seconds)


def _count(value: Any) -> int:
    """Return the number of values in a field; of lists by name, in all lists."""
    if isinstance(value, dict):
        return sum(len(each) if isinstance(each, list | dict) else 1 for each in value.values())
    return len(value) if isinstance(value, list) else 0
