"""The contract of every recipe: complete, strict, repeatable; and the floors measured on real pairs."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from scipy.stats import spearmanr

from aloi.annotation.rows import LinkedMention, ScoredPair
from aloi.base.errors import AloiError
from aloi.corpora.mining.base import Cancelled
from aloi.evaluation.rows import answer_of, with_answer
from aloi.modeling.recipes import RECIPES, recipe, recipes_for
from aloi.modeling.recipes.base import Recipe, Step, Training
from tests.modeling import row_cases
from tests.modeling.recipes.cases import ROWS, quick, training

NAMES = [one.name for one in RECIPES]
CASES = [(one, kind) for one in RECIPES for kind in one.row_kinds]
EACH = pytest.mark.parametrize(
    ("one", "kind"), CASES, ids=[f"{one.name}-{kind.__name__}" for one, kind in CASES]
)


@pytest.mark.parametrize("one", RECIPES, ids=NAMES)
def test_a_recipe_says_who_it_is_and_refuses_junk(one: Recipe[Any]) -> None:
    assert one.name.isidentifier()
    assert one.title[0].isalpha()
    assert one is recipe(one.name)
    assert set(one.help) == set(one.defaults)
    assert all(text.endswith(".") for text in one.help.values())
    assert {type(flag) for flag in (one.seeded, one.learns, one.needs_training, one.floor)} == {bool}
    assert one.learns or not one.needs_training
    assert set(one.choices) <= set(one.defaults)
    assert one.of_training <= set(one.defaults)
    assert all(one.defaults[name] in values for name, values in one.choices.items())
    with pytest.raises(AloiError, match=f"The recipe {one.name} has no setting 'junk'"):
        one.settings({"junk": 1})


def test_names_are_unique_and_unknown_ones_are_told() -> None:
    assert len(set(NAMES)) == len(NAMES)
    with pytest.raises(AloiError, match="No recipe is called 'magic'"):
        recipe("magic")


@pytest.mark.parametrize("kind", ROWS)
def test_every_kind_of_row_has_a_floor_and_a_recipe_that_learns_by_steps(kind: type) -> None:
    assert any(one.floor for one in recipes_for(kind))
    assert any("epochs" in one.defaults for one in recipes_for(kind))


@EACH
def test_a_recipe_predicts_the_same_twice_and_stops_when_asked(
    one: Recipe[Any], kind: type, tmp_path: Path
) -> None:
    brief = {"epochs": 1} if "epochs" in one.defaults else {}
    rows = ROWS[kind]
    told: list[Step] = []

    def watch(step: Step) -> bool:
        told.append(step)
        return True

    first = one.fit(training(one, tmp_path / "a", watch, kind=kind, **brief))
    predicted = first.predict(rows)
    assert len(predicted) == len(rows)
    assert predicted == first.predict([without_gold(row) for row in rows])
    assert [type(with_answer(row, said)) for row, said in zip(rows, predicted, strict=True)] == [kind] * 24
    assert told
    assert told[-1].step == told[-1].steps
    assert len(first.predict([])) == 0
    again = one.fit(training(one, tmp_path / "b", kind=kind, **brief))
    assert predicted == again.predict(rows)
    assert first.signature == again.signature
    assert first.signature.startswith(one.name)
    if not one.seeded:
        other = one.fit(training(one, tmp_path / "c", kind=kind, seed=2))
        assert predicted == other.predict(rows)
    with pytest.raises(Cancelled):
        one.fit(training(one, tmp_path / "d", lambda step: False, kind=kind, **brief))


def without_gold(row: Any) -> Any:
    """Return a row whose gold says nothing that a model could read."""
    if isinstance(row, ScoredPair):
        return with_answer(row, -1.0)
    gold = answer_of(row)
    return with_answer(row, ("O",) * len(gold) if type(row).__name__ == "TaggedTokens" else ())  # type: ignore[arg-type]


@EACH
def test_a_recipe_that_learns_needs_ten_rows(one: Recipe[Any], kind: type, tmp_path: Path) -> None:
    asked = training(one, tmp_path, kind=kind)
    none = replace(asked, train=(), dev=())
    if not one.needs_training and kind is ScoredPair:
        assert len(one.fit(none).predict(ROWS[kind])) == 24
        return
    with pytest.raises(AloiError, match="There are too few training rows for the recipe"):
        one.fit(replace(asked, train=asked.train[:9]))
    with pytest.raises(
        AloiError, match=r"was given no rows for training|too few training mentions with a concept, of 0"
    ):
        one.fit(none)
    other = next(rows for known, rows in ROWS.items() if known not in one.row_kinds)
    with pytest.raises(AloiError, match=f"The recipe {one.name} was given"):
        one.fit(replace(asked, train=other, dev=()))


def test_scores_that_are_all_the_same_are_refused(tmp_path: Path) -> None:
    same = tuple(replace(one, score=2.0) for one in ROWS[ScoredPair])
    for one in recipes_for(ScoredPair):
        if one.needs_training:
            with pytest.raises(
                AloiError, match="The score of the training pairs has 24 values, and all are 2"
            ):
                one.fit(replace(training(one, tmp_path), train=same))


def test_names_are_ranked_for_each_part_of_a_mention(tmp_path: Path) -> None:
    names = tmp_path / "names.tsv"
    names.write_text("concept_id\tname\nC1\tfièvre\nC2\ttoux\nC3\tasthme\n", encoding="utf-8")
    one = recipe("tfidf_names")
    asked = replace(training(one, tmp_path, dictionary=str(names)), train=(), dev=())
    fitted = one.fit(asked)
    both = LinkedMention("1", "d", "", (), "toux|fièvres", "", "C2|C1")
    assert [[part[0] for part in each] for each in fitted.predict([both])] == [["C2", "C1"]]
    assert with_answer(both, fitted.predict([both])[0]).concept == "C2|C1"
    assert "3 names" in fitted.signature
    with pytest.raises(AloiError, match="The setting dictionary is '/no/such'"):
        one.settings({"dictionary": "/no/such"})


def test_baselines_follow_the_scale_and_the_training_gold(tmp_path: Path) -> None:
    def scored(name: str, low: float, high: float) -> list[float]:
        one = recipe(name)
        rows = row_cases.pairs(12)
        asked: Training[ScoredPair] = Training(rows, (), quick(one), 0, tmp_path, low=low, high=high)
        texts = [("toux", "toux"), ("aa", "b")]
        return list(one.fit(asked).predict([replace(rows[0], left=a, right=b) for a, b in texts]))

    assert scored("levenshtein", 0, 4) == [4.0, 0.0]
    assert scored("levenshtein", 1, 5) == [5.0, 1.0]
    assert scored("token_cosine", 0, 5) == pytest.approx([5.0, 0.0])
    assert scored("length", 0, 1) == [1.0, 0.5]
    assert scored("tfidf_characters", 0, 5) == pytest.approx([5.0, 0.0])
    assert scored("mean", 0, 5) == [pytest.approx(np.mean([one.score for one in row_cases.pairs(12)]))] * 2


def test_bad_settings_of_baselines_are_told() -> None:
    for given in ({"shortest": 6}, {"longest": 99}, {"shortest": 0}, {"shortest": True}, {"longest": "x"}):
        with pytest.raises(AloiError, match=r"The setting .*(shortest|longest)"):
            recipe("tfidf_characters").settings(given)
    with pytest.raises(AloiError, match="'xx_none_md' cannot be loaded: it is not installed"):
        recipe("word_vectors").settings({"model": "xx_none_md"})


@pytest.mark.shared
@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("levenshtein", 0.463),
        ("token_cosine", 0.571),
        ("tfidf_characters", 0.676),
    ],
)
def test_floors_on_the_french_sts_benchmark(name: str, value: float, shared: Path, tmp_path: Path) -> None:
    from aloi.modeling.data.reading import read

    data = read(shared / "data" / "stsb-multi-mt-fr", kind=ScoredPair, scale=(0, 5))
    one, test = recipe(name), data.part("test")
    fitted = one.fit(Training((), (), one.settings({}), 0, tmp_path, low=0.0, high=5.0))
    predicted = fitted.predict(test)
    gold = [item.score for item in test if isinstance(item, ScoredPair)]
    assert spearmanr(predicted, gold).statistic == pytest.approx(value, abs=0.002)
