"""Records of the store alone: jobs, cached results, heads of gold and releases, counts, progress."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date, datetime, timedelta

from aloi.annotation.model import Annotation, Assignment, AssignmentKey
from aloi.base.records import JSON_NAME
from aloi.corpora.model import Item, Json


@dataclass(frozen=True, slots=True)
class Job:
    """A background job.

    `status` is queued, running, done, failed or cancelled; `heartbeat` the last sign of life; `attempts`
    how often a worker took it and did not give it back. `limited_to` is the id of the only campaign it reads.
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
    limited_to: str | None = None


@dataclass(frozen=True, slots=True)
class JobQueue:
    """How many jobs of some kind wait, since when no worker has reported, and the last report of any worker.

    `oldest` is when a job, one that runs too, last had a sign of life or else came; None without jobs.
    """

    waiting: int
    oldest: datetime | None
    heard: datetime | None

    def is_late(self, now: datetime, seconds: float) -> bool:
        """Return whether a job has waited longer than this while no running job reported progress."""
        since = now - timedelta(seconds=seconds)
        return self.oldest is not None and self.oldest < since and (self.heard is None or self.heard < since)


@dataclass(frozen=True, slots=True)
class State:
    """Counters of changes: the number of answers, skips and undos, and the number of steps."""

    answers: int
    changes: int


@dataclass(frozen=True, slots=True)
class StoredResult:
    """A cached result with the state it was computed from; `error` is set if there is no value.

    `answers` counts the answers in that state; `seconds` is the runtime of the computation.
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
    """A release without its manifest, which has every item and answer."""

    id: str
    campaign_id: str
    version: str
    checksum: str
    manifest_checksum: str


@dataclass(frozen=True, slots=True)
class Problem:
    """A problem of a row: its table and id, and a description without any text of the row.

    The parts of an id of several columns are separated by `/`. `id` is None for a problem of the full table,
    `table` is None if it is unknown.
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
    """The size of a store, over all corpora and campaigns; `answers` counts current answers."""

    documents: int
    sentences: int
    releases: int
    answers: int


@dataclass(frozen=True, slots=True)
class Examined:
    """The problems of a store, its size, and its event log, all at one moment.

    `events` and `head` are those of `LogHead`, None if the log is too damaged.
    """

    problems: tuple[Problem, ...]
    counts: StoreCounts
    events: int | None
    head: str | None


@dataclass(frozen=True, slots=True)
class StoreContents:
    """The work that would be lost with a store; `last` is the time of the last answer, None before any.

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
    """The progress of one annotator in a round; `waiting` counts items that may still be offered."""

    annotator_id: str
    submitted: int
    skipped: int
    leased: int
    waiting: int
    flagged: int
    median_seconds: float | None


@dataclass(frozen=True, slots=True)
class ItemCoverage:
    """The answers of one item of a round; `still_open` says whether somebody may still answer it."""

    item_id: str
    required: int
    assigned: int
    submitted: int
    skipped: int
    still_open: bool


@dataclass(frozen=True, slots=True)
class RoundTally:
    """The progress of a round, compared with the plan.

    The planned answers of an item are the overlap of the round, but at most its assignments. Imported answers
    all count as planned.

    Parameters
    ----------
    items, complete : int
        Items of the round, and those that have as many answers as planned.
    planned, done, extra : int
        Answers planned, those of them that exist, and answers beyond the plan.
    skipped : int
        Current skips.
    left : int
        Answers that somebody may still give, repeats among them, caps aside; 0 in a closed round.
    left_out : int
        Answers of excluded annotators: none of them counts in done, complete or extra.
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
    """The answers of one annotator in a round on one day (UTC; None for answers without a date).

    `answers` are first answers to an item, `repeats` answers to items shown again.
    """

    annotator_id: str
    day: date | None
    answers: int
    repeats: int


@dataclass(frozen=True, slots=True)
class DayEffort:
    """How long one annotator worked on items of a round on one day (UTC).

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
    """The finished and remaining work of one annotator in a round, and the time of their last act."""

    annotator_id: str
    submitted: int
    skipped: int
    flagged: int
    waiting: int
    last: datetime | None


@dataclass(frozen=True, slots=True)
class Act:
    """The last act of a person: the assignment, and how often it had been acted on then."""

    key: AssignmentKey
    revision: int


@dataclass(frozen=True, slots=True)
class DeskState:
    """The state of the annotation page besides the item: drafts, the last answer, own progress.

    `revision` counts how often the assignment was answered, skipped or withdrawn. `saved_at` is the last time
    its draft, note or answer was stored. `last` is the act that an undo would revert. `ahead` is the next
    assignment, leased to the same person, with the state of its page once this one is answered.
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
    """The current state of an assignment: its answer, None if it is skipped or open, and the time of it."""

    answer: Annotation | None
    skipped: bool
    revision: int
    since: datetime | None


@dataclass(frozen=True, slots=True)
class LateAnswer:
    """An answer that came too late to count.

    `why` is "lease" (the item had been reassigned), "full" (it had all answers it needs) or "closed" (the
    round). `decision` is "taken", "left", or None before a decision. The revision of `answer` is valid only
    after it is accepted.
    """

    answer: Annotation
    why: str
    decision: str | None
    decided_by: str | None
    decided_at: datetime | None


@dataclass(frozen=True, slots=True)
class OwnRound:
    """A round somebody takes part in: whether it and its campaign are open, and whether items are pending."""

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

    `annotation` is None for a skipped one. The flag and the note are the current ones: they may be newer than
    the answer.
    """

    number: int
    assignment: Assignment
    item: Item
    annotation: Annotation | None
    flag: bool
    note: str


@dataclass(frozen=True, slots=True)
class RoundShare:
    """The progress of one person in a round; `left` counts items that may still be offered."""

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
    """The time of an answer with the seconds the item was shown, or of a skip (None)."""

    at: datetime
    seconds: float | None


@dataclass(frozen=True, slots=True)
class OwnNote:
    """A note or flag of a person at an item, or the reason of their skip."""

    item_id: str
    occasion: int
    status: str
    flag: bool
    comment: str
    skip_reason: str | None
    skip_note: str | None


@dataclass(frozen=True, slots=True)
class GoldValue:
    """An accepted value in a gold; `supporters` counts the annotators who support it."""

    item_id: str
    value: Json
    status: str
    supporters: int
