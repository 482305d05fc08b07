"""Candidates made ready by a ranker, kept for the items of a campaign, made anew on request."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path

import pytest

from aloi.annotation.model import Status
from aloi.base.errors import AloiError
from aloi.storage.store import Store
from aloi.workbench import jobs
from aloi.workbench.candidates.concepts import make_candidates
from aloi.workbench.requests.campaigns import CampaignRequest, CandidatesRequest
from aloi.workbench.rounds.campaigns import create_campaign
from tests.workbench.linking_campaign import linking_campaign
from tests.workbench.scene import NOW


def ids(store: Store, campaign: str, item: str) -> list[str]:
    found = store.suggestions.of(campaign, item)
    assert found is not None
    assert isinstance(found.value, dict)
    return [one["id"] for one in found.value["candidates"]]


def test_each_mention_gets_the_nearest_concepts_each_once(store: Store, tmp_path: Path) -> None:
    campaign, mentions = linking_campaign(store, tmp_path)
    done = make_candidates(store, CandidatesRequest("link", top=4), NOW)
    assert (done.campaign, done.items, done.names, done.concepts) == ("link", 6, 14, 8)
    assert "tfidf" in done.made_by
    assert "signs, 14 names" in done.made_by
    assert store.suggestions.counts(campaign.id) == {done.made_by: 6}
    fever = ids(store, campaign.id, mentions["fièvre"].id)
    assert fever[:2] == ["X1", "X8"]
    assert len(fever) == len(set(fever)) == 4
    made = store.suggestions.of(campaign.id, mentions["maux de tête"].id)
    assert made is not None
    assert made.value["terminology"] == "signs"
    first = made.value["candidates"][0]
    assert (first["id"], first["name"]) == ("X2", "mal de tête")
    assert 0 < first["score"] < 1


def test_a_second_run_replaces_the_first(store: Store, tmp_path: Path) -> None:
    campaign, mentions = linking_campaign(store, tmp_path)
    make_candidates(store, CandidatesRequest("link", top=3), NOW)
    done = make_candidates(store, CandidatesRequest("link", language="en", top=5), NOW + timedelta(hours=1))
    assert store.suggestions.counts(campaign.id) == {done.made_by: 6}
    assert "3 en names" in done.made_by
    assert set(ids(store, campaign.id, mentions["fièvre"].id)) == {"X1", "X2", "X3"}


def test_the_job_makes_them_in_the_worker(store: Store, tmp_path: Path) -> None:
    campaign, mentions = linking_campaign(store, tmp_path)
    arguments = {"campaign": "link", "ranker": "tfidf", "top": 2}
    started = jobs.start(store, "candidates", arguments, "boss", NOW)
    done = jobs.run_one(store, tmp_path)
    assert done is not None
    assert (done.id, done.status) == (started.id, "done")
    assert done.result["items"] == 6
    assert ids(store, campaign.id, mentions["toux et des crachats"].id) == ["X5", "X4"]


def test_what_is_asked_wrongly_is_said(store: Store, tmp_path: Path) -> None:
    campaign, _ = linking_campaign(store, tmp_path)
    with pytest.raises(AloiError, match="in the language 'de'"):
        make_candidates(store, CandidatesRequest("link", language="de"), NOW)
    with pytest.raises(AloiError, match="No ranker is called 'bm25'"):
        make_candidates(store, CandidatesRequest("link", ranker="bm25"), NOW)
    with pytest.raises(AloiError, match="top is 0"):
        make_candidates(store, CandidatesRequest("link", top=0), NOW)
    create_campaign(store, CampaignRequest("other", campaign.corpus_id))
    with pytest.raises(AloiError, match="of the kind similarity"):
        make_candidates(store, CandidatesRequest("other"), NOW)
    store.terminologies.remove(store.terminologies.named("signs").id)
    with pytest.raises(AloiError, match="'signs' does not exist"):
        make_candidates(store, CandidatesRequest("link"), NOW)
    assert store.campaigns.get("link").status == Status.OPEN
