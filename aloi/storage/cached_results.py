"""Results of use cases, cached until the state that they were computed from changes."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

from sqlalchemy import delete, insert, select

from aloi.base.records import to_row
from aloi.storage import tables as t
from aloi.storage.columns import as_kept
from aloi.storage.database import StorePart
from aloi.storage.model import State, StoredResult
from aloi.storage.rows import in_parts

_RESULTS, _R = t.cached_results, t.cached_results.c
_NEVER = State(0, 0)
COLUMN_ROLES = "column_roles"  # chosen by people and remembered by header, not computed


class CachedResults(StorePart):
    """The latest result of each request, by the name of its use case and its JSON."""

    def states(self, ids: Iterable[str]) -> dict[str, State]:
        """Return the present state of rounds, campaigns and corpora by id; one never changed is (0, 0)."""
        subjects = list(dict.fromkeys(ids))
        states = dict.fromkeys(subjects, _NEVER)
        s = t.states.c
        with self._database.read() as connection:
            for part in in_parts(subjects):
                rows = connection.execute(select(s.id, s.answers, s.changes).where(s.id.in_(part)))
                states |= {row.id: State(row.answers, row.changes) for row in rows}
        return states

    def get(self, keys: Sequence[tuple[str, str]]) -> dict[tuple[str, str], StoredResult]:
        """Return the results of these (name, subject) that were ever computed."""
        stored: dict[tuple[str, str], StoredResult] = {}
        with self._database.read() as connection:
            for name in dict.fromkeys(name for name, _ in keys):
                subjects = [subject for each, subject in keys if each == name]
                for part in in_parts(subjects):
                    query = select(_RESULTS).where(_R.name == name, _R.subject.in_(part))
                    for row in connection.execute(query).mappings():
                        stored[row["name"], row["subject"]] = StoredResult(**row)
        return stored

    def save(self, result: StoredResult) -> None:
        """Store a result in place of the one before."""
        name, subject = result.name, result.subject
        with self._database.write(turn="cached results") as connection, as_kept():
            connection.execute(delete(_RESULTS).where(_R.name == name, _R.subject == subject))
            connection.execute(insert(_RESULTS), to_row(result))

    def keep_latest(self, name: str, most: int) -> None:
        """Drop the results of a name but for so many that were computed last."""
        latest = select(_R.subject).where(_R.name == name).order_by(_R.computed_at.desc(), _R.subject)
        with self._database.write(turn="cached results") as connection:
            older = list(connection.scalars(latest.offset(most)))
            for part in in_parts(older):
                connection.execute(delete(_RESULTS).where(_R.name == name, _R.subject.in_(part)))

    def keep_names(self, names: Collection[str]) -> None:
        """Drop the results of all other names, which an earlier version stored; not what people chose."""
        with self._database.read() as connection:
            stored = set(connection.scalars(select(_R.name).distinct()))
        unknown = stored - {*names, COLUMN_ROLES}
        if unknown:
            with self._database.write(turn="cached results") as connection:
                connection.execute(delete(_RESULTS).where(_R.name.in_(unknown)))
