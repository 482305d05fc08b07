"""Training data of a ranker of concepts: names with their concepts, and mentions as queries."""

from __future__ import annotations

import re
import string
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from aloi.annotation.rows import LinkedMention
from aloi.evaluation.metrics.acc_at_k import parts_of
from aloi.gold.formats.mentions.concept_dictionary import ConceptDictionary
from aloi.modeling.rankers.base import Places

_NOISE = re.compile(rf"[\s{re.escape(string.punctuation)}]+")


@dataclass(frozen=True, slots=True)
class Names:
    """Different names in order, and the concepts each one names."""

    texts: tuple[str, ...]
    concepts: tuple[frozenset[str], ...]


@dataclass(frozen=True, slots=True)
class Queries:
    """Different mentions in order, each with its concepts, and the counts of all mentions.

    `counts` holds `mentions`, those excluded (`without_concept`, `composite`, `duplicate`, and `unnamed`: no
    name is correct) and `kept`.
    """

    texts: tuple[str, ...]
    concepts: tuple[frozenset[str], ...]
    counts: Mapping[str, int]


def clean_text(text: str) -> str:
    """Return a text as BioSyn reads it: lower-cased, one space for punctuation and white space.

    A text of nothing else stays, lower-cased.

    References
    ----------
    Sung et al. 2020, Biomedical Entity Representations with Synonym Marginalization.
    """
    lowered = text.lower()
    return _NOISE.sub(" ", lowered).strip() or lowered


def concepts_of(field: str) -> frozenset[str]:
    """Return the concepts of a dictionary's field, cut at `|` and `+`."""
    return frozenset(part for part in (one.strip() for one in re.split(r"[|+]", field)) if part)


def names_of(dictionary: ConceptDictionary, clean: bool = True) -> Names:
    """Return each different name of a dictionary once, with the concepts of all its entries."""
    concepts_by_name: dict[str, frozenset[str]] = {}
    for name, field in zip(dictionary.names, dictionary.concepts, strict=True):
        text = clean_text(name) if clean else name
        concepts_by_name[text] = concepts_by_name.get(text, frozenset()) | concepts_of(field)
    return Names(tuple(concepts_by_name), tuple(concepts_by_name.values()))


def queries_of(
    mentions: Sequence[LinkedMention], names: Names, clean: bool = True, with_equal: bool = True
) -> Queries:
    """Return the mentions to learn from: neither composite nor seen before, with a name that is right.

    A mention is composite if it has several parts or several concepts; it was seen before if a mention of
    the same text and concept was.

    Parameters
    ----------
    with_equal : bool
        Whether a name equal to the mention counts as a name that is right.
    """
    holders: dict[str, list[str]] = {}
    for name, concepts in zip(names.texts, names.concepts, strict=True):
        for concept in concepts:
            holders.setdefault(concept, []).append(name)
    counts = dict.fromkeys(("mentions", "without_concept", "composite", "duplicate", "unnamed", "kept"), 0)
    counts["mentions"] = len(mentions)
    queries: dict[tuple[str, str], None] = {}
    for mention in mentions:
        text = clean_text(mention.mention) if clean else mention.mention
        several = len(set(mention.concepts)) > 1 or len(parts_of(mention.mention)) > 1
        if not mention.concepts:
            counts["without_concept"] += 1
        elif several:
            counts["composite"] += 1
        elif (text, mention.concepts[0]) in queries:
            counts["duplicate"] += 1
        elif not any(with_equal or name != text for name in holders.get(mention.concepts[0], ())):
            counts["unnamed"] += 1
        else:
            queries[text, mention.concepts[0]] = None
            counts["kept"] += 1
    return Queries(
        tuple(text for text, _ in queries), tuple(frozenset({concept}) for _, concept in queries), counts
    )


def synonym_queries(dictionary: ConceptDictionary) -> tuple[LinkedMention, ...]:
    """Return each name of a concept with several names as a mention of it, to align synonyms.

    References
    ----------
    Liu et al. 2021, Self-Alignment Pretraining for Biomedical Entity Representations.
    """
    names: dict[str, dict[str, None]] = {}
    for name, field in zip(dictionary.names, dictionary.concepts, strict=True):
        for concept in sorted(concepts_of(field)):
            names.setdefault(concept, {})[name] = None
    return tuple(
        LinkedMention(f"{concept} {number}", "", name, ((0, len(name)),), name, "", concept)
        for concept, several in names.items()
        if len(several) > 1
        for number, name in enumerate(several)
    )


def targets_of(
    concepts: Sequence[frozenset[str]], names: Names, candidates: Places
) -> np.ndarray[tuple[int, ...], np.dtype[np.float32]]:
    """Return 1 for each candidate (N, K) that names all concepts of its query, 0 for the others.

    Concepts are compared whole: `C1` is no part of `C11`.
    """
    right = [
        [concepts_of_query <= names.concepts[place] for place in row]
        for concepts_of_query, row in zip(concepts, candidates, strict=True)
    ]
    return np.array(right, dtype=np.float32).reshape(candidates.shape)
