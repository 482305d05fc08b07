"""The recipe `concept_ranker`: an encoder trained to match mentions with names of the same concept."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from typing import ClassVar

from aloi.annotation.rows import LinkedMention
from aloi.base.terms import Phrase, Term
from aloi.corpora.model import Json
from aloi.modeling.recipes.base import Setting, Training, check_training, declared, unsuitable
from aloi.modeling.recipes.concept_names import (
    DICTIONARY,
    MAX_LENGTH,
    RankerPredictor,
    check_dictionary,
    dictionary_for,
    signature_of,
)
from aloi.modeling.recipes.training.settings import TRAINER, FineTuning

_OF_TRAINER = (
    "model",
    "epochs",
    "learning_rate",
    "batch",
    "max_length",
    "weight_decay",
    "accumulation",
    "checkpointing",
    "lora_rank",
    "freeze_layers",
    "freeze_embeddings",
    "checkpoint",
    "dev_items",
    "device",
    "precision",
    "trust_remote_code",
)


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
    title: ClassVar[str] = Phrase(
        "recipe-concept-ranker-synonym", "Concept ranker (synonym marginalisation, BioSyn)"
    )
    row_kinds: ClassVar[tuple[type, ...]] = (LinkedMention,)
    all_settings: ClassVar[Mapping[str, Setting]] = declared(
        {
            "dictionary": DICTIONARY,
            **{name: TRAINER[name] for name in _OF_TRAINER},
        },
        max_length=replace(MAX_LENGTH, training=True),
        epochs=replace(
            TRAINER["epochs"],
            default=10,
            help=Phrase(
                "setting-passes-over-mentions", "Passes over the mentions; one was best in the paper."
            ),
        ),
        learning_rate=replace(
            TRAINER["learning_rate"],
            default=1e-5,
            help=Phrase("setting-encoder-stays-same", "Of the encoder; it stays the same all along."),
        ),
        pooling=Setting(
            "mean",
            Phrase(
                "setting-how-vectors-sub-words",
                "How the vectors of sub-words become one: mean, or cls for the first one.",
            ),
            ("mean", "cls"),
        ),
        clean=Setting(
            True,
            Phrase(
                "setting-whether-texts-lower",
                "Whether texts are lower-cased and punctuation becomes a space.",
            ),
            (True, False),
        ),
        top_k=Setting(20, Phrase("setting-candidates-mention", "Candidates of a mention."), limits=(2, 1000)),
        dense_ratio=Setting(
            0.5,
            Phrase(
                "setting-share-candidates-encoder",
                "The share of candidates that the encoder finds; tf-idf finds the others first.",
            ),
            limits=(0.0, 1.0),
        ),
        queries=Setting(
            "mentions",
            Phrase(
                "setting-queries-matched-names",
                "Queries that are matched with names: mentions; names, to align synonyms; or both.",
            ),
            ("mentions", "names", "both"),
        ),
        own_name=Setting(
            "keep",
            Phrase(
                "setting-whether-name-equal",
                "Whether a name equal to the mention may be its candidate: keep, or drop.",
            ),
            ("keep", "drop"),
        ),
        mention_names=Setting(
            False,
            Phrase(
                "setting-whether-training-mentions",
                "Whether the training mentions of one concept are names too.",
            ),
            (False, True),
        ),
        sparse_start=Setting(
            0.0,
            Phrase("setting-weight-tf-idf", "The weight of the tf-idf cosine at the start."),
            limits=(-1000.0, 1000.0),
        ),
        sparse_rate=Setting(
            0.01,
            Phrase("setting-learning-rate-weight", "The learning rate of that weight; 0 leaves it as it is."),
            limits=(0.0, 1000.0),
        ),
    )

    def settings(self, requested: Mapping[str, Json]) -> dict[str, Json]:
        """Return all settings, checked."""
        chosen = super().settings(requested)
        check_dictionary(chosen)
        if chosen["queries"] != "mentions" and chosen["own_name"] != "drop":
            raise unsuitable("own_name", chosen["own_name"], Term("drop-own-name"))
        return chosen

    def load(self, training: Training[LinkedMention]) -> tuple[RankerPredictor, str] | None:
        """Return a saved ranker with the names of its dictionary; None for names of the training mentions."""
        from aloi.modeling.rankers.ranker_folder import load_ranker

        if not training.settings["dictionary"]:
            return None
        ranker = load_ranker(training.folder.parent)
        dictionary = dictionary_for(training.settings, ())
        weights = re.findall(r"weights ([0-9a-f]{12})", ranker.signature)[-1]
        return RankerPredictor(ranker, dictionary, signature_of(self.name, ranker, dictionary)), weights

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
