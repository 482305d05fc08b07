"""Projects of Prodigy: answered tasks, a line each, as prodi.gy/docs/api-interfaces shows them."""

from __future__ import annotations

import json
import random
from collections import Counter
from pathlib import Path
from typing import Any

from tests.workbench.imports.generated.world import (
    Document,
    Features,
    Span,
    Statement,
    Written,
    expected_of,
    word_places,
    world,
)

_TEACH = "decisions about one span that a model found"
_VIEWS = {"spans": ("ner_manual", "spans_manual"), "labels": ("choice",), "label": ("choice",)}


def prodigy(rng: random.Random, folder: Path) -> Written:
    """Manual markings with tokens or without, choices of labels, and decisions of `teach` between them."""
    kind = rng.choice(("spans", "labels", "label"))
    features = Features(nested=True, skips=True, comments=True, revisions=True)
    made = world(rng, kind, features)
    ids, is_timed, with_tokens = rng.choice(("meta", "id", "hash")), rng.random() < 0.6, rng.random() < 0.5
    view, with_binary = rng.choice(_VIEWS[kind]), rng.random() < 0.7
    names = {one: f"projet-{one}" for one in made.people}
    left_out: Counter[str] = Counter({_TEACH: 0, "relations": 0, "versions that a reviewer compared": 0})
    tasks: list[dict[str, Any]] = []

    def task(document: Document, one: Statement, place: int) -> dict[str, Any]:
        number = made.documents.index(document)
        begun: dict[str, Any] = {"text": document.text, "_input_hash": 1000 - number, "_task_hash": -number}
        if ids != "hash":
            begun |= {"id": document.id} if ids == "id" else {"meta": {"id": document.id, "source": "s"}}
        begun |= {"_session_id": names[one.annotator], "_annotator_id": names[one.annotator]}
        return begun | ({"_timestamp": 1_700_000_000 + place} if is_timed else {})

    for document in made.documents:
        for one in made.of(document.id):
            for value in (*one.earlier, one.value):
                begun = task(document, one, len(tasks)) | {"_view_id": view}
                begun |= {"_is_binary": False} if with_binary else {}
                shown = value if value is not None else ()
                begun |= (
                    _marked(document.text, shown, with_tokens)
                    if kind == "spans"
                    else _chosen(made.labels, shown, several=kind == "labels")
                )
                answer = rng.choice(("ignore", "reject")) if one.skipped else "accept"
                if kind == "spans" and rng.random() < 0.1:
                    begun |= {"relations": [{"head": 0, "child": 0, "label": "x"}]}
                    left_out["relations"] += 1
                if rng.random() < 0.1:
                    begun |= {"_view_id": "review", "view_id": view, "versions": [{}, {}]}
                    left_out["versions that a reviewer compared"] += 2
                note = {"comment": one.comment} if one.comment and value is one.value else {}
                tasks.append(begun | {"answer": answer, **note})
            if rng.random() < 0.15:
                a, b = rng.choice(word_places(document.text))
                found = {"start": a, "end": b, "label": made.labels[0], "source": "m", "score": 0.5}
                teach = {"spans": [found], "_view_id": "ner", "answer": rng.choice(("accept", "reject"))}
                tasks.append(task(document, one, len(tasks)) | teach)
                left_out[_TEACH] += 1
    if is_timed:
        rng.shuffle(tasks)
    path = folder / "db-out.jsonl"
    path.write_text(
        "".join(json.dumps(each, ensure_ascii=rng.random() < 0.5) + "\n" for each in tasks), encoding="utf-8"
    )
    return Written(path, expected_of(made, names=names, with_ids=ids != "hash", left_out=left_out))


def _marked(text: str, spans: tuple[Span, ...], with_tokens: bool) -> dict[str, Any]:
    places = word_places(text)
    marks: list[dict[str, Any]] = []
    for span in spans:
        start, end = span.parts[0]
        mark: dict[str, Any] = {"start": start, "end": end, "label": span.label}
        if with_tokens:
            first = next(i for i, place in enumerate(places) if place[0] == start)
            last = next(i for i, place in enumerate(places) if place[1] == end)
            mark |= {"token_start": first, "token_end": last}
        marks.append(mark)
    tokens = [
        {"text": text[a:b], "start": a, "end": b, "id": i, "ws": b < len(text)}
        for i, (a, b) in enumerate(places)
    ]
    return {"spans": marks, **({"tokens": tokens} if with_tokens else {})}


def _chosen(labels: tuple[str, ...], chosen: tuple[str, ...], *, several: bool) -> dict[str, Any]:
    return {
        "options": [{"id": label, "text": label.upper()} for label in labels],
        "accept": list(chosen),
        "config": {"choice_style": "multiple" if several else "single"},
    }
