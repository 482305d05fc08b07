"""Measure how an encoder is fastest on this machine, on texts of scored pairs; later work then uses it."""

from __future__ import annotations

from pathlib import Path

from annotation.rows import ScoredPair
from corpora.mining.base import Cancelled
from modeling.encoders.tuning import Tuning, tune
from storage.store import Store
from workbench.models.data import load
from workbench.models.vectors import CACHE
from workbench.progress import Progress, silent


def tune_encoder(
    store: Store | None,
    encoder: str,
    source: str,
    *,
    scale: tuple[float, float] | None = None,
    data: Path,
    progress: Progress = silent,
) -> Tuning:
    """Return what was measured and chosen; mining, random draws and the loop use it from then on.

    Parameters
    ----------
    source : str
        Scored pairs, as `aloi train` reads them; all parts are used.
    data : Path
        The data folder, where the choice is kept.

    Raises
    ------
    AloiError
        An encoder that is no transformer model, or a source that is not there.
    Cancelled
        `progress` said to stop.
    """
    found = load(store, source, kind=ScoredPair, scale=scale)
    items = [one for part in found.parts.values() for one in part if isinstance(one, ScoredPair)]

    def tell(what: str) -> None:
        if not progress(0, 0, f"measuring {what}"):
            raise Cancelled

    texts = [text for one in items for text in (one.left, one.right)]
    pairs = [(one.left, one.right, one.score) for one in items]
    return tune(encoder, texts, data / CACHE, pairs=pairs, tell=tell)
