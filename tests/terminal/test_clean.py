"""`aloi clean`: from what is proposed to the table, with decisions taken back and imported."""

from __future__ import annotations

from pathlib import Path

import pytest

from aloi.storage.store import Store
from tests.workbench.word_campaign import make_words

GIVEN = {
    "Une [mince/mince/ADJ] couche.": [["fin", "étrroit"], ["fine", "fin"], ["étroit"]],
    "Un [mince/mince/ADJ] espoir.": [["étrroit"], ["vitre"], []],
    "Il [aborde/aborder/VERB] tout.": [["s'attaquer à"], ["attaquer"], ["mettre fin"]],
}


@pytest.fixture
def campaign(folder: Path) -> list[object]:
    store = Store.open("sqlite:///aloi-data/aloi.db")
    make_words(store, folder, GIVEN)
    store.close()
    return ["--campaign", "words"]


def test_the_queue_from_proposals_to_the_gold(told, refused, campaign, folder: Path) -> None:
    found = told("clean", "propose", *campaign)
    typo = next(one for one in found["proposals"] if one["answer"] == "étrroit")
    assert (typo["given"], typo["why"], typo["result"]) == (2, "spelling", "étroit")
    assert "--by" in refused("clean", "propose", *campaign, "--accept")
    assert told("clean", "propose", *campaign, "--accept", "--by", "J1")["accepted"] >= 4

    asked = ["clean", "decide", *campaign, "--lemma", "mince", "--by", "J1"]
    assert "result, exclude" in refused(*asked, "--answer", "étrroit")
    made = told(*asked, "--answer", "étrroit", "--result", "étroit")
    assert made == {"items": 2, "counts_as": "validated_correction", "result": "étroit"}
    assert "No target" in refused(*asked, "--answer", "absent", "--exclude")
    item = next(
        one["item_id"] for one in told("clean", "list", *campaign)["answers"] if one["answer"] == "étrroit"
    )
    assert told(*asked, "--answer", "étrroit", "--exclude", "--item", item)["items"] == 1
    assert told("clean", "undo", *campaign, "--by", "J1") == {"taken_back": 1, "answers": ["étrroit"]}

    out = folder / "list.tsv"
    told("clean", "list", *campaign, "--out", out)
    assert told("clean", "import", out, *campaign, "--by", "J1")["to_decide"] == 0
    table = told("clean", "table", *campaign)
    assert table["collected"] == sum(table["answers"].values()) == 10
    assert table["answers"]["to_decide"] == 0
    assert told("gold", "freeze", "--campaign", "words")["items"] == 3
    assert told("check")["problems"] == []


def test_gold_of_answers_nobody_cleaned_is_refused_unless_asked_for(told, refused, campaign) -> None:
    assert "have not been cleaned" in refused("gold", "freeze", "--campaign", "words")
    assert told("gold", "freeze", "--campaign", "words", "--uncleaned")["items"] == 3


def test_a_lexicon_is_kept_for_the_campaign(told, refused, campaign, folder: Path) -> None:
    lexicon = folder / "lexicon.tsv"
    lexicon.write_text("form\tlemma\tpos\nvitre\tvitre\tNOUN\n", encoding="utf-8")
    told("clean", "propose", *campaign, "--lexicon", lexicon)
    found = told("clean", "propose", *campaign)["proposals"]
    assert next(one["why"] for one in found if one["answer"] == "vitre") == "pos"
    lexicon.write_text("form\tlemma\nvitre\tvitre\n", encoding="utf-8")
    assert "pos" in refused("clean", "propose", *campaign, "--lexicon", lexicon)


def test_agreement_is_told_after_cleaning_and_before_it(told, campaign) -> None:
    before = told("round", "agreement", *campaign, "--round", "1", "--ci", "none")
    told("clean", "propose", *campaign, "--accept", "--by", "J1")
    typo = ["--lemma", "mince", "--answer", "étrroit", "--result", "étroit"]
    told("clean", "decide", *campaign, *typo, "--by", "J1")
    after = told("round", "agreement", *campaign, "--round", "1", "--ci", "none")
    again = told("round", "agreement", *campaign, "--round", "1", "--ci", "none", "--uncleaned")
    assert again == before
    assert after["by_pos"][0]["pairwise"]["value"] > before["by_pos"][0]["pairwise"]["value"]
    assert "answers:cleaned" in after["results"][0]["signature"]
