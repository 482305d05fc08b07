"""Gold by models of annotators: what is learnt from, what is kept, what a release of it says and checks."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from aloi.agreement.ratings import Ratings
from aloi.annotation.rows import ScoredPair
from aloi.annotation.tasks import TASKS
from aloi.annotation.tasks.base import GoldPart, TaskType
from aloi.annotation.tasks.similarity.task import Similarity
from aloi.base.errors import AloiError
from aloi.corpora.identity import checksum
from aloi.corpora.model import Json
from aloi.gold.formats import formats_for
from aloi.gold.making.aggregate import (
    AnnotatorAnswer,
    GoldResult,
    ItemAnswers,
    collect_answers,
    gold_rule,
    make_gold,
)
from aloi.gold.making.models.dawid_skene import dawid_skene
from aloi.gold.making.models.ordinal import ordinal_model
from aloi.gold.making.models.rules import MODEL_RULES, check_one_guideline, model_rules
from aloi.gold.model import Adjudication, Assumption, GoldStatus, Release
from aloi.gold.releasing.compressed_records import packed_checksum
from aloi.gold.releasing.content import content
from aloi.gold.releasing.manifest import ReleaseInputs, entries, rows_by_split, rows_of
from aloi.gold.releasing.release import build_release, diff, verify
from tests.gold.campaign import NOW, SETTINGS, SIMILARITY

NAMES = ["dawid_skene", "mace", "ordinal_model"]
SCORES = [
    (5, 4, 5), (5, 5, 5), (0, 3, 1), (1, 0, 1), (2, 4, 2), (0, 0, 0),
    (4, 4, 5), (3, 1, 3), (0, 0, 1), (5, 2, 5), (1, 1, 1), (3, 3, 3),
]  # fmt: skip


def _answers(item: str, *scores: float | None, where: str = "r1") -> ItemAnswers:
    given = [AnnotatorAnswer(f"A{n}", {"score": one}) for n, one in enumerate(scores, 1) if one is not None]
    return ItemAnswers(item, where, tuple(given))


TABLE = [_answers(f"i{place:02}", *scores) for place, scores in enumerate(SCORES)]


def _make(
    answers: list[ItemAnswers],
    rule: str,
    decisions: tuple[Adjudication, ...] = (),
    assumptions: tuple[Assumption, ...] = (),
    task: Similarity | None = None,
    settings: Mapping[str, Json] = SETTINGS,
) -> GoldResult:
    rounds = {"r1": 1, "r2": 2}
    kind = task or SIMILARITY
    return make_gold(answers, decisions, assumptions, rounds=rounds, task=kind, settings=settings, rule=rule)


def _ratings() -> Ratings:
    triples = [
        (each.item_id, one.pseudonym, one.value["score"])
        for each in TABLE
        for one in each.answers
        if isinstance(one.value, dict)
    ]
    return Ratings.from_triples(triples, "ordinal", range(6))


class _Labels(Similarity):
    """The similarity task, its answers taken as labels."""

    def gold_parts(self, settings: Mapping[str, Json]) -> tuple[GoldPart, ...]:
        return tuple(replace(one, categories=("yes", "no")) for one in super().gold_parts(settings))


class _Free(Similarity):
    """The similarity task, its answers without parts."""

    def gold_parts(self, settings: Mapping[str, Json]) -> tuple[GoldPart, ...]:
        return ()


def test_a_task_is_offered_the_models_its_answers_allow() -> None:
    assert [one.name for one in MODEL_RULES] == NAMES
    assert [one.name for one in model_rules(SIMILARITY, SETTINGS)] == NAMES
    assert [one.name for one in model_rules(_Labels(), SETTINGS)] == NAMES[:2]
    assert model_rules(_Free(), SETTINGS) == ()
    assert gold_rule(SIMILARITY, SETTINGS, None).name == "mean"
    with pytest.raises(AloiError, match="mean, median, majority, dawid_skene, mace"):
        gold_rule(_Labels(), SETTINGS, "ordinal_model")


@pytest.mark.parametrize("kind", TASKS, ids=lambda one: one.name)
def test_the_parts_of_an_answer_are_declared_and_join_to_it(kind: TaskType) -> None:
    settings = kind.check_settings(kind.default_settings())
    parts = kind.gold_parts(settings)
    for value in kind.example().values if parts else ():
        found = {one.name: one.read(value) for one in parts}
        assert all(found[one.name] in one.categories for one in parts if one.categories)
        assert kind.join(found) == value


def test_values_and_soft_labels_are_those_of_the_library() -> None:
    result = dawid_skene(_ratings())
    made = _make(TABLE, "dawid_skene")
    assert [one.item_id for one in made.items] == list(result.units)
    assert [one.value for one in made.items] == [{"score": value} for value in result.values]
    for row, one in enumerate(made.items):
        assert one.soft is not None
        shares = {value["score"]: share for value, share in one.soft if isinstance(value, dict)}
        for category, probability in result.soft_label(row):
            assert shares.get(category, 0) == pytest.approx(probability, abs=1e-6)
        assert (one.rule, one.status, one.support) == (
            "dawid_skene", GoldStatus.AGGREGATED, ("A1", "A2", "A3"),
        )  # fmt: skip
    assert made.models is not None
    [model] = made.models
    assert (model.part, model.signature, model.converged) == ("score", result.signature, True)
    right = [sum(result.prior[c] * result.confusion[a, c, c] for c in range(6)) for a in range(3)]
    assert [one.pseudonym for one in model.annotators] == ["A1", "A2", "A3"]
    assert [one.figures["accuracy"] for one in model.annotators] == pytest.approx(right, abs=1e-6)


def test_the_model_of_scores_takes_severity_out() -> None:
    true = [1, 2, 3, 4, 2, 3, 1, 4, 2, 3, 1, 4]
    # A3 is one degree too high throughout, and the last items have nobody else.
    rows = [(t, t, t + 1) if n < 9 else (None, None, t + 1) for n, t in enumerate(true)]
    made = _make([_answers(f"i{n:02}", *row) for n, row in enumerate(rows)], "ordinal_model")
    assert made.models is not None
    severity = {one.pseudonym: one.figures["severity"] for one in made.models[0].annotators}
    assert severity["A3"] - severity["A1"] == pytest.approx(1, abs=0.1)
    alone = [one for one in made.items if one.status == GoldStatus.SINGLE]
    assert len(alone) == 3
    # Severities are centred on 0: the three alone stand a third of a degree above the truth, not one.
    assert [one.value["score"] for one in alone if isinstance(one.value, dict)] == pytest.approx(
        [t + 1 / 3 for t in true[9:]], abs=0.15
    )
    again = ordinal_model(_ratings())
    kept = _make(TABLE, "ordinal_model").items
    assert [one.value for one in kept] == [
        {"score": pytest.approx(value, abs=1e-6)} for value in again.values
    ]


@pytest.mark.parametrize("rule", NAMES)
def test_the_order_of_answers_and_annotators_changes_nothing(rule: str) -> None:
    random = Random(3)
    mixed = [replace(one, answers=tuple(random.sample(one.answers, 3))) for one in random.sample(TABLE, 12)]
    assert _make(mixed, rule) == _make(TABLE, rule)


@pytest.mark.parametrize("rule", NAMES)
def test_decisions_and_assumptions_win_and_what_they_settle_is_not_learnt_from(rule: str) -> None:
    decision = Adjudication("r1", "i02", 1, ("A9",), {"score": 2}, "because", (), NOW)
    assumption = Assumption("i99", "c", {"score": 0}, "drawn at random", {}, NOW)
    made = _make(TABLE, rule, (decision,), (assumption,))
    by_id = {one.item_id: one for one in made.items}
    assert by_id["i02"].value == {"score": 2}
    assert (by_id["i02"].soft, by_id["i99"].soft) == (None, None)
    assert by_id["i99"].status == GoldStatus.ASSUMED
    wild = [replace(one, answers=_answers("i02", 5, 5, 0).answers) if one.item_id == "i02" else one
            for one in TABLE]  # fmt: skip
    other = {one.item_id: one for one in _make(wild, rule, (decision,), (assumption,)).items}
    assert {name: one.value for name, one in other.items()} == {
        name: one.value for name, one in by_id.items()
    }


def test_the_last_round_of_an_item_counts() -> None:
    made = _make([*TABLE, _answers("i02", 4, 4, 4, where="r2")], "mace")
    [one] = [one for one in made.items if one.item_id == "i02"]
    assert (one.value, one.round_id) == ({"score": 4}, "r2")


def test_a_tie_needs_a_decision() -> None:
    made = _make([_answers("i1", 0, 5)], "dawid_skene")
    assert (made.items, made.undecided) == ((), ("i1",))


def test_nothing_to_learn_from_is_no_failure() -> None:
    assumption = Assumption("i1", "c", {"score": 0}, "drawn at random", {}, NOW)
    made = _make([], "mace", assumptions=(assumption,))
    assert [one.value for one in made.items] == [{"score": 0}]
    assert made.models == ()


def test_each_scale_is_learnt_on_its_own() -> None:
    scales: list[Json] = [{"name": "form", "low": 0, "high": 5}, {"name": "score", "low": 0, "high": 5}]
    settings = SIMILARITY.check_settings({"scales": scales, "main": "score"})
    both = [
        replace(each, answers=tuple(
            replace(one, value={"form": 5 - one.value["score"], "score": one.value["score"]})
            for one in each.answers if isinstance(one.value, dict)
        ))
        for each in TABLE
    ]  # fmt: skip
    made = _make(both, "ordinal_model", settings=settings)
    assert made.models is not None
    assert [one.part for one in made.models] == ["score", "form"]
    for one, alone in zip(made.items, _make(TABLE, "ordinal_model").items, strict=True):
        assert isinstance(one.value, dict)
        assert isinstance(alone.value, dict)
        assert one.value["score"] == alone.value["score"]
        assert one.value["form"] == pytest.approx(5 - float(str(alone.value["score"])), abs=1e-4)
        assert one.soft is not None
        for part in ("score", "form"):
            shares = [share for value, share in one.soft if isinstance(value, dict) and part in value]
            assert sum(shares) == pytest.approx(1, abs=1e-5)


def test_answers_of_two_guidelines_are_refused(inputs: ReleaseInputs) -> None:
    check_one_guideline(inputs.rounds, inputs.annotations)
    moved = [
        replace(one, guideline_version=2) if one.key.round_id == inputs.rounds[1].id else one
        for one in inputs.annotations
    ]
    with pytest.raises(AloiError, match="round 1 under guideline 1, round 2 under guideline 2"):
        check_one_guideline(inputs.rounds, moved)
    check_one_guideline(inputs.rounds[:1], [one for one in moved if one.guideline_version == 1])


@pytest.fixture(params=NAMES)
def soft_inputs(request: pytest.FixtureRequest, inputs: ReleaseInputs) -> ReleaseInputs:
    """Return the campaign made by hand, its gold made by a model."""
    made = make_gold(
        collect_answers(inputs.rounds, inputs.annotations, {p.id: p.pseudonym for p in inputs.annotators}),
        inputs.adjudications,
        inputs.assumptions,
        rounds={one.id: one.number for one in inputs.rounds},
        task=SIMILARITY,
        settings=SETTINGS,
        rule=request.param,
    )
    assert made.undecided == ()
    gold = replace(inputs.gold, rule=request.param, items=made.items, models=made.models)
    return replace(inputs, gold=gold)


def _stamped(release: Release, change: float) -> dict[str, Json]:
    """Return the manifest with a probability moved, and both checksums right again."""
    manifest: dict[str, Json] = json.loads(json.dumps(release.manifest))
    first = next(one for one in rows_of(entries(manifest, "gold"), "items") if "soft" in one)
    soft = first["soft"]
    assert isinstance(soft, list)
    assert isinstance(soft[0], list)
    soft[0][1] = float(str(soft[0][1])) - change
    del manifest["manifest_checksum"]
    manifest["checksum"] = packed_checksum(content(manifest))
    manifest["manifest_checksum"] = checksum(manifest)
    return manifest


def test_a_release_keeps_soft_labels_and_the_model_and_verifies(
    soft_inputs: ReleaseInputs, tmp_path: Path
) -> None:
    release = build_release(soft_inputs, NOW)
    assert verify(release.manifest) == []
    gold = entries(release.manifest, "gold")
    kept = {str(one["item_id"]): one for one in rows_of(gold, "items")}
    for one in soft_inputs.gold.items:
        assert kept[one.item_id].get("soft") == (
            None if one.soft is None else [[value, share] for value, share in one.soft]
        )
    [model] = rows_of(gold, "models")
    assert len(rows_of(model, "annotators")) == 3
    assert f"`{model['signature']}`" in str(release.manifest["statement"])
    for form in formats_for(ScoredPair):
        export = form.write(rows_by_split(release.manifest), tmp_path / form.name, release)
        assert any("soft labels" in one for one in export.lost) != form.keeps_soft_labels


def test_another_machine_may_differ_in_the_last_digits_only(soft_inputs: ReleaseInputs) -> None:
    release = build_release(soft_inputs, NOW)
    assert verify(_stamped(release, 2e-5)) == []
    [problem] = verify(_stamped(release, 0.1))
    assert "do not follow from the annotations" in problem


def test_gold_that_no_longer_follows_from_the_answers_is_refused(soft_inputs: ReleaseInputs) -> None:
    last = soft_inputs.annotations[-4]
    changed = replace(last, revision=9, value={"score": 0 if last.value != {"score": 0} else 5})
    with pytest.raises(AloiError, match="no longer follow"):
        build_release(replace(soft_inputs, annotations=(*soft_inputs.annotations, changed)), NOW)


def test_soft_labels_that_change_are_a_change_of_the_gold(soft_inputs: ReleaseInputs) -> None:
    release = build_release(soft_inputs, NOW)
    other = _stamped(release, 0.1)
    found = diff(release.manifest, other)
    assert (found.same_content, found.changed_values) == (False, ())
    assert len(found.changed_gold) == 1


def test_a_release_by_a_rule_says_nothing_of_models(release: Release, tmp_path: Path) -> None:
    gold = entries(release.manifest, "gold")
    assert "models" not in gold
    assert all("soft" not in one for one in rows_of(gold, "items"))
    for form in formats_for(ScoredPair):
        export = form.write(rows_by_split(release.manifest), tmp_path / form.name, release)
        assert not any("soft labels" in one for one in export.lost)
