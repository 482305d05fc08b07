"""The statements of one answer, built once: building them each time cost more than running them."""

from __future__ import annotations

from typing import Any

from sqlalchemy import Connection, and_, bindparam, case, exists, func, insert, or_, select, update

from aloi.storage import tables as t
from aloi.storage.driver.prepared_statements import PreparedStatement, Row

_A = t.assignments.c
_I = t.round_items.c
_N = t.answers.c
_L = t.late_answers.c
_ROUND: Any = bindparam("its_round_id")
_ITEM: Any = bindparam("its_item_id")
_PERSON: Any = bindparam("its_annotator_id")
_OCCASION: Any = bindparam("its_occasion")
_FIRST = 1
_ASSIGNED = ("leased", "submitted")

_of_person = and_(_A.round_id == _ROUND, _A.annotator_id == _PERSON)
_assignment = and_(_of_person, _A.item_id == _ITEM, _A.occasion == _OCCASION)
_its_answers = and_(
    _N.round_id == _ROUND, _N.item_id == _ITEM, _N.annotator_id == _PERSON, _N.occasion == _OCCASION
)
_same_item = and_(_I.round_id == _A.round_id, _I.item_id == _A.item_id)
# Of answers: attention items are none of the round.
OF_ROUND = exists().where(_I.round_id == _N.round_id, _I.item_id == _N.item_id)
_round_item = and_(_I.round_id == _ROUND, _I.item_id == _ITEM)

# How many of their assignments in the round somebody has answered or skipped.
_other = t.assignments.alias("done")
_DONE = (
    select(func.count())
    .where(
        _other.c.round_id == _ROUND,
        _other.c.annotator_id == _PERSON,
        _other.c.status.in_(("submitted", "skipped")),
    )
    .scalar_subquery()
    .label("done")
)

ROUND_STATUS = PreparedStatement(select(t.rounds.c.status).where(t.rounds.c.id == _ROUND))
LOCKED_ROUND = PreparedStatement(
    select(t.rounds.c.id).where(t.rounds.c.id == _ROUND).with_for_update(key_share=True)
)
ANSWER_OF_EVENT = PreparedStatement(select(t.answers).where(_N.event_id == bindparam("event_id")))
ASSIGNMENT = PreparedStatement(select(t.assignments, _DONE).where(_assignment))
_locked_assignment = (
    select(t.assignments, t.rounds.c.status.label("round_status"))
    .join(t.rounds, t.rounds.c.id == _A.round_id)
    .where(_assignment)
    .with_for_update(of=t.assignments)
)
LOCKED_ASSIGNMENT = PreparedStatement(_locked_assignment)
# The same, with whether the event has an answer already, in time or late. Also the schema in force, and the
# last entry of the round's log, which the answer follows.
_log = t.event_log.alias("log")
_of_round = select(func.max(t.event_log.c.number)).where(t.event_log.c.chain == t.rounds.c.id)
LOCKED_FOR_ANSWER = PreparedStatement(
    _locked_assignment.outerjoin(
        _log, and_(_log.c.chain == t.rounds.c.id, _log.c.number == _of_round.scalar_subquery())
    ).add_columns(
        _log.c.number.label("log_number"),
        _log.c.hash.label("log_hash"),
        select(t.campaigns.c.schema_version)
        .where(t.campaigns.c.id == t.rounds.c.campaign_id)
        .scalar_subquery()
        .label("schema_version"),
        select(_N.event_id).where(_N.event_id == bindparam("event_id")).exists().label("is_known"),
        select(_L.why).where(_L.event_id == bindparam("event_id")).scalar_subquery().label("late"),
    )
)
LATE = PreparedStatement(select(_L.why).where(_L.event_id == bindparam("event_id")))
IN_ROUND = PreparedStatement(
    select(_I.item_id)
    .join(t.round_annotators, t.round_annotators.c.round_id == _I.round_id)
    .where(_round_item, t.round_annotators.c.annotator_id == _PERSON)
)
ROUND_ITEM = PreparedStatement(select(_I.item_id).where(_round_item))
LAST_ANSWER = PreparedStatement(select(t.answers).where(_its_answers).order_by(_N.revision.desc()).limit(1))
# The last answer or skip of somebody in a round, which an undo reverts.
LAST_ACT = PreparedStatement(
    select(t.assignments)
    .where(_of_person, _A.status.in_(("submitted", "skipped")))
    .order_by(_A.acted_at.desc(), _A.position.desc())
    .limit(1)
)
LEASED = PreparedStatement(
    select(t.assignments).where(_of_person, _A.status == "leased").order_by(_A.position)
)
# A round, with the up to two assignments leased to somebody in it.
HELD_IN_ROUND = PreparedStatement(
    select(t.assignments, t.rounds.c.status.label("round_status"), t.rounds.c.cap, _DONE)
    .select_from(t.rounds)
    .outerjoin(
        t.assignments, and_(_A.round_id == t.rounds.c.id, _A.annotator_id == _PERSON, _A.status == "leased")
    )
    .where(t.rounds.c.id == _ROUND)
    .order_by(_A.position)
    .limit(2)
)
EXPIRED = PreparedStatement(
    select(t.assignments).where(
        _A.round_id == _ROUND, _A.status == "leased", _A.lease_expires < bindparam("now")
    )
)
LAST_REVISION = PreparedStatement(select(func.coalesce(func.max(_N.revision), 0)).where(_its_answers))
VALUES = PreparedStatement(select(_N.value).where(_its_answers).order_by(_N.revision.desc()))
ADD_ANSWER = PreparedStatement(insert(t.answers))

GIVE_BACK = PreparedStatement(update(t.round_items).where(_round_item).values(taken=_I.taken - 1))
# A place more than the item wanted, where it has none left.
TAKE_MORE = PreparedStatement(
    update(t.round_items)
    .where(_round_item)
    .values(taken=_I.taken + 1, wanted=case((_I.wanted > _I.taken, _I.wanted), else_=_I.taken + 1))
)
TAKE_FREE = PreparedStatement(
    update(t.round_items).where(_round_item, _I.taken < _I.wanted).values(taken=_I.taken + 1)
)
_lease_values: Any = {"status": "leased", "lease_expires": bindparam("until")}
LEASE = PreparedStatement(update(t.assignments).where(_assignment).values(_lease_values))
# The same, and earlier leases in the round are extended to the same end. Each side is complete, so that an
# index is used: with the common condition outside, SQLite read all assignments of the person in the round.
LEASE_AND_RENEW = PreparedStatement(
    update(t.assignments)
    .where(or_(and_(_of_person, _A.status == "leased"), _assignment))
    .values(_lease_values)
)
SUBMIT = PreparedStatement(
    update(t.assignments)
    .where(_assignment)
    .values(
        status="submitted",
        skip_reason=None,
        skip_note=None,
        lease_expires=None,
        draft=None,
        flag=bindparam("new_flag"),
        comment=bindparam("new_comment"),
        acted_at=bindparam("now"),
        acts=_A.acts + 1,
    )
)
COUNT_TAKEN = PreparedStatement(
    select(func.count()).where(_of_person, _A.occasion == _FIRST, _A.status.in_(_ASSIGNED))
)
SCHEMA_VERSION = PreparedStatement(
    select(t.campaigns.c.schema_version).where(t.campaigns.c.id == bindparam("its_campaign_id"))
)
ITEM = PreparedStatement(select(t.items).where(t.items.c.id == _ITEM))
_P = t.people.c
LOGIN = PreparedStatement(
    select(
        _P.id,
        _P.name,
        _P.pseudonym,
        _P.role,
        _P.expertise,
        _P.is_source,
        t.logins.c.expires,
        t.participants.c.round_id,
    )
    .join(t.logins, t.logins.c.person_id == _P.id)
    .outerjoin(t.participants, t.participants.c.person_id == _P.id)
    .where(
        t.logins.c.token_hash == bindparam("token_hash"),
        t.logins.c.expires > bindparam("now"),
        _P.disabled.is_(False),
    )
)


def _next(*, fresh: Any, ahead: bool = False) -> PreparedStatement:
    """Return the query of the first pending assignment that is `fresh`, or a repeat whose time has come.

    With `ahead` its position is after `after`.
    """
    first = t.assignments.alias("first")
    repeatable = (
        select(first.c.item_id)
        .where(
            first.c.round_id == _A.round_id,
            first.c.item_id == _A.item_id,
            first.c.annotator_id == _A.annotator_id,
            first.c.occasion == _FIRST,
            first.c.status == "submitted",
        )
        .exists()
    )
    offered: Any = and_(_A.status == "pending", or_(fresh, and_(_A.occasion > _FIRST, repeatable)))
    if ahead:
        offered = and_(offered, _A.position > bindparam("after"))
    # In this order the index gives them: the first that fits ends the search.
    return PreparedStatement(
        select(t.assignments)
        .join(t.round_items, _same_item)
        .where(_of_person, offered)
        .order_by(_A.position)
        .limit(1)
    )


_fresh = and_(_A.occasion == _FIRST, _I.taken < _I.wanted)
_none = _A.occasion < _FIRST  # nothing new: only repeats are left
NEXT, NEXT_REPEAT = _next(fresh=_fresh), _next(fresh=_none)
AHEAD, AHEAD_REPEAT = _next(fresh=_fresh, ahead=True), _next(fresh=_none, ahead=True)

# How many of an annotator's assignments are in each state, and the round's cap; see counts.py.
_state = case(
    (_A.status != "pending", _A.status),
    (_A.occasion > _FIRST, "repeat"),
    (_I.taken < _I.wanted, "offered"),
    else_="full",
)
TALLY = PreparedStatement(
    select(
        _state.label("state"),
        func.count().label("count"),
        func.sum(case((and_(_A.occasion == _FIRST, _A.status.in_(_ASSIGNED)), 1), else_=0)).label("taken"),
        select(t.rounds.c.cap).where(t.rounds.c.id == _ROUND).scalar_subquery().label("cap"),
    )
    .outerjoin(t.round_items, _same_item)  # attention items are none of the round
    .where(_of_person)
    .group_by(_state)
)


def lock_round(connection: Connection, round_id: str) -> None:
    """Let nobody else take or free places of a round's items before this transaction ends.

    It comes before anything is read that the transaction decides on. On SQLite a write has waited for
    all others already.
    """
    if connection.dialect.name != "sqlite":
        LOCKED_ROUND.rows(connection, {"its_round_id": round_id})


def next_offered(connection: Connection, round_id: str, annotator_id: str, cap: int | None) -> Row | None:
    """Return the first pending assignment that may be offered to an annotator."""
    mine = {"its_round_id": round_id, "its_annotator_id": annotator_id}
    full = cap is not None and COUNT_TAKEN.value(connection, mine) >= cap
    return (NEXT_REPEAT if full else NEXT).first(connection, mine)


def its(key: Any) -> dict[str, Any]:
    """Return the parameters that name an assignment."""
    return {
        "its_round_id": key.round_id,
        "its_item_id": key.item_id,
        "its_annotator_id": key.annotator_id,
        "its_occasion": key.occasion,
    }
