"""Naive Bayes: a baseline for labelled texts."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Mapping
from importlib.metadata import version
from math import log
from typing import ClassVar

from aloi.annotation.rows import LabelledText
from aloi.base.terms import Phrase
from aloi.modeling.recipes.base import DONE, STARTED, Recipe, Rule, Setting, Training, check_training

_WORD = re.compile(r"\w+")
Labels = tuple[str, ...]


class NaiveBayes(Recipe[LabelledText]):
    """Multinomial naive Bayes of the words of a text, capitals apart; words unseen in training are ignored.

    A set of labels is one class. Of equally probable classes, the one seen first is predicted.
    """

    name: ClassVar[str] = "naive_bayes"
    title: ClassVar[str] = Phrase("example-naive-bayes", "Naive Bayes of words")
    row_kinds: ClassVar[tuple[type, ...]] = (LabelledText,)
    seeded: ClassVar[bool] = False
    floor: ClassVar[bool] = True
    all_settings: ClassVar[Mapping[str, Setting]] = {
        "smoothing": Setting(
            1.0,
            Phrase("example-smoothing", "Added to the count of each word in each class, 0.001 to 100."),
            limits=(0.001, 100.0),
        )
    }

    def fit(self, training: Training[LabelledText]) -> Rule[LabelledText]:
        """Return the classifier."""
        check_training(self, training)
        training.tell(STARTED)
        smoothing = float(str(training.settings["smoothing"]))
        classes = Counter(row.labels for row in training.train)
        counts: dict[Labels, Counter[str]] = defaultdict(Counter)
        for row in training.train:
            counts[row.labels].update(_words(row))
        vocabulary = {word for words in counts.values() for word in words}
        totals = {labels: counts[labels].total() + smoothing * len(vocabulary) for labels in classes}

        def predict(row: LabelledText) -> Labels:
            words = [word for word in _words(row) if word in vocabulary]
            scores = {
                labels: log(count)
                + sum(log((counts[labels][word] + smoothing) / totals[labels]) for word in words)
                for labels, count in classes.items()
            }
            return max(scores, key=scores.__getitem__)

        training.tell(DONE)
        made_by = f"{self.name} (aloi-example {version('aloi-example')}, {len(training.train)} rows, "
        return Rule.each(f"{made_by}smoothing {smoothing:g})", LabelledText, predict)


def _words(row: LabelledText) -> list[str]:
    return _WORD.findall(f"{row.text} {row.second}".casefold())
