"""The things labelling is made of: Campaign, Guideline, Round, Annotator, Assignment, Annotation."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum

from aloi.corpora.model import Json


class Role(StrEnum):
    """The rights of a person in a campaign: a manager has those of the other two roles as well.

    An account has a role too. That of an administrator applies to the whole store. The others are the usual
    role of the person, and give no access to campaigns of which they are no member.
    """

    ANNOTATOR = "annotator"
    ADJUDICATOR = "adjudicator"
    MANAGER = "manager"
    ADMINISTRATOR = "administrator"


class Purpose(StrEnum):
    """Why a round is run. A pilot runs without guideline, a calibration ends in discussion."""

    PILOT = "pilot"
    CALIBRATION = "calibration"
    MAIN = "main"


class Status(StrEnum):
    """The state of a campaign or a round."""

    DRAFT = "draft"
    OPEN = "open"
    CLOSED = "closed"


class Work(StrEnum):
    """The state of an assignment."""

    PENDING = "pending"
    LEASED = "leased"
    SUBMITTED = "submitted"
    SKIPPED = "skipped"


@dataclass(frozen=True, slots=True)
class Schema:
    """The settings of a task type, stored as data; `schema_version` counts from 1 as they are changed."""

    task_type: str
    task_version: int
    settings: Mapping[str, Json]
    schema_version: int = 1


@dataclass(frozen=True, slots=True)
class LabelMapping:
    """The new labels of a schema version for those of an old one; a label that is not named stays.

    Parameters
    ----------
    becomes : mapping
        Label -> its label in the new version.
    again : tuple of str
        Labels whose answers no longer count and are requested anew (a label that was split).
    dropped : tuple of str
        Labels removed from answers. An answer without remaining labels no longer counts, and is not requested
        anew.
    """

    becomes: Mapping[str, str] = field(default_factory=dict)
    again: tuple[str, ...] = ()
    dropped: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class SchemaVersion:
    """A version of a campaign's settings.

    `mappings` says for each earlier version, by its number as text, how its answers are read in this one.
    `created_at` is None for the version the campaign began with.
    """

    campaign_id: str
    version: int
    settings: Mapping[str, Json]
    mappings: Mapping[str, LabelMapping]
    why_changed: str
    created_at: datetime | None


@dataclass(frozen=True, slots=True)
class AdjudicationRule:
    """Which disagreements of a campaign need a decision, and whether a decision needs a reason.

    Parameters
    ----------
    gap : float or None
        The smallest distance between answers that needs a decision, 0 for every difference. None for the gap
        of the task. An item that the gold rule cannot settle always needs a decision.
    reason : bool
        Whether a decision without a reason is refused.
    blind : bool
        Whether adjudicators see answers and notes without the names of the annotators.
    """

    gap: float | None = None
    reason: bool = False
    blind: bool = False


@dataclass(frozen=True, slots=True)
class Campaign:
    """One task on one corpus; lists omit an archived campaign.

    `wanted_shares` is the target share (of 1) of its items for each level of its main scale; empty for equal
    shares.
    """

    id: str
    name: str
    schema: Schema
    corpus_id: str
    status: Status = Status.OPEN
    archived: bool = False
    wanted_shares: Mapping[str, float] = field(default_factory=dict)
    adjudication: AdjudicationRule = AdjudicationRule()


@dataclass(frozen=True, slots=True)
class Guideline:
    """The instructions of a campaign, versioned from 1; `text` is Markdown."""

    campaign_id: str
    version: int
    text: str
    why_changed: str
    created_at: datetime


@dataclass(frozen=True, slots=True)
class StopRule:
    """When a round's labels can be trusted: the lower bound of `measure` is at least `threshold`."""

    measure: str
    level: str
    threshold: float


@dataclass(frozen=True, slots=True)
class Round:
    """One pass over chosen items.

    Parameters
    ----------
    guideline_version : int or None
        None for a round run without guideline.
    item_ids : tuple of str
        The items, each once, in the order of selection.
    annotators : tuple of str
        Annotator ids.
    overlap : int
        How many annotators answer each item: 1 is single, `len(annotators)` is all.
    cap : int or None
        The maximal number of items of an annotator.
    repeats : int
        How many of their items each annotator sees a second time, unannounced (occasion 2).
    due : datetime or None
        Midnight (UTC) of the due day.
    shows_outcome : bool
        Whether annotators may see the outcome of their answers, once the round is closed.
    title : str
        A name beside the number; empty for none.
    archived : bool
        Whether lists and gold exclude the round.
    """

    id: str
    campaign_id: str
    number: int
    purpose: Purpose
    guideline_version: int | None
    item_ids: tuple[str, ...]
    annotators: tuple[str, ...]
    overlap: int
    seed: int
    cap: int | None = None
    repeats: int = 0
    stop_rule: StopRule | None = None
    status: Status = Status.OPEN
    due: datetime | None = None
    shows_outcome: bool = False
    title: str = ""
    archived: bool = False


@dataclass(frozen=True, slots=True)
class Annotator:
    """A person. `name` is shown on the people page only, `pseudonym` (A1, A2, ...; M1 ...) everywhere else.

    `is_source` says that it is none, but who gave imported answers: nobody invites them or gives them items.
    """

    id: str
    name: str
    pseudonym: str
    role: Role
    expertise: str = ""
    is_source: bool = False


@dataclass(frozen=True, slots=True)
class AssignmentKey:
    """The key of an assignment: an item shown to an annotator in a round, on an occasion (from 1)."""

    round_id: str
    item_id: str
    annotator_id: str
    occasion: int = 1


@dataclass(frozen=True, slots=True)
class Assignment:
    """An assignment and its state; `position` is its position in this annotator's own order.

    `skip_note` is the annotator's note to the reason of a skip, None without a note.
    """

    key: AssignmentKey
    position: int
    status: Work = Work.PENDING
    skip_reason: SkipReason | None = None
    skip_note: str | None = None
    lease_expires: datetime | None = None


@dataclass(frozen=True, slots=True)
class Annotation:
    """One answer, never overwritten: a correction is the next revision.

    Parameters
    ----------
    revision : int
        From 1. The highest one counts.
    event_id : str
        Made by the client, unique: a repeated request changes nothing.
    value : Json
        The answer in the task's canonical form; None if the answer was undone.
    flag : bool
        The annotator asks for a review of this item.
    comment : str
        The annotator's note.
    shown : mapping
        The content shown to the annotator: side order, candidates and their order, suggestions.
    seconds : float or None
        Time between showing and answering, measured by the client.
    guideline_version : int or None
        The guideline in force when answering.
    created_at : datetime or None
        None for an imported answer whose source gives no time.
    """

    key: AssignmentKey
    revision: int
    event_id: str
    value: Json
    flag: bool
    comment: str
    seconds: float | None
    guideline_version: int | None
    created_at: datetime | None
    shown: Mapping[str, Json] = field(default_factory=dict)


class SkipReason(StrEnum):
    """Why an item is passed over; `OTHER` is what the person's words say."""

    BROKEN = "broken"
    CONTEXT = "context"
    EXPERTISE = "expertise"
    OTHER = "other"


# The sentences of the English annotation page, which people write into tables.
_SENTENCES = {
    "The text is broken or cut off": SkipReason.BROKEN,
    "It cannot be understood without more context": SkipReason.CONTEXT,
    "It is outside what I know": SkipReason.EXPERTISE,
}
_REASONS = {**_SENTENCES, **{reason.value: reason for reason in SkipReason}}


def read_skip(text: str) -> tuple[SkipReason, str]:
    """Return the reason and the words of a text `reason` or `reason: words`; what is neither is all words."""
    text = text.strip()
    head, _, words = text.partition(": ")
    reason = _REASONS.get(head)
    return (SkipReason.OTHER, text) if reason is None else (reason, words.strip())
