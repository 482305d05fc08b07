"""Answers into a table, which comes in again as any other."""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path

from aloi.annotation.model import Annotation, AssignmentKey, Campaign, Round, Work
from aloi.base.records import to_json
from aloi.base.requests import from_data
from aloi.corpora.model import Candidate, Item, Json
from aloi.corpora.readers import write_table
from aloi.corpora.readers.cells import are_raw
from aloi.storage.store import Store
from aloi.workbench.progress import Progress
from aloi.workbench.requests.rounds import ExportAnswersRequest
from aloi.workbench.rounds.campaigns import source_ids_of
from aloi.workbench.rounds.counted_answers import exclusions
from aloi.workbench.rounds.exported_texts import APOSTROPHES, SOURCE_COLUMN
from aloi.workbench.rounds.rounds import find_round
from aloi.workbench.rounds.schemas import read_answers
from aloi.workbench.texts.restriction import allow_export, file_name

EXPORT_COLUMNS = (
    "round", "item_id", "left", "right", "annotator", "occasion", "value", "flag", "comment",
    "seconds", "guideline_version", "submitted_at", "left_document", "right_document", "left_out", "schema",
)  # fmt: skip
SKIP_COLUMNS = ("skip", "skip_note")  # the code of `aloi.annotation.model`, and the person's words


@dataclass(frozen=True, slots=True)
class Exported:
    """How many answers, and how many skips, a table holds.

    Values are those of the version of the schema that is in force: `relabelled` of them were given as others,
    and `left_out` answers have none there.
    """

    answers: int
    skips: int
    schema_version: int = 1
    relabelled: int = 0
    left_out: int = 0


def export_annotations(store: Store, request: ExportAnswersRequest, out: Path, *, now: datetime) -> Exported:
    """Return how much was written as a long table: the answers, as `answer_rows`, then skips if requested.

    A row of a skip has no value, and `SKIP_COLUMNS` beside the others. The suffix is that of `write_table`;
    a .csv is for spreadsheets, French ones with the decimal comma. The first row of each round says in
    `schema` whether texts that begin like formulas have an apostrophe, which a spreadsheet keeps when it
    saves the table.
    """
    campaign, number = request.campaign, request.round
    rows, done = _answers(store, campaign, number, request.reason, now)
    skipped = _skip_rows(store, campaign, number) if request.skips else []
    all_rows = (*rows, *skipped)
    columns = (*columns_of_answers(all_rows), *(SKIP_COLUMNS if request.skips else ()))
    if out.suffix.lower() in (".csv", ".tsv") and not are_raw():
        for row in rows:
            if row["schema"]:
                schema = {**json.loads(str(row["schema"])), APOSTROPHES: True}
                row["schema"] = json.dumps(schema, ensure_ascii=False)
    write_table(out, columns, all_rows, spreadsheet="," if request.decimal_comma else ".")
    return replace(done, skips=len(skipped))


def columns_of_answers(rows: Sequence[Mapping[str, object]]) -> tuple[str, ...]:
    """Return the columns of exported answers, with `SOURCE_COLUMN` if an item had an id."""
    return (*EXPORT_COLUMNS, SOURCE_COLUMN) if any(SOURCE_COLUMN in row for row in rows) else EXPORT_COLUMNS


def answer_rows(
    store: Store, campaign: str, number: int | None = None, *, reason: str = "", now: datetime
) -> list[dict[str, object]]:
    """Return the answers of a campaign, or of one round, as `EXPORT_COLUMNS`: the last revision of each.

    Values are read with the current version of the schema; an answer without a meaning in it is omitted.
    `left_out` is 1 if a person's answers count in no agreement and no gold. The first row of each round
    contains its label schema in `schema`, so that `aloi agreement` measures the table like the round.
    Annotators appear under their pseudonyms.

    `SOURCE_COLUMN` is the id of the item in its source, empty if several items had the same id. No row has
    this column if no item has such an id, or if the corpus is restricted: ids of sources may name people. A
    restricted corpus needs a reason, since the rows contain its texts.
    """
    return _answers(store, campaign, number, reason, now)[0]


def _answers(
    store: Store, campaign: str, number: int | None, reason: str, now: datetime
) -> tuple[list[dict[str, object]], Exported]:
    stored_campaign = store.campaigns.get(campaign)
    # Looked up first: the reason is kept only for an export that can be made.
    rounds = _rounds(store, campaign, number)
    allow_export(
        store,
        store.texts.corpus(stored_campaign.corpus_id),
        f"annotations of {stored_campaign.name}",
        reason,
        now,
    )
    names = _pseudonyms(store)
    apart = {exclusion.annotator for exclusion in exclusions(store, stored_campaign.id)}
    rows: list[dict[str, object]] = []
    relabelled = left_out = 0
    for round_ in rounds:
        latest = {each.key: each for each in store.answers.latest(round_.id)}
        annotations = read_answers(store, stored_campaign.id, [*latest.values()])
        left_out += len(latest) - len(annotations)
        relabelled += sum(each.value != latest[each.key].value for each in annotations)
        items = {item.id: item for item in store.texts.items(list(round_.item_ids))}
        its = [
            _row(round_, annotation, items[annotation.key.item_id], names, apart)
            for annotation in annotations
        ]
        if its:
            its[0]["schema"] = _schema(stored_campaign, round_, [each.value for each in annotations])
        rows += its
    _add_source_ids(store, stored_campaign, rows)
    return rows, Exported(len(rows), 0, stored_campaign.schema.schema_version, relabelled, left_out)


def _add_source_ids(store: Store, campaign: Campaign, rows: Sequence[dict[str, object]]) -> None:
    """Add what each item was called in its source; nothing of a restricted corpus, or where none was."""
    if not rows or store.texts.corpus(campaign.corpus_id).restricted:
        return
    source_ids = source_ids_of(store, campaign)
    names = [source_ids.of_item(str(row["item_id"])) for row in rows]
    if any(names):
        for row, name in zip(rows, names, strict=True):
            row[SOURCE_COLUMN] = name


def plain_value(value: Json) -> Json:
    """Return the number of a one-scale value, other values unchanged, for the cell of a table.

    An empty list keeps its name: otherwise it could not be distinguished from a missing answer.
    """
    if isinstance(value, dict) and len(value) == 1 and [*value.values()] != [[]]:
        return next(iter(value.values()))
    return value


def _skip_rows(store: Store, campaign: str, number: int | None) -> list[dict[str, object]]:
    """Return the skips, with the columns of answers left empty."""
    names = _pseudonyms(store)
    rows: list[dict[str, object]] = []
    for round_ in _rounds(store, campaign, number):
        skipped = [
            assignment
            for assignment in store.answers.assignments(round_.id)
            if assignment.status is Work.SKIPPED
        ]
        items = store.texts.items([assignment.key.item_id for assignment in skipped])
        rows.extend(
            {
                **dict.fromkeys(EXPORT_COLUMNS, ""),
                **_assignment_columns(round_, assignment.key, item, names),
                "skip": assignment.skip_reason or "",
                "skip_note": assignment.skip_note or "",
            }
            for assignment, item in zip(skipped, items, strict=True)
        )
    _add_source_ids(store, store.campaigns.get(campaign), rows)
    return rows


def _rounds(store: Store, campaign: str, number: int | None) -> list[Round]:
    if number is not None:
        return [find_round(store, campaign, number)]
    return store.campaigns.rounds(store.campaigns.get(campaign).id)


def _pseudonyms(store: Store) -> dict[str, str]:
    return {person.id: person.pseudonym for person in store.people.list()}


def _assignment_columns(
    round_: Round, key: AssignmentKey, item: Item, names: Mapping[str, str]
) -> dict[str, object]:
    """Return the columns of an assignment: round, item, texts, annotator, occasion and documents."""
    second = item.replaced if isinstance(item, Candidate) else ""
    left, right = (*item.texts, second)[:2]
    documents = [sentence.document_id for sentence in item.sentences]
    return {
        "round": round_.number,
        "item_id": item.id,
        "left": left,
        "right": right,
        "annotator": names[key.annotator_id],
        "occasion": key.occasion,
        "left_document": documents[0],
        "right_document": documents[1] if len(documents) > 1 else "",
    }


def _schema(campaign: Campaign, round_: Round, values: Sequence[Json]) -> str:
    """Return the label schema of a round; `part` names the part of an answer that has a cell of its own."""
    alone = (key for value in values if isinstance(value, dict) and len(value) == 1 for key in value)
    questions: dict[str, Json] = {
        "task": campaign.schema.task_type,
        "guideline": round_.guideline_version,
        "part": next(alone, None),
        "settings": {**campaign.schema.settings},
        APOSTROPHES: False,
    }
    return json.dumps(questions, ensure_ascii=False)


def _row(
    round_: Round, annotation: Annotation, item: Item, names: Mapping[str, str], apart: Collection[str]
) -> dict[str, object]:
    value = plain_value(annotation.value)
    location = _assignment_columns(round_, annotation.key, item, names)
    return {
        **location,
        "value": json.dumps(value, ensure_ascii=False) if isinstance(value, dict | list) else value,
        "flag": int(annotation.flag),
        "comment": annotation.comment,
        "seconds": "" if annotation.seconds is None else annotation.seconds,
        "guideline_version": annotation.guideline_version or "",
        "submitted_at": annotation.created_at.isoformat() if annotation.created_at else "",
        "left_out": 1 if location["annotator"] in apart else "",
        "schema": "",
    }


def export_job(store: Store, arguments: Mapping[str, Json], folder: Path, progress: Progress) -> Json:
    """Return the name of the table in `exports` with the answers of a campaign, and what it holds."""
    del progress
    request, now = from_data(ExportAnswersRequest, arguments), datetime.now(UTC)
    campaign = store.campaigns.get(request.campaign)
    name = f"answers-{file_name(campaign.name)}-{now:%Y%m%d-%H%M%S}.{request.suffix}"
    (folder / "exports").mkdir(parents=True, exist_ok=True)
    done = export_annotations(store, request, folder / "exports" / name, now=now)
    return {"file": name, **to_json(done)}
