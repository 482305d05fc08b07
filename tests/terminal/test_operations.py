"""`aloi operations`: counts of annotated operations, on written files and on the shared ones."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.terminal.overriding import overriding


@pytest.fixture
def files(folder: Path) -> list[object]:
    (folder / "s.txt").write_text("Il dort bien .\nElle tousse .\nIl part .\nTout va .\n", encoding="utf-8")
    (folder / "t.txt").write_text("Il dort .\nElle tousse .\nNous partons .\nRien .\n", encoding="utf-8")
    (folder / "a.aln").write_text(
        "0 2::delmod 3,2::delcst\n1\n2 0:0:hyperonym 1:1:verbf 1:1:verbf\n3 0:0:err\n", encoding="utf-8"
    )
    return ["--source", folder / "s.txt", "--target", folder / "t.txt", "--aln", folder / "a.aln"]


def test_counts_of_written_files(told, files) -> None:
    found = told("operations", "stats", *files)
    assert (found["pairs"], found["identical"], found["identical_texts"]) == (4, 1, 1)
    assert (found["erroneous"], found["erroneous_sources"], found["annotated"]) == (1, 1, 2)
    assert (found["groups_total"], found["groups_annotated"]) == (6, 5)
    assert found["groups_by_label"]["verbf"] == 2
    assert found["distinct_labels_total"] == 4
    assert (found["tokens_in_several_groups"], found["groups_out_of_order"]) == (3, 1)
    assert len(found["notes"]) == 2
    twice = told("operations", "stats", *files, *files)
    assert (twice["pairs"], twice["erroneous"], twice["erroneous_sources"]) == (8, 2, 1)


def test_files_that_do_not_belong_together_are_refused(refused, files, folder: Path) -> None:
    (folder / "short.txt").write_text("Il dort .\n", encoding="utf-8")
    assert "line i of each" in refused("operations", "stats", *files[:3], folder / "short.txt", *files[4:])
    assert "same number of each" in refused("operations", "stats", *files, "--aln", files[5])
    (folder / "far.aln").write_text("0 9::delmod\n1\n2\n3\n", encoding="utf-8")
    assert "the source token of the group 9::delmod is 9" in refused(
        "operations", "stats", *files[:5], folder / "far.aln"
    )


@pytest.mark.shared
def test_every_count_of_the_shared_files(told, shared: Path) -> None:
    data = shared / "data" / "assetann"
    known = json.loads((shared / "reference" / "assetann.json").read_text("utf-8"))["shared_files_only"]
    asked: list[object] = []
    for k in range(7):
        asked += ["--source", data / "asset.orig.txt", "--target", data / f"asset.simp.{k}.txt"]
        asked += ["--aln", data / f"asset.simp.{k}.aln"]
    found = told("operations", "stats", *asked)
    assert found["pairs"] == known["pairs"] == 2513
    assert found["groups_by_label"] == known["groups_by_label"]
    assert found["groups_total"] == known["groups_total"]
    assert found["identical"] == known["empty_lines"]
    assert found["erroneous"] == known["pairs_with_err"]
    assert found["distinct_labels_total"] == known["distinct_label_per_valid_pair_total"]


def test_numbers_beside_the_counts(told, files) -> None:
    found = told("operations", "stats", *files)
    labels = {one["label"]: one for one in found["labels"]}
    assert (labels["verbf"]["groups"], labels["verbf"]["pairs"]) == (2, 1)
    assert labels["verbf"]["share_of_groups"] == 2 / 5
    assert {(one["a"], one["b"]): one["both"] for one in found["cooccurrence"]}["verbf", "hyperonym"] == 1
    assert found["length_ratio"]["pairs"] == 3
    assert found["subsets"] == {
        "lexical": 1,
        "morphological": 1,
        "syntactic": 0,
        "sentences": 0,
        "additions": 0,
        "deletions": 1,
        "deletions_only": 1,
        "rewording": 1,
    }


def test_a_subset_is_written_whole(told, refused, files, folder: Path) -> None:
    found = told("operations", "subset", *files, "--with", "verbf", "--out", folder / "out")
    assert (found["pairs"], found["of"], found["references"]) == (1, 4, 0)
    assert (folder / "out" / "subset.target.txt").read_text("utf-8") == "Nous partons .\n"
    wrong = folder / "wrong"
    assert "The subset of the typology" in refused(
        "operations", "subset", *files, "--named", "nouns", "--out", wrong
    )
    assert "None of these was given" in refused("operations", "subset", "--out", wrong)
    assert "--source, --campaign" in refused(
        "operations", "subset", *files, "--campaign", "c", "--out", wrong
    )
    assert not wrong.exists()


def test_from_files_to_a_campaign_and_back(told, refused, files, folder: Path) -> None:
    store = ("--store", f"sqlite:///{folder / 'aloi.db'}")
    (folder / "a.aln").write_text("0 2::delmod\n1\n2 0:0:hyperonym 1:1:verbf\n3 0:0:err\n", encoding="utf-8")
    asked = ("operations", "import", *files, "--campaign", "sleep", "--annotator", "A1", *store)
    assert "No campaign" in refused(*asked, "--add-annotators")
    new = ("--language", "fr", "--licence", "CC0-1.0")
    assert "The person 'A1' does not exist" in refused(*asked, *new)
    found = told(*asked, *new, "--add-annotators")
    assert (found["round"], found["pairs"], found["new"], found["notes"]) == (1, 4, 4, [])
    assert told(*asked, "--round", "1")["known"] == 4
    assert "--round is 'one'" in refused(*asked, "--round", "one")
    gold = ("--campaign", "sleep", *store)
    assert "no frozen gold" in refused("operations", "stats", *gold)
    told("gold", "freeze", *gold)
    counts = told("operations", "stats", *gold)
    assert (counts["pairs"], counts["identical"], counts["erroneous"]) == (4, 1, 1)
    assert counts["groups_by_label"] == {"delmod": 1, "hyperonym": 1, "verbf": 1, "err": 1}
    told("operations", "subset", *gold, "--named", "morphological", "--out", folder / "out")
    assert (folder / "out" / "subset.aln").read_text("utf-8") == "0 0:0:hyperonym 1:1:verbf\n"
    told("release", "build", "--version", "1.0", "--sizes", "all=rest", *gold, *overriding("agreement"))
    again = told("operations", "stats", *gold, "--release", "1.0")
    assert again["labels"] == counts["labels"]
