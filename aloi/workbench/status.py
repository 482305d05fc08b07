"""How far a round is, whether its stop rule holds, and what comes next."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

from aloi.annotation.model import Purpose, Round, Status, Work
from aloi.base.records import JSON_NAME
from aloi.storage.model import Progress as PersonCounts
from aloi.storage.store import Store
from aloi.workbench.agreement.verdict import Verdict, verdict
from aloi.workbench.progress import Progress, go_on, silent
from aloi.workbench.rounds import adjudicating
from aloi.workbench.rounds.counted_answers import excluded_people
from aloi.workbench.rounds.rounds import find_round


@dataclass(frozen=True, slots=True)
class PersonProgress:
    """How far one annotator is, under their pseudonym."""

    pseudonym: str
    progress: PersonCounts


@dataclass(frozen=True, slots=True)
class SkipCount:
    """How often people skipped items for a reason, with the same note."""

    pseudonym: str
    reason: str | None
    note: str | None
    count: int


@dataclass(frozen=True, slots=True)
class NextStep:
    """One thing to do next: a key of the interface's texts, its values, and the page that does it."""

    key: str
    values: dict[str, str | int]
    page: str | None = None


@dataclass(frozen=True, slots=True)
class RoundCounts:
    """Counts of a round: answers required and given, person by person, and its stop rule.

    `planned` answers, and those of them that are `done`, are counted as in `aloi.storage.model.RoundTally`.
    `required` and `submitted` are the answers required and submitted, summed over the items. `missing` counts
    the answers that an open round can still get; 0 in a closed one.
    """

    required: int = field(metadata={JSON_NAME: "wanted"})
    submitted: int
    skipped: int
    missing: int
    people: tuple[PersonProgress, ...]
    skips: tuple[SkipCount, ...]
    verdict: Verdict | None
    planned: int
    done: int


@dataclass(frozen=True, slots=True)
class RoundStatus:
    """The status of a round: its counts, and the next steps."""

    round: Round
    counts: RoundCounts
    next_steps: tuple[NextStep, ...]


def round_status(store: Store, campaign: str, number: int) -> RoundStatus:
    """Return the status of a round, counted now."""
    stored_campaign = store.campaigns.get(campaign)
    round_ = find_round(store, stored_campaign.id, number)
    counts = count_round(store, stored_campaign.id, round_)
    disputes = 0
    if round_.overlap > 1 and not counts.missing:
        disputes = len(adjudicating.queue(store, stored_campaign.id, number).disputes)
    return RoundStatus(round_, counts, tuple(steps_after(store, round_, counts, disputes)))


def count_round(store: Store, campaign: str, round_: Round, progress: Progress = silent) -> RoundCounts:
    """Return the counts of a round of a campaign."""
    go_on(progress, 0, 3, "")
    coverage = store.answers.coverage(round_.id)
    names = {person.id: person.pseudonym for person in store.people.list()}
    people = tuple(
        PersonProgress(names[entry.annotator_id], entry) for entry in store.answers.progress(round_.id)
    )
    go_on(progress, 1, 3, "")
    skipped = store.answers.assignments(round_.id, Work.SKIPPED)
    reasons = Counter(
        (
            names[assignment.key.annotator_id],
            assignment.skip_reason and str(assignment.skip_reason),
            assignment.skip_note,
        )
        for assignment in skipped
    )
    go_on(progress, 2, 3, "")
    missing = sum(max(0, entry.required - entry.submitted) for entry in coverage if entry.still_open)
    tallies = store.tallies.rounds(campaign, tuple(excluded_people(store, campaign)))
    tally = next(each for each in tallies if each.round_id == round_.id)
    return RoundCounts(
        required=sum(entry.required for entry in coverage),
        submitted=sum(entry.submitted for entry in coverage),
        skipped=sum(entry.skipped for entry in coverage),
        missing=missing if round_.status == Status.OPEN else 0,
        people=people,
        skips=tuple(SkipCount(*key, count) for key, count in reasons.items()),
        verdict=verdict(store, campaign, round_),
        planned=tally.planned,
        done=tally.done,
    )


def steps_after(store: Store, round_: Round, counts: RoundCounts, disputes: int) -> list[NextStep]:
    """Return the next steps of a manager for a counted round; `disputes` have no decision yet."""
    behind = [entry.pseudonym for entry in counts.people if entry.progress.waiting]
    rule_met = None if counts.verdict is None else counts.verdict.met
    return next_steps(
        round_, counts.missing, behind, rule_met, disputes, sum(store.late.waiting([round_.id]).values())
    )


def next_steps(
    round_: Round, missing: int, waited_for: Sequence[str], rule_met: bool | None, disputes: int, late: int
) -> list[NextStep]:
    """Return the next steps of a manager for a round, in order.

    Parameters
    ----------
    missing : int
        Answers the open round still needs, from `waited_for`; 0 in a closed one.
    rule_met : bool or None
        Whether the stop rule is met; None if there is none, or if it cannot be read.
    disputes, late : int
        Items that need a decision, and late answers that need one.
    """
    steps = [NextStep("late", {"count": late})] if late else []
    if missing:
        return [*steps, NextStep("wait", {"count": missing, "who": ", ".join(waited_for) or "-"})]
    if round_.overlap > 1:
        steps.append(NextStep("read", {}, "agreement"))
        if disputes:
            steps.append(NextStep("discuss", {"count": disputes}, "adjudicate"))
    if round_.purpose != Purpose.MAIN and not rule_met:
        steps.append(NextStep("guideline", {}, "guideline"))
        steps.append(NextStep("another", {}))
    if round_.purpose == Purpose.CALIBRATION and (rule_met or round_.stop_rule is None):
        steps.append(NextStep("outsider", {}, "people"))
        steps.append(NextStep("split", {}))
    if round_.purpose == Purpose.MAIN:
        steps.append(NextStep("freeze", {}, "releases"))
    return steps
