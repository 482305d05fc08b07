"""Endpoints: which use case answers a method and a path, for REST, the client and local stores alike.

The body, the query and their checks are those of the request of the use case (`aloi.base.requests`).
"""

from collections.abc import Mapping
from functools import cache

from aloi.base.requests import fields_of, info_of
from aloi.workbench.endpoints import annotations as answers
from aloi.workbench.endpoints import (
    campaigns,
    crowds,
    machines,
    programs,
    queued,
    releases,
    rounds,
    texts,
    webhooks,
)
from aloi.workbench.endpoints.base import Call, Endpoint, Page

__all__ = ["Call", "Endpoint", "Page", "endpoint_of", "endpoints"]

_AREAS = (texts, campaigns, rounds, crowds, answers, machines, releases, programs, webhooks, queued)


@cache
def endpoints() -> tuple[Endpoint, ...]:
    """Return all endpoints, in the order of the documentation."""
    return tuple(endpoint for area in _AREAS for endpoint in area.ENDPOINTS)


@cache
def _by_name() -> Mapping[str, Endpoint]:
    return {info_of(endpoint.request).name: endpoint for endpoint in endpoints()}


def endpoint_of(name: str) -> Endpoint:
    """Return the endpoint of a request by the name of its command, such as `round open`."""
    return _by_name()[name]


def split_values(endpoint: Endpoint, values: Mapping[str, object]) -> tuple[str, dict[str, object]]:
    """Return the path of an endpoint with its values, and all other values."""
    from urllib.parse import quote

    path = endpoint.path
    rest = {name: value for name, value in values.items() if name in fields_of(endpoint.request)}
    for name in endpoint.path_fields:
        path = path.replace(f"{{{name}}}", quote(str(rest.pop(name)), safe=""))
    return path, rest
