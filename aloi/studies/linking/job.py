"""The cross table of concept ranking from what options, a TOML file or a page name; also as a job."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from aloi.base.records import from_json, to_json
from aloi.base.requests import from_data
from aloi.base.terms import Term
from aloi.corpora.model import Json
from aloi.gold.formats.mentions.files import mentions_of
from aloi.gold.splitting.near_texts import Mode
from aloi.modeling.rankers import Ranker, ranker
from aloi.storage.store import Store
from aloi.studies.linking.corpora import CorpusRow, corpus_row, row_of_json
from aloi.studies.linking.cross import CrossTable, by_language, cross_table
from aloi.studies.linking.requests import CrossRequest
from aloi.studies.linking.sets import (
    LinkingSet,
    RankerChoice,
    once,
    read_pairs,
    read_ranker,
    read_set,
    set_of,
)
from aloi.studies.linking.test_sets import FOLDER
from aloi.workbench.progress import Progress, go_on, silent

CURVE = tuple(round(0.05 * step, 2) for step in range(11))  # thresholds of a job's curve: 0 to 0.5
_CELLS = "cells"


@dataclass(frozen=True, slots=True)
class Crossed:
    """A cross table, its corpora, and unusual entries of their files."""

    table: CrossTable
    corpora: tuple[CorpusRow, ...]
    notes: Mapping[str, Sequence[Mapping[str, Json]]]

    def to_json(self) -> dict[str, Json]:
        """Return the document that `aloi linking cross --json` prints and a job keeps."""
        return {
            **to_json(self.table),
            **to_json(self, "table", corpora=[one.to_json() for one in self.corpora]),
        }


def crossed_of_json(document: Any) -> Crossed:
    """Return the cross table from the JSON of `Crossed.to_json`."""
    return Crossed(
        from_json(CrossTable, document),
        tuple(row_of_json(one) for one in document["corpora"]),
        dict(document["notes"]),
    )


def read_sources(
    sources: Mapping[str, Path], reader: str | None = None, group: str | None = None
) -> tuple[LinkingSet, ...]:
    """Return a test set for each pair of languages, of the mentions of files."""
    mentions = {name: mentions_of(path, reader, group) for name, path in sources.items()}
    sets = by_language({name: each.mentions for name, each in mentions.items()})
    return tuple(replace(each, notes=mentions[each.language].notes) for each in sets)


def cross(
    request: CrossRequest,
    sets: Sequence[LinkingSet],
    choices: Sequence[RankerChoice],
    *,
    thresholds: Sequence[float] = (),
    keep: Path | None = None,
    progress: Progress = silent,
) -> Crossed:
    """Return the cross table of test sets and rankers; see `cross_table`.

    Parameters
    ----------
    thresholds : sequence of float
        Of the curve of each test set; none for no curve.
    """
    threshold = request.threshold
    once([one.name for one in choices], "The table")
    rows = []
    for done, test_set in enumerate(sets):
        go_on(progress, done, len(sets), Term("progress-filtered", name=test_set.name))
        rows.append(corpus_row(test_set, threshold=threshold, mode=request.mode, thresholds=thresholds))
    table = cross_table(
        sets,
        {one.name: _loader(one) for one in choices},
        ks=request.k,
        threshold=threshold,
        mode=Mode(request.mode),
        cluster=request.cluster,
        replicates=request.replicates,
        seed=request.seed,
        keep=keep,
        progress=progress,
    )
    notes: dict[str, list[Mapping[str, Json]]] = {
        test_set.name: [
            {"what": note.description, "count": note.count, "first": note.first} for note in test_set.notes
        ]
        for test_set in sets
    }
    return Crossed(table, tuple(rows), notes)


def cross_job(store: Store, arguments: Mapping[str, Json], folder: Path, progress: Progress) -> Json:
    """Return a cross table as a job; rankings are stored, so that a stopped job is resumed.

    Paths of test sets are relative to the folder of stored sets.
    """
    request, home = from_data(CrossRequest, arguments), folder / FOLDER
    sets = [read_set(set_of(read_pairs(one, "--set"), "The job", home), store) for one in request.sets]
    choices = [read_ranker(one) for one in request.rankers]
    crossed = cross(request, sets, choices, thresholds=CURVE, keep=home / _CELLS, progress=progress)
    return crossed.to_json()


def _loader(choice: RankerChoice) -> Callable[[], Ranker]:
    def load() -> Ranker:
        return ranker(
            choice.ranker,
            model=choice.model,
            pooling=choice.pooling,
            distance=choice.distance,
            max_length=choice.max_length,
            rerank=choice.rerank,
            rerank_depth=choice.rerank_depth,
        )

    return load
