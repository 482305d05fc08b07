"""The diagnosis of a round: who stands apart, how labels are used, hidden repeats, what to fix."""

from __future__ import annotations

from pathlib import Path

import pytest

from aloi.annotation.assign import shown_as_is
from aloi.annotation.model import AssignmentKey
from aloi.base.errors import AloiError
from aloi.storage.store import Store
from aloi.workbench.agreement import diagnosis
from tests.workbench.scene import NOW, Scene, make_scene

# A3 answers two degrees higher than the others.
BASE = [0, 1, 2, 3] * 10


@pytest.fixture
def scene(store: Store, tmp_path: Path) -> Scene:
    return make_scene(store, tmp_path, pairs=40)


def test_an_annotator_who_scores_higher_is_named(scene: Scene) -> None:
    scene.give(scene.open(), {"A1": BASE, "A2": BASE, "A3": [one + 2 for one in BASE]})
    found = diagnosis.diagnose(scene.store, "closeness", 1)
    a1, _, a3 = found.annotators
    assert (a1.annotator, a3.annotator) == ("A1", "A3")
    assert a3.bias.value == pytest.approx(2)
    assert a1.bias.value == pytest.approx(-1)
    assert a3.alpha_change.value < 0 < a1.alpha_change.value
    assert a3.pace.median == 2.0
    assert a3.pace.fast == 1.0
    assert [one.label for one in found.labels] == [0, 1, 2, 3, 4, 5]
    assert found.labels[0].prevalence == pytest.approx(20 / 120)
    named = [one for one in found.findings if "A3" in one.about]
    assert {one.kind for one in named} == {"apart", "bias"}
    assert found.repeats is None


def test_a_round_of_one_mind_has_nothing_to_fix(scene: Scene) -> None:
    scene.give(scene.open(), dict.fromkeys(scene.names, BASE))
    assert diagnosis.diagnose(scene.store, "closeness", 1).findings == ()


def test_hidden_repeats_tell_self_agreement_and_the_effect_of_the_sides(scene: Scene) -> None:
    one = scene.open(names=("A1", "A2"), repeats=40)
    scene.give(one, {"A1": BASE, "A2": BASE})
    person = scene.store.people.get("A1")
    for place, item in enumerate(scene.items):
        key = AssignmentKey(one.id, item, person.id, 2)
        as_is = shown_as_is(key, symmetric=True)
        scene.store.answers.submit(
            key,
            f"again-{place}",
            {"score": BASE[place] if as_is else BASE[place] + 1},
            seconds=2.0,
            flag=False,
            comment="",
            shown={"left_first": as_is},
            guideline_version=one.guideline_version,
            now=NOW,
        )
    found = diagnosis.diagnose(scene.store, "closeness", 1)
    assert found.repeats is not None
    [again] = found.repeats.annotators
    assert (again.annotator, again.units) == ("A1", 40)
    assert found.repeats.order_effect.value == pytest.approx(1)
    turned = sum(
        not shown_as_is(AssignmentKey(one.id, item, person.id, 2), symmetric=True) for item in scene.items
    )
    assert again.percent.value == pytest.approx(1 - turned / 40)
    assert "order_effect" in {one.kind for one in found.findings}


def test_a_round_without_answers_is_told(scene: Scene) -> None:
    scene.open()
    with pytest.raises(AloiError, match="contains no answers"):
        diagnosis.diagnose(scene.store, "closeness", 1)
