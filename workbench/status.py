"""How far a round is, whether its stop rule holds, and what comes next."""

from __future__ import annotations

from dataclasses import dataclass

from annotation.model import Assignment, Campaign, Purpose, Round, Status, Work
from storage.model import Progress as PersonCounts
from storage.store import Store
from workbench.agreement.report import Verdict, verdict
from workbench.rounds import adjudicating
from workbench.rounds.rounds import find_round


@dataclass(frozen=True, slots=True)
class PersonProgress:
    """How far one annotator is, under their pseudonym."""

    pseudonym: str
    progress: PersonCounts


@dataclass(frozen=True, slots=True)
class NextStep:
    """One thing to do next: a key of the interface's texts, its values, and the page that does it."""

    key: str
    values: dict[str, str | int]
    page: str | None = None


@dataclass(frozen=True, slots=True)
class RoundStatus:
    """Where a round stands: answers wanted and given, person by person, and what comes next.

    `skips` has what was skipped, each with the pseudonym of who skipped it.
    """

    round: Round
    wanted: int
    submitted: int
    skipped: int
    people: tuple[PersonProgress, ...]
    skips: tuple[tuple[str, Assignment], ...]
    verdict: Verdict | None
    next_steps: tuple[NextStep, ...]


def round_status(store: Store, campaign: str, number: int) -> RoundStatus:
    """Return where a round stands."""
    found = store.campaigns.get(campaign)
    one = find_round(store, found.id, number)
    coverage = store.answers.coverage(one.id)
    names = {person.id: person.pseudonym for person in store.people.list()}
    people = tuple(
        PersonProgress(names[progress.annotator_id], progress) for progress in store.answers.progress(one.id)
    )
    rule = verdict(store, found.id, one)
    missing = sum(max(0, entry.wanted - entry.submitted) for entry in coverage if entry.still_open)
    return RoundStatus(
        round=one,
        wanted=sum(entry.wanted for entry in coverage),
        submitted=sum(entry.submitted for entry in coverage),
        skipped=sum(entry.skipped for entry in coverage),
        people=people,
        skips=tuple(
            (names[made.key.annotator_id], made)
            for made in store.answers.assignments(one.id)
            if made.status is Work.SKIPPED
        ),
        verdict=rule,
        next_steps=tuple(_next_steps(store, found, one, missing, people, rule)),
    )


def _next_steps(
    store: Store,
    campaign: Campaign,
    one: Round,
    missing: int,
    people: tuple[PersonProgress, ...],
    rule: Verdict | None,
) -> list[NextStep]:
    """Return what a manager would do next, in order."""
    waiting = store.late.waiting(one.id)
    steps = [NextStep("late", {"count": waiting})] if waiting else []
    if missing and one.status == Status.OPEN:
        behind = [entry.pseudonym for entry in people if entry.progress.waiting]
        return [*steps, NextStep("wait", {"count": missing, "who": ", ".join(behind) or "-"})]
    if one.overlap > 1:
        steps.append(NextStep("read", {}, "agreement"))
        count = len(adjudicating.queue(store, campaign.id, one.number).disputes)
        if count:
            steps.append(NextStep("discuss", {"count": count}, "adjudicate"))
    trusted = rule is not None and rule.met
    if one.purpose != Purpose.MAIN and not trusted:
        steps.append(NextStep("guideline", {}, "campaigns"))
        steps.append(NextStep("another", {}))
    if one.purpose == Purpose.CALIBRATION and (trusted or rule is None):
        steps.append(NextStep("outsider", {}, "people"))
        steps.append(NextStep("split", {}))
    if one.purpose == Purpose.MAIN:
        steps.append(NextStep("freeze", {}, "releases"))
    return steps
