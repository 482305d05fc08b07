"""Croissant: tables in Parquet, and their machine-readable description in `croissant.json`."""

from __future__ import annotations

import io
import json
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, ClassVar

from aloi.annotation.rows import Row
from aloi.base.errors import AloiError
from aloi.base.records import from_json, to_json
from aloi.base.terms import Phrase, Term
from aloi.corpora.identity import file_checksum
from aloi.corpora.model import Json
from aloi.corpora.readers import read_table
from aloi.gold.formats.base import Format, parse_json, part_files, read_text
from aloi.gold.formats.losses import Loss, answers
from aloi.gold.formats.tables.flat import KINDS, FlatTable, TableFacts, about, flat_tables, row_of
from aloi.gold.model import Release
from aloi.gold.releasing.documents.statement import (
    machine_fact,
    machine_rows,
    machine_use,
    statement_sections,
)
from aloi.gold.releasing.licences import listed_name
from aloi.gold.releasing.machines import ANSWERS_FILE, MACHINES
from aloi.gold.releasing.manifest import entries, rows_of

_FILE = "croissant.json"
_SPECIFICATION = "http://mlcommons.org/croissant/1.1"
_RAI = "http://mlcommons.org/croissant/RAI/1.0"
_FACTS = "aloi:rows"  # the facts about the rows that reading needs, besides their columns
_TYPES: Mapping[type, str] = {str: "sc:Text", float: "sc:Float", int: "sc:Integer", bool: "sc:Boolean"}
# The context that the specification asks for, and one term of our own.
_TERMS = (
    "arrayShape", "citeAs", "column", "containedIn", "equivalentProperty", "extract", "field", "fileProperty",
    "fileObject", "fileSet", "format", "includes", "isArray", "isLiveDataset", "jsonPath", "key", "md5",
    "parentField", "path", "recordSet", "references", "regex", "repeated", "replace", "samplingRate",
    "separator", "source", "subField", "transform",
)  # fmt: skip
_CONTEXT: dict[str, Json] = {
    "@language": "en",
    "@vocab": "https://schema.org/",
    "sc": "https://schema.org/",
    "cr": "http://mlcommons.org/croissant/",
    "rai": "http://mlcommons.org/croissant/RAI/",
    "dct": "http://purl.org/dc/terms/",
    "aloi": "urn:aloi:",
    "conformsTo": "dct:conformsTo",
    "data": {"@id": "cr:data", "@type": "@json"},
    "dataType": {"@id": "cr:dataType", "@type": "@vocab"},
    "examples": {"@id": "cr:examples", "@type": "@json"},
    _FACTS: {"@id": _FACTS, "@type": "@json"},
    **{term: f"cr:{term}" for term in _TERMS},
}


class Croissant(Format):
    """`<part>.parquet`, lists as JSON in a cell, and `croissant.json` (Croissant 1.1 with its RAI terms)."""

    name: ClassVar[str] = "croissant"
    title: ClassVar[str] = Phrase("format-croissant-1-1", "Croissant 1.1 (Parquet and JSON-LD)")
    extensions: ClassVar[tuple[str, ...]] = (".parquet",)
    row_kinds: ClassVar[tuple[type, ...]] = tuple(KINDS.values())
    lost_fields: ClassVar[tuple[str, ...]] = ()
    lost: ClassVar[tuple[Loss, ...]] = (
        answers(Phrase("loss-annotations-support-spread", "annotations, support and spread behind each row")),
    )

    def files(self, rows: Mapping[str, Sequence[Row]], release: Release) -> dict[str, str | bytes]:
        """Return a table a part, rows by id, and their description with the checksum of each file."""
        tables = flat_tables(rows, release)
        written = {f"{part}.parquet": _parquet(table) for part, table in tables.items()}
        sums = {name: file_checksum(content) for name, content in written.items()}
        description = _description(tables, sums, about(rows, release), release)
        return {**written, _FILE: json.dumps(description, ensure_ascii=False, indent=1) + "\n"}

    def read(self, folder: Path, scale: tuple[float, float]) -> dict[str, tuple[Row, ...]]:
        """Return the rows of each split; the rows themselves contain the scales."""
        del scale
        try:
            facts = from_json(TableFacts, parse_json(read_text(folder / _FILE))[_FACTS])
        except (ValueError, KeyError, TypeError) as error:
            raise AloiError(
                "aloi.unreadable",
                path=folder / _FILE,
                format=Term("format-about"),
                error=type(error).__name__,
                expected=Term("about-parts"),
                todo=Term("export-again"),
            ) from error
        return {
            path.stem: tuple(
                row_of(facts, row.values, f"{path}, row {row.number}") for row in read_table(path).rows
            )
            for path in part_files(folder, ".parquet")
        }


def _parquet(table: FlatTable) -> bytes:
    import pyarrow as pa
    import pyarrow.parquet as pq

    columns = zip(*table.lines, strict=True)
    named = {name: list(cells) for name, cells in zip(table.columns, columns, strict=True)}
    target = io.BytesIO()
    pq.write_table(pa.table(named), target)
    return target.getvalue()


def _description(
    tables: Mapping[str, FlatTable], sums: Mapping[str, str], facts: TableFacts, release: Release
) -> dict[str, Any]:
    """Return the description of the files."""
    manifest = release.manifest
    corpus = entries(manifest, "corpus")
    licence = str(corpus["licence"]).strip()
    spdx_id = listed_name(licence)
    source = re.search(r"https?://\S+", str(corpus.get("source", "")))
    number = re.fullmatch(r"v?(\d+)(?:\.(\d+))?(?:\.(\d+))?", release.version)
    return {
        "@context": _CONTEXT,
        "@type": "sc:Dataset",
        "conformsTo": [_SPECIFICATION, _RAI],
        "name": facts.title,
        "description": (
            f"{facts.title}: a gold corpus, one row a gold item. Content checksum {facts.checksum}."
        ),
        "inLanguage": str(corpus["language"]),
        "license": f"https://spdx.org/licenses/{spdx_id}.html" if spdx_id else licence or "not stated",
        "url": source.group() if source else f"urn:sha256:{facts.checksum}",
        "version": ".".join(part or "0" for part in number.groups()) if number else release.version,
        "datePublished": f"{release.created_at:%Y-%m-%d}",
        "citeAs": f"{facts.title}, sha256:{facts.checksum}",
        "creator": {
            "@type": "sc:Organization",
            "name": f"The makers of {entries(manifest, 'campaign')['name']}",
        },
        **_responsible(manifest),
        _FACTS: to_json(facts),
        "distribution": [
            {
                "@type": "cr:FileObject",
                "@id": name,
                "name": name,
                "contentUrl": name,
                "encodingFormat": "application/x-parquet",
                "sha256": checksum,
            }
            for name, checksum in sums.items()
        ]
        + _machine_answers(manifest),
        "recordSet": [_record_set(part, table) for part, table in tables.items()],
    }


def _machine_answers(manifest: Mapping[str, Json]) -> list[dict[str, Any]]:
    """Return the description of the file with the answers of machines, if the release has one."""
    if MACHINES not in manifest:
        return []
    return [
        {
            "@type": "cr:FileObject",
            "@id": ANSWERS_FILE,
            "name": ANSWERS_FILE,
            "description": f"Answers of machine annotators. {machine_use(manifest)}",
            "contentUrl": ANSWERS_FILE,
            "encodingFormat": "application/jsonlines",
            "sha256": entries(manifest, MACHINES)["checksum"],
        }
    ]


def _record_set(part: str, table: FlatTable) -> dict[str, Any]:
    return {
        "@type": "cr:RecordSet",
        "@id": part,
        "name": part,
        "description": f"The rows of the part {part}.",
        "key": {"@id": f"{part}/id"},
        "field": [
            {
                "@type": "cr:Field",
                "@id": f"{part}/{name}",
                "name": name,
                "description": f"The column {name}.",
                "dataType": _type_of(table, index),
                "source": {"fileObject": {"@id": f"{part}.parquet"}, "extract": {"column": name}},
            }
            for index, name in enumerate(table.columns)
        ],
    }


def _type_of(table: FlatTable, index: int) -> str:
    types = {type(line[index]) for line in table.lines}
    return _TYPES[types.pop()] if len(types) == 1 and types <= _TYPES.keys() else "sc:Text"


def _responsible(manifest: Mapping[str, Json]) -> dict[str, Json]:
    """Return the terms of responsible AI, from what the store knows of how the gold was made."""
    sections = statement_sections(manifest)
    annotations = rows_of(manifest, "annotations")
    answered, days = _answered(annotations)
    people = Counter(map(len, answered.values()))
    responsible: dict[str, Json] = {
        "rai:dataCollection": sections["Texts"],
        "rai:dataAnnotationProtocol": f"{sections['Rounds and guidelines']}\n{sections['Gold']}",
        "rai:dataAnnotationPlatform": str(manifest.get("program", "Aloi")),
        "rai:dataAnnotationAnalysis": sections["Agreement"],
        "rai:annotatorDemographics": sections["Annotators"],
        "rai:annotationsPerItem": "; ".join(
            f"{count} items by {size} annotators" for size, count in sorted(people.items())
        ),
        "rai:personalSensitiveInformation": (
            "A data-use agreement forbids giving these texts on."
            if entries(manifest, "corpus").get("restricted")
            else "Not recorded."
        ),
    }
    if days:
        responsible["rai:dataCollectionTimeFrame"] = [*dict.fromkeys((min(days), max(days)))]
    gold = entries(manifest, "gold")
    models = [str(one["part"]) for one in rows_of(gold, "models")] if gold.get("models") else []
    tools = [f"A model of annotators made the gold of: {', '.join(models)}."] if models else []
    machines = [machine_fact(row, 0) for row in machine_rows(manifest)]
    if machines:
        tools += [f"Answers of machine annotators are in {ANSWERS_FILE}. {machine_use(manifest)}", *machines]
    if tools:
        responsible["rai:machineAnnotationTools"] = "\n".join(tools)
    return responsible


def _answered(annotations: Sequence[Mapping[str, Json]]) -> tuple[dict[str, set[str]], set[str]]:
    """Return the annotators of each item, and the days of the answers."""
    people: dict[str, set[str]] = {}
    days = set()
    names: dict[str, str] = {}  # each kept once
    for row in annotations:
        if row["value"] is not None:
            name = str(row["annotator"])
            people.setdefault(str(row["item_id"]), set()).add(names.setdefault(name, name))
        if row.get("created_at"):
            days.add(str(row["created_at"])[:10])
    return people, days
