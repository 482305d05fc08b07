"""What only the store knows: jobs, accounts, logins, invites, and counts."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from annotation.model import Annotator, Assignment, Role
from corpora.model import Json


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
class Suggestion:
    """What is put before annotators with an item, what made it, and when."""

    made_by: str
    value: Json
    created_at: datetime


@dataclass(frozen=True, slots=True)
class User:
    """An account: a person, the hash of their password (None: cannot sign in), and whether it is off."""

    annotator: Annotator
    password_hash: str | None
    disabled: bool


@dataclass(frozen=True, slots=True)
class Login:
    """A running sign-in."""

    person: Annotator
    expires: datetime


@dataclass(frozen=True, slots=True)
class Invite:
    """A one-time link not used yet; `person` is set when it gives somebody known a password."""

    role: Role
    expires: datetime
    person: Annotator | None
    name_hint: str
    expertise: str


@dataclass(frozen=True, slots=True)
class Problem:
    """What is wrong with a row: its table and id, and what about it, never with a text it holds.

    The parts of an id of several columns are separated by `/`. `id` is None where all of the table is meant,
    `table` where it is not known.
    """

    table: str | None
    id: str | None
    what: str

    def __str__(self) -> str:
        """Return the problem as one line."""
        where = " ".join(one for one in (self.table, self.id) if one)
        return f"{where}: {self.what}" if where else self.what


@dataclass(frozen=True, slots=True)
class StoreCounts:
    """How much a store holds, over all corpora and campaigns."""

    documents: int
    sentences: int
    releases: int


@dataclass(frozen=True, slots=True)
class CorpusCounts:
    """What a corpus holds; `characters` are code points of its documents."""

    documents: int
    sentences: int
    items: int
    characters: int


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
    wanted: int
    taken: int
    submitted: int
    skipped: int
    still_open: bool


@dataclass(frozen=True, slots=True)
class DeskState:
    """What an assignment's screen needs beside the item: drafts, the last answer, own progress.

    `ahead` is the assignment that comes after it, held for the same person, and what goes with that one.
    """

    last_value: Json
    draft: Json
    flag: bool
    comment: str
    done: int
    total: int
    ahead: tuple[Assignment, DeskState] | None = None
