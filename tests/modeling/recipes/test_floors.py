"""Floors of rows: the most frequent answer, look-ups, tf-idf with a linear model."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from aloi.annotation.rows import LabelledText, LinkedMention, MultipleChoice, TaggedTokens
from aloi.base.errors import AloiError
from aloi.corpora.mining.base import Cancelled
from aloi.modeling.recipes import recipe as recipe_of
from aloi.modeling.recipes import recipes_for
from tests.modeling.row_cases import questions, sentences, texts, training


def fitted(name: str, rows: tuple[Any, ...], folder: Path, **settings: Any) -> Any:
    recipe = recipe_of(name)
    return recipe.fit(training(recipe, rows, folder, **settings))


def hidden(rows: tuple[Any, ...]) -> tuple[Any, ...]:
    """Return rows whose gold says something else, which no prediction may show."""
    blank: dict[type, Any] = {
        LabelledText: lambda row: replace(row, labels=()),
        TaggedTokens: lambda row: replace(row, tags=("O",) * len(row.tokens)),
        MultipleChoice: lambda row: replace(row, correct=()),
    }
    return tuple(blank[type(row)](row) for row in rows)


def test_the_floors_of_a_kind_are_known() -> None:
    assert [one.name for one in recipes_for(TaggedTokens) if one.floor] == [
        "majority_class", "dictionary_tagger", "word_tag",
    ]  # fmt: skip
    assert [one.name for one in recipes_for(LinkedMention) if one.floor] == ["tfidf_names", "vector_names"]


def test_an_unknown_name_and_an_unknown_setting_are_refused() -> None:
    with pytest.raises(AloiError, match="majority_class"):
        recipe_of("nothing")
    with pytest.raises(AloiError, match="no setting 'epochs'"):
        recipe_of("majority_class").settings({"epochs": 2})
    with pytest.raises(AloiError, match="threshold is 2"):
        recipe_of("tfidf_linear").settings({"threshold": 2.0})


def tens(*rows: Any) -> tuple[Any, ...]:
    """Return rows ten times over: what is most frequent stays so, and there are enough to learn from."""
    return rows * 10


def test_the_most_frequent_answer_of_each_kind(tmp_path: Path) -> None:
    labels = [LabelledText(str(at), "x", "", one, ("a", "b")) for at, one in enumerate([("b",), (), ("b",)])]
    assert fitted("majority_class", tens(*labels), tmp_path).predict(labels) == [("b",)] * 3
    spans = TaggedTokens("1", "d", ("le", "scanner"), ("O", "B-ACT"))
    assert fitted("majority_class", tens(spans), tmp_path).predict([spans])[0] == ("O", "O")
    words = TaggedTokens("1", "d", ("le", "grand", "petit"), ("B-DET", "B-ADJ", "B-ADJ"))
    assert fitted("majority_class", tens(words), tmp_path).predict([words])[0] == ("B-ADJ",) * 3
    asked = [
        MultipleChoice(str(at), "q", ("a", "b", "c"), one) for at, one in enumerate([(1, 2), (0,), (1, 2)])
    ]
    found = fitted("majority_class", tens(*asked), tmp_path).predict(
        [replace(asked[1], options=("a", "b")), asked[1]]
    )
    assert found == [(0,), (1, 2)]


def test_the_longest_entity_is_looked_up_whatever_its_capitals(tmp_path: Path) -> None:
    rows = tens(
        TaggedTokens("1", "d", ("fièvre", "jaune", "et", "fièvre"), ("B-D", "I-D", "O", "B-S")),
        TaggedTokens("2", "d", ("il", "va", "il", "va"), ("B-X", "O", "O", "O")),
    )
    unseen = TaggedTokens("3", "e", ("Fièvre", "jaune", ",", "FIÈVRE", "il"), ("O",) * 5)
    model = fitted("dictionary_tagger", rows, tmp_path, least_share=0.5)
    assert model.predict([unseen])[0] == ("B-D", "I-D", "O", "B-S", "B-X")
    strict = fitted("dictionary_tagger", rows, tmp_path, least_share=0.9)
    assert strict.predict([unseen])[0] == ("B-D", "I-D", "O", "O", "O")
    assert "entries 3" in model.signature
    assert "entries 1" in strict.signature


def test_words_get_their_tag_and_unknown_ones_that_of_their_ending(tmp_path: Path) -> None:
    row = TaggedTokens("1", "d", ("il", "marche", "la", "marche", "Marche"), ("PRO", "V", "DET", "V", "NOM"))
    unseen = TaggedTokens("2", "d", ("MARCHE", "cherche", "xyz"), ("O",) * 3)
    assert fitted("word_tag", tens(row), tmp_path).predict([unseen])[0] == ("V", "V", "V")


@pytest.mark.parametrize("several", [False, True])
def test_tfidf_learns_labels(several: bool, tmp_path: Path) -> None:
    rows, unseen = texts(80, several=several), texts(30, several=several, seed=9)
    model = fitted("tfidf_linear", rows, tmp_path)
    found = model.predict(hidden(unseen))
    assert sum(a == b.labels for a, b in zip(found, unseen, strict=True)) >= 27
    assert any(len(one) != 1 for one in found) is several


@pytest.mark.parametrize("several", [False, True])
def test_tfidf_answers_questions(several: bool, tmp_path: Path) -> None:
    rows, unseen = questions(80, several=several), questions(30, several=several, seed=9)
    found = fitted("tfidf_linear", rows, tmp_path).predict(hidden(unseen))
    assert sum(a == b.correct for a, b in zip(found, unseen, strict=True)) >= 25


def test_other_rows_and_no_rows_are_refused(tmp_path: Path) -> None:
    with pytest.raises(AloiError, match="given no rows"):
        fitted("majority_class", (), tmp_path)
    with pytest.raises(AloiError, match="TaggedTokens"):
        fitted("tfidf_linear", sentences(10), tmp_path)
    with pytest.raises(AloiError, match="The list of rows to predict is of the kind MultipleChoice"):
        fitted("tfidf_linear", texts(20), tmp_path).predict(questions(2))


def test_a_fit_can_be_stopped(tmp_path: Path) -> None:
    for name, rows in (
        ("majority_class", texts(10)),
        ("word_tag", sentences(10)),
        ("tfidf_linear", texts(10)),
    ):
        recipe = recipe_of(name)
        asked = replace(training(recipe, rows, tmp_path), watch=lambda step: False)
        with pytest.raises(Cancelled):
            recipe.fit(asked)
