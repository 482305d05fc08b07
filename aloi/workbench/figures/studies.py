"""Figures of studies: what a corpus of operations holds and what a choice leaves of it; neighbours of words.

A gold, a release and a prepared corpus never change, and an uploaded file lies in a folder named by its
checksum: these figures never grow old.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path

from aloi.annotation.tasks.operations.corpus import AnnotatedPair
from aloi.annotation.tasks.operations.typology import Typology
from aloi.base.records import from_json, to_json
from aloi.corpora.model import Json
from aloi.storage.store import Store
from aloi.workbench.figures.base import KeptFigure, Subject
from aloi.workbench.figures.runs import nothing_stored
from aloi.workbench.progress import Progress, go_on
from aloi.workbench.studies.neighbours.contexts import Behind, Plot, behind, judging_rows, plot
from aloi.workbench.studies.neighbours.lists import NeighbourLists, WordNeighbours, asking, neighbours
from aloi.workbench.studies.neighbours.prepare import Prepared, find_prepared
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

PART = 50  # pairs of a subset that are kept together
MOST_DRAWN = 48  # words of a map: more cannot be read
_MOST = 200


@dataclass(frozen=True, slots=True)
class KeptOperations:
    """What a corpus of operations holds, with its typology and the labels a pair may have."""

    pairs: int
    labels: tuple[str, ...]
    typology: Typology
    report: CorpusReport


@dataclass(frozen=True, slots=True)
class KeptSubset:
    """A subset of a corpus: how many pairs, their references as in `SubsetFiles`, and a part of them."""

    count: int
    references: int
    left_out: int
    pairs: tuple[AnnotatedPair, ...]


@dataclass(frozen=True, slots=True)
class KeptNeighbours:
    """Neighbours of words, and the rows of a judging task made of them: none where texts are restricted."""

    words: tuple[WordNeighbours, ...]
    candidates: tuple[dict[str, Json], ...]


def operations_subject(campaign_id: str, *, gold: str = "", release: str = "") -> Subject:
    """Return what KEPT_OPERATIONS is of: the campaign, and the id of its gold or of its release."""
    return (campaign_id, gold, release)


def subset_subject(of: Subject, choice: PairFilter, part: int) -> Subject:
    """Return what OPERATION_SUBSET is of: that of the corpus, the choice, and which `PART` pairs, from 0."""
    return (*of, json.dumps(to_json(choice)), str(part))


def neighbours_subject(prepared: Prepared, order: int, top: int, alpha: float) -> Subject:
    """Return what was prepared and what is asked of it, as all figures of neighbours begin."""
    return (prepared.id, prepared.made_at, str(order), str(top), f"{alpha:g}")


def _corpus(store: Store, of: Subject) -> OperationCorpus:
    campaign, gold, release = of
    return corpus_of_gold(store, campaign, gold) if gold else corpus_of_release(store, campaign, release)


def _operations(store: Store, folder: Path, of: Subject, progress: Progress) -> KeptOperations:
    del folder
    go_on(progress, 0, 1, "")
    corpus = _corpus(store, of)
    return KeptOperations(len(corpus.pairs), corpus.labels, corpus.typology, describe(corpus))


def _subset(store: Store, folder: Path, of: Subject, progress: Progress) -> KeptSubset:
    del folder
    *corpus, choice, part = of
    go_on(progress, 0, 1, "")
    subset = subset_files(_corpus(store, tuple(corpus)), from_json(PairFilter, json.loads(choice)))
    shown = subset.pairs[int(part) * PART : (int(part) + 1) * PART]
    return KeptSubset(len(subset.pairs), subset.references, subset.left_out, shown)


def _lists(folder: Path, of: Subject) -> NeighbourLists:
    prepared, _, order, top, alpha, words = of
    question = asking(int(order), top=int(top), alpha=float(alpha))
    return neighbours(find_prepared(folder, prepared), json.loads(words), question)


def _neighbours(store: Store, folder: Path, of: Subject, progress: Progress) -> KeptNeighbours:
    del store
    go_on(progress, 0, 1, "")
    neighbour_lists = _lists(folder, of)
    gives = neighbour_lists.are_words and not neighbour_lists.prepared.restricted
    return KeptNeighbours(neighbour_lists.words, tuple(judging_rows(neighbour_lists)) if gives else ())


def _behind(store: Store, folder: Path, of: Subject, progress: Progress) -> Behind:
    del store
    prepared, _, alpha, word, neighbour, context = of
    go_on(progress, 0, 1, "")
    prepared_corpus = find_prepared(folder, prepared)
    return behind(prepared_corpus, word, neighbour, float(alpha), context=context or None)


def _plot(store: Store, folder: Path, of: Subject, progress: Progress) -> Plot:
    del store
    go_on(progress, 0, 1, "")
    return plot(_lists(folder, of), MOST_DRAWN)


def _scores(store: Store, folder: Path, of: Subject, progress: Progress) -> NeighbourScores:
    del store
    prepared, _, order, top, alpha, path, both_ways = of
    go_on(progress, 0, 1, "")
    question = asking(int(order), top=int(top), alpha=float(alpha))
    prepared_corpus = find_prepared(folder, prepared)
    return score(prepared_corpus, Path(path), question, both_ways=both_ways == "both", progress=progress)


# Of what `operations_subject` returns.
KEPT_OPERATIONS = KeptFigure("kept_operations", KeptOperations, _operations, nothing_stored, most=_MOST)
# Of what `subset_subject` returns.
OPERATION_SUBSET = KeptFigure("operation_subset", KeptSubset, _subset, nothing_stored, most=_MOST)
# Of what `neighbours_subject` returns, and the words as a JSON list.
WORD_NEIGHBOURS = KeptFigure("word_neighbours", KeptNeighbours, _neighbours, nothing_stored, most=_MOST)
# Of the same as WORD_NEIGHBOURS.
NEIGHBOUR_PLOT = KeptFigure("neighbour_plot", Plot, _plot, nothing_stored, most=_MOST)
# Of (prepared id, when it was made, alpha, word, neighbour, context or "" for the one shared most).
BEHIND_NEIGHBOUR = KeptFigure("behind_neighbour", Behind, _behind, nothing_stored, most=_MOST)
# Of what `neighbours_subject` returns, the file of the resource, and "both" or "one" way.
NEIGHBOUR_SCORES = KeptFigure("neighbour_scores", NeighbourScores, _scores, nothing_stored, most=_MOST)
