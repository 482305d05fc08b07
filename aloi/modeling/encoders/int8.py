"""A transformer in 8-bit integers on ONNX Runtime: exported once, quantised per channel, put in place."""

from __future__ import annotations

import logging
import tempfile
import warnings
from dataclasses import replace
from importlib.metadata import version
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from aloi.modeling.encoders.transformer import Encoder, Transformer, transformer_encoder

if TYPE_CHECKING:
    import torch

# The parts left in fp32: none, or the products that make vectors shorter (the second half of each
# feed-forward layer, whose input has the outliers that 8 bits blur most).
ALL, CAREFUL = "int8", "int8 but fp32 where vectors shorten"
VARIANTS = (ALL, CAREFUL)


class CannotQuantise(Exception):
    """A model that has no int8 form here, and why."""


def int8_encoder(loaded: Transformer, variant: str, threads: int, folder: Path) -> Encoder:
    """Return an encoder in 8-bit integers; its model file is created in `folder` on the first call.

    Each text is encoded as its own batch. Activations are scaled by the largest of the batch: in a shared
    batch the vector of a text would depend on the other texts.

    Parameters
    ----------
    loaded : Transformer
        Its network is replaced: from then on every user of the model encodes in int8.

    Raises
    ------
    CannotQuantise
        A package is absent, or the network cannot be exported.
    """
    for package in ("onnx", "ml_dtypes", "onnxruntime"):  # the second is what the first cannot load without
        if find_spec(package) is None:
            raise CannotQuantise(f"the package {package} is not installed")
    path = network_file(folder, loaded.signature, variant)
    if not path.is_file():
        _make(loaded, variant, path)
    _put_in_place(loaded, path, threads)
    plain_encoder = transformer_encoder(loaded, at_once=1, threads=threads)
    return replace(
        plain_encoder, signature=f"{loaded.signature[:-1]}, {variant}, onnxruntime {version('onnxruntime')})"
    )


def network_file(folder: Path, signature: str, variant: str) -> Path:
    """Return the path of the quantised network of an encoder, by the checksum that ends its signature."""
    weights = signature.rstrip(")").rsplit(" ", 1)[-1]
    return folder / "int8" / f"{weights}-{VARIANTS.index(variant)}.onnx"


def _make(loaded: Transformer, variant: str, target: Path) -> None:
    """Write the quantised network; whole or not at all."""
    import onnx
    from onnxruntime.quantization import QuantType, quantize_dynamic

    target.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=target.parent, prefix=".quantising-") as scratch:
        plain, quantised = Path(scratch) / "plain.onnx", Path(scratch) / "int8.onnx"
        _export(loaded, plain)
        excluded = _shortening(onnx.load(plain)) if variant == CAREFUL else []
        level = logging.root.level
        logging.root.setLevel(logging.ERROR)  # it advises, on the root logger, what does not apply here
        try:
            quantize_dynamic(
                plain,
                quantised,
                op_types_to_quantize=["MatMul"],
                per_channel=True,
                weight_type=QuantType.QInt8,
                nodes_to_exclude=excluded,
                extra_options={"MatMulConstBOnly": True},
            )
        finally:
            logging.root.setLevel(level)
        quantised.replace(target)


def _export(loaded: Transformer, path: Path) -> None:
    """Write the network in fp32 as ONNX, for any number and length of texts."""
    import torch

    network: Any = getattr(loaded.model[0], "model", None)
    if network is None or not hasattr(network, "config"):
        raise CannotQuantise(f"{loaded.name} is not a transformer")

    class Network(torch.nn.Module):
        def __init__(self) -> None:
            super().__init__()
            self.inner = network

        def forward(self, input_ids: torch.Tensor, attention_mask: torch.Tensor) -> torch.Tensor:
            states: torch.Tensor = self.inner(input_ids=input_ids, attention_mask=attention_mask)[0]
            return states

    features = loaded.model.preprocess(["un", "un deux trois quatre"])
    axes = {0: "texts", 1: "tokens"}
    names = ["input_ids", "attention_mask"]
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # tracing warns of every shape it fixes; the scores are checked
            torch.onnx.export(
                Network().eval(),
                tuple(features[name] for name in names),
                str(path),
                input_names=names,
                output_names=["hidden"],
                dynamic_axes=dict.fromkeys([*names, "hidden"], axes),
                dynamo=False,  # the other exporter needs one more package
            )
    except (RuntimeError, TypeError, ValueError, KeyError) as error:
        raise CannotQuantise(f"{loaded.name} cannot be exported ({type(error).__name__})") from error


def _shortening(model: Any) -> list[str]:
    """Return the names of the matrix products with constant weights (K, N) and K > N."""
    weights = {one.name: one.dims for one in model.graph.initializer}
    return [
        node.name
        for node in model.graph.node
        if node.op_type == "MatMul"
        and len(shape := weights.get(node.input[1], ())) == 2
        and shape[0] > shape[1]
    ]


def _put_in_place(loaded: Transformer, path: Path, threads: int) -> None:
    """Let the model run the ONNX file instead of its own network; all else it does stays as it is."""
    import onnxruntime
    import torch

    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = threads
    options.add_session_config_entry("session.intra_op.allow_spinning", "0")  # other processes want the cores
    session = onnxruntime.InferenceSession(str(path), options, providers=["CPUExecutionProvider"])

    class Int8(torch.nn.Module):
        def __init__(self, config: object) -> None:
            super().__init__()
            self.config = config

        def forward(
            self, input_ids: torch.Tensor, attention_mask: torch.Tensor, **rest: object
        ) -> dict[str, torch.Tensor]:
            del rest
            inputs = {
                "input_ids": np.asarray(input_ids, dtype=np.int64),
                "attention_mask": np.asarray(attention_mask, dtype=np.int64),
            }
            return {"last_hidden_state": torch.from_numpy(session.run(None, inputs)[0])}

    first: Any = loaded.model[0]
    first.model = Int8(first.model.config)
