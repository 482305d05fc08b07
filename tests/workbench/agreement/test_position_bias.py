"""The order of candidates: answers by place and by rank, agreement with the same order and another."""

from __future__ import annotations

from pathlib import Path

import pytest

from aloi.annotation.model import Annotation, AssignmentKey
from aloi.base.errors import AloiError
from aloi.storage.store import Store
from aloi.workbench import people
from aloi.workbench.agreement.position_bias import bias_of, position_bias
from aloi.workbench.requests.campaigns import CampaignRequest
from aloi.workbench.requests.corrections import PersonRequest
from aloi.workbench.requests.rounds import RoundRequest
from aloi.workbench.rounds.campaigns import create_campaign
from aloi.workbench.rounds.rounds import open_round
from tests.workbench.linking_campaign import linking_campaign
from tests.workbench.scene import NOW


def answer(item: str, who: str, concepts: str, candidates: str, ranks: list[int] | None = None) -> Annotation:
    shown = {"candidates": candidates.split(), "ranks": ranks or []} if candidates else {}
    return Annotation(
        key=AssignmentKey("r", item, who, 1),
        revision=1,
        event_id=f"{item}-{who}",
        value={"concepts": concepts.split()},
        flag=False,
        comment="",
        seconds=1.0,
        guideline_version=None,
        created_at=NOW,
        shown=shown,
    )


def test_answers_are_counted_by_place_and_by_rank() -> None:
    found = bias_of(
        [
            answer("i", "a", "X1", "X1 X2 X3", [1, 2, 3]),
            answer("i", "b", "X1", "X3 X1 X2", [3, 1, 2]),
            answer("j", "a", "X2 X9", "X2 X3", [1, 2]),  # a composite: one candidate, one found by search
            answer("j", "b", "", "X3 X2", [2, 1]),
            answer("k", "a", "X5", ""),  # imported: nobody knows what was shown
        ]
    )
    assert (found.answers, found.concepts, found.searched, found.none, found.unseen) == (4, 4, 1, 1, 1)
    assert [(one.position, one.at_place, one.at_rank) for one in found.places] == [(1, 2, 3), (2, 1, 0)]
    assert found.places[0].place_share == pytest.approx(2 / 4)
    assert found.places[0].rank_share == pytest.approx(3 / 4)


def test_agreement_is_told_apart_by_order() -> None:
    found = bias_of(
        [
            answer("i", "a", "X1", "X1 X2"),
            answer("i", "b", "X1", "X1 X2"),
            answer("i", "c", "X2", "X2 X1"),
            answer("j", "a", "X3", "X3 X4"),
            answer("j", "b", "X3", "X4 X3"),
        ]
    )
    same, other = found.orders
    assert (same.same_order, same.pairs, same.agreement) == (True, 1, 1.0)
    assert (other.same_order, other.pairs, other.agreement) == (False, 3, pytest.approx(1 / 3))
    assert bias_of([answer("i", "a", "X1", "X1")]).orders[0].agreement is None


def test_it_is_read_from_a_round(store: Store, tmp_path: Path) -> None:
    campaign, mentions = linking_campaign(store, tmp_path)
    for name in ("A", "B"):
        people.add_person(store, PersonRequest(name, "annotator", pseudonym=name), NOW)
    opened = open_round(store, RoundRequest("link", purpose="main", annotators=["A", "B"]))
    with pytest.raises(AloiError, match="contains no answers"):
        position_bias(store, "link", 1)
    for name, ids in (("A", ["X1", "X8"]), ("B", ["X8", "X1"])):
        key = AssignmentKey(opened.id, mentions["fièvre"].id, store.people.get(name).id, 1)
        store.answers.submit(
            key,
            f"event-{name}",
            {"concepts": [ids[0]]},
            seconds=1.0,
            flag=False,
            comment="",
            now=NOW,
            guideline_version=None,
            shown={"candidates": ids, "ranks": [1, 2] if name == "A" else [2, 1]},
        )
    found = position_bias(store, "link", 1)
    assert [(one.position, one.at_place, one.at_rank) for one in found.places] == [(1, 2, 1), (2, 0, 1)]
    assert (found.orders[1].pairs, found.orders[1].agreement) == (1, 0.0)
    create_campaign(store, CampaignRequest("other", campaign.corpus_id))
    with pytest.raises(AloiError, match="a campaign of the task linking"):
        position_bias(store, "other", 1)
