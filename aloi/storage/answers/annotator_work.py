"""The work of one annotator: their rounds, and their answered or skipped items for review."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sqlalchemy import Connection, and_, case, func, select, update

from aloi.annotation.model import Annotation, Assignment, AssignmentKey, Status
from aloi.corpora.model import Candidate, Mention, Pair, Passage, Question, Target
from aloi.storage import tables as t
from aloi.storage.answers import statements as q
from aloi.storage.answers.counts import desk_state
from aloi.storage.columns import folded, folded_column
from aloi.storage.database import StorePart
from aloi.storage.model import DeskState, DoneCounts, DoneItem, OwnRound
from aloi.storage.rows import read_annotation, read_assignment, read_item, read_key

_A = t.assignments.c
_N = t.answers.c
_DONE = ("submitted", "skipped")
_NUMBER = "number"
_TOTAL = "total"
_SENTENCE: tuple[str | int, ...] = ("sentence", "text")
_OPTIONS = 26
# The texts in the body of an item, by kind.
_TEXTS: dict[str, tuple[tuple[str | int, ...], ...]] = {
    Pair.kind: (("left", "text"), ("right", "text")),
    Target.kind: (_SENTENCE, ("lemma",)),
    Candidate.kind: (_SENTENCE, ("lemma",), ("substitute",)),
    Passage.kind: (_SENTENCE,),
    Mention.kind: (_SENTENCE,),
    Question.kind: (_SENTENCE, *(("options", number) for number in range(_OPTIONS))),
}


class OwnWork(StorePart):
    """The rounds and finished items of an annotator, numbered from 1 in the order of the assignments.

    A correction does not change the number of an item; the current item comes after all finished ones.
    """

    def rounds(self, annotator_id: str) -> list[OwnRound]:
        """Return the rounds somebody takes part in, by campaign and number."""
        r, c = t.rounds.c, t.campaigns.c
        query = (
            select(r.id, r.campaign_id, c.name, r.number, r.cap, r.status, c.status.label("campaign_status"))
            .join(t.round_annotators, t.round_annotators.c.round_id == r.id)
            .join(t.campaigns, c.id == r.campaign_id)
            .where(t.round_annotators.c.annotator_id == annotator_id)
            .order_by(c.place, r.number)
        )
        with self._database.read() as connection:
            return [
                OwnRound(
                    row.id,
                    row.campaign_id,
                    row.name,
                    row.number,
                    is_open=(is_open := {row.status, row.campaign_status} == {Status.OPEN.value}),
                    waits=is_open and _waits(connection, row.id, annotator_id, row.cap),
                )
                for row in connection.execute(query)
            ]

    def takes_part(self, annotator_id: str) -> bool:
        """Return whether somebody takes part in any round."""
        query = select(t.round_annotators.c.round_id).where(t.round_annotators.c.annotator_id == annotator_id)
        with self._database.read() as connection:
            return connection.execute(query.limit(1)).first() is not None

    def look_back(
        self, round_id: str, annotator_id: str, number: int, known_total: int | None = None
    ) -> tuple[Assignment, DeskState, Annotation | None] | None:
        """Return the finished item of that number with its last answer; None if there is none.

        A skipped item has no answer. With `known_total`, the total last shown, the total is recounted only
        now and then.
        """
        if number < 1:
            return None
        query = select(t.assignments).where(_done(round_id, annotator_id))
        return self._turn(query.order_by(_A.position).limit(1).offset(number - 1), known_total)

    def of(self, key: AssignmentKey) -> tuple[Assignment, DeskState, Annotation | None] | None:
        """Return a done item with its last answer; None for one that is not done."""
        return self._turn(select(t.assignments).where(_is_done(key)), None)

    def _turn(
        self, query: Any, known_total: int | None
    ) -> tuple[Assignment, DeskState, Annotation | None] | None:
        with self._database.read() as connection:
            row = connection.execute(query).mappings().first()
            if row is None:
                return None
            counted = q.ASSIGNMENT.row(connection, q.its(read_key(row)))
            answers = _last_answers(connection, [row]) if row["status"] == "submitted" else {}
            assignment = read_assignment(row)
            return assignment, desk_state(connection, counted, known_total), answers.get(assignment.key)

    def number_of(self, key: AssignmentKey) -> int | None:
        """Return the number of an item among the finished ones; None if it is not finished."""
        mine = _done(key.round_id, key.annotator_id)
        its = and_(mine, _A.item_id == key.item_id, _A.occasion == key.occasion)
        position = select(_A.position).where(its)
        with self._database.read() as connection:
            item_position = connection.execute(position).scalar()
            if item_position is None:
                return None
            before = select(func.count()).select_from(t.assignments).where(mine, _A.position <= item_position)
            return int(connection.execute(before).scalar_one())

    def open_again(self, annotator_id: str) -> list[AssignmentKey]:
        """Return the assignments in open rounds that somebody acted on before and that are open again."""
        query = (
            select(_A.round_id, _A.item_id, _A.annotator_id, _A.occasion)
            .join(t.rounds, t.rounds.c.id == _A.round_id)
            .where(_A.annotator_id == annotator_id, _A.acts > 0, _A.status.not_in(_DONE))
            .where(t.rounds.c.status == Status.OPEN.value)
            .order_by(_A.round_id, _A.position)
        )
        return [read_key(row) for row in self._database.rows(query)]

    def forget_draft(self, key: AssignmentKey) -> None:
        """Delete the draft of a correction; the answer stays, and so do drafts of unfinished items."""
        with self._database.write(turn=None) as connection:
            connection.execute(update(t.assignments).where(_is_done(key)).values(draft=None, draft_at=None))

    def count(self, round_id: str, annotator_id: str) -> DoneCounts:
        """Return how many items somebody has finished in a round, and the flagged, skipped and noted ones."""
        marks = {"flagged": _A.flag, "skipped": _A.status == "skipped", "noted": _A.comment != ""}
        sums = [
            func.coalesce(func.sum(case((mark, 1), else_=0)), 0).label(name) for name, mark in marks.items()
        ]
        query = select(func.count().label("total"), *sums).where(_done(round_id, annotator_id))
        with self._database.read() as connection:
            return DoneCounts(**connection.execute(query).mappings().one())

    def done(
        self, round_id: str, annotator_id: str, *, only: str = "", text: str = "", start: int, count: int
    ) -> tuple[int, list[DoneItem]]:
        """Return how many finished items match, and those from `start` on, at most `count`, newest first.

        Parameters
        ----------
        only : str
            `flagged`, `skipped` or `noted`; all if empty.
        text : str
            Words that must all be in the item's texts or in the note; case and accents are ignored.
        start : int
            From 0. Beyond the last match the list is empty.
        """
        rank = func.row_number().over(order_by=_A.position).label(_NUMBER)
        parts = (_A.item_id, _A.occasion, _A.status, _A.flag, _A.comment, rank)
        numbered = select(*parts).where(_done(round_id, annotator_id)).subquery()
        d = numbered.c
        conditions: dict[str, Any] = {
            "flagged": (d.flag,),
            "skipped": (d.status == "skipped",),
            "noted": (d.comment != "",),
        }
        with self._database.read() as connection:
            fits = [*conditions.get(only, ()), *_holds(connection, round_id, d.comment, text)]
            searched = numbered.join(t.items, t.items.c.id == d.item_id) if text.strip() else numbered
            page = (
                select(d.item_id, d.occasion, d.number, func.count().over().label(_TOTAL))
                .select_from(searched)
                .where(*fits)
                .order_by(d.number.desc())
            )
            rows = _in_full(connection, round_id, annotator_id, page.offset(start).limit(count).subquery())
            ids = {row["item_id"] for row in rows}
            bodies = connection.execute(select(t.items).where(t.items.c.id.in_(ids))).mappings()
            items = {row["id"]: read_item(row) for row in bodies}
            answers = _last_answers(connection, [row for row in rows if row["status"] == "submitted"])
        return rows[0][_TOTAL] if rows else 0, [
            DoneItem(
                row[_NUMBER],
                read_assignment(row),
                items[row["item_id"]],
                answers.get(read_key(row)),
                row["flag"],
                row["comment"],
            )
            for row in rows
        ]


def _waits(connection: Connection, round_id: str, annotator_id: str, cap: int | None) -> bool:
    mine = {"its_round_id": round_id, "its_annotator_id": annotator_id}
    leased = q.LEASED.first(connection, mine)
    return leased is not None or q.next_offered(connection, round_id, annotator_id, cap) is not None


def _done(round_id: str, annotator_id: str) -> Any:
    return and_(_A.round_id == round_id, _A.annotator_id == annotator_id, _A.status.in_(_DONE))


def _is_done(key: AssignmentKey) -> Any:
    mine = _done(key.round_id, key.annotator_id)
    return and_(mine, _A.item_id == key.item_id, _A.occasion == key.occasion)


def _last_answers(connection: Connection, rows: Sequence[Any]) -> dict[AssignmentKey, Annotation]:
    """Return the last revision of each of somebody's few assignments of one round."""
    if not rows:
        return {}
    mine = and_(_N.round_id == rows[0]["round_id"], _N.annotator_id == rows[0]["annotator_id"])
    items = _N.item_id.in_([row["item_id"] for row in rows])
    query = select(t.answers).where(mine, items).order_by(_N.revision)
    return {read_key(row): read_annotation(row) for row in connection.execute(query).mappings()}


def _in_full(connection: Connection, round_id: str, annotator_id: str, page: Any) -> Sequence[Any]:
    """Return the assignments of a page with their numbers, the highest first."""
    mine = and_(_A.round_id == round_id, _A.annotator_id == annotator_id)
    same = and_(mine, _A.item_id == page.c.item_id, _A.occasion == page.c.occasion)
    query = select(t.assignments, page.c.number, page.c.total).join(page, same).order_by(page.c.number.desc())
    return connection.execute(query).mappings().all()


def _holds(connection: Connection, round_id: str, note: Any, text: str) -> list[Any]:
    """Return the conditions that the texts of an item, or the note beside it, hold each word of `text`.

    The items of a round are of one kind.
    """
    words = folded(text).split()
    if not words:
        return []
    kinds = select(t.items.c.kind).join(t.round_items, t.round_items.c.item_id == t.items.c.id)
    kind = connection.execute(kinds.where(t.round_items.c.round_id == round_id).limit(1)).scalar_one()
    all_texts = note
    for path in _TEXTS[kind]:
        all_texts = all_texts + " " + func.coalesce(t.items.c.body[path].as_string(), "")
    read = folded_column(connection, all_texts)
    return [read.contains(word, autoescape=True) for word in words]
