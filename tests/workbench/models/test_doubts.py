"""A model places new pairs where the gold is thin, and finds the gold items it and the annotators part on."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any, ClassVar

import pytest

from aloi.annotation.rows import ScoredPair
from aloi.base.errors import AloiError
from aloi.corpora.mining.base import Cancelled
from aloi.corpora.model import Json
from aloi.corpora.readers import read_table
from aloi.modeling.recipes.base import Recipe, Step, Training
from aloi.storage.store import Store
from aloi.workbench import jobs
from aloi.workbench.models import label_errors as model_loop
from aloi.workbench.models.label_errors import Doubts, doubts, fill_bins, send_back, write_doubts
from aloi.workbench.overview.scores import state_wanted
from aloi.workbench.progress import Progress, read_message, silent
from aloi.workbench.releases import gold as golds
from aloi.workbench.requests.campaigns import WantedRequest
from aloi.workbench.requests.models.loop import DoubtRequest, FillRequest
from aloi.workbench.requests.releases import FreezeRequest
from aloi.workbench.requests.rounds import RoundRequest, item_ids
from aloi.workbench.rounds import rounds
from aloi.workbench.store.opening import open_store
from tests.workbench.conftest import CountingEncoder
from tests.workbench.scene import NOW, Scene, make_scene, picture

LETTERS = "abcdefghijkl"
# Pair n shares 12 - n of its 12 letters: the encoder's cosine falls with n.
# As near as letters make them; no two share a text.
PAIRS = [(LETTERS[n:] + LETTERS[:n], LETTERS[: 12 - n] + "zyxwvutsrqpo"[:n]) for n in range(12)]
GOLD = (5, 5, 5, 4, 5, 4, 4, 4, 3, 3, 0, 0)


@pytest.fixture
def scene(store: Store, tmp_path: Path) -> Scene:
    made = make_scene(store, tmp_path, PAIRS)
    made.give(made.open(names=("A1", "A2")), {"A1": GOLD, "A2": GOLD})
    golds.freeze(store, FreezeRequest("closeness"), now=NOW)
    return made


def store_at(folder: Path) -> Store:
    folder.mkdir()
    return open_store(f"sqlite:///{folder / 'aloi.db'}")


class Lengths(Recipe[ScoredPair]):
    """Says how many letters of the left text the right one has: what the gold should be, but for one item."""

    name: ClassVar[str] = "lengths"
    title: ClassVar[str] = "Letters shared"
    row_kinds: ClassVar[tuple[type, ...]] = (ScoredPair,)
    seeded: ClassVar[bool] = False
    needs_training: ClassVar[bool] = True
    floor: ClassVar[bool] = True
    defaults: ClassVar[Mapping[str, Json]] = {"power": 1}
    help: ClassVar[Mapping[str, str]] = {"power": "Nothing."}
    signature = "lengths 1"

    def fit(self, training: Training[ScoredPair]) -> Lengths:
        if not training.watch(Step(1, 1, 0.0)):
            raise Cancelled
        return self

    def predict(self, rows: Sequence[ScoredPair]) -> list[float]:
        return [float(len(set(one.left) & set(one.right))) for one in rows]


@pytest.fixture
def lengths(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(model_loop, "recipe", lambda name: Lengths())


def filled(scene: Scene, progress: Progress = silent, **given: Any) -> model_loop.Filled:
    request = FillRequest("closeness", **{"count": 6, "seed": 1, **given})
    return fill_bins(scene.store, request, data=scene.folder, now=NOW, progress=progress)


def test_thin_bins_are_filled_with_pairs_that_tell_where_they_come_from(
    scene: Scene, small_encoder: CountingEncoder
) -> None:
    before = {one.id for one in scene.store.texts.corpus_items(scene.campaign.corpus_id)}
    made = filled(scene)
    assert [(one.low, one.high, one.gold, one.target) for one in made.bins] == [
        (0, 1, 2, 1), (1, 2, 0, 3), (2, 3, 0, 2), (3, 4, 2, 0), (4, 5, 8, 0),
    ]  # fmt: skip
    assert made.new == len(made.item_ids) == sum(one.drawn for one in made.bins) > 0
    assert all(one.drawn == min(one.target, one.available) for one in made.bins)
    assert not before & set(made.item_ids)
    origins = scene.store.texts.origins(made.item_ids)
    by_name = {f"{one.low:g}-{one.high:g}": one for one in made.bins}
    gold = scene.store.gold.golds(scene.campaign.id)[-1]
    for item in scene.store.texts.items(made.item_ids):
        (one,) = origins[item.id]
        assert (one.miner, one.seed, one.mined_at) == ("model", 1, NOW)
        assert one.parameters == {"encoder": "letters", "gold": gold.id, "gold_items": 12}
        assert one.score is not None
        low, high = map(float, str(one.stratum).split("-"))
        assert low <= one.score < high
        there = by_name[str(one.stratum)]
        assert one.probability == there.drawn / there.available
        assert len(set(item.texts)) == 2
    free = rounds.open_round(scene.store, RoundRequest("closeness", purpose="main", annotators=["A1"]))
    assert set(free.item_ids) == set(made.item_ids)


def test_the_shares_that_a_campaign_wants_say_what_is_thin(
    scene: Scene, small_encoder: CountingEncoder
) -> None:
    state_wanted(scene.store, WantedRequest("closeness", {"1": 30, "2": 10, "3": 60}))
    made = filled(scene, count=9)
    assert [(one.low, one.high, one.gold, one.target) for one in made.bins] == [
        (0, 0.5, 2, 0), (0.5, 1.5, 0, 3), (1.5, 2.5, 0, 1), (2.5, 3.5, 2, 5),
        (3.5, 4.5, 4, 0), (4.5, 5, 4, 0),
    ]  # fmt: skip
    strata = {one.stratum for each in scene.store.texts.origins(made.item_ids).values() for one in each}
    assert strata <= {"0.5-1.5", "1.5-2.5", "2.5-3.5"}
    assert [one.gold for one in filled(scene, bins=2).bins] == [2, 10]


def test_filling_again_takes_other_pairs_and_stopping_stores_none(
    scene: Scene, small_encoder: CountingEncoder
) -> None:
    first = filled(scene)
    assert not set(first.item_ids) & set(filled(scene).item_ids)
    count = len(scene.store.texts.corpus_items(scene.campaign.corpus_id))
    with pytest.raises(Cancelled):
        filled(scene, progress=lambda done, total, message: str(message) != "sentences compared")
    assert len(scene.store.texts.corpus_items(scene.campaign.corpus_id)) == count


def test_a_run_that_is_not_there_and_too_little_gold_are_refused(
    scene: Scene, store: Store, small_encoder: CountingEncoder, tmp_path: Path
) -> None:
    before = picture(store)
    with pytest.raises(AloiError, match="The number of runs that match"):
        filled(scene, run="abc")
    with pytest.raises(AloiError, match="count is 0"):
        filled(scene, count=0)
    assert picture(store) == before
    assert model_loop.can_fill(store, scene.campaign)
    with closing(store_at(tmp_path / "few")) as other:
        few = make_scene(other, tmp_path / "few", 3)
        with pytest.raises(AloiError, match="no frozen gold"):
            filled(few)
        assert not model_loop.can_fill(few.store, few.campaign)


@pytest.mark.usefixtures("lengths")
def test_the_items_a_model_and_the_annotators_part_on_come_first(scene: Scene, tmp_path: Path) -> None:
    wrong = scene.open(items=[scene.items[1]], names=("A1", "A2"))
    for name, value in (("A1", 0.0), ("A2", 1.0)):
        scene.store.answers.submit(
            scene.key(wrong, 1, name), f"again-{name}", {"score": value}, seconds=1, flag=False, comment="",
            shown={}, guideline_version=None, now=NOW,
        )  # fmt: skip
    golds.freeze(scene.store, FreezeRequest("closeness"), now=NOW)
    with pytest.raises(AloiError, match="12 groups"):
        doubts(scene.store, DoubtRequest("closeness", "lengths", folds=13))
    found = doubts(scene.store, DoubtRequest("closeness", "lengths", disjoint="document", folds=3, top=4))
    assert (found.items, found.folds, found.disjoint, len(found.doubts)) == (12, 3, "document", 4)
    assert found.doubts[0].item_id == scene.items[1]
    assert (found.doubts[0].gold, found.doubts[0].answers, found.doubts[0].spread) == (0.5, 2, 1.0)
    assert found.doubts[0].apart == abs(found.doubts[0].model - 0.5) > 3
    assert [one.apart for one in found.doubts] == sorted((one.apart for one in found.doubts), reverse=True)
    assert found.signatures == ("lengths 1",) * 3
    assert found.spearman is not None
    assert 0.5 < found.spearman < 1
    out = tmp_path / "doubt.tsv"
    write_doubts(found, out)
    assert item_ids(out) == tuple(one.item_id for one in found.doubts)
    assert read_table(out).rows[0].text("gold") == "0.5"
    again = send_back(scene.store, "closeness", found, ["A3", "A1"], seed=4)
    assert again.item_ids == tuple(one.item_id for one in found.doubts)
    assert (again.purpose.value, again.overlap, len(again.annotators)) == ("main", 2, 2)
    assert {one.status.value for one in scene.store.answers.assignments(again.id)} == {"pending"}


@pytest.mark.usefixtures("lengths")
@pytest.mark.parametrize(
    ("given", "told"),
    [
        ({"top": 0}, "top is 0"),
        ({"disjoint": "word"}, "disjoint is 'word'"),
        ({"settings": {"size": 3}}, "has no setting 'size'"),
        ({"disjoint": "document", "folds": 99}, "99 folds are requested"),
    ],
)
def test_what_cannot_be_done_is_refused(scene: Scene, given: dict[str, Any], told: str) -> None:
    with pytest.raises(AloiError, match=told):
        doubts(scene.store, DoubtRequest("closeness", "lengths", **given))


@pytest.mark.usefixtures("lengths")
def test_both_run_as_jobs(scene: Scene, small_encoder: CountingEncoder, tmp_path: Path) -> None:
    jobs.start(
        scene.store, "loop_fill", {"campaign": "closeness", "count": 6, "encoder": "", "seed": 2}, "M", NOW
    )
    ended: Any = jobs.run_one(scene.store, tmp_path)
    assert (ended.status, ended.error) == ("done", None)
    assert ended.result["new"] == len(ended.result["item_ids"]) > 0
    asked: dict[str, Json] = {
        "campaign": "closeness", "recipe": "lengths", "disjoint": "document", "folds": 3, "top": 5,
    }  # fmt: skip
    jobs.start(scene.store, "loop_doubt", asked, "M", NOW)
    ended = jobs.run_one(scene.store, tmp_path)
    assert (ended.status, ended.error) == ("done", None)
    assert len(ended.result["found"]) == 5
    assert json.loads(json.dumps(ended.result))["file"] == f"{scene.campaign.id}-doubts.tsv"
    assert len(read_table(tmp_path / "loop" / f"{scene.campaign.id}-doubts.tsv").rows) == 5
    assert (str(read_message(ended.message)), ended.done, ended.total) == ("fold 3 of 3", 3, 3)


def test_doubts_of_nothing_make_an_empty_table(tmp_path: Path) -> None:
    write_doubts(Doubts((), 0, 2, "sentence", None, ()), tmp_path / "d.tsv")
    assert read_table(tmp_path / "d.tsv").rows == ()
