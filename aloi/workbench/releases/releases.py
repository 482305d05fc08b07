"""Build a release: its items, its splits, and the report of the release checks."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from pathlib import Path

from aloi.annotation.model import Annotation, Annotator, Campaign, Role, Round
from aloi.base.errors import AloiError
from aloi.base.records import to_json
from aloi.base.terms import Term
from aloi.corpora.model import Item, Json
from aloi.gold.model import Gold, Release
from aloi.gold.releasing.manifest import ReleaseInputs, RoundAgreement
from aloi.gold.releasing.release import build_release
from aloi.gold.splitting.splits import Parts
from aloi.storage.event_log.checking import head_over
from aloi.storage.store import Store
from aloi.workbench.agreement.report import known_answers, released_agreement
from aloi.workbench.progress import Message, Progress, go_on, silent
from aloi.workbench.releases.gate import (
    GateTerms,
    check_terms,
    find_broken,
    gate_report,
    log_overrides,
    refuse_broken,
)
from aloi.workbench.releases.gold import find_gold
from aloi.workbench.releases.leaks import leak_checks, parts_with_leaks
from aloi.workbench.releases.machines import released_machines
from aloi.workbench.releases.splitting import GoldSplitter
from aloi.workbench.requests.releases import ReleaseRequest
from aloi.workbench.rounds.counted_answers import exclusions
from aloi.workbench.rounds.machine_answers import counted_machines, machine_answers
from aloi.workbench.rounds.schemas import as_released, assumptions_of, decisions_of_round

_STEPS = 6  # of building a release: items, splits, leakage, release checks, the manifest, the store


def build(
    store: Store,
    request: ReleaseRequest,
    *,
    identifiers: Path | None = None,
    cache: Path | None = None,
    now: datetime,
    progress: Progress = silent,
) -> Release:
    """Return a new frozen release of a campaign that passed the release checks.

    Parameters
    ----------
    identifiers : Path or None
        Further rules for identifiers, if the request names none.
    cache : Path or None
        The folder of cached vectors of encoders.

    Raises
    ------
    AloiError
        No gold, an existing version, sizes that cannot be met, leakage checks of missing splits, or a broken
        rule of the release checks without a reason.
    """
    stored_campaign = store.campaigns.get(request.campaign)
    version = request.version.strip()
    _check_version(store, stored_campaign, version)
    terms = GateTerms(
        request.overrides, request.override_by, request.identifiers or identifiers, request.stand_off
    )
    by = check_terms(store, terms)
    inputs = draft(store, request, cache=cache, progress=progress)
    findings = find_broken(store, inputs, terms.identifiers, stand_off=terms.stand_off)
    report = gate_report(findings, terms, by)
    go_on(progress, 4, _STEPS, "")
    release = build_release(replace(inputs, gate=report.to_json(), stand_off=terms.stand_off), now)
    refuse_broken(stored_campaign.name, release.version, findings, terms)
    go_on(progress, 5, _STEPS, "")
    with store.together():
        store.gold.add_release(release)
        log_overrides(store, release, report)
    return release


def draft(
    store: Store,
    request: ReleaseRequest,
    *,
    leaks: bool = True,
    cache: Path | None = None,
    progress: Progress = silent,
) -> ReleaseInputs:
    """Return the content of a release before it is frozen, without storing it; `leaks` checks for leakage."""
    stored_campaign = store.campaigns.get(request.campaign)
    frozen = find_gold(store, stored_campaign, request.gold)
    _check_exclusions(store, stored_campaign, frozen)
    if frozen.schema_version != stored_campaign.schema.schema_version:
        raise AloiError(
            "workbench.gold-other-schema",
            name=repr(stored_campaign.name),
            then=frozen.schema_version,
            current=stored_campaign.schema.schema_version,
        )
    all_rounds = store.campaigns.rounds(stored_campaign.id)
    rounds = [one for one in all_rounds if not one.archived or one.id in frozen.rounds]
    go_on(progress, 0, _STEPS, "")
    items = store.texts.items(_item_ids(store, stored_campaign, rounds, frozen))
    go_on(progress, 1, _STEPS, "")
    parts = GoldSplitter.of(store, stored_campaign, frozen, items, rounds, request).split(request)
    go_on(progress, 2, _STEPS, "")
    quoted = _quoted(store, rounds)  # data read later contain all that the log covers
    version = request.version.strip()
    inputs = replace(_inputs(store, stored_campaign, version, frozen, rounds, items, parts), event_log=quoted)
    if leaks:
        checks = leak_checks(request, {one.name: len(one.item_ids) for one in parts.splits})
        parts = parts_with_leaks(inputs, checks, request.leak_parts, cache, _between(progress, 2, 3))
        inputs = replace(inputs, parts=parts)
    go_on(progress, 3, _STEPS, "")
    return inputs


def _check_version(store: Store, campaign: Campaign, version: str) -> None:
    if not version:
        raise AloiError("aloi.missing", name=Term("a-release"), missing=Term("version-such-as"))
    if any(one.version == version for one in store.gold.release_heads(campaign.id)):
        raise AloiError(
            "aloi.exists",
            name=Term("the-release-of", version=repr(version), campaign=repr(campaign.name)),
            expected=Term("a-new-version"),
            todo=Term("name-next-version", version=repr(next_version(store, campaign.id))),
        )


def _check_exclusions(store: Store, campaign: Campaign, gold: Gold) -> None:
    """Raise AloiError if the excluded annotators differ from those when the gold was frozen."""
    current = tuple(one.annotator for one in exclusions(store, campaign.id))
    if current != gold.excluded:
        raise AloiError(
            "workbench.gold-leaves-out-others",
            name=repr(campaign.name),
            then=gold.excluded,
            current=current,
        )


def next_version(store: Store, campaign: str) -> str:
    """Return a version not used yet: 1.0, then 2.0, ..."""
    used = {one.version for one in store.gold.release_heads(store.campaigns.get(campaign).id)}
    number = 1
    while f"{number}.0" in used:
        number += 1
    return f"{number}.0"


def _item_ids(store: Store, campaign: Campaign, rounds: list[Round], gold: Gold) -> list[str]:
    """Return every item that was labelled, assumed or has gold, sorted."""
    ids = {item for one in rounds for item in one.item_ids} | {one.item_id for one in gold.items}
    return sorted(ids | {one.item_id for one in store.campaigns.assumptions(campaign.id)})


def _between(progress: Progress, first: int, last: int) -> Progress:
    """Return the progress of one step of building a release, as thousandths of all steps."""

    def report_step(done: int, total: int, message: Message) -> bool:
        step = first + (last - first) * done / max(total, 1)
        return progress(int(1000 * step), 1000 * _STEPS, message)

    return report_step


def _inputs(
    store: Store,
    campaign: Campaign,
    version: str,
    gold: Gold,
    rounds: list[Round],
    items: list[Item],
    parts: Parts,
) -> ReleaseInputs:
    """Return everything a release is frozen from."""
    revisions = {one.id: store.answers.revisions(one.id) for one in rounds}
    agreement = _agreements(store, campaign, rounds, gold.cleaned, revisions)
    shown = {sentence.document_id for item in items for sentence in item.sentences}
    documents = [one for one in store.texts.documents(campaign.corpus_id) if one.id in shown]
    annotations = as_released(store, campaign.id, [one for each in rounds for one in revisions[each.id]])
    annotations += [answer for round_ in rounds for answer in machine_answers(store, round_)]
    of_rounds = (decisions_of_round(store, campaign.id, one.id, revisions=True) for one in rounds)
    adjudications = [decision for decisions in of_rounds for decision in decisions]
    cleanings = store.cleanings.list(campaign.id) if gold.cleaned else []
    active = {one.key.annotator_id for one in annotations} | {
        annotator_id for each in rounds for annotator_id in each.annotators
    }
    deciders = {name for one in adjudications for name in one.adjudicators}
    deciders |= {one.by for one in cleanings}
    return ReleaseInputs(
        version=version,
        campaign=campaign,
        corpus=store.texts.corpus(campaign.corpus_id),
        documents={one.id: one.name for one in documents},
        items=tuple(items),
        origins=tuple(
            origin for each in store.texts.origins([item.id for item in items]).values() for origin in each
        ),
        guidelines=tuple(store.campaigns.guidelines(campaign.id)),
        rounds=tuple(rounds),
        annotators=tuple(
            each for each in _people(store, campaign) if each.id in active or each.pseudonym in deciders
        ),
        annotations=tuple(annotations),
        adjudications=tuple(adjudications),
        assumptions=tuple(assumptions_of(store, campaign.id)),
        gold=gold,
        parts=parts,
        agreement=agreement,
        cleanings=tuple(cleanings),
        exclusions=exclusions(store, campaign.id),
        schemas=tuple(store.schemas.versions(campaign.id)),
        metadata={one.id: one.metadata for one in documents if one.metadata},
        machines=released_machines(store, campaign, rounds),
    )


def _people(store: Store, campaign: Campaign) -> list[Annotator]:
    """Return all people, and the machines that the campaign counts."""
    machines = [counted.machine for counted in counted_machines(store, campaign.id)]
    return store.people.list() + [
        Annotator(machine.id, machine.name, machine.pseudonym, Role.ANNOTATOR, "machine")
        for machine in machines
    ]


def _quoted(store: Store, rounds: Sequence[Round]) -> dict[str, Json]:
    """Return the head of the event log of the rounds, and that of each: equal wherever the campaign is."""
    heads = store.event_log.heads([one.id for one in rounds])
    heads_of_rounds: list[Json] = [{"round": one.number, **to_json(heads[one.id])} for one in rounds]
    return {**to_json(head_over(heads)), "rounds": heads_of_rounds}


def _agreements(
    store: Store,
    campaign: Campaign,
    rounds: Sequence[Round],
    cleaned: bool,
    revisions: Mapping[str, Sequence[Annotation]],
) -> tuple[RoundAgreement, ...]:
    agreements = (_agreement(store, campaign, one, cleaned, revisions[one.id]) for one in rounds)
    return tuple(one for one in agreements if one is not None)


def _agreement(
    store: Store, campaign: Campaign, round_: Round, cleaned: bool, revisions: Sequence[Annotation]
) -> RoundAgreement | None:
    """Return the coefficients of a round, of its answers as the gold took them; None without answers."""
    answers = known_answers(store, round_, cleaned=cleaned, revisions=revisions)
    if not answers:
        return None
    results = released_agreement(store, campaign, round_, answers, cleaned)
    return RoundAgreement(round_.number, round_.guideline_version, results)
