"""Answers into a table, which comes in again as any other."""

from __future__ import annotations

import json
from collections.abc import Mapping
from datetime import datetime
from pathlib import Path

from annotation.model import Annotation, Round
from corpora.model import Candidate, Item, Json
from corpora.readers import write_table
from storage.store import Store
from workbench.rounds.rounds import find_round
from workbench.texts.restriction import allow_export

EXPORT_COLUMNS = (
    "round", "item_id", "left", "right", "annotator", "occasion", "value", "flag", "comment",
    "seconds", "guideline_version", "submitted_at",
)  # fmt: skip


def export_annotations(
    store: Store, campaign: str, out: Path, number: int | None = None, *, reason: str = "", now: datetime
) -> int:
    """Return how many answers were written as a long table: those of `answer_rows`."""
    rows = answer_rows(store, campaign, number, reason=reason, now=now)
    write_table(out, EXPORT_COLUMNS, rows)
    return len(rows)


def answer_rows(
    store: Store, campaign: str, number: int | None = None, *, reason: str = "", now: datetime
) -> list[dict[str, object]]:
    """Return the answers of a campaign, or of one round, as `EXPORT_COLUMNS`: the last revision of each.

    Annotators stand under their pseudonyms. A restricted corpus needs a reason, since the rows carry its
    texts.
    """
    found = store.campaigns.get(campaign)
    # Looked up first: the reason is kept only for an export that can be made.
    rounds = store.campaigns.rounds(found.id) if number is None else [find_round(store, campaign, number)]
    allow_export(store, store.texts.corpus(found.corpus_id), f"annotations of {found.name}", reason, now)
    names = {person.id: person.pseudonym for person in store.people.list()}
    rows: list[dict[str, object]] = []
    for one in rounds:
        annotations = store.answers.latest(one.id)
        items = {item.id: item for item in store.texts.items(list(one.item_ids))}
        rows.extend(_row(one, annotation, items[annotation.key.item_id], names) for annotation in annotations)
    return rows


def plain_value(value: Json) -> Json:
    """Return the number of a one-scale value, other values as they are: what a table cell holds.

    An empty list keeps its name: alone it could not be told from an answer that is missing.
    """
    if isinstance(value, dict) and len(value) == 1 and [*value.values()] != [[]]:
        return next(iter(value.values()))
    return value


def _row(one: Round, annotation: Annotation, item: Item, names: Mapping[str, str]) -> dict[str, object]:
    value = plain_value(annotation.value)
    second = item.replaced if isinstance(item, Candidate) else ""
    left, right = (*item.texts, second)[:2]
    return {
        "round": one.number,
        "item_id": item.id,
        "left": left,
        "right": right,
        "annotator": names[annotation.key.annotator_id],
        "occasion": annotation.key.occasion,
        "value": json.dumps(value, ensure_ascii=False) if isinstance(value, dict | list) else value,
        "flag": int(annotation.flag),
        "comment": annotation.comment,
        "seconds": "" if annotation.seconds is None else annotation.seconds,
        "guideline_version": annotation.guideline_version or "",
        "submitted_at": annotation.created_at.isoformat() if annotation.created_at else "",
    }
