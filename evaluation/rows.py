"""What rows answer, and what scoring asks of the rows of a test; free of recipes and of torch."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from annotation.rows import LabelledText, LinkedMention, MultipleChoice, ScoredPair, TaggedTokens
from errors import AloiError
from evaluation.metrics import METRICS

LearntRow = LabelledText | TaggedTokens | MultipleChoice | LinkedMention | ScoredPair
# What a row answers: its labels, its tags, the places of its correct options, or its score.
Answer: TypeAlias = tuple[str, ...] | tuple[int, ...] | float

# Documents below which their resamples say too little, and sentences are resampled.
FEWEST_DOCUMENTS = 10
KINDS: Mapping[str, type] = {
    one.__name__: one for one in (LabelledText, TaggedTokens, MultipleChoice, ScoredPair)
}


@dataclass(frozen=True, slots=True)
class RowTest:
    """What scoring asks of the rows of a test; no text of a row is in it.

    Parameters
    ----------
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
    """

    label: str
    checksum: str
    kind: str
    ids: tuple[str, ...]
    documents: tuple[str, ...]
    gold: tuple[Answer, ...]
    low: float = 0.0
    high: float = 1.0

    @property
    def unit(self) -> str:
        """Return what is resampled, in the plural: documents of several rows where there are enough."""
        if self.kind == ScoredPair.__name__:
            return "items"
        named = set(self.documents)
        if "" not in named and FEWEST_DOCUMENTS <= len(named) < len(self.ids):
            return "documents"
        return {LabelledText.__name__: "texts", MultipleChoice.__name__: "questions"}.get(
            self.kind, "sentences"
        )


def metrics_for(kind: str) -> tuple[str, ...]:
    """Return the names of the registry's metrics that score a kind of row, or raise AloiError."""
    if kind not in KINDS:
        raise AloiError(
            f"Rows of the kind {kind} were to be scored.",
            f"One of these kinds was expected: {', '.join(KINDS)}.",
            "Score linked mentions with aloi linking.",
        )
    return tuple(one.name for one in METRICS if kind in one.row_kinds)


def answer_of(row: LearntRow) -> Answer:
    """Return what a row answers."""
    match row:
        case LabelledText():
            return row.labels
        case TaggedTokens():
            return row.tags
        case MultipleChoice():
            return row.correct
        case ScoredPair():
            return row.score
    metrics_for(type(row).__name__)  # which refuses it
    raise TypeError


def row_test(label: str, digest: str, rows: Sequence[LearntRow]) -> RowTest:
    """Return what scoring asks of the rows of a test, sorted by id; `digest` is the checksum of its rows.

    Raises
    ------
    AloiError
        No rows, rows of several kinds or of one that cannot be scored, an id that stands twice.
    """
    kinds = {type(row).__name__ for row in rows}
    ids = [row.id for row in rows]
    twice = next((one for one in ids if ids.count(one) > 1), None) if len(set(ids)) < len(ids) else None
    if len(kinds) != 1 or twice is not None:
        what = f"the id {twice!r} twice" if twice is not None else f"rows of {len(kinds)} kinds"
        raise AloiError(
            f"The test {label} has {what}.",
            "Rows of one kind, each with an id of its own, were expected.",
            "Check the data.",
        )
    kind = kinds.pop()
    metrics_for(kind)
    ordered = sorted(rows, key=lambda row: row.id)
    first = ordered[0]
    ends = (first.low, first.high) if isinstance(first, ScoredPair) else (0.0, 1.0)
    return RowTest(
        label,
        digest,
        kind,
        tuple(row.id for row in ordered),
        tuple(row.document_id if isinstance(row, TaggedTokens) else "" for row in ordered),
        tuple(answer_of(row) for row in ordered),
        *ends,
    )
