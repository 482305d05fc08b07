"""The cosine of tf-idf weights of pairs of texts."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from aloi.base.arrays import Floats

_COLUMNS = 2**20  # n-grams are hashed: two share a column now and then, and one never seen has one too


def tfidf_cosine(learnt: Sequence[str], **options: Any) -> Callable[[Sequence[tuple[str, str]]], Floats]:
    """Return the cosine of tf-idf weights of N pairs, in [0, 1]; 0 if a text has no n-gram.

    An unseen n-gram has the highest possible weight. With few training texts most n-grams of other texts are
    unseen, and ignoring them would make pairs equal that differ only in them.

    Parameters
    ----------
    learnt : sequence of str
        The texts whose document frequencies are used; empty for those of the texts to be scored.
    **options
        Of scikit-learn's `HashingVectorizer`.
    """
    from sklearn.feature_extraction.text import HashingVectorizer, TfidfTransformer

    counts = HashingVectorizer(n_features=_COLUMNS, alternate_sign=False, norm=None, **options)
    fitted = TfidfTransformer().fit(counts.transform(learnt)) if learnt else None

    def similarities(pairs: Sequence[tuple[str, str]]) -> Floats:
        left, right = (counts.transform([pair[side] for pair in pairs]) for side in (0, 1))
        weights = fitted or TfidfTransformer().fit(_stacked(left, right))
        product = weights.transform(left).multiply(weights.transform(right)).sum(axis=1)
        return np.clip(np.asarray(product, dtype=np.float64).reshape(-1), 0, 1)

    return similarities


def _stacked(left: Any, right: Any) -> Any:
    from scipy.sparse import vstack

    return vstack([left, right])
