"""JSON-MIN of Label Studio: a record an annotation, its controls beside the fields of the task.

Its CSV and TSV are the same records: what is neither text nor number stands there as JSON in the cell.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

from aloi.base.errors import AloiError
from aloi.corpora.readers import read_table
from aloi.corpora.readers.tables import look_into
from aloi.gold.formats.projects.label_studio_config import StudioConfig
from aloi.gold.formats.projects.model import ProjectOptions
from aloi.gold.formats.projects.records import Record

_TOOL_FIELDS = ("id", "annotator", "annotation_id", "created_at", "updated_at", "lead_time", "agreement")
_KINDS = (
    "labels", "hypertextlabels", "paragraphlabels", "choices", "taxonomy", "rating", "number", "selected",
    "ranker", "text",
)  # fmt: skip


def is_json_min(values: Mapping[str, Any]) -> bool:
    """Return whether an object is a record of JSON-MIN."""
    return "annotation_id" in values and "annotator" in values and "data" not in values


def is_table_of_annotations(path: Path) -> bool:
    """Return whether a file is the CSV or TSV of Label Studio."""
    if not path.is_file() or path.suffix.lower() not in {".csv", ".tsv"}:
        return False
    try:
        return is_json_min(dict.fromkeys(look_into(path).columns))
    except AloiError:
        return False


def records_of_table(path: Path) -> list[Record]:
    """Return the rows of a CSV or TSV as records of JSON-MIN; an empty cell is a field that is not there."""
    table = read_table(path)
    return [
        Record(table.where(row), {name: _cell(name, row.text(name)) for name in row.values if row.text(name)})
        for row in table.rows
    ]


def _cell(name: str, written: str) -> Any:
    """Return what a cell holds: a list or object of JSON, a number of seconds, or a text as it stands."""
    if name == "lead_time" or written.startswith(("[", "{")):
        with suppress(json.JSONDecodeError, RecursionError):
            return json.loads(written)
    return written


def of_json_min(record: Record, config: StudioConfig, options: ProjectOptions) -> Record:
    """Return a record as the task that it was made of, with one annotation.

    A control that says one label stands there as a text, like any field: the configuration, or the question
    asked for, tells them apart.

    Raises
    ------
    AloiError
        Nothing that is a control for sure.
    """
    controls = {*config.controls, *([options.question] if options.question else [])}
    results = []
    data = {}
    for name, value in record.values.items():
        if name in _TOOL_FIELDS:
            continue
        control_results = _results(value, is_control=name in controls)
        if not control_results:
            data[name] = value
        for kind, result in control_results:
            results.append({"from_name": name, "type": kind, "value": result})
    if not results and not any(record.has(name) for name in controls):
        fields = [name for name in data if isinstance(data[name], str)]
        raise AloiError("gold.project-which-control", where=record.where, names=fields)
    answered = {
        "completed_by": record.values.get("annotator"),
        "result": results,
        **{name: record.values.get(name) for name in ("created_at", "updated_at", "lead_time")},
    }
    task = {"id": record.values.get("id"), "data": data, "annotations": [answered]}
    return Record(record.where, task, record.path)


def _results(value: Any, *, is_control: bool) -> list[tuple[str, dict[str, Any]]]:
    """Return the results that a field holds, each with its kind; none where it is a field of the task."""
    if isinstance(value, str) and is_control:
        return [("choices", {"choices": [value]})]
    listed = value if isinstance(value, list) else [value]
    if not listed or not all(isinstance(entry, dict) for entry in listed):
        return []
    results = []
    for entry in listed:
        kind = next((name for name in _KINDS if name in entry), None)
        if (
            kind in (None, "text")
            and {"start", "end"} <= entry.keys()
            and not isinstance(entry.get("text"), list)
        ):
            kind = "labels"  # a region without a label
        if kind is None:
            return []
        results.append(({"selected": "pairwise", "text": "textarea"}.get(kind, kind), entry))
    return results
