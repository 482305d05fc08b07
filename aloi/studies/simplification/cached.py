"""Cached results of a corpus of operations: its numbers, and subsets of it.

A gold and a release never change: these results stay current.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from aloi.annotation.tasks.operations.corpus import AnnotatedPair
from aloi.annotation.tasks.operations.typology import Typology
from aloi.studies.simplification.corpus import (
    CorpusReport,
    OperationCorpus,
    PairFilter,
    corpus_of,
    describe,
    subset_files,
)
from aloi.workbench.cache.base import Context, Request, T_co, cached

PART = 50  # pairs of a subset that are cached together
_MOST = 200


@dataclass(frozen=True, slots=True)
class OperationCorpusRequest(Request[T_co]):
    """The operations of a campaign: those of a gold, or those of a release where `gold` is empty."""

    campaign_id: str
    gold: str
    release: str


def _corpus(request: OperationCorpusRequest[Any], context: Context) -> OperationCorpus:
    return corpus_of(context.store, request.campaign_id, request.gold, request.release)


@dataclass(frozen=True, slots=True)
class DescribedCorpus:
    """The numbers of a corpus of operations, with its typology and the labels a pair may have."""

    labels: tuple[str, ...]
    typology: Typology
    report: CorpusReport


class DescribeOperations(OperationCorpusRequest[DescribedCorpus]):
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
class SelectPairs(OperationCorpusRequest[SubsetPart]):
    """The pairs of a choice, `PART` of them; `part` counts from 0."""

    choice: PairFilter
    part: int


@cached(most=_MOST)
def _select_pairs(request: SelectPairs, context: Context) -> SubsetPart:
    subset = subset_files(_corpus(request, context), request.choice)
    shown = subset.pairs[request.part * PART : (request.part + 1) * PART]
    return SubsetPart(len(subset.pairs), subset.references, subset.left_out, shown)
