"""The directory of a saved model for sentence-transformers or transformers, with its labels."""

from __future__ import annotations

import json
import shutil
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from aloi.annotation.rows import LinkedMention, ScoredPair
from aloi.base.errors import AloiError
from aloi.base.terms import Term
from aloi.corpora.model import Json
from aloi.modeling.encoders.names import is_path
from aloi.modeling.runs import fitted
from aloi.modeling.runs.fitted import FittedModel
from aloi.modeling.runs.folder import model_folder
from aloi.modeling.runs.spec import Run, write_json

SENTENCE_ENCODER, CROSS_ENCODER = "SentenceTransformer", "CrossEncoder"
_SENTENCE_CONFIG = "config_sentence_transformers.json"
_MULTI_LABEL = "multi_label_classification"
FACTS = "aloi.json"  # the facts of a model, beside the files of its library


@dataclass(frozen=True, slots=True)
class ModelFacts:
    """The facts that a user of a model directory needs.

    Parameters
    ----------
    library : str
        `sentence-transformers` or `transformers`.
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
    max_length : int
        Number of tokens that are read.
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
    max_length: int
    low: float
    high: float


def saved_model(folder: Path, run: Run) -> FittedModel:
    """Return the saved model of a run, or raise AloiError if the run saved none."""
    if fitted.kind_of(folder) is LinkedMention:
        raise AloiError(
            "aloi.not-for",
            name=Term("model-directory"),
            data=run.spec.recipe,
            expected=Term("not-a-ranker"),
            todo=Term("use-ranker-folder"),
        )
    model = fitted.load(folder, run)
    if model is None:
        settings = run.spec.settings
        saves = "keep_model" in settings and not settings.get("frozen")
        raise AloiError(
            "aloi.missing",
            name=Term("format-run-named", name=run.id),
            missing=Term("saved-model-of-run"),
            todo=Term("keep-model") if saves else Term("predict-without-directory", run=run.id),
        )
    return model


def facts_of(folder: Path, run: Run, model: FittedModel) -> ModelFacts:
    """Return the facts of a saved model; `folder` is that of its run."""
    saved = model_folder(folder, model.seed) / "model"
    config = _read(saved / "config.json")
    sentence = saved / _SENTENCE_CONFIG
    about = _read(sentence) if sentence.is_file() else {}
    architecture = str(about.get("model_type") or config["architectures"][0])
    labels = {int(index): str(label) for index, label in (config.get("id2label") or {}).items()}
    is_scored = model.kind is ScoredPair
    threshold = run.spec.settings.get("threshold")
    prompts = about.get("prompts") or {}
    return ModelFacts(
        run.id,
        run.spec.recipe,
        model.kind.__name__,
        model.seed,
        _shared_settings(run.spec.settings),
        "sentence-transformers" if about else "transformers",
        architecture,
        _task(architecture),
        () if is_scored else tuple(labels[index] for index in sorted(labels)),
        float(str(threshold)) if config.get("problem_type") == _MULTI_LABEL else None,
        str(prompts.get(about.get("default_prompt_name") or "") or ""),
        _length(model),
        model.low,
        model.high,
    )


def write_directory(folder: Path, model: FittedModel, facts: ModelFacts, out: Path) -> None:
    """Copy a saved model into an empty directory, with what its library needs to give the same answers.

    The tokenizer cuts texts where the run cut them. A regression is declared as such: `pipeline` would put
    its score through a sigmoid otherwise.
    """
    saved = model_folder(folder, model.seed) / "model"
    shutil.copytree(saved, out, dirs_exist_ok=True)
    config = _read(out / "config.json")
    if facts.kind == ScoredPair.__name__ and facts.library == "transformers":
        config["problem_type"] = "regression"
    if facts.threshold is not None:
        config["threshold"] = facts.threshold
    write_json(out / "config.json", config)
    tokenizer = _read(out / "tokenizer_config.json")
    write_json(out / "tokenizer_config.json", {**tokenizer, "model_max_length": facts.max_length})


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


def _length(model: FittedModel) -> int:
    """Return the number of tokens that a model reads."""
    loaded = loaded_of(model)
    return int(loaded.length if hasattr(loaded, "length") else loaded.model.max_seq_length)


def loaded_of(model: FittedModel) -> Any:
    """Return what holds the network of a saved model as `model`."""
    predictor: Any = model.predictor
    return getattr(predictor, "loaded", None) or getattr(predictor, "encoder", predictor)
