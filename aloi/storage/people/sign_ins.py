"""Attempts to sign in, counted in the store: all web processes share them, also after a restart."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from datetime import datetime, timedelta

from sqlalchemy import delete, func, insert, select

from aloi.storage import tables as t
from aloi.storage.database import StorePart


class SignIns(StorePart):
    """Attempts to sign in, counted by person, browser or address."""

    def begin(self, limits: Mapping[str, int], window: timedelta, now: datetime) -> timedelta | None:
        """Count an attempt before its password is checked, or return how long it must wait.

        It is counted first, so that many simultaneous attempts cannot all pass.

        Parameters
        ----------
        limits : mapping of str to int
            Keys by which the attempt is counted, and the most attempts of each within the window.
        window : timedelta
            How long an attempt counts.
        now : datetime
        """
        tries = t.sign_in_tries.c
        counted = select(tries.counted_by, func.count(), func.min(tries.tried_at))
        # One after the other: on a server of databases two would not see each other's try.
        turn = select(t.secrets.c.name).where(t.secrets.c.name == "cookie").with_for_update()
        with self._database.write(turn=None) as connection:
            connection.execute(turn)
            connection.execute(delete(t.sign_in_tries).where(tries.tried_at <= now - window))
            rows = connection.execute(
                counted.where(tries.counted_by.in_(limits)).group_by(tries.counted_by)
            ).all()
            over: list[datetime] = [first for name, count, first in rows if count >= limits[name]]
            if over:
                return max(over) + window - now
            connection.execute(
                insert(t.sign_in_tries), [{"counted_by": name, "tried_at": now} for name in limits]
            )
        return None

    def succeeded(self, own_names: Collection[str], shared: Collection[str]) -> None:
        """Delete all attempts of the person who signed in, and this one attempt of shared keys."""
        tries = t.sign_in_tries.c
        with self._database.write(turn=None) as connection:
            connection.execute(delete(t.sign_in_tries).where(tries.counted_by.in_(own_names)))
            for name in shared:
                last = select(func.max(tries.id)).where(tries.counted_by == name).scalar_subquery()
                connection.execute(delete(t.sign_in_tries).where(tries.id == last))
