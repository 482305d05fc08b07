"""JSON-MIN of Label Studio: one record for each annotation, controls and fields of the task together.

Its CSV and TSV contain the same records. A value that is neither text nor number is a JSON cell there.
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
    """Return the value of a cell: a list or object of JSON, a number of seconds, or the unchanged text."""
    if name == "lead_time" or written.startswith(("[", "{")):
        with suppress(json.JSONDecodeError, RecursionError):
            return json.loads(written)
    return written


def of_json_min(record: Record, config: StudioConfig, options: ProjectOptions) -> Record:
    """Return the task of a record, with one annotation.

    A control with a single label is a text, like any field. The configuration, or the requested question,
    distinguishes them.

    Raises
    ------
    AloiError
        No value that is certainly a control.
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
    """Return the results that a field contains, each with its kind; none if it is a field of the task."""
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
