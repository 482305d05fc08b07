"""The model of a run used on other rows: every kind of rows, from the files people have."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from aloi.base.errors import AloiError
from aloi.corpora.readers import read_table
from aloi.workbench.models.prediction import Predicted, predict
from aloi.workbench.models.runs import runs_folder, stored_run
from aloi.workbench.models.training import plans, run_plans
from aloi.workbench.requests.models.evaluation import PredictRequest
from aloi.workbench.requests.models.training import TrainRequest
from tests.modeling import tiny
from tests.modeling.recipes.test_span_classifier import rows
from tests.workbench.candidates.test_model_spans import conll

WORDS = ("fever", "cough", "pain", "rash", "fracture", "asthma", "anaemia", "migraine", "gout", "angina")


def trained(data: Path, recipe: str, source: Path, **settings: Any) -> str:
    """Return the id of a run that is done, trained and scored on the splits of a source."""
    request = TrainRequest(
        recipe, (str(source),), seeds=(0,), split="train=.6,test=.4", settings=settings, scale={"": (0, 5)}
    )
    [run] = run_plans(plans(None, request), runs_folder(data))
    return run.id


def table(path: Path, columns: tuple[str, ...], rows: list[tuple[object, ...]]) -> Path:
    lines = ["\t".join(columns), *("\t".join(map(str, row)) for row in rows)]
    path.write_text("\n".join(lines) + "\n", "utf-8")
    return path


def predictions(data: Path, run: str, source: Path, **options: Any) -> tuple[Predicted, list[dict[str, str]]]:
    out = data / "out.tsv"
    predicted = predict(None, PredictRequest(run, source, **options), data, out)
    written = read_table(out)
    return predicted, [{name: row.text(name) for name in written.columns} for row in written.rows]


def test_pairs_have_a_score_on_the_scale_of_the_training_data(tmp_path: Path) -> None:
    rows: list[tuple[object, ...]] = [
        (f"p{n}", f"{WORDS[n % 10]} at night", f"{WORDS[n % 7]} by day", n % 6) for n in range(40)
    ]
    source = table(tmp_path / "pairs.tsv", ("id", "sentence1", "sentence2", "score"), rows)
    run = trained(tmp_path, "levenshtein", source)
    new = table(tmp_path / "new.tsv", ("id", "sentence_A", "sentence_B"), [row[:3] for row in rows])
    predicted, written = predictions(tmp_path, run[:6], new, split="train=.6,test=.4")
    assert (predicted.run, predicted.kind, predicted.rows, predicted.saved) == (run, "ScoredPair", 40, False)
    by_id = {row["id"]: float(row["score"]) for row in written}
    stored = stored_run(runs_folder(tmp_path), run)
    [(label, [scores])] = stored.answers.items()
    assert [by_id[name] for name in stored.tests[label].ids] == list(scores)


def test_texts_have_labels_and_training_data_must_be_unchanged(tmp_path: Path) -> None:
    rows: list[tuple[object, ...]] = [
        (f"t{n}", f"{WORDS[n % 10]} and {WORDS[n % 3]}", "odd" if n % 2 else "even") for n in range(40)
    ]
    source = table(tmp_path / "texts.tsv", ("id", "text", "label"), rows)
    run = trained(tmp_path, "tfidf_linear", source)
    folder = tmp_path / "new"
    folder.mkdir()
    (folder / "a.txt").write_text("cough and fever", "utf-8")
    predicted, written = predictions(tmp_path, run, folder, split="train=.6,test=.4")
    assert predicted.columns == ("id", "labels", "text")
    assert [(row["id"], row["labels"]) for row in written] == [("a", "odd")]
    with pytest.raises(AloiError, match="in the split 'train'"):
        predictions(tmp_path, run, folder)  # not split as in training
    assert not list(tmp_path.glob("*.part"))


def brat(folder: Path) -> Path:
    """Write sentences with nested and discontinuous spans as brat files."""
    folder.mkdir()
    for row in rows(32):
        lines = []
        for number, span in enumerate(row.spans, start=1):
            places = ";".join(f"{start} {end}" for start, end in span.parts)
            words = " ".join(row.text[start:end] for start, end in span.parts)
            lines.append(f"T{number}\t{span.label} {places}\t{words}\n")
        (folder / f"{row.id}.txt").write_text(row.text, encoding="utf-8")
        (folder / f"{row.id}.ann").write_text("".join(lines), encoding="utf-8")
    return folder


def test_spans_and_pairs_of_a_file_are_rows_of_a_model_of_texts(tmp_path: Path) -> None:
    texts: list[tuple[object, ...]] = [
        (f"t{n}", f"{WORDS[n % 10]} now", "yes" if n % 3 else "no") for n in range(40)
    ]
    run = trained(tmp_path, "majority_class", table(tmp_path / "texts.tsv", ("id", "text", "label"), texts))
    folder = brat(tmp_path / "brat")
    for target, count in (("certainty", 16 * 2 + 16 * 3), ("relations", 16 * 2 + 16 * 6)):
        predicted, written = predictions(tmp_path, run, Path(f"{folder}#{target}"), split="train=.6,test=.4")
        assert (predicted.rows, len(written)) == (count, count)
    with pytest.raises(AloiError):
        predictions(tmp_path, run, tmp_path / "absent.tsv", split="train=.6,test=.4")


def test_parts_of_a_discontinuous_span_share_its_number(tmp_path: Path) -> None:
    pytest.importorskip("torch")
    folder = brat(tmp_path / "brat")
    settings = {"model": str(tiny.tiny_folder()), "device": "cpu", "passes": 60}
    run = trained(tmp_path, "span_classifier", folder, **settings)
    new = table(tmp_path / "new.tsv", ("id", "text"), [("n1", rows(2)[1].text)])
    predicted, written = predictions(tmp_path, run, new, split="train=.6,test=.4")
    assert predicted.columns == ("id", "span_id", "start", "end", "label", "text")
    by_span: dict[str, list[str]] = {}
    for row in written:
        by_span.setdefault(row["span_id"], [row["label"]]).append(row["text"])
    assert {tuple(span) for span in by_span.values()} == {
        ("SIGN", "douleur au pied gauche"),
        ("BODY", "pied gauche"),
        ("SIGN", "douleur", "au dos"),
    }


def test_spans_of_texts_have_offsets_and_conll_files_have_tags(tmp_path: Path) -> None:
    source = conll(tmp_path)
    request = TrainRequest("dictionary_tagger", (str(source),), seeds=(0,))
    [run] = run_plans(plans(None, request), runs_folder(tmp_path))
    text = "Rien. Du  paracétamol pour un cancer du poumon."
    new = table(tmp_path / "texts.tsv", ("id", "text"), [("d", text)])
    predicted, written = predictions(tmp_path, run.id, new)
    assert (predicted.rows, predicted.written) == (1, 2)
    assert [(row["label"], text[int(row["start"]) : int(row["end"])]) for row in written] == [
        ("drug", "paracétamol"),
        ("disorder", "cancer du poumon"),
    ]
    predicted, written = predictions(tmp_path, run.id, source / "test.conll")
    assert [row["tag"] for row in written[:4]] == ["O", "B-disorder", "I-disorder", "I-disorder"]
    assert {row["id"] for row in written} == {f"test{n}" for n in range(5)}


def test_questions_and_mentions(tmp_path: Path) -> None:
    questions = [
        {"id": f"q{n}", "question": f"{word}?", "options": ["yes", "no"], "correct": [0 if n % 3 else 1]}
        for n, word in enumerate(WORDS * 4)
    ]
    source = tmp_path / "questions.json"
    source.write_text("\n".join(map(json.dumps, questions)), "utf-8")
    run = trained(tmp_path, "majority_class", source)
    new = tmp_path / "new.json"
    new.write_text('{"id": "n1", "question": "Why?", "options": ["no", "yes"]}\n', "utf-8")
    _, written = predictions(tmp_path, run, new, split="train=.6,test=.4")
    assert [(row["id"], row["correct"]) for row in written] == [("n1", "A")]

    rows: list[tuple[object, ...]] = [
        (f"m{n}", f"d{n}", f"{word} {n // 10}", f"C{n % 10}") for n, word in enumerate(WORDS * 4)
    ]
    source = table(tmp_path / "mentions.tsv", ("id", "document_id", "mention", "concept_id"), rows)
    run = trained(tmp_path, "tfidf_names", source)
    new = table(tmp_path / "other.tsv", ("id", "mention"), [("x", "asthma 7")])
    _, written = predictions(tmp_path, run, new, split="train=.6,test=.4")
    assert [(row["id"], row["concept_id"], row["mention"]) for row in written] == [("x", "C5", "asthma 7")]
    assert written[0]["candidates"].startswith("C5")
