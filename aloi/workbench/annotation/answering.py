"""The view and the actions of an annotator: the current item, an answer, a skip, an undo, a flag."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime

from aloi.annotation.assign import shown_as_is
from aloi.annotation.fields import Field
from aloi.annotation.model import (
    Annotation,
    Assignment,
    AssignmentKey,
    Campaign,
    Guideline,
    Round,
    Work,
    read_skip,
)
from aloi.annotation.tasks import task
from aloi.annotation.versions import Fate, draft_as
from aloi.base.errors import AloiError, values_hidden
from aloi.base.terms import Term
from aloi.corpora.model import Item, Json
from aloi.storage.answers.submission import SchemaChanged
from aloi.storage.model import Act, DeskState
from aloi.storage.store import Store
from aloi.storage.texts.corpora import Suggestion as Suggestion
from aloi.workbench.annotation.guidelines import keep_choice
from aloi.workbench.annotation.keys import keep_keys
from aloi.workbench.annotation.reopened import message_to
from aloi.workbench.crowds.entering import is_started, require_started
from aloi.workbench.rounds.concepts import concepts_left_behind
from aloi.workbench.rounds.machine_help import SHOWN, Hint, MachineHelp, hint_for, machine_help
from aloi.workbench.rounds.schemas import given_in, schema_reader, shown_in

_KINDS = ("answer", "skip", "undo", "mark", "draft", "search", "keep", "go", "keys", "prefer")
_LONGEST_NOTE = 2000
_LONGEST_DRAFT = 100_000
_LONGEST_SHOWN = 100_000  # two thousand suggested spans
_LONGEST_WAIT = 1e10  # seconds: some three hundred years, and any date of today
_MOST_ACTS = 2**31 - 1


@dataclass(frozen=True, slots=True)
class Desk:
    """Data that are constant while an annotator works on a round: read once, stored by the page."""

    campaign: Campaign
    round: Round
    guideline: Guideline | None
    language: str
    restricted: bool = False  # a data-use agreement forbids giving the texts on
    help: MachineHelp | None = None
    attention: frozenset[str] | None = None  # the attention items of a crowd; None for other rounds

    @property
    def has_hints(self) -> bool:
        """Whether answers of a machine are shown beside items; suggested spans are marked in the text."""
        kind = task(self.campaign.schema.task_type)
        return self.help is not None and (kind.takes_terminology or not kind.takes_suggestions)


@dataclass(frozen=True, slots=True)
class Screen:
    """The item before an annotator, the questions, and the annotator's position in the round.

    `answer` is their latest answer when they correct it, None otherwise; `draft` is work in progress. `done`
    and `total` count the annotator's own items. With `left_first` false the sides are shown in reverse order.
    `suggestion` is the suggestion for the item, for tasks that have suggestions. `revision` is the revision
    on display, `last` what an undo would revert, `saved_at` the time of the last save. `back` is the number
    of an item that is reviewed, None for the current one. `ahead` is the screen that comes next unless
    something is undone: its item is already leased to the annotator. `schema` is the version of the schema
    with the questions. `reopened` is the message of the adjudicator who reopened the answer, else empty.
    `hint` is the answer of a machine that helps, for tasks that have no suggestions of this form.
    """

    assignment: Assignment
    item: Item
    fields: tuple[Field, ...]
    answer: Json
    draft: Json
    flag: bool
    note: str
    done: int
    total: int
    left_first: bool
    schema: int
    suggestion: Suggestion | None = None
    revision: int = 0
    saved_at: datetime | None = None
    last: Act | None = None
    back: int | None = None
    ahead: Screen | None = None
    reopened: str = ""
    hint: Suggestion | None = None


@dataclass(frozen=True, slots=True)
class Event:
    """An event sent by the annotate component: validated, since it comes from a browser.

    `shown` is what was on the screen with the item (candidates in their order), stored with the answer.
    `based_on` is the revision of the item that the screen was drawn from; None, from a page that does not
    send it, replaces the current answer. An undo names the item that it reverts. `at` is when a draft or a
    note was written, by the clock of the browser. For a skip, `reason` is the code and `words` is the
    person's free text. `schema` is the version of the schema that the screen was drawn from.
    """

    event_id: str
    kind: str
    item_id: str
    occasion: int
    value: Json
    seconds: float | None
    flag: bool
    note: str
    reason: str
    words: str = ""
    shown: Mapping[str, Json] = field(default_factory=dict)
    based_on: int | None = None
    at: datetime | None = None
    schema: int | None = None

    @classmethod
    def read(cls, raw: Mapping[str, Json]) -> Event:
        """Return the event of a message, or raise AloiError for one no honest client sends."""
        event_id, item_id = raw.get("event_id"), raw.get("item_id")
        kind, occasion, seconds = raw.get("kind"), raw.get("occasion", 1), raw.get("seconds")
        shown, based_on, at = raw.get("shown") or {}, raw.get("based_on"), raw.get("at")
        schema = raw.get("schema")
        sound = (
            isinstance(event_id, str)
            and 8 <= len(event_id) <= 64
            and isinstance(item_id, str)
            and kind in _KINDS
            and _is_count(occasion, 1)
            and (based_on is None or _is_count(based_on, 0))
            and (schema is None or _is_count(schema, 1))
            and (seconds is None or _is_time(seconds))
            and (at is None or _is_time(at))
            and isinstance(shown, Mapping)
            and len(json.dumps(shown)) <= _LONGEST_SHOWN
        )
        if not sound:
            raise AloiError("workbench.page-sent-message-could-not")
        note = str(raw.get("note") or "")
        if len(note) > _LONGEST_NOTE:
            raise AloiError(
                "aloi.too-many",
                name=Term("characters-of-the-note"),
                count=len(note),
                most=_LONGEST_NOTE,
                todo=Term("shorten-it"),
            )
        return cls(
            event_id=str(event_id),
            kind=str(kind),
            item_id=str(item_id),
            occasion=int(str(occasion)),
            value=raw.get("value"),
            seconds=None if seconds is None else max(0.0, float(str(seconds))),
            flag=bool(raw.get("flag")),
            note=note,
            reason=str(raw.get("reason") or "")[:_LONGEST_NOTE],
            words=str(raw.get("words") or "")[:_LONGEST_NOTE],
            shown=shown if isinstance(shown, Mapping) else {},
            based_on=None if based_on is None else int(str(based_on)),
            at=None if at is None else datetime.fromtimestamp(max(0.0, float(str(at))), UTC),
            schema=None if schema is None else int(str(schema)),
        )


def desk(store: Store, round_id: str) -> Desk:
    """Return the round, its campaign, the guideline it is run under and the language of its texts."""
    round_ = store.campaigns.round(round_id)
    campaign = store.campaigns.get(round_.campaign_id)
    versions = store.campaigns.guidelines(campaign.id) if round_.guideline_version else []
    guideline = next((one for one in versions if one.version == round_.guideline_version), None)
    corpus = store.texts.corpus(campaign.corpus_id)
    its_help, crowd = machine_help(store, campaign.id), store.crowds.of_round(round_id)
    attention = None if crowd is None else frozenset(crowd.attention)
    return Desk(campaign, round_, guideline, corpus.language, corpus.restricted, its_help, attention)


def in_force(store: Store, round_desk: Desk) -> Desk:
    """Return the data of the page, with the new schema if one came into force since they were read."""
    if store.schemas.current(round_desk.campaign.id) == round_desk.campaign.schema.schema_version:
        return round_desk
    return desk(store, round_desk.round.id)


def screen(
    store: Store, round_desk: Desk, person_id: str, now: datetime, lease_seconds: int
) -> Screen | None:
    """Return the next item of an annotator, leased to them; None when nothing waits."""
    turn = store.answers.next_turn(round_desk.round.id, person_id, now, lease_seconds)
    return None if turn is None else _screen(store, round_desk, *turn)


def correction(store: Store, round_desk: Desk, key: AssignmentKey) -> Screen:
    """Return an item the annotator has answered or skipped before, with that answer, to correct it."""
    turn = store.own_work.of(key)
    if turn is None:
        raise AloiError(
            "aloi.value",
            name=Term("this-item"),
            value=Term("not-among"),
            expected=Term("an-item-you"),
            todo=Term("choose-one-from-the-list"),
        )
    return _screen(store, round_desk, *turn)


def look_back(
    store: Store, round_desk: Desk, person_id: str, number: int, known_total: int | None = None
) -> Screen | None:
    """Return an item the annotator has answered or skipped, with that answer, to review or correct it.

    `number` is that of the item among theirs, from 1; the result is None if there is no such item. With
    `known_total`, the total last shown, remaining items are counted only now and then.
    """
    turn = store.own_work.look_back(round_desk.round.id, person_id, number, known_total)
    return None if turn is None else replace(_screen(store, round_desk, *turn), back=number)


def answer(
    store: Store,
    round_desk: Desk,
    person_id: str,
    event: Event,
    now: datetime,
    lease_seconds: int,
    known_total: int | None = None,
) -> Screen | None:
    """Return the next screen after an answer is stored; the same event again changes nothing.

    With `known_total`, the total last shown, remaining items are counted only now and then. If the schema has
    changed since `round_desk` was read, the answer is validated, and the screen made, under the new one.

    Raises
    ------
    AloiError
        An answer off the scale, a late answer, or one from a screen drawn before the last answer: see
        `aloi.workbench.annotation.stale_answers` for the next steps.
    """
    arguments = (person_id, event, now, lease_seconds, known_total)
    if round_desk.attention is None:
        return _answer_in_force(store, round_desk, *arguments)
    require_started(store, person_id)
    upcoming = _answer_in_force(store, round_desk, *arguments)
    is_due = upcoming is None or event.item_id in round_desk.attention
    return None if is_due and not is_started(store, person_id, now) else upcoming


def _answer_in_force(
    store: Store,
    round_desk: Desk,
    person_id: str,
    event: Event,
    now: datetime,
    lease_seconds: int,
    known_total: int | None,
) -> Screen | None:
    """Return the next screen after an answer is stored, under the schema in force."""
    arguments = (person_id, event, now, lease_seconds, known_total)
    schema = round_desk.campaign.schema.schema_version
    if event.schema is None or event.schema <= schema:
        try:
            return _answer(store, round_desk, *arguments)
        except SchemaChanged:
            pass  # asked within the transaction: a question of its own before each answer cost as much again
    return _answer(store, desk(store, round_desk.round.id), *arguments)


def _answer(
    store: Store,
    round_desk: Desk,
    person_id: str,
    event: Event,
    now: datetime,
    lease_seconds: int,
    known_total: int | None,
) -> Screen | None:
    kind = task(round_desk.campaign.schema.task_type)
    value, schema = checked_answer(store, round_desk, event)
    key = AssignmentKey(round_desk.round.id, event.item_id, person_id, event.occasion)
    hint = _hint(store, round_desk, event.item_id)
    annotation = Annotation(
        key=key,
        revision=1,
        event_id=event.event_id,
        value=value,
        flag=event.flag,
        comment=event.note,
        seconds=event.seconds,
        guideline_version=round_desk.round.guideline_version,
        created_at=now,
        shown={
            **{name: value for name, value in event.shown.items() if name != SHOWN},
            **({} if hint is None else hint.record),
            "left_first": shown_as_is(key, symmetric=kind.symmetric),
            **shown_in(schema),
        },
    )
    in_force = round_desk.campaign.schema.schema_version
    turn = store.answers.submit_and_go_on(annotation, lease_seconds, known_total, event.based_on, in_force)
    return None if turn is None else _screen(store, round_desk, *turn)


def checked_answer(store: Store, round_desk: Desk, event: Event) -> tuple[Json, int]:
    """Return an answer in canonical form and the version of the schema it was given under.

    Raises
    ------
    AloiError
        An answer the task refuses, or one from a screen drawn before the labels changed that has no meaning
        now.
    """
    with values_hidden(round_desk.restricted):
        return _checked(store, round_desk, event)


def _checked(store: Store, round_desk: Desk, event: Event) -> tuple[Json, int]:
    schema = round_desk.campaign.schema
    kind, item = task(schema.task_type), store.texts.item(event.item_id)
    if event.schema is None or event.schema >= schema.schema_version:
        return kind.check(event.value, item, schema.settings), schema.schema_version
    versions = {one.version: one for one in store.schemas.versions(round_desk.campaign.id)}
    before = versions[event.schema].settings
    value = kind.check(event.value, item, before)
    read = schema_reader(store, round_desk.campaign, versions[schema.schema_version])(
        value, event.schema, item.id
    )
    if read.fate is not Fate.COUNTS or concepts_left_behind(store, before, schema, read.value):
        raise AloiError(
            "aloi.value",
            name=Term("this-answer"),
            value=Term("without-meaning", version=schema.schema_version),
            expected=Term("answer-for-version", version=schema.schema_version),
            todo=Term("answer-the-item"),
        )
    return value, event.schema


def act(store: Store, round_desk: Desk, person_id: str, event: Event, now: datetime) -> None:
    """Store a skip, an undo, a flag, a draft, keys or a choice; the same event again changes nothing.

    Choosing the current answer instead of the one from an old screen deletes the draft of the latter. Moving
    to another item abandons a correction in progress; the draft of the current item stays. A search changes
    nothing.

    Raises
    ------
    AloiError
        A closed round, a skip without a reason, keys that clash, or a screen drawn before the last answer.
    """
    if event.kind == "keys":
        return keep_keys(store, round_desk.campaign, person_id, event.value)
    key = AssignmentKey(round_desk.round.id, event.item_id, person_id, event.occasion)
    is_crowd = round_desk.attention is not None
    if is_crowd and event.kind in ("skip", "undo"):
        require_started(store, person_id)
    if event.kind == "search":
        return
    if event.kind in ("go", "keep"):
        store.own_work.forget_draft(key)
        return
    if event.kind == "prefer":
        return keep_choice(store, person_id, round_desk.round.id, event.value)
    if event.kind == "skip":
        _skip(store, key, event, now)
        if is_crowd:
            is_started(store, person_id, now)
    elif event.kind == "undo":
        last = None if event.based_on is None else Act(key, event.based_on)
        its_round = round_desk.round.id
        store.answers.undo(its_round, person_id, event.event_id, now, last, keep_leases=is_crowd)
    elif event.kind == "draft":
        if len(json.dumps(event.value)) > _LONGEST_DRAFT:
            raise AloiError(
                "aloi.too-many",
                name=Term("characters-of-the-draft"),
                count=Term("more-than-allowed"),
                most=_LONGEST_DRAFT,
                todo=Term("save-the-item"),
            )
        draft = _draft_in_force(store, round_desk, event)
        at = _when(event, now) if draft == event.value else now  # newer than what the browser has kept
        store.answers.mark(key, draft=draft, at=None if draft is None else at)
    else:
        store.answers.mark(key, flag=event.flag, comment=event.note, at=_when(event, now))


def _skip(store: Store, key: AssignmentKey, event: Event, now: datetime) -> None:
    if not event.reason.strip():
        raise AloiError(
            "aloi.missing",
            name=Term("the-skipped-item"),
            missing=Term("the-reason"),
            todo=Term("choose-one-or-write"),
        )
    reason, words = read_skip(event.reason)
    note = event.words.strip() or words
    store.answers.skip(
        key,
        event.event_id,
        reason,
        note,
        now=now,
        flag=event.flag,
        comment=event.note,
        based_on=event.based_on,
    )


def _draft_in_force(store: Store, round_desk: Desk, event: Event) -> Json:
    """Return work under way as the labels in force have it, also from a screen drawn before they changed."""
    schema = round_desk.campaign.schema
    if event.schema is None or event.schema >= schema.schema_version:
        return event.value
    versions = {one.version: one for one in store.schemas.versions(round_desk.campaign.id)}
    mapping = versions[schema.schema_version].mappings[str(event.schema)]
    before = versions[event.schema].settings
    kind = task(schema.task_type)
    draft = draft_as(kind, event.value, mapping, before, schema.settings)
    if removed_concepts := concepts_left_behind(store, before, schema, draft):
        draft = kind.redrafted(
            draft, {one: one for one in kind.mapped_names_in(draft) if one not in removed_concepts}
        )
    return draft


def _is_count(value: Json, least: int) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and least <= value <= _MOST_ACTS


def _when(event: Event, now: datetime) -> datetime:
    """Return when a draft or a note was written; never later than now, whatever the browser's clock says."""
    return now if event.at is None else min(event.at, now)


def _is_time(seconds: Json) -> bool:
    """Return whether a value can be a number of seconds; JSON also holds booleans and endless integers."""
    return (
        isinstance(seconds, int | float) and not isinstance(seconds, bool) and abs(seconds) <= _LONGEST_WAIT
    )


def _screen(
    store: Store,
    round_desk: Desk,
    assignment: Assignment,
    desk_state: DeskState,
    annotation: Annotation | None = None,
) -> Screen:
    """Return the screen of one assignment."""
    item = store.texts.item(assignment.key.item_id)
    kind = task(round_desk.campaign.schema.task_type)
    answer = annotation.value if annotation else desk_state.last_value
    if round_desk.campaign.schema.schema_version > 1 and answer is not None:
        answer = _as_read_now(store, round_desk, assignment.key, answer)
    hint = _hint(store, round_desk, item.id)
    suggestion = store.suggestions.of(round_desk.campaign.id, item.id) if kind.takes_suggestions else None
    if hint is not None and not round_desk.has_hints:
        suggestion, hint = hint.suggestion if hint.shown else None, None
    return Screen(
        assignment=assignment,
        item=item,
        fields=kind.fields(item, round_desk.campaign.schema.settings),
        answer=answer,
        draft=desk_state.draft,
        flag=desk_state.flag,
        note=desk_state.comment,
        done=desk_state.done,
        total=desk_state.total,
        left_first=shown_as_is(assignment.key, symmetric=kind.symmetric),
        schema=round_desk.campaign.schema.schema_version,
        suggestion=suggestion,
        hint=hint.suggestion if hint is not None and hint.shown else None,
        revision=desk_state.revision,
        saved_at=desk_state.saved_at,
        last=desk_state.last,
        ahead=None if desk_state.ahead is None else _screen(store, round_desk, *desk_state.ahead),
        reopened=message_to(store, assignment.key) if _is_open_again(assignment, desk_state) else "",
    )


def _hint(store: Store, round_desk: Desk, item_id: str) -> Hint | None:
    return hint_for(store, round_desk.campaign, round_desk.round, round_desk.help, item_id)


def _is_open_again(assignment: Assignment, desk_state: DeskState) -> bool:
    """Return whether an item was acted on before and is open; of others no message is searched."""
    return desk_state.revision > 0 and assignment.status in (Work.PENDING, Work.LEASED)


def _as_read_now(store: Store, round_desk: Desk, key: AssignmentKey, answer: Json) -> Json:
    """Return an earlier answer as the present schema reads it; None if it has no meaning there."""
    equal_answers = [one for one in store.answers.history(key) if one.value == answer]
    current = store.schemas.versions(round_desk.campaign.id)[-1]
    read = schema_reader(store, round_desk.campaign, current)
    return read(answer, given_in(equal_answers[-1]) if equal_answers else 1, key.item_id).value
