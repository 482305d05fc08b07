"""The candidates of BioSyn (sung2020biomedical)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import chain, islice


def biosyn_candidates(
    sparse: Sequence[int], dense: Iterable[int], top: int = 20, dense_ratio: float = 0.5
) -> list[int]:
    """Return `top` candidates: the first sparse ones, then dense ones in order that are not yet there.

    Parameters
    ----------
    sparse, dense : sequence of int
        Places in the dictionary, best first.
    top : int
        How many.
    dense_ratio : float
        The share of dense ones, in [0, 1]; `top - int(top * dense_ratio)` are sparse.
    """
    first = list(sparse[: top - int(top * dense_ratio)])
    return list(islice(dict.fromkeys(chain(first, dense)), top))
