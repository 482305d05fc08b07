"""Token classifier: entities and parts of speech, the label on the first sub-token of each word."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from pathlib import Path
from typing import Any, ClassVar

import numpy as np

from aloi.annotation.rows import TaggedTokens
from aloi.base.errors import AloiError
from aloi.base.terms import Phrase, Term
from aloi.evaluation.rows import LearntRow
from aloi.modeling.encoders.devices import quiet
from aloi.modeling.encoders.names import weights_checksum
from aloi.modeling.recipes.base import DONE, STARTED, Predictor, Setting, Training, check_training, of_kind
from aloi.modeling.recipes.frozen_tagger import FrozenTagger, fit_tagger
from aloi.modeling.recipes.row_baselines import OUTSIDE, Entries, entries_of, look_up
from aloi.modeling.recipes.training.batches import Encoded, TrainingExample, logits
from aloi.modeling.recipes.training.transformer import (
    HeadPredictor,
    HeadTuning,
    Loaded,
    head_settings,
    label_names,
    load,
    saved_as_model,
    saved_labels,
    signature_of,
    tune,
)

# Tokens that the loss ignores: later sub-tokens of a word, and the model's own tokens.
IGNORED = -100
FIRST, ALL = "first", "all"
_PARTS = 5
_ARRAYS = "head.npz"


@dataclass(frozen=True, slots=True)
class TokenWords:
    """A sentence as the model reads it, and for each of its tokens the word it is of; None for its own."""

    text: Encoded
    words: tuple[int | None, ...]

    @property
    def first(self) -> dict[int, int]:
        """Return word -> its first token; words beyond the length the model reads are missing."""
        first_tokens: dict[int, int] = {}
        for at, word in enumerate(self.words):
            if word is not None:
                first_tokens.setdefault(word, at)
        return first_tokens


@dataclass(frozen=True, slots=True)
class TokenPredictor(HeadPredictor):
    """A fitted tagger; `best_epoch` is that of its weights."""

    tags: tuple[str, ...]

    def predict(self, rows: Sequence[LearntRow]) -> list[tuple[str, ...]]:
        """Return the tags of each row; a word beyond the length the model reads gets `O`."""
        sentences = of_kind(rows, TaggedTokens)
        read = split(self.loaded, sentences)
        scores = self.loaded.logits([one.text for one in read])
        return [
            _tags(row, words, self.tags, values)
            for row, words, values in zip(sentences, read, scores, strict=True)
        ]

    def notes(self, rows: Sequence[LearntRow]) -> tuple[str, ...]:
        """Return how many words were not read."""
        return unread(self.loaded, of_kind(rows, TaggedTokens))


@dataclass(frozen=True, slots=True)
class FrozenPredictor(HeadPredictor):
    """A linear tagger over the token vectors of a model that stayed as it is."""

    tagger: FrozenTagger
    entries: Entries

    def predict(self, rows: Sequence[LearntRow]) -> list[tuple[str, ...]]:
        """Return the tags of each row; a word beyond the length the model reads gets `O`."""
        sentences = of_kind(rows, TaggedTokens)
        vectors = word_vectors(self.loaded, sentences)
        tags = [
            self.tagger.tags_of(with_look_up(word_states, row.tokens, self.entries))
            for row, word_states in zip(sentences, vectors, strict=True)
        ]
        return [
            (*row_tags, *[OUTSIDE] * (len(row.tokens) - len(row_tags)))
            for row, row_tags in zip(sentences, tags, strict=True)
        ]

    def notes(self, rows: Sequence[LearntRow]) -> tuple[str, ...]:
        """Return how many words were not read."""
        return unread(self.loaded, of_kind(rows, TaggedTokens))

    @property
    def labels(self) -> tuple[str, ...]:
        """Return the tags that it may predict."""
        return self.tagger.tags

    def save(self, folder: Path) -> None:
        """Write the model and its tagger into a folder, as `TokenClassifier.load` reads them."""
        arrays = {each.name: np.asarray(getattr(self.tagger, each.name)) for each in fields(FrozenTagger)}
        save_arrays(folder, self.loaded, self.entries, arrays)


class TokenClassifier(HeadTuning[TaggedTokens]):
    """A tag for each word, predicted at its first sub-token, for every model alike.

    The hyper-parameters are those of entities; `training.transformer` has those of parts of
    speech.

    A frozen model uses logistic regression over the states of a word and its two neighbours (`word_vectors`).
    Two more features say whether a word begins or continues an entity of other training documents. The output
    is the most likely sequence of tags in which `I-X` follows `B-X` or `I-X` only.

    References
    ----------
    Labrak et al. 2024, DrBenchmark.
    """

    name: ClassVar[str] = "token_classifier"
    title: ClassVar[str] = Phrase("recipe-token-classifier", "Token classifier")
    task: ClassVar[str] = "ner"
    reads_tokens: ClassVar[bool] = True
    row_kinds: ClassVar[tuple[type, ...]] = (TaggedTokens,)
    all_settings: ClassVar[Mapping[str, Setting]] = head_settings(
        "ner",
        "seqeval_f1",
        strength=1.0,
        subtokens=Setting(
            FIRST,
            Phrase(
                "setting-sub-tokens-word",
                "Which sub-tokens of a word carry its tag in training: first, or all.",
            ),
            (FIRST, ALL),
        ),
    )

    def fit(self, training: Training[TaggedTokens]) -> Predictor[TaggedTokens]:
        """Return the fitted tagger."""
        check_training(self, training)
        tags = tuple(sorted({tag for row in training.train for tag in row.tags} | {OUTSIDE}))
        if len({tag for row in training.train for tag in row.tags}) < 2:
            raise AloiError(
                "aloi.too-few", name=Term("training-tags", count=len(training.train)), count=1, least=2
            )
        if training.settings["frozen"]:
            return self._frozen(training)
        loaded = load(training, "AutoModelForTokenClassification", **label_names(tags))
        predictor = TokenPredictor(loaded, tags)
        all_subtokens = training.settings["subtokens"] == ALL
        examples = [
            TrainingExample((words.text,), target(row, words, tags, all_subtokens=all_subtokens))
            for row, words in zip(training.train, split(loaded, training.train), strict=True)
        ]
        epoch = tune(loaded, training, examples, _loss, predictor.predict, _read)
        signature = signature_of(self.name, loaded, training)
        return replace(predictor, signature=signature, best_epoch=epoch)

    def load(self, training: Training[TaggedTokens]) -> tuple[TokenPredictor | FrozenPredictor, str] | None:
        """Return a saved tagger and the checksum of its weights; None for one saved without its tags."""
        if training.settings["frozen"]:
            loaded, (entries, arrays) = load(saved_as_model(training), "AutoModel"), read_arrays(training)
            tagger = FrozenTagger(tags=tuple(arrays.pop("tags").tolist()), **arrays)
            return FrozenPredictor(loaded, tagger, entries), weights_checksum(loaded.model)
        loaded = load(saved_as_model(training), "AutoModelForTokenClassification")
        tags = saved_labels(loaded)
        return (TokenPredictor(loaded, tags), weights_checksum(loaded.model)) if OUTSIDE in tags else None

    def _frozen(self, training: Training[TaggedTokens]) -> FrozenPredictor:
        loaded = load(training, "AutoModel")
        vectors = word_vectors(loaded, training.train, lambda: training.tell(STARTED))
        looked_up = [
            with_look_up(word_states, row.tokens, entries)
            for row, word_states, entries in zip(
                training.train, vectors, entries_elsewhere(training.train), strict=True
            )
        ]
        tagger = fit_tagger(
            looked_up,
            [row.tags[: len(one)] for row, one in zip(training.train, vectors, strict=True)],
            float(str(training.settings["strength"])),
        )
        training.tell(DONE)
        entries = entries_of(training.train, 0.0)
        signature = signature_of(f"{self.name} frozen", loaded, training)
        return FrozenPredictor(loaded, tagger, entries, signature=signature)


def save_arrays(folder: Path, loaded: Loaded, entries: Entries, arrays: Mapping[str, np.ndarray]) -> None:
    """Write a model that stayed as it is into a folder, with what was fitted over its vectors."""
    loaded.model.save_pretrained(folder)
    loaded.tokenizer.save_pretrained(folder)
    names = {
        "entries": np.array(["\n".join(tokens) for tokens in entries], dtype=np.str_),
        "entry_labels": np.array([*entries.values()], dtype=np.str_),
    }
    np.savez(folder / _ARRAYS, allow_pickle=False, **names, **arrays)


def read_arrays(training: Training[TaggedTokens]) -> tuple[Entries, dict[str, np.ndarray]]:
    """Return the entries and the arrays that `save_arrays` wrote into the folder of a training."""
    with np.load(training.folder / _ARRAYS, allow_pickle=False) as file:
        arrays = dict(file)
    tokens, labels = (arrays.pop(name).tolist() for name in ("entries", "entry_labels"))
    return {tuple(each.split("\n")): label for each, label in zip(tokens, labels, strict=True)}, arrays


def split(loaded: Loaded, rows: Sequence[TaggedTokens]) -> list[TokenWords]:
    """Return sentences as the model reads them, word by word.

    Raises
    ------
    AloiError
        A tokenizer that does not say of which word a token is.
    """
    if not loaded.tokenizer.is_fast:
        raise AloiError("modeling.tokenizer-does-not-say-which", name=loaded.name)
    if not rows:
        return []
    with quiet():
        encoding = loaded.tokenizer(
            [list(row.tokens) for row in rows],
            is_split_into_words=True,
            truncation=True,
            max_length=loaded.length,
        )
    names = [name for name in ("input_ids", "token_type_ids", "attention_mask") if name in encoding]
    return [
        TokenWords({name: encoding[name][at] for name in names}, tuple(encoding.word_ids(at)))
        for at in range(len(rows))
    ]


def word_vectors(
    loaded: Loaded, rows: Sequence[TaggedTokens], watch: Callable[[], None] = lambda: None
) -> list[np.ndarray]:
    """Return a vector for each word that is read, an array (W, D) a row.

    States are taken below the first layer and after a third, six tenths and 85 % of the layers. Each is
    averaged over the sub-tokens of a word, and the four means are concatenated. The last layer of a sentence
    encoder separates words less well. A word without a token has the zero vector.
    """
    read = split(loaded, rows)
    depth = int(loaded.model.config.num_hidden_layers)
    layers = sorted({0, depth // 3, round(depth * 0.6), round(depth * 0.85)})
    states = logits(
        loaded.model, loaded.padding, [one.text for one in read], loaded.device, watch, layers=layers
    )
    by_row = []
    for words_read, values in zip(read, states, strict=True):
        words = max(words_read.first, default=-1) + 1
        vectors = np.zeros((words, values.shape[1]), dtype=np.float32)
        counts = np.zeros((words, 1), dtype=np.float32)
        for at, word in enumerate(words_read.words):
            if word is not None:
                vectors[word] += values[at]
                counts[word] += 1
        by_row.append(vectors / np.maximum(counts, 1))
    return by_row


def with_look_up(vectors: np.ndarray, tokens: Sequence[str], entries: Entries) -> np.ndarray:
    """Return the vectors of W words with two more columns: 1 if a word begins, or continues, an entry."""
    tags = look_up(tokens, entries, max(map(len, entries), default=0))[: len(vectors)]
    flags = np.array([[tag[0] == "B", tag[0] == "I"] for tag in tags], dtype=np.float32)
    return np.concatenate([vectors, flags.reshape(-1, 2)], axis=1)


def entries_elsewhere(rows: Sequence[TaggedTokens]) -> list[Entries]:
    """Return for each row the entities of other documents (or other rows), in five folds.

    The entities of a row itself are excluded in training, or the look-up would seem to be always correct.
    """
    names = [row.document_id or row.id for row in rows]
    part = {name: at % _PARTS for at, name in enumerate(sorted(set(names)))}
    by_part = [
        entries_of([row for row, name in zip(rows, names, strict=True) if part[name] != at], 0.0)
        for at in range(_PARTS)
    ]
    return [by_part[part[name]] for name in names]


def unread(loaded: Loaded, rows: Sequence[TaggedTokens]) -> tuple[str, ...]:
    """Return how many words of how many rows are beyond the length that the model reads, if any."""
    beyond = [
        len(row.tokens) - (max(words.first, default=-1) + 1)
        for row, words in zip(rows, split(loaded, rows), strict=True)
    ]
    cut = [count for count in beyond if count]
    if not cut:
        return ()
    return (
        f"{sum(cut)} words of {len(cut)} rows lie beyond the {loaded.length} tokens read and got {OUTSIDE}.",
    )


def _tags(row: TaggedTokens, read: TokenWords, tags: Sequence[str], values: np.ndarray) -> tuple[str, ...]:
    predicted = [OUTSIDE] * len(row.tokens)
    for word, at in read.first.items():
        predicted[word] = tags[int(values[at].argmax())]
    return tuple(predicted)


def target(row: TaggedTokens, read: TokenWords, tags: Sequence[str], *, all_subtokens: bool) -> list[int]:
    """Return the index of the tag of each token, `IGNORED` if it has none."""
    first = set(read.first.values())
    return [
        tags.index(row.tags[word]) if word is not None and (all_subtokens or at in first) else IGNORED
        for at, word in enumerate(read.words)
    ]


def _read(target: Sequence[int]) -> int:
    """Return how many tokens of a sentence the loss reads."""
    return sum(tag != IGNORED for tag in target)


def _loss(scores: Any, targets: Sequence[Sequence[int]]) -> Any:
    import torch

    length = scores.shape[1]
    gold = torch.tensor([[*one, *[IGNORED] * (length - len(one))] for one in targets], device=scores.device)
    return torch.nn.functional.cross_entropy(
        scores.reshape(-1, scores.shape[-1]), gold.reshape(-1), ignore_index=IGNORED
    )
