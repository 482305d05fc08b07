"""A release without its texts: ids, offsets and checksums, by which who has them finds them again."""

from __future__ import annotations

import hashlib
import json
from collections import defaultdict
from collections.abc import Iterator, Mapping
from typing import Any

from aloi.corpora.model import Json
from aloi.corpora.source_ids import source_id
from aloi.gold.model import Release
from aloi.gold.releasing.companions import companion_files
from aloi.gold.releasing.compressed_records import PackedRows
from aloi.gold.releasing.machines import machine_files, without_machine_answers
from aloi.gold.releasing.manifest import entries, listed, rows_of
from aloi.gold.releasing.release import without_comments

_ITEMS, _MANIFEST = "items.jsonl", "manifest-without-texts.json"
_KEPT_BESIDE = ("STATEMENT.md", "LICENCE.md", "CITATION.cff")
_WORDS = ("text", "options")  # of an item and of its sentences: what is the corpus's


def stand_off_files(release: Release) -> dict[str, str | Iterator[bytes]]:
    """Return the files of a release without its texts, by name.

    `items.jsonl` has a line for each item: `id`, `kind`, `parts`, `value`, `status`, `source_ids`, and the
    stretches of documents. A stretch has the name of its document there, `document`, `start` and `end` (code
    points, half open), and the SHA-256 of its text in UTF-8. The manifest has all other frozen data, except
    comments and columns of sources.
    """
    companions = companion_files(release)
    lines = [json.dumps(one, ensure_ascii=False, sort_keys=True) for one in _items(release.manifest)]
    manifest = json.dumps(_manifest(release), ensure_ascii=False, indent=1, sort_keys=True)
    return {
        _ITEMS: "".join(f"{line}\n" for line in lines),
        _MANIFEST: f"{manifest}\n",
        **{name: str(companions[name]) for name in _KEPT_BESIDE},
        **machine_files(release.manifest),
    }


def _items(manifest: Mapping[str, Json]) -> list[dict[str, Any]]:
    """Return the gold items, by id."""
    gold = {str(row["item_id"]): row for row in rows_of(entries(manifest, "gold"), "items")}
    parts: dict[str, list[str]] = defaultdict(list)
    for part in rows_of(entries(manifest, "splits"), "parts"):
        for item_id in listed(part, "item_ids"):
            parts[str(item_id)].append(str(part["name"]))
    source_ids: dict[str, dict[str, None]] = defaultdict(dict)
    for origin in rows_of(manifest, "origins"):
        if its_id := source_id(str(origin["miner"]), entries(origin, "parameters")):
            source_ids[str(origin["item_id"])][its_id] = None
    return [
        {
            **_without_texts(item),
            "parts": parts[str(item["id"])],
            "value": gold[str(item["id"])]["value"],
            "status": gold[str(item["id"])]["status"],
            "source_ids": list(source_ids.get(str(item["id"]), ())),
        }
        for item in rows_of(manifest, "items")
        if str(item["id"]) in gold
    ]


def _manifest(release: Release) -> dict[str, Any]:
    """Return everything that was frozen but texts, comments and the columns of sources."""
    manifest = without_machine_answers(without_comments(release).manifest)
    stripped: dict[str, Any] = {
        name: _listed(origin) for name, origin in manifest.items() if name != "manifest_checksum"
    }
    stripped["items"] = [_without_texts(item) for item in rows_of(manifest, "items")]
    if "documents" in stripped:
        stripped["documents"] = [{**document, "metadata": {}} for document in rows_of(manifest, "documents")]
    stripped["origins"] = [
        {
            **origin,
            "parameters": {
                name: value for name, value in entries(origin, "parameters").items() if name != "columns"
            },
        }
        for origin in rows_of(manifest, "origins")
    ]
    stripped["left_out"] = ["texts", "comments", "columns of sources"]
    return stripped


def _listed(value: Json) -> Any:
    """Return a value whose packed rows are lists."""
    if isinstance(value, PackedRows):
        return list(value)
    return {name: _listed(one) for name, one in value.items()} if isinstance(value, dict) else value


def _without_texts(holder: Mapping[str, Json]) -> dict[str, Any]:
    """Return an item, or a sentence of one, with checksums in the place of its texts."""
    stripped: dict[str, Any] = {}
    for name, value in holder.items():
        if isinstance(value, dict):
            stripped[name] = _without_texts(value)
        elif name in _WORDS:
            texts = value if isinstance(value, list) else [value]
            sums = [hashlib.sha256(str(text).encode("utf-8")).hexdigest() for text in texts]
            stripped["sha256" if name == "text" else f"{name}_sha256"] = sums if name != "text" else sums[0]
        else:
            stripped[name] = value
    return stripped
