"""The training loop of all recipes: the transformers trainer with progress, checkpoint choice and resume.

To use several GPUs, start the command by the trainer's launcher, such as `torchrun --nproc-per-node 4`. The
batch size stays as set and is divided among the processes; process 0 alone writes. Tested with two processes
on a CPU, not yet on several GPUs.
"""

from __future__ import annotations

import hashlib
import json
import os
import shutil
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from aloi.base.records import to_json
from aloi.corpora.mining.base import Cancelled
from aloi.corpora.model import Json
from aloi.evaluation.metrics import metric
from aloi.evaluation.metrics.base import Direction, Metric
from aloi.evaluation.rows import Answer, LearntRow, evaluation_set
from aloi.modeling.encoders.devices import quiet
from aloi.modeling.recipes.base import Step, Training
from aloi.modeling.recipes.training.settings import BEST, HIGHEST, LAST, Checkpoint, best
from aloi.modeling.recipes.training.steps import adapted, freeze, in_parts

if TYPE_CHECKING:
    from transformers import TrainerCallback

_LOG = "epochs.json"
_STATE = "trainer_state.json"  # the last file the trainer writes: where it is, the checkpoint is whole
# Number of progress reports in a training, with at least one every ten steps.
_REPORTS = 100
_SEVERAL = 10


@dataclass(frozen=True, slots=True)
class Loop:
    """One model to fine-tune.

    Parameters
    ----------
    model : module
        Changed in place.
    trainer, arguments : type
        The trainer class and the class of its arguments.
    trainer_inputs : mapping
        Further inputs of the trainer: its training data, and how the loss is computed from them.
    metric : str
        The metric by which the best epoch is selected.
    score : callable or None
        Returns the value of that metric on the dev split with the current model; None without a dev split.
    device, precision : str
        As `aloi.modeling.encoders.devices` resolved them.
    idle : bool
        Whether the model has weights without influence on the loss, such as an unused pooler. Several
        processes need this to add up their gradients.
    terms, paired : callable, bool
        As `aloi.modeling.recipes.training.steps.in_parts` takes them.
    optimiser : callable or None
        Returns the optimiser of the weights to be trained; by default AdamW.
    options : mapping
        Arguments of the trainer that differ from those of all recipes.
    begin_epoch : callable
        Called before each pass over the training rows.
    facts : callable
        Called after each pass; returns the entries of the epoch's log.
    request : str
        Further causes of the outcome besides rows, settings and seed; a fit with another request is not
        resumed.
    """

    model: Any
    trainer: Any
    arguments: Any
    trainer_inputs: Mapping[str, Any]
    metric: str
    score: Callable[[], float | None] | None
    device: str
    precision: str
    idle: bool
    terms: Callable[[Sequence[Any]], int] = len
    paired: bool = False
    optimiser: Callable[[], Any] | None = None
    options: Mapping[str, Any] = field(default_factory=dict)
    begin_epoch: Callable[[], None] = lambda: None
    facts: Callable[[], Mapping[str, float]] = dict
    request: str = ""


@dataclass(frozen=True, slots=True)
class Tuned:
    """The result of a fine-tuning: the epoch of the weights (None: the last, not scored), and every epoch."""

    best_epoch: float | None
    log: tuple[Checkpoint, ...]


def fine_tune(loop: Loop, training: Training[Any]) -> Tuned:
    """Return how the fine-tuning went; the model has the weights of the best epoch on the dev split.

    Defaults are those of the transformers trainer; the options of the loop may change them. AdamW without
    decay of biases and norms, a learning rate that falls linearly to 0, gradients clipped at norm 1.

    A checkpoint is written at each epoch. An interrupted fit resumes from the last complete one and, on a
    CPU, gives the weights of an uninterrupted fit. `finish` removes the checkpoints.

    Raises
    ------
    Cancelled
        `training.watch` requested a stop.
    """
    from transformers import PrinterCallback

    training.folder.mkdir(parents=True, exist_ok=True)
    follower = _Follower(loop, training)
    resumed = follower.resume()
    freeze(loop.model, training.settings, loop.device)
    trainer_class = in_parts(loop.trainer, training, loop.terms, loop.paired)
    with quiet(), repeatable(loop.device), adapted(loop.model, training):
        trainer = trainer_class(
            model=loop.model,
            args=_arguments(loop, training),
            callbacks=[_callback(follower)],
            **loop.trainer_inputs,
            **({"optimizers": (loop.optimiser(), None)} if loop.optimiser else {}),
        )
        trainer.remove_callback(PrinterCallback)
        follower.report = trainer.log
        trainer.train(resume_from_checkpoint=str(resumed) if resumed else None)
        trainer.accelerator.wait_for_everyone()  # until the last checkpoint is written
        # Predictions are in full precision whatever the training was in, as those of the saved model.
        trainer.accelerator.unwrap_model(trainer.model_wrapped, keep_fp32_wrapper=False)
        tuned = follower.take_best(trainer)
        trainer.accelerator.wait_for_everyone()  # until all have read the best one, which `finish` removes
        return tuned


def dev_score(
    training: Training[Any], predict: Callable[[Sequence[Any]], Sequence[Answer]], name: str
) -> Callable[[], float | None] | None:
    """Return the function that scores the dev split with the current model; None if nothing is scored."""
    rows = dev_rows(training.dev, training.settings)
    if not rows:
        return None
    gold = evaluation_set("dev", "", rows)
    return lambda: metric(name).sums(gold.gold, [predict(rows)], gold.low, gold.high)[0].observed


def dev_rows(dev: Sequence[LearntRow], settings: Mapping[str, Json]) -> Sequence[LearntRow]:
    """Return the dev rows that are scored after each epoch: all, or a sample that is always the same."""
    rows = sorted(dev, key=lambda row: row.id)
    count = settings.get("dev_items")
    if settings.get("checkpoint") == LAST:
        return []
    if not isinstance(count, int) or count >= len(rows):
        return rows
    drawn = np.random.default_rng(0).permutation(len(rows))[:count]
    return [rows[at] for at in sorted(drawn.tolist())]


def finish(training: Training[Any], save: Callable[[Path], None] | None) -> None:
    """Save the fitted model in the folder `model` of the fit, if requested; delete its checkpoints.

    Parameters
    ----------
    save : callable or None
        Writes the model into a folder.
    """
    if not is_writer():
        return
    if save is not None:
        fresh = training.folder / "model.new"
        shutil.rmtree(fresh, ignore_errors=True)
        with quiet():
            save(fresh)
        target = training.folder / "model"
        shutil.rmtree(target, ignore_errors=True)
        fresh.rename(target)
    _clear(training.folder)


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


def _arguments(loop: Loop, training: Training[Any]) -> Any:
    """Return the trainer's arguments: nothing is sent anywhere, nothing is drawn on the terminal."""
    settings: Mapping[str, Any] = training.settings
    several = int(os.environ.get("WORLD_SIZE", "1"))
    batch = max(1, settings["batch"] // several)
    steps = -(-len(loop.trainer_inputs["train_dataset"]) // (batch * several)) * settings["epochs"]
    trainer_options: dict[str, Any] = {
        "num_train_epochs": settings["epochs"],
        "per_device_train_batch_size": batch,
        "learning_rate": settings["learning_rate"],
        "warmup_steps": settings.get("warmup_steps", 0),
        "weight_decay": settings["weight_decay"],
        "seed": training.seed,
        "data_seed": training.seed,
        "use_cpu": loop.device == "cpu",
        "bf16": loop.precision == "bf16",
        "fp16": loop.precision == "fp16",
        "save_strategy": "epoch",
        "eval_strategy": "no",
        "logging_steps": max(1, min(_SEVERAL, steps // _REPORTS)),
        "report_to": list(training.report_to) or "none",
        "disable_tqdm": True,
        "dataloader_pin_memory": loop.device == "cuda",
        "ddp_find_unused_parameters": loop.idle,
        "push_to_hub": False,
        **loop.options,
    }
    arguments = loop.arguments(output_dir=str(training.folder), **trainer_options)
    if several == 1 and arguments.n_gpu > 1:
        arguments._n_gpu = 1  # several GPUs are the launcher's: the trainer's own way multiplies the batch
    return arguments


def _callback(follower: _Follower) -> TrainerCallback:
    """Return the trainer's callback that informs the follower."""
    from transformers import TrainerCallback as Callback

    class TrainingEvents(Callback):
        def on_epoch_begin(self, args: Any, state: Any, control: Any, **others: Any) -> None:
            follower.loop.begin_epoch()

        def on_log(
            self, args: Any, state: Any, control: Any, logs: Mapping[str, Any] | None = None, **others: Any
        ) -> None:
            if logs and "loss" in logs:
                follower.tell(state, loss=float(logs["loss"]))

        def on_epoch_end(self, args: Any, state: Any, control: Any, **others: Any) -> None:
            follower.evaluate(state)

        def on_save(self, args: Any, state: Any, control: Any, **others: Any) -> None:
            follower.prune(state.global_step)

    return TrainingEvents()


class _Follower:
    """Reports the progress of a training, scores each epoch on the dev split and keeps needed checkpoints.

    The log holds what each epoch was worth. An epoch is logged before its checkpoint is written, so what
    lies after the checkpoint a fit resumes from is dropped and found again.
    """

    def __init__(self, loop: Loop, training: Training[Any]) -> None:
        self.loop = loop
        self._training = training
        self.report: Callable[[dict[str, float]], None] = lambda logs: None  # to trackers
        self._path = training.folder / _LOG
        self._log: list[Checkpoint] = []
        request = (
            sorted(training.settings.items()),
            training.seed,
            training.train,
            training.dev,
            loop.request,
        )
        self._asked = hashlib.sha256(repr(request).encode()).hexdigest()
        declared = metric(loop.metric)
        # As released, DrBenchmark took the highest value for the best whatever the metric.
        highest = training.settings.get("checkpoint", BEST) == HIGHEST
        self._metric: Metric = replace(declared, direction=Direction.HIGHER) if highest else declared

    def resume(self) -> Path | None:
        """Return the last complete checkpoint of this fit and read its log; remove those of another fit."""
        folder = self._training.folder
        try:
            record = json.loads(self._path.read_text(encoding="utf-8"))
            log = [Checkpoint(**one) for one in record["epochs"]] if record["asked"] == self._asked else []
        except (OSError, ValueError, TypeError, KeyError):
            log = []
        if not log and is_writer():
            _clear(folder)
        complete = _last_whole(folder) if log else None
        self._log = [one for one in log if complete is not None and one.step <= _step(complete)]
        return complete

    def tell(self, state: Any, loss: float | None = None, dev: Mapping[str, float] | None = None) -> None:
        """Report a step; raise Cancelled if the watcher requests a stop."""
        step = Step(state.global_step, state.max_steps, round(float(state.epoch), 6), loss, dev)
        if is_writer() and not self._training.watch(step):
            raise Cancelled

    def evaluate(self, state: Any) -> None:
        """Score the dev split, if there is one, and log the result."""
        scored = self.loop.score is not None
        value = self.loop.score() if self.loop.score is not None else None
        facts = dict(self.loop.facts())
        self._log.append(Checkpoint(round(float(state.epoch), 6), value, state.global_step, facts))
        if is_writer():
            record = {"asked": self._asked, "epochs": [to_json(one) for one in self._log]}
            fresh = self._path.with_suffix(".new")
            fresh.write_text(json.dumps(record), encoding="utf-8")
            fresh.replace(self._path)
        dev_scores = {} if value is None else {self.loop.metric: value}
        if dev_scores and self._training.report_to:
            self.report({f"eval_{name}": score for name, score in dev_scores.items()})
        self.tell(state, dev=dev_scores if scored else None)

    def prune(self, step: int) -> None:
        """Remove the checkpoints that are neither the last nor the best."""
        if not is_writer():
            return
        retained_steps = {step, best(self._log, self._metric).step}
        for path in _checkpoints(self._training.folder):
            if _step(path) not in retained_steps:
                shutil.rmtree(path)

    def take_best(self, trainer: Any) -> Tuned:
        """Give the model the weights of the best epoch, and return how it went."""
        log = tuple(self._log)
        if self.loop.score is None:
            return Tuned(None, log)
        chosen = best(log, self._metric)
        if chosen is not log[-1]:
            # The trainer's own way to read a checkpoint, by which it resumes.
            trainer._load_from_checkpoint(str(self._training.folder / f"checkpoint-{chosen.step}"))
        return Tuned(chosen.epoch, log)


def _step(path: Path) -> int:
    return int(path.name.removeprefix("checkpoint-"))


def _checkpoints(folder: Path) -> list[Path]:
    """Return the folders of checkpoints, the earliest first."""
    paths = (path for path in folder.glob("checkpoint-*") if path.name[11:].isdecimal())
    return sorted(paths, key=_step)


def _clear(folder: Path) -> None:
    """Remove the checkpoints of a fit and its log."""
    for path in _checkpoints(folder):
        shutil.rmtree(path)
    (folder / _LOG).unlink(missing_ok=True)


def _last_whole(folder: Path) -> Path | None:
    """Return the last checkpoint that was written to its end."""
    for path in reversed(_checkpoints(folder)):
        try:
            json.loads((path / _STATE).read_text(encoding="utf-8"))
        except (OSError, ValueError):
            continue
        return path
    return None
