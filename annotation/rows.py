"""Row kinds, the narrow waist: a task makes one kind, formats and recipes take some kinds."""

from __future__ import annotations

from dataclasses import dataclass

from annotation.alignment import Group


@dataclass(frozen=True, slots=True)
class ScoredPair:
    """Two texts and how similar they are, on the scale `low`..`high`.

    `left_id` and `right_id` name the sentences in their corpus; `id` names the pair.
    """

    id: str
    left_id: str
    right_id: str
    left: str
    right: str
    score: float
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class TaggedPair:
    """Two texts as tokens, and the operations that link them; `broken` marks the pair as a whole."""

    id: str
    left_id: str
    right_id: str
    source: tuple[str, ...]
    target: tuple[str, ...]
    groups: tuple[Group, ...]
    broken: bool

    @property
    def score(self) -> float:
        """The number of operations: what splits are stratified by."""
        return float(len(self.groups))


@dataclass(frozen=True, slots=True)
class Substitutes:
    """A target in its sentence and the substitutes it was given, each with how many annotators gave it.

    `sentence[start:end]` is the target; `pos` its part of speech as Universal Dependencies names it;
    `counts` stand by falling count, then by substitute; `annotators` counts those who answered, those who
    said that none fits included.
    """

    id: str
    sentence_id: str
    lemma: str
    pos: str
    sentence: str
    start: int
    end: int
    counts: tuple[tuple[str, int], ...]
    annotators: int

    @property
    def score(self) -> float:
        """The share of annotators who gave the most frequent substitute: what splits are stratified by."""
        return self.counts[0][1] / self.annotators if self.counts else 0.0


@dataclass(frozen=True, slots=True)
class LabelledText:
    """A text and its labels, one or several of `known`, in the order of `known`.

    `second` is a text read together with the first, empty for most tasks: for a judged substitute, the
    sentence with the substitute in the place of the target.
    """

    id: str
    text: str
    second: str
    labels: tuple[str, ...]
    known: tuple[str, ...]

    @property
    def score(self) -> float:
        """The place of the first label among those known: what splits are stratified by."""
        return float(self.known.index(self.labels[0])) if self.labels else 0.0


# Later kinds (TaggedTokens ...) join this union with their task.
Row = ScoredPair | TaggedPair | Substitutes | LabelledText
