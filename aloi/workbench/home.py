"""Next steps for a person: the short list on their home page."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, date, datetime
from typing import TypeAlias

from aloi.agreement.number import Number
from aloi.annotation.model import Annotator, Campaign, Purpose, Round, Status
from aloi.annotation.tasks import is_installed, task
from aloi.storage.store import Store
from aloi.workbench import access
from aloi.workbench.cache.campaigns import (
    CountCampaign,
    CountDays,
    CountRound,
    CountToClean,
    ListDisputed,
    RateRound,
)
from aloi.workbench.cache.results import ResultComputer, ResultReader
from aloi.workbench.campaign_state import last_agreement
from aloi.workbench.overview.campaign import current_round, tallies_of
from aloi.workbench.overview.forecast import Forecast
from aloi.workbench.overview.progress import imported_annotators, round_progress
from aloi.workbench.rounds.schemas import decided_items

FIRST = 3  # things that Home shows at once
_NAMED = 4


@dataclass(frozen=True, slots=True)
class TodoStep:
    """One thing to do: a key of the interface's texts, the values in it, and the page that does it.

    `page_values` are the ids of the campaign and the round in the address of the page.
    `due` is the day by which it is wanted.
    """

    key: str
    page: str
    values: dict[str, str | int]
    page_values: dict[str, str] = field(default_factory=dict)
    due: date | None = None


# The order of urgency. A person's items with a due date come first, by date. Then come steps that block other
# people, then the other steps. A round in normal progress needs no step.
_URGENCY = (
    "late_answers",
    "round_behind",
    "disputes_wait",
    "to_clean",
    "items_wait",
    "start_here",
    "open_round",
    "read_agreement",
    "make_release",
    "start_campaign",
    "find_candidates",
    "split_sentences",
    "round_under_way",
)
# Each campaign with all its rounds, without their items.
_Campaigns: TypeAlias = Sequence[tuple[Campaign, Sequence[Round]]]


def next_steps(
    store: Store, person: Annotator, read_result: ResultReader | None = None, now: datetime | None = None
) -> list[TodoStep]:
    """Return the next steps of a person, most urgent first.

    All people see their remaining items. Adjudicators also see disagreements; managers also see the needs of
    their campaigns. `read_result` returns the results for the steps; by default, they are computed now. A
    step without a known result is omitted. `now` is the time for deciding who is behind, by default the
    current one.
    """
    read_result = read_result or ResultComputer(store)
    steps = _to_annotate(store, person)
    roles = access.roles_of(store, person)
    if access.may(roles, access.DECIDERS):
        campaigns = _campaigns(access.store_of(store, person, access.DECIDERS))
        open_rounds = [
            (campaign.id, each.id)
            for campaign, rounds in campaigns
            for each in rounds
            if each.status == Status.OPEN
        ]
        read_result.prefetch([CountRound(*ids) for ids in open_rounds])
        read_result.prefetch([CountDays(*ids) for ids in open_rounds])
        steps += _to_adjudicate(store, campaigns, read_result)
        steps += _to_clean(campaigns, read_result)
        if access.may(roles, access.MANAGERS):
            managed = access.store_of(store, person, access.MANAGERS)
            steps += _to_manage(managed, _campaigns(managed), read_result, now or datetime.now(UTC))
    return sorted(steps, key=_urgency)


def _campaigns(store: Store) -> _Campaigns:
    """Return the campaigns with their rounds: two queries or three, however many campaigns there are."""
    rounds = store.campaigns.rounds(with_items=False)
    return [(one, [each for each in rounds if each.campaign_id == one.id]) for one in store.campaigns.list()]


def _urgency(step: TodoStep) -> tuple[int, date]:
    if step.due is not None:
        return -1, step.due
    return _URGENCY.index(step.key), date.max


def first_steps(steps: Sequence[TodoStep]) -> tuple[list[TodoStep], list[TodoStep]]:
    """Return the first steps for a person, and the rest, each in the order of urgency.

    The first list has at most three steps. If there are more, it has only the most urgent step of each
    campaign. A person's own annotation is not postponed because of other steps of a campaign.
    """
    if len(steps) <= FIRST:
        return list(steps), []
    first: list[TodoStep] = []
    seen: set[object] = set()
    for step in steps:
        of = None if step.key == "items_wait" else step.values.get("campaign")
        if len(first) < FIRST and (of is None or of not in seen):
            first.append(step)
            seen.add(of)
    return first, [step for step in steps if step not in first]


@dataclass(frozen=True, slots=True)
class CampaignRow:
    """A campaign on Home.

    Parameters
    ----------
    round : Round or None
        The open round, or the last one; `done` of its `planned` answers exist, None if not computed yet.
    agreement : Number or None
        The coefficient that decides on the last round that has one.
    step : TodoStep or None
        The most urgent step of this campaign.
    forecast : Forecast or None
        The expected end of the round.
    last : datetime or None
        The last action of an annotator in the round.
    release : str or None
        The version of the last release.
    """

    campaign: Campaign
    round: Round | None
    done: int | None
    planned: int | None
    agreement: Number | None
    step: TodoStep | None
    forecast: Forecast | None
    last: datetime | None
    release: str | None


def campaign_rows(
    store: Store, steps: Sequence[TodoStep], read_result: ResultReader, now: datetime
) -> list[CampaignRow]:
    """Return the campaigns of a store, those with the most urgent steps first, closed ones last."""
    campaigns = _campaigns(store)
    listed = [(one, [each for each in rounds if not each.archived]) for one, rounds in campaigns]
    current = {one.id: current_round(rounds) for one, rounds in listed}
    read_result.prefetch([CountCampaign(one.id) for one, _ in listed])
    read_result.prefetch([CountDays(id_, one.id) for id_, one in current.items() if one is not None])
    read_result.prefetch(
        [
            RateRound(campaign.id, round_.id)
            for campaign, rounds in listed
            for round_ in rounds
            if round_.overlap > 1 and is_installed(campaign)
        ]
    )
    names = {person.id: person.pseudonym for person in store.people.list()}
    sources = imported_annotators(store)
    releases = {one.campaign_id: one.version for one in store.gold.release_heads()}
    first: dict[str, TodoStep] = {}
    for step in steps:
        first.setdefault(step.page_values.get("campaign", ""), step)
    rows = []
    for campaign, rounds in listed:
        round_ = current[campaign.id]
        tallies = read_result(CountCampaign(campaign.id))
        tally = None if round_ is None else next(iter(tallies_of([round_], tallies or (), sources)), None)
        days = None if round_ is None else read_result(CountDays(campaign.id, round_.id))
        progress = (
            None if round_ is None or days is None else round_progress(round_, days, names, now, sources)
        )
        rows.append(
            CampaignRow(
                campaign,
                round_,
                None if tally is None else tally.done,
                None if tally is None else tally.planned,
                last_agreement(campaign, rounds, read_result),
                first.get(campaign.id),
                None if progress is None else progress.forecast,
                max((one.last for one in progress.people if one.last), default=None) if progress else None,
                releases.get(campaign.id),
            )
        )
    return sorted(rows, key=_row_order)


def _row_order(row: CampaignRow) -> tuple[bool, tuple[int, date], float]:
    urgency = _urgency(row.step) if row.step is not None else (len(_URGENCY), date.max)
    return row.campaign.status != Status.OPEN, urgency, -row.last.timestamp() if row.last else 0.0


def _to_annotate(store: Store, person: Annotator) -> list[TodoStep]:
    return [
        TodoStep(
            "items_wait",
            "annotate",
            {"count": count, "campaign": _name(store, round_), "round": round_.number},
            {"round": round_.id},
            None if round_.due is None else round_.due.date(),
        )
        for round_, count in store.answers.waiting(person.id)
        if count
    ]


def _to_adjudicate(store: Store, campaigns: _Campaigns, read_result: ResultReader) -> list[TodoStep]:
    disputable = [
        (campaign, round_)
        for campaign, rounds in campaigns
        for round_ in rounds
        # A pilot is read and discussed; no gold is made from it.
        if is_installed(campaign)
        and not round_.archived
        and round_.overlap > 1
        and round_.purpose != Purpose.PILOT
    ]
    read_result.prefetch([ListDisputed(campaign.id, one.id) for campaign, one in disputable])
    steps = []
    for campaign, round_ in disputable:
        disputed = read_result(ListDisputed(campaign.id, round_.id))
        count = (
            len(set(disputed.items) - decided_items(store, campaign.id, round_.id))
            if disputed and disputed.items
            else 0
        )
        if count:
            values: dict[str, str | int] = {"count": count, "campaign": campaign.name, "round": round_.number}
            page_values = {"campaign": campaign.id, "round": round_.id}
            steps.append(TodoStep("disputes_wait", "adjudicate", values, page_values))
    return steps


def _to_clean(campaigns: _Campaigns, read_result: ResultReader) -> list[TodoStep]:
    """Return the campaigns of substitutes with answers to clean, once no round of theirs is under way."""
    steps = []
    for campaign, rounds in campaigns:
        if campaign.status != Status.OPEN or not task(campaign.schema.task_type).gathers:
            continue
        if any(_missing(one, read_result) != 0 for one in rounds):
            continue
        to_clean = read_result(CountToClean(campaign.id))
        if to_clean:
            values: dict[str, str | int] = {"count": to_clean, "campaign": campaign.name}
            steps.append(TodoStep("to_clean", "cleaning", values, {"campaign": campaign.id}))
    return steps


def _to_manage(
    store: Store, campaigns: _Campaigns, read_result: ResultReader, now: datetime
) -> list[TodoStep]:
    """Return the next step of the flow for each campaign, from the first text to the release."""
    corpora = store.texts.corpora()
    if not corpora:
        return [TodoStep("start_here", "start", {})]
    steps: list[TodoStep] = []
    for corpus in corpora:
        counts, page_values = store.texts.counts(corpus.id), {"corpus": corpus.id}
        if not counts.sentences:
            steps.append(TodoStep("split_sentences", "corpora", {"corpus": corpus.name}, page_values))
        elif not counts.items:
            steps.append(TodoStep("find_candidates", "candidates", {"corpus": corpus.name}, page_values))
        elif not any(campaign.corpus_id == corpus.id for campaign, _ in campaigns):
            values: dict[str, str | int] = {"corpus": corpus.name, "count": counts.items}
            steps.append(TodoStep("start_campaign", "start", values, page_values))
    late = store.late.waiting([one.id for _, rounds in campaigns for one in rounds])
    for campaign, rounds in campaigns:
        steps += _late_answers(campaign.name, rounds, late)
        if campaign.status == Status.OPEN and is_installed(campaign):
            steps += _campaign_steps(store, campaign, rounds, read_result, now)
    return steps


def _late_answers(name: str, rounds: Sequence[Round], late: Mapping[str, int]) -> list[TodoStep]:
    """Return the rounds with late answers that need a decision."""
    return [
        TodoStep(
            "late_answers",
            "rounds",
            {"campaign": name, "round": round_.number, "count": late[round_.id]},
            {"campaign": round_.campaign_id, "round": round_.id},
        )
        for round_ in rounds
        if round_.id in late
    ]


def _campaign_steps(
    store: Store, campaign: Campaign, rounds: Sequence[Round], read_result: ResultReader, now: datetime
) -> list[TodoStep]:
    listed = [one for one in rounds if not one.archived]
    if not listed:
        return [TodoStep("open_round", "rounds", {"campaign": campaign.name}, {"campaign": campaign.id})]
    last = listed[-1]
    page_values = {"campaign": campaign.id, "round": last.id}
    values: dict[str, str | int] = {"campaign": campaign.name, "round": last.number}
    missing = _missing(last, read_result)
    if missing is None:
        return []
    if set(last.annotators) <= imported_annotators(store):
        missing = 0  # nobody waits for the annotators of imported answers
    if missing:
        behind = _behind(store, last, read_result, now)
        if behind:
            return [
                TodoStep("round_behind", "overview", {**values, "count": missing, "who": behind}, page_values)
            ]
        return [TodoStep("round_under_way", "rounds", {**values, "count": missing}, page_values)]
    released = last.purpose == Purpose.MAIN and bool(store.gold.release_heads(campaign.id))
    if released:
        return []  # the campaign has come to its end
    steps = [] if last.overlap < 2 else [TodoStep("read_agreement", "agreement", values, page_values)]
    if last.purpose == Purpose.MAIN:
        steps.append(TodoStep("make_release", "releases", values, {"campaign": campaign.id}))
    return steps


def _behind(store: Store, round_: Round, read_result: ResultReader, now: datetime) -> str:
    """Return the annotators who are behind in a round, by pseudonym, the first few; "" if there are none."""
    days = read_result(CountDays(round_.campaign_id, round_.id))
    if days is None:
        return ""
    names = {person.id: person.pseudonym for person in store.people.list()}
    progress = round_progress(round_, days, names, now, imported_annotators(store))
    behind = [each.pseudonym for each in progress.behind]
    return ", ".join(behind[:_NAMED]) + (" …" if len(behind) > _NAMED else "")


def _missing(round_: Round, read_result: ResultReader) -> int | None:
    """Return how many answers an open round still waits for; 0 for a closed one, None if not known yet."""
    if round_.status != Status.OPEN:
        return 0
    counts = read_result(CountRound(round_.campaign_id, round_.id))
    return None if counts is None else counts.missing


def _name(store: Store, round_: Round) -> str:
    return store.campaigns.get(round_.campaign_id).name
