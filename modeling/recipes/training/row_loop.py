"""The training loop of recipes that fine-tune a transformer on rows, and batches of what they read."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import nullcontext
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np

from corpora.mining.base import Cancelled
from evaluation.metrics.base import Direction, Metric
from modeling.encoders.quiet import quiet
from modeling.recipes.base import Step
from modeling.recipes.row_base import RowTraining
from modeling.recipes.training.checkpoints import Checkpoint, best
from modeling.recipes.training.loop import repeatable

if TYPE_CHECKING:
    from torch import Tensor

# What the tokenizer gives of one text: input_ids, attention_mask, token_type_ids where the model has them.
Encoded: TypeAlias = Mapping[str, Sequence[int]]
BEST, LAST, HIGHEST = "best", "last", "highest"
CHECKPOINTS = (BEST, LAST, HIGHEST)
_REPORTS = 100
# Texts read at once when nothing is learnt: few on a CPU, where padding costs more than calls.
_AT_ONCE = {"cpu": 8, "cuda": 256}


@dataclass(frozen=True, slots=True)
class Example:
    """What a training row is to the model: the texts it reads, one or one an option, and what is wanted."""

    texts: tuple[Encoded, ...]
    target: Any


@dataclass(frozen=True, slots=True)
class RowLoop:
    """One model to fine-tune on rows.

    Parameters
    ----------
    model : PreTrainedModel
        On its device; changed in place.
    padding : int
        The id that fills texts up to the longest of a batch.
    loss : callable
        From the logits of all texts of a batch, and the targets of its examples, to what is minimised.
    score : callable or None
        Gives the metric's value on the dev part with the model as it is; None without a dev part.
    metric : Metric
        Tells which of two values is better.
    """

    model: Any
    padding: int
    examples: Sequence[Example]
    loss: Callable[[Tensor, Sequence[Any]], Tensor]
    score: Callable[[], float | None] | None
    metric: Metric
    device: str
    precision: str


def fit_rows(loop: RowLoop, training: RowTraining[Any]) -> float | None:
    """Return the epoch whose weights the model now has; None where the last one was kept unseen.

    AdamW, the learning rate falling linearly to 0, gradients cut at the norm 1, as the trainer of
    transformers does unless told otherwise.

    Raises
    ------
    Cancelled
        `training.watch` asked to stop.
    """
    settings: Mapping[str, Any] = training.settings
    with quiet(), repeatable(loop.device):
        keeper = _Keeper(loop, str(settings["checkpoint"]))
        batches = -(-len(loop.examples) // settings["batch"])
        steps = batches * settings["epochs"]
        optimiser, schedule = _optimiser(loop.model, settings, steps)
        every, losses, step = max(1, min(10, steps // _REPORTS)), [], 0
        for epoch in range(1, settings["epochs"] + 1):
            loop.model.train()
            for batch in _shuffled(loop.examples, settings["batch"], (training.seed, epoch)):
                losses.append(_step(loop, batch, optimiser, schedule))
                step += 1
                if step % every == 0 or step == steps:
                    _tell(training, Step(step, steps, step / batches, float(np.mean(losses))))
                    losses = []
            dev = keeper.look(float(epoch))
            if dev is not None:
                _tell(training, Step(step, steps, float(epoch), dev=dev))
        loop.model.eval()
        return keeper.take()


def logits(
    model: Any,
    padding: int,
    texts: Sequence[Encoded],
    device: str,
    watch: Callable[[], None] = lambda: None,
    layers: Sequence[int] = (),
) -> list[np.ndarray]:
    """Return what the model says of each text, in their order; rows of padding are cut off.

    Parameters
    ----------
    watch : callable
        Called before each batch; it may raise to stop.
    layers : sequence of int
        Where given, the hidden states of these layers side by side instead of the logits; 0 is below the
        first layer.

    Returns
    -------
    list of arrays
        (L,) for a model of texts, (T, L) for one of tokens or hidden states, T tokens of the text.
    """
    import torch

    order = sorted(range(len(texts)), key=lambda at: -len(texts[at]["input_ids"]))
    found: list[np.ndarray] = [np.empty(0)] * len(texts)
    size = _AT_ONCE[device]
    model.eval()
    with torch.inference_mode():
        for start in range(0, len(order), size):
            watch()
            part = order[start : start + size]
            asked = padded([texts[at] for at in part], padding, device)
            if layers:
                states = model(**asked, output_hidden_states=True).hidden_states
                said = torch.cat([states[at] for at in layers], dim=-1)
            else:
                said = model(**asked).logits
            values = said.float().cpu().numpy()
            for at, value in zip(part, values, strict=True):
                found[at] = value[: len(texts[at]["input_ids"])] if value.ndim > 1 else value
    return found


def padded(texts: Sequence[Encoded], padding: int, device: str) -> dict[str, Tensor]:
    """Return texts as tensors (N, T), filled up to the longest."""
    import torch

    longest = max(len(one["input_ids"]) for one in texts)
    fill = {"input_ids": padding}
    return {
        name: torch.tensor(
            [[*one[name], *[fill.get(name, 0)] * (longest - len(one[name]))] for one in texts], device=device
        )
        for name in texts[0]
    }


class _Keeper:
    """Scores each epoch on the dev part and keeps the weights of the one that is best so far."""

    def __init__(self, loop: RowLoop, wish: str) -> None:
        self._loop = loop
        self._wish = wish
        # As released, DrBenchmark took the highest value for the best whatever the metric.
        self._metric = replace(loop.metric, direction=Direction.HIGHER) if wish == HIGHEST else loop.metric
        self._log: list[Checkpoint] = []
        self._kept: dict[str, Tensor] = {}

    def look(self, epoch: float) -> dict[str, float] | None:
        """Return the value on the dev part by the metric's name; None without such a part."""
        if self._loop.score is None or self._wish == LAST:
            return None
        value = self._loop.score()
        self._log.append(Checkpoint(epoch, value))
        if best(self._log, self._metric) is self._log[-1]:
            self._kept = {
                name: weight.detach().clone()
                for name, weight in self._loop.model.named_parameters()
                if weight.requires_grad
            }
        return {} if value is None else {self._loop.metric.name: value}

    def take(self) -> float | None:
        """Give the model the weights of the best epoch, and return that epoch."""
        import torch

        if not self._log:
            return None
        with torch.no_grad():
            for name, weight in self._loop.model.named_parameters():
                if name in self._kept:
                    weight.copy_(self._kept[name])
        return best(self._log, self._metric).epoch


def _tell(training: RowTraining[Any], step: Step) -> None:
    if not training.watch(step):
        raise Cancelled


def _shuffled(examples: Sequence[Example], size: int, seed: tuple[int, int]) -> Iterator[list[Example]]:
    order = np.random.default_rng(seed).permutation(len(examples)).tolist()
    for start in range(0, len(order), size):
        yield [examples[at] for at in order[start : start + size]]


def _step(loop: RowLoop, batch: Sequence[Example], optimiser: Any, schedule: Any) -> float:
    """Return the loss of one step."""
    import torch

    texts = [text for example in batch for text in example.texts]
    half = torch.autocast(loop.device, torch.bfloat16) if loop.precision == "bf16" else nullcontext()
    with half:
        loss = loop.loss(
            loop.model(**padded(texts, loop.padding, loop.device)).logits, [one.target for one in batch]
        )
    loss.backward()  # type: ignore[no-untyped-call]
    torch.nn.utils.clip_grad_norm_([one for one in loop.model.parameters() if one.requires_grad], 1.0)
    optimiser.step()
    schedule.step()
    optimiser.zero_grad()
    return float(loss.detach())


def _optimiser(model: Any, settings: Mapping[str, Any], steps: int) -> tuple[Any, Any]:
    """Return AdamW, which spares biases and norms the decay, and the linear schedule."""
    import torch
    from transformers import get_linear_schedule_with_warmup

    learnt = [one for one in model.parameters() if one.requires_grad]
    groups = [
        {"params": [one for one in learnt if one.ndim > 1], "weight_decay": settings["weight_decay"]},
        {"params": [one for one in learnt if one.ndim <= 1], "weight_decay": 0.0},
    ]
    optimiser = torch.optim.AdamW(groups, lr=settings["learning_rate"])
    schedule: Any = get_linear_schedule_with_warmup
    return optimiser, schedule(optimiser, settings["warmup_steps"], steps)
