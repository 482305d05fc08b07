"""The rank of the right concept of each mention, by any ranker."""

from __future__ import annotations

from collections.abc import Sequence

from annotation.rows import LinkedMention
from evaluation.metrics.acc_at_k import hit_rank, parts_of
from gold.formats.mentions.concept_dictionary import ConceptDictionary
from modeling.rankers.base import Ranker


def ranks_of(
    dictionary: ConceptDictionary, linked: Sequence[LinkedMention], by: Ranker, depth: int
) -> tuple[int, ...]:
    """Return the rank, from 1, of the right concept of each linked mention; 0 for none within the depth.

    The parts of a composite mention are ranked one by one.
    """
    if not linked:
        return ()
    parts = [parts_of(one.mention) for one in linked]
    places = iter(by.rank(dictionary.names, [part for each in parts for part in each], depth).places)
    return tuple(
        hit_rank(one.concepts, [[dictionary.concepts[at] for at in next(places)] for _ in each])
        for one, each in zip(linked, parts, strict=True)
    )
