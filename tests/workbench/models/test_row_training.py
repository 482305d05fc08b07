"""Rows by the names people give them, and the runs planned on them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from annotation.rows import LabelledSpan, LabelledText, MultipleChoice, ScoredPair, TaggedTokens
from annotation.spans import tokens_and_tags
from errors import AloiError
from modeling.runs.check import verify
from workbench.models.row_data import load_rows
from workbench.models.row_sentences import by_sentence
from workbench.models.row_training import row_plans, run_row_plans
from workbench.models.runs import done_runs, is_row_recipe, runs
from workbench.models.training import TrainRequest

QUESTIONS = Path(__file__).parents[3] / "workbench" / "demo_questions"


def tagged(text: str, *named: str) -> TaggedTokens:
    """Return a text whose named stretches are entities `X`."""
    spans = tuple(LabelledSpan("X", ((text.index(one), text.index(one) + len(one)),)) for one in named)
    return TaggedTokens("t", "d", *tokens_and_tags(text, spans), text, spans)


def test_texts_are_cut_into_sentences_with_their_spans() -> None:
    row = tagged("Il tousse beaucoup. La fièvre monte vite.", "tousse", "fièvre")
    first, second = by_sentence([row])
    assert (first.id, second.id, second.document_id) == ("t-1", "t-2", "d")
    assert second.text == "La fièvre monte vite."
    assert second.spans == (LabelledSpan("X", ((3, 9),)),)
    assert [tag for tag in first.tags + second.tags if tag != "O"] == ["B-X", "B-X"]


def test_sentences_that_a_span_joins_stay_together() -> None:
    text = "Il tousse beaucoup. La fièvre monte vite. Il dort bien."
    row = TaggedTokens("t", "d", (), (), text, (LabelledSpan("X", ((3, 9), (23, 29))),))
    assert [one.text for one in by_sentence([row])] == [
        "Il tousse beaucoup. La fièvre monte vite.", "Il dort bien.",
    ]  # fmt: skip
    bare = TaggedTokens("t", "d", ("a", "."), ("O", "O"))
    assert by_sentence([bare]) == (bare,)


def test_each_form_of_data_is_known(tmp_path: Path) -> None:
    found = load_rows(None, str(QUESTIONS))
    assert found.kind is MultipleChoice
    assert {part: len(rows) for part, rows in found.parts.items()} == {"test": 48, "train": 48}
    tables = tmp_path / "tables"
    tables.mkdir()
    (tables / "train.tsv").write_text("identifier\tabstract\tspecialities\n1\tun\ta|b\n2\tdeux\tc\n", "utf-8")
    (tables / "dev.tsv").write_text("identifier\tabstract\tspecialities\n3\ttrois\tb\n", "utf-8")
    texts = load_rows(None, str(tables))
    assert texts.parts["train"][0] == LabelledText("1", "un", "", ("a", "b"), ("a", "b", "c"))
    assert load_rows(None, str(tables / "dev.tsv")).parts["dev"][0].known == ("b",)  # type: ignore[union-attr]
    conll = tmp_path / "conll"
    conll.mkdir()
    (conll / "train.conll").write_text("# id = s\n# document = d\nla\tO\nfièvre\tB-X\n\n", "utf-8")
    assert load_rows(None, str(conll)).parts["train"] == (
        TaggedTokens("s", "d", ("la", "fièvre"), ("O", "B-X")),
    )
    brat = tmp_path / "brat" / "train"
    brat.mkdir(parents=True)
    (brat / "a.txt").write_text("La fièvre. Il dort.", "utf-8")
    (brat / "a.ann").write_text("T1\tX 3 9\tfièvre\n", "utf-8")
    rows = load_rows(None, str(tmp_path / "brat")).parts["train"]
    assert next(one.tags for one in rows if isinstance(one, TaggedTokens))[:2] == ("O", "B-X")
    labelled = tmp_path / "labelled"
    labelled.mkdir()
    (labelled / "labels.json").write_text('["a", "b"]', "utf-8")
    line = {"id": "1", "text": "un", "second": "", "labels": ["b"]}
    (labelled / "test.jsonl").write_text(json.dumps(line) + "\n", "utf-8")
    assert load_rows(None, str(labelled)).parts["test"] == (LabelledText("1", "un", "", ("b",), ("a", "b")),)


def test_whole_documents_are_shared_out_anew(tmp_path: Path) -> None:
    lines = "".join(f"# id = s{n}\n# document = d{n // 3}\nla\tO\nfièvre\tB-X\n\n" for n in range(60))
    (tmp_path / "all.conll").write_text(lines, "utf-8")
    found = load_rows(None, str(tmp_path), "train=.7,dev=.1,test=.2")
    documents = {part: {one.document_id for one in rows} for part, rows in found.parts.items()}  # type: ignore[union-attr]
    assert {part: len(names) for part, names in documents.items()} == {"train": 14, "dev": 2, "test": 4}
    assert not documents["train"] & documents["test"]
    assert load_rows(None, str(tmp_path), "train=.7,dev=.1,test=.2") == found
    with pytest.raises(AloiError, match=r"--split is 'train=a'"):
        load_rows(None, str(tmp_path), "train=a")


def test_what_is_not_there_is_refused(tmp_path: Path) -> None:
    with pytest.raises(AloiError, match="no file or folder"):
        load_rows(None, "nowhere")
    asked = TrainRequest("majority_class", (str(QUESTIONS),), seeds=(0,))
    for wrong, said in (
        (TrainRequest("majority_class"), "nothing to learn from"),
        (TrainRequest("majority_class", (str(QUESTIONS),), grid=True), "in a grid"),
        (TrainRequest("majority_class", (str(QUESTIONS),), untuned=True), "untuned"),
        (TrainRequest("word_tag", (str(QUESTIONS),)), "rows of the kind MultipleChoice"),
        (TrainRequest("majority_class", (f"{QUESTIONS}:dev",)), "no part 'dev'"),
        (TrainRequest("majority_class", (str(QUESTIONS),), shares=(0.0,)), "learning curve of 0 %"),
    ):
        with pytest.raises(AloiError, match=said):
            row_plans(None, wrong)
    few = tmp_path / "few"
    few.mkdir()
    lines = (QUESTIONS / "test.jsonl").read_text("utf-8").splitlines(keepends=True)
    (few / "test.jsonl").write_text("".join(lines[:3]), "utf-8")
    with pytest.raises(AloiError, match="3 rows"):
        row_plans(None, TrainRequest("majority_class", (str(QUESTIONS),), (str(few),)))
    assert len(row_plans(None, asked)) == 1


def test_runs_of_rows_are_kept_apart_from_those_of_pairs(tmp_path: Path) -> None:
    asked = TrainRequest("majority_class", (str(QUESTIONS),), (f"{QUESTIONS}:test", f"{QUESTIONS}:train"))
    told: list[str] = []

    def progress(done: int, total: int, said: str) -> bool:
        told.append(said)
        return True

    (run,) = run_row_plans(row_plans(None, asked), tmp_path, progress)
    assert [use.label for use in run.spec.tests] == ["demo_questions/test", "demo_questions/train"]
    assert run.spec.seeds == (0,)
    assert verify(tmp_path / run.id) == []
    assert done_runs(tmp_path) == ()
    assert runs(tmp_path) == ()
    assert done_runs(tmp_path, rows=True) == (run,)
    assert told[-1] == "done"
    assert run_row_plans(row_plans(None, asked), tmp_path) == (run,)


def test_a_curve_is_a_run_a_draw() -> None:
    asked = TrainRequest("tfidf_linear", (str(QUESTIONS),), shares=(50.0, 100.0), subsets=2)
    found = [(one.spec.train_items, one.spec.subset) for one in row_plans(None, asked)]
    assert found == [(24, 1), (24, 2), (None, 0)]


def test_pairs_are_rows_for_pair_regression(tmp_path: Path) -> None:
    lines = ["sentence1\tsentence2\tscore", *(f"a{n}\tb{n}\t{n % 5}" for n in range(20))]
    (tmp_path / "p.tsv").write_text("\n".join(lines) + "\n", "utf-8")
    source = str(tmp_path / "p.tsv")
    asked = TrainRequest(
        "pair_regression", (f"{source}:all",), (f"{source}:all",), scales={"": (0.0, 5.0)},
        settings={"model": str(tmp_path), "frozen": True},
    )  # fmt: skip
    (tmp_path / "config.json").write_text("{}", "utf-8")
    (plan,) = row_plans(None, asked)
    assert isinstance(plan.data.train[0], ScoredPair)
    assert (plan.data.train[0].low, plan.data.train[0].high) == (0.0, 5.0)


def test_recipes_of_rows_are_those_that_pairs_have_not() -> None:
    assert is_row_recipe("text_classifier")
    assert is_row_recipe("pair_regression")
    assert not is_row_recipe("sbert_sts")
    assert not is_row_recipe("nothing")
