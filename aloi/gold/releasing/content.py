"""The data that the content checksum of a release covers."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from typing import cast

from aloi.base.records import to_json
from aloi.corpora.identity import checksum
from aloi.corpora.model import Json
from aloi.gold.making.cleaning import latest_cleanings
from aloi.gold.releasing.compressed_records import (
    PackedRows,
    Rows,
    as_json,
    row_order,
    sorted_rows,
    whole_number,
)
from aloi.gold.releasing.manifest import cleanings_of, entries, excluded_names, rows_of

_VALUE = (
    "round",
    "item_id",
    "annotator",
    "occasion",
    "value",
)  # the fields of an answer that the content checksum covers


def content(manifest: Mapping[str, Json]) -> Json:
    """Return the data that the content checksum covers: items, values, gold, splits, guidelines and seeds.

    Answers are those that count (the last revision, not reverted). Only the manifest's own checksum covers
    clock fields, event ids, comments, agreement, origins and the version's name. The answers are an iterator:
    the checksum reads them once.
    """
    splits, gold = entries(manifest, "splits"), entries(manifest, "gold")
    decisions: dict[str, dict[str, Json]] = {}
    for row in rows_of(manifest, "adjudications"):
        key = checksum([row["round"], row["item_id"]])
        if key not in decisions or whole_number(row["revision"]) > whole_number(decisions[key]["revision"]):
            decisions[key] = row
    cleanings = [to_json(cleaning) for cleaning in latest_cleanings(cleanings_of(manifest)).values()]
    return {
        "campaign": entries(manifest, "campaign"),
        "items": _ordered(rows_of(manifest, "items")),
        "guidelines": _only(rows_of(manifest, "guidelines"), "version", "text"),
        "rounds": _only(rows_of(manifest, "rounds"), "number", "purpose", "guideline_version", "seed"),
        "values": _values(rows_of(manifest, "annotations")),
        "decisions": _only(list(decisions.values()), "round", "item_id", "value"),
        "assumptions": _only(rows_of(manifest, "assumptions"), "item_id", "value"),
        **(
            {"cleanings": _only(cleanings, "item_id", "answer", "category", "result")}
            if "cleanings" in manifest
            else {}
        ),
        **({"excluded": [*sorted(excluded_names(manifest))]} if "exclusions" in manifest else {}),
        "gold": {"rule": gold["rule"], "rounds": gold["rounds"], "items": _ordered(rows_of(gold, "items"))},
        "splits": {name: splits[name] for name in ("parts", "seed", "disjoint")},
    }


def _ordered(rows: Rows) -> Json:
    """Return the objects of a manifest in order; packed ones are in order already."""
    return as_json(rows) if isinstance(rows, PackedRows) else sorted_rows(rows)


def _values(annotations: Rows) -> Json:
    """Return the answers that count: the last revision of each, not reverted."""

    def answers() -> Iterator[dict[str, Json]]:
        ordered = annotations if isinstance(annotations, PackedRows) else sorted(annotations, key=row_order)
        for _, revisions in groupby(ordered, key=lambda revision: row_order(revision)[:-1]):
            last: dict[Json, dict[str, Json]] = {}  # by occasion
            for revision in revisions:
                previous = last.get(whole_number(revision["occasion"]))
                if previous is None or whole_number(revision["revision"]) > whole_number(
                    previous["revision"]
                ):
                    last[whole_number(revision["occasion"])] = revision
            answers = [
                {name: revision[name] for name in _VALUE}
                for revision in last.values()
                if revision["value"] is not None
            ]
            yield from answers if len(answers) == 1 else sorted(answers, key=checksum)

    return cast("Json", answers())


def _only(rows: Sequence[dict[str, Json]], *names: str) -> Json:
    return sorted_rows([{name: one[name] for name in names} for one in rows])
