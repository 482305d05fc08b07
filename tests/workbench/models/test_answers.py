"""What stored runs answered beside the gold."""

from __future__ import annotations

from pathlib import Path

import pytest

from aloi.workbench.models.answers import confusions, points
from aloi.workbench.models.runs import stored_run
from tests.workbench.run_folders import KINDS, TEST, write_run_folder


def test_points_are_means_over_seeds(tmp_path: Path) -> None:
    stored = stored_run(tmp_path, write_run_folder(tmp_path, seeds=(1, 2)))
    found = points(stored, TEST.label)
    one, two = stored.answers[TEST.label]
    assert len(found) == 80
    assert found[7].predicted == pytest.approx((one[7] + two[7]) / 2)
    assert found[7].gold == stored.tests[TEST.label].gold[7]


@pytest.mark.parametrize("kind", KINDS[1:])
def test_confusions_are_counted_the_most_frequent_first(tmp_path: Path, kind: str) -> None:
    stored = stored_run(tmp_path, write_run_folder(tmp_path, noise=3, kind=kind))
    found = confusions(stored, TEST.label)
    assert points(stored, TEST.label) == ()
    assert [one.count for one in found] == sorted((one.count for one in found), reverse=True)
    assert all(one.gold != one.predicted for one in found)
    expected = {
        "LabelledText": ("heart", "heart|lung"),
        "TaggedTokens": ("O", "B-DRUG"),
        "MultipleChoice": ("A", "A|C"),
        "LinkedMention": ("C003", "C000"),
    }[kind]
    assert expected in {(one.gold, one.predicted) for one in found}
    right = stored_run(tmp_path, write_run_folder(tmp_path, noise=0, kind=kind, seeds=(5,)))
    assert confusions(right, TEST.label) == ()
