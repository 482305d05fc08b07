"""Row kinds, the narrow waist: a task makes one kind, formats and recipes take some kinds."""

from __future__ import annotations

from dataclasses import dataclass


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


# Later kinds (LabelledText, TaggedTokens, TaggedPair ...) join this union with their task.
Row = ScoredPair
