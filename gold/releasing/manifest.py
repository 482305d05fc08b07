"""A release as JSON: written from typed inputs, read back into items and rows; the same bytes each time."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TypeVar, cast

from agreement.result import Agreement, program_version
from aloi.errors import AloiError
from annotation.model import Annotation, Annotator, Campaign, Guideline, Round
from annotation.rows import Row
from annotation.tasks import task
from corpora.identity import checksum
from corpora.item_json import item_body, item_of
from corpora.model import Corpus, Item, Json, Origin
from gold.making.aggregate import collect_answers
from gold.making.cleaning import Cleaning, bookkeeping, cleaning_json, latest_cleanings, read_cleaning
from gold.model import Adjudication, Assumption, Gold, GoldItem, GoldModel
from gold.splitting.splits import Parts

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
        "campaign": {
            "name": inputs.campaign.name,
            "task": inputs.campaign.schema.task_type,
            "task_version": inputs.campaign.schema.task_version,
            "settings": dict(inputs.campaign.schema.settings),
        },
        "corpus": {
            "id": inputs.corpus.id,
            "name": inputs.corpus.name,
            "language": inputs.corpus.language,
            "licence": inputs.corpus.licence,
            "source": inputs.corpus.source,
            "checksum": inputs.corpus.checksum,
            "restricted": inputs.corpus.restricted,
        },
        "items": _sorted([_item(one, inputs.documents) for one in inputs.items]),
        "origins": _sorted([_origin(one) for one in inputs.origins]),
        "guidelines": _sorted([_guideline(one) for one in inputs.guidelines]),
        "rounds": _sorted([_round(one, names) for one in inputs.rounds]),
        "annotators": _sorted(
            [
                {"pseudonym": one.pseudonym, "role": one.role.value, "expertise": one.expertise}
                for one in inputs.annotators
            ]
        ),
        "annotations": _sorted([_annotation(one, numbers, names) for one in inputs.annotations]),
        "adjudications": _sorted([_adjudication(one, numbers, names) for one in inputs.adjudications]),
        "assumptions": _sorted([_assumption(one) for one in inputs.assumptions]),
        **(
            {"cleanings": _sorted([_cleaning(one, names) for one in inputs.cleanings])}
            if inputs.gold.cleaned
            else {}
        ),
        "gold": _gold(inputs.gold, numbers),
        "splits": _splits(inputs.parts),
        "agreement": _sorted([_agreement(one) for one in inputs.agreement]),
        "counts": _counts(inputs),
    }


def content(manifest: Mapping[str, Json]) -> Json:
    """Return what the content checksum covers: items, values, gold, splits, guidelines and seeds.

    Answers are those that count (the last revision, not taken back). Clock fields, event ids, comments,
    agreement, origins and the version's name are left to the manifest's own checksum.
    """
    splits, gold = entries(manifest, "splits"), entries(manifest, "gold")
    last: dict[str, dict[str, Json]] = {}
    for one in rows_of(manifest, "annotations"):
        key = checksum([one[name] for name in ("round", "item_id", "annotator", "occasion")])
        if key not in last or _whole(one["revision"]) > _whole(last[key]["revision"]):
            last[key] = one
    decisions: dict[str, dict[str, Json]] = {}
    for one in rows_of(manifest, "adjudications"):
        key = checksum([one["round"], one["item_id"]])
        if key not in decisions or _whole(one["revision"]) > _whole(decisions[key]["revision"]):
            decisions[key] = one
    answers = [one for one in last.values() if one["value"] is not None]
    cleanings = [cleaning_json(one) for one in latest_cleanings(cleanings_of(manifest)).values()]
    return {
        "campaign": entries(manifest, "campaign"),
        "items": _sorted(rows_of(manifest, "items")),
        "guidelines": _only(rows_of(manifest, "guidelines"), "version", "text"),
        "rounds": _only(rows_of(manifest, "rounds"), "number", "purpose", "guideline_version", "seed"),
        "values": _only(answers, "round", "item_id", "annotator", "occasion", "value"),
        "decisions": _only(list(decisions.values()), "round", "item_id", "value"),
        "assumptions": _only(rows_of(manifest, "assumptions"), "item_id", "value"),
        **(
            {"cleanings": _only(cleanings, "item_id", "answer", "category", "result")}
            if "cleanings" in manifest
            else {}
        ),
        "gold": {"rule": gold["rule"], "rounds": gold["rounds"], "items": _sorted(rows_of(gold, "items"))},
        "splits": {name: splits[name] for name in ("parts", "seed", "disjoint")},
    }


def gold_json(one: GoldItem, rounds: Mapping[str, int]) -> dict[str, Json]:
    """Return a gold item as the manifest holds it; `rounds` maps round ids to numbers.

    `soft` is there only where a model of annotators made the value: a list of [answer, probability].
    """
    soft: list[Json] = [[value, share] for value, share in one.soft or ()]
    return {
        "item_id": one.item_id,
        "value": one.value,
        "rule": one.rule,
        "support": [*one.support],
        "spread": one.spread,
        "status": one.status.value,
        "round": None if one.round_id is None else _known(rounds, one.round_id, "round"),
        **({} if one.soft is None else {"soft": soft}),
    }


def _models(models: Sequence[GoldModel]) -> list[Json]:
    """Return the models of annotators as the manifest holds them."""
    return [
        {
            "part": one.part,
            "signature": one.signature,
            "converged": one.converged,
            "notes": [*one.notes],
            "annotators": [{"pseudonym": each.pseudonym, **each.figures} for each in one.annotators],
        }
        for one in models
    ]


def items(manifest: Mapping[str, Json]) -> dict[str, Item]:
    """Return the items of a release by id."""
    corpus_id = str(entries(manifest, "corpus")["id"])
    return {
        str(one["id"]): item_of(str(one["kind"]), str(one["id"]), corpus_id, one)
        for one in rows_of(manifest, "items")
    }


def rows_by_split(manifest: Mapping[str, Json], *, filtered: bool = True) -> dict[str, tuple[Row, ...]]:
    """Return the rows of each part, in the order of the parts, rows by item id.

    `filtered`: also of the parts that a leak filter made, whose items stand in another part too.
    """
    campaign = entries(manifest, "campaign")
    settings = entries(campaign, "settings")
    made_by = task(str(campaign["task"]))
    shown = items(manifest)
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


def rows_of(holder: Mapping[str, Json], name: str) -> list[dict[str, Json]]:
    """Return the list of objects called `name`, or raise TypeError."""
    found = [one for one in listed(holder, name) if isinstance(one, dict)]
    if len(found) < len(listed(holder, name)):
        raise TypeError(f"{name} holds something that is not an object")
    return found


def _sorted(rows: Sequence[dict[str, Json]]) -> list[Json]:
    """Return objects in one fixed order, whatever order they came in."""
    ordered = sorted(rows, key=lambda one: (_order(one), checksum(one)))
    return [*ordered]


def _order(one: dict[str, Json]) -> tuple[int, str, str, int]:
    """Return a readable order: by number or round, then item, then annotator, then revision."""
    number = one.get("number", one.get("round", one.get("version")))
    return (
        number if isinstance(number, int) else 0,
        str(one.get("item_id", one.get("id", ""))),
        str(one.get("annotator", one.get("pseudonym", ""))),
        _whole(one.get("revision", 0)),
    )


def _only(rows: Sequence[dict[str, Json]], *names: str) -> list[Json]:
    return _sorted([{name: one[name] for name in names} for one in rows])


def _whole(value: Json) -> int:
    if not isinstance(value, int):
        raise TypeError(f"{value!r} is not a whole number")
    return value


def _known(names: Mapping[str, T], one: str, what: str) -> T:
    """Return the name or number of a thing of the store, or raise AloiError if the inputs lack it."""
    if one not in names:
        raise AloiError(
            f"The {what} {one!r} is referred to, but is not among what the release is made from.",
            f"Every {what} that items, answers and decisions refer to was expected.",
            f"Add the {what} to the inputs of the release.",
        )
    return names[one]


def _item(one: Item, documents: Mapping[str, str]) -> dict[str, Json]:
    """Return an item whose sentences also name their document as its source does."""
    body = item_body(one)
    for sentence in body.values():
        if isinstance(sentence, dict):
            sentence["document"] = _known(documents, str(sentence["document_id"]), "document")
    return {"id": one.id, "kind": one.kind, **body}


def _origin(one: Origin) -> dict[str, Json]:
    return {
        "item_id": one.item_id,
        "miner": one.miner,
        "parameters": dict(one.parameters),
        "score": one.score,
        "stratum": one.stratum,
        "probability": one.probability,
        "seed": one.seed,
        "mined_at": one.mined_at.isoformat(),
    }


def _guideline(one: Guideline) -> dict[str, Json]:
    return {
        "version": one.version,
        "text": one.text,
        "why_changed": one.why_changed,
        "created_at": one.created_at.isoformat(),
    }


def _round(one: Round, names: Mapping[str, str]) -> dict[str, Json]:
    rule = one.stop_rule
    return {
        "number": one.number,
        "purpose": one.purpose.value,
        "guideline_version": one.guideline_version,
        "item_ids": [*sorted(one.item_ids)],
        "annotators": [*sorted(_known(names, person, "annotator") for person in one.annotators)],
        "overlap": one.overlap,
        "cap": one.cap,
        "repeats": one.repeats,
        "seed": one.seed,
        "stop_rule": {"measure": rule.measure, "level": rule.level, "threshold": rule.threshold}
        if rule
        else None,
    }


def _annotation(one: Annotation, numbers: Mapping[str, int], names: Mapping[str, str]) -> dict[str, Json]:
    return {
        "round": _known(numbers, one.key.round_id, "round"),
        "item_id": one.key.item_id,
        "annotator": _known(names, one.key.annotator_id, "annotator"),
        "occasion": one.key.occasion,
        "revision": one.revision,
        "value": one.value,
        "flag": one.flag,
        "comment": one.comment,
        "seconds": one.seconds,
        "guideline_version": one.guideline_version,
        "shown": dict(one.shown),
        "event_id": one.event_id,
        "created_at": one.created_at.isoformat() if one.created_at else None,
    }


def _adjudication(one: Adjudication, numbers: Mapping[str, int], names: Mapping[str, str]) -> dict[str, Json]:
    return {
        "round": _known(numbers, one.round_id, "round"),
        "item_id": one.item_id,
        "revision": one.revision,
        "adjudicators": [*sorted(_known(names, person, "annotator") for person in one.adjudicators)],
        "value": one.value,
        "why": one.why,
        "considered": [*sorted(one.considered)],
        "created_at": one.created_at.isoformat(),
    }


def _assumption(one: Assumption) -> dict[str, Json]:
    return {
        "item_id": one.item_id,
        "value": one.value,
        "why": one.why,
        "checked": dict(one.checked),
        "created_at": one.created_at.isoformat(),
    }


def _cleaning(one: Cleaning, names: Mapping[str, str]) -> dict[str, Json]:
    return {**cleaning_json(one), "by": _known(names, one.by, "annotator")}


def cleanings_of(manifest: Mapping[str, Json]) -> list[Cleaning]:
    """Return the decisions of cleaning a release carries; none where its gold was not cleaned."""
    return [read_cleaning(one) for one in rows_of(manifest, "cleanings")] if "cleanings" in manifest else []


def _gold(gold: Gold, numbers: Mapping[str, int]) -> dict[str, Json]:
    return {
        "rule": gold.rule,
        "rounds": [*sorted(_known(numbers, one, "round") for one in gold.rounds)],
        "items": _sorted([gold_json(one, numbers) for one in gold.items]),
        "created_at": gold.created_at.isoformat(),
        **({} if gold.models is None else {"models": _models(gold.models)}),
    }


def _splits(parts: Parts) -> dict[str, Json]:
    report = parts.report
    made: list[Json] = [
        {
            "name": one.name,
            "item_ids": [*sorted(one.item_ids)],
            **({} if one.within is None else {"within": one.within}),
        }
        for one in parts.splits
    ]
    return {
        "parts": made,
        "method": report.method,
        "seed": report.seed,
        "disjoint": report.disjoint,
        "crossing_sentences": report.crossing_sentences,
        "crossing_documents": report.crossing_documents,
        "dropped": [*sorted(report.dropped)],
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
    return dict(bookkeeping(collect_answers(chosen, inputs.annotations, names), inputs.cleanings))
