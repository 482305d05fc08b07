"""A saved model as ONNX, compared with the model itself before anybody uses it."""

from __future__ import annotations

import warnings
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from aloi.base.errors import AloiError
from aloi.base.extras import require_modules
from aloi.base.terms import Term
from aloi.modeling.encoders.devices import quiet
from aloi.modeling.exports.directory import CROSS_ENCODER, SENTENCE_ENCODER, ModelFacts, loaded_of
from aloi.modeling.runs.fitted import FittedModel

if TYPE_CHECKING:
    import torch

FILE = "model.onnx"
CLOSE = 1e-4  # largest difference from the model itself
# Texts of several lengths and a batch that is padded; of pairs each with the next one.
_SAMPLES = (
    "Fièvre",
    "La patiente tousse depuis trois jours.",
    "Un scanner thoracique est demandé en urgence devant une dyspnée fébrile, sans autre anomalie notable.",
    "Retour à domicile le lendemain, sous antibiotiques.",
)


@dataclass(frozen=True, slots=True)
class OnnxFacts:
    """The inputs and the output of a network, and its largest difference from the model on sample texts."""

    inputs: tuple[str, ...]
    output: str
    difference: float


def write_onnx(model: FittedModel, facts: ModelFacts, out: Path) -> OnnxFacts:
    """Write the network of a model into a directory, for any number and length of texts.

    Sentence encoders give `sentence_embedding`, cross-encoders `scores` from 0 to 1, others `logits`.

    Raises
    ------
    AloiError
        A missing package, a network that cannot be exported, or one that differs from the model by more than
        `CLOSE`.
    """
    require_modules("onnx", "onnxruntime")
    import torch

    loaded = loaded_of(model)
    inner, output = _network(loaded.model, facts.architecture)
    tokenizer = getattr(loaded, "tokenizer", None) or loaded.model.tokenizer
    sides = [list(_SAMPLES)]
    if facts.architecture != SENTENCE_ENCODER and facts.kind == "ScoredPair":
        sides.append([*_SAMPLES[1:], _SAMPLES[0]])
    with quiet():
        encoded: Mapping[str, torch.Tensor] = tokenizer(
            *sides, padding=True, truncation=True, max_length=facts.max_length, return_tensors="pt"
        )
    names = tuple(encoded)

    class OutputOnly(torch.nn.Module):
        def __init__(self) -> None:
            super().__init__()
            self.inner = loaded.model

        def forward(self, *values: torch.Tensor) -> torch.Tensor:
            result: torch.Tensor = inner(dict(zip(names, values, strict=True)))
            return result

    network = OutputOnly().to("cpu").eval()
    inputs = tuple(encoded[name] for name in names)
    axes = {name: {0: "texts", 1: "tokens"} for name in names}
    per_token = facts.architecture.endswith("ForTokenClassification")
    axes[output] = {0: "texts", 1: "tokens"} if per_token else {0: "texts"}
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # tracing warns of every shape it fixes; the outputs are compared
            torch.onnx.export(
                network,
                tuple(value[:2] for value in inputs),
                str(out / FILE),
                input_names=list(names),
                output_names=[output],
                dynamic_axes=axes,
                dynamo=False,  # the other exporter needs one more package
            )
    except (RuntimeError, TypeError, ValueError, KeyError) as error:
        raise _not_exported(facts, type(error).__name__) from error
    with torch.no_grad():
        expected = network(*inputs).numpy()
    difference = float(np.abs(_run(out / FILE, names, inputs) - expected).max())
    if not difference <= CLOSE:
        (out / FILE).unlink()
        raise _not_exported(facts, Term("outputs-differ", difference=f"{difference:.1e}", most=f"{CLOSE:g}"))
    return OnnxFacts(names, output, difference)


def _network(model: Any, architecture: str) -> tuple[Any, str]:
    """Return the function from encoded texts to the output of a model, and the name of the output."""
    if architecture == SENTENCE_ENCODER:
        return lambda features: model(features)["sentence_embedding"], "sentence_embedding"
    if architecture == CROSS_ENCODER:
        return lambda features: model.model(**features).logits.sigmoid()[:, 0], "scores"
    return lambda features: model(**features).logits, "logits"


def _run(path: Path, names: tuple[str, ...], inputs: tuple[Any, ...]) -> np.ndarray:
    import onnxruntime

    session = onnxruntime.InferenceSession(str(path), providers=["CPUExecutionProvider"])
    values = {name: value.numpy() for name, value in zip(names, inputs, strict=True)}
    return np.asarray(session.run(None, values)[0])


def _not_exported(facts: ModelFacts, error: object) -> AloiError:
    return AloiError(
        "aloi.unreadable",
        path=facts.run,
        format=Term("format-onnx"),
        error=error,
        expected=Term("network-as-onnx"),
        todo=Term("export-for-hub"),
    )
