"""Texts as a model reads them: batches of equal length, and the outputs of the model."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np

if TYPE_CHECKING:
    from torch import Tensor

# The tokenizer's output for one text: input_ids, attention_mask, and token_type_ids if the model has them.
Encoded: TypeAlias = Mapping[str, Sequence[int]]
# Rows read at once without training: few on a CPU, where padding costs more than calls.
AT_ONCE = {"cpu": 8, "cuda": 256, "mps": 64}


@dataclass(frozen=True, slots=True)
class TrainingExample:
    """The input of a training row for the model: one text or one for each option, and the target."""

    texts: tuple[Encoded, ...]
    target: Any


def logits(
    model: Any,
    padding: int,
    texts: Sequence[Encoded],
    device: str,
    watch: Callable[[], None] = lambda: None,
    layers: Sequence[int] = (),
) -> list[np.ndarray]:
    """Return the outputs of the model for each text, in order, without padding.

    Parameters
    ----------
    watch : callable
        Called before each batch; it may raise to stop.
    layers : sequence of int
        If given, the output is the concatenated hidden states of these layers instead of the logits; 0 is
        below the first layer.

    Returns
    -------
    list of arrays
        (L,) for a model of texts, (T, L) for one of tokens or hidden states, T tokens of the text.
    """
    import torch

    order = sorted(range(len(texts)), key=lambda at: -len(texts[at]["input_ids"]))
    by_text: list[np.ndarray] = [np.empty(0)] * len(texts)
    size = AT_ONCE[device]
    model.eval()
    with torch.inference_mode():
        for start in range(0, len(order), size):
            watch()
            part = order[start : start + size]
            batch = padded([texts[at] for at in part], padding, device)
            if layers:
                states = model(**batch, output_hidden_states=True).hidden_states
                outputs = torch.cat([states[at] for at in layers], dim=-1)
            else:
                outputs = model(**batch).logits
            values = outputs.float().cpu().numpy()
            for at, value in zip(part, values, strict=True):
                by_text[at] = value[: len(texts[at]["input_ids"])] if value.ndim > 1 else value
    return by_text


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
