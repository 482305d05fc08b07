"""Training steps a second of the recipe `sbert_sts` beside the library's trainer called directly.

Both fine-tune the same encoder on the same invented pairs with the same settings, in turns; the trainer
alone has no progress, no choice of a checkpoint and no resume. Printed: steps a second of the processor of
both, on one thread, and last the rate of the recipe over that of the trainer, which is 1 where all that
costs nothing. Needs the package of the model; without it one sentence is said.
"""

from __future__ import annotations

import os
import sys
import tempfile
import time
from pathlib import Path

import numpy as np

from aloi.annotation.rows import ScoredPair
from aloi.modeling.encoders.devices import quiet
from aloi.modeling.encoders.packages import packaged
from aloi.modeling.recipes import recipe
from aloi.modeling.recipes.base import Training

MODEL = "minilm"
PAIRS, EPOCHS, BATCH = 96, 2, 16
_PASSES = 2
_WORDS = (
    *("le", "la", "patient", "douleur", "fièvre", "toux", "nuit", "scanner"),
    *("normal", "aigu", "gauche", "droite", "sans", "avec", "bilan"),
)


def invented_pairs(count: int, seed: int = 0) -> tuple[ScoredPair, ...]:
    """Return pairs of word lists; the score is the share of words they have in common."""
    chance = np.random.default_rng(seed)
    items = []
    for number in range(count):
        left = chance.choice(_WORDS, 10)
        right = np.where(chance.random(10) < chance.random(), left, chance.choice(_WORDS, 10))
        score = 5 * float((left == right).mean())
        items.append(ScoredPair(f"i{number:04}", "", "", " ".join(left), " ".join(right), score, 0.0, 5.0))
    return tuple(items)


def by_recipe(model: str, items: tuple[ScoredPair, ...]) -> float:
    """Return the seconds of the processor that a fit by the recipe takes, loading and saving included."""
    chosen = recipe("sbert_sts")
    settings = chosen.settings(
        {"model": model, "epochs": EPOCHS, "batch": BATCH, "device": "cpu", "keep_model": False}
    )
    with tempfile.TemporaryDirectory() as folder:
        begun = time.process_time()
        chosen.fit(Training(items, (), settings, 0, Path(folder), low=0.0, high=5.0))
        return time.process_time() - begun


def by_trainer(model: str, items: tuple[ScoredPair, ...]) -> float:
    """Return the seconds of the processor of the same training by the library's trainer alone."""
    from datasets import Dataset  # type: ignore[import-untyped]
    from sentence_transformers import (
        SentenceTransformer,
        SentenceTransformerTrainer,
        SentenceTransformerTrainingArguments,
    )
    from sentence_transformers.sentence_transformer.losses import CosineSimilarityLoss
    from transformers import PrinterCallback

    checkpoint = packaged(model)
    data = Dataset.from_dict(
        {
            "left": [one.left for one in items],
            "right": [one.right for one in items],
            "label": [one.score / 5 for one in items],
        }
    )
    with tempfile.TemporaryDirectory() as folder, quiet():
        begun = time.process_time()
        network = SentenceTransformer(str(checkpoint.folder()) if checkpoint else model, device="cpu")
        arguments = SentenceTransformerTrainingArguments(
            output_dir=folder,
            num_train_epochs=EPOCHS,
            per_device_train_batch_size=BATCH,
            learning_rate=2e-5,
            warmup_steps=10,
            save_strategy="no",
            logging_strategy="no",
            report_to="none",
            disable_tqdm=True,
            use_cpu=True,
            seed=0,
        )
        trainer = SentenceTransformerTrainer(
            model=network, args=arguments, train_dataset=data, loss=CosineSimilarityLoss(network)
        )
        trainer.remove_callback(PrinterCallback)
        trainer.train()
        return time.process_time() - begun


def compare(model: str, count: int = PAIRS) -> float:
    """Print the steps a second of both on so many pairs; return the rate of the recipe over the other."""
    items = invented_pairs(count)
    steps = EPOCHS * -(-count // BATCH)
    by_recipe(model, items[:BATCH])  # imports and first calls count for nobody
    by_trainer(model, items[:BATCH])
    ours, peer_seconds = [], []
    for _ in range(_PASSES):
        ours.append(by_recipe(model, items))
        peer_seconds.append(by_trainer(model, items))
    print(f"{steps} steps of {BATCH} pairs, loading included")
    print(f"  the recipe sbert_sts: {steps / min(ours):.2f} steps a second")
    print(f"  the trainer alone: {steps / min(peer_seconds):.2f} steps a second")
    return min(peer_seconds) / min(ours)


def main() -> int:
    checkpoint = packaged(MODEL)
    if checkpoint is None or checkpoint.missing:
        print("NOT RUN: the model is not installed (make models)")
        return 0
    os.environ["HF_HUB_OFFLINE"] = "1"
    import torch

    torch.set_num_threads(1)
    print(f"rate of the recipe over the trainer alone {compare(MODEL):.2f}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
