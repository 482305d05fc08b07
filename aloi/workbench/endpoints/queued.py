"""Endpoints of the other background jobs: `POST /jobs/<verb>`."""

from __future__ import annotations

from collections.abc import Collection

from aloi.base.requests import info_of
from aloi.workbench.endpoints import annotations as answers
from aloi.workbench.endpoints import campaigns, machines, programs, releases, rounds, texts
from aloi.workbench.endpoints.base import Endpoint
from aloi.workbench.requests import all_requests

# Jobs that programs do not start, and why.
NOT_OFFERED = {
    "backup": "A copy of the store is for its administrator, who works at the server.",
    "restore": "It replaces the store, for its administrator alone.",
}


def _others(declared: Collection[type]) -> list[Endpoint]:
    return [
        Endpoint(kind, "POST", f"/jobs/{info_of(kind).job.replace('_', '-')}")
        for kind in all_requests()
        if info_of(kind).job and kind not in declared and info_of(kind).name not in NOT_OFFERED
    ]


_DECLARED = {
    endpoint.request
    for area in (texts, campaigns, rounds, answers, machines, releases, programs)
    for endpoint in area.ENDPOINTS
}
ENDPOINTS = tuple(_others(_DECLARED))
