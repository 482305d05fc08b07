"""The requests of all use cases, by area. They import no use case: the terminal lists its options at once."""

from collections.abc import Mapping
from functools import cache

from aloi.base.requests import is_request
from aloi.workbench.requests import (
    campaigns,
    candidates,
    corrections,
    crowds,
    imports,
    machines,
    programs,
    queries,
    releases,
    rounds,
    store,
    texts,
)
from aloi.workbench.requests.files import agreement, scores
from aloi.workbench.requests.models import evaluation, loop, runs, training
from aloi.workbench.study import studies

# A request is registered by its declaration in one of these modules, or in the module of a study.
AREAS = (
    texts,
    candidates,
    imports,
    campaigns,
    rounds,
    crowds,
    corrections,
    releases,
    training,
    evaluation,
    loop,
    runs,
    machines,
    agreement,
    scores,
    store,
    programs,
    queries,
)

# Jobs that take the request of another job.
FURTHER_JOBS: Mapping[str, type] = dict.fromkeys(("look_at_archive", "import_archive"), imports.ImportRequest)
# Jobs that take no request, and why.
JOBS_WITHOUT_REQUEST: Mapping[str, str] = {
    "figures": "It computes cached results; each of them has a request of its own.",
    "check": "It has no options.",
    "list_disputes": "Its request belongs to the endpoints of the REST interface.",
}


@cache
def all_requests() -> tuple[type, ...]:
    """Return the requests of the program, then those of published studies, which are imported by name."""
    of_studies = (module for study in studies() for module in study.load_requests())
    return tuple(
        value
        for module in (*AREAS, *of_studies)
        for value in vars(module).values()
        if is_request(value) and value.__module__ == module.__name__
    )
