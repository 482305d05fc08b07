"""Ranked concepts: Acc@k and the mean reciprocal rank of a ranker; rankers on the same mentions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from aloi.annotation.rows import LinkedMention
from aloi.base.errors import AloiError
from aloi.evaluation.comparison.compare import Family, compare_sums
from aloi.evaluation.metrics.acc_at_k import RankMetric, rank_metric
from aloi.evaluation.metrics.base import Score
from aloi.evaluation.resampling import REPLICATES, SEED, Units
from aloi.evaluation.rows import ROWS, evaluation_set
from aloi.evaluation.scores import score

CLUSTERS = ("mention", "document", "string", "concept")


def score_ranks(
    ranks: Sequence[int],
    ks: Sequence[int],
    depth: int,
    *,
    units: Units | None = None,
    replicates: int = REPLICATES,
    seed: int = SEED,
    facts: Mapping[str, object] | None = None,
) -> tuple[Score, ...]:
    """Return Acc@k for each k, and the mean reciprocal rank within `depth` candidates.

    Parameters
    ----------
    ranks : sequence of int
        The result of `hit_rank` for each mention.
    units : Units or None
        The resampling units, from `mention_units`; None for single mentions.
    replicates, seed : int
        Of the bootstrap over mentions; 0 for no interval.
    facts : mapping or None
        The ranker and the dictionary, for the signature.

    Raises
    ------
    AloiError
        A k under 1 or over the depth, or fewer than 0 replicates.
    """
    if not ks or min(ks) < 1 or max(ks) > depth:
        raise AloiError("evaluation.k-depth", ks=ks, depth=depth)
    units = units or Units("mentions", len(ranks))
    signed_facts = {
        "items": len(ranks),
        "depth": depth,
        "parts": "all",
        "candidates": "names",
        **(facts or {}),
    }
    return tuple(
        score(metric, metric.sums_of_ranks(ranks), units, signed_facts, replicates, seed)
        for metric in rank_metrics(ks)
    )


def mention_units(mentions: Sequence[LinkedMention], keys: Sequence[str] | None = None) -> Units:
    """Return what is drawn again of mentions: those of a document and of a string together, or by other keys.

    Parameters
    ----------
    keys : sequence of str or None
        One or two of `CLUSTERS`; `mention` for one by one; None for documents and strings.

    Raises
    ------
    AloiError
        Another key, or one that these mentions do not tell.
    """
    rows = [replace(one, id=f"{at:09d}") for at, one in enumerate(mentions)]
    if not rows:
        return Units("mentions", 0)
    cluster_keys = None if keys is None else [ROWS if one == CLUSTERS[0] else one for one in keys]
    return evaluation_set("the mentions", "", rows).by(cluster_keys).units


def compare_ranks(
    ranks: Mapping[str, Sequence[int]],
    ks: Sequence[int],
    *,
    units: Units | None = None,
    replicates: int = REPLICATES,
    seed: int = SEED,
) -> dict[str, Family]:
    """Return, for each Acc@k and the reciprocal rank, all rankers compared on the same mentions.

    Parameters
    ----------
    ranks : mapping
        Ranker -> what `hit_rank` returned for each mention; two mentions at least.
    units : Units or None
        As `score_ranks` has them.
    """
    units = units or Units("mentions", len(next(iter(ranks.values()))))
    return {
        metric.name: compare_sums(
            metric,
            {name: [metric.sums_of_ranks(each)] for name, each in ranks.items()},
            units,
            replicates=replicates,
            seed=seed,
            facts={"items": units.size},
        )
        for metric in rank_metrics(ks)
    }


def rank_metrics(ks: Sequence[int]) -> tuple[RankMetric, ...]:
    """Return Acc@k for each k, then the mean reciprocal rank."""
    return (*(rank_metric(k) for k in ks), rank_metric(None))
