"""The study of operations against SARI on a folder of simplifications annotated in YAWAT."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from annotation.alignment import ERR
from corpora.readers import read_lines
from errors import AloiError
from gold.formats.yawat import read_aln
from modeling.sari_study import SariStudy, StudyModel, pair_scores, study


def sari_study(
    folder: Path, *, models: Sequence[str] | None = None, tune: bool = False, seed: int = 0
) -> SariStudy:
    """Return how the operations of `asset.simp.K.aln` go with SARI and its parts.

    Parameters
    ----------
    folder : Path
        Holds `asset.orig.txt` and, for two or more K, `asset.simp.K.txt` and `asset.simp.K.aln`.
    models : sequence of str or None
        Names of `StudyModel`; None for all, an empty one for none.

    Raises
    ------
    AloiError
        A file that is missing or not aligned, a group that is none, an unknown model.
    """
    chosen = tuple(StudyModel) if models is None else tuple(map(_model, models))
    sources = read_lines(folder / "asset.orig.txt")
    numbers = sorted(
        int(path.name.split(".")[2])
        for path in folder.glob("asset.simp.*.txt")
        if path.name.split(".")[2].isdecimal()
    )
    texts = [_aligned(folder / f"asset.simp.{at}.txt", len(sources)) for at in numbers]
    scores = pair_scores(sources, texts)
    used: list[Counter[str]] = []
    for at in numbers:
        path = folder / f"asset.simp.{at}.aln"
        pairs = read_aln(path).pairs
        _same_length(path, len(pairs), len(sources))
        used += [Counter(group.label for group in pair.groups) for pair in pairs]
    labels = sorted({label for one in used for label in one} - {ERR})
    counts = np.array([[one[label] for label in labels] for one in used], dtype=np.float64)
    err = np.array([ERR in one for one in used]).reshape(len(numbers), -1).any(axis=0)
    without_err = np.tile(~err, len(numbers))
    return study(labels, counts, scores.reshape(-1, 4), without_err, models=chosen, tune=tune, seed=seed)


def _aligned(path: Path, length: int) -> list[str]:
    lines = read_lines(path)
    _same_length(path, len(lines), length)
    return lines


def _same_length(path: Path, found: int, length: int) -> None:
    if found != length:
        raise AloiError(
            f"{path.name} has {found} line(s) and asset.orig.txt {length}.",
            "As many lines in each file were expected: line i of each belongs to sentence i.",
            "Align the files.",
        )


def _model(name: str) -> StudyModel:
    try:
        return StudyModel(name)
    except ValueError:
        raise AloiError(
            f"The model is {name!r}.",
            f"Some of these were expected: {', '.join(one.value for one in StudyModel)}; or none.",
            "Check the spelling.",
        ) from None
