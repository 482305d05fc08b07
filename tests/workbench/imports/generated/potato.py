"""Projects of Potato: lines and tables of version 1, states and exports of version 2."""

from __future__ import annotations

import csv
import json
import random
from collections import Counter
from pathlib import Path
from typing import Any

from aloi.workbench.imports.layouts.base import ReadOptions
from tests.workbench.imports.generated.world import (
    Features,
    Span,
    Statement,
    World,
    Written,
    expected_of,
    utf_16,
    world,
)

_LAYOUTS = ("lines", "table", "pairs", "documented", "rows")
_UNANSWERED = "instances that were opened and not answered"


def potato(rng: random.Random, folder: Path) -> Written:
    """Spans counted as browsers do, radio buttons, menus or several labels; a box of text beside."""
    layout = rng.choice(_LAYOUTS)
    kind = rng.choice(("labels", "label") if layout == "table" else ("spans", "labels", "label"))
    has_words = layout in ("lines", "documented", "rows")
    seconds = layout in ("lines", "pairs", "documented")
    features = Features(lines=layout != "table", crlf=has_words, nested=True, comments=True, seconds=seconds)
    made = world(rng, kind, features, least=1)
    stored = rng.choice(("true", "key", "name", "menu") if kind == "label" else ("true", "name"))
    left_out: Counter[str] = Counter({_UNANSWERED: 0, "further": 0})
    path = folder / "annotation_output"
    path.mkdir()
    if layout in ("pairs", "documented", "rows"):
        items = [{"id": each.id, "text": each.text} for each in made.documents]
        data = "".join(json.dumps(each, ensure_ascii=False) + "\n" for each in items)
        (folder / "data.jsonl").write_text(data, encoding="utf-8", newline="")
    if layout == "lines":
        for person in made.people:
            records = [_line(made, one, kind, stored) for one in made.statements if one.annotator == person]
            _lines(path / person / "annotated_instances.jsonl", records)
        return Written(path, expected_of(made, left_out=left_out))
    if layout == "table":
        return Written(_table(made, stored, folder), expected_of(made, left_out=left_out))
    reading = ReadOptions(texts=folder / "data.jsonl")
    if layout == "rows":
        records = [
            {"instance_id": one.document, "user_id": one.annotator, "links": {},
             "labels": _schemes(made, one, kind, stored), "spans": _by_scheme(made, one, kind)}
            for one in made.statements
        ]  # fmt: skip
        return Written(
            _lines(folder / "annotations.jsonl", records), expected_of(made, left_out=left_out), reading
        )
    for person in made.people:
        state = _state(made, person, kind, stored, layout)
        if kind != "spans" and rng.random() < 0.3:
            state["instance_id_to_label_to_value"]["vu"] = [] if layout == "pairs" else {}
            left_out[_UNANSWERED] += 1
        file = path / person / "user_state.json"
        file.parent.mkdir()
        file.write_text(json.dumps(state, ensure_ascii=rng.random() < 0.5), encoding="utf-8")
    if left_out[_UNANSWERED]:
        with (folder / "data.jsonl").open("a", encoding="utf-8") as data_file:
            data_file.write('{"id": "vu", "text": "Vu seulement."}\n')
    expected = expected_of(made, with_ids=not left_out[_UNANSWERED], left_out=left_out)
    return Written(path, expected, reading)


def _lines(path: Path, records: list[dict[str, Any]]) -> Path:
    path.parent.mkdir(exist_ok=True)
    written = "".join(json.dumps(each, ensure_ascii=False) + "\n" for each in records)
    path.write_text(written, encoding="utf-8", newline="")
    return path


def _schemes(made: World, one: Statement, kind: str, stored: str) -> dict[str, dict[str, str]]:
    schemes: dict[str, dict[str, str]] = {}
    if kind != "spans":
        values = {
            "true": lambda label: "true",
            "name": str,
            "key": lambda label: str(made.labels.index(label) + 1),
        }
        schemes["type"] = (
            {"select-one": one.value[0]}
            if stored == "menu"
            else {label: values[stored](label) for label in one.value}
        )
    if one.comment:
        schemes["remarque"] = {"text_box": one.comment}
    return schemes


def _place(text: str, span: Span) -> dict[str, int]:
    start, end = span.parts[0]
    return {"start": utf_16(text, start), "end": utf_16(text, end)}


def _by_scheme(made: World, one: Statement, kind: str) -> dict[str, list[dict[str, Any]]]:
    if kind != "spans":
        return {}
    text = made.document(one.document).text
    return {
        "ner": [
            {**_place(text, span), "label": span.label, "text": text[slice(*span.parts[0])]}
            for span in one.value
        ]
    }


def _line(made: World, one: Statement, kind: str, stored: str) -> dict[str, Any]:
    """Return a line of version 1."""
    text = made.document(one.document).text
    spans = [
        {**_place(text, span), "annotation": span.label, "span": text[slice(*span.parts[0])], "schema": "ner"}
        for span in (one.value if kind == "spans" else ())
    ]
    seconds = int(one.seconds or 0)
    spent = f"Time spent: 0d 0h {seconds // 60}m {seconds % 60}s "
    labels = _schemes(made, one, kind, stored)
    return {"id": one.document, "displayed_text": text, "label_annotations": labels,
            "span_annotations": spans, "behavioral_data": {"time_string": spent}}  # fmt: skip


def _state(made: World, person: str, kind: str, stored: str, layout: str) -> dict[str, Any]:
    """Return a state of version 2: pairs of an object and a value, as stored, or objects as documented."""
    labels: dict[str, Any] = {}
    spans: dict[str, Any] = {}
    times: dict[str, Any] = {}
    for one in made.statements:
        if one.annotator != person:
            continue
        schemes, text = _schemes(made, one, kind, stored), made.document(one.document).text
        times[one.document] = {"total_time_ms": int(1000 * (one.seconds or 0))}
        if layout == "documented":
            labels[one.document] = {scheme: {"labels": each} for scheme, each in schemes.items()}
            if kind == "spans":
                spans[one.document] = _by_scheme(made, one, kind)
            continue
        labels[one.document] = [
            [{"schema": scheme, "name": name}, value]
            for scheme, each in schemes.items()
            for name, value in each.items()
        ]
        if kind == "spans":
            spans[one.document] = [
                [{"schema": "ner", "name": span.label, "title": span.label, **_place(text, span)}, "true"]
                for span in one.value
            ]
    return {
        "user_id": person,
        "instance_id_to_label_to_value": labels,
        "instance_id_to_span_to_value": spans,
        "instance_id_to_behavioral_data": times,
    }


def _table(made: World, stored: str, folder: Path) -> Path:
    """Write the merged table of version 1."""
    names = ["select-one"] if stored == "menu" else list(made.labels)
    head = [
        "user",
        "instance_id",
        "displayed_text",
        *(f"type:::{name}" for name in names),
        "remarque:::text_box",
    ]
    path = folder / "annotated_instances.tsv"
    with path.open("w", encoding="utf-8", newline="") as file:
        rows = csv.writer(file, delimiter="\t")
        rows.writerow(head)
        for one in made.statements:
            cells = _schemes(made, one, "labels", stored)["type"]
            text = made.document(one.document).text
            rows.writerow(
                [one.annotator, one.document, text, *(cells.get(name, "") for name in names), one.comment]
            )
    return path
