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
from aloi.gold.releasing.packed import (
    PackedRows,
    Rows,
    as_json,
    pack_sorted,
    sorted_rows,
)
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
        All revisions; they go with the release where its gold is made of cleaned answers.
    exclusions : tuple of Exclusion
        Whose answers the gold and the agreement leave out.
    metadata : mapping
        Document id -> its other columns in the source; none for documents without any.
    gate : mapping or None
        What the release gate said, as `GateReport.to_json` gives it; None where it was not asked.
    event_log : mapping or None
        The head of the event log of the rounds when this was read, and that of each: what came before can be
        held against it.
    stand_off : bool
        Whether it leaves without its texts: ids and offsets alone.
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

    @property
    def counted(self) -> tuple[Annotation, ...]:
        """The annotations of those who are not left out."""
        names = {one.annotator for one in self.exclusions}
        left_out = {one.id for one in self.annotators if one.pseudonym in names}
        return tuple(one for one in self.annotations if one.key.annotator_id not in left_out)


def describe(inputs: ReleaseInputs, created_at: str) -> dict[str, Json]:
    """Return the manifest without statement and checksums: ids of the store become names and numbers."""
    numbers = {one.id: one.number for one in inputs.rounds}
    names = {one.id: one.pseudonym for one in inputs.annotators}
    names |= {one.pseudonym: one.pseudonym for one in inputs.annotators}
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
        "origins": as_json(pack_sorted(inputs.origins, lambda one: one.item_id, to_json)),
        "guidelines": sorted_rows([to_json(one, "campaign_id") for one in inputs.guidelines]),
        "rounds": sorted_rows([_round(one, names) for one in inputs.rounds]),
        "annotators": sorted_rows([to_json(one, "id", "name", "is_source") for one in inputs.annotators]),
        "annotations": _annotations(inputs.annotations, numbers, names),
        "adjudications": sorted_rows([_adjudication(one, numbers, names) for one in inputs.adjudications]),
        "assumptions": sorted_rows(
            [to_json(one, "campaign_id", "schema_version") for one in inputs.assumptions]
        ),
        **(
            {
                "cleanings": sorted_rows(
                    [
                        to_json(one, "campaign_id", by=_known(names, one.by, "annotator"))
                        for one in inputs.cleanings
                    ]
                )
            }
            if inputs.gold.cleaned
            else {}
        ),
        **(
            {"exclusions": sorted_rows([to_json(one) for one in inputs.exclusions])}
            if inputs.exclusions
            else {}
        ),
        "gold": _gold(inputs.gold, numbers),
        "splits": _splits(inputs.parts),
        "agreement": sorted_rows([_agreement(one) for one in inputs.agreement]),
        "counts": _counts(inputs),
        **({} if inputs.gate is None else {"gate": dict(inputs.gate)}),
        **({} if inputs.event_log is None else {"event_log": dict(inputs.event_log)}),
        **({"stand_off": True} if inputs.stand_off else {}),
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


def gold_json(one: GoldItem, rounds: Mapping[str, int]) -> dict[str, Json]:
    """Return a gold item as the manifest holds it; `rounds` maps round ids to numbers.

    `soft` is there only where a model of annotators made the value: a list of [answer, probability].
    """
    row = to_json(
        one, "round_id", round=None if one.round_id is None else _known(rounds, one.round_id, "round")
    )
    return {name: value for name, value in row.items() if name != "soft" or value is not None}


def _schemas(versions: Sequence[SchemaVersion]) -> list[Json]:
    """Return how the settings changed, oldest first; the last version is the one in force."""
    return [to_json(one, "campaign_id", "settings", "created_at") for one in versions]


def _models(models: Sequence[GoldModel]) -> list[Json]:
    """Return the models of annotators as the manifest holds them."""
    return [
        to_json(one, annotators=[{"pseudonym": each.pseudonym, **each.figures} for each in one.annotators])
        for one in models
    ]


def items(manifest: Mapping[str, Json]) -> dict[str, Item]:
    """Return the items of a release by id."""
    corpus_id = str(entries(manifest, "corpus")["id"])
    return {
        str(one["id"]): item_of(str(one["kind"]), str(one["id"]), corpus_id, one)
        for one in rows_of(manifest, "items")
    }


def rows_by_split(
    manifest: Mapping[str, Json], *, filtered: bool = True, shown: Mapping[str, Item] | None = None
) -> dict[str, tuple[Row, ...]]:
    """Return the rows of each part, in the order of the parts, rows by item id.

    `shown` are the items where they are at hand. `filtered`: also of the parts that a leak filter made, whose
    items stand in another part too.
    """
    campaign = entries(manifest, "campaign")
    settings = entries(campaign, "settings")
    made_by = task(str(campaign["task"]))
    shown = shown or items(manifest)
    values = {str(one["item_id"]): one["value"] for one in rows_of(entries(manifest, "gold"), "items")}
    return {
        str(part["name"]): tuple(
            made_by.row(shown[one], values[one], settings)
            for one in sorted(map(str, listed(part, "item_ids")))
        )
        for part in rows_of(entries(manifest, "splits"), "parts")
        if filtered or "within" not in part
    }


def entries(holder: Mapping[str, Json], name: str) -> dict[str, Json]:
    """Return the object called `name`, or raise TypeError."""
    found = holder[name]
    if not isinstance(found, dict):
        raise TypeError(f"{name} is not an object")
    return found


def listed(holder: Mapping[str, Json], name: str) -> list[Json]:
    """Return the list called `name`, or raise TypeError."""
    found = holder[name]
    if not isinstance(found, list):
        raise TypeError(f"{name} is not a list")
    return found


def rows_of(holder: Mapping[str, Json], name: str) -> Rows:
    """Return the list of objects called `name`, or raise TypeError; many are packed, and read one by one."""
    if isinstance(holder[name], PackedRows):
        return cast("Rows", holder[name])
    found = [one for one in listed(holder, name) if isinstance(one, dict)]
    if len(found) < len(listed(holder, name)):
        raise TypeError(f"{name} holds something that is not an object")
    return found


def _known(names: Mapping[str, T], one: str, what: str) -> T:
    """Return the name or number of a thing of the store, or raise AloiError if the inputs lack it."""
    if one not in names:
        raise AloiError("gold.referred-but-not-among-what", value=what, value_2=repr(one))
    return names[one]


def _item(one: Item, documents: Mapping[str, str]) -> dict[str, Json]:
    """Return an item whose sentences also name their document as its source does."""
    body = item_body(one)
    for sentence in body.values():
        if isinstance(sentence, dict):
            sentence["document"] = _known(documents, str(sentence["document_id"]), "document")
    return {"id": one.id, "kind": one.kind, **body}


def _documents(inputs: ReleaseInputs) -> Json:
    """Return the documents as their source names them, with its other columns."""

    def row(one: str) -> dict[str, Json]:
        return {"id": one, "name": inputs.documents[one], "metadata": dict(inputs.metadata.get(one, {}))}

    return as_json(pack_sorted(inputs.documents, lambda one: one, row))


def _round(one: Round, names: Mapping[str, str]) -> dict[str, Json]:
    return to_json(
        one,
        "id",
        "campaign_id",
        "status",
        "due",
        "shows_outcome",
        "title",
        "archived",
        item_ids=sorted(one.item_ids),
        annotators=sorted(_known(names, person, "annotator") for person in one.annotators),
    )


def _annotations(given: Sequence[Annotation], numbers: Mapping[str, int], names: Mapping[str, str]) -> Json:
    """Return the answers by round, item, annotator and revision, made one after the other."""

    def place(one: Annotation) -> tuple[int, str, str, int]:
        number = _known(numbers, one.key.round_id, "round")
        return number, one.key.item_id, _known(names, one.key.annotator_id, "annotator"), one.revision

    def row(one: Annotation) -> dict[str, Json]:
        number, item_id, annotator, _ = place(one)
        own = to_json(one, "key")
        own.update(item_id=item_id, occasion=one.key.occasion, round=number, annotator=annotator)
        return own

    return as_json(pack_sorted(given, place, row))


def _adjudication(one: Adjudication, numbers: Mapping[str, int], names: Mapping[str, str]) -> dict[str, Json]:
    return to_json(
        one,
        "round_id",
        "schema_version",
        round=_known(numbers, one.round_id, "round"),
        adjudicators=sorted(_known(names, person, "annotator") for person in one.adjudicators),
        considered=sorted(one.considered),
    )


def cleanings_of(manifest: Mapping[str, Json]) -> list[Cleaning]:
    """Return the decisions of cleaning a release carries; none where its gold was not cleaned."""
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
        "rounds": sorted(_known(numbers, one, "round") for one in gold.rounds),
        "items": _gold_items(gold, numbers),
        **({} if gold.models is None else {"models": _models(gold.models)}),
    }


def _gold_items(gold: Gold, numbers: Mapping[str, int]) -> Json:
    def place(one: GoldItem) -> tuple[int, str]:
        return 0 if one.round_id is None else _known(numbers, one.round_id, "round"), one.item_id

    return as_json(pack_sorted(gold.items, place, lambda one: gold_json(one, numbers)))


def _splits(parts: Parts) -> dict[str, Json]:
    report = parts.report
    parts_made: list[Json] = [
        {
            **to_json(one, "within", item_ids=sorted(one.item_ids)),
            **({} if one.within is None else {"within": one.within}),
        }
        for one in parts.splits
    ]
    return {
        **to_json(report, "sizes", "leaks", parts=parts_made, dropped=sorted(report.dropped)),
        **({"leaks": [one.to_json() for one in report.leaks]} if report.leaks else {}),
    }


def _agreement(one: RoundAgreement) -> dict[str, Json]:
    results: list[Json] = [cast("dict[str, Json]", result.to_json()) for result in one.results]
    return {"number": one.number, "guideline_version": one.guideline_version, "results": results}


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
    """Return how many answers of the gold's rounds met with each decision of cleaning."""
    chosen = [one for one in inputs.rounds if one.id in set(inputs.gold.rounds)]
    names = {one.id: one.pseudonym for one in inputs.annotators}
    return dict(bookkeeping(collect_answers(chosen, inputs.counted, names), inputs.cleanings))
