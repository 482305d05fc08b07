"""Cached results of neighbours of words: lists, maps, evidence and scores.

A prepared corpus never changes, and an uploaded file is in a folder named by its checksum: these results
stay current.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from aloi.corpora.model import Json
from aloi.studies.neighbours.contexts import Behind, Plot, behind, judging_rows, plot
from aloi.studies.neighbours.lists import NeighbourLists, neighbours
from aloi.studies.neighbours.parameters import Asking
from aloi.studies.neighbours.prepare import find_prepared
from aloi.studies.neighbours.requests import BehindRequest
from aloi.studies.neighbours.scores import NeighbourScores, score
from aloi.workbench.cache.base import Context, Request, T_co, cached

_MOST_DRAWN = 48  # words of a map: more cannot be read
_MOST = 200


@dataclass(frozen=True, slots=True)
class PreparedRequest(Request[T_co]):
    """A prepared corpus, by its id and when it was prepared."""

    prepared_id: str
    made_at: str


@dataclass(frozen=True, slots=True)
class WordsRequest(PreparedRequest[T_co]):
    """The neighbours of words in a prepared corpus."""

    asking: Asking
    words: tuple[str, ...]


def _lists(request: WordsRequest[Any], context: Context) -> NeighbourLists:
    prepared = find_prepared(context.folder, request.prepared_id)
    return neighbours(prepared, request.words, request.asking)


@dataclass(frozen=True, slots=True)
class WordNeighbourhood:
    """Neighbours of words, and the rows of a judging task made of them: none where texts are restricted."""

    lists: NeighbourLists
    candidates: tuple[dict[str, Json], ...]


class FindNeighbours(WordsRequest[WordNeighbourhood]):
    """The neighbours of words."""


@cached(most=_MOST)
def _find_neighbours(request: FindNeighbours, context: Context) -> WordNeighbourhood:
    lists = _lists(request, context)
    has_candidates = lists.are_words and not lists.prepared.restricted
    return WordNeighbourhood(lists, tuple(judging_rows(lists)) if has_candidates else ())


class DrawNeighbours(WordsRequest[Plot]):
    """Words and their neighbours in the plane."""


@cached(most=_MOST)
def _draw_neighbours(request: DrawNeighbours, context: Context) -> Plot:
    return plot(_lists(request, context), _MOST_DRAWN)


@dataclass(frozen=True, slots=True)
class ExplainNeighbour(PreparedRequest[Behind]):
    """Contexts that a word shares with a neighbour."""

    question: BehindRequest


@cached(most=_MOST)
def _explain_neighbour(request: ExplainNeighbour, context: Context) -> Behind:
    return behind(find_prepared(context.folder, request.prepared_id), request.question)


@dataclass(frozen=True, slots=True)
class ScoreNeighbours(PreparedRequest[NeighbourScores]):
    """How well neighbours find the synonyms of a resource, a file."""

    asking: Asking
    resource: Path
    both_ways: bool


@cached(most=_MOST)
def _score_neighbours(request: ScoreNeighbours, context: Context) -> NeighbourScores:
    prepared = find_prepared(context.folder, request.prepared_id)
    both_ways, progress = request.both_ways, context.progress
    return score(prepared, request.resource, request.asking, both_ways=both_ways, progress=progress)
