"""The directory of a saved model for sentence-transformers or transformers, with its labels."""

from __future__ import annotations

import json
import shutil
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np

from aloi.annotation.rows import LabelledText, LinkedMention, ScoredPair, TaggedTokens
from aloi.base.arrays import Floats
from aloi.corpora.model import Json
from aloi.modeling.encoders.names import is_path
from aloi.modeling.encoders.transformer import DEFAULT_ENCODER, open_model
from aloi.modeling.recipes.tfidf_linear import LabelHead
from aloi.modeling.recipes.training.encoder import prompt_of
from aloi.modeling.recipes.training.transformer import frozen_transformer
from aloi.modeling.runs import fitted
from aloi.modeling.runs.fitted import FittedModel
from aloi.modeling.runs.folder import model_folder
from aloi.modeling.runs.spec import Run, RunSpec, write_json

SENTENCE_ENCODER, CROSS_ENCODER = "SentenceTransformer", "CrossEncoder"
_SENTENCE_CONFIG = "config_sentence_transformers.json"
_MULTI_LABEL = "multi_label_classification"
_ALWAYS = 100.0  # the logit of a label that every row has
HUB, ONNX, SPACY, SKLEARN, CARD = "hub", "onnx", "spacy", "sklearn", "card"  # formats
FACTS = "aloi.json"  # the facts of a model, beside the files of its library


@dataclass(frozen=True, slots=True)
class ModelFacts:
    """The facts that a user of a model directory needs.

    Parameters
    ----------
    library : str
        `sentence-transformers`, `transformers`, `scikit-learn` or `spacy`; empty if none loads it.
    architecture : str
        The class that loads it: `SentenceTransformer`, `CrossEncoder`, or one of transformers.
    task : str
        The task, as the Hub names it.
    labels : tuple of str
        In the order of the outputs; none for scores and vectors.
    threshold : float or None
        The lowest probability of a label; None if each text has one label.
    prefix : str
        Put before every text; the directory of a sentence encoder does this itself.
    max_length : int or None
        Number of tokens that are read; None without a tokenizer.
    low, high : float
        The ends of the scale of scores.
    """

    run: str
    recipe: str
    kind: str
    seed: int
    settings: Mapping[str, Json]
    library: str
    architecture: str
    task: str
    labels: tuple[str, ...]
    threshold: float | None
    prefix: str
    max_length: int | None
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class SharedModel:
    """A model with what its formats are made of.

    Parameters
    ----------
    network : object
        A sentence encoder, a cross-encoder, or a model of transformers; None if there is none to share.
    head : object
        A linear head over the unit vectors of the network, or one or several models of scikit-learn.
    saved : Path or None
        The directory of a fine-tuned model.
    """

    facts: ModelFacts
    predictor: Any = None
    network: Any = None
    tokenizer: Any = None
    head: Any = None
    saved: Path | None = None


def formats_of(spec: RunSpec, kind: type) -> tuple[str, ...]:
    """Return the formats that the model of a run has; a card it always has."""
    settings, is_text = spec.settings, kind is LabelledText
    packaged = settings.get("model") == DEFAULT_ENCODER
    vectors: tuple[str, ...] = (SKLEARN,) if packaged else (HUB, ONNX, SPACY)
    if spec.folds or not spec.train:
        return (CARD,)
    if settings.get("frozen"):
        frozen = {
            LabelledText: vectors,
            TaggedTokens: (SPACY,),
            ScoredPair: () if packaged else (ONNX,),
        }
        return (*frozen.get(kind, ()), CARD)
    by_recipe: dict[str, tuple[str, ...]] = {
        "concept_ranker": (HUB, ONNX),
        "setfit": vectors,
        "span_classifier": (SPACY,),
        "tfidf_linear": (SKLEARN,) if is_text else (),
    }
    tuned = (HUB, ONNX, SPACY) if kind in (LabelledText, TaggedTokens) else (HUB, ONNX)
    return (*by_recipe.get(spec.recipe, tuned if "keep_model" in settings else ()), CARD)


def card_facts(folder: Path, run: Run) -> ModelFacts:
    """Return the facts of a run for a card alone; `folder` is that of the run."""
    return _facts(run, fitted.kind_of(folder), run.seeds[0].seed, "", scale=fitted.scale_of(folder, run))


def shared_ranker(folder: Path, run: Run) -> SharedModel:
    """Return the encoder of a trained ranker of concepts."""
    seed = run.seeds[0].seed
    saved = model_folder(folder, seed) / "model"
    network, _ = open_model(str(saved))
    network.max_seq_length = int(str(run.spec.settings["max_length"]))
    facts = _facts(
        run,
        LinkedMention,
        seed,
        "sentence-transformers",
        architecture=SENTENCE_ENCODER,
        task="sentence-similarity",
        max_length=network.max_seq_length,
    )
    return SharedModel(facts, None, network, network.tokenizer, saved=saved)


def shared_model(folder: Path, run: Run, model: FittedModel) -> SharedModel:
    """Return a model of a run with its facts; `folder` is that of the run."""
    predictor: Any = model.predictor
    head = getattr(predictor, "model", getattr(predictor, "head", None))
    if model.saved:
        return _saved(folder, run, model)
    if hasattr(predictor, "save"):
        facts = _facts(run, model.kind, model.seed, "spacy", labels=predictor.labels, scale=(0.0, 1.0))
        return SharedModel(replace(facts, task="token-classification"), predictor)
    labels: Any = head[1] if isinstance(head, tuple) else head
    if isinstance(head, tuple) or run.spec.settings.get("model") == DEFAULT_ENCODER:
        facts = _facts(run, model.kind, model.seed, "scikit-learn", task="text-classification")
        return SharedModel(replace(facts, labels=labels.labels, threshold=labels.threshold), head=head)
    tuned = getattr(predictor, "encoder", None)
    network = (tuned.model if tuned else frozen_transformer(run.spec.settings).model).to("cpu")
    facts = _facts(
        run,
        model.kind,
        model.seed,
        "sentence-transformers",
        architecture=SENTENCE_ENCODER,
        task="text-classification",
        labels=getattr(labels, "labels", ()),
        threshold=getattr(labels, "threshold", None),
        prefix=prompt_of(network),
        max_length=network.max_seq_length,
        scale=(model.low, model.high),
    )
    return SharedModel(facts, predictor, network, network.tokenizer, head)


def _saved(folder: Path, run: Run, model: FittedModel) -> SharedModel:
    saved = model_folder(folder, model.seed) / "model"
    config = _read(saved / "config.json")
    sentence = saved / _SENTENCE_CONFIG
    about = _read(sentence) if sentence.is_file() else {}
    architecture = str(about.get("model_type") or config["architectures"][0])
    labels = {int(index): str(label) for index, label in (config.get("id2label") or {}).items()}
    threshold = run.spec.settings.get("threshold")
    prompts = about.get("prompts") or {}
    loaded = loaded_of(model)
    facts = _facts(
        run,
        model.kind,
        model.seed,
        "sentence-transformers" if about else "transformers",
        architecture=architecture,
        task=_task(architecture),
        labels=() if model.kind is ScoredPair else tuple(labels[index] for index in sorted(labels)),
        threshold=float(str(threshold)) if config.get("problem_type") == _MULTI_LABEL else None,
        prefix=str(prompts.get(about.get("default_prompt_name") or "") or ""),
        max_length=int(loaded.length if hasattr(loaded, "length") else loaded.model.max_seq_length),
        scale=(model.low, model.high),
    )
    tokenizer = getattr(loaded, "tokenizer", None) or loaded.model.tokenizer
    return SharedModel(facts, model.predictor, loaded.model, tokenizer, saved=saved)


def _facts(
    run: Run,
    kind: type,
    seed: int,
    library: str,
    *,
    architecture: str = "",
    task: str = "",
    labels: tuple[str, ...] = (),
    threshold: float | None = None,
    prefix: str = "",
    max_length: int | None = None,
    scale: tuple[float, float] = (0.0, 1.0),
) -> ModelFacts:
    return ModelFacts(
        run.id,
        run.spec.recipe,
        kind.__name__,
        seed,
        _shared_settings(run.spec.settings),
        library,
        architecture,
        task,
        labels,
        threshold,
        prefix,
        max_length,
        *scale,
    )


def write_directory(model: SharedModel, out: Path) -> None:
    """Write a model into an empty directory, with what its library needs to give the same answers.

    The tokenizer cuts texts where the run cut them. A regression is declared as such: `pipeline` would put
    its score through a sigmoid otherwise. A head over vectors is the last module of a sentence encoder.
    """
    facts = model.facts
    if model.saved is not None:
        shutil.copytree(model.saved, out, dirs_exist_ok=True)
    elif hasattr(model.predictor, "save"):
        model.predictor.save(out)
        return
    else:
        with_head(model).save_pretrained(str(out), create_model_card=False)
    config = _read(out / "config.json")
    if facts.kind == ScoredPair.__name__ and facts.library == "transformers":
        config["problem_type"] = "regression"
    if facts.labels:
        config |= {"id2label": {str(index): label for index, label in enumerate(facts.labels)}}
    if facts.threshold is not None:
        config |= {"threshold": facts.threshold, "problem_type": _MULTI_LABEL}
    write_json(out / "config.json", config)
    tokenizer = _read(out / "tokenizer_config.json")
    write_json(out / "tokenizer_config.json", {**tokenizer, "model_max_length": facts.max_length})


def with_head(model: SharedModel) -> Any:
    """Return the encoder of a model with its head as the last module, whose outputs are logits of labels."""
    import torch
    from sentence_transformers import SentenceTransformer
    from sentence_transformers.sentence_transformer.modules import Dense, Normalize

    if not isinstance(model.head, LabelHead):
        return model.network
    weights, intercepts = logits_of(model.head)
    last = Dense(
        weights.shape[1],
        weights.shape[0],
        activation_function=torch.nn.Identity(),
        init_weight=torch.from_numpy(weights).float(),
        init_bias=torch.from_numpy(intercepts).float(),
    )
    encoder = model.network
    return SentenceTransformer(
        modules=[*encoder, Normalize(), last],
        prompts=encoder.prompts,
        default_prompt_name=encoder.default_prompt_name,
        device="cpu",
    )


def logits_of(head: LabelHead) -> tuple[Floats, Floats]:
    """Return the weights (L, D) and intercepts (L,) of logits, whose softmax or sigmoids are the shares."""
    rows = [_row(model) for model in head.models]
    if head.threshold is not None:
        return np.vstack([weights[-1:] for weights, _ in rows]), np.array([each[-1] for _, each in rows])
    [(weights, intercepts)] = rows
    if len(weights) == 1 < len(head.labels):  # of two labels, scikit-learn has the second one's only
        weights, intercepts = np.vstack([0 * weights, weights]), np.array([0.0, *intercepts])
    return weights, intercepts


def _row(model: Any) -> tuple[Floats, Floats]:
    """Return the weights and intercepts of a regression; without any for a label that every row has."""
    if hasattr(model, "coef_"):
        return model.coef_, model.intercept_
    return np.zeros((1, model.n_features_in_)), np.array([_ALWAYS])


def _read(path: Path) -> dict[str, Any]:
    document: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return document


def _shared_settings(settings: Mapping[str, Json]) -> dict[str, Json]:
    """Return settings without the directories of this machine: of a path, the last name stays."""
    return {
        name: value.rstrip("/").rpartition("/")[2] if isinstance(value, str) and is_path(value) else value
        for name, value in settings.items()
    }


def _task(architecture: str) -> str:
    """Return the task of an architecture, as the Hub names it."""
    named = {SENTENCE_ENCODER: "sentence-similarity", CROSS_ENCODER: "text-ranking"}
    if architecture.endswith("ForTokenClassification"):
        return "token-classification"
    return named.get(architecture, "text-classification")


def loaded_of(model: FittedModel) -> Any:
    """Return what holds the network of a saved model as `model`."""
    predictor: Any = model.predictor
    return getattr(predictor, "loaded", None) or getattr(predictor, "encoder", predictor)
