"""A step of the trainer: a batch in parts whose gradients add up, halved when memory runs out."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from aloi.base.errors import AloiError
from aloi.base.terms import Phrase, Term
from aloi.modeling.recipes.base import Training
from aloi.modeling.recipes.training.settings import freezes

_WEIGHTS = "trained.pt"


@dataclass(frozen=True, slots=True)
class Unsplit:
    """Collates nothing: a step gets the rows of its batch, and collates each part of them."""

    collate: Any

    def __call__(self, rows: Sequence[Any]) -> dict[str, list[Any]]:
        """Return the rows."""
        return {"rows": list(rows)}

    def __getattr__(self, name: str) -> Any:
        """Return what the trainer asks of its own collator."""
        return getattr(object.__getattribute__(self, "collate"), name)


def in_parts(
    trainer: Any, training: Training[Any], terms: Callable[[Sequence[Any]], int], paired: bool
) -> Any:
    """Return a class of the trainer that computes each batch in parts.

    The gradient of a step is that of the mean over the batch, however many parts it has. If memory runs out,
    the parts are halved and the step starts again with the same random numbers. Checkpoints store only the
    weights that are trained.

    Parameters
    ----------
    terms : callable
        From rows to the number of terms whose mean is their loss.
    paired : bool
        Whether the loss compares rows with each other. Then all vectors are computed first, without
        gradient; the gradients of the vectors are passed on part by part (Gao et al. 2021, GradCache).
    """
    facts = {"training": training, "terms": staticmethod(terms), "paired": paired}
    return type(trainer.__name__, (InParts, trainer), facts)


_Trainer: Any = object  # a trainer of transformers, which comes second among the bases


class InParts(_Trainer):  # type: ignore[misc]
    """The part of a trainer's class that computes steps in parts and writes checkpoints."""

    training: Training[Any]
    terms: Callable[[Sequence[Any]], int]
    paired: bool
    data_collator: Any

    def __init__(self, **inputs: Any) -> None:
        super().__init__(**inputs)
        self.parts = int(str(self.training.settings.get("accumulation", 1)))
        self.collate: Any = self.data_collator
        self.data_collator = Unsplit(self.collate)

    def training_step(self, model: Any, inputs: Any, num_items_in_batch: Any = None) -> Any:
        """Return the loss of a step; its gradients are added up."""
        rows = inputs["rows"]
        state = _random_state()
        model.train()
        while True:
            try:
                return self._step(model, rows)
            except (RuntimeError, MemoryError) as error:
                if self.args.world_size > 1 or self.parts >= len(rows) or not _out_of_memory(error):
                    raise
            # Outside of the handler, which keeps the tensors of the step that failed.
            self.parts *= 2
            _set_random_state(state)
            model.zero_grad()
            _free()
            self.training.note(
                Phrase(
                    "note-memory",
                    "Memory ran out: batches were computed in {parts} parts. They stayed the same.",
                    parts=self.parts,
                )
            )

    def _step(self, model: Any, rows: list[Any]) -> Any:
        split = [[rows[at] for at in part] for part in np.array_split(np.arange(len(rows)), self.parts)]
        parts = [part for part in split if part]
        if self.paired and len(parts) > 1:
            return self._step_of_vectors(model, parts)
        total = sum(map(self.terms, parts))
        losses = []
        for part, synchronised in self._synchronised(model, parts):
            inputs = self._prepare_inputs(self.collate(part))
            with synchronised():
                with self.compute_loss_context_manager():
                    loss = self.compute_loss(model, inputs) * (self.terms(part) / total)
                self.accelerator.backward(loss)
            losses.append(loss.detach())
        return sum(losses)

    def _step_of_vectors(self, model: Any, parts: list[list[Any]]) -> Any:
        import torch

        read = [self.collect_features(self._prepare_inputs(self.collate(part))) for part in parts]
        states, columns = [], []
        with torch.no_grad(), self.compute_loss_context_manager():
            for features, _ in read:
                states.append(_random_state())
                columns.append([model(dict(each))["sentence_embedding"] for each in features])
        vectors: list[Any] = [
            torch.cat(column).float().requires_grad_() for column in zip(*columns, strict=True)
        ]
        labels = None if read[0][1] is None else torch.cat([labels for _, labels in read])
        loss = self.loss.compute_loss_from_embeddings(vectors, labels)
        self.accelerator.backward(loss)
        after, start = _random_state(), 0
        for at, synchronised in self._synchronised(model, list(range(len(parts)))):
            _set_random_state(states[at])
            stop = start + len(parts[at])
            with synchronised():
                with self.compute_loss_context_manager():
                    again = [model(dict(each))["sentence_embedding"] for each in read[at][0]]
                torch.autograd.backward(again, [whole.grad[start:stop] for whole in vectors])
            start = stop
        _set_random_state(after)
        return loss.detach()

    def _synchronised(self, model: Any, parts: list[Any]) -> Iterator[tuple[Any, Any]]:
        """Yield each part with the context of its gradients: processes add them up at the last one."""
        for number, part in enumerate(parts, start=1):
            yield part, (nullcontext if number == len(parts) else lambda: self.accelerator.no_sync(model))

    def _save(self, output_dir: str | None = None, state_dict: Any = None) -> None:
        import torch

        if self.args.should_save:
            folder = Path(output_dir or self.args.output_dir)
            folder.mkdir(parents=True, exist_ok=True)
            torch.save({name: each.detach() for name, each in _trained(self.model)}, folder / _WEIGHTS)

    def _load_from_checkpoint(self, checkpoint: str, model: Any = None) -> None:
        import torch

        stored = torch.load(Path(checkpoint) / _WEIGHTS, map_location="cpu", weights_only=True)
        with torch.no_grad():
            for name, weights in _trained(self.model):
                weights.copy_(stored[name])

    def add_model_card_callback(self, default_args: Any) -> None:
        """Add none: it quotes training sentences and asks the hub."""


def _trained(model: Any) -> list[tuple[str, Any]]:
    return [(name, each) for name, each in model.named_parameters() if each.requires_grad]


def _out_of_memory(error: Exception) -> bool:
    from accelerate.utils.memory import should_reduce_batch_size  # type: ignore[import-untyped]

    return isinstance(error, MemoryError) or should_reduce_batch_size(error)


def _free() -> None:
    from accelerate.utils.memory import clear_device_cache

    clear_device_cache(garbage_collection=True)


def _random_state() -> list[Any]:
    import torch

    return [torch.get_rng_state(), torch.cuda.get_rng_state() if torch.cuda.is_available() else None]


def _set_random_state(state: Sequence[Any]) -> None:
    import torch

    torch.set_rng_state(state[0])
    if state[1] is not None:
        torch.cuda.set_rng_state(state[1])


def freeze(model: Any, settings: Mapping[str, Any], device: str) -> None:
    """Freeze what stays fixed, and compute activations again instead of storing them, if requested.

    Raises
    ------
    AloiError
        A transformer with fewer layers than are frozen, or of a kind whose layers are not found.
    """
    base = transformer_in(model)
    words = base.get_input_embeddings()
    if freezes(settings["freeze_embeddings"], device, len(words.weight)):
        words.requires_grad_(False)
    if count := settings["freeze_layers"]:
        modules = dict(base.named_modules())
        stacks = [part for name, part in modules.items() if name.split(".")[-1] in ("layer", "layers")]
        layers = list(stacks[0].children()) if stacks else []
        most = len(layers) - (len(_trained(model)) - len(_trained(base)) < 2)
        if count > most or "embeddings" not in modules:
            raise AloiError(
                "aloi.value",
                name=Term("layers-to-freeze"),
                value=count,
                expected=Term("most-of", most=most),
            )
        for part in (modules["embeddings"], *layers[:count]):
            part.requires_grad_(False)
    if settings.get("checkpointing"):
        base.activation_checkpointing_enable()


@contextmanager
def adapted(model: Any, training: Training[Any]) -> Iterator[None]:
    """Train low-rank adapters instead of the transformer within the block; then they become part of it.

    References
    ----------
    Hu et al. 2022, LoRA.
    """
    rank = int(str(training.settings.get("lora_rank", 0)))
    if not rank:
        yield
        return
    from peft import LoraConfig, inject_adapter_in_model
    from peft.tuners.tuners_utils import BaseTunerLayer
    from transformers import set_seed

    base = transformer_in(model)
    set_seed(training.seed)  # of the adapters' first weights
    config = LoraConfig(r=rank, lora_alpha=2 * rank, target_modules="all-linear")
    inject_adapter_in_model(config, base)
    yield
    layers = [(name, each) for name, each in base.named_modules() if isinstance(each, BaseTunerLayer)]
    for name, layer in layers:
        layer.merge()
        parent, _, child = name.rpartition(".")
        setattr(base.get_submodule(parent), child, layer.get_base_layer())
    del base.peft_config


def transformer_in(model: Any) -> Any:
    """Return the transformer within a model, without a head."""
    from transformers import PreTrainedModel

    outer = next(part for part in model.modules() if isinstance(part, PreTrainedModel))
    return getattr(outer, outer.base_model_prefix, outer)
