"""Multiple choice: the set of correct options as one class among all sets, or a yes or no an option."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from typing import Any, ClassVar

import numpy as np

from aloi.annotation.rows import MultipleChoice
from aloi.base.arrays import Floats
from aloi.base.errors import AloiError
from aloi.base.terms import Phrase, Term
from aloi.evaluation.rows import LearntRow
from aloi.gold.formats.questions.mcqa_jsonl import LETTERS, letter
from aloi.modeling.encoders.names import weights_checksum
from aloi.modeling.recipes.base import DONE, Predictor, Rule, Setting, Training, check_training, of_kind
from aloi.modeling.recipes.text_classifier import softmax_loss
from aloi.modeling.recipes.tfidf_linear import chosen
from aloi.modeling.recipes.training.batches import Encoded, TrainingExample
from aloi.modeling.recipes.training.transformer import (
    HeadPredictor,
    HeadTuning,
    Loaded,
    cut_note,
    frozen_encoder,
    head_settings,
    label_names,
    load,
    saved_as_model,
    saved_labels,
    signature_of,
    tune,
    vectors_of,
)

SUBSETS, PER_OPTION = "subsets", "per_option"
# Options from which on sets are too many to be classes.
MOST_OPTIONS = 8


@dataclass(frozen=True, slots=True)
class ChoicePredictor(HeadPredictor):
    """A fitted model of questions.

    Parameters
    ----------
    subsets : tuple of tuple of int
        The classes; empty for a head an option.
    single : bool
        Whether every training question has one correct option.
    """

    subsets: tuple[tuple[int, ...], ...]
    single: bool
    threshold: float

    def predict(self, rows: Sequence[LearntRow]) -> list[tuple[int, ...]]:
        """Return the indices of the options predicted correct in each row, at least one."""
        questions = of_kind(rows, MultipleChoice)
        if self.subsets:
            logits = self.loaded.logits(self.loaded.encode(*joined(self.loaded, questions)))
            return [
                _likeliest(row, self.subsets, values) for row, values in zip(questions, logits, strict=True)
            ]
        flat = self.loaded.logits([text for row in questions for text in by_option(self.loaded, row)])
        shares = iter([1 / (1 + np.exp(-float(value[0]))) for value in flat])
        return [
            chosen(np.array([next(shares) for _ in row.options]), self.threshold, single=self.single)
            for row in questions
        ]

    def notes(self, rows: Sequence[LearntRow]) -> tuple[str, ...]:
        """Return how many questions were cut."""
        return cut_note(self.loaded, joined(self.loaded, of_kind(rows, MultipleChoice)))


class MultipleChoiceRecipe(HeadTuning[MultipleChoice]):
    """Questions with one or several correct options.

    `subsets`: question and options, joined by the model's separator, are one text, and each set of options
    is a class (31 of five options), as DrBenchmark has it. `per_option`: each option is read with the
    question and is correct or not, whatever its letter; so that the place of an option says nothing.
    Frozen: logistic regression over how near the vector of an option is to that of the question and to
    those of the other options.

    References
    ----------
    Labrak et al. 2022, FrenchMedMCQA; Labrak et al. 2024, DrBenchmark.
    """

    name: ClassVar[str] = "multiple_choice"
    title: ClassVar[str] = Phrase("recipe-multiple-choice", "Multiple choice")
    task: ClassVar[str] = "multiple_choice"
    row_kinds: ClassVar[tuple[type, ...]] = (MultipleChoice,)
    all_settings: ClassVar[Mapping[str, Setting]] = head_settings(
        "multiple_choice",
        "exact_match",
        head=Setting(
            SUBSETS,
            Phrase(
                "setting-subsets-every-set",
                "subsets: every set of options is a class; per_option: a yes or no for each.",
            ),
            (SUBSETS, PER_OPTION),
        ),
        threshold=Setting(
            0.5,
            Phrase(
                "setting-least-probability-option",
                "The least probability at which an option is correct, with per_option and frozen.",
            ),
            limits=(0.0, 1.0),
        ),
        trained_head=Setting(
            True,
            Phrase(
                "setting-false-untrained-model",
                "false: the untrained model under a new head, as the released DrBenchmark tested.",
            ),
            (True, False),
        ),
    )

    def fit(self, training: Training[MultipleChoice]) -> Predictor[MultipleChoice]:
        """Return the fitted model."""
        check_training(self, training)
        settings = training.settings
        if settings["frozen"]:
            return _frozen(self.name, training)
        subsets = _subsets(training.train) if settings["head"] == SUBSETS else ()
        loaded = load(training, "AutoModelForSequenceClassification", **label_names(_names(subsets)))
        single = all(len(row.correct) == 1 for row in training.train)
        loaded.model.config.single_answer = single  # saved with the model
        predictor = ChoicePredictor(loaded, subsets, single, float(str(settings["threshold"])))
        examples = _examples(loaded, training.train, subsets)
        if subsets:
            epoch = tune(loaded, training, examples, softmax_loss, predictor.predict)
        else:
            epoch = tune(loaded, training, examples, _option_loss, predictor.predict, len)
        if not settings["trained_head"]:
            # As released: the model is read anew from where it came from, and the trained one forgotten.
            loaded = load(training, "AutoModelForSequenceClassification", **label_names(_names(subsets)))
            predictor, epoch = replace(predictor, loaded=loaded), None
        return replace(predictor, signature=signature_of(self.name, loaded, training), best_epoch=epoch)

    def load(self, training: Training[MultipleChoice]) -> tuple[ChoicePredictor, str] | None:
        """Return a saved model and the checksum of its weights; None for one saved without its answers."""
        settings = training.settings
        loaded = load(saved_as_model(training), "AutoModelForSequenceClassification")
        single = getattr(loaded.model.config, "single_answer", None)
        if single is None or not settings["trained_head"]:
            return None
        labels = saved_labels(loaded) if settings["head"] == SUBSETS else ()
        subsets = tuple(tuple(LETTERS.index(name) for name in label) for label in labels)
        predictor = ChoicePredictor(loaded, subsets, single, float(str(settings["threshold"])))
        return predictor, weights_checksum(loaded.model)


def _names(subsets: Sequence[tuple[int, ...]]) -> list[str]:
    """Return the names of the outputs of the head: the letters of a set of options, or one output."""
    return ["".join(letter(index) for index in options) for options in subsets] or ["correct"]


def joined(loaded: Loaded, rows: Sequence[MultipleChoice]) -> list[list[str]]:
    """Return one text a question: the question and its options with the model's separator between."""
    between = f" {loaded.tokenizer.sep_token or ''} "
    return [[between.join([row.question, *row.options]) for row in rows]]


def by_option(loaded: Loaded, row: MultipleChoice) -> list[Encoded]:
    """Return a text for each option: the question, the separator, the option."""
    return loaded.encode([row.question] * len(row.options), row.options)


def _subsets(rows: Sequence[MultipleChoice]) -> tuple[tuple[int, ...], ...]:
    """Return every non-empty set of options, by size; raise AloiError if there are too many."""
    most = max(len(row.options) for row in rows)
    if most > MOST_OPTIONS:
        raise AloiError(
            "aloi.too-many",
            name=Term("options-of-question"),
            count=most,
            most=MOST_OPTIONS,
            todo=Term("head-per-option"),
        )
    without = next((row.id for row in rows if not row.correct), None)
    if without is not None:
        raise AloiError(
            "aloi.missing",
            name=Term("the-question", id=repr(without)),
            missing=Term("correct-option"),
            expected=Term("option-of-subset"),
            todo=Term("head-per-option"),
        )
    return tuple(one for size in range(1, most + 1) for one in combinations(range(most), size))


def _likeliest(
    row: MultipleChoice, subsets: Sequence[tuple[int, ...]], values: np.ndarray
) -> tuple[int, ...]:
    """Return the most likely set of options that the question has; of longer questions the first options."""
    fits = [one[-1] < len(row.options) for one in subsets]
    return subsets[int(np.where(fits, values, -np.inf).argmax())]


def _examples(
    loaded: Loaded, rows: Sequence[MultipleChoice], subsets: Sequence[tuple[int, ...]]
) -> list[TrainingExample]:
    if subsets:
        texts = loaded.encode(*joined(loaded, rows))
        return [
            TrainingExample((text,), subsets.index(row.correct))
            for text, row in zip(texts, rows, strict=True)
        ]
    return [
        TrainingExample(
            tuple(by_option(loaded, row)), [float(at in row.correct) for at in range(len(row.options))]
        )
        for row in rows
    ]


def _option_loss(logits: Any, targets: Sequence[Sequence[float]]) -> Any:
    import torch

    gold = torch.tensor([one for row in targets for one in row], dtype=logits.dtype, device=logits.device)
    return torch.nn.functional.binary_cross_entropy_with_logits(logits[:, 0], gold)


def _frozen(recipe: str, training: Training[MultipleChoice]) -> Rule[MultipleChoice]:
    """Return logistic regression over how near options are to the question and to one another."""
    from sklearn.linear_model import LogisticRegression

    model = frozen_encoder(training)
    texts = [text for row in training.train for text in (row.question, *row.options)]
    vectors = dict(zip(texts, vectors_of(model, texts, training, report=True), strict=True))
    features = np.concatenate([_nearness(row, vectors) for row in training.train])
    is_correct = np.concatenate(
        [[int(at in row.correct) for at in range(len(row.options))] for row in training.train]
    )
    single = all(len(row.correct) == 1 for row in training.train)
    threshold = float(str(training.settings["threshold"]))
    strength = float(str(training.settings["strength"]))
    head = LogisticRegression(C=strength, max_iter=2000).fit(features, is_correct)
    training.tell(DONE)

    def answer(row: MultipleChoice) -> tuple[int, ...]:
        row_texts = [row.question, *row.options]
        nearness = _nearness(row, dict(zip(row_texts, vectors_of(model, row_texts, training), strict=True)))
        return chosen(head.predict_proba(nearness)[:, 1], threshold, single=single)

    return Rule.each(f"{recipe} frozen, {model.signature}", MultipleChoice, answer)


def _nearness(row: MultipleChoice, vectors: Mapping[str, Floats]) -> Floats:
    """Return of each option its nearness to the question, that above the best other's, and to the others."""
    question = vectors[row.question]
    options = np.array([vectors[text] for text in row.options])
    near = options @ question
    among = options @ options.T
    count = max(len(options) - 1, 1)
    best_other = np.array([np.delete(near, at).max(initial=-1.0) for at in range(len(near))])
    return np.column_stack([near, near - best_other, (among.sum(axis=1) - among.diagonal()) / count])
