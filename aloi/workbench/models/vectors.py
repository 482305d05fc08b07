"""The encoders that pages offer, how fast one can be, and sentences each text once."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from aloi.annotation.rows import ScoredPair
from aloi.base.terms import Term
from aloi.corpora.model import Sentence
from aloi.modeling.encoders.packages import PACKAGED, Packaged
from aloi.modeling.encoders.tuning import Tuning, tune
from aloi.workbench.encoding import CACHE
from aloi.workbench.models.data import load
from aloi.workbench.progress import Progress, go_on, silent
from aloi.workbench.requests.models.training import TuneRequest

if TYPE_CHECKING:
    from aloi.storage.store import Store


def distinct(sentences: Sequence[Sentence]) -> list[Sentence]:
    """Return the first sentence of each distinct text, in order."""
    first: dict[str, Sentence] = {}
    for sentence in sentences:
        first.setdefault(sentence.text, sentence)
    return list(first.values())


def packaged_encoders() -> tuple[Packaged, ...]:
    """Return the encoders that come with packages; each says what it misses and whether it can be trained."""
    return PACKAGED


def tune_encoder(
    store: Store | None, request: TuneRequest, *, data: Path, progress: Progress = silent
) -> Tuning:
    """Return what was measured and chosen; mining, random draws and the loop use it from then on.

    All parts of the scored pairs are used. The data folder stores the choice.

    Raises
    ------
    AloiError
        An encoder that is no transformer model, or a source that is not there.
    Cancelled
        `progress` said to stop.
    """
    loaded = load(store, request.data, kind=ScoredPair, scale=request.scale)
    items = [one for part in loaded.parts.values() for one in part if isinstance(one, ScoredPair)]

    def tell(quantity: str) -> None:
        go_on(progress, 0, 0, Term("progress-measuring", what=quantity))

    texts = [text for one in items for text in (one.left, one.right)]
    pairs = [(one.left, one.right, one.score) for one in items]
    return tune(request.encoder, texts, data / CACHE, pairs=pairs, tell=tell)
