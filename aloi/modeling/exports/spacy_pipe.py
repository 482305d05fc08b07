"""A saved model as a pipeline of spaCy: spans of texts as entities, labels of texts as categories."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterable
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from aloi.annotation.rows import LabelledText, TaggedTokens
from aloi.base.errors import AloiError
from aloi.base.records import from_json
from aloi.base.terms import Term
from aloi.evaluation.rows import KINDS
from aloi.modeling.encoders.devices import quiet
from aloi.modeling.exports.directory import FACTS, ModelFacts
from aloi.modeling.recipes import recipe
from aloi.modeling.recipes.base import Training
from aloi.modeling.runs.fitted import FittedModel

FACTORY = "aloi_model"  # as pyproject.toml announces it to spaCy
SPANS = "aloi"  # the group of all spans, nested ones included
_ANY_LANGUAGE = "xx"


def write_pipeline(model: Path, facts: ModelFacts, language: str, out: Path) -> None:
    """Write a pipeline into a directory, around the directory of a model.

    Parameters
    ----------
    language : str
        Of the texts, as ISO 639-1; `xx` if spaCy does not know it.

    Raises
    ------
    AloiError
        spaCy is not installed, or the model neither marks spans nor labels texts.
    """
    if find_spec("spacy") is None:
        raise AloiError(
            "aloi.package-missing",
            package="spacy",
            purpose=Term("spacy-pipeline"),
            command='pip install "spacy>=3.8,<3.9"',
        )
    if facts.kind != LabelledText.__name__ and not _marks_spans(facts):
        raise AloiError(
            "aloi.not-for",
            name=Term("format-spacy"),
            data=facts.recipe,
            expected=Term("spans-or-labels"),
            todo=Term("export-for-hub"),
        )
    import spacy

    try:
        nlp = spacy.blank(language or _ANY_LANGUAGE)
    except ImportError:
        nlp = spacy.blank(_ANY_LANGUAGE)
    pipe: Any = nlp.add_pipe(FACTORY)
    pipe.from_disk(model)
    nlp.to_disk(out)


class ModelPipe:
    """The component: it reads its model from the directory of the pipeline."""

    def __init__(self, language: str) -> None:
        self._language = language
        self._folder: Path | None = None
        self._answer: Any = None

    def __call__(self, doc: Any) -> Any:
        """Return a document with its entities, or its categories."""
        if self._answer is not None:
            self._answer(doc)
        return doc

    def to_disk(self, path: Path | str, *, exclude: Iterable[str] = ()) -> None:
        """Write the directory of the model."""
        del exclude
        if self._folder is not None:
            shutil.copytree(self._folder, path, dirs_exist_ok=True)

    def from_disk(self, path: Path | str, *, exclude: Iterable[str] = ()) -> ModelPipe:
        """Return the component with the model of a directory."""
        del exclude
        self._folder = Path(path)
        facts = from_json(ModelFacts, json.loads((self._folder / FACTS).read_text(encoding="utf-8")))
        if facts.kind == TaggedTokens.__name__:
            model = _load(self._folder, facts)
            self._answer = lambda doc: _mark(doc, model, self._language)
        else:
            classify = _classifier(self._folder, facts)
            self._answer = lambda doc: doc.cats.update(classify(doc.text))
        return self


def _marks_spans(facts: ModelFacts) -> bool:
    return facts.recipe == "span_classifier" or any(label.startswith(("B-", "I-")) for label in facts.labels)


def _load(folder: Path, facts: ModelFacts) -> FittedModel:
    """Return the model of a directory, on the device there is."""
    settings = {**facts.settings, "device": "auto"}
    training: Training[Any] = Training((), (), settings, facts.seed, folder, low=facts.low, high=facts.high)
    stored = recipe(facts.recipe).load(training)
    if stored is None:
        raise ValueError(f"{folder} has no model of the recipe {facts.recipe}")
    predictor, weights = stored
    signature = f"{facts.recipe}, run {facts.run}, weights {weights}"
    return FittedModel(predictor, KINDS[facts.kind], facts.seed, signature, saved=True, as_run=True)


def _mark(doc: Any, model: FittedModel, language: str) -> None:
    """Set the spans of a document; entities are the longest ones that do not overlap."""
    from spacy.util import filter_spans

    marked = model.predict_spans({"doc": doc.text}, language, lambda done, total: None)["doc"]
    spans = [
        doc.char_span(start, end, label=span.label, alignment_mode="expand")
        for span in marked
        for start, end in span.parts
    ]
    doc.spans[SPANS] = spans
    doc.set_ents(filter_spans(spans))


def _classifier(folder: Path, facts: ModelFacts) -> Any:
    """Return the function from a text to the probability of each label."""
    if facts.library == "sentence-transformers":
        return _encoder_with_head(folder, facts)
    from transformers import pipeline

    with quiet():
        run = pipeline("text-classification", str(folder), top_k=None)
    classify: Any = run
    return lambda text: {each["label"]: each["score"] for each in classify([text], truncation=True)[0]}


def _encoder_with_head(folder: Path, facts: ModelFacts) -> Any:
    import torch
    from sentence_transformers import SentenceTransformer

    with quiet():
        encoder = SentenceTransformer(str(folder))

    def classify(text: str) -> dict[str, float]:
        logits = encoder.encode([text], convert_to_tensor=True, show_progress_bar=False)[0]
        shares = torch.softmax(logits, 0) if facts.threshold is None else torch.sigmoid(logits)
        return dict(zip(facts.labels, shares.tolist(), strict=True))

    return classify


def make_pipe(nlp: Any, name: str) -> ModelPipe:
    """Return the component for a pipeline."""
    del name
    return ModelPipe(nlp.lang)


if find_spec("spacy") is not None:
    from spacy.language import Language

    Language.factory(FACTORY, func=make_pipe)
