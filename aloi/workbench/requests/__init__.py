"""The requests of all use cases, by area. They import no use case: the terminal lists its options at once."""

from collections.abc import Sequence

from aloi.base.requests import is_request
from aloi.workbench.requests import (
    campaigns,
    candidates,
    corrections,
    files,
    imports,
    models,
    releases,
    rounds,
    store,
    texts,
)

# A request is registered by its declaration in one of these modules.
AREAS = (texts, candidates, imports, campaigns, rounds, corrections, releases, models, files, store)
REQUESTS: Sequence[type] = tuple(
    value
    for area in AREAS
    for value in vars(area).values()
    if is_request(value) and value.__module__ == area.__name__
)
