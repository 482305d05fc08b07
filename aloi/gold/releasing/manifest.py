"""A release as JSON: written from typed inputs, read back into items and rows; the same bytes each time."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeVar, cast

from aloi.agreement.result import Agreement, program_version
from aloi.annotation.model import Annotation, Annotator, Campaign, Guideline, Round, SchemaVersion
from aloi.annotation.rows import Row
from aloi.annotation.tasks import task
from aloi.base.errors import AloiError
from aloi.base.records import from_json, to_json
from aloi.corpora.item_json import item_body, item_of
from aloi.corpora.model import Corpus, Item, Json, Origin
from aloi.gold.making.aggregate import collect_answers
from aloi.gold.making.cleaning import Cleaning, bookkeeping
from aloi.gold.model import Adjudication, Assumption, Exclusion, Gold, GoldItem, GoldModel
from aloi.gold.releasing.compressed_records import (
    PackedRows,
    Rows,
    as_json,
    pack_sorted,
    sorted_rows,
)
from aloi.gold.releasing.machines import MACHINES, ReleasedMachine, machines_json
from aloi.gold.splitting.splits import Parts

FORMAT = "aloi-release"
FORMAT_VERSION = 1
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class RoundAgreement:
    """The agreement of a round, measured under one version of the guideline (None: without)."""

    number: int
    guideline_version: int | None
    results: tuple[Agreement, ...]


@dataclass(frozen=True, slots=True)
class ReleaseInputs:
    """Everything a release is frozen from; the order of each tuple is irrelevant.

    Parameters
    ----------
    documents : mapping
        Document id -> its name in the source, for every document the items come from.
    items : tuple of Item
        At least those with gold; also those answered but left without gold.
    rounds : tuple of Round
        Those whose annotations go with the release, the gold's rounds among them.
    annotators : tuple of Annotator
        Those who answered or decided; only pseudonym, role and expertise enter the release.
    annotations : tuple of Annotation
        All revisions.
    adjudications : tuple of Adjudication
        All revisions.
    cleanings : tuple of Cleaning
        All revisions; they go with the release if its gold is made of cleaned answers.
    exclusions : tuple of Exclusion
        The annotators whose answers are excluded from the gold and the agreement.
    metadata : mapping
        Document id -> its other columns in the source; none for documents without any.
    gate : mapping or None
        The report of the release checks, as `GateReport.to_json` returns it; None if they were not run.
    event_log : mapping or None
        The head of the event log of the rounds at the time of reading, and that of each round: earlier
        events can be compared with it.
    stand_off : bool
        Whether it is stand-off: ids and offsets without texts.
    machines : tuple of ReleasedMachine
        Machine annotators that answered in the rounds.
    """

    version: str
    campaign: Campaign
    corpus: Corpus
    documents: Mapping[str, str]
    items: tuple[Item, ...]
    origins: tuple[Origin, ...]
    guidelines: tuple[Guideline, ...]
    rounds: tuple[Round, ...]
    annotators: tuple[Annotator, ...]
    annotations: tuple[Annotation, ...]
    adjudications: tuple[Adjudication, ...]
    assumptions: tuple[Assumption, ...]
    gold: Gold
    parts: Parts
    agreement: tuple[RoundAgreement, ...]
    cleanings: tuple[Cleaning, ...] = ()
    exclusions: tuple[Exclusion, ...] = ()
    schemas: tuple[SchemaVersion, ...] = ()
    metadata: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    gate: Mapping[str, Json] | None = None
    event_log: Mapping[str, Json] | None = None
    stand_off: bool = False
    machines: tuple[ReleasedMachine, ...] = ()

    @property
    def counted(self) -> tuple[Annotation, ...]:
        """The annotations of annotators who are not excluded."""
        names = {one.annotator for one in self.exclusions}
        left_out = {one.id for one in self.annotators if one.pseudonym in names}
        return tuple(one for one in self.annotations if one.key.annotator_id not in left_out)


def describe(inputs: ReleaseInputs, created_at: str) -> dict[str, Json]:
    """Return the manifest without statement and checksums: ids of the store become names and numbers."""
    numbers = {round_.id: round_.number for round_ in inputs.rounds}
    names = {annotator.id: annotator.pseudonym for annotator in inputs.annotators}
    names |= {annotator.pseudonym: annotator.pseudonym for annotator in inputs.annotators}
    return {
        "format": FORMAT,
        "format_version": FORMAT_VERSION,
        "program": f"aloi {program_version()}",
        "version": inputs.version,
        "created_at": created_at,
        "campaign": _campaign(inputs),
        "corpus": to_json(inputs.corpus, "archived"),
        "documents": _documents(inputs),
        "items": _items(inputs),
        "origins": as_json(pack_sorted(inputs.origins, lambda origin: origin.item_id, to_json)),
        "guidelines": sorted_rows([to_json(guideline, "campaign_id") for guideline in inputs.guidelines]),
        "rounds": sorted_rows([_round(round_, names) for round_ in inputs.rounds]),
        "annotators": sorted_rows([to_json(each, "id", "name", "is_source") for each in inputs.annotators]),
        "annotations": _annotations(inputs.annotations, numbers, names),
        "adjudications": sorted_rows([_adjudication(each, numbers, names) for each in inputs.adjudications]),
        "assumptions": sorted_rows(
            [to_json(each, "campaign_id", "schema_version") for each in inputs.assumptions]
        ),
        **(
            {
                "cleanings": sorted_rows(
                    [
                        to_json(cleaning, "campaign_id", by=_released_name(names, cleaning.by, "annotator"))
                        for cleaning in inputs.cleanings
                    ]
                )
            }
            if inputs.gold.cleaned
            else {}
        ),
        **(
            {"exclusions": sorted_rows([to_json(exclusion) for exclusion in inputs.exclusions])}
            if inputs.exclusions
            else {}
        ),
        "gold": _gold(inputs.gold, numbers),
        "splits": _splits(inputs.parts),
        "agreement": sorted_rows([_agreement(agreement) for agreement in inputs.agreement]),
        "counts": _counts(inputs),
        **({} if inputs.gate is None else {"gate": dict(inputs.gate)}),
        **({} if inputs.event_log is None else {"event_log": dict(inputs.event_log)}),
        **({"stand_off": True} if inputs.stand_off else {}),
        **({MACHINES: machines_json(inputs.machines)} if inputs.machines else {}),
    }


def _campaign(inputs: ReleaseInputs) -> dict[str, Json]:
    return {
        "name": inputs.campaign.name,
        "task": inputs.campaign.schema.task_type,
        "task_version": inputs.campaign.schema.task_version,
        "settings": dict(inputs.campaign.schema.settings),
        **({"schemas": _schemas(inputs.schemas)} if inputs.schemas else {}),
    }


def _items(inputs: ReleaseInputs) -> Json:
    return as_json(pack_sorted(inputs.items, lambda one: one.id, lambda one: _item(one, inputs.documents)))


def gold_json(gold_item: GoldItem, rounds: Mapping[str, int]) -> dict[str, Json]:
    """Return a gold item in the form of the manifest; `rounds` maps round ids to numbers.

    `soft` exists only if a model of annotators made the value: a list of [answer, probability].
    """
    row = to_json(
        gold_item,
        "round_id",
        round=None if gold_item.round_id is None else _released_name(rounds, gold_item.round_id, "round"),
    )
    return {name: value for name, value in row.items() if name != "soft" or value is not None}


def _schemas(versions: Sequence[SchemaVersion]) -> list[Json]:
    """Return how the settings changed, oldest first; the last version is the one in force."""
    return [to_json(one, "campaign_id", "settings", "created_at") for one in versions]


def _models(models: Sequence[GoldModel]) -> list[Json]:
    """Return the models of annotators in the form of the manifest."""
    return [
        to_json(
            model, annotators=[{"pseudonym": each.pseudonym, **each.figures} for each in model.annotators]
        )
        for model in models
    ]


def items(manifest: Mapping[str, Json]) -> dict[str, Item]:
    """Return the items of a release by id."""
    corpus_id = str(entries(manifest, "corpus")["id"])
    return {
        str(item["id"]): item_of(str(item["kind"]), str(item["id"]), corpus_id, item)
        for item in rows_of(manifest, "items")
    }


def rows_by_split(
    manifest: Mapping[str, Json], *, filtered: bool = True, shown: Mapping[str, Item] | None = None
) -> dict[str, tuple[Row, ...]]:
    """Return the rows of each part, in the order of the parts, rows by item id.

    `shown` are the items if they are available. `filtered`: also of the splits that a leak filter made, whose
    items are in another split too.
    """
    campaign = entries(manifest, "campaign")
    settings = entries(campaign, "settings")
    made_by = task(str(campaign["task"]))
    shown = shown or items(manifest)
    values = {str(row["item_id"]): row["value"] for row in rows_of(entries(manifest, "gold"), "items")}
    return {
        str(part["name"]): tuple(
            made_by.row(shown[item_id], values[item_id], settings)
            for item_id in sorted(map(str, listed(part, "item_ids")))
        )
        for part in rows_of(entries(manifest, "splits"), "parts")
        if filtered or "within" not in part
    }


def entries(holder: Mapping[str, Json], name: str) -> dict[str, Json]:
    """Return the object called `name`, or raise TypeError."""
    mapping = holder[name]
    if not isinstance(mapping, dict):
        raise TypeError(f"{name} is not an object")
    return mapping


def listed(holder: Mapping[str, Json], name: str) -> list[Json]:
    """Return the list called `name`, or raise TypeError."""
    values = holder[name]
    if not isinstance(values, list):
        raise TypeError(f"{name} is not a list")
    return values


def rows_of(holder: Mapping[str, Json], name: str) -> Rows:
    """Return the list of objects called `name`, or raise TypeError; many are packed, and read one by one."""
    if isinstance(holder[name], PackedRows):
        return cast("Rows", holder[name])
    rows = [one for one in listed(holder, name) if isinstance(one, dict)]
    if len(rows) < len(listed(holder, name)):
        raise TypeError(f"{name} holds something that is not an object")
    return rows


def _released_name(names: Mapping[str, T], key: str, kind: str) -> T:
    """Return the name or number of a thing of the store, or raise AloiError if the inputs lack it."""
    if key not in names:
        raise AloiError("gold.referred-but-not-among-what", value=kind, value_2=repr(key))
    return names[key]


def _item(item: Item, documents: Mapping[str, str]) -> dict[str, Json]:
    """Return an item whose sentences also name their document as its source does."""
    body = item_body(item)
    for sentence in body.values():
        if isinstance(sentence, dict):
            sentence["document"] = _released_name(documents, str(sentence["document_id"]), "document")
    return {"id": item.id, "kind": item.kind, **body}


def _documents(inputs: ReleaseInputs) -> Json:
    """Return the documents as their source names them, with its other columns."""

    def row(document_id: str) -> dict[str, Json]:
        return {
            "id": document_id,
            "name": inputs.documents[document_id],
            "metadata": dict(inputs.metadata.get(document_id, {})),
        }

    return as_json(pack_sorted(inputs.documents, lambda one: one, row))


def _round(round_: Round, names: Mapping[str, str]) -> dict[str, Json]:
    return to_json(
        round_,
        "id",
        "campaign_id",
        "status",
        "due",
        "shows_outcome",
        "title",
        "archived",
        item_ids=sorted(round_.item_ids),
        annotators=sorted(_released_name(names, person, "annotator") for person in round_.annotators),
    )


def _annotations(
    annotations: Sequence[Annotation], numbers: Mapping[str, int], names: Mapping[str, str]
) -> Json:
    """Return the answers by round, item, annotator and revision, made one after the other."""

    def order(annotation: Annotation) -> tuple[int, str, str, int]:
        number = _released_name(numbers, annotation.key.round_id, "round")
        return (
            number,
            annotation.key.item_id,
            _released_name(names, annotation.key.annotator_id, "annotator"),
            annotation.revision,
        )

    def row(annotation: Annotation) -> dict[str, Json]:
        number, item_id, annotator, _ = order(annotation)
        fields = to_json(annotation, "key")
        fields.update(item_id=item_id, occasion=annotation.key.occasion, round=number, annotator=annotator)
        return fields

    return as_json(pack_sorted(annotations, order, row))


def _adjudication(
    adjudication: Adjudication, numbers: Mapping[str, int], names: Mapping[str, str]
) -> dict[str, Json]:
    return to_json(
        adjudication,
        "round_id",
        "schema_version",
        round=_released_name(numbers, adjudication.round_id, "round"),
        adjudicators=sorted(
            _released_name(names, person, "annotator") for person in adjudication.adjudicators
        ),
        considered=sorted(adjudication.considered),
    )


def cleanings_of(manifest: Mapping[str, Json]) -> list[Cleaning]:
    """Return the cleaning decisions in a release; none if its gold was not cleaned."""
    if "cleanings" not in manifest:
        return []
    return [from_json(Cleaning, one, campaign_id="") for one in rows_of(manifest, "cleanings")]


def excluded_names(manifest: Mapping[str, Json]) -> set[str]:
    """Return the pseudonyms whose answers a release leaves out of gold and agreement."""
    if "exclusions" not in manifest:
        return set()
    return {str(one["annotator"]) for one in rows_of(manifest, "exclusions")}


def _gold(gold: Gold, numbers: Mapping[str, int]) -> dict[str, Json]:
    return {
        **to_json(gold, "id", "campaign_id", "cleaned", "excluded", "models", "schema_version"),
        "rounds": sorted(_released_name(numbers, one, "round") for one in gold.rounds),
        "items": _gold_items(gold, numbers),
        **({} if gold.models is None else {"models": _models(gold.models)}),
    }


def _gold_items(gold: Gold, numbers: Mapping[str, int]) -> Json:
    def order(gold_item: GoldItem) -> tuple[int, str]:
        return 0 if gold_item.round_id is None else _released_name(
            numbers, gold_item.round_id, "round"
        ), gold_item.item_id

    return as_json(pack_sorted(gold.items, order, lambda one: gold_json(one, numbers)))


def _splits(parts: Parts) -> dict[str, Json]:
    report = parts.report
    parts_made: list[Json] = [
        {
            **to_json(split, "within", item_ids=sorted(split.item_ids)),
            **({} if split.within is None else {"within": split.within}),
        }
        for split in parts.splits
    ]
    return {
        **to_json(report, "sizes", "leaks", parts=parts_made, dropped=sorted(report.dropped)),
        **({"leaks": [split.to_json() for split in report.leaks]} if report.leaks else {}),
    }


def _agreement(agreement: RoundAgreement) -> dict[str, Json]:
    results: list[Json] = [cast("dict[str, Json]", result.to_json()) for result in agreement.results]
    return {"number": agreement.number, "guideline_version": agreement.guideline_version, "results": results}


def _counts(inputs: ReleaseInputs) -> dict[str, Json]:
    """Return how many items, and gold items by status, part and miner."""
    gold = {one.item_id for one in inputs.gold.items}
    by_status = Counter(one.status.value for one in inputs.gold.items)
    found_by = {(one.miner, one.item_id) for one in inputs.origins if one.item_id in gold}
    return {
        "items": len(inputs.items),
        "gold": len(inputs.gold.items),
        "by_status": dict(sorted(by_status.items())),
        "by_part": {one.name: len(one.item_ids) for one in inputs.parts.splits},
        "by_miner": dict(sorted(Counter(miner for miner, _ in found_by).items())),
        "annotations": len(inputs.annotations),
        **({"by_cleaning": _by_cleaning(inputs)} if inputs.gold.cleaned else {}),
    }


def _by_cleaning(inputs: ReleaseInputs) -> dict[str, Json]:
    """Return the number of answers of the gold's rounds for each cleaning decision."""
    chosen = [one for one in inputs.rounds if one.id in set(inputs.gold.rounds)]
    names = {one.id: one.pseudonym for one in inputs.annotators}
    return dict(bookkeeping(collect_answers(chosen, inputs.counted, names), inputs.cleanings))
