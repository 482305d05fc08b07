"""Figures of one kind of answer, and of plans: what is kept is what the terminal computes at once."""

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
from aloi.workbench.candidates.suggestions import suggestion_use
from aloi.workbench.figures.agreement import AS_TYPED, CLEANED
from aloi.workbench.figures.base import KeptFigure
from aloi.workbench.figures.cleaning import TO_CLEAN, TYPED_ANSWERS
from aloi.workbench.figures.keeping import compute, read
from aloi.workbench.figures.planning import REPLAYED_RULE, ROUND_PLAN
from aloi.workbench.figures.questions import (
    GROUP_AGREEMENT,
    MERGED_AGREEMENT,
    SPAN_AGREEMENT,
    WORD_AGREEMENT,
    merged_subject,
)
from aloi.workbench.progress import silent
from aloi.workbench.requests.rounds import RoundRequest
from aloi.workbench.rounds import campaigns, cleaning, rounds
from tests.workbench import span_campaign
from tests.workbench.scene import NOW, make_scene
from tests.workbench.word_campaign import make_words

WORDS = {
    "Un couloir [étroit/étroit/ADJ] mène au bureau.": [["mince"], ["mince", "fin"], ["très fin"]],
    "La toux est [vive/vif/ADJ] ce matin.": [["forte"], ["forte"], []],
}


def kept(store: Store, folder: Path, figure: KeptFigure, *of: str) -> Any:
    """Return a figure as it is read after it was computed and stored."""
    compute(store, folder, figure, of, silent, NOW)
    known = read(store, figure, *of)
    assert known.is_current
    assert known.error is None
    return known.value


def test_agreement_on_spans_is_kept(store: Store, tmp_path: Path) -> None:
    campaign = span_campaign.make(store, span_campaign.PLAIN)
    given = {"a": [("disorder", "cancer")], "b": [("disorder", "toux"), ("drug", "paracétamol")]}
    other = {"a": [("disorder", "cancer du poumon")], "b": [("disorder", "toux sèche")]}
    span_campaign.answer_all(store, campaign, {"A": given, "B": other, "C": given})
    [one] = store.campaigns.rounds(campaign.id)
    found = kept(store, tmp_path, SPAN_AGREEMENT, campaign.id, one.id)
    assert found.report == span_report(store, campaign.id, 1)
    assert len(found.report.pairs) == 6
    assert list(found.use) == list(suggestion_use(store, campaign.id, 1))


def operations(store: Store, folder: Path) -> tuple[Campaign, Round]:
    """Return a campaign of operations with a round that two people answered."""
    scene = make_scene(
        store, folder, [("Il toussait beaucoup.", "Il toussait."), ("Un mal vif.", "Un mal.")], people_=2
    )
    campaign = campaigns.create_campaign(store, "simple", store.texts.corpora()[0].id, task_type="operations")
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


def test_agreement_on_groups_is_kept_and_labels_are_merged_in_the_background(
    store: Store, tmp_path: Path
) -> None:
    campaign, one = operations(store, tmp_path)
    assert kept(store, tmp_path, GROUP_AGREEMENT, campaign.id, one.id) == group_report(store, campaign.id, 1)
    merges = {"delmod": "modality", "inmod": "modality"}
    found = kept(store, tmp_path, MERGED_AGREEMENT, *merged_subject(campaign.id, one.id, merges))
    live = merged_reports(store, campaign.id, 1, merges)
    assert list(found.results) == [result for view in live for result in view.results]
    assert found.views == tuple(view.view.title for view in live for _ in view.results)
    apart = kept(store, tmp_path, MERGED_AGREEMENT, *merged_subject(campaign.id, one.id, {"delmod": "x"}))
    assert apart.results[0].value < found.results[0].value == pytest.approx(1)


def judge(store: Store) -> str:
    return next(one.pseudonym for one in store.people.list() if one.role is Role.ADJUDICATOR)


def test_words_are_measured_as_typed_and_as_decided_and_a_decision_makes_the_latter_old(
    store: Store, tmp_path: Path
) -> None:
    campaign = make_words(store, tmp_path, WORDS)
    [one] = store.campaigns.rounds(campaign)
    for words in (CLEANED, AS_TYPED):
        found = kept(store, tmp_path, WORD_AGREEMENT, campaign, one.id, words)
        assert list(found.figures) == list(substitute_agreement(store, campaign, 1, cleaned=words == CLEANED))
    typed = kept(store, tmp_path, TYPED_ANSWERS, campaign, "")
    assert kept(store, tmp_path, TO_CLEAN, campaign).count == sum(one.count for one in typed.answers)
    found = store.campaigns.get(campaign)
    queue = cleaning.with_decisions(store, found, typed.answers)
    assert queue == cleaning.queue(store, campaign)
    cleaning.decide(store, campaign, queue.answers[0], "fin", by=judge(store), now=NOW)
    assert store.figures.states([cleanings_of(campaign)])[cleanings_of(campaign)].changes == 1
    assert not read(store, WORD_AGREEMENT, campaign, one.id, CLEANED).is_current
    assert not read(store, TO_CLEAN, campaign).is_current
    assert read(store, TYPED_ANSWERS, campaign, "").is_current  # what is proposed is as it was
    assert cleaning.with_decisions(store, found, typed.answers) == cleaning.queue(store, campaign)


def test_plans_are_kept_and_only_so_many(store: Store, tmp_path: Path) -> None:
    scene = make_scene(store, tmp_path, pairs=12)
    one = scene.open()
    given = [item % 6 for item in range(12)]
    scene.give(one, {"A1": given, "A2": [*given[:9], 0, 0, 0], "A3": [5, *given[1:]]})
    of = (one.campaign_id, one.id, "score")
    found = kept(store, tmp_path, ROUND_PLAN, *of, "0.4", "2")
    assert found == plan_round(store, "closeness", 1, width=0.4, annotators=[2], scale="score")
    few = replace(REPLAYED_RULE, most=1)
    for place, every in enumerate(("5", "6")):
        compute(store, tmp_path, few, (*of, "0.6", every), silent, NOW + timedelta(seconds=place))
    live = replay_rule(store, "closeness", 1, threshold=0.6, step=6, scale="score")
    assert read(store, few, *of, "0.6", "6").value == live
    assert read(store, few, *of, "0.6", "5").at is None
