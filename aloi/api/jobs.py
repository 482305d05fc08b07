"""Background jobs for callers: their state, their progress as events, their files."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Callable
from typing import Any

from aloi.api.problems import document, status_of
from aloi.base.errors import AloiError
from aloi.base.records import to_json
from aloi.workbench.jobs import Job

_EVERY_SECONDS = 0.5
_ENDED = ("done", "failed", "cancelled")


def describe(job: Job, language: str) -> dict[str, Any]:
    """Return a job as callers see it."""
    error = None
    if job.status == "failed":
        is_told = isinstance(job.result, dict) and "code" in job.result
        told_error = (
            AloiError.from_json(job.result)
            if is_told
            else AloiError("workbench.job-broke", kind="", job=job.id)
        )
        error = document(told_error, status_of(told_error), language)
    fields = ("id", "verb", "status", "done", "total", "message", "created_at", "started_at", "finished_at")
    shown = to_json(job)
    return {
        **{name: shown[name] for name in fields},
        "result": job.result if job.status == "done" else None,
        "error": error,
    }


async def events(read: Callable[[], Any], language: str) -> AsyncIterator[str]:
    """Yield the states of a job as server-sent events, each change once, until it has ended."""
    last = ""
    while True:
        job = await read()
        state = json.dumps(describe(job, language), ensure_ascii=False, default=str)
        if state != last:
            yield f"event: {'ended' if job.status in _ENDED else 'progress'}\ndata: {state}\n\n"
            last = state
        else:
            yield ": \n\n"  # keeps the connection open
        if job.status in _ENDED:
            return
        await asyncio.sleep(_EVERY_SECONDS)
