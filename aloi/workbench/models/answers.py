"""Predictions of a stored run compared with the gold: points for scores, confusions for all other tasks."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from aloi.annotation.rows import LinkedMention, MultipleChoice, ScoredPair, TaggedTokens
from aloi.evaluation.metrics.acc_at_k import hit_rank
from aloi.evaluation.rows import Answer, floats
from aloi.modeling.runs.finished_run import StoredRun

_NONE = "-"  # no label, no concept


@dataclass(frozen=True, slots=True)
class ScorePoint:
    """A row's gold score and the mean over seeds of what was predicted."""

    id: str
    gold: float
    predicted: float


@dataclass(frozen=True, slots=True)
class AnswerConfusion:
    """One answer taken for another: how often by the first seed, and the id of the first such row."""

    gold: str
    predicted: str
    count: int
    example: str


def points(stored: StoredRun, test: str) -> tuple[ScorePoint, ...]:
    """Return gold and predicted scores of each row of a test; none if rows are not scored pairs."""
    gold = stored.tests[test]
    if gold.kind != ScoredPair.__name__:
        return ()
    means = np.mean([floats(one) for one in stored.answers[test]], axis=0)
    return tuple(map(ScorePoint, gold.ids, map(float, floats(gold.gold)), map(float, means)))


def confusions(stored: StoredRun, test: str) -> tuple[AnswerConfusion, ...]:
    """Return which answers the first seed took for which others, the most frequent first.

    Tags are counted token by token; of concepts the first candidates count.
    """
    gold = stored.tests[test]
    ids: dict[tuple[str, str], list[str]] = {}
    for name, right, predicted in zip(gold.ids, gold.gold, stored.answers[test][0], strict=True):
        for pair in _confused(gold.kind, right, predicted):
            ids.setdefault(pair, []).append(name)
    confusions_found = [AnswerConfusion(*pair, len(rows), rows[0]) for pair, rows in ids.items()]
    return tuple(sorted(confusions_found, key=lambda one: (-one.count, one.gold, one.predicted)))


def _confused(kind: str, gold: Any, predicted: Answer) -> Iterator[tuple[str, str]]:
    if kind == TaggedTokens.__name__:
        yield from ((right, str(tag)) for right, tag in zip(gold, predicted, strict=True) if right != tag)  # type: ignore[arg-type]
    elif kind == LinkedMention.__name__:
        if hit_rank(gold, predicted) != 1:  # type: ignore[arg-type]
            yield "|".join(gold) or _NONE, "|".join(part[0] for part in predicted if part) or _NONE  # type: ignore
    elif set(gold) != set(predicted):  # type: ignore[arg-type]
        yield _named(kind, gold), _named(kind, predicted)


def _named(kind: str, answer: Any) -> str:
    options = kind == MultipleChoice.__name__
    return "|".join(chr(ord("A") + one) if options else one for one in answer) or _NONE
