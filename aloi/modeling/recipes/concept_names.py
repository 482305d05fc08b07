"""Rankers of concepts that learn no weights: names of a dictionary, the likest first for each mention."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar

from aloi.agreement.result import program_version
from aloi.annotation.rows import LinkedMention
from aloi.base.errors import AloiError
from aloi.base.terms import Phrase, Term
from aloi.corpora.model import Json
from aloi.gold.formats.mentions.concept_dictionary import ConceptDictionary, dictionary_of, read_dictionary
from aloi.modeling.encoders import names as model_names
from aloi.modeling.rankers.base import Ranker
from aloi.modeling.rankers.search import DEPTH, candidates_of
from aloi.modeling.recipes.base import (
    DONE,
    Recipe,
    Setting,
    Training,
    check_training,
    of_kind,
    unsuitable,
)
from aloi.modeling.recipes.baselines import WordVectors

DICTIONARY = Setting(
    "",
    Phrase(
        "setting-file-names-their",
        "A file of names and their concepts; empty: the names of the training mentions.",
    ),
    training=False,
)
MAX_LENGTH = Setting(
    25,
    Phrase("setting-sub-words-name", "Sub-words of a name or a mention that are read."),
    limits=(4, 512),
    training=False,
)
_DISTANCE = Setting(
    "cosine",
    Phrase("setting-how-two-vectors", "How two vectors are compared: cosine, dot or l2."),
    ("cosine", "dot", "l2"),
    training=False,
)


@dataclass(frozen=True, slots=True)
class RankerPredictor:
    """A ranker and the names it ranks; `best_epoch` is that of its weights, if it has any."""

    ranker: Ranker
    dictionary: ConceptDictionary
    signature: str
    best_epoch: float | None = None

    def predict(self, rows: Sequence[LinkedMention]) -> list[tuple[tuple[str, ...], ...]]:
        """Return for each part of each mention the concepts of its candidates, best first."""
        return candidates_of(self.dictionary, of_kind(rows, LinkedMention), self.ranker, DEPTH)


def check_dictionary(settings: Mapping[str, Json]) -> None:
    """Raise AloiError unless the setting `dictionary` is empty or the path of a file."""
    path = settings["dictionary"]
    if not isinstance(path, str) or (path and not Path(path).expanduser().is_file()):
        raise unsuitable("dictionary", path, Term("path-of-names"))


def dictionary_for(settings: Mapping[str, Json], train: Sequence[LinkedMention]) -> ConceptDictionary:
    """Return the dictionary of the settings, or that of the names of the training mentions."""
    if settings["dictionary"]:
        return read_dictionary(Path(str(settings["dictionary"])).expanduser())
    dictionary = dictionary_of(train)
    if not dictionary.names:
        raise AloiError(
            "aloi.too-few",
            name=Term("linked-mentions", total=len(train)),
            count=0,
            least=1,
            todo=Term("give-dictionary"),
        )
    return dictionary


def signature_of(recipe: str, ranker: Ranker, dictionary: ConceptDictionary) -> str:
    """Return the origin of the candidates: the ranker with its settings, and the names it ranks."""
    from aloi.modeling.rankers.ranker_folder import fingerprint
    from aloi.modeling.rankers.synonyms import names_of

    names = fingerprint(names_of(dictionary, clean=False))
    return f"{recipe} (aloi {program_version()}, {ranker.signature}; {len(dictionary.names)} names {names})"


class NameRanking(Recipe[LinkedMention]):
    """An untrained ranker of names; training rows provide the names if no dictionary is named."""

    row_kinds: ClassVar[tuple[type, ...]] = (LinkedMention,)
    seeded: ClassVar[bool] = False
    needs_training: ClassVar[bool] = False
    floor: ClassVar[bool] = True
    all_settings: ClassVar[Mapping[str, Setting]] = {"dictionary": DICTIONARY}

    def settings(self, requested: Mapping[str, Json]) -> dict[str, Json]:
        """Return the settings, checked."""
        chosen = super().settings(requested)
        check_dictionary(chosen)
        return chosen

    def check_trainable(self, settings: Mapping[str, Json], rows: int) -> None:
        """Raise AloiError if there are no names to rank."""
        if not settings["dictionary"] and not rows:
            dictionary_for(settings, ())

    def fit(self, training: Training[LinkedMention]) -> RankerPredictor:
        """Return the ranker with the names it ranks."""
        if training.train:
            check_training(self, training)
        dictionary = dictionary_for(training.settings, training.train)
        ranker = self.ranker(training.settings)
        training.tell(DONE)
        return RankerPredictor(ranker, dictionary, signature_of(self.name, ranker, dictionary))

    @abstractmethod
    def ranker(self, settings: Mapping[str, Any]) -> Ranker:
        """Return the ranker of the settings."""


class TfidfNames(NameRanking):
    """The cosine of tf-idf weights of characters and pairs of them."""

    name: ClassVar[str] = "tfidf_names"
    title: ClassVar[str] = Phrase("recipe-tf-idf-names", "tf-idf of names")

    def ranker(self, settings: Mapping[str, Any]) -> Ranker:
        """Return the ranker by tf-idf."""
        from aloi.modeling.rankers.tfidf import TfIdf

        del settings
        return TfIdf()


class VectorNames(NameRanking):
    """How near the mean word vectors of a spaCy model are."""

    name: ClassVar[str] = "vector_names"
    title: ClassVar[str] = Phrase("recipe-mean-word-vectors-names", "Mean word vectors of names (spaCy)")
    all_settings: ClassVar[Mapping[str, Setting]] = {
        "dictionary": DICTIONARY,
        **WordVectors.all_settings,
        "distance": _DISTANCE,
    }

    def settings(self, requested: Mapping[str, Json]) -> dict[str, Json]:
        """Return the settings; a model that is not installed raises AloiError."""
        chosen = super().settings(requested)
        WordVectors().settings({"model": chosen["model"]})
        return chosen

    def ranker(self, settings: Mapping[str, Any]) -> Ranker:
        """Return the ranker by word vectors."""
        from aloi.modeling.rankers import ranker

        return ranker("vectors", model=settings["model"], distance=settings["distance"])


class EncoderNames(NameRanking):
    """How near the vectors of an encoder are, as it is."""

    name: ClassVar[str] = "encoder_names"
    title: ClassVar[str] = Phrase("recipe-encoder-names-untuned", "Encoder of names, untuned")
    floor: ClassVar[bool] = False
    all_settings: ClassVar[Mapping[str, Setting]] = {
        "dictionary": DICTIONARY,
        "model": Setting(
            "usem3",
            Phrase(
                "setting-encoder-usem3-me5", "The encoder: usem3, me5-small, minilm, a folder, or a hub name."
            ),
            training=False,
        ),
        "pooling": Setting(
            "model",
            Phrase(
                "setting-how-vectors-sub",
                "How the vectors of sub-words become one: as the model has it (model), cls or mean.",
            ),
            ("model", "cls", "mean"),
            training=False,
        ),
        "distance": _DISTANCE,
        "max_length": MAX_LENGTH,
    }

    def settings(self, requested: Mapping[str, Json]) -> dict[str, Json]:
        """Return the settings, checked."""
        chosen = super().settings(requested)
        model_names.check(str(chosen["model"]))
        return chosen

    def ranker(self, settings: Mapping[str, Any]) -> Ranker:
        """Return the ranker by the encoder."""
        from aloi.modeling.rankers import ranker

        return ranker(
            "encoder", **{name: settings[name] for name in self.all_settings if name != "dictionary"}
        )
