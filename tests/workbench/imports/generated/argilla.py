"""Datasets of Argilla: records of both versions as JSON, and as the tables that it gives to Hugging Face."""

from __future__ import annotations

import json
import random
from collections import Counter
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

from aloi.workbench.imports.layouts.base import ReadOptions
from tests.workbench.imports.generated.world import (
    Document,
    Features,
    Statement,
    World,
    Written,
    expected_of,
    utf_16,
    world,
)

_TYPES = {"spans": "span", "labels": "multi_label_selection", "label": "label_selection", "rating": "rating"}
_LAYOUTS = ("nested", "flat", "feedback", "rows")
# By question: who responded, what, and under which status.
_Responses = dict[str, list[tuple[str, Any, str]]]


def argilla(rng: random.Random, folder: Path) -> Written:
    """Spans counted as pages do, labels, ratings of two fields; rankings, drafts and suggestions beside."""
    layout, kind = rng.choice(_LAYOUTS), rng.choice(tuple(_TYPES))
    with_settings = rng.random() < 0.5 or kind == "labels"
    features = Features(
        crlf=False, nested=True, skips=layout != "nested", comments=with_settings and layout != "rows"
    )
    made = world(rng, kind, features, least=1)
    with_rankings = rng.random() < 0.4
    left_out: Counter[str] = Counter({"rankings given to the question 'rang'": 0, "drafts": 0})
    records = []
    for document in made.documents:
        responses: _Responses = {"réponse": [], "remarque": [], "rang": []}
        for number, one in enumerate(made.of(document.id)):
            status = "discarded" if one.skipped else "submitted"
            responses["réponse"].append((one.annotator, _value(kind, one, document), status))
            if one.comment:
                responses["remarque"].append((one.annotator, one.comment, status))
            if with_rankings and not one.skipped:
                order = ["a", "b", "c"][:: 1 if number % 2 else -1]
                ranks = [{"rank": rank, "value": each} for rank, each in enumerate(order, start=1)]
                responses["rang"].append((one.annotator, ranks, status))
                left_out["rankings given to the question 'rang'"] += 1
        if layout != "nested" and rng.random() < 0.2:
            value = _value(kind, made.of(document.id)[0], document)
            responses["réponse"].append(("zoé", value, "draft"))
            left_out["drafts"] += 1
        responses = {name: each for name, each in responses.items() if each}
        records.append(_WRITE[layout](document, responses))
    path = folder / "jeu"
    path.mkdir()
    if with_settings:
        hidden = path / ".argilla" if rng.random() < 0.5 else path
        hidden.mkdir(exist_ok=True)
        written = json.dumps(_settings(made, kind))
        (hidden / "settings.json").write_text(written, encoding="utf-8")
    file = _written(rng, path, layout, records)
    reading = ReadOptions(fields=("gauche", "droite") if kind == "rating" else ())
    return Written(path if with_settings else file, expected_of(made, left_out=left_out), reading)


def _written(rng: random.Random, path: Path, layout: str, records: list[dict[str, Any]]) -> Path:
    if layout in ("flat", "rows") and rng.random() < 0.4:
        names = list(dict.fromkeys(name for each in records for name in each))
        full = [{name: each.get(name) for name in names} for each in records]
        pq.write_table(pa.Table.from_pylist(full), path / "train-00000-of-00001.parquet")
        return path / "train-00000-of-00001.parquet"
    if rng.random() < 0.5:
        file = path / "records.jsonl"
        file.write_text("".join(json.dumps(each) + "\n" for each in records), encoding="utf-8")
    else:
        file = path / "records.json"
        file.write_text(json.dumps(records, ensure_ascii=False, indent=1), encoding="utf-8")
    return file


def _value(kind: str, one: Statement, document: Document) -> Any:
    if one.skipped:
        return None
    if kind == "spans":
        text = document.text
        return [
            {
                "label": each.label,
                "start": utf_16(text, each.parts[0][0]),
                "end": utf_16(text, each.parts[0][1]),
            }
            for each in one.value
        ]
    if kind == "labels":
        return list(one.value)
    return int(one.value) if kind == "rating" else one.value[0]


def _fields(document: Document) -> dict[str, str]:
    if document.second:
        return {"gauche": document.text, "droite": document.second}
    return {"text": document.text}


def _nested(document: Document, responses: _Responses) -> dict[str, Any]:
    listed = {
        name: [{"value": value, "user_id": who} for who, value, _ in each] for name, each in responses.items()
    }
    return {"id": document.id, "fields": _fields(document), "metadata": {"page": 1}, "suggestions": {},
            "responses": listed, "vectors": {}, "status": "completed", "_server_id": "s"}  # fmt: skip


def _flat(document: Document, responses: _Responses) -> dict[str, Any]:
    record: dict[str, Any] = {"id": document.id, "status": "pending", "_server_id": "s", **_fields(document)}
    for name, each in responses.items():
        record[f"{name}.responses"] = [value for _, value, _ in each]
        record[f"{name}.responses.users"] = [who for who, _, _ in each]
        record[f"{name}.responses.status"] = [status for _, _, status in each]
    return record


def _feedback(document: Document, responses: _Responses) -> dict[str, Any]:
    by_person: dict[tuple[str, str], dict[str, Any]] = {}
    for name, each in responses.items():
        for who, value, status in each:
            values = by_person.setdefault((who, status), {})
            if value is not None:
                values[name] = {"value": value}
    listed = [
        {"user_id": who, "status": status, "values": values} for (who, status), values in by_person.items()
    ]
    return {"fields": _fields(document), "external_id": document.id, "metadata": {}, "responses": listed,
            "suggestions": []}  # fmt: skip


def _rows(document: Document, responses: _Responses) -> dict[str, Any]:
    record: dict[str, Any] = {**_fields(document), "external_id": document.id, "metadata": "{}"}
    for name in ("réponse", "rang"):
        listed = [
            {"user_id": who, "value": value, "status": status}
            for who, value, status in responses.get(name, ())
        ]
        record |= {name: listed, f"{name}-suggestion": None, f"{name}-suggestion-metadata": None}
    return record


_WRITE = {"nested": _nested, "flat": _flat, "feedback": _feedback, "rows": _rows}


def _settings(made: World, kind: str) -> dict[str, Any]:
    options = [{"value": value} for value in range(6)] if kind == "rating" else [
        {"value": label, "text": label} for label in made.labels
    ]  # fmt: skip
    questions = [
        {"name": "réponse", "title": "?", "settings": {"type": _TYPES[kind], "options": options}},
        {"name": "remarque", "title": "!", "settings": {"type": "text"}},
        {"name": "rang", "title": "r", "settings": {"type": "ranking", "options": [{"value": "a"}]}},
    ]
    names = ("gauche", "droite") if kind == "rating" else ("text",)
    fields = [{"name": name, "settings": {"type": "text"}} for name in names]
    return {"guidelines": "Lire.", "fields": fields, "questions": questions}
