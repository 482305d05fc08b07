"""Two rounds of a campaign, or two groups of one, set against each other."""

from __future__ import annotations

from pathlib import Path

import pytest

from aloi.agreement.compute import compute
from aloi.base.errors import AloiError
from aloi.storage.store import Store
from aloi.workbench.agreement.comparison import ComparedRound, difference_of_rounds
from aloi.workbench.agreement.verdict import deciding_ratings
from aloi.workbench.cache.agreement import CompareRounds
from tests.workbench.cache.test_questions import cached
from tests.workbench.scene import make_scene

FIRST = [0, 1, 2, 3, 4, 5] * 7


def test_a_second_round_of_the_same_items_is_compared_and_so_are_groups(store: Store, tmp_path: Path) -> None:
    scene = make_scene(store, tmp_path, pairs=42)
    near = [min(5, one + (at % 4 == 0)) for at, one in enumerate(FIRST)]
    far = [(at * 5) % 6 if at % 3 else one for at, one in enumerate(FIRST)]
    early = scene.open(items=scene.items, names=("A1", "A2", "A3"))
    scene.give(early, {"A1": FIRST, "A2": far, "A3": near})
    found = difference_of_rounds(
        store, "closeness", ComparedRound(1, ("A1", "A2")), ComparedRound(1, ("A1", "A3"))
    )
    alpha = next(one for one in found.differences if one.measure == "krippendorff_alpha")
    ratings = deciding_ratings(store, "closeness", early)
    assert ratings is not None
    for names, value in ((("A1", "A2"), alpha.first), (("A1", "A3"), alpha.second)):
        [direct] = compute(ratings.subset_annotators(names), ["krippendorff_alpha"], ci="none")
        assert value == direct.value
    assert alpha.interval is not None
    assert alpha.interval.low > 0
    assert alpha.p < 0.05
    assert "|rounds:1,1|" in alpha.signature
    weights = {one.measure: one.signature for one in found.differences}
    assert "weights:ordinal-gwet" in weights["fleiss_kappa"]
    of = (early.campaign_id, early.id, "score", early.id, ("A1", "A2"), ("A1", "A3"))
    assert cached(store, tmp_path, CompareRounds(*of)) == found
    with pytest.raises(AloiError, match="annotator"):
        difference_of_rounds(store, "closeness", ComparedRound(1, ("A9",)), ComparedRound(1))
