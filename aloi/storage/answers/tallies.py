"""Counts of rounds for managers: planned and finished answers, days, hours; SQL sums, no answer is read."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection
from datetime import date, datetime
from typing import Any

from sqlalchemy import Connection, and_, case, func, select

from aloi.annotation.model import AssignmentKey
from aloi.storage import tables as t
from aloi.storage.answers.counts import count_left
from aloi.storage.database import StorePart
from aloi.storage.model import DayEffort, DayTally, PersonTally, RoundTally
from aloi.storage.rows import in_parts

_A = t.assignments.c
_I = t.round_items.c
_N = t.answers.c
_R = t.rounds.c
_FIRST = 1


class Tallies(StorePart):
    """Counts over full rounds; their cost does not depend on the content of answers."""

    def rounds(self, campaign_id: str, without: Collection[str] = ()) -> list[RoundTally]:
        """Return how far each round of a campaign is, by number; answers of people `without` do not count."""
        by_item = _by_item(campaign_id, without).subquery()
        planned = _least(_least(_R.overlap, _I.wanted), func.coalesce(by_item.c.given, 0))
        submitted, left_out = (func.coalesce(by_item.c[name], 0) for name in ("submitted", "left_out"))
        # Excluding an answer does not cause a new offer of its item.
        possible = _least(_floor(_I.wanted - submitted - left_out), func.coalesce(by_item.c.waiting, 0))
        left = possible + func.coalesce(by_item.c.repeats, 0)
        query = (
            select(
                _R.id.label("round_id"),
                func.count().label("items"),
                func.sum(case((submitted >= planned, 1), else_=0)).label("complete"),
                func.sum(planned).label("planned"),
                func.sum(_least(submitted, planned)).label("done"),
                func.sum(_floor(submitted - planned)).label("extra"),
                func.sum(func.coalesce(by_item.c.skipped, 0)).label("skipped"),
                func.sum(case((_R.status == "open", left), else_=0)).label("left"),
                func.sum(left_out).label("left_out"),
            )
            .join(t.round_items, _I.round_id == _R.id)
            .outerjoin(by_item, and_(by_item.c.round_id == _I.round_id, by_item.c.item_id == _I.item_id))
            .where(_R.campaign_id == campaign_id)
            .group_by(_R.id, _R.number)
            .order_by(_R.number)
        )
        return [
            RoundTally(row["round_id"], **{name: int(row[name]) for name in row if name != "round_id"})
            for row in self._database.rows(query)
        ]

    def shared_items(
        self,
        campaign_id: str,
        person_id: str,
        without: Collection[str],
        unread: Collection[AssignmentKey] = (),
    ) -> dict[tuple[str, int], int]:
        """Return {(round, others): items} of a person's answers, with how often others answered too.

        The key (round, -1) has the number of answers of others to any items, if there are any. Repeats,
        answers of people in `without`, and `unread` answers do not count.
        """
        by_item = _answers_by_item(campaign_id, person_id, without)
        c = by_item.subquery().c
        counts: Counter[tuple[str, int]] = Counter()
        ways = select(c.round_id, c.mine, c.others, func.count().label("items"))
        lost = Counter(
            (key.round_id, key.item_id, key.annotator_id == person_id)
            for key in unread
            if key.occasion == _FIRST and key.annotator_id not in without
        )
        with self._database.read() as connection:
            rows = connection.execute(ways.group_by(c.round_id, c.mine, c.others))
            for round_id, mine, others, items in rows:
                counts[round_id, -1] += int(others) * items
                if mine:
                    counts[round_id, int(others)] += items
            for part in in_parts([*dict.fromkeys(item for _, item, _ in lost)]):
                for round_id, item, mine, others in connection.execute(by_item.where(_A.item_id.in_(part))):
                    lost_own, lost_others = lost[round_id, item, True], lost[round_id, item, False]
                    counts[round_id, -1] -= lost_others
                    if mine:
                        counts[round_id, int(others)] -= 1
                    if mine > lost_own:
                        counts[round_id, int(others) - lost_others] += 1
        return {key: count for key, count in counts.items() if count}

    def days(self, round_id: str) -> list[DayTally]:
        """Return the current answers of each annotator of a round day by day, oldest first."""
        day = func.date(_A.acted_at)
        query = (
            select(
                _A.annotator_id,
                day,
                func.sum(case((_A.occasion == _FIRST, 1), else_=0)),
                func.sum(case((_A.occasion > _FIRST, 1), else_=0)),
            )
            .where(_A.round_id == round_id, _A.status == "submitted")
            .group_by(_A.annotator_id, day)
        )
        with self._database.read() as connection:
            days = [
                DayTally(annotator, None if when is None else _day(when), int(answers), int(repeats))
                for annotator, when, answers, repeats in connection.execute(query)
            ]
        return sorted(days, key=lambda one: (one.day or date.min, one.annotator_id))

    def usual_seconds(self, round_id: str) -> float | None:
        """Return the median time of an answer of a round, in seconds; None if no answer has a time."""
        timed = and_(_N.round_id == round_id, _N.seconds.is_not(None))
        with self._database.read() as connection:
            count = connection.execute(select(func.count()).where(timed)).scalar_one()
            if not count:
                return None
            middle = select(_N.seconds).where(timed).order_by(_N.seconds)
            rows = connection.execute(middle.offset((count - 1) // 2).limit(2 - count % 2)).scalars().all()
        return float(sum(rows) / len(rows))

    def effort(self, round_id: str, at_most: float) -> list[DayEffort]:
        """Return how long each annotator of a round worked on its items day by day, oldest first.

        Every answer and correction with a time and a date counts, each for at most `at_most` seconds.
        """
        day = func.date(_N.created_at)
        query = (
            select(_N.annotator_id, day, func.count(), func.sum(_least(_N.seconds, at_most)))
            .where(_N.round_id == round_id, _N.seconds.is_not(None), _N.created_at.is_not(None))
            .group_by(_N.annotator_id, day)
        )
        with self._database.read() as connection:
            days = [
                DayEffort(annotator, _day(when), int(timed), float(seconds))
                for annotator, when, timed, seconds in connection.execute(query)
            ]
        return sorted(days, key=lambda one: (one.day, one.annotator_id))

    def people(self, round_id: str) -> list[PersonTally]:
        """Return how far each annotator of a round is, in the order they joined."""
        r = t.round_annotators.c
        joined = select(r.annotator_id).where(r.round_id == round_id).order_by(r.place)
        counted = (
            select(
                _A.annotator_id,
                func.sum(case((_A.status == "submitted", 1), else_=0)).label("submitted"),
                func.sum(case((_A.status == "skipped", 1), else_=0)).label("skipped"),
                func.sum(case((_A.flag, 1), else_=0)).label("flagged"),
                func.max(_A.acted_at).label("last"),
            )
            .where(_A.round_id == round_id)
            .group_by(_A.annotator_id)
        )
        with self._database.read() as connection:
            is_open = select(_R.status).where(_R.id == round_id)
            under_way = connection.execute(is_open).scalar() == "open"
            rows = {row.annotator_id: row for row in connection.execute(counted)}
            return [
                _person(connection, round_id, annotator, rows.get(annotator), under_way)
                for annotator in connection.execute(joined).scalars().all()
            ]


def _answers_by_item(campaign_id: str, person_id: str, without: Collection[str]) -> Any:
    """Return the query of how many answers a person gave to each item of the rounds, and how many others."""
    mine = _A.annotator_id == person_id
    return (
        select(
            _A.round_id,
            _A.item_id,
            func.sum(case((mine, 1), else_=0)).label("mine"),
            func.sum(case((mine, 0), else_=1)).label("others"),
        )
        .join(t.rounds, _R.id == _A.round_id)
        .where(_R.campaign_id == campaign_id, _A.status == "submitted", _A.occasion == _FIRST)
        .where(_A.annotator_id.not_in(without))
        .group_by(_A.round_id, _A.item_id)
    )


def _by_item(campaign_id: str, without: Collection[str]) -> Any:
    """Return the query of the states of the assignments of each item in the rounds of a campaign."""
    first, out = _A.occasion == _FIRST, _A.annotator_id.in_(without)
    free = _A.status.in_(("pending", "leased"))

    def many(condition: Any) -> Any:
        return func.sum(case((condition, 1), else_=0))

    return (
        select(
            _A.round_id,
            _A.item_id,
            many(first).label("given"),
            many(and_(first, _A.status == "submitted", ~out)).label("submitted"),
            many(and_(first, _A.status == "submitted", out)).label("left_out"),
            many(and_(first, _A.status == "skipped")).label("skipped"),
            many(and_(first, free)).label("waiting"),
            many(and_(_A.occasion > _FIRST, free)).label("repeats"),
        )
        .join(t.rounds, _R.id == _A.round_id)
        .where(_R.campaign_id == campaign_id)
        .group_by(_A.round_id, _A.item_id)
    )


def _person(
    connection: Connection, round_id: str, annotator_id: str, row: Any, under_way: bool
) -> PersonTally:
    waiting = count_left(connection, round_id, annotator_id) if under_way else 0
    if row is None:  # somebody who joined a round in which nothing was left for them
        return PersonTally(annotator_id, 0, 0, 0, waiting, None)
    last: datetime | None = row.last
    return PersonTally(annotator_id, int(row.submitted), int(row.skipped), int(row.flagged), waiting, last)


def _least(first: Any, other: Any) -> Any:
    """Return the smaller of two values: the databases have no common word for it."""
    return case((first < other, first), else_=other)


def _floor(value: Any) -> Any:
    return case((value > 0, value), else_=0)


def _day(value: str | date) -> date:
    """Return a day as SQLite (a text) or PostgreSQL tells it."""
    return value if isinstance(value, date) else date.fromisoformat(value)
