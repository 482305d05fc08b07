"""The groups of a round of operations: who drew the same, and what merging the labels gives."""

from __future__ import annotations

from pathlib import Path

import pytest

from aloi.annotation.model import AssignmentKey
from aloi.storage.store import Store
from aloi.workbench.agreement.groups import group_report
from aloi.workbench.requests.campaigns import CampaignRequest
from aloi.workbench.requests.rounds import RoundRequest
from aloi.workbench.rounds import campaigns, rounds
from tests.workbench.scene import NOW, make_scene

TEXTS = [("Il toussait beaucoup.", "Il toussait."), ("Une céphalée vive.", "Un mal de tête.")]


def group(source: list[int], target: list[int], label: str) -> dict[str, object]:
    return {"source": source, "target": target, "label": label}


def test_groups_in_common(store: Store, tmp_path: Path) -> None:
    scene = make_scene(store, tmp_path, TEXTS, people_=2)
    campaign = campaigns.create_campaign(
        store, CampaignRequest("simple", store.texts.corpora()[0].id, task="operations")
    )
    opened = rounds.open_round(
        store, RoundRequest(campaign.id, purpose="calibration", annotators=["A1", "A2"])
    )
    answers = {
        "A1": ([group([2], [], "delmod")], [group([1], [1, 2, 3], "synonym")]),
        "A2": ([group([2], [], "deloth")], [group([1], [1, 2, 3], "synonym"), group([2], [], "delmod")]),
    }
    for name, values in answers.items():
        for item, groups in zip(scene.items, values, strict=True):
            key = AssignmentKey(opened.id, item, store.people.get(name).id)
            store.answers.submit(
                key, f"given-{name}-{item}", {"groups": groups, "err": False}, seconds=1.0, flag=False,
                comment="", shown={}, guideline_version=None, now=NOW,
            )  # fmt: skip
    found = group_report(store, campaign.id, 1)
    # A1 drew 2 groups, A2 drew 3, one of them is the same.
    assert found.mean.recall.value == pytest.approx(1 / 2)
    assert found.mean.precision.value == pytest.approx(1 / 3)
    assert found.mean.f1.value == pytest.approx(2 * (1 / 2) * (1 / 3) / (1 / 2 + 1 / 3))
    assert [(one.a, one.b) for one in found.pairs] == [("A1", "A2")]
    assert {one.label: one.f1.value for one in found.labels} == {"delmod": 0, "deloth": 0, "synonym": 1}
    source = found.curves["source"]
    assert source[1].merged == ("delmod", "deloth")
    assert source[1].alpha.value > source[0].alpha.value
    assert len(found.curves["target"]) == 1  # nothing is confused there
