"""Use cases whose results are cached: a request, the function that computes its result, what makes it old."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any, Generic, TypeAlias, TypeVar, get_args, get_origin, get_type_hints

from aloi.annotation.model import Round
from aloi.storage.changes import cleanings_of, decisions_of
from aloi.storage.store import Store
from aloi.workbench.progress import Progress, silent

T = TypeVar("T")
T_co = TypeVar("T_co", covariant=True)  # of the result of a request
# (store, value of a field) -> ids, of which any `note_change` makes a result old.
DependsOn: TypeAlias = Callable[[Store, str], Sequence[str]]


def _itself(store: Store, of: str) -> Sequence[str]:
    del store
    return (of,)


def _cleanings(store: Store, of: str) -> Sequence[str]:
    del store
    return (cleanings_of(of),)


def _rounds(store: Store, of: str) -> Sequence[str]:
    return store.campaigns.round_ids(of)


def _decisions(store: Store, of: str) -> Sequence[str]:
    return [decisions_of(round_id) for round_id in store.campaigns.round_ids(of)]


def _decisions_on(store: Store, of: str) -> Sequence[str]:
    del store
    return (decisions_of(of),)


def _corpus(store: Store, of: str) -> Sequence[str]:
    return (store.campaigns.get(of).corpus_id,)


# Types of the fields of requests; a field of another type makes no result old.
RoundId = Annotated[str, _itself]
DecidedRound = Annotated[str, _itself, _decisions_on]  # with the decisions of adjudication on it
CampaignId = Annotated[str, _itself]
CleanedCampaign = Annotated[str, _itself, _cleanings]  # words count as they were decided in cleaning
CampaignAndRounds = Annotated[str, _itself, _rounds]
CleanedCampaignAndRounds = Annotated[str, _itself, _rounds, _cleanings]
CampaignWithDecisions = Annotated[str, _itself, _rounds, _decisions, _corpus]
CampaignAndCorpus = Annotated[str, _itself, _corpus]


class Request(Generic[T_co]):
    """A request for the result of a use case; subclasses are frozen dataclasses, and their JSON is the key.

    `T_co` is the type of the result, which `aloi.base.records` writes as JSON and reads back.
    """

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class CleanedRoundRequest(Request[T_co]):
    """A request about a round whose words count as they were decided in cleaning."""

    campaign_id: CleanedCampaign
    round_id: RoundId


@dataclass(frozen=True, slots=True)
class Context:
    """The store and the data folder a use case computes with, and a function that receives progress."""

    store: Store
    folder: Path = Path()
    progress: Progress = silent

    def round(self, request: CleanedRoundRequest[Any]) -> Round:
        """Return the round that a request is about."""
        return self.store.campaigns.round(request.round_id)


Compute: TypeAlias = Callable[[Any, Context], T]


@dataclass(frozen=True, slots=True)
class UseCase:
    """A use case whose results are cached.

    Parameters
    ----------
    request : type
        The class of its requests.
    result : type
        That of its results.
    depends : mapping
        By field of its requests, the rules that its type has.
    compute : callable
        (request, context) -> result. An AloiError that it raises is cached in place of a result.
    version : int
        Counted up when a result is computed differently, or has other fields, than before.
    most : int or None
        How many results are kept, the latest ones: for requests with values that a person chooses.
    """

    request: type[Request[Any]]
    result: Any
    depends: Mapping[str, tuple[DependsOn, ...]]
    compute: Compute[Any]
    version: int
    most: int | None

    @property
    def name(self) -> str:
        """The name under which results are stored."""
        return self.request.__name__

    def dependencies(self, store: Store, request: Request[Any]) -> tuple[str, ...]:
        """Return the ids of what a result is computed from: any `note_change` of one of them makes it old."""
        return tuple(
            its_id
            for field, rules in self.depends.items()
            for rule in rules
            for its_id in rule(store, getattr(request, field))
        )


USE_CASES: dict[str, UseCase] = {}  # by name; complete once `aloi.workbench.cache.refresh` is imported


def cached(*, version: int = 1, most: int | None = None) -> Callable[[Compute[T]], Compute[T]]:
    """Return a decorator that caches what a function returns; its `request` is annotated with its class."""

    def register(compute: Compute[T]) -> Compute[T]:
        request = get_type_hints(compute)["request"]
        hints = get_type_hints(request, include_extras=True)
        depends = {name: hint.__metadata__ for name, hint in hints.items() if get_origin(hint) is Annotated}
        [result] = get_args(request.__orig_bases__[0])
        USE_CASES[request.__name__] = UseCase(request, result, depends, compute, version, most)
        return compute

    return register


def use_case_of(request: Request[Any]) -> UseCase:
    """Return the use case that a request is for."""
    return USE_CASES[type(request).__name__]
