"""A campaign at a glance: the main numbers for a manager, with their confidence intervals."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from aloi.agreement.result import Agreement
from aloi.annotation.model import Campaign, Purpose, Round, Status, StopRule
from aloi.annotation.tasks import is_installed
from aloi.annotation.tasks.missing import missing_note
from aloi.base.records import to_json
from aloi.storage.model import RoundTally
from aloi.storage.store import Store
from aloi.workbench.agreement.verdict import deciding_ratings, round_coefficient, round_estimate
from aloi.workbench.overview.progress import (
    RoundProgress,
    count_days,
    imported_annotators,
    round_progress,
    without_imported,
)
from aloi.workbench.overview.scores import LevelCount, WantedLevel, against_wanted, count_levels
from aloi.workbench.rounds import adjudicating
from aloi.workbench.rounds.counted_answers import excluded_people
from aloi.workbench.rounds.rounds import listed_rounds
from aloi.workbench.status import NextStep, next_steps


@dataclass(frozen=True, slots=True)
class RoundQuality:
    """Results of the answers of a round: the coefficient that decides on it, and the use of its scale.

    `result` is that of `round_estimate`, None without answers or with one answer per item. `bound` is what a
    stop rule compares with its threshold: the lower end of an interval that allows for repeated looks. It is
    None without a rule. `scores` are empty if answers are no numbers.
    """

    result: Agreement | None
    bound: float | None
    scores: tuple[LevelCount, ...]


@dataclass(frozen=True, slots=True)
class RoundTrust:
    """Whether the labels of a round can be trusted, and how many of its items need a decision.

    A pilot has no disputes: it is read and discussed, no gold is made from it.
    """

    number: int
    result: Agreement | None
    rule: StopRule | None
    bound: float | None
    disputes: int
    scores: tuple[WantedLevel, ...]

    @property
    def met(self) -> bool | None:
        """Whether the lower bound reaches the threshold; None without a rule or without an interval."""
        return None if self.rule is None or self.bound is None else self.bound >= self.rule.threshold


@dataclass(frozen=True, slots=True)
class CampaignOverview:
    """The state of a campaign.

    Parameters
    ----------
    tallies : tuple
        The rounds with their counts, by number.
    current : Round or None
        The open round, or the last one if none is open; None before the first.
    shown : Round or None
        The round on display: the current one by default.
    progress : RoundProgress or None
        Of the round on display.
    trust : tuple of RoundTrust
        Of the rounds with answers.
    late : int
        Late answers that need a decision.
    releases : int
        Releases made of the campaign.
    next_steps : tuple
        The next steps for a manager, in order.
    """

    campaign: Campaign
    tallies: tuple[tuple[Round, RoundTally], ...]
    current: Round | None
    shown: Round | None
    progress: RoundProgress | None
    trust: tuple[RoundTrust, ...]
    late: int
    releases: int
    next_steps: tuple[NextStep, ...]

    @property
    def missing(self) -> str:
        """Why nothing is measured: the task of the campaign is not installed; empty if it is."""
        return "" if is_installed(self.campaign) else missing_note(self.campaign.schema.task_type)

    @property
    def disputes(self) -> int:
        """Items that need a decision."""
        return sum(one.disputes for one in self.trust)

    @property
    def measured(self) -> RoundTrust | None:
        """The round on display, else the last one with known agreement; None if there is none."""
        return next(self._latest(lambda one: one.result is not None), None)

    @property
    def scored(self) -> RoundTrust | None:
        """The round on display, else the last one whose answers are numbers; None if there is none."""
        return next(self._latest(lambda one: bool(one.scores)), None)

    def _latest(self, holds: Callable[[RoundTrust], bool]) -> Iterator[RoundTrust]:
        number = self.shown.number if self.shown else 0
        return filter(holds, sorted(self.trust, key=lambda one: (one.number != number, -one.number)))


def campaign_overview(store: Store, campaign: str, now: datetime) -> CampaignOverview:
    """Return the state of a campaign at a moment, counted and measured now."""
    stored_campaign = store.campaigns.get(campaign)
    rounds = listed_rounds(store, stored_campaign.id)
    sources = imported_annotators(store)
    tallies = tallies_of(
        rounds,
        store.tallies.rounds(stored_campaign.id, tuple(excluded_people(store, stored_campaign.id))),
        sources,
    )
    current = current_round(rounds)
    progress = None
    if current is not None:
        names = {person.id: person.pseudonym for person in store.people.list()}
        progress = round_progress(current, count_days(store, current), names, now, sources)
    trust = [
        trust_of(
            stored_campaign,
            round_,
            round_quality(store, stored_campaign.id, round_),
            count_disputes(store, stored_campaign, round_),
        )
        for round_, tally in zip(rounds, tallies, strict=True)
        if tally.done and is_installed(stored_campaign)
    ]
    return overview_of(
        stored_campaign,
        rounds,
        tallies,
        progress,
        trust,
        late_answers(store, rounds),
        releases(store, stored_campaign),
    )


def describe_overview(overview: CampaignOverview) -> dict[str, Any]:
    """Return the overview of a campaign for programs and for `aloi campaign overview`."""
    progress = None
    if overview.progress is not None and overview.shown is not None:
        progress = {"round": overview.shown.number, **to_json(overview.progress, "tally")}
    return {
        "campaign": overview.campaign.name,
        "status": overview.campaign.status.value,
        "missing": str(overview.missing),
        "rounds": [
            {
                "round": round_.number,
                "purpose": round_.purpose.value,
                "status": round_.status.value,
                "due": None if round_.due is None else round_.due.isoformat(),
                **to_json(tally, "round_id"),
            }
            for round_, tally in overview.tallies
        ],
        "progress": progress,
        "agreement": [
            to_json(trust, "number", "rule", round=trust.number, rule=trust.rule, met=trust.met)
            for trust in overview.trust
        ],
        "disputes": overview.disputes,
        "late": overview.late,
        "releases": overview.releases,
        "next": [{"step": step.key, **step.values} for step in overview.next_steps],
    }


def overview_of(
    campaign: Campaign,
    rounds: Sequence[Round],
    tallies: Sequence[RoundTally],
    progress: RoundProgress | None,
    trust: Sequence[RoundTrust],
    late: int,
    released: int,
    shown: tuple[Round, RoundProgress] | None = None,
) -> CampaignOverview:
    """Return the overview of a campaign from its results, which may have been computed earlier.

    `progress` is that of its current round; `shown` is another round on display, with its own progress.
    """
    current = current_round(rounds)
    return CampaignOverview(
        campaign=campaign,
        tallies=tuple(zip(rounds, tallies, strict=True)),
        current=current,
        shown=shown[0] if shown else current,
        progress=shown[1] if shown else progress,
        trust=tuple(trust),
        late=late,
        releases=released,
        next_steps=tuple(_steps(campaign, current, progress, trust, late, released)),
    )


def round_quality(store: Store, campaign: str, round_: Round) -> RoundQuality:
    """Return the results of all answers of a round; this reads all of them."""
    ratings = deciding_ratings(store, campaign, round_)
    result = stopping = None
    if round_.overlap > 1:
        result = round_estimate(store, campaign, round_)
        stopping = None if round_.stop_rule is None else round_coefficient(store, campaign, round_)
    bound = stopping.interval.low if stopping is not None and stopping.interval is not None else None
    return RoundQuality(result, bound, () if ratings is None else count_levels(ratings))


def trust_of(campaign: Campaign, round_: Round, quality: RoundQuality, disputes: int) -> RoundTrust:
    """Return whether a round of a campaign can be trusted, from its results."""
    scores = against_wanted(quality.scores, campaign.wanted_shares)
    return RoundTrust(round_.number, quality.result, round_.stop_rule, quality.bound, disputes, scores)


def has_disputes(round_: Round) -> bool:
    """Return whether answers of a round may differ and be decided on."""
    return round_.overlap > 1 and round_.purpose != Purpose.PILOT


def count_disputes(store: Store, campaign: Campaign, round_: Round) -> int:
    """Return how many items of a round need a decision; this reads all its answers."""
    return len(adjudicating.queue(store, campaign.id, round_.number).disputes) if has_disputes(round_) else 0


def current_round(rounds: Sequence[Round]) -> Round | None:
    """Return the last open round, else the last round; None if there is none."""
    under_way = [one for one in rounds if one.status == Status.OPEN]
    return next(reversed(under_way or rounds), None)


def tallies_of(
    rounds: Sequence[Round], tallies: Sequence[RoundTally], sources: Collection[str] = ()
) -> list[RoundTally]:
    """Return the counts of rounds in their order; those of archived rounds are omitted.

    `sources` are the ids of the annotators of imported answers, for whom nobody waits.
    """
    by_id = {one.round_id: one for one in tallies}
    return [without_imported(one, by_id[one.id], sources) for one in rounds if one.id in by_id]


def late_answers(store: Store, rounds: Sequence[Round]) -> int:
    """Return how many answers came too late and wait for a decision."""
    return sum(store.late.waiting([one.id for one in rounds]).values())


def releases(store: Store, campaign: Campaign) -> int:
    """Return how many releases were made of a campaign."""
    return len(store.gold.release_heads(campaign.id))


def _steps(
    campaign: Campaign,
    current: Round | None,
    progress: RoundProgress | None,
    trust: Sequence[RoundTrust],
    late: int,
    released: int,
) -> list[NextStep]:
    if campaign.status != Status.OPEN or not is_installed(campaign):
        return []
    if current is None or progress is None:
        return [NextStep("open", {}, "rounds")]
    missing = progress.forecast.left
    waiting = [one.pseudonym for one in progress.people if one.waiting]
    its = next((one for one in trust if one.number == current.number), None)
    steps = next_steps(
        current, missing, waiting, None if its is None else its.met, sum(one.disputes for one in trust), late
    )
    if missing:
        if progress.behind:
            names = ", ".join(one.pseudonym for one in progress.behind)
            steps = [one for one in steps if one.key != "wait"]
            steps.append(NextStep("hand_over", {"count": len(progress.behind), "who": names}, "rounds"))
        disputes = sum(one.disputes for one in trust)
        if disputes:  # of earlier rounds: they need not wait for this one
            steps.append(NextStep("discuss", {"count": disputes}, "adjudicate"))
    if released and current.purpose == Purpose.MAIN:
        steps = [one for one in steps if one.key not in ("read", "freeze")]
    return steps
