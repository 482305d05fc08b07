"""Labels merged as a person says: what the lines mean, and what agreement becomes."""

from __future__ import annotations

from pathlib import Path

import pytest

from aloi.annotation.model import AssignmentKey
from aloi.base.errors import AloiError
from aloi.corpora.model import Json
from aloi.storage.store import Store
from aloi.workbench.agreement.merged_labels import labels, merged_reports, parse_merges
from aloi.workbench.agreement.report import round_report
from aloi.workbench.requests.campaigns import CampaignRequest
from aloi.workbench.requests.rounds import RoundRequest
from aloi.workbench.rounds import campaigns, rounds
from tests.workbench.scene import NOW, make_scene

KNOWN = ("inprop", "inmod", "delmod", "synonym", "none")


def test_lines_become_names() -> None:
    found = parse_merges(["insertion = inprop, inmod", "", "none=none,delmod"], KNOWN)
    assert found == {"inprop": "insertion", "inmod": "insertion", "none": "none", "delmod": "none"}


@pytest.mark.parametrize(
    ("lines", "said"),
    [
        (["insertion inprop"], "The merge is"),
        (["insertion ="], "The merge is"),
        (["= inprop"], "The merge is"),
        (["x = ghost"], "does not have"),
        (["x = inprop", "y = inprop"], "already"),
        (["synonym = inprop, inmod"], "outside the merges"),
        ([" "], "No merge"),
    ],
)
def test_lines_that_mean_nothing_are_refused(lines: list[str], said: str) -> None:
    with pytest.raises(AloiError, match=said):
        parse_merges(lines, KNOWN)


def test_what_is_merged_agrees(store: Store, tmp_path: Path) -> None:
    scene = make_scene(
        store, tmp_path, [("Il toussait beaucoup.", "Il toussait."), ("Un mal vif.", "Un mal.")], people_=2
    )
    campaign = campaigns.create_campaign(
        store, CampaignRequest("simple", store.texts.corpora()[0].id, task="operations")
    )
    opened = rounds.open_round(
        store, RoundRequest(campaign.id, purpose="calibration", annotators=["A1", "A2"])
    )
    for name, label in (("A1", "delmod"), ("A2", "deloth")):
        for item in scene.items:
            key = AssignmentKey(opened.id, item, store.people.get(name).id)
            value: Json = {"groups": [{"source": [2], "target": [], "label": label}], "err": False}
            store.answers.submit(
                key, f"given-{name}-{item}", value, seconds=1.0, flag=False,
                comment="", shown={}, guideline_version=None, now=NOW,
            )  # fmt: skip
    apart = round_report(store, campaign.id, 1, scale="source", ci="none").views[0]
    assert apart.results[0].value is not None
    assert apart.results[0].value < 1
    names = parse_merges(["deletion = delmod, deloth"], labels(campaign))
    source, target = merged_reports(store, campaign.id, 1, names, ci="none")
    assert (source.name, target.name) == ("source", "target")
    assert source.results[0].value == 1.0
    assert "deletion" in source.categories
    assert "delmod" not in source.categories
    assert "merged:deletion=delmod/deletion=deloth" in source.results[0].signature
    # Nothing was put on the target side: every token is in no group, and one label has no coefficient.
    assert target.results[0].value is None


def test_answers_that_are_no_labels_are_refused(store: Store, tmp_path: Path) -> None:
    make_scene(store, tmp_path, [("Un mal vif.", "Un mal.")], people_=2)
    campaign = campaigns.create_campaign(
        store, CampaignRequest("scores", store.texts.corpora()[0].id, task="similarity")
    )
    rounds.open_round(store, RoundRequest(campaign.id, purpose="calibration", annotators=["A1", "A2"]))
    assert labels(campaign) == ()
    with pytest.raises(AloiError, match="is of the kind"):
        merged_reports(store, campaign.id, 1, {"a": "b"})
