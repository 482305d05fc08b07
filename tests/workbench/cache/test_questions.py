"""Cached results of one kind of answer, and of plans: they are what the terminal computes at once."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from aloi.annotation.model import Campaign, Role, Round
from aloi.storage.changes import cleanings_of
from aloi.storage.store import Store
from aloi.workbench.agreement.groups import group_report
from aloi.workbench.agreement.merged_labels import merged_reports
from aloi.workbench.agreement.planning import plan_round, replay_rule
from aloi.workbench.agreement.spans import span_report
from aloi.workbench.agreement.substitutes import substitute_agreement
from aloi.workbench.cache.agreement import (
    MeasureGroups,
    MeasureSpans,
    MeasureWords,
    MergeLabels,
    PlanRound,
    ReplayRule,
)
from aloi.workbench.cache.base import USE_CASES, Context, Request
from aloi.workbench.cache.campaigns import CountToClean, ProposeCleanings
from aloi.workbench.cache.results import compute, read
from aloi.workbench.candidates.suggestions import suggestion_use
from aloi.workbench.requests.campaigns import CampaignRequest
from aloi.workbench.requests.rounds import RoundRequest
from aloi.workbench.rounds import campaigns, cleaning, rounds
from tests.workbench import span_campaign
from tests.workbench.scene import NOW, make_scene
from tests.workbench.word_campaign import make_words

WORDS = {
    "Un couloir [étroit/étroit/ADJ] mène au bureau.": [["mince"], ["mince", "fin"], ["très fin"]],
    "La toux est [vive/vif/ADJ] ce matin.": [["forte"], ["forte"], []],
}


def cached(store: Store, folder: Path, request: Request[Any]) -> Any:
    """Return a result as it is read after it was computed and stored."""
    compute(Context(store, folder), request, NOW)
    known = read(store, request)
    assert known.is_current
    assert known.error is None
    return known.value


def test_agreement_on_spans_is_cached(store: Store, tmp_path: Path) -> None:
    campaign = span_campaign.make(store, span_campaign.PLAIN)
    given = {"a": [("disorder", "cancer")], "b": [("disorder", "toux"), ("drug", "paracétamol")]}
    other = {"a": [("disorder", "cancer du poumon")], "b": [("disorder", "toux sèche")]}
    span_campaign.answer_all(store, campaign, {"A": given, "B": other, "C": given})
    [one] = store.campaigns.rounds(campaign.id)
    found = cached(store, tmp_path, MeasureSpans(campaign.id, one.id))
    assert found.report == span_report(store, campaign.id, 1)
    assert len(found.report.pairs) == 6
    assert list(found.use) == list(suggestion_use(store, campaign.id, 1))


def operations(store: Store, folder: Path) -> tuple[Campaign, Round]:
    """Return a campaign of operations with a round that two people answered."""
    scene = make_scene(
        store, folder, [("Il toussait beaucoup.", "Il toussait."), ("Un mal vif.", "Un mal.")], people_=2
    )
    campaign = campaigns.create_campaign(
        store, CampaignRequest("simple", store.texts.corpora()[0].id, task="operations")
    )
    one = rounds.open_round(store, RoundRequest(campaign.id, purpose="calibration", annotators=["A1", "A2"]))
    drawn = {"A1": "delmod", "A2": "inmod"}
    for name, label in drawn.items():
        for place in range(2):
            groups = [{"source": [2], "target": [], "label": label}]
            store.answers.submit(
                scene.key(one, place, name), f"{name}-{place}", {"groups": groups, "err": False}, seconds=1.0,
                flag=False, comment="", shown={}, guideline_version=None, now=NOW,
            )  # fmt: skip
    return campaign, one


def test_agreement_on_groups_is_cached_and_labels_are_merged_in_the_background(
    store: Store, tmp_path: Path
) -> None:
    campaign, one = operations(store, tmp_path)
    of = (campaign.id, one.id)
    assert cached(store, tmp_path, MeasureGroups(*of)) == group_report(store, campaign.id, 1)
    merges = {"delmod": "modality", "inmod": "modality"}
    found = cached(store, tmp_path, MergeLabels(*of, tuple(merges.items())))
    assert found == merged_reports(store, campaign.id, 1, merges)
    apart = cached(store, tmp_path, MergeLabels(*of, (("delmod", "x"),)))
    assert apart[0].results[0].value < found[0].results[0].value == pytest.approx(1)


def judge(store: Store) -> str:
    return next(one.pseudonym for one in store.people.list() if one.role is Role.ADJUDICATOR)


def test_words_are_measured_as_typed_and_as_decided_and_a_decision_makes_the_latter_old(
    store: Store, tmp_path: Path
) -> None:
    campaign = make_words(store, tmp_path, WORDS)
    [one] = store.campaigns.rounds(campaign)
    for cleaned in (True, False):
        found = cached(store, tmp_path, MeasureWords(campaign, one.id, cleaned))
        assert list(found) == list(substitute_agreement(store, campaign, 1, cleaned=cleaned))
    typed = cached(store, tmp_path, ProposeCleanings(campaign, ""))
    n_answers = sum(place.count for one in typed.answers for place in one.places)
    assert cached(store, tmp_path, CountToClean(campaign)) == n_answers
    found = store.campaigns.get(campaign)
    queue = cleaning.with_decisions(store, found, typed.answers)
    assert queue == cleaning.queue(store, campaign)
    cleaning.decide(store, campaign, queue.answers[0], "fin", by=judge(store), now=NOW)
    assert store.cached_results.states([cleanings_of(campaign)])[cleanings_of(campaign)].changes == 1
    assert not read(store, MeasureWords(campaign, one.id, cleaned=True)).is_current
    assert not read(store, CountToClean(campaign)).is_current
    assert read(store, ProposeCleanings(campaign, "")).is_current  # what is proposed is as it was
    assert cleaning.with_decisions(store, found, typed.answers) == cleaning.queue(store, campaign)


def test_plans_are_cached_and_only_so_many(
    store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    scene = make_scene(store, tmp_path, pairs=12)
    one = scene.open()
    given = [item % 6 for item in range(12)]
    scene.give(one, {"A1": given, "A2": [*given[:9], 0, 0, 0], "A3": [5, *given[1:]]})
    of = (one.campaign_id, one.id, "score")
    found = cached(store, tmp_path, PlanRound(*of, 0.4, (2,)))
    assert found == plan_round(store, "closeness", 1, width=0.4, annotators=[2], scale="score")
    monkeypatch.setitem(USE_CASES, "ReplayRule", replace(USE_CASES["ReplayRule"], most=1))
    for place, step in enumerate((5, 6)):
        compute(Context(store, tmp_path), ReplayRule(*of, 0.6, step), NOW + timedelta(seconds=place))
    live = replay_rule(store, "closeness", 1, threshold=0.6, step=6, scale="score")
    assert read(store, ReplayRule(*of, 0.6, 6)).value == live
    assert read(store, ReplayRule(*of, 0.6, 5)).at is None
