"""Random pairs are assumed dissimilar once the closest were looked at; what was assumed is logged."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from aloi.annotation.model import Campaign
from aloi.base.errors import AloiError
from aloi.corpora.mining.base import Cancelled, MinedPair
from aloi.corpora.model import Corpus
from aloi.corpora.readers import read_table, write_table
from aloi.modeling.encoders.transformer import DEFAULT_ENCODER
from aloi.storage.store import Store
from aloi.workbench.candidates import pairs, random_pairs
from aloi.workbench.candidates.pairs import PAIR_COLUMNS
from aloi.workbench.requests.campaigns import AssumeRequest, CampaignRequest
from aloi.workbench.requests.candidates import RandomRequest
from aloi.workbench.rounds import campaigns

Content = Callable[[], list[str]]
COUNT = 4
WHY = "Each of the closest was read."


@pytest.fixture
def campaign(store: Store, corpus: Corpus) -> Campaign:
    """Return a campaign on the invented corpus."""
    return campaigns.create_campaign(store, CampaignRequest("closeness", corpus.id, preset="score"))


@pytest.fixture
def out(tmp_path: Path) -> Path:
    """Return where the draw is written."""
    return tmp_path / "random.tsv"


@pytest.fixture
def drawn(store: Store, corpus: Corpus, out: Path, small_encoder: object) -> list[MinedPair]:
    """Return four random pairs and two spare ones, written to `out`."""
    return random_pairs.draw_random(store, RandomRequest(corpus.id, count=COUNT, seed=3), out=out)


def assume(
    store: Store, campaign: Campaign, out: Path, now: datetime, **changed: Any
) -> random_pairs.Assumed:
    fields: dict[str, Any] = {"count": COUNT, "seed": 3, "checked": 2, "why": WHY} | changed
    return random_pairs.assume(store, AssumeRequest(campaign.id, out, **fields), now)


def ids(one: MinedPair) -> tuple[str, str]:
    return one.left.id, one.right.id


def texts_of(store: Store, item_ids: tuple[str, ...]) -> list[tuple[str, ...]]:
    return [item.texts for item in store.texts.items(item_ids)]


def test_a_draw_is_scored_by_the_encoder_and_stores_nothing(
    store: Store, corpus: Corpus, out: Path, drawn: list[MinedPair], small_encoder: Any, content: Content
) -> None:
    assert len(drawn) == COUNT + 2
    for one in drawn:
        left, right = small_encoder.encode([one.left.text, one.right.text])
        assert one.score == pytest.approx(float(np.dot(left, right)), abs=1e-6)
    before = content()
    assert random_pairs.draw_random(store, RandomRequest(corpus.id, count=COUNT, seed=3), out=out) == drawn
    assert random_pairs.draw_random(store, RandomRequest(corpus.id, count=COUNT, seed=4), out=out) != drawn
    assert content() == before


def test_without_suspects_the_first_pairs_are_assumed(
    store: Store, corpus: Corpus, campaign: Campaign, out: Path, drawn: list[MinedPair], now: datetime
) -> None:
    made = assume(store, campaign, out, now)
    assert texts_of(store, made.item_ids) == [(one.left.text, one.right.text) for one in drawn[:COUNT]]
    assert (made.checked, made.replaced) == (2, 0)
    assert made.closest == max(one.score or 0 for one in drawn[:COUNT])
    log = {
        "encoder": DEFAULT_ENCODER, "checked": 2, "replaced": 0, "ceiling": None,
        "closest": made.closest, "seed": 3,
    }  # fmt: skip
    kept = store.campaigns.assumptions(campaign.id)
    assert {one.item_id for one in kept} == set(made.item_ids)
    for one in kept:
        assert (one.value, one.why, one.checked) == ({"score": 0}, WHY, log)
    for item_id, candidate in zip(made.item_ids, drawn, strict=False):
        (origin,) = store.texts.origins([item_id])[item_id]
        assert (origin.miner, origin.stratum, origin.seed, origin.mined_at) == ("random", "random", 3, now)
        assert origin.probability == COUNT / 28  # of the 8 * 7 / 2 pairs of the corpus
        assert (origin.score, origin.parameters) == (candidate.score, log)


@pytest.mark.parametrize("turned", [False, True])
def test_suspects_are_replaced_by_the_next_of_the_draw(
    store: Store, campaign: Campaign, out: Path, drawn: list[MinedPair], now: datetime, turned: bool
) -> None:
    suspects = (ids(drawn[1])[::-1] if turned else ids(drawn[1]),)
    made = assume(store, campaign, out, now, suspect=suspects)
    kept = [drawn[0], drawn[2], drawn[3], drawn[4]]
    assert texts_of(store, made.item_ids) == [(one.left.text, one.right.text) for one in kept]
    assert made.replaced == 1
    assert {one.checked["replaced"] for one in store.campaigns.assumptions(campaign.id)} == {1}


def test_pairs_above_the_ceiling_are_replaced(
    store: Store, campaign: Campaign, out: Path, drawn: list[MinedPair], now: datetime
) -> None:
    closest = max(drawn[:COUNT], key=lambda one: one.score or 0)
    ceiling = sorted((one.score or 0 for one in drawn), reverse=True)[1]
    rows = [one for one in drawn if (one.score or 0) <= ceiling]
    assert len(rows) == COUNT + 1
    made = assume(store, campaign, out, now, ceiling=ceiling)
    assert texts_of(store, made.item_ids) == [(one.left.text, one.right.text) for one in rows[:COUNT]]
    assert made.replaced == int((closest.score or 0) > ceiling)
    assert made.closest <= ceiling
    assert {one.checked["ceiling"] for one in store.campaigns.assumptions(campaign.id)} == {ceiling}


def test_assuming_twice_changes_nothing(
    store: Store, campaign: Campaign, out: Path, drawn: list[MinedPair], now: datetime, content: Content
) -> None:
    first = assume(store, campaign, out, now)
    before = content()
    assert assume(store, campaign, out, now) == first
    assert content() == before


def test_items_known_already_are_not_drawn(
    store: Store, corpus: Corpus, campaign: Campaign, out: Path, drawn: list[MinedPair], now: datetime
) -> None:
    made = assume(store, campaign, out, now)
    again = random_pairs.draw_random(store, RandomRequest(corpus.id, count=COUNT, seed=3), out=out)
    assert not set(texts_of(store, made.item_ids)) & {(one.left.text, one.right.text) for one in again}


def test_another_value_can_be_assumed(
    store: Store, campaign: Campaign, out: Path, drawn: list[MinedPair], now: datetime
) -> None:
    assume(store, campaign, out, now, value=1)
    assert {str(one.value) for one in store.campaigns.assumptions(campaign.id)} == {"{'score': 1}"}


@pytest.mark.parametrize(
    ("changed", "told"),
    [
        ({"why": "  "}, "The assumption lacks the reason"),
        ({"count": 0}, "count is 0"),
        ({"count": 7}, "among 6 random ones: 6"),
        ({"ceiling": -1.0}, "among 6 random ones: 0"),
        ({"suspect": (("one", "two"),)}, "The suspect one, two does not exist"),
        ({"value": 9.0}, "9"),
        ({"value": float("nan")}, "nan"),
    ],
)
def test_what_cannot_be_assumed_is_refused_and_nothing_is_stored(
    store: Store, campaign: Campaign, out: Path, drawn: list[MinedPair], now: datetime, content: Content,
    changed: dict[str, Any], told: str,
) -> None:  # fmt: skip
    before = content()
    with pytest.raises(AloiError, match=told):
        assume(store, campaign, out, now, **changed)
    assert content() == before


def test_a_score_that_is_no_number_is_refused_and_nothing_is_stored(
    store: Store, campaign: Campaign, out: Path, drawn: list[MinedPair], now: datetime, content: Content
) -> None:
    rows = [dict(row.values) for row in read_table(out).rows]
    rows[0]["score"] = "inf"
    write_table(out, PAIR_COLUMNS, rows)
    before = content()
    with pytest.raises(AloiError, match="line 2: column 'score' contains 'inf'"):
        assume(store, campaign, out, now)
    assert content() == before


def test_a_corpus_too_small_is_refused(
    store: Store, corpus: Corpus, out: Path, small_encoder: object
) -> None:
    with pytest.raises(AloiError):
        random_pairs.draw_random(store, RandomRequest(corpus.id, count=40, seed=3), out=out)
    assert not out.exists()


def test_a_draw_stops_when_told(store: Store, corpus: Corpus, out: Path, small_encoder: object) -> None:
    with pytest.raises(Cancelled):
        random_pairs.draw_random(
            store,
            RandomRequest(corpus.id, count=COUNT, seed=3),
            out=out,
            progress=lambda done, total, message: False,
        )
    assert not out.exists()


def test_the_job_shows_the_closest_of_the_proposal(
    store: Store, corpus: Corpus, tmp_path: Path, small_encoder: object
) -> None:
    asked: dict[str, Any] = {"corpus": corpus.id, "count": COUNT, "seed": 3, "show": 2}
    told: Any = random_pairs.draw_job(store, asked, tmp_path, lambda done, total, message: True)
    rows = pairs.read_candidates(store, corpus.id, tmp_path / "mining" / f"{corpus.id}-random.tsv")
    best = sorted(rows[:COUNT], key=lambda one: -(one.score or 0))[:2]
    assert [one["score"] for one in told["closest"]] == [one.score for one in best]
