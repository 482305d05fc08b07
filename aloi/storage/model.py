"""What only the store knows: jobs, figures, heads of gold and releases, counts, how far people are."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date, datetime, timedelta

from aloi.annotation.model import Annotation, Assignment, AssignmentKey
from aloi.base.records import JSON_NAME
from aloi.corpora.model import Item, Json


@dataclass(frozen=True, slots=True)
class Job:
    """A long verb under way.

    `status` is queued, running, done, failed or cancelled; `heartbeat` the last sign of life; `attempts`
    how often a worker took it and did not give it back.
    """

    id: str
    verb: str
    arguments: Mapping[str, Json]
    status: str
    done: int
    total: int
    message: str
    result: Json
    error: str | None
    created_by: str
    created_at: datetime
    started_at: datetime | None
    finished_at: datetime | None
    heartbeat: datetime | None
    attempts: int


@dataclass(frozen=True, slots=True)
class JobQueue:
    """How many jobs of some kind wait, since when one hears of no worker, and the last sign of life of any.

    `oldest` is when a job, one that runs too, last had a sign of life or else came; None without jobs.
    """

    waiting: int
    oldest: datetime | None
    heard: datetime | None

    def is_late(self, now: datetime, seconds: float) -> bool:
        """Return whether a job has waited longer than this while none that runs gave a sign of life."""
        since = now - timedelta(seconds=seconds)
        return self.oldest is not None and self.oldest < since and (self.heard is None or self.heard < since)


@dataclass(frozen=True, slots=True)
class State:
    """How often something has changed: with how many answers, skips and undos, and in how many steps."""

    answers: int
    changes: int


@dataclass(frozen=True, slots=True)
class StoredFigure:
    """A figure as it was computed last, from the state it names; `error` stands where there is no value.

    `answers` counts the answers that state had seen; `seconds` is what computing took.
    """

    name: str
    subject: str
    state: str
    answers: int
    value: Json
    error: Json
    computed_at: datetime
    seconds: float


@dataclass(frozen=True, slots=True)
class GoldHead:
    """A frozen gold without its items."""

    id: str
    rule: str
    rounds: tuple[str, ...]
    schema_version: int


@dataclass(frozen=True, slots=True)
class ReleaseHead:
    """A release without its manifest, which holds every item and answer."""

    id: str
    campaign_id: str
    version: str
    checksum: str
    manifest_checksum: str


@dataclass(frozen=True, slots=True)
class Problem:
    """What is wrong with a row: its table and id, and what about it, never with a text it holds.

    The parts of an id of several columns are separated by `/`. `id` is None where all of the table is meant,
    `table` where it is not known.
    """

    table: str | None
    id: str | None
    description: str = field(metadata={JSON_NAME: "what"})

    def __str__(self) -> str:
        """Return the problem as one line."""
        where = " ".join(one for one in (self.table, self.id) if one)
        return f"{where}: {self.description}" if where else self.description


@dataclass(frozen=True, slots=True)
class StoreCounts:
    """How much a store holds, over all corpora and campaigns; `answers` are those that stand."""

    documents: int
    sentences: int
    releases: int
    answers: int


@dataclass(frozen=True, slots=True)
class Examined:
    """What is wrong with a store, how much it holds, and its event log: all as it was at one moment.

    `events` and `head` are those of `LogHead`, None where the log is too damaged for one.
    """

    problems: tuple[Problem, ...]
    counts: StoreCounts
    events: int | None
    head: str | None


@dataclass(frozen=True, slots=True)
class StoreContents:
    """What people would miss of a store; `last` is when the last answer came, None before any.

    `answers` counts the items answered, each once for each annotator and showing.
    """

    people: int
    corpora: int
    campaigns: int
    answers: int
    decisions: int
    releases: int
    last: datetime | None


@dataclass(frozen=True, slots=True)
class Progress:
    """How far one annotator is in a round; `waiting` counts what may still be offered to them."""

    annotator_id: str
    submitted: int
    skipped: int
    leased: int
    waiting: int
    flagged: int
    median_seconds: float | None


@dataclass(frozen=True, slots=True)
class ItemCoverage:
    """How far one item of a round is; `still_open` says whether somebody may still answer it."""

    item_id: str
    required: int
    assigned: int
    submitted: int
    skipped: int
    still_open: bool


@dataclass(frozen=True, slots=True)
class RoundTally:
    """How far a round is, against what was planned for it.

    An item is planned as often as the round's overlap says, and no more often than somebody was given it:
    of answers brought in from elsewhere those that came were planned.

    Parameters
    ----------
    items, complete : int
        Items of the round, and those that have as many answers as planned.
    planned, done, extra : int
        Answers planned, those of them that there are, and answers beyond the plan.
    skipped : int
        Skips that stand.
    left : int
        Answers that somebody may still give, repeats among them, caps aside; 0 in a closed round.
    left_out : int
        Answers of those whose answers are left out: none of them is done, complete or extra.
    """

    round_id: str
    items: int
    complete: int
    planned: int
    done: int
    extra: int
    skipped: int
    left: int
    left_out: int = 0


@dataclass(frozen=True, slots=True)
class DayTally:
    """What one annotator answered in a round on one day (UTC; None for answers without a date).

    `answers` are first answers to an item, `repeats` answers to what was shown again.
    """

    annotator_id: str
    day: date | None
    answers: int
    repeats: int


@dataclass(frozen=True, slots=True)
class DayEffort:
    """How long one annotator sat before items of a round on one day (UTC).

    Parameters
    ----------
    timed : int
        Answers and corrections with a time.
    seconds : float
        Their times together, none counted above the limit asked for.
    """

    annotator_id: str
    day: date
    timed: int
    seconds: float


@dataclass(frozen=True, slots=True)
class PersonTally:
    """What one annotator has done in a round and may still be given, and when they last did something."""

    annotator_id: str
    submitted: int
    skipped: int
    flagged: int
    waiting: int
    last: datetime | None


@dataclass(frozen=True, slots=True)
class Act:
    """Something a person did last: the assignment, and how often it had been acted on then."""

    key: AssignmentKey
    revision: int


@dataclass(frozen=True, slots=True)
class DeskState:
    """What an assignment's screen needs beside the item: drafts, the last answer, own progress.

    `revision` counts how often the assignment was answered, skipped or taken back; `saved_at` is when its
    draft, its note or its answer was kept last; `last` is what an undo would take back. `ahead` is the
    assignment that comes after it, held for the same person, and what goes with that one once this one is
    answered.
    """

    last_value: Json
    draft: Json
    flag: bool
    comment: str
    done: int
    total: int
    revision: int
    saved_at: datetime | None
    last: Act | None
    ahead: tuple[Assignment, DeskState] | None = None


@dataclass(frozen=True, slots=True)
class Standing:
    """What stands now of an assignment: its answer, None where it is skipped or open, and since when."""

    answer: Annotation | None
    skipped: bool
    revision: int
    since: datetime | None


@dataclass(frozen=True, slots=True)
class LateAnswer:
    """An answer that came when it could no longer count.

    `why` is "lease" (the item had been handed to others), "full" (it had all answers it needs) or "closed"
    (the round); `decision` is "taken", "left", or None as long as nobody has decided. The revision of
    `answer` means nothing before it is taken.
    """

    answer: Annotation
    why: str
    decision: str | None
    decided_by: str | None
    decided_at: datetime | None


@dataclass(frozen=True, slots=True)
class OwnRound:
    """A round somebody takes part in: whether it and its campaign are open, and whether an item waits."""

    id: str
    campaign_id: str
    campaign: str
    number: int
    is_open: bool
    waits: bool


@dataclass(frozen=True, slots=True)
class DoneCounts:
    """How many items somebody has answered or skipped in a round, and how many of these are marked so."""

    total: int
    flagged: int
    skipped: int
    noted: int


@dataclass(frozen=True, slots=True)
class DoneItem:
    """An item somebody has answered or skipped, its number among theirs, and their last answer.

    `annotation` is None for a skipped one. The flag and the note are those that stand now: they may be newer
    than the answer.
    """

    number: int
    assignment: Assignment
    item: Item
    annotation: Annotation | None
    flag: bool
    note: str


@dataclass(frozen=True, slots=True)
class RoundShare:
    """What one person has in a round; `left` counts what may still be offered to them."""

    round_id: str
    campaign_id: str
    campaign: str
    number: int
    is_open: bool
    is_closed: bool
    due: datetime | None
    shows_outcome: bool
    submitted: int
    skipped: int
    left: int


@dataclass(frozen=True, slots=True)
class WorkMoment:
    """When somebody answered, with the seconds the item was before them, or skipped (None)."""

    at: datetime
    seconds: float | None


@dataclass(frozen=True, slots=True)
class OwnNote:
    """What somebody noted or flagged at an item, or why they skipped it."""

    item_id: str
    occasion: int
    status: str
    flag: bool
    comment: str
    skip_reason: str | None
    skip_note: str | None


@dataclass(frozen=True, slots=True)
class GoldValue:
    """An accepted value as a gold holds it; `supporters` counts the annotators it stands on."""

    item_id: str
    value: Json
    status: str
    supporters: int
