"""BioC, from its document type: collections of documents, in XML and in the JSON forms of NCBI's services."""

from __future__ import annotations

import gzip
import json
import random
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from xml.sax.saxutils import escape, quoteattr

from aloi.workbench.imports.layouts.base import ReadOptions
from tests.workbench.imports.generated.marked_files import with_also
from tests.workbench.imports.generated.world import Features, Span, World, Written, utf_16, world

_UNITS = ("code points", "UTF-16", "bytes")
_HEAD = '<?xml version="1.0" encoding="UTF-8"?>\n<!DOCTYPE collection SYSTEM "BioC.dtd">\n'


@dataclass(frozen=True)
class _Cut:
    """A document in two passages, the second of which may be in two sentences."""

    text: str
    passages: tuple[tuple[int, int], ...]
    sentences: tuple[tuple[int, int], ...]


def bioc(rng: random.Random, folder: Path) -> Written:
    """Offsets of the document, in one of three units, or of the passage; relations and infons beside."""
    made = world(rng, "spans", Features(nested=True, discontinuous=True), complete=True, least=1)
    cuts = {one.id: _cut(rng, one.text) for one in made.documents}
    made = World(
        tuple(replace(one, text=cuts[one.id].text) for one in made.documents),
        made.statements, made.people, made.labels,
    )  # fmt: skip
    unit = rng.choice(_UNITS)
    relative = rng.random() < 0.25 and all(
        _holder(span, cuts[each.document].passages) is not None
        for each in made.statements
        for span in each.value
    )
    left_out = {"relations, excluded": 0, "without a location": 0, "infons of annotations": 0}
    files = {}
    form = rng.choice(("xml", "json", "jsonl", "list", "PubTator3", "folder"))
    packed = form != "folder" and rng.random() < 0.25
    for person in made.people:
        documents = [
            _document(rng, one.id, cuts[one.id], spans, unit, relative, left_out)
            for one in made.documents
            for spans in [next(each.value for each in made.of(one.id) if each.annotator == person)]
        ]
        (folder / person).mkdir()
        files[person] = _write(rng, folder / person, documents, form, packed)
    return with_also(made, files, ReadOptions(task="spans"), left_out=left_out)


def _cut(rng: random.Random, text: str) -> _Cut:
    spaces = [place for place, letter in enumerate(text) if letter == " "]
    if not spaces:
        return _Cut(text, ((0, len(text)),), ())
    cut = rng.choice(spaces)
    text = f"{text[:cut]}\n{text[cut + 1 :]}"
    later = [place for place in spaces if place > cut]
    sentences: tuple[tuple[int, int], ...] = ()
    if later and rng.random() < 0.5:
        end = rng.choice(later)
        sentences = ((cut + 1, end), (end + 1, len(text)))
    return _Cut(text, ((0, cut), (cut + 1, len(text))), sentences)


def _document(
    rng: random.Random,
    name: str,
    cut: _Cut,
    spans: Sequence[Span],
    unit: str,
    relative: bool,
    left_out: dict[str, int],
) -> dict[str, object]:
    def counted(place: int) -> int:
        if unit == "UTF-16":
            return utf_16(cut.text, place)
        return len(cut.text[:place].encode()) if unit == "bytes" else place

    passages: list[dict[str, object]] = []
    for start, end in cut.passages:
        cut_here = cut.sentences if start and cut.sentences else ()
        passages.append(
            {"infons": {"section": "x"}, "offset": counted(start), "annotations": [], "relations": [],
             "text": "" if cut_here else cut.text[start:end],
             "sentences": [
                 {"infons": {}, "offset": counted(a), "text": cut.text[a:b], "annotations": []}
                 for a, b in cut_here
             ]}
        )  # fmt: skip
    document: dict[str, object] = {
        "id": name, "infons": {}, "passages": passages, "annotations": [], "relations": []
    }  # fmt: skip
    for number, span in enumerate(spans):
        index = _holder(span, cut.passages)
        within = _holder(span, cut.sentences) if index == 1 else None
        base = counted(cut.passages[index][0]) if relative and index is not None else 0
        infons = {"type": span.label, "identifier": rng.choice(("MESH:D000001;MESH:D000002", "-", "1956"))}
        if rng.random() < 0.2:
            infons["score"] = "0.9"
            left_out["infons of annotations"] += 1
        annotation = {
            "id": str(number), "infons": infons,
            "locations": [
                {"offset": counted(a) - base, "length": counted(b) - counted(a)} for a, b in span.parts
            ],
            "text": rng.choice((" ", "...")).join(cut.text[a:b] for a, b in span.parts),
        }  # fmt: skip
        place = document if index is None else passages[index]
        if within is not None:
            place = place["sentences"][within]  # type: ignore[index]
        place["annotations"].append(annotation)  # type: ignore[attr-defined]
    if rng.random() < 0.3:
        passages[0]["annotations"].append({"id": "m", "infons": {"type": "x"}, "locations": [], "text": "x"})  # type: ignore[attr-defined]
        left_out["without a location"] += 1
    if rng.random() < 0.3:
        node = {"refid": "0", "role": "x"}
        document["relations"] = [{"id": "R", "infons": {"type": "x"}, "nodes": [node]}]
        left_out["relations, excluded"] += 1
    return document


def _holder(span: Span, parts: Sequence[tuple[int, int]]) -> int | None:
    """Return the index of the passage or sentence that holds a span; None if it goes beyond each."""
    first, last = span.parts[0][0], span.parts[-1][1]
    return next((i for i, (start, end) in enumerate(parts) if start <= first and last <= end), None)


def _write(
    rng: random.Random, folder: Path, documents: list[dict[str, object]], form: str, packed: bool
) -> Path:
    if form == "folder":
        for number, document in enumerate(documents):
            content = _xml([document]) if number % 2 else json.dumps(_collection([document]))
            (folder / f"{number}.{'xml' if number % 2 else 'json'}").write_bytes(content.encode())
        return folder
    ascii_ = rng.random() < 0.5
    content = {
        "xml": lambda: _xml(documents),
        "json": lambda: json.dumps(_collection(documents), ensure_ascii=ascii_, indent=1),
        "jsonl": lambda: "".join(json.dumps(each, ensure_ascii=ascii_) + "\n" for each in documents),
        "list": lambda: json.dumps([_collection(documents)], ensure_ascii=ascii_),
        "PubTator3": lambda: json.dumps({"PubTator3": documents}, ensure_ascii=ascii_),
    }[form]()
    suffix = {"xml": ".xml", "jsonl": ".jsonl"}.get(form, ".json")
    path = folder / f"corpus{suffix}{'.gz' if packed else ''}"
    path.write_bytes(gzip.compress(content.encode()) if packed else content.encode())
    return path


def _collection(documents: list[dict[str, object]]) -> dict[str, object]:
    return {"source": "s", "date": "", "key": "", "infons": {}, "documents": documents}


def _xml(documents: list[dict[str, object]]) -> str:
    body = "".join(element("document", each) for each in documents)
    return f"{_HEAD}<collection><source>s</source><date></date><key></key>{body}</collection>"


def element(name: str, value: dict[str, object]) -> str:
    """Return an element in the order of the document type."""
    attributes = f" id={quoteattr(str(value['id']))}" if name in ("annotation", "relation") else ""
    inner = [f"<id>{escape(str(value['id']))}</id>"] if name == "document" else []
    infons = value.get("infons", {})
    assert isinstance(infons, dict)
    inner += [f"<infon key={quoteattr(key)}>{escape(each)}</infon>" for key, each in infons.items()]
    if name in ("passage", "sentence"):
        inner.append(f"<offset>{value['offset']}</offset>")
    lists = {kind: value.get(f"{kind}s", []) for kind in ("sentence", "annotation", "passage", "relation")}
    for place in value.get("locations", []):  # type: ignore[attr-defined]
        inner.append(f'<location offset="{place["offset"]}" length="{place["length"]}"/>')
    if value.get("text"):
        inner.append(f"<text>{escape(str(value['text']), {chr(13): '&#13;'})}</text>")
    for node in value.get("nodes", []):  # type: ignore[attr-defined]
        inner.append(f'<node refid="{node["refid"]}" role="{node["role"]}"/>')
    for kind, each in lists.items():
        inner += [element(kind, one) for one in each]  # type: ignore[attr-defined]
    return f"<{name}{attributes}>{''.join(inner)}</{name}>"
