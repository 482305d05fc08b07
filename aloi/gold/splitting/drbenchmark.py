"""The splits of DrBenchmark's tasks, replayed: the ids in train, validation and test.

Source: labrak2024drbenchmark, its loaders (commit cfd005b).
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence

import numpy as np

from aloi.base.errors import AloiError
from aloi.base.terms import Term

SEED = 4
FEW_SHOT_SEED = 42
_SHUFFLES = 3
_PARTS = ("train", "validation", "test")
# The cuts of the shuffled ids. One cut: the official training split is cut into train and validation.
# Tasks that are absent ship their parts.
CUTS: Mapping[str, tuple[float, ...]] = {
    "cas": (0.7, 0.8),
    "essai": (0.7, 0.8),
    "mantra": (0.7, 0.8),
    "pxcorpus": (0.7, 0.8),
    "e3c_temporal": (0.7, 0.8),
    "e3c_clinical": (0.8738,),
    "clister": (0.8333,),
    "deft2020_task_1": (0.8316,),
    "deft2020_task_2": (0.8059,),
    "deft2021_cls": (0.7096,),
    "deft2021_ner": (0.73,),
}


def drbenchmark_parts(ids: Sequence[str], cuts: Sequence[float]) -> dict[str, tuple[str, ...]]:
    """Return the ids of each part, in the order of the file.

    Parameters
    ----------
    ids : sequence of str
        In the order of the file, each once; for parts made of documents, their ids.
    cuts : sequence of float
        One or two shares in (0, 1), rising: where train ends, and where validation ends. `CUTS` has those
        of each task.

    Returns
    -------
    dict
        `train` and `validation`, and with two cuts `test`.

    Raises
    ------
    AloiError
        A duplicate id.
    """
    if len(cuts) not in (1, 2) or not all(0 < cut < 1 for cut in cuts) or list(cuts) != sorted(cuts):
        raise ValueError(f"cuts are {cuts}, and must be one or two ascending shares between 0 and 1")
    if len(set(ids)) < len(ids):
        twice = next(id_ for id_ in ids if ids.count(id_) > 1)
        raise AloiError("aloi.repeated", name=Term("row-id"), value=repr(twice))
    order = shuffled(ids)
    ends = [0, *(int(len(order) * cut) for cut in cuts), len(order)]
    parts = {}
    for name, start, end in zip(_PARTS, ends, ends[1:], strict=False):
        part_documents = set(order[start:end])
        parts[name] = tuple(id_ for id_ in ids if id_ in part_documents)
    return parts


def shuffled(ids: Sequence[str]) -> tuple[str, ...]:
    """Return the ids shuffled three times by one generator, as the loaders do before they cut."""
    order = list(ids)
    generator = random.Random(SEED)
    for _ in range(_SHUFFLES):
        generator.shuffle(order)
    return tuple(order)


def few_shot(size: int, fraction: float) -> tuple[int, ...]:
    """Return the places, in a training part of `size` rows, of the rows that a fraction of it keeps.

    The part is shuffled three times as the `datasets` library does with seed 42, and the first
    `int(size * fraction)` rows are kept, in that order.

    Parameters
    ----------
    fraction : float
        In (0, 1]; 1 keeps all rows, shuffled too.
    """
    if not 0 < fraction <= 1:
        raise ValueError(f"fraction is {fraction:g}, and must be above 0 and at most 1")
    places = np.arange(size)
    for _ in range(_SHUFFLES):  # each shuffle begins anew at the seed
        places = places[np.random.default_rng(FEW_SHOT_SEED).permutation(size)]
    return tuple(int(place) for place in places[: int(size * fraction)])
