"""Scored pairs as training data of encoders, and the losses of sentence encoders with the rows each needs."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar

import numpy as np

from aloi.annotation.rows import ScoredPair
from aloi.base.arrays import Floats
from aloi.base.errors import AloiError
from aloi.base.terms import Term
from aloi.modeling.recipes.base import FEWEST, Setting, Training, declared, of_kind
from aloi.modeling.recipes.training.settings import TRAINER, FineTuning

# From texts to unit vectors (N, D) by the encoder before its training.
Encode = Callable[[Sequence[str]], Floats]
# From pairs to shares of the scale, by the cross-encoder that is distilled.
Teach = Callable[[Sequence[tuple[str, str]]], list[float]]
# A text nearer than this share of a pair's cosine may mean the same: it is no negative.
_NEGATIVE_SHARE = 0.95


class PairTuning(FineTuning[ScoredPair]):
    """A recipe of scored pairs; its defaults are the settings of CLISTER.

    References
    ----------
    Hiebel et al. 2022, CLISTER: a corpus for semantic textual similarity in French clinical narratives.
    """

    row_kinds: ClassVar[tuple[type, ...]] = (ScoredPair,)


PAIR_TRAINER = declared(
    {"model": TRAINER["model"], "loss": Setting("", "The loss that is minimised."), **TRAINER},
    warmup_steps=10,
)


def texts_of(rows: Sequence[ScoredPair]) -> list[tuple[str, str]]:
    """Return both texts of each row."""
    return [(row.left, row.right) for row in of_kind(rows, ScoredPair)]


def shares_of(training: Training[ScoredPair]) -> list[float]:
    """Return the score of each training pair from 0 to 1."""
    return [(row.score - training.low) / (training.high - training.low) for row in training.train]


def columns(pairs: Sequence[tuple[str, str]], shares: Sequence[float]) -> dict[str, list[Any]]:
    """Return pairs as columns of a trainer's data."""
    left, right = ([pair[side] for pair in pairs] for side in (0, 1))
    return {"left": left, "right": right, "label": list(shares)}


def save_of(model: Any) -> Callable[[Path], None]:
    """Return the function that writes a model into a folder, without its card, which quotes training data."""
    return lambda folder: model.save_pretrained(str(folder), create_model_card=False)


@dataclass(frozen=True, slots=True)
class EncoderLoss:
    """A loss of sentence encoders.

    Parameters
    ----------
    name : str
        Its class in sentence-transformers.
    paired : bool
        Whether it compares the pairs of a batch with each other.
    columns : callable
        From a training, an encoder and a teacher to the columns of the training data. There is no column
        `label` if all pairs are alike.
    """

    name: str
    paired: bool
    columns: Callable[[Training[ScoredPair], Encode, Teach], Mapping[str, list[Any]]]


def _scored(training: Training[ScoredPair], encode: Encode, teach: Teach) -> dict[str, list[Any]]:
    del encode, teach
    return columns(texts_of(training.train), shares_of(training))


def _ranked(training: Training[ScoredPair], encode: Encode, teach: Teach) -> dict[str, list[Any]]:
    """Return pairs that mean the same, each with its hardest negatives among the other training texts.

    References
    ----------
    Moreira et al. 2024, NV-Retriever: negatives must be farther than a share of the positive's similarity.
    """
    del teach
    least, count = float(str(training.settings["positive"])), int(str(training.settings["negatives"]))
    pairs = texts_of(training.train)
    positives = [pair for pair, share in zip(pairs, shares_of(training), strict=True) if share >= least]
    if len(positives) < FEWEST:
        raise AloiError(
            "aloi.too-few",
            name=Term("positive-pairs", share=f"{least:g}"),
            count=len(positives),
            least=FEWEST,
            todo=Term("lower-positive"),
        )
    texts = list(dict.fromkeys(text for pair in pairs for text in pair))
    index = {text: at for at, text in enumerate(texts)}
    vectors = encode(texts)
    chosen: list[list[str]] = []
    for left, right in positives:
        cosines = vectors @ vectors[index[left]]
        same = {left, right, *(text for pair in positives if left in pair for text in pair)}
        limit = _NEGATIVE_SHARE * cosines[index[right]]
        order = np.argsort(-np.where(cosines <= limit, cosines, -2.0), kind="stable")
        # If too few texts are far enough, the next ones are the farthest that there are.
        chosen.append([texts[at] for at in order if texts[at] not in same][:count])
    count = min(map(len, chosen))
    negatives = {f"negative_{at + 1}": [row[at] for row in chosen] for at in range(count)}
    return {"left": [each for each, _ in positives], "right": [each for _, each in positives], **negatives}


def _distilled(training: Training[ScoredPair], encode: Encode, teach: Teach) -> dict[str, list[Any]]:
    """Return the training pairs and new pairs of near training texts, which a cross-encoder scores.

    References
    ----------
    Thakur et al. 2021, Augmented SBERT.
    """
    pairs = texts_of(training.train)
    texts = list(dict.fromkeys(text for pair in pairs for text in pair))
    seen = {frozenset(pair) for pair in pairs}
    vectors = encode(texts)
    silver: list[tuple[str, str]] = []
    for at, text in enumerate(texts):
        near = np.argsort(-(vectors @ vectors[at]), kind="stable")
        new = [texts[other] for other in near if frozenset((text, texts[other])) not in seen and other != at]
        for other in new[: int(str(training.settings["silver"]))]:
            seen.add(frozenset((text, other)))
            silver.append((text, other))
    return columns([*pairs, *silver], [*shares_of(training), *teach(silver)])


ENCODER_LOSSES: Mapping[str, EncoderLoss] = {
    "cosine": EncoderLoss("CosineSimilarityLoss", paired=False, columns=_scored),
    "cosent": EncoderLoss("CoSENTLoss", paired=True, columns=_scored),
    "angle": EncoderLoss("AnglELoss", paired=True, columns=_scored),
    "mnrl": EncoderLoss("MultipleNegativesRankingLoss", paired=True, columns=_ranked),
    "distill": EncoderLoss("CosineSimilarityLoss", paired=False, columns=_distilled),
}
