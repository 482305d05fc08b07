"""The candidates of each mention and the rank of the right concept among them, by any ranker."""

from __future__ import annotations

from collections.abc import Sequence

from aloi.annotation.rows import LinkedMention
from aloi.evaluation.metrics.acc_at_k import hit_rank, parts_of
from aloi.gold.formats.mentions.concept_dictionary import ConceptDictionary
from aloi.modeling.rankers.base import Ranker

DEPTH = 20  # candidates a mention is given: what the reciprocal rank looks through


def candidates_of(
    dictionary: ConceptDictionary, mentions: Sequence[LinkedMention], by: Ranker, depth: int
) -> list[tuple[tuple[str, ...], ...]]:
    """Return for each mention the concept fields of the candidates of each of its parts, best first."""
    if not mentions:
        return []
    parts = [parts_of(one.mention) for one in mentions]
    places = iter(by.rank(dictionary.names, [part for each in parts for part in each], depth).places)
    return [tuple(tuple(dictionary.concepts[at] for at in next(places)) for _ in each) for each in parts]


def ranks_of(
    dictionary: ConceptDictionary, linked: Sequence[LinkedMention], by: Ranker, depth: int
) -> tuple[int, ...]:
    """Return the rank, from 1, of the right concept of each linked mention; 0 for none within the depth.

    The parts of a composite mention are ranked one by one.
    """
    candidates = candidates_of(dictionary, linked, by, depth)
    return tuple(hit_rank(one.concepts, each) for one, each in zip(linked, candidates, strict=True))
