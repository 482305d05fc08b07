"""A campaign filled in batches by the controller, and its figures weighted back to the pool."""

from __future__ import annotations

from pathlib import Path

import pytest

from aloi.base.errors import AloiError
from aloi.corpora.mining.base import Cancelled
from aloi.corpora.model import Json
from aloi.storage.store import Store
from aloi.workbench import jobs, people
from aloi.workbench.cache.campaigns import WeighPopulation
from aloi.workbench.cache.results import ResultComputer
from aloi.workbench.candidates.batches import MINER, Batch, draw_batch, drawn_items, label_scores
from aloi.workbench.candidates.pairs import mine_corpus
from aloi.workbench.candidates.population import SHARE, population
from aloi.workbench.progress import Progress, silent
from aloi.workbench.requests.campaigns import CampaignRequest
from aloi.workbench.requests.candidates import MineRequest
from aloi.workbench.requests.corrections import PersonRequest
from aloi.workbench.requests.models.loop import BatchRequest
from aloi.workbench.requests.texts import SegmentRequest
from aloi.workbench.rounds import campaigns
from aloi.workbench.texts import corpora
from tests.workbench.conftest import CountingEncoder
from tests.workbench.scene import NOW, PLAIN, picture

WORDS = ("fièvre", "toux", "genou", "poumon", "bilan", "cœur", "foie", "main", "peau", "dos")


@pytest.fixture
def pool(store: Store, tmp_path: Path, small_encoder: CountingEncoder) -> Path:
    """Return a table of the 190 pairs of twenty sentences; a campaign and two annotators are there."""
    folder = tmp_path / "texts"
    folder.mkdir()
    for place in range(20):
        words = [WORDS[(place + step * (1 + place % 3)) % 10] for step in range(5)]
        (folder / f"{place:02}.txt").write_text(f"Le cas {' '.join(words)} {place}.", encoding="utf-8")
    corpus = corpora.import_corpus(store, folder, corpora.About("ward", "fr", "CC0-1.0", "invented")).corpus
    corpora.segment_corpus(store, SegmentRequest(corpus.id))
    campaigns.create_campaign(store, CampaignRequest("closeness", corpus.id, settings=PLAIN))
    for name in ("One", "Two"):
        people.add_person(store, PersonRequest(name, "annotator"), NOW)
    out = tmp_path / "pool.tsv"
    assert mine_corpus(store, MineRequest(corpus.id, threshold=0.05), out)[1].candidates == 190
    return out


def batch(
    store: Store, pool: Path, count: int = 24, seed: int = 3, progress: Progress = silent, **more: object
) -> Batch:
    request = BatchRequest(
        "closeness",
        pool,
        count,
        **{"annotators": ("A1", "A2"), "seed": seed, **more},  # type: ignore[arg-type]
    )
    return draw_batch(store, request, data=pool.parent, now=NOW, progress=progress)


def score_of(texts: tuple[str, ...]) -> int:
    """Return the true score of a pair: the words its sentences share."""
    left, right = (set(one.split()) & set(WORDS) for one in texts)
    return len(left & right)


def answer(store: Store, number: int, most: int | None = None) -> None:
    """Answer the items of a round, or the first of them: A1 says the truth, A2 sometimes less."""
    [one] = [
        one for one in store.campaigns.rounds(store.campaigns.get("closeness").id) if one.number == number
    ]
    for place, item in enumerate(store.texts.items(list(one.item_ids))[:most]):
        for name, less in (("A1", 0), ("A2", place % 4 == 0)):
            person = store.people.get(name).id
            work = next(
                each
                for each in store.answers.assignments(one.id)
                if each.key.item_id == item.id and each.key.annotator_id == person
            )
            store.answers.submit(
                work.key, f"{number}-{item.id}-{name}", {"score": max(0, score_of(item.texts) - less)},
                seconds=1.0, flag=False, comment="", shown={}, guideline_version=None, now=NOW,
            )  # fmt: skip


def test_batches_open_rounds_and_every_item_says_how_it_was_drawn(store: Store, pool: Path) -> None:
    first = batch(store, pool)
    assert (first.round, first.number, first.pool, first.labelled, first.waiting) == (1, 1, 190, 0, 0)
    origins = store.texts.origins(first.item_ids)
    told = [one for every in origins.values() for one in every]
    assert [one.miner for one in told] == [MINER] * 24
    assert sum(1 / (one.probability or 0) for one in told) == pytest.approx(190)
    assert all(one.stratum and one.seed == 3 and one.mined_at == NOW for one in told)
    assert list(first.item_ids) == sorted(first.item_ids)

    answer(store, 1, most=16)
    second = batch(store, pool, seed=4)
    assert (second.round, second.number, second.pool, second.labelled, second.waiting) == (2, 2, 166, 16, 8)
    assert not set(first.item_ids) & set(second.item_ids)
    assert sum(one.obtained for one in second.levels) == 16
    assert sum(one.expected for one in second.levels) == pytest.approx(48, abs=0.1)
    found = drawn_items(store, store.campaigns.get("closeness"))
    assert [one.drawing.batch for one in found] == [1] * 24 + [2] * 24
    assert all(one.expected_score is None for one in found[:24])
    assert all(0 <= (one.expected_score or -1) <= 5 for one in found[24:])
    assert len({one.pool for one in found}) == 1


def test_figures_are_told_raw_and_weighted_back_to_the_pool(store: Store, pool: Path) -> None:
    for number in (1, 2, 3):
        batch(store, pool, seed=number)
        answer(store, number)
    found = population(store, "closeness", pool.parent)
    assert [(one.drawn, one.labelled) for one in found.batches] == [(24, 24)] * 3
    assert (found.pool, found.weighted) == (190, 72)
    assert found.effective < 72
    assert sum(one.obtained for one in found.levels) == 72
    assert [one.target for one in found.levels] == [12] * 6
    shares = [one for one in found.figures if one.of == SHARE]
    assert sum(one.weighted.value or 0 for one in shares) == pytest.approx(1)
    by_name = {(one.of, one.name): one for one in found.figures}
    truth = [
        score_of((line.split("\t")[2], line.split("\t")[3]))
        for line in pool.read_text(encoding="utf-8").splitlines()[1:]
    ]
    mean = by_name["mean", ""]
    answered = sum(truth) / len(truth)
    assert mean.weighted.interval is not None
    assert mean.weighted.value != mean.raw.value
    assert mean.weighted.interval.low < answered < mean.weighted.interval.high
    alpha = by_name["agreement", "krippendorff_alpha"]
    assert "krippendorff_alpha" in str(alpha.raw.signature)
    assert "population" not in str(alpha.raw.signature)
    assert "population:weighted" in str(alpha.weighted.signature)
    assert by_name["predictor", "spearman"].n == 48
    kept = ResultComputer(store)(WeighPopulation(store.campaigns.get("closeness").id))
    assert kept is not None
    assert kept.levels == found.levels


def test_wanted_shares_lead_and_decided_scores_count(store: Store, pool: Path) -> None:
    campaign = store.campaigns.get("closeness")
    store.campaigns.set_wanted_shares(campaign.id, {"5": 1.0})
    made = batch(store, pool)
    assert [one.target for one in made.levels] == [0, 0, 0, 0, 0, 24]
    answer(store, 1)
    scores = label_scores(store, campaign)
    assert set(scores) == set(made.item_ids)
    assert set(scores.values()) & {0.5, 1.5, 2.5}  # the mean of two answers
    second = batch(store, pool, seed=9)
    near = [score_of(one.texts) for one in store.texts.items(list(second.item_ids))]
    before = [score_of(one.texts) for one in store.texts.items(list(made.item_ids))]
    assert sum(near) / len(near) > sum(before) / len(before)


def test_a_batch_that_cannot_be_drawn_changes_nothing(store: Store, pool: Path) -> None:
    before = picture(store)
    for asked in ({"count": 1}, {"count": 191}, {"purpose": "pause"}):
        with pytest.raises(AloiError):
            batch(store, pool, **{"count": 5, **asked})  # type: ignore[arg-type]
    with pytest.raises(Cancelled):
        batch(store, pool, progress=lambda *_: False)
    assert picture(store) == before
    assert not population(store, "closeness", pool.parent).figures


def test_the_worker_draws_a_batch(store: Store, pool: Path) -> None:
    (pool.parent / "mining").mkdir()
    pool.rename(pool.parent / "mining" / "pool.tsv")
    asked: dict[str, Json] = {"campaign": "closeness", "pool": "pool.tsv", "count": 12, "annotators": ["A1"]}
    jobs.start(store, "loop_batch", asked, "M1", NOW)
    done = jobs.run_one(store, pool.parent)
    assert done is not None
    assert done.status == "done", done.error
    assert isinstance(done.result, dict)
    assert (done.result["round"], len(list(done.result["item_ids"]))) == (1, 12)  # type: ignore[arg-type]
