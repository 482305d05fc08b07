"""SARI: what a simplification keeps, adds and deletes, against the source and several references.

Values are in [0, 100], higher is better; an interval resamples sentences. Texts are lower-cased and
tokenised by mteval's rules ("13a"), which split no apostrophe: a text tokenised beforehand scores
differently. Identical source, output and reference give 33.3, not 100, since nothing is added or deleted.
Definitions: Xu et al. 2016, in the corpus-level form of EASSE (Alva-Manchego et al. 2019).
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from enum import StrEnum
from typing import TypeAlias

import numpy as np

from aloi.base.arrays import Floats
from aloi.base.errors import AloiError
from aloi.base.terms import Term
from aloi.evaluation.metrics.base import Metric

NGrams: TypeAlias = tuple[Mapping[str, int], ...]

SARI = Metric(
    name="sari",
    title="SARI (words kept, added, deleted)",
    high=100.0,
    clipping="none: texts have no scale",
    resampling_unit="sentence",
    row_kinds=("TaggedPair",),
    references=("xu2016optimizing", "alvamanchego2019easse"),
)

ORDERS = 4
PARTS = ("add", "keep", "delete")
NAMES = ("sari", *PARTS)

# The rules of mteval-v13a: set off punctuation, but not a point or comma within a number.
_RULES = (
    (re.compile(r"([\{-\~\[-\` -\&\(-\+\:-\@\/])"), r" \1 "),
    (re.compile(r"([^0-9])([\.,])"), r"\1 \2 "),
    (re.compile(r"([\.,])([^0-9])"), r" \1 \2"),
    (re.compile(r"([0-9])(-)"), r"\1 \2 "),
)


class SariVariant(StrEnum):
    """How SARI is computed; scores of different variants cannot be compared.

    `default`: F1 for each n, then their mean. `paper_version`: precision and recall are averaged over
    n first. `precision_deletion`: deletion is precision, not F1. `legacy`: the source is not tokenised
    again and nothing is lower-cased.
    """

    DEFAULT = "default"
    PAPER_VERSION = "paper_version"
    PRECISION_DELETION = "precision_deletion"
    LEGACY = "legacy"


def tokenize_13a(text: str, *, lowercase: bool = True) -> str:
    """Return the text with tokens parted by one space, by the rules of mteval-v13a."""
    line = text.lower() if lowercase else text
    line = line.replace("<skipped>", "").replace("-\n", "").replace("\n", " ")
    for entity, sign in (("&quot;", '"'), ("&amp;", "&"), ("&lt;", "<"), ("&gt;", ">")):
        line = line.replace(entity, sign)
    line = f" {line} "
    for rule, replacement in _RULES:
        line = rule.sub(replacement, line)
    return " ".join(line.split())


def ngrams(text: str, *, variant: SariVariant = SariVariant.DEFAULT, source: bool = False) -> NGrams:
    """Return how often each n-gram occurs in a text, for n = 1 .. 4.

    Parameters
    ----------
    source : bool
        Whether the text is the original; the legacy variant splits that one at white space only.
    """
    legacy = variant is SariVariant.LEGACY
    line = text if legacy and source else tokenize_13a(text, lowercase=not legacy)
    tokens = line.split()
    return tuple(
        Counter(" ".join(tokens[at : at + n]) for at in range(len(tokens) - n + 1))
        for n in range(1, ORDERS + 1)
    )


def sentence_counts(source: NGrams, system: NGrams, references: Sequence[NGrams]) -> Floats:
    """Return the counts of SARI for one sentence, shape (4, 3, 3).

    Axes: n; add, keep, delete; n-grams right, done by the system, done by the references. Additions
    count distinct n-grams, the others occurrences, the source and the system weighing as much as all
    references together. Counts of sentences add up to those of a corpus.
    """
    totals = np.zeros((ORDERS, len(PARTS), 3))
    for order in range(ORDERS):
        totals[order] = _order_counts(source[order], system[order], [one[order] for one in references])
    return totals


def _order_counts(
    source: Mapping[str, int], system: Mapping[str, int], references: Sequence[Mapping[str, int]]
) -> list[tuple[int, int, int]]:
    """Return (right, by the system, by the references) of add, keep and delete for one n."""
    m = len(references)
    all_references: dict[str, int] = {}
    for reference in references:
        for gram, count in reference.items():
            all_references[gram] = all_references.get(gram, 0) + count
    added = system.keys() - source.keys()
    keep = [0, 0, 0]
    delete = [0, 0, 0]
    for gram, count in source.items():
        s, o, r = m * count, m * system.get(gram, 0), all_references.get(gram, 0)
        for totals, by_system, by_references in (
            (keep, min(s, o), min(s, r)),
            (delete, max(s - o, 0), max(s - r, 0)),
        ):
            totals[0] += min(by_system, by_references)
            totals[1] += by_system
            totals[2] += by_references
    add = (len(added & all_references.keys()), len(added), len(all_references.keys() - source.keys()))
    return [add, (keep[0], keep[1], keep[2]), (delete[0], delete[1], delete[2])]


def scores_of_counts(counts: Floats, variant: SariVariant = SariVariant.DEFAULT) -> Floats:
    """Return SARI, add, keep, delete in [0, 100], shape (..., 4), of counts of shape (..., 4, 3, 3).

    A precision or recall over nothing is 0, as in EASSE.
    """
    right, by_system, by_references = counts[..., 0], counts[..., 1], counts[..., 2]
    precision = right / np.maximum(by_system, 1)
    recall = right / np.maximum(by_references, 1)
    if variant is SariVariant.PAPER_VERSION:
        parts = _f1(precision.mean(axis=-2), recall.mean(axis=-2))
    else:
        parts = _f1(precision, recall).mean(axis=-2)
    if variant is SariVariant.PRECISION_DELETION:
        parts[..., 2] = precision.mean(axis=-2)[..., 2]
    # Scaled before the mean, as in EASSE: the order decides which sentences tie in the last bit, and so
    # the sixth decimal of rank correlations.
    parts = 100 * parts
    return np.concatenate([parts.mean(axis=-1, keepdims=True), parts], axis=-1)


def _f1(precision: Floats, recall: Floats) -> Floats:
    total = precision + recall
    return np.divide(2 * precision * recall, total, out=np.zeros_like(total), where=total > 0)


def corpus_counts(
    sources: Sequence[str],
    systems: Sequence[str],
    references: Sequence[Sequence[str]],
    variant: SariVariant = SariVariant.DEFAULT,
) -> Floats:
    """Return the counts of each sentence, shape (N, 4, 3, 3).

    Parameters
    ----------
    references : sequence of sequences
        One list of N texts a reference, aligned with the sources.

    Raises
    ------
    AloiError
        No sentence, no reference, lists of different lengths.
    """
    check_aligned(sources, systems, references)
    return np.array(
        [
            sentence_counts(
                ngrams(source, variant=variant, source=True),
                ngrams(system, variant=variant),
                [ngrams(one[at], variant=variant) for one in references],
            )
            for at, (source, system) in enumerate(zip(sources, systems, strict=True))
        ]
    )


def check_aligned(
    sources: Sequence[str], systems: Sequence[str], references: Sequence[Sequence[str]]
) -> None:
    """Raise AloiError unless there is a sentence, a reference, and as many texts everywhere."""
    if not references:
        raise AloiError("aloi.too-few", name=Term("references"), count=0, least=1)
    lengths = [len(sources), len(systems), *map(len, references)]
    if len(set(lengths)) > 1:
        raise AloiError(
            "aloi.value", name=Term("sentence-counts"), value=lengths, expected=Term("equal-counts")
        )
    if not sources:
        raise AloiError("aloi.too-few", name=Term("sentences"), count=0, least=1)
