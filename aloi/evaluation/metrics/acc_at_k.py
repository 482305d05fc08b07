"""Concepts ranked for mentions: Acc@k and the mean reciprocal rank."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from aloi.base.terms import Phrase
from aloi.evaluation.metrics.base import Metric, Sums, mean_of_sums, with_ones


@dataclass(frozen=True, kw_only=True)
class RankMetric(Metric):
    """Accuracy within the first k candidates, or with None the mean of 1 / rank."""

    k: int | None
    row_kinds: tuple[str, ...] = ("LinkedMention",)
    references: tuple[str, ...] = ("alekseev2022medical", "sung2020biomedical")
    resampling_unit: str = "mention"

    def sums_of(
        self,
        gold: Sequence[Sequence[str]],
        predicted: Sequence[Sequence[Sequence[str]]],
        low: float,
        high: float,
    ) -> Sums:
        """Return for each mention what it earns, and 1.

        Parameters
        ----------
        gold : sequence of N sequences of str
            The concepts of each mention.
        predicted : sequence of N rankings
            For each part of a mention, its candidates, best first; see `hit_rank`.
        """
        del low, high
        return self.sums_of_ranks([hit_rank(*row) for row in zip(gold, predicted, strict=True)])

    def sums_of_ranks(self, ranks: Sequence[int]) -> Sums:
        """Return the sums of a system from the rank of each mention, 0 for none; see `hit_rank`."""
        rank = np.asarray(ranks, dtype=np.float64)
        reciprocal = np.where(rank > 0, 1 / np.maximum(rank, 1), 0.0)
        earned = reciprocal if self.k is None else ((rank > 0) & (rank <= self.k)).astype(np.float64)
        reason = Phrase("reason-there-no-mention", "there is no mention with a concept")
        return Sums.of(with_ones(earned), mean_of_sums, reason)


def rank_metric(k: int | None) -> RankMetric:
    """Return accuracy within k candidates, or with None the mean reciprocal rank."""
    title = {None: "Mean reciprocal rank", 1: "Accuracy of the first candidate"}.get(
        k, f"Accuracy within {k} candidates"
    )
    return RankMetric(name="mrr" if k is None else f"acc@{k}", title=title, k=k)


ACC_AT_1, ACC_AT_5, MRR = (rank_metric(k) for k in (1, 5, None))


def parts_of(mention: str) -> tuple[str, ...]:
    """Return the parts of a composite mention, which are ranked one by one; a plain one is its only part."""
    parts = tuple(part.strip() for part in re.split(r"[|+]", mention))
    return tuple(part for part in parts if part) or (mention,)


def hit_rank(gold: Sequence[str], candidates: Sequence[Sequence[str]]) -> int:
    """Return the rank, from 1, within which every part of a mention has a right candidate; 0 for none.

    Parameters
    ----------
    gold : sequence of str
        The concepts of the mention.
    candidates : sequence of sequences of str
        For each part, the concept fields of its candidates, best first. A candidate is right if it shares
        a concept with the gold: fields are cut at `|` and `+`.
    """
    right = set(gold)
    ranks = [
        next((at for at, one in enumerate(part, 1) if right & set(re.split(r"[|+]", one))), 0)
        for part in candidates
    ]
    return max(ranks) if ranks and all(ranks) else 0
