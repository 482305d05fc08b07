"""Answers and decisions for earlier versions of a schema, read in the current version."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace

from aloi.annotation.model import Annotation, Campaign, LabelMapping, SchemaVersion
from aloi.annotation.tasks import task
from aloi.annotation.versions import Fate, ReadAnswer, read_as
from aloi.corpora.model import Json
from aloi.gold.model import Adjudication, Assumption
from aloi.storage.store import Store

# The key for the version of the schema in the record of a screen; the first version is not recorded.
SHOWN = "schema_version"

# (value, version it was given in, id of its item) -> what it is in the version that is read.
Reader = Callable[[Json, int, str], ReadAnswer]


def given_in(annotation: Annotation) -> int:
    """Return the version of the schema an answer was given under."""
    version = annotation.shown.get(SHOWN, 1)
    return version if isinstance(version, int) else 1


def shown_in(version: int) -> dict[str, Json]:
    """Return the part of an answer's record from which `given_in` reads its version."""
    return {SHOWN: version} if version > 1 else {}


def schema_reader(
    store: Store, campaign: Campaign, target: SchemaVersion, item_ids: Iterable[str] = ()
) -> Reader:
    """Return the reader of answers of earlier versions as current ones; `item_ids` are read all at once."""
    kind = task(campaign.schema.task_type)
    items = {item.id: item for item in store.texts.items(list(dict.fromkeys(item_ids)))}

    def read(value: Json, version: int, item_id: str) -> ReadAnswer:
        if version == target.version or value is None:
            return ReadAnswer(Fate.COUNTS, value)
        item = items.get(item_id) or store.texts.item(item_id)
        mapping = target.mappings.get(str(version), LabelMapping())
        return read_as(kind, value, item, mapping, target.settings)

    return read


def read_answers(store: Store, campaign_id: str, annotations: list[Annotation]) -> list[Annotation]:
    """Return the answers that count in the version in force, as they read there."""
    versions = store.schemas.versions(campaign_id) if annotations else []
    if not versions:
        return annotations
    older = [one.key.item_id for one in annotations if given_in(one) != versions[-1].version]
    read = schema_reader(store, store.campaigns.get(campaign_id), versions[-1], older)
    readings = [(one, read(one.value, given_in(one), one.key.item_id)) for one in annotations]
    return [replace(one, value=found.value) for one, found in readings if found.fate is Fate.COUNTS]


def as_released(store: Store, campaign_id: str, revisions: list[Annotation]) -> list[Annotation]:
    """Return every revision of answers as it reads in the current version of the schema.

    A revision that does not count there has no value. The original value is stored in `shown` if it differs.
    """
    versions = store.schemas.versions(campaign_id)
    if not versions:
        return revisions
    read = schema_reader(
        store, store.campaigns.get(campaign_id), versions[-1], [one.key.item_id for one in revisions]
    )
    released = []
    for revision in revisions:
        value = read(revision.value, given_in(revision), revision.key.item_id).value
        same = value == revision.value
        released.append(
            revision
            if same
            else replace(revision, value=value, shown={**revision.shown, "given": revision.value})
        )
    return released


def decisions_of_round(
    store: Store, campaign_id: str, round_id: str, *, revisions: bool = False
) -> list[Adjudication]:
    """Return the valid decision for each item of a round, as it reads in the current version of the schema.

    A decision that does not count there is omitted: its item needs a new one. With `revisions`, the result
    has all revisions of those that count.
    """
    decisions = store.gold.adjudication_revisions(round_id)
    last = {one.item_id: one for one in decisions}
    versions = store.schemas.versions(campaign_id) if decisions else []
    if versions:
        read = schema_reader(store, store.campaigns.get(campaign_id), versions[-1], last)
        readings = [(one, read(one.value, one.schema_version, one.item_id)) for one in decisions]
        decisions = [replace(one, value=found.value) for one, found in readings if found.fate is Fate.COUNTS]
        last = {one.item_id: one for one in decisions if one.revision == last[one.item_id].revision}
        decisions = [one for one in decisions if one.item_id in last]
    return decisions if revisions else list(last.values())


def decided_items(store: Store, campaign_id: str, round_id: str) -> set[str]:
    """Return the ids of the items of a round whose decision counts."""
    if store.schemas.current(campaign_id) == 1:
        return store.gold.decided_items(round_id)
    return {one.item_id for one in decisions_of_round(store, campaign_id, round_id)}


def assumptions_of(store: Store, campaign_id: str) -> list[Assumption]:
    """Return the assumed values that count in the version in force, as they read there."""
    assumptions = store.campaigns.assumptions(campaign_id)
    versions = store.schemas.versions(campaign_id) if assumptions else []
    if not versions:
        return assumptions
    read = schema_reader(
        store, store.campaigns.get(campaign_id), versions[-1], [one.item_id for one in assumptions]
    )
    readings = [(one, read(one.value, one.schema_version, one.item_id)) for one in assumptions]
    return [replace(one, value=found.value) for one, found in readings if found.fate is Fate.COUNTS]
