"""`aloi neighbours`: files and a stored corpus are prepared, shown, compared and scored."""

from __future__ import annotations

import csv
import json

import pytest

from tests.studies.neighbours.test_prepare import ANIMALS, write_texts

SMALL = ("--window", 2, "--min-count", 1)


@pytest.fixture
def prepared(folder, told):
    return told("neighbours", "prepare", "--texts", write_texts(folder / "texts"), *SMALL)


def rows_of(path):
    return list(csv.DictReader(path.read_text(encoding="utf-8").splitlines(), delimiter="\t"))


def test_files_are_prepared_and_their_words_shown(folder, told, invoke, prepared):
    assert (prepared["name"], prepared["new"], prepared["documents"]) == ("texts", True, 8)
    assert prepared["signature"].startswith("window:2|both|flat|lemmas:simplemma|min:1|")
    assert told("neighbours", "list")["prepared"][0]["id"] == prepared["id"]
    found = told("neighbours", "show", "chats", "licorne", "--top", 3, "--out", "n.tsv")
    assert {one["word"] for one in found["words"][0]["neighbours"]} == set(ANIMALS) - {"chat"}
    assert found["words"][1]["reason"].startswith("met fewer than 1 times")
    rows = rows_of(folder / "n.tsv")
    assert [row["target"] for row in rows] == ["chat"] * 3
    assert float(rows[0]["score"]) == found["words"][0]["neighbours"][0]["score"]
    told("neighbours", "show", "chats", "--out", "n.json")
    assert json.loads((folder / "n.json").read_text(encoding="utf-8"))["words"][0]["word"] == "chat"
    lines = invoke("neighbours", "show", "chat", "--order", 1, "--together", 1).stdout.splitlines()
    assert lines[0] == "chat (3)"
    assert lines[-1].startswith("signature: order:1|ppmi-log2|alpha:0.75|shift:0|together:1|window:2")


def test_two_settings_and_what_stands_behind(told, invoke, prepared):
    del prepared
    same = told("neighbours", "compare", "chat", "--top", 3)
    assert same["mean_overlap"] == 1.0
    other = told("neighbours", "compare", "chat", "--top", 3, "--other-order", 1, "--other-alpha", 1)
    assert [one.split("|")[0] for one in other["signatures"]] == ["order:2", "order:1"]
    assert "alpha:1|" in other["signatures"][1]
    assert "= loup" in invoke("neighbours", "compare", "chat", "--top", 3).stdout
    behind = told("neighbours", "behind", "chat", "chien", "--context", "boire")
    assert [one["text"] for one in behind["of_word"]] == ["Un chat boit lentement."]
    assert "chat with boire:" in invoke("neighbours", "behind", "chat", "chien", "--context", "boire").stdout


def test_scores_and_candidates(folder, told, prepared):
    del prepared
    (folder / "pairs.tsv").write_text("lemma\tsynonym\nchat\tchien\nchat\tloup\n", encoding="utf-8")
    found = told("neighbours", "score", "--resource", "pairs.tsv", "--one-way")
    assert [one["metric"] for one in found["scores"]] == [
        "precision@1",
        "precision@5",
        "precision@10",
        "average_precision",
    ]
    assert found["words"] == 1
    assert found["scores"][2]["value"] == pytest.approx(0.2) == found["scores"][2]["highest"]
    told("neighbours", "candidates", "chat", "--top", 2, "--sentences", 2, "--out", "c.tsv")
    rows = rows_of(folder / "c.tsv")
    assert len(rows) == 4
    assert all(row["sentence"][int(row["start"]) : int(row["end"])] == "chat" for row in rows)


def test_a_stored_corpus_is_prepared_once(folder, told, refused):
    about = ("--name", "kitchen", "--language", "fr", "--licence", "CC0-1.0")
    told("corpus", "import", write_texts(folder / "texts"), *about)
    made = told("neighbours", "prepare", "kitchen", *SMALL)
    assert (made["name"], made["new"]) == ("kitchen", True)
    assert not told("neighbours", "prepare", "kitchen", *SMALL)["new"]
    told("neighbours", "prepare", "kitchen", *SMALL, "--unit", "form")
    assert "2 of 2 prepared corpora match" in refused("neighbours", "show", "chat")
    told("neighbours", "forget", made["id"])
    assert told("neighbours", "show", "chat")["words"][0]["word"] == "chat"


def test_bad_input_is_refused_in_words(folder, refused):
    assert "0 of 0 prepared corpora" in refused("neighbours", "show", "chat")
    texts = write_texts(folder / "texts")
    assert "--side is 'up'" in refused("neighbours", "prepare", "--texts", texts, "--side", "up")
    assert "The number of corpora is 2" in refused("neighbours", "prepare", "a", "b")
    assert "too few words seen 50 times or more, of 27 words and 124 tokens: 0" in refused(
        "neighbours", "prepare", "--texts", texts, "--min-count", 50
    )
    assert not list((folder / "aloi-data").rglob("*.npz"))
