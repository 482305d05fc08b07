"""What the recipes of scored pairs that sentence-transformers trains share."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from aloi.annotation.rows import ScoredPair
from aloi.modeling.recipes.base import Training, of_kind


def texts_of(rows: Sequence[ScoredPair]) -> list[tuple[str, str]]:
    """Return both texts of each row."""
    return [(row.left, row.right) for row in of_kind(rows, ScoredPair)]


def columns(training: Training[ScoredPair], prefix: str = "") -> Any:
    """Return the training pairs as its trainers take them: both texts, and the score from 0 to 1."""
    from datasets import Dataset  # type: ignore[import-untyped]

    rows, span = training.train, training.high - training.low
    return Dataset.from_dict(
        {
            "left": [prefix + row.left for row in rows],
            "right": [prefix + row.right for row in rows],
            "label": [(row.score - training.low) / span for row in rows],
        }
    )


def save_of(model: Any) -> Callable[[Path], None]:
    """Return what writes a model into a folder, without the card that would quote training sentences."""
    return lambda folder: model.save_pretrained(str(folder), create_model_card=False)
