"""Cached results, computed once for each state of the answers and kept until the next ones."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime

from sqlalchemy import delete, insert, select

from aloi.corpora.model import Json
from aloi.storage import tables as t
from aloi.storage.columns import as_kept
from aloi.storage.database import StorePart
from aloi.storage.model import State, StoredFigure
from aloi.storage.rows import in_parts

_F = t.figures.c
_NEVER = State(0, 0)


class Figures(StorePart):
    """Cached results of counts and computations, each with its name and its subject."""

    def states(self, ids: Iterable[str]) -> dict[str, State]:
        """Return the current state of rounds, campaigns and corpora by id; an unchanged one is (0, 0)."""
        subjects = list(dict.fromkeys(ids))
        states = dict.fromkeys(subjects, _NEVER)
        s = t.states.c
        with self._database.read() as connection:
            for part in in_parts(subjects):
                rows = connection.execute(select(s.id, s.answers, s.changes).where(s.id.in_(part)))
                states |= {row.id: State(row.answers, row.changes) for row in rows}
        return states

    def get(self, keys: Sequence[tuple[str, str]]) -> dict[tuple[str, str], StoredFigure]:
        """Return the cached results of these (name, subject), current or not."""
        stored: dict[tuple[str, str], StoredFigure] = {}
        with self._database.read() as connection:
            for name in dict.fromkeys(name for name, _ in keys):
                subjects = [subject for each, subject in keys if each == name]
                for part in in_parts(subjects):
                    query = select(t.figures).where(_F.name == name, _F.subject.in_(part))
                    for row in connection.execute(query).mappings():
                        stored[row["name"], row["subject"]] = StoredFigure(**row)
        return stored

    def save(
        self,
        name: str,
        subject: str,
        *,
        state: str,
        answers: int,
        value: Json,
        error: Json,
        computed_at: datetime,
        seconds: float,
    ) -> None:
        """Store a result in place of the previous one."""
        row = {
            "name": name, "subject": subject, "state": state, "answers": answers, "value": value,
            "error": error, "computed_at": computed_at, "seconds": seconds,
        }  # fmt: skip
        with self._database.write(turn="figures") as connection, as_kept():
            connection.execute(delete(t.figures).where(_F.name == name, _F.subject == subject))
            connection.execute(insert(t.figures), row)

    def keep_latest(self, name: str, most: int) -> None:
        """Delete the results of a name except for this many of the latest ones."""
        latest = select(_F.subject).where(_F.name == name).order_by(_F.computed_at.desc(), _F.subject)
        with self._database.write(turn="figures") as connection:
            older = list(connection.scalars(latest.offset(most)))
            for part in in_parts(older):
                connection.execute(delete(t.figures).where(_F.name == name, _F.subject.in_(part)))
