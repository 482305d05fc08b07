"""New versions of a campaign's schema: answers stay as they were given and are read through a mapping."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime

from aloi.annotation.model import Annotation, AssignmentKey, Campaign, LabelMapping, SchemaVersion
from aloi.annotation.tasks import task
from aloi.annotation.versions import Fate, combined, draft_as, turned_round
from aloi.base.errors import AloiError
from aloi.base.records import to_json
from aloi.base.terms import Term
from aloi.corpora.mining.base import Cancelled
from aloi.corpora.model import Json
from aloi.storage.corrections.log import Correction, CorrectionKind
from aloi.storage.store import Store
from aloi.workbench.corrections.concepts import (
    concept_mapping,
    concepts_turned_round,
    mapping_of_table,
    other_terminology,
)
from aloi.workbench.corrections.labels import relisted
from aloi.workbench.corrections.log import log_correction
from aloi.workbench.corrections.reopening import without_reopened
from aloi.workbench.progress import Progress, silent
from aloi.workbench.requests.campaigns import RevertSchemaRequest, SchemaRequest
from aloi.workbench.rounds.concepts import with_terminology
from aloi.workbench.rounds.schemas import Reader, given_in, schema_reader

__all__ = [
    "LabelMapping",
    "SchemaEffect",
    "SchemaVersion",
    "bring_back_schema",
    "change_schema",
    "earlier_schema",
    "earlier_schema_effect",
    "has_answers",
    "label_counts",
    "schema_effect",
    "schema_versions",
]


@dataclass(frozen=True, slots=True)
class SchemaEffect:
    """Effects of a version of the schema on the answers of all rounds that count or were set aside.

    Parameters
    ----------
    answers : int
        The number of answers; the sum of `same`, `relabelled`, `again` and `dropped`: unchanged, read with
        other labels, asked again, and excluded.
    back : int
        Those among the first two that were set aside before and count again.
    decisions : int
        Decisions that no longer count: their items need a new decision.
    drafts : int
        Drafts that continue with other labels.
    suggestions : int
        Items whose candidates are deleted, because they belong to another terminology; they can be made
        again.
    labels, to_decide : mapping
        Label of the version before -> the answers with it: all of them, and those that are asked again.
        Labels include attribute values and relation types, as `mapped_names` of the task has them.
    relations : int
        Relations that are removed from answers that count, mostly because a span at an end is removed.
    """

    version: int
    answers: int
    same: int
    relabelled: int
    again: int
    dropped: int
    back: int
    decisions: int
    drafts: int
    suggestions: int = 0
    labels: Mapping[str, int] = field(default_factory=dict)
    to_decide: Mapping[str, int] = field(default_factory=dict)
    relations: int = 0


@dataclass(frozen=True, slots=True)
class _Plan:
    effect: SchemaEffect
    again: Mapping[str, Sequence[AssignmentKey]]
    back: Mapping[str, Sequence[AssignmentKey]]


def schema_versions(store: Store, campaign: str) -> list[SchemaVersion]:
    """Return the versions of a campaign's schema, oldest first; never changed, it has one."""
    stored_campaign = store.campaigns.get(campaign)
    return store.schemas.versions(stored_campaign.id) or [_first(stored_campaign)]


def schema_effect(store: Store, request: SchemaRequest, progress: Progress = silent) -> SchemaEffect:
    """Return the effect of other settings; errors are those of `change_schema`."""
    return _plan(store, *_next(store, request), progress).effect


def change_schema(
    store: Store, request: SchemaRequest, now: datetime, progress: Progress = silent
) -> Correction:
    """Return the correction that put other settings in force, in open rounds as well.

    Each label that answers have and the new schema lacks needs a new value, or a new answer. Before the first
    answer, labels may go without one, and no reason is needed. With another terminology, any concepts may get
    new values: see `concept_mapping`.

    Raises
    ------
    AloiError
        Settings that the task rejects or that are in force already, unknown labels, or labels without a new
        value. Also concepts that another terminology does not have, or no reason once there are answers.
    """
    return _put_in_force(store, request, now, *_next(store, request, now), progress)


def earlier_schema(
    store: Store, request: RevertSchemaRequest, now: datetime | None = None
) -> tuple[Campaign, SchemaVersion]:
    """Return the campaign and the version that restores an earlier one.

    Answers of that version are read as they were given, and answers set aside since then count again. Answers
    given since then are mapped in reverse, or asked again if that is not possible.
    """
    stored_campaign, version = store.campaigns.get(request.campaign), request.version
    versions = {one.version: one for one in store.schemas.versions(stored_campaign.id)}
    current = stored_campaign.schema.schema_version
    if version not in versions or version == current:
        raise AloiError(
            "aloi.not-listed",
            kind=Term("the-earlier-version", name=repr(stored_campaign.name)),
            name=version,
            known=[*versions],
            todo=Term("name-an-earlier"),
        )
    kind, target = task(stored_campaign.schema.task_type), versions[version]
    mappings = dict(target.mappings)
    for number in range(version + 1, current + 1):
        later = versions[number]
        if kind.takes_terminology:
            mappings[str(number)] = concepts_turned_round(store, stored_campaign, target, later)
        else:
            labels = (kind.mapped_names(target.settings), kind.mapped_names(later.settings))
            mappings[str(number)] = turned_round(later.mappings[str(version)], *labels)
    mappings[str(version)] = LabelMapping()
    restored = SchemaVersion(
        stored_campaign.id, current + 1, target.settings, mappings, request.why.strip(), now
    )
    return stored_campaign, restored


def earlier_schema_effect(
    store: Store, request: RevertSchemaRequest, progress: Progress = silent
) -> SchemaEffect:
    """Return the effect of restoring an earlier version."""
    return _plan(store, *earlier_schema(store, request), progress).effect


def bring_back_schema(
    store: Store, request: RevertSchemaRequest, now: datetime, progress: Progress = silent
) -> Correction:
    """Return the correction that put an earlier version in force, as a new one; see `earlier_schema`."""
    return _put_in_force(store, request, now, *earlier_schema(store, request, now), progress)


def has_answers(store: Store, campaign: Campaign) -> bool:
    """Return whether anybody has answered an item of a campaign: only then do labels need a mapping."""
    return any(
        store.answers.any_answer(round_id) or store.schemas.put_aside(round_id)
        for round_id in store.campaigns.round_ids(campaign.id)
    )


def label_counts(store: Store, campaign: Campaign) -> dict[str, int]:
    """Return how many answers of a campaign hold each label of the version in force, as they read in it."""
    kind = task(campaign.schema.task_type)
    answers = [
        annotation
        for round_id in store.campaigns.round_ids(campaign.id)
        for annotation in store.answers.latest(round_id)
    ]
    read = schema_reader(store, campaign, _present(store, campaign), _ids(campaign, answers))
    counts: Counter[str] = Counter()
    for annotation in answers:
        value = read(annotation.value, given_in(annotation), annotation.key.item_id).value
        counts.update(() if value is None else kind.mapped_names_in(value))
    return dict(counts)


def _ids(campaign: Campaign, answers: Sequence[Annotation]) -> list[str]:
    """Return the items of answers given under another version than the one in force: those that are read."""
    current = campaign.schema.schema_version
    return [one.key.item_id for one in answers if given_in(one) != current]


def _present(store: Store, campaign: Campaign) -> SchemaVersion:
    return (store.schemas.versions(campaign.id) or [_first(campaign)])[-1]


def _first(campaign: Campaign) -> SchemaVersion:
    return SchemaVersion(campaign.id, 1, campaign.schema.settings, {}, "", None)


def _next(
    store: Store, request: SchemaRequest, now: datetime | None = None
) -> tuple[Campaign, SchemaVersion]:
    """Return the campaign, and the version with other settings, checked against the labels of answers."""
    campaign = store.campaigns.get(request.campaign)
    kind, mapping = task(campaign.schema.task_type), _mapping(request)
    checked, before = kind.check_settings(_settings(store, request, campaign)), campaign.schema.settings
    if checked == before and mapping == LabelMapping():
        raise AloiError(
            "aloi.no-change",
            name=Term("schema-of-name", name=repr(campaign.name), version=campaign.schema.schema_version),
            expected=Term("other-settings"),
        )
    other = other_terminology(store, before, checked) if kind.takes_terminology else None
    if request.settings is None:
        # Parts that are removed with a label, such as a type of relations without a label at one end.
        named = {*mapping.becomes, *mapping.again, *mapping.dropped}
        implied = {*kind.mapped_names(before)} - {*kind.mapped_names(checked)} - named
        mapping = replace(mapping, dropped=(*mapping.dropped, *sorted(implied)))
    if other is None:
        _check_labels(store, campaign, checked, mapping)
    else:
        checked = {**checked, "terminology": other.name}
        mapping = concept_mapping(store, campaign, other, mapping)
    current = campaign.schema.schema_version
    earlier = store.schemas.versions(campaign.id)
    passed = earlier[-1].mappings if earlier else {}
    mappings = {number: combined(one, mapping) for number, one in passed.items()} | {str(current): mapping}
    return campaign, SchemaVersion(campaign.id, current + 1, checked, mappings, request.why.strip(), now)


def _mapping(request: SchemaRequest) -> LabelMapping:
    """Return the new values of present labels or concepts."""
    read = LabelMapping() if request.mapping is None else mapping_of_table(request.mapping)
    again = (*read.again, *request.again, *request.split)
    return LabelMapping({**read.becomes, **request.map}, again, request.drop)


def _settings(store: Store, request: SchemaRequest, campaign: Campaign) -> Mapping[str, Json]:
    """Return the settings that a request asks for."""
    kind, present = task(campaign.schema.task_type), campaign.schema.settings
    if request.terminology is not None:
        return _with_other_terminology(store, campaign, request.terminology)
    if request.settings is not None:
        return request.settings
    if not kind.label_path:
        raise AloiError(
            "aloi.missing",
            name=Term("settings-of-the-task", task=kind.name),
            missing=Term("labels"),
            expected=Term("a-file-of-settings"),
            todo=Term("write-them-with-aloi"),
        )
    becomes: dict[str, Sequence[str]] = {
        **{old: [new] for old, new in request.map.items()},
        **request.split,
        **dict.fromkeys(request.drop, ()),
    }
    return relisted(kind, present, becomes, request.add)


def _with_other_terminology(store: Store, campaign: Campaign, name: str) -> dict[str, Json]:
    """Return the settings of a campaign with another terminology, or raise AloiError if it takes none."""
    if not task(campaign.schema.task_type).takes_terminology:
        raise AloiError(
            "aloi.wrong-kind",
            name=repr(campaign.name),
            kind=campaign.schema.task_type,
            expected=Term("campaign-that-links"),
            todo=Term("name-another-campaign"),
        )
    return with_terminology(store, {**campaign.schema.settings, "terminology": name})


def _check_labels(
    store: Store, campaign: Campaign, settings: Mapping[str, Json], mapping: LabelMapping
) -> None:
    """Raise AloiError for unknown labels, or labels without a new value."""
    kind, name = task(campaign.schema.task_type), repr(campaign.name)
    old, new = kind.mapped_names(campaign.schema.settings), kind.mapped_names(settings)
    labels_in_use = {*old} if old else {*label_counts(store, campaign)}
    named = {*mapping.becomes, *mapping.again, *mapping.dropped}
    if strange := sorted(named - labels_in_use):
        raise AloiError(
            "aloi.not-listed",
            kind=Term("in-name-the-label", name=name),
            name=", ".join(strange),
            known=sorted(labels_in_use)[:30],
            todo=Term("name-existing"),
        )
    misfits = {
        after
        for before, after in mapping.becomes.items()
        if after not in new or kind.mapped_kind(before) != kind.mapped_kind(after)
    }
    if old and misfits:
        raise AloiError(
            "aloi.not-listed",
            kind=Term("in-name-the-label", name=name),
            name=", ".join(sorted(misfits)),
            known=new[:30],
            todo=Term("name-existing"),
        )
    removed = {*old} - {*new} - named
    if removed and (
        used := {one: count for one, count in label_counts(store, campaign).items() if one in removed}
    ):
        raise AloiError(
            "aloi.missing",
            name=Term("mapping-of-answers", answers=sum(used.values())),
            missing=Term("the-new-labels", labels=sorted(used)),
            todo=Term("map-each"),
        )


def _put_in_force(
    store: Store,
    request: SchemaRequest | RevertSchemaRequest,
    now: datetime,
    campaign: Campaign,
    version: SchemaVersion,
    progress: Progress,
) -> Correction:
    """Plan outside of any transaction, and again in the writing transaction if answers came meanwhile."""
    ids = [campaign.id, *store.campaigns.round_ids(campaign.id)]
    seen = store.cached_results.states(ids)
    plan = _plan(store, campaign, version, progress)
    with store.together():
        if store.cached_results.states(ids) != seen:
            plan = _plan(store, campaign, version, silent)
        store.schemas.change_suggestions(campaign.id, _suggestions(store, campaign, version))
        store.schemas.change(campaign, version, _drafts(store, campaign, version))
        for round_id in ids[1:]:
            store.schemas.ask_again(round_id, plan.again.get(round_id, ()), now=now)
            store.schemas.count_again(round_id, plan.back.get(round_id, ()), now=now)
        step = version.mappings[str(version.version - 1)]
        effect = to_json(plan.effect, "labels", "to_decide")
        details = {**effect, **{name: one for name, one in to_json(step).items() if one}}
        needs_reason = has_answers(store, campaign)
        return log_correction(
            store, request, now, CorrectionKind.SCHEMA, details, campaign=campaign, needs_reason=needs_reason
        )


def _plan(store: Store, campaign: Campaign, version: SchemaVersion, progress: Progress) -> _Plan:
    """Return the new reading of all answers and decisions, and the items to be answered again."""
    kind, present = task(campaign.schema.task_type), _present(store, campaign)
    counts, labels, to_decide = Counter[str](), Counter[str](), Counter[str]()
    decisions = relations = 0
    asked_again = version.mappings[str(present.version)].again
    again: dict[str, list[AssignmentKey]] = {}
    back: dict[str, list[AssignmentKey]] = {}
    for done, round_id in enumerate(rounds := store.campaigns.round_ids(campaign.id)):
        if not progress(done, len(rounds), Term("progress-rounds-read")):
            raise Cancelled
        standing = store.answers.latest(round_id)
        aside = without_reopened(store, campaign.id, round_id, store.schemas.put_aside(round_id))
        decided = {one.item_id: one for one in store.gold.adjudications(round_id)}
        ids = {one.key.item_id for one in (*standing, *aside)} | decided.keys()
        before, after = (schema_reader(store, campaign, one, ids) for one in (present, version))
        for index, answer in enumerate((*standing, *aside)):
            was, will = (read(answer.value, given_in(answer), answer.key.item_id) for read in (before, after))
            is_aside = index >= len(standing)
            labels_of_value = () if was.value is None else kind.mapped_names_in(was.value)
            labels.update(labels_of_value)
            to_decide.update(label for label in labels_of_value if label in asked_again)
            remains = will.fate is Fate.COUNTS
            counts["relabelled" if remains and will.value != answer.value else will.fate.value] += 1
            if remains and was.value is not None:
                relations += kind.relation_count(was.value) - kind.relation_count(will.value)
            if will.fate is Fate.AGAIN and not is_aside:
                again.setdefault(round_id, []).append(answer.key)
            elif will.fate is not Fate.AGAIN and is_aside:
                back.setdefault(round_id, []).append(answer.key)
        decisions += sum(
            _lost(decision.value, decision.schema_version, decision.item_id, before, after)
            for decision in decided.values()
        )
    effect = SchemaEffect(
        version.version,
        counts.total(),
        counts[Fate.COUNTS],
        counts["relabelled"],
        counts[Fate.AGAIN],
        counts[Fate.DROPPED],
        sum(map(len, back.values())),
        decisions,
        len(_drafts(store, campaign, version)),
        len(_suggestions(store, campaign, version)) if kind.takes_terminology else 0,
        dict(labels),
        dict(sorted(to_decide.items())),
        relations,
    )
    return _Plan(effect, again, back)


def _drafts(store: Store, campaign: Campaign, version: SchemaVersion) -> dict[AssignmentKey, Json]:
    """Return the effect of a version on drafts."""
    schema = campaign.schema
    kind, mapping = task(schema.task_type), version.mappings[str(schema.schema_version)]
    drafts = store.schemas.drafts(campaign.id)
    read = {
        key: draft_as(kind, draft, mapping, schema.settings, version.settings)
        for key, draft in drafts.items()
    }
    return {key: draft for key, draft in read.items() if draft != drafts[key]}


def _lost(value: Json, version: int, item_id: str, before: Reader, after: Reader) -> bool:
    """Return whether an answer that counted before no longer counts."""
    return (
        before(value, version, item_id).fate is Fate.COUNTS
        and after(value, version, item_id).fate is not Fate.COUNTS
    )


def _suggestions(store: Store, campaign: Campaign, version: SchemaVersion) -> dict[str, Json]:
    """Return the effect on prepared suggestions: those that the version rejects are deleted."""
    kind = task(campaign.schema.task_type)
    if kind.takes_terminology:  # candidates are of the terminology they were ranked in
        other = other_terminology(store, campaign.schema.settings, version.settings)
        return {} if other is None else dict.fromkeys(store.schemas.suggestions(campaign.id))
    if not kind.takes_suggestions or not kind.label_path:
        return {}
    suggestions = store.schemas.suggestions(campaign.id)
    read = schema_reader(store, campaign, version, suggestions)
    return {
        item_id: reading.value
        for item_id, value in suggestions.items()
        if (reading := read(value, campaign.schema.schema_version, item_id)).value != value
    }
