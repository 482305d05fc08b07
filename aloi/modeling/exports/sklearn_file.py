"""A model of scikit-learn as a file of skops, which holds no program: features of texts, and their labels."""

from __future__ import annotations

from copy import copy
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import numpy as np

from aloi.base.errors import AloiError
from aloi.base.terms import Term
from aloi.modeling.exports.directory import SharedModel
from aloi.modeling.recipes.tfidf_linear import LabelHead

FILE = "model.skops"


def write_sklearn(model: SharedModel, out: Path) -> None:
    """Write a model into a directory; its classes are the labels.

    With one label a text it predicts labels; with several a table (N, L) of zeros and ones.

    Raises
    ------
    AloiError
        skops is not installed.
    """
    if find_spec("skops") is None:
        raise AloiError(
            "aloi.package-missing",
            package="skops",
            purpose=Term("file-of-sklearn"),
            command='pip install "skops>=0.16,<0.17"',
        )
    import skops.io
    from sklearn.pipeline import make_pipeline

    if isinstance(model.head, tuple):
        features, head = model.head
        estimator = make_pipeline(features, _classifier(head))
    else:
        estimator = _classifier(model.head)
    skops.io.dump(estimator, out / FILE)


def _classifier(head: LabelHead) -> Any:
    """Return the regressions of a head as a single estimator."""
    from sklearn.multioutput import MultiOutputClassifier

    if head.threshold is None:
        classifier = copy(head.models[0])
        classifier.classes_ = np.array(head.labels)
        return classifier
    several = MultiOutputClassifier(head.models[0])
    several.estimators_ = list(head.models)
    several.classes_ = [model.classes_ for model in head.models]
    return several
