"""tf-idf and a linear model: the baseline of labelled texts and of questions."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from importlib.metadata import version
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from aloi.annotation.rows import LabelledText, MultipleChoice
from aloi.base.arrays import Floats
from aloi.base.errors import AloiError
from aloi.base.terms import Phrase, Term
from aloi.corpora.model import Json
from aloi.modeling.recipes.base import DONE, Recipe, Rule, Setting, Training, check_training, of_kind
from aloi.modeling.recipes.row_baselines import signature

BALANCED = Setting(
    True,
    Phrase(
        "setting-whether-rare-answers",
        "Whether rare answers weigh as much as frequent ones, in a linear head.",
    ),
    (True, False),
)


def chosen_labels(shares: Floats, labels: Sequence[str], threshold: float | None) -> list[tuple[str, ...]]:
    """Return the labels whose share (N, L) reaches the threshold, or the best one without it, of N rows."""
    if threshold is None:
        return [(labels[at],) for at in shares.argmax(axis=1)]
    return [
        tuple(label for label, share in zip(labels, row_shares, strict=True) if share >= threshold)
        for row_shares in shares.tolist()
    ]


def has_several(rows: Sequence[LabelledText]) -> bool:
    """Return whether texts may have several labels or none: whether one of these has."""
    return any(len(one.labels) != 1 for one in rows)


def label_table(rows: Sequence[LabelledText], labels: Sequence[str]) -> NDArray[np.int64]:
    """Return 1 if a row has a label and 0 if not, shape (N, L)."""
    return np.array([[int(label in row.labels) for label in labels] for row in rows], dtype=np.int64)


def used_labels(rows: Sequence[LabelledText]) -> tuple[str, ...]:
    """Return the labels that some row has, in the order of those known."""
    used = {label for row in rows for label in row.labels}
    all_labels = dict.fromkeys(label for row in rows for label in row.all_labels)
    return tuple(label for label in all_labels if label in used)


def several_labels(rows: Sequence[LabelledText]) -> tuple[str, ...]:
    """Return the labels as `used_labels`, or raise AloiError if there are fewer than two."""
    labels = used_labels(rows)
    if len(labels) < 2:
        raise AloiError(
            "aloi.too-few",
            name=Term("training-labels"),
            count=len(labels),
            least=2,
            todo=Term("majority-class"),
        )
    return labels


@dataclass(frozen=True, slots=True)
class LabelHead:
    """Logistic regression of labels over features (N, D).

    Parameters
    ----------
    labels : tuple of str
        L labels, in order.
    threshold : float or None
        The least share of a label; None if each row has one label.
    models : tuple
        Of scikit-learn: one of all labels if each row has one, otherwise one a label.
    """

    labels: tuple[str, ...]
    threshold: float | None
    models: tuple[Any, ...]

    def shares(self, features: Any) -> Floats:
        """Return the probabilities of labels, (N, L)."""
        tables = [np.asarray(model.predict_proba(features), dtype=np.float64) for model in self.models]
        return tables[0] if self.threshold is None else np.column_stack([table[:, -1] for table in tables])

    def chosen(self, features: Any) -> list[tuple[str, ...]]:
        """Return the labels of each row."""
        return chosen_labels(self.shares(features), self.labels, self.threshold)


def fit_labels(
    features: Any,
    rows: Sequence[LabelledText],
    labels: tuple[str, ...],
    threshold: float | None,
    settings: Mapping[str, Json],
) -> LabelHead:
    """Return the logistic regression that was fitted; a label that every row has needs none, and gets none.

    Rare labels weigh as much as frequent ones where `balanced` says so.
    """
    from sklearn.dummy import DummyClassifier
    from sklearn.linear_model import LogisticRegression

    weight, strength = "balanced" if settings["balanced"] else None, float(str(settings["strength"]))

    def fitted(targets: Any) -> Any:
        if len(set(targets.tolist())) == 1:
            return DummyClassifier().fit(features, targets)
        return LogisticRegression(C=strength, class_weight=weight, max_iter=2000).fit(features, targets)

    if threshold is None:
        targets = [np.array([labels.index(row.labels[0]) for row in rows])]
    else:
        targets = [*label_table(rows, labels).T]
    return LabelHead(labels, threshold, tuple(map(fitted, targets)))


def both_texts(row: LabelledText) -> str:
    """Return the text of a row, followed by the second one if there is one."""
    return f"{row.text}\n{row.second}" if row.second else row.text


class TfidfLinear(Recipe[LabelledText | MultipleChoice]):
    """Logistic regression over tf-idf: of words and character n-grams of a text, or of options.

    Features of an option of a question are its length and its similarity to the question and to the other
    options: cosines of tf-idf of words and of character n-grams. Predicted are the options whose share
    reaches the threshold, at least the best one. If all training questions have one correct option, only the
    best one is predicted.
    """

    name: ClassVar[str] = "tfidf_linear"
    title: ClassVar[str] = Phrase("recipe-tf-idf-logistic", "tf-idf and logistic regression")
    row_kinds: ClassVar[tuple[type, ...]] = (LabelledText, MultipleChoice)
    seeded: ClassVar[bool] = False
    floor: ClassVar[bool] = True
    all_settings: ClassVar[Mapping[str, Setting]] = {
        "strength": Setting(
            10.0,
            Phrase(
                "setting-how-closely-training",
                "How closely training is followed: the inverse of the penalty (C).",
            ),
            limits=(1e-6, 1e6),
        ),
        "balanced": BALANCED,
        "threshold": Setting(
            0.5,
            Phrase(
                "setting-lowest-share-label",
                "The lowest share at which a label or option is given, if there may be several.",
            ),
            limits=(0.0, 1.0),
        ),
    }

    def fit(self, training: Training[LabelledText | MultipleChoice]) -> Any:
        """Return the fitted regression."""
        kind = check_training(self, training)
        made_by = f"{signature(self.name, training)[:-1]}, scikit-learn {version('scikit-learn')})"
        if kind is MultipleChoice:
            answer = _choice_rule(of_kind(training.train, MultipleChoice), training.settings)
            training.tell(DONE)
            return Rule.each(made_by, MultipleChoice, answer)
        rows = of_kind(training.train, LabelledText)
        labels = used_labels(rows)
        texts = [both_texts(row) for row in rows]
        weights = _vectorizer(texts)
        threshold = float(str(training.settings["threshold"])) if has_several(rows) else None
        head = fit_labels(weights.transform(texts), rows, labels, threshold, training.settings)
        training.tell(DONE)

        def answers(several: Sequence[LabelledText]) -> list[tuple[str, ...]]:
            return head.chosen(weights.transform([both_texts(row) for row in several]))

        return Rule(made_by, LabelledText, answers, (weights, head))


def _vectorizer(texts: Sequence[str]) -> Any:
    """Return the features of texts, fitted on them: tf-idf weights of words and of character n-grams."""
    from sklearn.pipeline import make_union

    word = _tfidf(texts, analyzer="word", ngram_range=(1, 2))
    return make_union(word, _tfidf(texts, analyzer="char_wb", ngram_range=(3, 5))).fit(texts)


def _tfidf(texts: Sequence[str], **options: Any) -> Any:
    from sklearn.feature_extraction.text import TfidfVectorizer

    least = 2 if len(texts) >= _MANY else 1
    pattern = {"token_pattern": r"(?u)\b\w+\b"} if options["analyzer"] == "word" else {}
    return TfidfVectorizer(sublinear_tf=True, min_df=least, **pattern, **options)


_MANY = 100  # from this number of texts on, words of a single text are dropped


def _choice_rule(
    rows: Sequence[MultipleChoice], settings: Mapping[str, Json]
) -> Callable[[MultipleChoice], tuple[int, ...]]:
    from sklearn.linear_model import LogisticRegression

    texts = [text for row in rows for text in (row.question, *row.options)]
    models = [
        _tfidf(texts, analyzer="word", ngram_range=(1, 1)).fit(texts),
        _tfidf(texts, analyzer="char_wb", ngram_range=(2, 5)).fit(texts),
    ]
    features = np.concatenate([_option_features(row, models) for row in rows])
    is_correct = np.concatenate([[int(at in row.correct) for at in range(len(row.options))] for row in rows])
    weight = "balanced" if settings["balanced"] else None
    single = all(len(row.correct) == 1 for row in rows)
    threshold = float(str(settings["threshold"]))
    model = None
    if 0 < is_correct.sum() < len(is_correct):
        model = LogisticRegression(C=float(str(settings["strength"])), class_weight=weight, max_iter=2000)
        model.fit(features, is_correct)

    def answer(row: MultipleChoice) -> tuple[int, ...]:
        option_features = _option_features(row, models)
        shares = (
            model.predict_proba(option_features)[:, 1] if model is not None else np.ones(len(option_features))
        )
        return chosen(shares, threshold, single=single)

    return answer


def chosen(shares: Floats, threshold: float, *, single: bool) -> tuple[int, ...]:
    """Return the indices of the options whose share reaches the threshold, at least the best one."""
    best = int(np.argmax(shares))
    if single:
        return (best,)
    return tuple(at for at, share in enumerate(shares) if share >= threshold) or (best,)


def _option_features(row: MultipleChoice, models: Sequence[Any]) -> Floats:
    """Return the similarities of options to question and other options, and their lengths, (options, 6)."""
    columns = []
    for model in models:
        question, options = model.transform([row.question]), model.transform(row.options)
        among = np.asarray((options @ options.T).todense())
        others = (among.sum(axis=1) - among.diagonal()) / max(len(row.options) - 1, 1)
        columns += [np.asarray((options @ question.T).todense()).ravel(), others]
    lengths = np.array([len(option) for option in row.options], dtype=np.float64)
    share = lengths / max(lengths.mean(), 1.0)
    inside = [float(option.casefold() in row.question.casefold()) for option in row.options]
    return np.column_stack([*columns, share, inside])
