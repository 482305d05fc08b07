"""Evidence for neighbours: shared contexts, sentences, a map; and candidates for a judging task."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

import numpy as np

from aloi.base.errors import AloiError
from aloi.base.terms import Term
from aloi.corpora.model import Json
from aloi.studies.neighbours.counting import Encoded
from aloi.studies.neighbours.evidence import (
    ContextPlace,
    SharedContext,
    places_of,
    places_of_both,
    shared_contexts,
)
from aloi.studies.neighbours.folder import read_encoded, read_lines
from aloi.studies.neighbours.lists import NeighbourLists, known_word, weighted
from aloi.studies.neighbours.parameters import Asking, Contexts
from aloi.studies.neighbours.prepare import Prepared
from aloi.studies.neighbours.requests import BehindRequest
from aloi.studies.neighbours.space import map_of, similarities


@dataclass(frozen=True, slots=True)
class ConcordanceLine:
    """A sentence of a document, and the spans of the words looked for in it."""

    document: str
    text: str
    spans: tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class Behind:
    """Evidence for a neighbour: shared contexts, and sentences of both words, and of each with a context.

    `cosine` is the second-order similarity of the two words.
    """

    word: str
    neighbour: str
    cosine: float
    shared: tuple[SharedContext, ...]
    together: tuple[ConcordanceLine, ...]
    of_word: tuple[ConcordanceLine, ...]
    of_neighbour: tuple[ConcordanceLine, ...]
    context: str | None
    signature: str


@dataclass(frozen=True, slots=True)
class Plot:
    """Words in the plane by two singular vectors of their PPMI rows, and their cosines, shape (N, N)."""

    words: tuple[str, ...]
    places: tuple[tuple[float, float], ...]
    cosines: tuple[tuple[float, ...], ...]


def behind(prepared: Prepared, request: BehindRequest) -> Behind:
    """Return the evidence for a neighbour of a word.

    Raises
    ------
    AloiError
        A word the prepared corpus does not have.
    """
    model, encoded = weighted(prepared, request.alpha), encoded_texts(prepared)
    lines = request.lines
    first_word = known_word(prepared, model, request.word)
    second_word = known_word(prepared, model, request.neighbour)
    shared = shared_contexts(model, first_word, second_word, request.contexts)
    first, second = model.numbers[first_word], model.numbers[second_word]
    both = places_of_both(encoded, first, second, int(np.diff(encoded.bounds).max(initial=1)), lines)
    looked_for = _looked_for(prepared, request.context, shared)
    near = None if looked_for is None else model.numbers[known_word(prepared, model, looked_for)]
    of_word, of_neighbour = (
        places_of(encoded, number, lines)
        if near is None
        else places_of_both(encoded, number, near, prepared.counting.window, lines)
        for number in (first, second)
    )
    lines_of = concordance(prepared, [*both, *of_word, *of_neighbour])
    return Behind(
        first_word,
        second_word,
        cosine=float(similarities(model, [first_word, second_word])[0, 1]),
        shared=tuple(shared),
        together=lines_of[: len(both)],
        of_word=lines_of[len(both) : len(both) + len(of_word)],
        of_neighbour=lines_of[len(both) + len(of_word) :],
        context=looked_for,
        signature=f"{Asking(alpha=request.alpha).signature}|{prepared.signature}",
    )


def _looked_for(prepared: Prepared, context: str | None, shared: Sequence[SharedContext]) -> str | None:
    """Return the context that sentences are to show: the one asked for, or the one shared most."""
    if prepared.counting.contexts is Contexts.SYNTAX:
        return None
    return context or (shared[0].context if shared else None)


def plot(lists: NeighbourLists, most: int = 60) -> Plot:
    """Return the words of lists and their neighbours in the plane, those of the best ranks first."""
    model = weighted(lists.prepared, lists.asking.alpha)
    words = [one.word for one in lists.words if one.word is not None]
    near = sorted((near.rank, near.word) for one in lists.words for near in one.neighbours)
    words += [word for _, word in near if word in model.numbers]
    chosen = tuple(dict.fromkeys(words))[:most]
    places = map_of(model, chosen).tolist()
    return Plot(
        chosen,
        tuple((one[0], one[1]) for one in places),
        tuple(map(tuple, similarities(model, chosen).tolist())) if chosen else (),
    )


def judging_rows(
    lists: NeighbourLists, *, sentences: int = 1, documents: bool = True
) -> list[dict[str, Json]]:
    """Return a row for each neighbour and sentence of its word: the input of a judging task.

    Columns: `target, neighbour, rank, score`, the sentence and the target's offsets in code points
    (`sentence, start, end`), its `document`, and the `signature`. The sentences of a word are spread over the
    texts. First-order syntactic contexts are no words, and omitted.

    Raises
    ------
    AloiError
        The corpus may not be shared.
    """
    if lists.prepared.restricted:
        raise AloiError(
            "aloi.value",
            name=Term("the-corpus-name-2", name=lists.prepared.name),
            value=Term("under-a-data"),
            expected=Term("sentences-that-may"),
            todo=Term("export-the-neighbours"),
        )
    model = weighted(lists.prepared, lists.asking.alpha)
    encoded = encoded_texts(lists.prepared)
    rows: list[dict[str, Json]] = []
    for word in lists.words:
        if word.word is None:
            continue
        places = places_of(encoded, model.numbers[word.word], sentences)
        for line in concordance(lists.prepared, places):
            start, end = line.spans[0]
            rows += [
                {
                    "target": word.word,
                    "neighbour": near.word,
                    "rank": near.rank,
                    "score": near.score,
                    "sentence": line.text,
                    "start": start,
                    "end": end,
                    "document": line.document if documents else None,
                    "signature": lists.signature,
                }
                for near in word.neighbours
                if near.word in model.numbers
            ]
    return rows


def concordance(prepared: Prepared, places: Sequence[ContextPlace]) -> tuple[ConcordanceLine, ...]:
    """Return the sentences of some places."""
    lines = read_lines(prepared.folder, [one.sentence for one in places]) if places else []
    return tuple(
        ConcordanceLine(line.document, line.text, position.spans)
        for line, position in zip(lines, places, strict=True)
    )


def encoded_texts(prepared: Prepared) -> Encoded:
    """Return the texts of a prepared corpus as numbers."""
    return _encoded(prepared.folder)


@lru_cache(maxsize=2)
def _encoded(folder: Path) -> Encoded:
    return read_encoded(folder)
