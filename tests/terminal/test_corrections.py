"""Corrections by command: what would happen, what was done, and the log."""

from __future__ import annotations

from pathlib import Path

import pytest

from aloi.storage.store import Store
from tests.workbench.labelled import make_labelled
from tests.workbench.scene import Scene, make_scene

CAMPAIGN = ("--campaign", "closeness")
WHY = ("--why", "Scale turned round", "--by", "A1")


@pytest.fixture
def scene(folder: Path) -> Scene:
    """Return a scene of the terminal's own store, with one round answered by three people."""
    scene = make_scene(Store.open("sqlite:///aloi-data/aloi.db"), folder)
    scene.give(scene.open(), {"A1": (1, 2, 3, 4, 5, 0), "A2": (1, 2, 3, 4, 5, 0), "A3": (5, 4, 1, 1, 1, 5)})
    return scene


def test_answers_are_left_out_and_taken_in_again(told, refused, invoke, scene: Scene) -> None:
    def alpha() -> float:
        results = told("round", "agreement", *CAMPAIGN, "--round", 1, "--ci", "none")["results"]
        return next(one["value"] for one in results if one["measure"] == "krippendorff_alpha")

    before = alpha()
    preview = told("people", "exclude", "A3", *CAMPAIGN, *WHY, "--preview")
    assert preview == {"pseudonym": "A3", "rounds": 1, "answers": 6, "alone": 0, "without": 0}
    assert told("corrections") == {"corrections": []}
    assert invoke("corrections").stdout == "nothing was corrected\n"
    assert told("people", "exclude", "A3", *CAMPAIGN, *WHY)["answers"] == 6
    assert alpha() == 1.0 > before
    assert "already" in refused("people", "exclude", "A3", *CAMPAIGN, *WHY)
    told("people", "include", "A3", *CAMPAIGN, "--why", "It was A2")
    assert alpha() == before
    log = told("corrections", *CAMPAIGN)["corrections"]
    assert [(one["kind"], one["person"], one["by"]) for one in log] == [
        ("include", "A3", ""), ("exclude", "A3", "A1")
    ]  # fmt: skip
    assert "Scale turned round" in invoke("corrections").stdout


def test_somebody_is_erased(told, refused, scene: Scene) -> None:
    why = ("--why", "Person 3 asked for it", "--by", "A1")
    assert told("people", "erase", "A3", *why, "--preview") == {"pseudonym": "A3", "written": 0, "left": {}}
    scene.store.close()
    done = told("people", "erase", "Person 3", *why)
    assert done == {"pseudonym": "A3", "written": 0, "left": {}, "swept": True}
    assert "Person 3" not in str(told("people", "list"))
    assert told("corrections")["corrections"][0]["why"] == "A3 asked for it"
    assert "whose own account it is" in refused("people", "erase", "A1", *why)
    assert told("check")["sound"]
    assert told("round", "agreement", *CAMPAIGN, "--round", 1, "--ci", "none")["results"]


def test_names_the_archive_and_deletion(told, refused, scene: Scene) -> None:
    why = ("--why", "Set up in a hurry")
    told("campaign", "rename", "closeness", "similarity", *why)
    told("corpus", "rename", "invented", "reports", *why)
    of_round = ("--campaign", "similarity", "--round", 1)
    told("round", "rename", *of_round, "first hundred", *why)
    assert told("round", "status", *of_round)["title"] == "first hundred"
    assert "answers, decisions and late answers (18)" in refused("round", "delete", *of_round, *why)
    assert told("round", "hide", *of_round, *why)["closed"] == 1
    told("round", "unhide", *of_round, *why)
    told("campaign", "hide", "similarity", *why)
    assert told("campaign", "list")["campaigns"] == []
    [one] = told("campaign", "list", "--archived")["campaigns"]
    assert (one["name"], one["archived"], one["status"]) == ("similarity", True, "closed")
    told("campaign", "unhide", "similarity", *why)
    told("campaign", "create", "--name", "another", "--corpus", "reports")
    assert told("campaign", "delete", "another", *why, "--preview")["rounds"] == 0
    told("campaign", "delete", "another", *why)
    assert "campaigns (similarity)" in refused("corpus", "delete", "reports", *why)
    told("corpus", "hide", "reports", *why)
    assert told("corpus", "list")["corpora"] == []
    assert len(told("corrections")["corrections"]) == 9
    assert told("check")["problems"] == []


def test_a_round_is_extended_and_somebody_withdrawn(told, refused, scene: Scene) -> None:
    why = ("--why", "Agreement is too uncertain")
    told("round", "open", *CAMPAIGN, "--purpose", "main", "--items", scene.table(
        ("item_id",), [(one,) for one in scene.items]), "--overlap", 2)  # fmt: skip
    of_round = (*CAMPAIGN, "--round", 2)
    assert told("round", "extend", *of_round, "--overlap", 3, *why, "--preview")["answers"] == 6
    assert told("round", "extend", *of_round, "--overlap", 3, *why)["overlap"] == 3
    assert "would not change" in refused("round", "extend", *of_round, "--overlap", 3, *why)
    assert told("people", "withdraw", "A3", *CAMPAIGN, *why, "--preview")["items"] == 6
    assert told("people", "withdraw", "A3", *CAMPAIGN, "--to", "A1", *why)["replacement"] == "A1"
    assert "no item" in refused("people", "withdraw", "A3", *CAMPAIGN, *why)
    assert told("round", "status", *of_round)["wanted"] == 12


def test_a_label_list_is_changed_version_by_version(told, refused, folder: Path) -> None:
    scene = make_labelled(Store.open("sqlite:///aloi-data/aloi.db"), folder)
    of = ("--campaign", "signs")

    def alpha() -> float:
        results = told("round", "agreement", *of, "--round", 1, "--ci", "none")["results"]
        return next(one["value"] for one in results if one["measure"] == "krippendorff_alpha")

    before = alpha()
    why = ("--why", "Taken for each other")
    merged = ("schema", "change", *of, "--map", "noise=cough", *why)
    preview = told(*merged, "--preview")
    assert (preview["relabelled"], preview["same"], preview["again"]) == (3, 5, 0)
    assert [one["version"] for one in told("schema", "list", *of)["versions"]] == [1]
    assert told(*merged)["version"] == 2
    assert alpha() == 1.0 > before
    assert "noise" in refused(*merged)
    names = [one["name"] for one in told("schema", "show", *of)["settings"]["labels"]]
    assert names == ["cough", "other"]
    assert "OLD=NEW" in refused("schema", "change", *of, "--map", "cough", *why)
    told("schema", "change", *of, "--split", "cough=dry,wet", *why)
    names = [one["name"] for one in told("schema", "show", *of)["settings"]["labels"]]
    assert names == ["dry", "wet", "other"]
    assert told("schema", "revert", *of, "--version", 1, *why)["back"] == 6
    assert alpha() == before
    assert [one["why_changed"] for one in told("schema", "list", *of)["versions"]] == ["", *3 * [why[1]]]
    assert scene.store.check() == []


def test_texts_that_were_added_are_taken_back(told, refused, scene: Scene, folder: Path) -> None:
    why = ("--why", "The wrong file")
    table = folder / "others.tsv"
    table.write_text("id\tleft\tright\n7\tIl marche.\tElle court.\n", encoding="utf-8")
    told("corpus", "import", table, "--name", "others", "--pairs", "--language", "fr", "--licence", "CC0-1.0")
    assert "contains no added texts" in refused("corpus", "revert", "invented", *why)
    told("corpus", "merge", "invented", "others", *why)
    preview = told("corpus", "revert", "invented", *why, "--preview")
    assert preview == {"version": 2, "texts": 2, "items": 1}
    told("round", "open", *CAMPAIGN, "--purpose", "main", "--annotators", "A1", "--overlap", 1)
    assert "closeness/2 (1)" in refused("corpus", "revert", "invented", *why)
    told("round", "delete", *CAMPAIGN, "--round", 2, *why)
    assert told("corpus", "revert", "invented", *why)["kind"] == "take back"
    assert scene.store.texts.counts(scene.campaign.corpus_id).items == 6
    kinds = [one["kind"] for one in told("corrections", "--corpus", "invented")["corrections"]]
    assert kinds == ["take back", "merge"]
    assert told("check")["problems"] == []
