"""Cached results of studies: the operations of a corpus and subsets of it, distributional neighbours.

A gold, a release and a prepared corpus never change, and an uploaded file lies in a folder named by its
checksum: these results never grow old.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from aloi.annotation.tasks.operations.corpus import AnnotatedPair
from aloi.annotation.tasks.operations.typology import Typology
from aloi.corpora.model import Json
from aloi.corpora.neighbours.parameters import Asking
from aloi.workbench.cache.base import Context, Request, T_co, cached
from aloi.workbench.studies.neighbours.contexts import Behind, Plot, behind, judging_rows, plot
from aloi.workbench.studies.neighbours.lists import NeighbourLists, neighbours
from aloi.workbench.studies.neighbours.prepare import find_prepared
from aloi.workbench.studies.neighbours.scores import NeighbourScores, score
from aloi.workbench.studies.simplification.corpus import (
    CorpusReport,
    OperationCorpus,
    PairFilter,
    corpus_of_gold,
    corpus_of_release,
    describe,
    subset_files,
)

PART = 50  # pairs of a subset that are cached together
_MOST_DRAWN = 48  # words of a map: more cannot be read
_MOST = 200


@dataclass(frozen=True, slots=True)
class CorpusRequest(Request[T_co]):
    """The operations of a campaign: those of a gold, or those of a release where `gold` is empty."""

    campaign_id: str
    gold: str
    release: str


def _corpus(request: CorpusRequest[Any], context: Context) -> OperationCorpus:
    if request.gold:
        return corpus_of_gold(context.store, request.campaign_id, request.gold)
    return corpus_of_release(context.store, request.campaign_id, request.release)


@dataclass(frozen=True, slots=True)
class DescribedCorpus:
    """The numbers of a corpus of operations, with its typology and the labels a pair may have."""

    labels: tuple[str, ...]
    typology: Typology
    report: CorpusReport


class DescribeOperations(CorpusRequest[DescribedCorpus]):
    """Numbers of a corpus of operations."""


@cached(most=_MOST)
def _describe_operations(request: DescribeOperations, context: Context) -> DescribedCorpus:
    corpus = _corpus(request, context)
    return DescribedCorpus(corpus.labels, corpus.typology, describe(corpus))


@dataclass(frozen=True, slots=True)
class SubsetPart:
    """Some pairs of a subset; the numbers are those of all of it, as in `SubsetFiles`."""

    count: int
    references: int
    left_out: int
    pairs: tuple[AnnotatedPair, ...]


@dataclass(frozen=True, slots=True)
class SelectPairs(CorpusRequest[SubsetPart]):
    """The pairs of a choice, `PART` of them; `part` counts from 0."""

    choice: PairFilter
    part: int


@cached(most=_MOST)
def _select_pairs(request: SelectPairs, context: Context) -> SubsetPart:
    subset = subset_files(_corpus(request, context), request.choice)
    shown = subset.pairs[request.part * PART : (request.part + 1) * PART]
    return SubsetPart(len(subset.pairs), subset.references, subset.left_out, shown)


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
    """Contexts that a word shares with a neighbour; `context` is None for the one that both share most."""

    alpha: float
    word: str
    neighbour: str
    context: str | None


@cached(most=_MOST)
def _explain_neighbour(request: ExplainNeighbour, context: Context) -> Behind:
    prepared = find_prepared(context.folder, request.prepared_id)
    return behind(prepared, request.word, request.neighbour, request.alpha, context=request.context)


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
