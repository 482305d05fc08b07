"""How far a round is, whether its stop rule holds, and what comes next."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from annotation.model import Assignment, Purpose, Round, Status, Work
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

    `planned` answers, and those of them that are `done`, are counted as in `storage.model.RoundTally`;
    `wanted` and `submitted` are what the items may still take. `skips` has what was skipped, each with the
    pseudonym of who skipped it.
    """

    round: Round
    wanted: int
    submitted: int
    skipped: int
    people: tuple[PersonProgress, ...]
    skips: tuple[tuple[str, Assignment], ...]
    verdict: Verdict | None
    planned: int
    done: int
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
    tally = next(each for each in store.tallies.rounds(found.id) if each.round_id == one.id)
    behind = [entry.pseudonym for entry in people if entry.progress.waiting]
    missing = missing if one.status == Status.OPEN else 0
    disputes = 0
    if one.overlap > 1 and not missing:
        disputes = len(adjudicating.queue(store, found.id, one.number).disputes)
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
        planned=tally.planned,
        done=tally.done,
        next_steps=tuple(
            next_steps(
                one, missing, behind, None if rule is None else rule.met, disputes, store.late.waiting(one.id)
            )
        ),
    )


def next_steps(
    one: Round, missing: int, waited_for: Sequence[str], rule_met: bool | None, disputes: int, late: int
) -> list[NextStep]:
    """Return what a manager would do next about a round, in order.

    Parameters
    ----------
    missing : int
        Answers the open round still waits for, of `waited_for`; 0 in a closed one.
    rule_met : bool or None
        Whether the stop rule holds; None where there is none, or where it cannot be read.
    disputes, late : int
        Items that need a decision, and answers that came too late and wait for one.
    """
    steps = [NextStep("late", {"count": late})] if late else []
    if missing:
        return [*steps, NextStep("wait", {"count": missing, "who": ", ".join(waited_for) or "-"})]
    if one.overlap > 1:
        steps.append(NextStep("read", {}, "agreement"))
        if disputes:
            steps.append(NextStep("discuss", {"count": disputes}, "adjudicate"))
    if one.purpose != Purpose.MAIN and not rule_met:
        steps.append(NextStep("guideline", {}, "campaigns"))
        steps.append(NextStep("another", {}))
    if one.purpose == Purpose.CALIBRATION and (rule_met or one.stop_rule is None):
        steps.append(NextStep("outsider", {}, "people"))
        steps.append(NextStep("split", {}))
    if one.purpose == Purpose.MAIN:
        steps.append(NextStep("freeze", {}, "releases"))
    return steps
