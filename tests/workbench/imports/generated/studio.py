"""Projects of Label Studio and doccano: places counted as JavaScript counts them, or as the options say."""

from __future__ import annotations

import json
import random
import zipfile
from collections import Counter
from pathlib import Path
from typing import Any

from aloi.workbench.imports.layouts.base import ReadOptions
from tests.workbench.imports.generated.world import (
    Features,
    Span,
    Written,
    expected_of,
    utf_16,
    world,
)

_FEATURES = Features(nested=True, skips=True, comments=True, revisions=True, seconds=True)


def label_studio(rng: random.Random, folder: Path) -> Written:
    """Tasks with annotations of everybody: spans, labels, one label, or ratings of two texts."""
    kind = rng.choice(("spans", "labels", "label", "rating"))
    # Without the words beside them, places tell nothing of how line ends were counted.
    with_words = rng.random() < 0.6
    made = world(rng, kind, Features(**{**_as_dict(_FEATURES), "crlf": with_words}))
    names = {one: f"{one}@exemple.invalid" for one in made.people}
    left_out: Counter[str] = Counter({"drafts": 0})
    tasks = []
    for document in made.documents:
        data = (
            {"left": document.text, "right": document.second} if document.second else {"text": document.text}
        )
        annotations: list[dict[str, Any]] = []
        for one in made.of(document.id):
            for place, value in enumerate((*one.earlier, one.value)):
                last = place == len(one.earlier)
                result = [] if one.skipped else _results(kind, value, document.text, with_words)
                if kind == "spans" and len(result) > 1 and rng.random() < 0.2:
                    result.append({"type": "relation", "from_id": result[0]["id"], "to_id": result[1]["id"]})
                if one.comment and last:
                    area = {"text": [one.comment]}
                    result.append({"type": "textarea", "from_name": "note", "to_name": "text", "value": area})
                annotations.append(
                    {
                        "id": len(annotations) + 1, "completed_by": {"id": 7, "email": names[one.annotator]},
                        "was_cancelled": one.skipped, "ground_truth": False, "lead_time": one.seconds,
                        "created_at": "2026-05-04T10:00:00.000000Z",
                        "updated_at": f"2026-05-0{5 + place}T10:00:00.000000Z", "result": result,
                    }
                )  # fmt: skip
        rng.shuffle(annotations)
        tasks.append(
            {"id": document.id, "data": data, "annotations": annotations, "drafts": [], "predictions": []}
        )
    path = folder / "project.json"
    path.write_text(json.dumps(tasks, ensure_ascii=rng.random() < 0.5), encoding="utf-8")
    if kind == "spans":
        config = "".join(f'<Label value="{one}"/>' for one in made.labels)
        config = f'<Labels name="answer" toName="text">{config}</Labels><Text name="text" value="$text"/>'
        (folder / "labeling_config.xml").write_text(f"<View>{config}</View>", encoding="utf-8")
    reading = ReadOptions(fields=("left", "right") if kind == "rating" else ())
    return Written(path, expected_of(made, names=names, left_out=left_out), reading)


def _as_dict(features: Features) -> dict[str, Any]:
    return {name: getattr(features, name) for name in features.__dataclass_fields__}


def _results(kind: str, value: Any, text: str, with_words: bool) -> list[dict[str, Any]]:
    head = {"from_name": "answer", "to_name": "text"}
    if kind == "spans":
        return [
            {
                **head,
                "id": f"r{i}",
                "type": "labels",
                "value": {**_placed(one, text, with_words), "labels": [one.label]},
            }
            for i, one in enumerate(value)
        ]
    if kind == "rating":
        return [{**head, "id": "r", "type": "number", "value": {"number": value}}]
    return [{**head, "id": "r", "type": "choices", "value": {"choices": list(value)}}]


def _placed(span: Span, text: str, with_words: bool) -> dict[str, Any]:
    start, end = span.parts[0]
    words = {"text": text[start:end]} if with_words else {}
    return {"start": utf_16(text, start), "end": utf_16(text, end), **words}


def doccano(rng: random.Random, folder: Path) -> Written:
    """JSON lines, a file a member in a zip; a line without a label was not answered."""
    kind = rng.choice(("spans", "labels"))
    counted = rng.choice(("code points", "UTF-16"))
    made = world(rng, kind, Features(nested=True, comments=True, crlf=False), least=1)
    path = folder / "project.zip"
    layout = rng.choice(("label", "entities")) if kind == "spans" else rng.choice(("label", "cats"))
    with zipfile.ZipFile(path, "w") as archive:
        for person in made.people:
            lines = []
            for document in made.documents:
                said = next((one for one in made.of(document.id) if one.annotator == person), None)
                comments = [said.comment] if said and said.comment else []
                line: dict[str, Any] = {"id": document.id, "text": document.text, "Comments": comments}
                spans = (
                    [_doccano(one, document.text, counted) for one in said.value]
                    if said and kind == "spans"
                    else []
                )
                if layout == "entities":
                    line["entities"] = [
                        {"id": i, "label": c, "start_offset": a, "end_offset": b}
                        for i, (a, b, c) in enumerate(spans)
                    ]
                    line["relations"] = (
                        [{"id": 1, "from_id": 0, "to_id": 1, "type": "x"}]
                        if len(spans) > 1 and rng.random() < 0.2
                        else []
                    )
                else:
                    line[layout] = spans if kind == "spans" else list(said.value if said else ())
                lines.append(json.dumps(line, ensure_ascii=rng.random() < 0.5))
            archive.writestr(f"{person}.jsonl", "\n".join(lines) + "\n")
    return Written(path, expected_of(made))


def _doccano(span: Span, text: str, counted: str) -> tuple[int, int, str]:
    start, end = span.parts[0]
    places = (start, end) if counted == "code points" else (utf_16(text, start), utf_16(text, end))
    return (*places, span.label)
