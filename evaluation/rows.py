"""What is to be found, row by row: the gold answers of an evaluation set, and what travels beside them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import pairwise
from typing import Any, TypeAlias, TypeVar

import numpy as np

from aloi.errors import AloiError
from annotation.rows import LabelledText, LinkedMention, MultipleChoice, ScoredPair, TaggedTokens
from evaluation.resampling import Units

LearntRow = LabelledText | TaggedTokens | MultipleChoice | LinkedMention | ScoredPair
K = TypeVar("K", bound=LearntRow)
# What a row answers: its score, its labels, its tags, the places of its correct options, its concepts; and,
# of a ranker, the candidates of each part of a mention, best first.
Answer: TypeAlias = float | tuple[str, ...] | tuple[int, ...] | tuple[tuple[str, ...], ...]

# Documents below which their resamples say too little, and sentences are resampled.
FEWEST_DOCUMENTS = 10
KINDS: Mapping[str, type] = {
    one.__name__: one for one in (LabelledText, TaggedTokens, MultipleChoice, LinkedMention, ScoredPair)
}
_UNITS = {
    "ScoredPair": "items",
    "LabelledText": "texts",
    "MultipleChoice": "questions",
    "LinkedMention": "mentions",
}


@dataclass(frozen=True, slots=True)
class Provenance:
    """What a row kind cannot carry of an item: who chose it, how its gold came about, who answered what.

    Parameters
    ----------
    miners : tuple of str
        The miners that found it; empty where they are not known.
    status : str or None
        Of its gold (`annotation` decides: aggregated, adjudicated, single, assumed); None where not known.
    answers : mapping
        Pseudonym of an annotator -> their answer, of the same kind as the gold's.
    """

    miners: tuple[str, ...] = ()
    status: str | None = None
    answers: Mapping[str, Answer] = field(default_factory=dict)


NO_PROVENANCE = Provenance()


@dataclass(frozen=True)
class EvaluationSet:
    """The rows that systems are scored on; no text of a row is in it.

    Parameters
    ----------
    label : str
        Such as `clinical 1.0/test`.
    checksum : str
        Of its rows.
    kind : str
        The kind of its rows, by class name.
    ids : tuple of str
        Sorted.
    documents : tuple of str
        That of each row; empty texts where rows name none.
    gold : tuple
        The answer of each row.
    low, high : float
        The ends of the scale of scored pairs; 0 and 1 for other rows.
    provenance : tuple of Provenance
        That of each row, in the order of `ids`.
    """

    label: str
    checksum: str
    kind: str
    ids: tuple[str, ...]
    documents: tuple[str, ...]
    gold: tuple[Answer, ...]
    low: float = 0.0
    high: float = 1.0
    provenance: tuple[Provenance, ...] = ()

    @cached_property
    def units(self) -> Units:
        """Return what is resampled and swapped: documents of several rows where there are enough, or rows."""
        if self.kind == TaggedTokens.__name__:
            named = set(self.documents)
            if "" not in named and FEWEST_DOCUMENTS <= len(named) < len(self.ids):
                return Units.grouped("documents", self.documents)
        return Units(_UNITS.get(self.kind, "sentences"), len(self.ids))

    def part(self, places: Sequence[int]) -> EvaluationSet:
        """Return the set of some of its rows, by their places; a cut of a comparison."""
        beside = self.provenance or (NO_PROVENANCE,) * len(self.ids)
        return replace(
            self,
            ids=tuple(self.ids[at] for at in places),
            documents=tuple(self.documents[at] for at in places),
            gold=tuple(self.gold[at] for at in places),
            provenance=tuple(beside[at] for at in places),
        )


def answer_of(row: LearntRow) -> Answer:
    """Return what a row answers."""
    match row:
        case LabelledText():
            return row.labels
        case TaggedTokens():
            return row.tags
        case MultipleChoice():
            return row.correct
        case LinkedMention():
            return row.concepts
        case ScoredPair():
            return row.score
    raise unknown_kind(type(row).__name__)


def with_answer(row: K, answer: Answer) -> K:
    """Return a row with an answer in the place of its gold.

    Of tagged tokens, text and spans, which say the gold, are left away. A mention has the first candidate
    of each of its parts where the answer ranks candidates.
    """
    given: Any = answer
    match row:
        case ScoredPair():
            return replace(row, score=float(given))
        case LabelledText():
            return replace(row, labels=tuple(given))
        case TaggedTokens():
            return replace(row, tags=tuple(given), text="", spans=())
        case MultipleChoice():
            return replace(row, correct=tuple(given))
        case LinkedMention():
            first = (one if isinstance(one, str) else next(iter(one), "") for one in given)
            return replace(row, concept="|".join(one for one in first if one))
    raise unknown_kind(type(row).__name__)


def unknown_kind(kind: str) -> AloiError:
    """Return the error of a kind of row that nothing scores."""
    return AloiError("evaluation.rows-kind-scored", kind=kind, kinds=KINDS)


def evaluation_set(
    label: str,
    checksum: str,
    rows: Sequence[LearntRow],
    provenance: Mapping[str, Provenance] | None = None,
) -> EvaluationSet:
    """Return what scoring asks of rows, sorted by id.

    Parameters
    ----------
    provenance : mapping or None
        Id -> what travels beside the row; rows that it lacks have none.

    Raises
    ------
    AloiError
        No rows, rows of several kinds or of one that cannot be scored, an id that stands twice.
    """
    kinds = {type(row).__name__ for row in rows}
    ordered = sorted(rows, key=lambda row: row.id)
    twice = next((one.id for one, two in pairwise(ordered) if one.id == two.id), None)
    if len(kinds) != 1 or twice is not None:
        raise AloiError(
            "evaluation.test-id-twice",
            label=label,
            twice_is=twice is not None,
            twice=repr(twice) if twice is not None else "",
            kinds="" if twice is not None else len(kinds),
        )
    kind = kinds.pop()
    if kind not in KINDS:
        raise unknown_kind(kind)
    first = ordered[0]
    low, high = (first.low, first.high) if isinstance(first, ScoredPair) else (0.0, 1.0)
    beside = provenance or {}
    return EvaluationSet(
        label,
        checksum,
        kind,
        tuple(row.id for row in ordered),
        tuple(row.document_id if isinstance(row, TaggedTokens | LinkedMention) else "" for row in ordered),
        tuple(answer_of(row) for row in ordered),
        low,
        high,
        tuple(beside.get(row.id, NO_PROVENANCE) for row in ordered),
    )


def floats(answers: Sequence[Answer]) -> np.ndarray:
    """Return the scores of scored pairs as an array (N,)."""
    return np.array(answers, dtype=np.float64)
