"""The table of long verbs: queued by a page or a command, taken by the worker."""

from __future__ import annotations

import uuid
from collections.abc import Collection, Mapping, Sequence
from datetime import datetime, timedelta
from typing import TypeAlias

from sqlalchemy import delete, func, insert, or_, select, update

from aloi.errors import AloiError
from corpora.model import Json
from storage import tables as t
from storage.database import StorePart
from storage.model import Job, JobQueue

ATTEMPTS = 3  # a job that ended its worker this often would end the next one too
_WORKER_ENDED = AloiError("storage.worker-ended-times-while-did", attempts=ATTEMPTS)

Condition: TypeAlias = tuple[Collection[str], bool] | None

_COLUMNS = [column for column in t.jobs.c if column.name != "place"]


class Jobs(StorePart):
    """What runs, ran, or waits to run."""

    def add(self, verb: str, arguments: Mapping[str, Json], created_by: str, now: datetime) -> Job:
        """Return a new job, waiting for a worker."""
        job_id = uuid.uuid4().hex
        with self._database.write(turn="jobs") as connection:
            place = connection.execute(select(func.coalesce(func.max(t.jobs.c.place) + 1, 0))).scalar_one()
            connection.execute(
                insert(t.jobs),
                {
                    "id": job_id, "place": place, "verb": verb, "arguments": dict(arguments),
                    "status": "queued", "done": 0, "total": 0, "message": "", "result": None, "error": None,
                    "created_by": created_by, "created_at": now, "attempts": 0,
                },
            )  # fmt: skip
        return self.get(job_id)

    def claim(self, now: datetime, stale_seconds: int, only: Condition = None) -> Job | None:
        """Return the oldest job that waits, or whose worker has been silent too long; it is ours now.

        One whose workers fell silent `ATTEMPTS` times has failed. `only` is (verbs, True) for jobs of these
        verbs alone, (verbs, False) for all others.
        """
        j = t.jobs.c
        silent = (j.status == "running") & (j.heartbeat < now - timedelta(seconds=stale_seconds))
        told = {"error": str(_WORKER_ENDED), "result": _WORKER_ENDED.to_json()}
        given_up = {"status": "failed", "finished_at": now, **told}
        waiting = select(j.id).where(or_(j.status == "queued", silent)).order_by(j.place).limit(1)
        if only is not None:
            waiting = waiting.where(j.verb.in_(only[0]) if only[1] else j.verb.not_in(only[0]))
        with self._database.read() as connection:
            if connection.execute(waiting).first() is None:
                return None  # an idle worker must not take the write lock twice a second
        with self._database.write(turn=None) as connection:
            connection.execute(update(t.jobs).where(silent, j.attempts >= ATTEMPTS).values(**given_up))
            found = connection.execute(waiting.with_for_update(skip_locked=True)).scalar()
            if found is None:
                return None
            values = {"status": "running", "started_at": now, "heartbeat": now, "attempts": j.attempts + 1}
            connection.execute(update(t.jobs).where(j.id == found).values(**values))
        return self.get(found)

    def progress(self, job_id: str, done: int, total: int, message: str, now: datetime) -> bool:
        """Return whether to go on, after noting how far a job is; False once it was cancelled."""
        j = t.jobs.c
        values = {"done": done, "total": total, "message": message, "heartbeat": now}
        with self._database.write(turn=None) as connection:
            running = (j.id == job_id) & (j.status == "running")
            return bool(connection.execute(update(t.jobs).where(running).values(**values)).rowcount)

    def give_back(self, job_id: str) -> None:
        """Let a job wait for the next worker: the one that had it was told to stop, which is no attempt."""
        j = t.jobs.c
        running = (j.id == job_id) & (j.status == "running")
        values = {"status": "queued", "attempts": j.attempts - 1}
        with self._database.write(turn=None) as connection:
            connection.execute(update(t.jobs).where(running).values(**values))

    def finish(self, job_id: str, result: Json, now: datetime) -> None:
        """Note that a job is done, also one that somebody wanted to stop when all was done."""
        self._end(job_id, now, ("running", "cancelled"), status="done", result=result)

    def fail(self, job_id: str, error: str, now: datetime, told: Json = None) -> None:
        """Note why a job failed; `told`, of a refusal, is what `AloiError.to_json` gives."""
        self._end(job_id, now, ("running",), status="failed", error=error, result=told)

    def cancel(self, job_id: str, now: datetime) -> None:
        """Ask a job to stop; one that has ended stays as it is."""
        j = t.jobs.c
        active = (j.id == job_id) & j.status.in_(("queued", "running"))
        with self._database.write(turn=None) as connection:
            connection.execute(update(t.jobs).where(active).values(status="cancelled", finished_at=now))

    def get(self, job_id: str) -> Job:
        """Return a job by its id."""
        with self._database.read() as connection:
            row = connection.execute(select(*_COLUMNS).where(t.jobs.c.id == job_id)).mappings().first()
        if row is None:
            raise AloiError("storage.no-job-id", job_id=repr(job_id))
        return Job(**row)

    def queue(self) -> JobQueue:
        """Return how many jobs wait, since when, and when a worker last gave a sign of life."""
        j = t.jobs.c
        waits, runs = j.status == "queued", j.status == "running"
        query = select(
            func.count().filter(waits).label("waiting"),
            func.min(j.created_at).filter(waits).label("oldest"),
            func.max(j.heartbeat).filter(runs).label("heard"),
        )
        with self._database.read() as connection:
            return JobQueue(*connection.execute(query).one())

    def of_verb(self, verb: str) -> Sequence[Job]:
        """Return the jobs of a verb, the oldest first."""
        query = select(*_COLUMNS).where(t.jobs.c.verb == verb).order_by(t.jobs.c.place)
        return [Job(**row) for row in self._database.rows(query)]

    def last(self, verb: str, created_by: str) -> Job | None:
        """Return the newest job of a verb that somebody asked for, but for failed and cancelled ones."""
        j = t.jobs.c
        query = select(*_COLUMNS).where(j.verb == verb, j.created_by == created_by)
        query = query.where(j.status.in_(("queued", "running", "done"))).order_by(j.place.desc()).limit(1)
        return next((Job(**row) for row in self._database.rows(query)), None)

    def under_way(self, verb: str, created_by: str) -> Sequence[Job]:
        """Return the jobs of a verb that somebody asked for and that wait or run, the newest first."""
        j = t.jobs.c
        query = select(*_COLUMNS).where(j.verb == verb, j.created_by == created_by)
        query = query.where(j.status.in_(("queued", "running"))).order_by(j.place.desc())
        return [Job(**row) for row in self._database.rows(query)]

    def forget(self, ids: Sequence[str]) -> None:
        """Drop jobs of which nothing need be known any more."""
        if ids:
            with self._database.write(turn=None) as connection:
                connection.execute(delete(t.jobs).where(t.jobs.c.id.in_(ids)))

    def list(self, limit: int = 50) -> list[Job]:
        """Return the newest jobs, newest first."""
        query = select(*_COLUMNS).order_by(t.jobs.c.place.desc()).limit(limit)
        return [Job(**row) for row in self._database.rows(query)]

    def _end(self, job_id: str, now: datetime, ended_from: Sequence[str], **values: object) -> None:
        j = t.jobs.c
        ours = (j.id == job_id) & j.status.in_(ended_from)
        with self._database.write(turn=None) as connection:
            connection.execute(update(t.jobs).where(ours).values(finished_at=now, **values))
