"""What the recipes that fine-tune share: the trainer's loop with progress, choice of checkpoint and resume.

Several GPUs: start the command by the trainer's own launcher, such as `torchrun --nproc-per-node 4`; the
batch stays the one that was set, shared out among the processes, and process 0 alone writes. Tried with two
processes on a CPU, not yet on several GPUs.
"""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from corpora.mining.base import Cancelled
from corpora.model import Json
from evaluation.metrics.correlation import SPEARMAN, spearman
from modeling.encoders.quiet import quiet
from modeling.recipes.base import Floats, Step, Training
from modeling.recipes.training.checkpoints import Checkpoint, best
from modeling.recipes.training.settings import freezes

if TYPE_CHECKING:
    from torch import nn
    from transformers import TrainerCallback

METRIC = SPEARMAN
_LOG = "dev.json"
_STATE = "trainer_state.json"  # the last file the trainer writes: where it is, the checkpoint is whole
# Progress is told about so often in a training, yet at least every ten steps.
_REPORTS = 100
_SEVERAL = 10


@dataclass(frozen=True, slots=True)
class Loop:
    """One model to fine-tune.

    Parameters
    ----------
    model : SentenceTransformer or CrossEncoder
        Changed in place.
    trainer, arguments : type
        The trainer class and the class of its arguments.
    loss : module
        Takes the model's outputs and scores from 0 to 1.
    texts : callable
        Puts what the model wants before a text.
    predict : callable
        Gives scores for the pairs of the dev part, shape (N,).
    device, precision : str
        As `modeling.encoders.devices` resolved them.
    idle : bool
        Whether the model has weights that take no part in the loss, such as a pooler that is not read;
        several processes must know it to add up their gradients.
    """

    model: Any
    trainer: Any
    arguments: Any
    loss: nn.Module
    texts: Callable[[str], str]
    predict: Callable[[list[tuple[str, str]]], Floats]
    device: str
    precision: str
    idle: bool


def fine_tune(loop: Loop, training: Training) -> float | None:
    """Return the epoch whose weights the model now has: the best on the dev part; None without one.

    Checkpoints are kept at each epoch: a fit that was broken off goes on from the last whole one and gives,
    on a CPU, the weights of an unbroken one. `finish` removes them.

    Raises
    ------
    Cancelled
        `training.watch` asked to stop.
    """
    from datasets import Dataset  # type: ignore[import-untyped]
    from transformers import PrinterCallback

    training.folder.mkdir(parents=True, exist_ok=True)
    resumed = _last_whole(training.folder)
    columns = {
        "left": [loop.texts(item.left) for item in training.train],
        "right": [loop.texts(item.right) for item in training.train],
        "label": [(item.score - training.low) / (training.high - training.low) for item in training.train],
    }
    with quiet(), repeatable(loop.device), _SavedWithoutCard(loop.model):
        follower, callback = _follower(loop, training)
        trainer = _cardless(loop.trainer)(
            model=loop.model,
            args=_arguments(loop, training),
            train_dataset=Dataset.from_dict(columns),
            loss=loop.loss,
            callbacks=[callback],
        )
        trainer.remove_callback(PrinterCallback)
        trainer.train(resume_from_checkpoint=str(resumed) if resumed else None)
        trainer.accelerator.wait_for_everyone()  # until the last checkpoint is written
        # Predictions are in full precision whatever the training was in, as those of the saved model.
        trainer.accelerator.unwrap_model(trainer.model_wrapped, keep_fp32_wrapper=False)
        epoch = follower.take_best()
        trainer.accelerator.wait_for_everyone()  # until all have read the best one, which `finish` removes
        return epoch


def untuned(training: Training) -> None:
    """Tell that there is one step and it is the last; raise Cancelled where the one who watches stops it."""
    if not training.watch(Step(1, 1, 0.0)):
        raise Cancelled


def freeze(model: nn.Module, wish: Json, device: str) -> None:
    """Keep the word embeddings of a transformer as they are, where that is wished or pays."""
    from transformers import PreTrainedModel

    for part in model.modules():
        if isinstance(part, PreTrainedModel):
            words: Any = part.get_input_embeddings()
            if freezes(wish, device, len(words.weight)):
                words.requires_grad_(False)
            return


def finish(model: Any, training: Training) -> None:
    """Save the fitted model in the folder `model` of the fit, where that is wished; drop its checkpoints."""
    if not is_writer():
        return
    if training.settings["keep_model"]:
        fresh = training.folder / "model.new"
        shutil.rmtree(fresh, ignore_errors=True)
        with quiet():
            model.save_pretrained(str(fresh), create_model_card=False)
        target = training.folder / "model"
        shutil.rmtree(target, ignore_errors=True)
        fresh.rename(target)
    for path in _checkpoints(training.folder):
        shutil.rmtree(path)
    (training.folder / _LOG).unlink(missing_ok=True)


def is_writer() -> bool:
    """Return whether this process writes files: the first one of several under a launcher."""
    return os.environ.get("RANK", "0") == "0"


@contextmanager
def repeatable(device: str) -> Iterator[None]:
    """Have the same numbers at every run within the block, on a CPU; GPUs give nearly the same."""
    import torch

    before = torch.are_deterministic_algorithms_enabled()
    torch.use_deterministic_algorithms(device == "cpu" or before)
    try:
        yield
    finally:
        torch.use_deterministic_algorithms(before)


def _arguments(loop: Loop, training: Training) -> Any:
    """Return the trainer's arguments: nothing is sent anywhere, nothing is drawn on the terminal."""
    settings: Mapping[str, Any] = training.settings
    several = int(os.environ.get("WORLD_SIZE", "1"))
    batch = max(1, settings["batch"] // several)
    steps = -(-len(training.train) // (batch * several)) * settings["epochs"]
    arguments = loop.arguments(
        output_dir=str(training.folder),
        num_train_epochs=settings["epochs"],
        per_device_train_batch_size=batch,
        learning_rate=settings["learning_rate"],
        warmup_steps=settings["warmup_steps"],
        weight_decay=0.01,  # as the `fit` of sentence-transformers had it, by which CLISTER was trained
        seed=training.seed,
        data_seed=training.seed,
        use_cpu=loop.device == "cpu",
        bf16=loop.precision == "bf16",
        save_strategy="epoch",
        eval_strategy="no",
        logging_steps=max(1, min(_SEVERAL, steps // _REPORTS)),
        report_to="none",
        disable_tqdm=True,
        dataloader_pin_memory=loop.device == "cuda",
        ddp_find_unused_parameters=loop.idle,
        push_to_hub=False,
    )
    if several == 1 and arguments.n_gpu > 1:
        arguments._n_gpu = 1  # several GPUs are the launcher's: the trainer's own way multiplies the batch
    return arguments


def _follower(loop: Loop, training: Training) -> tuple[_Follower, TrainerCallback]:
    """Return what follows the training, and the callback that the trainer tells."""
    from transformers import TrainerCallback as Callback

    follower = _Follower(loop, training)

    class Told(Callback):
        def on_train_begin(self, args: Any, state: Any, control: Any, **others: Any) -> None:
            follower.begin(state.epoch or 0.0)

        def on_log(
            self, args: Any, state: Any, control: Any, logs: Mapping[str, Any] | None = None, **others: Any
        ) -> None:
            if logs and "loss" in logs:
                follower.tell(state, loss=float(logs["loss"]))

        def on_epoch_end(self, args: Any, state: Any, control: Any, **others: Any) -> None:
            follower.evaluate(state)

        def on_save(self, args: Any, state: Any, control: Any, **others: Any) -> None:
            follower.prune(state.global_step)

    return follower, Told()


class _Follower:
    """Tells how far a training is, scores each epoch on the dev part, and keeps the checkpoints that count.

    The log holds what each epoch was worth. An epoch is logged before its checkpoint is written, so what
    lies after the checkpoint a fit resumes from is dropped and found again.
    """

    def __init__(self, loop: Loop, training: Training) -> None:
        self._loop = loop
        self._training = training
        self._path = training.folder / _LOG
        self._log: list[Checkpoint] = []
        self._steps: dict[float, int] = {}

    def begin(self, epoch: float) -> None:
        """Take up the log up to the epoch the training starts from."""
        if not self._path.is_file():
            return
        for row in json.loads(self._path.read_text(encoding="utf-8")):
            if row["epoch"] <= epoch:
                self._log.append(Checkpoint(row["epoch"], row["value"]))
                self._steps[row["epoch"]] = row["step"]

    def tell(self, state: Any, loss: float | None = None, dev: Mapping[str, float] | None = None) -> None:
        """Report a step; raise Cancelled where the one who watches asks to stop."""
        step = Step(state.global_step, state.max_steps, round(float(state.epoch), 6), loss, dev)
        if is_writer() and not self._training.watch(step):
            raise Cancelled

    def evaluate(self, state: Any) -> None:
        """Score the dev part, where there is one, and note what it says."""
        items = self._training.dev
        if not items:
            return
        predicted = self._loop.predict([(item.left, item.right) for item in items])
        value = spearman(np.array([item.score for item in items], dtype=np.float64), predicted).value
        epoch = round(float(state.epoch), 6)
        self._log.append(Checkpoint(epoch, value))
        self._steps[epoch] = state.global_step
        if is_writer():
            rows = [
                {"epoch": one.epoch, "value": one.value, "step": self._steps[one.epoch]} for one in self._log
            ]
            fresh = self._path.with_suffix(".new")
            fresh.write_text(json.dumps(rows), encoding="utf-8")
            fresh.replace(self._path)
        self.tell(state, dev={} if value is None else {METRIC.name: value})

    def prune(self, step: int) -> None:
        """Remove the checkpoints that are neither the last nor the best."""
        if not is_writer():
            return
        kept = {step} | ({self._steps[best(self._log, METRIC).epoch]} if self._log else set())
        for path in _checkpoints(self._training.folder):
            if _step(path) not in kept:
                shutil.rmtree(path)

    def take_best(self) -> float | None:
        """Give the model the weights of the best epoch, and return that epoch; None without a dev part."""
        if not self._log:
            return None
        chosen = best(self._log, METRIC)
        if chosen is not self._log[-1]:
            model = self._loop.model
            place = self._training.folder / f"checkpoint-{self._steps[chosen.epoch]}"
            kept = type(model)(str(place), device="cpu", local_files_only=True)
            model.load_state_dict(kept.state_dict())
        return chosen.epoch


def _cardless(trainer: Any) -> Any:
    """Return the trainer class without its model card, which quotes training sentences and asks the hub."""
    from transformers import TrainerCallback as Callback

    class NoCard(Callback):
        def __init__(self, default_args: Mapping[str, Any]) -> None:
            super().__init__()

    return type(trainer.__name__, (trainer,), {"model_card_callback_class": NoCard})


class _SavedWithoutCard:
    """Within the block the checkpoints of a model have no model card either."""

    def __init__(self, model: Any) -> None:
        self._model = model

    def __enter__(self) -> None:
        """Have `save_pretrained` leave the card away."""
        self._model.save_pretrained = partial(self._model.save_pretrained, create_model_card=False)

    def __exit__(self, *raised: object) -> None:
        """Save as before."""
        del self._model.save_pretrained


def _step(path: Path) -> int:
    return int(path.name.removeprefix("checkpoint-"))


def _checkpoints(folder: Path) -> list[Path]:
    """Return the folders of checkpoints, the earliest first."""
    found = (path for path in folder.glob("checkpoint-*") if path.name[11:].isdecimal())
    return sorted(found, key=_step)


def _last_whole(folder: Path) -> Path | None:
    """Return the last checkpoint that was written to its end; those broken off are removed."""
    whole = None
    for path in _checkpoints(folder):
        try:
            json.loads((path / _STATE).read_text(encoding="utf-8"))
            whole = path
        except (OSError, ValueError):
            shutil.rmtree(path)
    return whole
