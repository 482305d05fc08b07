"""`aloi spans`: import, prefill and agreement, as a person types them."""

from __future__ import annotations

from pathlib import Path

import pytest

from aloi.storage.store import Store
from tests.terminal.conftest import Run
from tests.workbench.span_campaign import answer_all, make

QUESTIONS = Path(__file__).parents[2] / "aloi/workbench" / "demo_questions"


def test_import_then_suggest_in_the_same_texts(told: Run, invoke, refused, folder: Path) -> None:
    marked = folder / "set"
    marked.mkdir()
    (marked / "a.txt").write_text("Pas de toux sèche.", encoding="utf-8")
    (marked / "a.ann").write_text("T1\tsign 7 17\ttoux sèche\nT2\tsign 99 120\tx\n", encoding="utf-8")
    asked = ("spans", "import", marked, "--campaign", "set", "--language", "fr", "--licence", "CC0")
    done = told(*asked)
    assert (done["texts"], done["spans"], done["unit"], done["new"]) == (1, {"sign": 1}, "tokens", 1)
    assert "note: spans outside their text, excluded: 1 (first: a, T2)" in invoke(*asked).stdout
    (folder / "list.tsv").write_text("toux\tsign\nsèche\tother\n", encoding="utf-8")
    done = told("spans", "prefill", "set", "--dictionary", folder / "list.tsv")
    assert (done["spans"], done["unknown"], done["texts"]) == ({"sign": 1}, {"other": 1}, 1)
    assert told("spans", "prefill", "set", "--spans", marked)["spans"] == {"sign": 1}
    assert "None of these was given: --dictionary, --terminology" in refused("spans", "prefill", "set")


def test_agreement_on_spans(told: Run, invoke, folder: Path) -> None:
    store = Store.open("sqlite:///aloi-data/aloi.db")
    answers = {
        "A1": {"a": [("disorder", "cancer")], "b": [("sign", "toux sèche")]},
        "A2": {"a": [("disorder", "cancer")], "b": [("sign", "toux")]},
    }
    answer_all(store, make(store), answers)
    store.close()
    done = told("spans", "agreement", "marks", "--round", "1")
    first = done["f1"][0]
    assert first["exact"]["value"] == pytest.approx(1 / 2)
    assert first["partial"]["value"] == 1
    assert done["suggestions"] == []
    assert (done["attributes"], done["relations"]) == ([], {"by_type": {}, "pairs": []})
    assert "A1 / A2" in invoke("spans", "agreement", "marks", "--round", "1").stdout


def test_a_campaign_of_spans_with_labels_of_ones_own(told: Run, refused, folder: Path) -> None:
    (folder / "texts").mkdir()
    (folder / "texts" / "a.txt").write_text("Elle tousse.", encoding="utf-8")
    told("corpus", "import", folder / "texts", "--name", "notes", "--language", "fr", "--licence", "CC0")
    (folder / "labels.tsv").write_text("drug\tDrug\ta medicine\td\nsign\n", encoding="utf-8")
    asked = ("campaign", "create", "--corpus", "notes", "--task", "spans", "--labels", folder / "labels.tsv")
    assert told(*asked, "--name", "marks", "--nested")["task"] == "spans"
    store = Store.open("sqlite:///aloi-data/aloi.db")
    settings = store.campaigns.get("marks").schema.settings
    store.close()
    assert [one["key"] for one in settings["labels"]] == ["d", "1"]
    assert (settings["nested"], settings["broken"]) == (True, False)
    assert "unit" in refused(*asked, "--name", "other", "--unit", "words")


def test_spans_are_suggested_by_the_model_of_a_run(told: Run, invoke, refused, folder: Path) -> None:
    marked = folder / "marked"
    marked.mkdir()
    for part in ("train", "test"):
        lines = "".join(
            f"# id = {part}{n}\n# document = {part}{n}\nla\tO\ntoux\tB-sign\nsèche\tI-sign\n\n"
            for n in range(10)
        )
        (marked / f"{part}.conll").write_text(lines, "utf-8")
    store = Store.open("sqlite:///aloi-data/aloi.db")
    make(store)
    store.close()
    run = told("train", "dictionary_tagger", "--data", marked)["runs"][0]["id"]
    done = told("spans", "prefill", "marks", "--run", run)
    assert (done["run"], done["kept"], done["as_run"], done["texts"]) == (run, False, True, 4)
    assert done["spans"] == {"sign": 1}
    shown = invoke("spans", "prefill", "marks", "--run", run).stdout
    assert "trained anew on the run's training data" in shown
    other = told("train", "majority_class", "--data", QUESTIONS)["runs"][0]["id"]
    assert "does not tag spans" in refused("spans", "prefill", "marks", "--run", other)
