"""The recipe `concept_ranker`: an encoder trained to match mentions with names of the same concept."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from aloi.annotation.rows import LinkedMention
from aloi.corpora.model import Json
from aloi.modeling.encoders import devices
from aloi.modeling.recipes.base import Training, check_training
from aloi.modeling.recipes.concept_names import (
    DICTIONARY_HELP,
    RankerPredictor,
    check_dictionary,
    dictionary_for,
    signature_of,
)
from aloi.modeling.recipes.training.settings import FineTuning

# The least and the most of each setting that is a number; whole ones are those with whole limits.
_NUMBERS: Mapping[str, tuple[float, float]] = {
    "max_length": (4, 512),
    "top_k": (2, 1000),
    "dense_ratio": (0.0, 1.0),
    "batch": (1, 4096),
    "epochs": (1, 1000),
    "learning_rate": (1e-9, 1.0),
    "weight_decay": (0.0, 1.0),
    "sparse_start": (-1000.0, 1000.0),
    "sparse_rate": (0.0, 1000.0),
    "freeze_layers": (0, 100),
}


class ConceptRanker(FineTuning[LinkedMention]):
    """Fine-tunes an encoder so that all names of a mention's concept outweigh its other candidates.

    Each epoch embeds all names and mentions anew and finds candidates for each mention, half by tf-idf and
    half by the encoder. The score of a candidate is the product of both vectors plus a learned weight times
    the tf-idf cosine.

    References
    ----------
    Sung et al. 2020, Biomedical Entity Representations with Synonym Marginalization; Alekseev et al. 2022,
    Medical Crossing.
    """

    name: ClassVar[str] = "concept_ranker"
    title: ClassVar[str] = "Concept ranker (synonym marginalisation, BioSyn)"
    row_kinds: ClassVar[tuple[type, ...]] = (LinkedMention,)
    numbers: ClassVar[Mapping[str, tuple[float, float]]] = _NUMBERS
    defaults: ClassVar[Mapping[str, Json]] = {
        "dictionary": "",
        "model": "me5-small",
        "pooling": "mean",
        "max_length": 25,
        "clean": True,
        "top_k": 20,
        "dense_ratio": 0.5,
        "own_name": "keep",
        "mention_names": False,
        "batch": 16,
        "epochs": 10,
        "learning_rate": 1e-5,
        "weight_decay": 0.01,
        "sparse_start": 0.0,
        "sparse_rate": 0.01,
        "freeze_layers": 0,
        "freeze_embeddings": "auto",
        "device": "auto",
    }
    help: ClassVar[Mapping[str, str]] = {
        "dictionary": DICTIONARY_HELP,
        "model": "The encoder to start from: me5-small, minilm, a folder, or a hub name.",
        "pooling": "How the vectors of sub-words become one: mean, or cls for the first one.",
        "max_length": "Sub-words of a name or a mention that are read.",
        "clean": "Whether texts are lower-cased and punctuation becomes a space.",
        "top_k": "Candidates of a mention.",
        "dense_ratio": "The share of candidates that the encoder finds; tf-idf finds the others first.",
        "own_name": "Whether a name equal to the mention may be its candidate: keep, or drop.",
        "mention_names": "Whether the training mentions of one concept are names too.",
        "batch": "Mentions a step, over all processes together.",
        "epochs": "Passes over the mentions; one was best in the paper.",
        "learning_rate": "Of the encoder; it stays the same all along.",
        "weight_decay": "Of the encoder, as Adam adds it to the gradient.",
        "sparse_start": "The weight of the tf-idf cosine at the start.",
        "sparse_rate": "The learning rate of that weight; 0 leaves it as it is.",
        "freeze_layers": "First layers that stay as they are, and the embeddings; 0: none. The paper: 4, 10.",
        "freeze_embeddings": "Whether word embeddings stay: true, false, or auto (the huge ones, on a CPU).",
        "device": "auto, cpu or cuda.",
    }
    choices: ClassVar[Mapping[str, tuple[Json, ...]]] = {
        "pooling": ("mean", "cls"),
        "clean": (True, False),
        "own_name": ("keep", "drop"),
        "mention_names": (False, True),
        "freeze_embeddings": ("auto", True, False),
        "device": devices.DEVICES,
    }

    def settings(self, requested: Mapping[str, Json]) -> dict[str, Json]:
        """Return all settings, checked."""
        chosen = super().settings(requested)
        check_dictionary(chosen)
        return chosen

    def fit(self, training: Training[LinkedMention]) -> RankerPredictor:
        """Return the fitted ranker, saved in the directory; `aloi.modeling.rankers.ranker` loads it."""
        from aloi.modeling.recipes.training.ranking import fit_ranker

        check_training(self, training)
        dictionary = dictionary_for(training.settings, training.train)
        fitted = fit_ranker(training, dictionary)
        signature = signature_of(self.name, fitted.ranker, dictionary)
        best_epoch = float(fitted.best_epoch) if fitted.untuned is not None else None
        return RankerPredictor(fitted.ranker, dictionary, signature, best_epoch)


CONCEPT_RANKER = ConceptRanker()
