"""JSON-MIN of Label Studio: a record an annotation, its controls beside the fields of the task."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from aloi.errors import AloiError
from gold.formats.projects.label_studio_config import StudioConfig
from gold.formats.projects.model import ProjectOptions
from gold.formats.projects.records import Record

_OWN = ("id", "annotator", "annotation_id", "created_at", "updated_at", "lead_time", "agreement")
_KINDS = ("labels", "hypertextlabels", "choices", "rating", "number", "selected", "text")


def is_json_min(values: Mapping[str, Any]) -> bool:
    """Return whether an object is a record of JSON-MIN."""
    return "annotation_id" in values and "annotator" in values and "data" not in values


def of_json_min(record: Record, config: StudioConfig, asked: ProjectOptions) -> Record:
    """Return a record as the task that it was made of, with one annotation.

    A control that says one label stands there as a text, like any field: the configuration, or the question
    asked for, tells them apart.

    Raises
    ------
    AloiError
        Nothing that is a control for sure.
    """
    known = {*config.controls, *([asked.question] if asked.question else [])}
    results = []
    data = {}
    for name, value in record.values.items():
        if name in _OWN:
            continue
        given = _results(value, known=name in known)
        if not given:
            data[name] = value
        for kind, one in given:
            results.append({"from_name": name, "type": kind, "value": one})
    if not results and not any(record.has(name) for name in known):
        fields = [name for name in data if isinstance(data[name], str)]
        raise AloiError("gold.project-which-control", where=record.where, names=fields)
    said = {
        "completed_by": record.values.get("annotator"),
        "result": results,
        **{name: record.values.get(name) for name in ("created_at", "updated_at", "lead_time")},
    }
    task = {"id": record.values.get("id"), "data": data, "annotations": [said]}
    return Record(record.where, task, record.path)


def _results(value: Any, *, known: bool) -> list[tuple[str, dict[str, Any]]]:
    """Return the results that a field holds, each with its kind; none where it is a field of the task."""
    if isinstance(value, str) and known:
        return [("choices", {"choices": [value]})]
    listed = value if isinstance(value, list) else [value]
    if not listed or not all(isinstance(one, dict) for one in listed):
        return []
    found = []
    for one in listed:
        kind = next((name for name in _KINDS if name in one), None)
        if kind is None:
            return []
        found.append(({"selected": "pairwise", "text": "textarea"}.get(kind, kind), one))
    return found
