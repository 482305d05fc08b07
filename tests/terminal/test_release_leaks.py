"""`aloi release build --leaks` and `aloi release leaks`: what leaks is told, and frozen as parts if asked."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import Result

from aloi.storage.store import Store
from aloi.workbench.releases import gold
from aloi.workbench.requests.releases import FreezeRequest
from tests.terminal.conftest import Run
from tests.workbench.scene import NOW, make_scene

PAIRS = [("La toux dure.", "A."), ("la toux dure.", "B."), ("La toux dura.", "C."), ("Rien de tel.", "D.")]


@pytest.fixture
def url(folder: Path) -> str:
    """Return the address of a store whose second round holds an equal item, a near one, and another."""
    address = f"sqlite:///{folder / 'aloi.db'}"
    store = Store.open(address)
    scene = make_scene(store, folder, PAIRS)
    scene.give(scene.open("pilot", scene.items[:1], names=("A1",)), {"A1": (3, None, None, None)})
    scene.give(scene.open("main", scene.items[1:], names=("A1",)), {"A1": (None, 3, 3, 3)})
    gold.freeze(store, FreezeRequest("closeness", rounds=[1, 2]), now=NOW)
    store.close()
    return address


def test_leaks_are_told_and_what_is_left_is_exported(
    url: str, folder: Path, told: Run, invoke: Callable[..., Result]
) -> None:
    build = ("release", "build", "--store", url, "--campaign", "closeness", "--sizes", "train=1,test=3")
    build += ("--override", "agreement", "--why", "One annotator a pair.")
    forced = ("--force", "1=train", "--force", "2=test")
    made = told(*build, *forced, "--version", "1.0", "--leaks", "test=train", "--leak-parts")
    assert made["splits"] == {"train": 1, "test": 3, "test_filtered": 2, "test_filtered_0.2": 1}
    assert [len(made["leaks"][0][name]) for name in ("exact", "normalised", "near")] == [0, 1, 1]
    told("release", "export", "--store", url, "1.0", "--format", "clister", "--out", folder / "out")
    lines = {one.stem: len(one.read_text("utf-8").splitlines()) - 1 for one in folder.glob("out/*.csv")}
    assert lines == made["splits"]
    plain = told(*build, *forced, "--version", "2.0", "--leaks", "test=train", "--threshold", "0")
    assert plain["splits"] == {"train": 1, "test": 3}
    assert plain["leaks"][0]["sizes"] == {"full": 3, "filtered": 2, "filtered_0": 2}
    asked = ("release", "leaks", "--store", url, "2.0", "--thresholds", "0,0.2,1")
    [found] = told(*asked)["leaks"]
    assert [one["items"] for one in found["curve"]] == [2, 1, 0]
    assert (found["by"], found["near"]) == ("sentence", made["leaks"][0]["near"])
    assert told(*asked, "--by", "pair")["leaks"][0]["normalised"] == []
    assert told(*asked, "--check", "train=test")["leaks"][0]["sizes"]["full"] == 1
    shown = invoke(*asked).stdout
    assert "filtered_0.2  1" in shown
    assert found["near"][0]["item_id"] in shown
    assert "toux" not in shown
    unasked = told(*build, *forced, "--version", "3.0")["leaks"]
    assert [(one["test"], one["train"], len(one["near"])) for one in unasked] == [("test", "train", 1)]


def test_policies_are_compared_without_a_release(url: str, invoke: Callable[..., Result]) -> None:
    command = (
        "release",
        "preview",
        "--store",
        url,
        "--campaign",
        "closeness",
        "--sizes",
        "train=.5,test=rest",
    )
    document = json.loads(invoke(*command, "--json").stdout)
    assert (document["gold_items"], document["requested"]) == (4, {"train": 2, "test": 2})
    assert [policy["name"] for policy in document["policies"]] == [
        "none",
        "sentence",
        "document",
        "connected",
    ]
    first = document["policies"][0]
    assert (first["splits"], first["excluded"], first["crossing_documents"]) == (
        {"train": 2, "test": 2},
        0,
        0,
    )
    assert (first["passes"], first["reason"], document["recommended"]) == (True, None, "none")
    assert first["leakage"] > 0
    assert "recommended: none" in invoke(*command).stdout
    assert json.loads(invoke("release", "list", "--store", url, "--json").stdout)["releases"] == []


def test_wrong_checks_are_refused(url: str, told: Run, refused: Callable[..., str]) -> None:
    build = ("release", "build", "--store", url, "--campaign", "closeness", "--sizes", "train=1,test=3")
    build += ("--override", "agreement", "--why", "One annotator a pair.")
    assert "'test'" in refused(*build, "--version", "1.0", "--leaks", "test")
    assert "No split is called 'dev'" in refused(*build, "--version", "1.0", "--leaks", "dev=train")
    assert "threshold is 2" in refused(
        *build, "--version", "1.0", "--leaks", "test=train", "--threshold", "2"
    )
    told(*build, "--version", "1.0")
    assert "'lemma'" in refused("release", "leaks", "--store", url, "1.0", "--by", "lemma")
