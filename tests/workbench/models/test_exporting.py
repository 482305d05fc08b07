"""The model of a run in the libraries of others: the same labels and numbers, and a card that says why."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from huggingface_hub import ModelCard

from aloi.annotation.rows import ScoredPair, TaggedTokens
from aloi.base.errors import AloiError
from aloi.modeling.data.dataset import dataset
from aloi.modeling.recipes import recipe
from aloi.modeling.runs.execute import execute
from aloi.modeling.runs.finished_run import StoredRun
from aloi.modeling.runs.spec import DataUse, RunSpec
from aloi.workbench.models.runs import runs_folder, stored_run
from aloi.workbench.models.sharing.exporting import export_run
from aloi.workbench.requests.models.runs import ExportRunRequest
from tests.modeling import row_cases
from tests.modeling.recipes.cases import ROWS, quick
from tests.workbench.scene import NOW

THRESHOLD = 0.5
SAVED = ("sbert_sts", "cross_encoder_sts", "pair_regression", "text_classifier", "token_classifier")


TEXTS = row_cases.texts(24, several=True)


def trained(data: Path, name: str, rows: Sequence[Any], **settings: Any) -> StoredRun:
    """Return a run in the data folder, trained and scored on the same rows."""
    recipe_, kind = recipe(name), type(rows[0])
    data_set = dataset("rows", kind, {"train": rows, "test": rows})
    train, test = (DataUse("rows", part, "rows", data_set.checksum, len(rows)) for part in ("train", "test"))
    learns = (train,) if recipe_.learns else ()
    spec = RunSpec(name, quick(recipe_, **settings), learns, None, (test,), (1,))
    execute(spec, {"rows": data_set}, runs_folder(data) / spec.id)
    return stored_run(runs_folder(data), spec.id)


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("models")


@pytest.fixture(scope="module")
def runs(data: Path) -> Mapping[str, StoredRun]:
    """Return a run of each recipe, and a baseline on the same pairs."""
    rows: dict[str, Sequence[Any]] = {
        "text_classifier": TEXTS,
        "token_classifier": ROWS[TaggedTokens],
    }
    several = {"threshold": THRESHOLD, "epochs": 8, "learning_rate": 0.01}
    settings: dict[str, Any] = {"text_classifier": several}
    done = {
        name: trained(
            data,
            name,
            rows.get(name, ROWS[ScoredPair]),
            **{"epochs": 1, "keep_model": True, **settings.get(name, {})},
        )
        for name in SAVED
    }
    return {**done, "levenshtein": trained(data, "levenshtein", ROWS[ScoredPair])}


def exported(data: Path, run: StoredRun, form: str, **options: Any) -> Path:
    out = data / f"{form}-{run.run.id}"
    if not out.exists():
        done = export_run(None, ExportRunRequest(run.run.id, form, **options), data, out, now=NOW)
        files = {Path(file).name for file in done.files}
        assert {"README.md", "aloi.json", "config.json", "tokenizer.json"} <= files
        assert (done.difference is None) == (form != "onnx")
    return out


def answers(run: StoredRun) -> dict[str, Any]:
    """Return the recorded prediction of each row."""
    [(label, [predicted])] = run.answers.items()
    return dict(zip(run.tests[label].ids, predicted, strict=True))


def outputs(folder: Path, run: StoredRun, *sides: Sequence[str]) -> np.ndarray:
    """Return what the network gives for texts, as a stranger would run it."""
    import onnxruntime
    from transformers import AutoTokenizer

    tokenizer = AutoTokenizer.from_pretrained(folder)
    session = onnxruntime.InferenceSession(str(folder / "model.onnx"))
    inputs = tokenizer(*map(list, sides), padding=True, truncation=True, return_tensors="np")
    return session.run(None, dict(inputs))[0]


@pytest.mark.parametrize("form", ["hub", "onnx"])
def test_a_sentence_encoder_gives_the_same_scores(
    data: Path, runs: Mapping[str, StoredRun], form: str
) -> None:
    from sentence_transformers import SentenceTransformer

    run, rows = runs["sbert_sts"], ROWS[ScoredPair]
    folder = exported(data, run, form)
    left, right = [row.left for row in rows], [row.right for row in rows]
    if form == "onnx":
        sides = [outputs(folder, run, side) for side in (left, right)]
        a, b = (side / np.linalg.norm(side, axis=1, keepdims=True) for side in sides)
        cosine = (a * b).sum(axis=1)
    else:
        model = SentenceTransformer(str(folder), device="cpu")
        cosine = model.similarity_pairwise(model.encode(left), model.encode(right)).numpy()
    assert 5 * cosine == pytest.approx([answers(run)[row.id] for row in rows], abs=5e-4)


@pytest.mark.parametrize("form", ["hub", "onnx"])
def test_a_classifier_of_several_labels_gives_the_same_labels(
    data: Path, runs: Mapping[str, StoredRun], form: str
) -> None:
    from transformers import pipeline

    run, rows = runs["text_classifier"], TEXTS
    folder = exported(data, run, form)
    config = json.loads((folder / "config.json").read_text("utf-8"))
    assert (config["problem_type"], config["threshold"]) == ("multi_label_classification", THRESHOLD)
    names = [config["id2label"][str(index)] for index in range(3)]
    texts = [row.text for row in rows]
    if form == "onnx":
        shares = 1 / (1 + np.exp(-outputs(folder, run, texts)))
        by_text = [dict(zip(names, row, strict=True)) for row in shares]
    else:
        scored = pipeline("text-classification", str(folder), device="cpu")(
            texts, top_k=None, truncation=True
        )
        by_text = [{one["label"]: one["score"] for one in several} for several in scored]
    predicted = [tuple(name for name in names if shares[name] >= THRESHOLD) for shares in by_text]
    assert predicted == [answers(run)[row.id] for row in rows]
    assert len({*predicted}) > 1


@pytest.mark.parametrize("form", ["hub", "onnx"])
def test_a_tagger_gives_the_same_tags(data: Path, runs: Mapping[str, StoredRun], form: str) -> None:
    from transformers import AutoModelForTokenClassification, AutoTokenizer

    run, rows = runs["token_classifier"], ROWS[TaggedTokens]
    folder = exported(data, run, form)
    tokenizer = AutoTokenizer.from_pretrained(folder)
    labels = json.loads((folder / "config.json").read_text("utf-8"))["id2label"]
    words = [list(row.tokens) for row in rows]
    read = tokenizer(words, is_split_into_words=True, padding=True, truncation=True, return_tensors="pt")
    if form == "onnx":
        import onnxruntime

        session = onnxruntime.InferenceSession(str(folder / "model.onnx"))
        logits = session.run(None, {name: value.numpy() for name, value in read.items()})[0]
    else:
        model = AutoModelForTokenClassification.from_pretrained(folder)
        logits = model(**read).logits.detach().numpy()
    for at, row in enumerate(rows):
        first = {word: place for place, word in reversed(list(enumerate(read.word_ids(at))))}
        tags = [labels[str(int(logits[at, first[word]].argmax()))] for word in range(len(row.tokens))]
        assert tuple(tags) == answers(run)[row.id]


@pytest.mark.parametrize("name", ["cross_encoder_sts", "pair_regression"])
def test_models_of_pairs_give_the_same_scores(data: Path, runs: Mapping[str, StoredRun], name: str) -> None:
    """A regression without its problem type would come through a sigmoid."""
    from sentence_transformers import CrossEncoder
    from transformers import pipeline

    run, rows = runs[name], ROWS[ScoredPair]
    folder, network = exported(data, run, "hub"), exported(data, run, "onnx")
    left, right = [row.left for row in rows], [row.right for row in rows]
    values = outputs(network, run, left, right).reshape(-1)
    expected = np.array([answers(run)[row.id] for row in rows])
    if name == "cross_encoder_sts":
        loaded = CrossEncoder(str(folder), device="cpu").predict(list(zip(left, right, strict=True)))
        values, loaded = 5 * values, 5 * np.asarray(loaded)
    else:
        pairs = [{"text": a, "text_pair": b} for a, b in zip(left, right, strict=True)]
        scored = pipeline("text-classification", str(folder), device="cpu")(pairs, truncation=True)
        loaded = np.array([one["score"] for one in scored])
    assert values == pytest.approx(expected, abs=5e-4)
    assert loaded == pytest.approx(expected, abs=5e-4)


def test_a_pipeline_of_spacy_marks_the_same_spans_and_labels(
    data: Path, runs: Mapping[str, StoredRun]
) -> None:
    spacy = pytest.importorskip("spacy")
    from aloi.modeling.runs.fitted import load

    run = runs["text_classifier"]
    nlp = spacy.load(exported(data, run, "spacy"))
    for row, doc in zip(TEXTS, nlp.pipe(row.text for row in TEXTS), strict=True):
        labels = tuple(name for name in row.all_labels if doc.cats[name] >= THRESHOLD)
        assert labels == answers(run)[row.id]

    run = runs["token_classifier"]
    model = load(runs_folder(data) / run.run.id, run.run)
    assert model is not None
    nlp = spacy.load(exported(data, run, "spacy"))
    texts = {row.id: " ".join(row.tokens) for row in ROWS[TaggedTokens]}
    expected = model.predict_spans(texts, "fr", lambda done, total: None)
    assert any(expected.values())
    for name, text in texts.items():
        doc = nlp(text)
        spans = {(span.start_char, span.end_char, span.label_) for span in doc.spans["aloi"]}
        marked = {(*part, span.label) for span in expected[name] for part in span.parts}
        assert spans == marked
        assert {(span.start_char, span.end_char, span.label_) for span in doc.ents} <= spans
    with pytest.raises(AloiError, match="does not apply to sbert_sts"):
        export_run(None, ExportRunRequest(runs["sbert_sts"].run.id, "spacy"), data, data / "no", now=NOW)
    assert not (data / "no").exists()


def test_the_card_has_scores_baselines_and_the_block_of_the_hub(
    data: Path, runs: Mapping[str, StoredRun], tmp_path: Path
) -> None:
    run = runs["sbert_sts"]
    out = tmp_path / "model"
    request = ExportRunRequest(run.run.id, licence="cc-by-4.0", use="To rank similar *sentences*.")
    export_run(None, request, data, out, now=NOW)
    card = ModelCard.load(out / "README.md")
    assert (card.data.license, card.data.pipeline_tag) == ("cc-by-4.0", "sentence-similarity")
    scores = {score.metric: score for score in run.run.scores}
    values = {one.metric_type: one.metric_value for one in card.data.eval_results}
    assert values == {name: score.value for name, score in scores.items()}
    text = card.text
    spearman = scores["spearman"]
    assert f"{spearman.value:.4f} [{spearman.low:.4f}, {spearman.high:.4f}]" in text
    assert "levenshtein (baseline)" in text
    assert "To rank similar \\*sentences\\*." in text
    assert "24 of 24 pairs of rows/test are also among the training pairs." in text
    assert "/tmp" not in out.joinpath("README.md").read_text("utf-8") + (out / "aloi.json").read_text("utf-8")


def test_a_run_without_a_saved_model_and_a_directory_with_files_are_refused(
    data: Path, runs: Mapping[str, StoredRun], tmp_path: Path
) -> None:
    request = ExportRunRequest(runs["levenshtein"].run.id)
    with pytest.raises(AloiError, match="Use aloi predict"):
        export_run(None, request, data, tmp_path / "out", now=NOW)
    assert not (tmp_path / "out").exists()
    (tmp_path / "full").mkdir()
    (tmp_path / "full" / "mine.txt").write_text("mine", "utf-8")
    with pytest.raises(AloiError, match="already exists"):
        export_run(None, ExportRunRequest(runs["sbert_sts"].run.id), data, tmp_path / "full", now=NOW)
