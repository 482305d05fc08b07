"""The table of background jobs: queued by a page or a command, executed by the worker."""

from __future__ import annotations

import json
import uuid
from collections.abc import Collection, Mapping, Sequence
from datetime import datetime, timedelta
from typing import TypeAlias

from sqlalchemy import (
    ColumnElement,
    Connection,
    RowMapping,
    Table,
    Text,
    cast,
    delete,
    func,
    insert,
    or_,
    select,
    true,
    update,
)

from aloi.base.errors import AloiError
from aloi.base.terms import Term, keyed, with_phrases
from aloi.corpora.model import Json
from aloi.storage import tables as t
from aloi.storage.columns import as_kept
from aloi.storage.database import StorePart
from aloi.storage.driver.outbox import note_job
from aloi.storage.model import Job, JobQueue

ATTEMPTS = 3  # a job that ended its worker this often would end the next one too
_WORKER_ENDED = AloiError("storage.worker-ended-times-while-did", attempts=ATTEMPTS)

_OF = {"campaign": t.campaigns, "corpus": t.corpora}
Condition: TypeAlias = tuple[Collection[str], bool] | None

_COLUMNS = [one for one in t.jobs.c if one.name not in ("place", "campaign_id", "corpus_id")]


class Jobs(StorePart):
    """Background jobs: queued, running and finished."""

    def add(self, verb: str, arguments: Mapping[str, Json], created_by: str, now: datetime) -> Job:
        """Return a new job, waiting for a worker.

        It is of the campaign or the corpus that its arguments name, and seen by who manages that.
        """
        job_id = uuid.uuid4().hex
        with self._database.write(turn="jobs") as connection:
            of = {f"{name}_id": _named(connection, table, arguments.get(name)) for name, table in _OF.items()}
            position = connection.execute(select(func.coalesce(func.max(t.jobs.c.place) + 1, 0))).scalar_one()
            connection.execute(
                insert(t.jobs),
                {
                    "id": job_id, "place": position, "verb": verb, "arguments": dict(arguments),
                    "status": "queued", "done": 0, "total": 0, "message": "", "result": None, "error": None,
                    "created_by": created_by, "created_at": now, "attempts": 0, **of,
                    "limited_to": self._database.campaign_id,
                },
            )  # fmt: skip
        return self.get(job_id)

    def claim(self, now: datetime, stale_seconds: int, only: Condition = None) -> Job | None:
        """Return the oldest queued job, or one whose worker has been silent too long, claimed by this worker.

        One whose workers fell silent `ATTEMPTS` times has failed. `only` is (verbs, True) for jobs of these
        verbs alone, (verbs, False) for all others.
        """
        j = t.jobs.c
        silent = (j.status == "running") & (j.heartbeat < now - timedelta(seconds=stale_seconds))
        failure = {"error": str(_WORKER_ENDED), "result": _WORKER_ENDED.to_json()}
        given_up = {"status": "failed", "finished_at": now, **failure}
        waiting = (
            select(j.id).where(_among(only), or_(j.status == "queued", silent)).order_by(j.place).limit(1)
        )
        with self._database.read() as connection:
            if connection.execute(waiting).first() is None:
                return None  # an idle worker must not take the write lock twice a second
        with self._database.write(turn=None) as connection:
            spent = update(t.jobs).where(silent, j.attempts >= ATTEMPTS).values(**given_up)
            for ended_id in connection.execute(spent.returning(j.id)).scalars().all():
                note_job(connection, ended_id)
            job_id = connection.execute(waiting.with_for_update(skip_locked=True)).scalar()
            if job_id is None:
                return None
            values = {"status": "running", "started_at": now, "heartbeat": now, "attempts": j.attempts + 1}
            connection.execute(update(t.jobs).where(j.id == job_id).values(**values))
        return self.get(job_id)

    def progress(self, job: Job, done: int, total: int, message: str, now: datetime) -> bool:
        """Return whether to continue, after storing the progress of a job that `claim` returned.

        False if it was cancelled, or if another worker claimed it because this one was silent too long.
        """
        values = {"done": done, "total": total, "message": message, "heartbeat": now}
        with self._database.write(turn=None) as connection:
            return bool(connection.execute(update(t.jobs).where(_is_claimed(job)).values(**values)).rowcount)

    def give_back(self, job: Job) -> None:
        """Return a job to the queue; its worker was stopped, so this is not counted as an attempt."""
        values = {"status": "queued", "attempts": t.jobs.c.attempts - 1}
        with self._database.write(turn=None) as connection:
            connection.execute(update(t.jobs).where(_is_claimed(job)).values(**values))

    def finish(self, job: Job, result: Json, now: datetime) -> None:
        """Store that a job is finished, even if a cancellation was requested when all was done."""
        self._end(job, ("running", "cancelled"), now, status="done", result=keyed(result))

    def fail(self, job: Job, error: str, now: datetime, document: Json = None) -> None:
        """Store why a job failed; `document`, for a user error, is the result of `AloiError.to_json`."""
        self._end(job, ("running",), now, status="failed", error=error, result=document)

    def cancel(self, job_id: str, now: datetime) -> None:
        """Request a job to stop; an ended job does not change."""
        j = t.jobs.c
        active = (j.id == job_id) & j.status.in_(("queued", "running"))
        with self._database.write(turn=None) as connection:
            values = {"status": "cancelled", "finished_at": now}
            if connection.execute(update(t.jobs).where(active).values(**values)).rowcount:
                note_job(connection, job_id)

    def get(self, job_id: str) -> Job:
        """Return a job by its id."""
        with self._database.read() as connection:
            row = connection.execute(select(*_COLUMNS).where(t.jobs.c.id == job_id)).mappings().first()
        if row is None:
            raise AloiError(
                "aloi.not-found", kind=Term("the-job"), name=repr(job_id), todo=Term("start-it-again")
            )
        return _job(row)

    def queue(self, only: Condition) -> JobQueue:
        """Return how many jobs wait, since when, and when a worker last gave a sign of life; `only` as above.

        A job that runs waits since its last sign of life: where its worker has ended, another must take it.
        """
        j = t.jobs.c
        waits, runs = j.status == "queued", j.status == "running"
        query = select(
            func.count().filter(waits).label("waiting"),
            func.min(func.coalesce(j.heartbeat, j.created_at)).label("oldest"),
            func.max(j.heartbeat).filter(runs).label("heard"),
        ).where(_among(only), or_(waits, runs))
        with self._database.unscoped.read() as connection:  # a worker serves everybody
            return JobQueue(*connection.execute(query).one())

    def of_verb(self, verb: str) -> Sequence[Job]:
        """Return the jobs of an operation, the oldest first."""
        query = select(*_COLUMNS).where(t.jobs.c.verb == verb).order_by(t.jobs.c.place)
        return [_job(row) for row in self._database.rows(query)]

    def naming(self, name: str) -> Sequence[Job]:
        """Return the jobs that are done and whose result may name a file: its text holds the name."""
        j = t.jobs.c
        stem = json.dumps(name.rpartition(".")[0] or name)[1:-1]
        holds = cast(j.result, Text).contains(stem, autoescape=True)
        query = select(*_COLUMNS).where(j.status == "done", holds).order_by(j.place)
        return [_job(row) for row in self._database.rows(query)]

    def last(self, verb: str, created_by: str) -> Job | None:
        """Return the newest job of an operation that somebody requested, except failed or cancelled ones."""
        j = t.jobs.c
        query = select(*_COLUMNS).where(j.verb == verb, j.created_by == created_by)
        query = query.where(j.status.in_(("queued", "running", "done"))).order_by(j.place.desc()).limit(1)
        return next((_job(row) for row in self._database.rows(query)), None)

    def under_way(self, verb: str, created_by: str) -> Sequence[Job]:
        """Return the queued or running jobs of an operation that somebody requested, the newest first."""
        j = t.jobs.c
        query = select(*_COLUMNS).where(j.verb == verb, j.created_by == created_by)
        query = query.where(j.status.in_(("queued", "running"))).order_by(j.place.desc())
        return [_job(row) for row in self._database.rows(query)]

    def forget(self, ids: Sequence[str]) -> None:
        """Delete old jobs that are no longer needed."""
        if ids:
            with self._database.write(turn=None) as connection:
                connection.execute(delete(t.jobs).where(t.jobs.c.id.in_(ids)))

    def list(self, limit: int = 50) -> list[Job]:
        """Return the newest jobs, newest first."""
        query = select(*_COLUMNS).order_by(t.jobs.c.place.desc()).limit(limit)
        return [_job(row) for row in self._database.rows(query)]

    def _end(self, job: Job, statuses: Sequence[str], now: datetime, **values: object) -> None:
        ending = update(t.jobs).where(_is_claimed(job, *statuses)).values(finished_at=now, **values)
        with self._database.write(turn=None) as connection, as_kept():
            if connection.execute(ending).rowcount:
                note_job(connection, job.id)


def _named(connection: Connection, table: Table, ref: Json) -> str | None:
    """Return the id of what an argument names; None where it names nothing."""
    query = select(table.c.id).where(or_(table.c.id == str(ref), table.c.name == str(ref)))
    return None if ref is None else connection.execute(query.order_by(table.c.id != str(ref))).scalar()


def _among(only: Condition) -> ColumnElement[bool]:
    """Return which jobs are meant by a condition of `Jobs.claim`."""
    if only is None:
        return true()
    verbs, alone = only
    return t.jobs.c.verb.in_(verbs) if alone else t.jobs.c.verb.not_in(verbs)


def _is_claimed(job: Job, *statuses: str) -> ColumnElement[bool]:
    """Return whether a job, by default a running one, still belongs to the worker that claimed it.

    Each worker that takes it over counts one attempt more.
    """
    j = t.jobs.c
    return (j.id == job.id) & (j.attempts == job.attempts) & j.status.in_(statuses or ("running",))


def _job(row: RowMapping) -> Job:
    return Job(**{**row, "result": with_phrases(row["result"])})
