"""Concepts ranked for mentions: Acc@k and the mean reciprocal rank, with intervals and paired tests."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from agreement.result import Interval
from errors import AloiError
from evaluation.metrics.base import Direction, Metric, Score

Floats = NDArray[np.float64]
_AT_ONCE = 4_000_000  # numbers drawn at once, 32 MB; the draws are the same whatever it is


def _accuracy(name: str, title: str) -> Metric:
    return Metric(
        name=name,
        title=title,
        direction=Direction.HIGHER,
        low=0.0,
        high=1.0,
        clipping="none",
        resampling_unit="mention",
        row_kinds=("LinkedMention",),
        references=("alekseev2022medical", "sung2020biomedical"),
    )


ACC_AT_1 = _accuracy("acc@1", "Accuracy of the first candidate")
ACC_AT_5 = _accuracy("acc@5", "Accuracy within five candidates")
MRR = _accuracy("mrr", "Mean reciprocal rank")


@dataclass(frozen=True, slots=True)
class PairedMeans:
    """The difference of two systems on the same mentions (first minus second), its interval, and p."""

    metric: str
    difference: float
    interval: Interval
    p: float


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


def credits_of(ranks: Sequence[int], ks: Sequence[int]) -> Floats:
    """Return what each mention earns, (N, len(ks) + 1): 1 or 0 for each k, and last 1 / rank (0 for none)."""
    found = np.asarray(ranks, dtype=np.float64)
    hits = [(found > 0) & (found <= k) for k in ks]
    return np.column_stack([*hits, np.where(found > 0, 1 / np.maximum(found, 1), 0.0)]).astype(np.float64)


def score_ranks(
    ranks: Sequence[int], ks: Sequence[int], depth: int, *, replicates: int, seed: int, facts: str
) -> tuple[Score, ...]:
    """Return Acc@k for each k, and the mean reciprocal rank within `depth` candidates.

    Parameters
    ----------
    ranks : sequence of int
        What `hit_rank` returned for each mention.
    replicates, seed : int
        Of the bootstrap over mentions; 0 for no interval.
    facts : str
        The ranker and the dictionary, for the signature.

    Raises
    ------
    AloiError
        A k under 1 or over the depth, or fewer than 0 replicates.
    """
    _check(ks, depth, replicates)
    names = [*(f"acc@{k}" for k in ks), "mrr"]
    signature = f"depth:{depth};parts:all;candidates:names;ci:{_method(replicates, seed)};{facts}"
    if not len(ranks):
        reason = "there is no mention with a concept"
        return tuple(Score(name, None, reason, None, 0, None, f"{name};{signature}") for name in names)
    table = credits_of(ranks, ks)
    reaches = _intervals(table, replicates, seed)
    return tuple(
        Score(name, float(value), None, None, len(table), reach, f"{name};{signature}")
        for name, value, reach in zip(names, table.mean(axis=0), reaches, strict=True)
    )


def paired_means(
    first: Sequence[int], second: Sequence[int], ks: Sequence[int], *, replicates: int, seed: int
) -> tuple[PairedMeans, ...]:
    """Return, for each Acc@k and the reciprocal rank, how two systems differ on the same mentions.

    The interval is a percentile bootstrap over mentions; p, two-sided, comes from a permutation test that
    swaps the systems on mentions by chance: (1 + as extreme) / (1 + replicates).
    """
    gaps = credits_of(first, ks) - credits_of(second, ks)
    generator = np.random.default_rng(seed)
    extreme = np.zeros(gaps.shape[1])
    for count in _blocks(replicates, len(gaps)):
        signs = generator.choice((-1.0, 1.0), size=(count, len(gaps)))
        extreme += (np.abs(signs @ gaps) >= np.abs(gaps.sum(axis=0)) - 1e-9).sum(axis=0)
    ps = (1 + extreme) / (1 + replicates)
    found = []
    names = [*(f"acc@{k}" for k in ks), "mrr"]
    for name, value, reach, p in zip(
        names, gaps.mean(axis=0), _intervals(gaps, replicates, seed), ps, strict=True
    ):
        if reach is not None:
            found.append(PairedMeans(name, float(value), reach, float(p)))
    return tuple(found)


def _intervals(table: Floats, replicates: int, seed: int) -> list[Interval | None]:
    """Return the 2.5 and 97.5 percentiles of column means over resampled mentions."""
    if not replicates:
        return [None] * table.shape[1]
    count = len(table)
    generator, shares = np.random.default_rng(seed), np.full(count, 1 / count)
    means = np.vstack(
        [
            generator.multinomial(count, shares, size=size) @ table / count
            for size in _blocks(replicates, count)
        ]
    )
    lows, highs = np.quantile(means, [0.025, 0.975], axis=0)
    method = _method(replicates, seed)
    return [Interval(float(low), float(high), method) for low, high in zip(lows, highs, strict=True)]


def _blocks(replicates: int, count: int) -> list[int]:
    """Return how many replicates are drawn at once: few of many mentions, so that memory stays small."""
    size = max(1, _AT_ONCE // max(count, 1))
    whole, rest = divmod(replicates, size)
    return [size] * whole + ([rest] if rest else [])


def _method(replicates: int, seed: int) -> str:
    return f"bootstrap-percentile-mentions-{replicates}-seed{seed}" if replicates else "none"


def _check(ks: Sequence[int], depth: int, replicates: int) -> None:
    if not ks or min(ks) < 1 or max(ks) > depth or replicates < 0:
        raise AloiError(
            f"k is {', '.join(map(str, ks)) or 'empty'}, the depth {depth}, the replicates {replicates}.",
            "Each k from 1 to the depth, and 0 replicates or more, were expected.",
            "Change them, as in --k 1,5 --depth 20.",
        )
