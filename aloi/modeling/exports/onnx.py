"""A saved model as ONNX, compared with the model itself before anybody uses it."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from aloi.base.errors import AloiError
from aloi.base.extras import require_modules
from aloi.base.terms import Term
from aloi.modeling.encoders.devices import quiet
from aloi.modeling.exports.directory import (
    CROSS_ENCODER,
    SENTENCE_ENCODER,
    ModelFacts,
    SharedModel,
    with_head,
)
from aloi.modeling.recipes.tfidf_linear import LabelHead

FILE = "model.onnx"
SIDES = ("left_", "right_")  # of the inputs of two texts that are encoded apart
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


def write_onnx(model: SharedModel, out: Path) -> OnnxFacts:
    """Write the network of a model into a directory, for any number and length of texts.

    Sentence encoders give `sentence_embedding`, cross-encoders `scores` from 0 to 1, a regression over the
    vectors of two texts `scores` on the scale of the run, others `logits`.

    Raises
    ------
    AloiError
        A missing package, a network that cannot be exported, or one that differs from the model by more than
        `CLOSE`.
    """
    require_modules("onnx", "onnxruntime")
    import torch

    facts, module = model.facts, with_head(model)
    forward, output, sides = _network(model, module)
    encoded = {
        f"{side}{name}": values
        for side, texts in sides.items()
        for name, values in _encoded(model, *texts).items()
    }
    names = tuple(encoded)

    class OutputOnly(torch.nn.Module):
        def __init__(self) -> None:
            super().__init__()
            self.inner = module

        def forward(self, *values: torch.Tensor) -> torch.Tensor:
            result: torch.Tensor = forward(dict(zip(names, values, strict=True)))
            return result

    network = OutputOnly().to("cpu").eval()
    inputs = tuple(encoded[name] for name in names)
    axes = {name: {0: "texts", 1: f"{side}tokens"} for side in sides for name in names if side in name}
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


def _encoded(model: SharedModel, *sides: Sequence[str]) -> Mapping[str, Any]:
    with quiet():
        tokens: Mapping[str, Any] = model.tokenizer(
            *map(list, sides),
            padding=True,
            truncation=True,
            max_length=model.facts.max_length,
            return_tensors="pt",
        )
    return tokens


def _network(
    model: SharedModel, module: Any
) -> tuple[Callable[[dict[str, Any]], Any], str, Mapping[str, Sequence[Sequence[str]]]]:
    """Return the function from encoded texts to outputs, the name of outputs, and sample texts.

    Samples have the beginning of the names of their inputs; it is empty unless sides are encoded apart.
    """
    first, second = _SAMPLES, (*_SAMPLES[1:], _SAMPLES[0])
    if isinstance(model.head, LabelHead):
        return lambda features: module(features)["sentence_embedding"], "logits", {"": [first]}
    if model.head is not None:
        apart = dict(zip(SIDES, ([first], [second]), strict=True))
        return lambda features: _scores(module, model.head, features), "scores", apart
    if model.facts.architecture == SENTENCE_ENCODER:
        return lambda features: module(features)["sentence_embedding"], "sentence_embedding", {"": [first]}
    sides = {"": [first, second] if model.facts.kind == "ScoredPair" else [first]}
    if model.facts.architecture == CROSS_ENCODER:
        return lambda features: module.model(**features).logits.sigmoid()[:, 0], "scores", sides
    return lambda features: module(**features).logits, "logits", sides


def _scores(encoder: Any, head: Any, features: Mapping[str, Any]) -> Any:
    """Return the scores of pairs: a regression over products and distances of unit vectors, and cosines."""
    import torch

    left, right = (
        torch.nn.functional.normalize(
            encoder({name.removeprefix(side): features[name] for name in features if name.startswith(side)})[
                "sentence_embedding"
            ]
        )
        for side in SIDES
    )
    products = left * right
    joined = torch.cat([products, (left - right).abs(), products.sum(dim=1, keepdim=True)], dim=1)
    return joined @ torch.tensor(head.coef_, dtype=torch.float32) + float(head.intercept_)


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
