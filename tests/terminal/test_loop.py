"""`aloi loop`: new pairs for thin bins, items in doubt sent back, an encoder measured."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from aloi.corpora.readers import read_table
from aloi.storage.store import Store
from aloi.workbench.releases import gold
from aloi.workbench.requests.releases import FreezeRequest
from tests.modeling import tiny
from tests.terminal.conftest import Run
from tests.workbench.conftest import CountingEncoder
from tests.workbench.models.test_doubts import GOLD, PAIRS
from tests.workbench.scene import NOW, make_scene

Refused = Callable[..., str]


@pytest.fixture
def url(store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """Return the address of a store with twelve gold pairs; encoders are the letters of the tests."""
    made = make_scene(store, tmp_path, PAIRS)
    made.give(made.open(names=("A1", "A2")), {"A1": GOLD, "A2": GOLD})
    gold.freeze(store, FreezeRequest("closeness"), now=NOW)
    monkeypatch.setattr("aloi.workbench.encoding.encoder", lambda name, cache: CountingEncoder())
    return f"sqlite:///{tmp_path / 'aloi.db'}"


def test_pairs_are_added_and_told_by_bin(url: str, told: Run, store: Store) -> None:
    found = told("loop", "fill", "--campaign", "closeness", "--count", 6, "--store", url)
    assert found["new"] == len(found["item_ids"]) == sum(one["drawn"] for one in found["bins"]) > 0
    assert [one["gold"] for one in found["bins"]] == [2, 0, 0, 2, 8]
    origins = store.texts.origins(found["item_ids"])
    assert {one.miner for every in origins.values() for one in every} == {"model"}


def test_pairs_to_label_next_are_drawn_from_file_to_file(
    url: str, told: Run, invoke: Callable[..., Any], folder: Path
) -> None:
    lines = [f"p{number}\tUne toux {number}.\tUne fièvre {number % 4}." for number in range(20)]
    (folder / "pool.tsv").write_text("\n".join(["id\tleft\tright", *lines]), encoding="utf-8")
    (folder / "gold.tsv").write_text("id\tscore\np3\t4\np5\t0\n", encoding="utf-8")
    asked = ("loop", "balance", "--pool", "pool.tsv", "--gold", "gold.tsv", "--count", 6, "--out", "n.tsv")
    found = told(*asked)
    assert (found["pool"], found["known"], found["drawn"], found["out"]) == (20, 2, 6, "n.tsv")
    assert [one["obtained"] for one in found["levels"]] == [1, 0, 0, 0, 1, 0]
    assert len(read_table(folder / "n.tsv").rows) == 6
    assert "label  so far  expected" in invoke(*asked).stdout


def test_a_batch_opens_a_round_and_its_figures_are_weighted_back(
    url: str, told: Run, invoke: Callable[..., Any], store: Store, folder: Path
) -> None:
    corpus = store.campaigns.get("closeness").corpus_id
    mined = ("corpus", "mine", corpus, "--miner", "lexical", "--threshold", "0.05", "--out", "pool.tsv")
    assert told(*mined, "--store", url)["kept"] > 30
    asked = ("--pool", "pool.tsv", "--count", 10, "--annotators", "A3")
    found = told("loop", "batch", "--campaign", "closeness", *asked, "--store", url)
    assert (found["round"], found["number"], found["known"]) == (2, 1, 12)
    assert [one["obtained"] for one in found["levels"]] == [2, 0, 0, 2, 4, 4]
    shown = ("loop", "population", "--campaign", "closeness", "--store", url)
    stands = told(*shown)
    assert [(one["drawn"], one["labelled"]) for one in stands["batches"]] == [(10, 0)]
    assert stands["figures"] == []
    assert sum(one["expected"] for one in stands["levels"]) == pytest.approx(22, abs=0.1)
    assert "label  obtained  expected  wanted" in invoke(*shown).stdout


def test_items_in_doubt_are_listed_written_and_sent_back(
    url: str, told: Run, invoke: Callable[..., Any], folder: Path
) -> None:
    doubt = (
        "loop", "doubt", "--campaign", "closeness", "--recipe", "levenshtein", "--disjoint", "document",
        "--folds", 3, "--store", url,
    )  # fmt: skip
    found = told(*doubt, "--top", 4, "--out", "d.tsv", "--open-round", "--annotators", "A3")
    assert (len(found["found"]), found["round"], found["items"]) == (4, 2, 12)
    assert [row.text("item_id") for row in read_table(folder / "d.tsv").rows] == [
        one["item_id"] for one in found["found"]
    ]
    shown = invoke(*doubt).stdout
    assert "disjoint: document" in shown
    assert found["found"][0]["item_id"] in shown
    assert "round:" not in shown
    waiting = told("round", "status", "--campaign", "closeness", "--round", 2, "--store", url)
    assert (waiting["items"], waiting["wanted"], waiting["submitted"]) == (4, 4, 0)


def test_what_cannot_be_done_is_refused_before_any_work(url: str, refused: Refused) -> None:
    fill = ("loop", "fill", "--campaign", "closeness", "--count", 6, "--store", url)
    assert "--run, --encoder" in refused(*fill, "--run", "abc", "--encoder", "usem3")
    assert "The number of runs that match" in refused(*fill, "--run", "abc")
    doubt = ("loop", "doubt", "--campaign", "closeness", "--store", url)
    assert "No recipe is called" in refused(*doubt, "--recipe", "magic")
    assert "0 annotators" in refused(*doubt, "--recipe", "magic", "--open-round", "--annotators", "")
    assert "No recipe" in refused(*doubt, "--recipe", "magic", "--open-round")  # all annotators
    assert "--purpose is 'fun'" in refused(
        *doubt, "--recipe", "magic", "--open-round", "--annotators", "A1", "--purpose", "fun"
    )
    assert "There is no file or folder" in refused(
        "loop", "tune", "./none", "--data", _pairs(), "--scale", "0,5"
    )


def _pairs() -> Path:
    path = Path("pairs.tsv")
    lines = ["id\tleft\tright\tscore"]
    lines += [f"{one.id}\t{one.left}\t{one.right}\t{one.score}" for one in tiny.pairs(12)]
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return path


@pytest.mark.slow
def test_an_encoder_is_measured_and_the_choice_kept(told: Run, folder: Path) -> None:
    pytest.importorskip("sentence_transformers")
    model = tiny.encoder_folder(folder)
    found = told("loop", "tune", model, "--data", _pairs(), "--scale", "0,5")
    assert found["chosen"] in found["ways"]
    assert found["encoder"].startswith("tiny (sentence-transformers")
    assert len(list((folder / "aloi-data" / "cache" / "tuning").glob("*.json"))) == 1


@pytest.mark.slow
def test_the_model_of_a_run_places_new_pairs(store: Store, told: Run, refused: Refused, folder: Path) -> None:
    pytest.importorskip("sentence_transformers")
    items = tiny.pairs(40)
    scene = make_scene(store, folder, [(one.left, one.right) for one in items], 1)
    scene.give(scene.open(), {"A1": [one.score for one in items]})
    gold.freeze(store, FreezeRequest("closeness"), now=NOW)
    url = ("--store", f"sqlite:///{folder / 'aloi.db'}")
    model = tiny.encoder_folder(folder)
    train = ("train", "sbert_sts", "--data", f"{_pairs()}:all", "--dev", "none", "--test", "pairs.tsv:all",
             "--scale", "0,5", "--seeds", 3, "--set", f"model={model}", "--set", "epochs=1",
             "--set", "device=cpu")  # fmt: skip
    told(*train)
    told(*train, "--set", "keep_model=false")
    by_kept = {one["settings"]["keep_model"]: one["id"] for one in told("run", "list")["runs"]}
    fill = ("loop", "fill", "--campaign", "closeness", "--count", 9, *url)
    found = told(*fill, "--run", by_kept[True])
    assert found["new"] > 0
    assert found["encoder"].startswith("model (sentence-transformers")
    origins = store.texts.origins(found["item_ids"])
    (parameters,) = {str(one.parameters["run"]) for every in origins.values() for one in every}
    assert parameters == by_kept[True]
    assert "kept no model" in refused(*fill, "--run", by_kept[False])
    told("train", "levenshtein", "--test", "pairs.tsv:all", "--scale", "0,5")
    other = next(one["id"] for one in told("run", "list")["runs"] if one["recipe"] == "levenshtein")
    assert "of the recipe levenshtein" in refused(*fill, "--run", other)
