"""The gold answers of an evaluation set, row by row, and the facts that accompany them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import pairwise
from typing import Any, TypeAlias, TypeVar

import numpy as np

from aloi.annotation.layers import layered_tags
from aloi.annotation.rows import LabelledText, LinkedMention, MultipleChoice, ScoredPair, TaggedTokens
from aloi.base.errors import AloiError
from aloi.base.names import known_name
from aloi.base.terms import Phrase, Term
from aloi.evaluation.resampling import Units

LearntRow = LabelledText | TaggedTokens | MultipleChoice | LinkedMention | ScoredPair
K = TypeVar("K", bound=LearntRow)
# The answer of a row: its score, its labels, its tags, the positions of its correct options, or its concepts.
# For a ranker, the candidates of each part of a mention, best first.
Answer: TypeAlias = float | tuple[str, ...] | tuple[int, ...] | tuple[tuple[str, ...], ...]

KINDS: Mapping[str, type] = {
    kind.__name__: kind for kind in (LabelledText, TaggedTokens, MultipleChoice, LinkedMention, ScoredPair)
}
ROWS = "rows"  # the value that requests single rows as units
_UNITS = {
    "ScoredPair": "items",
    "LabelledText": "texts",
    "MultipleChoice": "questions",
    "LinkedMention": "mentions",
}


@dataclass(frozen=True, slots=True)
class Provenance:
    """Facts of an item that its row lacks: its miners, the origin of its gold, its answers by annotator.

    Parameters
    ----------
    miners : tuple of str
        The miners that found it; empty if unknown.
    status : str or None
        Of its gold (`annotation` decides: aggregated, adjudicated, single, assumed); None if unknown.
    answers : mapping
        Pseudonym of an annotator -> their answer, of the same kind as the gold's.
    clusters : mapping
        The clusters of the row, such as `document` or `sentence` -> its name, or the names of its two sides.
    """

    miners: tuple[str, ...] = ()
    status: str | None = None
    answers: Mapping[str, Answer] = field(default_factory=dict)
    clusters: Mapping[str, tuple[str, ...]] = field(default_factory=dict)


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
        The document of each row; empty texts if rows name none.
    gold : tuple
        The answer of each row.
    low, high : float
        The ends of the scale of scored pairs; 0 and 1 for other rows.
    provenance : tuple of Provenance
        That of each row, in the order of `ids`.
    cluster : tuple of str or None
        The names, of `shared`, that define the clusters of rows; empty for single rows; None for the default
        of the kind of row.
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

    cluster: tuple[str, ...] | None = None

    @cached_property
    def shared(self) -> Mapping[str, tuple[tuple[str, ...], ...]]:
        """Return what rows may share -> of each row its name, those of its two sides, or none."""
        provenance = self.provenance or (NO_PROVENANCE,) * len(self.ids)
        by_key = {
            key: tuple(tuple(one.clusters.get(key, ())) for one in provenance)
            for key in dict.fromkeys(key for one in provenance for key in one.clusters)
        }
        if any(self.documents):
            by_key["document"] = tuple((one,) for one in self.documents)
        if self.kind == LinkedMention.__name__:
            by_key["concept"] = tuple((" ".join(map(str, one)),) for one in self.gold)  # type: ignore[arg-type]
        if 1 <= max((len(one.answers) for one in provenance), default=0) <= 2:
            by_key["annotator"] = tuple(tuple(sorted(one.answers)) for one in provenance)
        return by_key

    @cached_property
    def units(self) -> Units:
        """Return what is resampled and swapped: rows that share a document, sentence or string, or rows."""
        name = _UNITS.get(self.kind, "sentences")
        keys = usual_clusters(self.shared) if self.cluster is None else self.cluster
        return Units.sharing(name, len(self.ids), {key: self.shared[key] for key in keys})

    def by(self, keys: Sequence[str] | None) -> EvaluationSet:
        """Return the set with its rows drawn by other keys: `rows` for one by one, None for what is usual.

        Raises
        ------
        AloiError
            A key that rows of this set do not have, or more than two.
        """
        if keys is None:
            return self
        chosen = () if tuple(keys) == (ROWS,) else tuple(dict.fromkeys(keys))
        for key in chosen:
            known_name(
                key,
                (*self.shared, ROWS),
                Phrase(
                    "kind-property-that-rows-of-share",
                    "property that rows of {label} share",
                    label=self.label,
                ),
            )
        redrawn = replace(self, cluster=chosen)
        redrawn.units  # noqa: B018 - refuses what cannot be drawn together
        return redrawn

    def part(self, places: Sequence[int]) -> EvaluationSet:
        """Return the set of some of its rows, by their places; a cut of a comparison."""
        provenance = self.provenance or (NO_PROVENANCE,) * len(self.ids)
        return replace(
            self,
            ids=tuple(self.ids[at] for at in places),
            documents=tuple(self.documents[at] for at in places),
            gold=tuple(self.gold[at] for at in places),
            provenance=tuple(provenance[at] for at in places),
        )


def usual_clusters(shared: Mapping[str, Sequence[tuple[str, ...]]]) -> tuple[str, ...]:
    """Return what rows are drawn together by unless somebody says otherwise.

    The document; the sentence where no row names its document, as it holds all that sentences share; and of
    mentions the string, which recurs in other documents. A document or a string is one of two things that
    cross each other.

    >>> usual_clusters({"sentence": [("s1", "s2")], "document": [("d1", "d1")]})
    ('document',)
    >>> usual_clusters({"document": [("d1",)], "string": [("s1",)], "concept": [("c1",)]})
    ('document', 'string')
    """
    wide = next((one for one in ("document", "sentence") if one in shared), None)
    two_sides = wide is not None and max(map(len, shared[wide]), default=0) > 1
    usual = (wide, None if two_sides else "string")
    return tuple(one for one in usual if one is not None and one in shared)


def shared_by(rows: Sequence[LearntRow]) -> list[dict[str, tuple[str, ...]]]:
    """Return of each row what it shares with others, as far as the row itself says; no text is in it.

    The sentences of pairs, and the strings of mentions, lower-cased and numbered in the order of the rows.
    """
    strings: dict[str, str] = {}
    shared: list[dict[str, tuple[str, ...]]] = []
    for row in rows:
        match row:
            case ScoredPair():
                shared.append({"sentence": (row.left_id, row.right_id)})
            case LinkedMention():
                text = " ".join(row.mention.lower().split())
                shared.append({"string": (strings.setdefault(text, str(len(strings) + 1)),)})
            case _:
                shared.append({})
    return shared


def answer_of(row: LearntRow) -> Answer:
    """Return what a row answers; of tagged tokens, the tags of all spans (`aloi.annotation.layers`)."""
    match row:
        case LabelledText():
            return row.labels
        case TaggedTokens():
            return layered_tags(row) if row.spans else row.tags
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
    value: Any = answer
    match row:
        case ScoredPair():
            return replace(row, score=float(value))
        case LabelledText():
            return replace(row, labels=tuple(value))
        case TaggedTokens():
            return replace(row, tags=tuple(value), text="", spans=(), relations=())
        case MultipleChoice():
            return replace(row, correct=tuple(value))
        case LinkedMention():
            first = (one if isinstance(one, str) else next(iter(one), "") for one in value)
            return replace(row, concept="|".join(one for one in first if one))
    raise unknown_kind(type(row).__name__)


def unknown_kind(kind: str) -> AloiError:
    """Return the error of a kind of row that nothing scores."""
    return AloiError(
        "aloi.wrong-kind", name=Term("the-data"), kind=kind, expected=Term("one-of", choices=KINDS)
    )


def evaluation_set(
    label: str,
    checksum: str,
    rows: Sequence[LearntRow],
    provenance: Mapping[str, Provenance] | None = None,
) -> EvaluationSet:
    """Return the rows needed for scoring, sorted by id.

    Parameters
    ----------
    provenance : mapping or None
        Id -> the facts that accompany the row; rows that it lacks have none.

    Raises
    ------
    AloiError
        No rows, rows of several kinds or of one that cannot be scored, or a duplicate id.
    """
    kinds = {type(row).__name__ for row in rows}
    ordered = sorted(rows, key=lambda row: row.id)
    twice = next((one.id for one, two in pairwise(ordered) if one.id == two.id), None)
    if twice is not None:
        raise AloiError("aloi.repeated", name=Term("id-of", label=label), value=repr(twice))
    if len(kinds) != 1:
        raise AloiError(
            "aloi.value",
            name=Term("kinds-of", label=label),
            value=sorted(kinds) or "0",
            expected=Term("rows-of-one-kind"),
        )
    [kind] = kinds
    if kind not in KINDS:
        raise unknown_kind(kind)
    low, high = next(((row.low, row.high) for row in ordered if isinstance(row, ScoredPair)), (0.0, 1.0))
    by_id = provenance or {}
    return EvaluationSet(
        label,
        checksum,
        kind,
        tuple(row.id for row in ordered),
        tuple(row.document_id if isinstance(row, TaggedTokens | LinkedMention) else "" for row in ordered),
        tuple(answer_of(row) for row in ordered),
        low,
        high,
        tuple(
            replace(row_provenance, clusters={**shared, **row_provenance.clusters})
            for row, shared in zip(ordered, shared_by(ordered), strict=True)
            for row_provenance in [by_id.get(row.id, NO_PROVENANCE)]
        ),
    )


def floats(answers: Sequence[Answer]) -> np.ndarray:
    """Return the scores of scored pairs as an array (N,)."""
    return np.array(answers, dtype=np.float64)
