"""Versions of machine annotators and their answers, apart from those of people."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any, TypeAlias

from sqlalchemy import and_, delete, func, insert, select, update

from aloi.base.errors import AloiError
from aloi.base.records import from_json, to_json, to_row
from aloi.base.terms import Term
from aloi.machines.model import (
    AGAIN,
    Access,
    MachineAnnotator,
    MachineAnswer,
    MachineCount,
    MachineIdentity,
)
from aloi.storage import tables as t
from aloi.storage.changes import note_change
from aloi.storage.database import StorePart

_Answers: TypeAlias = list[MachineAnswer]
_Counts: TypeAlias = list[MachineCount]
_M, _A = t.machines.c, t.machine_answers.c
_KEY = [column.name for column in t.machine_answers.primary_key]


class Machines(StorePart):
    """Machine annotators. Their answers enter agreement of people, gold and adjudication nowhere."""

    def add(self, name: str, identity: MachineIdentity, access: Access, now: datetime) -> MachineAnnotator:
        """Return the version of a machine with an identity, new or not; its access is replaced."""
        machine_id = identity.id_of(name)
        with self._database.write() as connection:
            its = _M.id == machine_id
            if connection.execute(select(_M.id).where(its)).first() is not None:
                connection.execute(update(t.machines).where(its).values(access=to_json(access)))
            else:
                versions = connection.execute(
                    select(_M.pseudonym, _M.version).where(_M.name == name).order_by(_M.version)
                ).all()
                names = connection.execute(select(func.count(_M.name.distinct()))).scalar_one()
                position = connection.execute(select(func.count()).select_from(t.machines)).scalar_one()
                row = {
                    "id": machine_id, "place": position, "name": name,
                    "pseudonym": versions[0].pseudonym if versions else f"X{names + 1}",
                    "version": versions[-1].version + 1 if versions else 1,
                    "identity": to_json(identity), "access": to_json(access), "created_at": now,
                }  # fmt: skip
                connection.execute(insert(t.machines), row)
        return self.get(machine_id)

    def list(self) -> list[MachineAnnotator]:
        """Return every version of every machine, in the order they were added."""
        return [_machine(row) for row in self._database.rows(select(t.machines).order_by(_M.place))]

    def get(self, reference: str, version: int | None = None) -> MachineAnnotator:
        """Return a machine by id, name or pseudonym: the version with this number, or the newest.

        Raises
        ------
        AloiError
            There is none.
        """
        named = [
            machine
            for machine in self.list()
            if reference in (machine.id, machine.name, machine.pseudonym)
            and version in (None, machine.version)
        ]
        if not named:
            raise AloiError(
                "aloi.not-found",
                kind=Term("the-machine"),
                name=repr(reference if version is None else f"{reference} v{version}"),
                todo=Term("see-the-machines"),
            )
        return max(named, key=lambda machine: machine.version)

    def save(self, answers: Sequence[MachineAnswer]) -> None:
        """Store answers, in place of those that the server had failed to give. All or none."""
        if not answers:
            return
        rows = [_row(answer) for answer in answers]
        with self._database.write() as connection:
            rounds = {answer.round_id for answer in answers}
            failed = _A.round_id.in_(rounds) & _A.skip.in_([skip.value for skip in AGAIN])
            if connection.execute(select(_A.item_id).where(failed).limit(1)).first() is not None:
                for row in rows:
                    its = and_(*(_A[name] == row[name] for name in _KEY))
                    connection.execute(delete(t.machine_answers).where(its, failed))
            connection.execute(insert(t.machine_answers), rows)
            for round_id in rounds:
                note_change(connection, round_id)

    def answers(
        self,
        round_id: str,
        machine_id: str | None = None,
        guideline_version: int | None = None,
        item_id: str | None = None,
    ) -> _Answers:
        """Return answers and skips of a round: of a machine, a guideline version and an item, or of all.

        They are in the order of machines, items, guideline versions and draws; version 0 is no guideline.
        """
        query = (
            select(t.machine_answers)
            .join(t.machines, _M.id == _A.machine_id)
            .join(
                t.round_items,
                and_(t.round_items.c.round_id == _A.round_id, t.round_items.c.item_id == _A.item_id),
            )
            .where(_A.round_id == round_id)
            .order_by(_M.place, t.round_items.c.place, _A.guideline_version, _A.draw, _A.reversed_order)
        )
        if machine_id is not None:
            query = query.where(_A.machine_id == machine_id)
        if guideline_version is not None:
            query = query.where(_A.guideline_version == guideline_version)
        if item_id is not None:
            query = query.where(_A.item_id == item_id)
        return [_answer(row) for row in self._database.rows(query)]

    def counts(self, round_ids: Sequence[str]) -> _Counts:
        """Return the number of answers and of skips by reason of each machine in rounds."""
        query = (
            select(_A.round_id, _A.machine_id, _A.guideline_version, _A.skip, func.count().label("count"))
            .where(_A.round_id.in_(round_ids))
            .group_by(_A.round_id, _A.machine_id, _A.guideline_version, _A.skip)
            .order_by(_A.round_id, _A.machine_id, _A.guideline_version, _A.skip)
        )
        return [
            from_json(MachineCount, {**row, "guideline_version": row["guideline_version"] or None})
            for row in self._database.rows(query)
        ]

    def acknowledged(
        self, round_id: str, machine_id: str, guideline_version: int
    ) -> set[tuple[str, int, bool]]:
        """Return (item, draw, reversed order) that need no new request."""
        query = select(_A.item_id, _A.draw, _A.reversed_order, _A.skip).where(
            _A.round_id == round_id,
            _A.machine_id == machine_id,
            _A.guideline_version == guideline_version,
        )
        failed = {skip.value for skip in AGAIN}
        return {
            (row["item_id"], row["draw"], row["reversed_order"])
            for row in self._database.rows(query)
            if row["skip"] not in failed
        }


def _machine(row: Any) -> MachineAnnotator:
    return from_json(MachineAnnotator, {**row})


def _row(answer: MachineAnswer) -> dict[str, Any]:
    row = to_row(answer)
    return {**row, "guideline_version": row["guideline_version"] or 0}


def _answer(row: Any) -> MachineAnswer:
    return from_json(MachineAnswer, {**row, "guideline_version": row["guideline_version"] or None})
