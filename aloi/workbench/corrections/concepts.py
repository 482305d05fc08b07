"""Another terminology for a campaign under way: what becomes of the concepts that answers hold."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from pathlib import Path

from aloi.annotation.model import Campaign, LabelMapping, SchemaVersion
from aloi.annotation.tasks import task
from aloi.annotation.tasks.linking.task import NO_CONCEPT
from aloi.annotation.versions import turned_round
from aloi.base.errors import AloiError
from aloi.base.terms import Term
from aloi.corpora.model import Json
from aloi.corpora.terminologies.concepts import Terminology
from aloi.corpora.terminologies.files import read_mapping
from aloi.storage.store import Store
from aloi.workbench.rounds.concepts import terminology_of
from aloi.workbench.rounds.schemas import given_in

__all__ = ["NO_CONCEPT", "concept_mapping", "concepts_turned_round", "mapping_of_table", "other_terminology"]


def mapping_of_table(path: Path) -> LabelMapping:
    """Return the mapping of concepts in a table; concepts with several targets or none need new answers.

    Raises
    ------
    AloiError
        As `aloi.corpora.terminologies.files.read_mapping`.
    """
    read = read_mapping(path)
    becomes = {old: new[0] for old, new in read.items() if len(new) == 1}
    return LabelMapping(becomes, tuple(old for old in read if old not in becomes))


def other_terminology(
    store: Store, before: Mapping[str, Json], after: Mapping[str, Json]
) -> Terminology | None:
    """Return the terminology that settings name in place of another one; None if they name the same.

    Settings `before` that name none had their concepts from outside: these stay what they are.
    """
    old, new = (str(one.get("terminology") or "") for one in (before, after))
    if not old or not new or old == new:
        return None
    named = store.terminologies.named(new)
    was = terminology_of(store, old)
    return None if was is not None and was.id == named.id else named


def concept_mapping(
    store: Store, campaign: Campaign, terminology: Terminology, mapping: LabelMapping
) -> LabelMapping:
    """Return the mapping of all concepts in the current answers to another terminology.

    Concepts that `mapping` does not name are unchanged if the terminology has them, and need new answers
    otherwise. Entries for concepts that are in no answer are omitted.

    Raises
    ------
    AloiError
        A target that the terminology does not have.
    """
    concepts_in_use = _concepts_in_use(store, campaign)
    becomes = {old: new for old, new in mapping.becomes.items() if old in concepts_in_use}
    concepts = {
        *store.terminologies.concepts(terminology.id, [*concepts_in_use, *becomes.values()]),
        NO_CONCEPT,
    }
    strange = sorted({*becomes.values()} - concepts)
    if strange:
        raise AloiError(
            "aloi.not-found",
            kind=Term("concept-of-terminology", terminology=repr(terminology.name)),
            name=", ".join(strange[:30]),
            expected=Term("concepts-of-terminology", terminology=repr(terminology.name)),
            todo=Term("correct-the-table"),
        )
    dropped = concepts_in_use.intersection(mapping.dropped)
    again = concepts_in_use.intersection(mapping.again) | (
        concepts_in_use - concepts - becomes.keys() - dropped
    )
    becomes = {old: new for old, new in sorted(becomes.items()) if old != new and old not in again}
    return LabelMapping(becomes, tuple(sorted(again)), tuple(sorted(dropped)))


def concepts_turned_round(
    store: Store, campaign: Campaign, earlier: SchemaVersion, later: SchemaVersion
) -> LabelMapping:
    """Return how concepts given in a later version are read in an earlier one."""
    led = later.mappings[str(earlier.version)]
    after = {*_concepts_by_version(store, campaign)[later.version], *led.becomes.values()}
    before = {*led.becomes, NO_CONCEPT}
    other = other_terminology(store, later.settings, earlier.settings)
    before |= after if other is None else store.terminologies.concepts(other.id, after).keys()
    return turned_round(led, tuple(sorted(before)), tuple(sorted(after)))


def _concepts_in_use(store: Store, campaign: Campaign) -> set[str]:
    """Return the concepts of everything given in a campaign, as they read in the version in force."""
    versions = store.schemas.versions(campaign.id)
    mappings = versions[-1].mappings if versions else {}
    concepts_read = set()
    for number, concepts in _concepts_by_version(store, campaign).items():
        led = mappings.get(str(number), LabelMapping())
        lost = {*led.again, *led.dropped}
        concepts_read |= {led.becomes.get(one, one) for one in concepts if one not in lost}
    return concepts_read


def _concepts_by_version(store: Store, campaign: Campaign) -> defaultdict[int, set[str]]:
    """Return the concepts of answers, decisions, assumed values and drafts by the version they came in."""
    kind = task(campaign.schema.task_type)
    concepts_by_version: defaultdict[int, set[str]] = defaultdict(set)
    for value, version in _values(store, campaign):
        if value is not None:
            concepts_by_version[version].update(kind.labels_in(value))
    return concepts_by_version


def _values(store: Store, campaign: Campaign) -> Iterator[tuple[Json, int]]:
    """Yield everything given in a campaign, each with the version of the settings it was given under."""
    for round_id in store.campaigns.round_ids(campaign.id):
        late = (one.answer for one in store.late.of_round(round_id))
        for answer in (*store.answers.revisions(round_id), *late):
            yield answer.value, given_in(answer)
        for decision in store.gold.adjudication_revisions(round_id):
            yield decision.value, decision.schema_version
    for assumed in store.campaigns.assumptions(campaign.id):
        yield assumed.value, assumed.schema_version
    for draft in store.schemas.drafts(campaign.id).values():
        yield draft, campaign.schema.schema_version
