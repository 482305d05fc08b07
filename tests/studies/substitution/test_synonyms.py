"""What a ranker of concepts learns from, and how it ranks: names, queries, right candidates, scores."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from aloi.annotation.rows import LinkedMention
from aloi.gold.formats.mentions.concept_dictionary import ConceptDictionary
from aloi.modeling.rankers.hybrid import HybridRanker
from aloi.modeling.rankers.synonyms import clean_text, names_of, queries_of, targets_of
from aloi.modeling.rankers.tfidf import TfIdf


def mention(text: str, concept: str, number: int = 0) -> LinkedMention:
    return LinkedMention(f"m{number}", "d", "", (), text, "", concept)


def dictionary(*pairs: tuple[str, str]) -> ConceptDictionary:
    return ConceptDictionary(tuple(name for name, _ in pairs), tuple(concept for _, concept in pairs))


@pytest.mark.parametrize(
    ("text", "cleaned"),
    [
        ("Crohn's  disease (CD)", "crohn s disease cd"),
        ("Fièvre,élevée", "fièvre élevée"),
        ("  toux\t", "toux"),
        ("+", "+"),
    ],
)
def test_texts_are_cleaned_as_biosyn_does(text: str, cleaned: str) -> None:
    assert clean_text(text) == cleaned


def test_homonyms_are_one_name_with_all_their_concepts() -> None:
    names = names_of(dictionary(("Toux", "C1"), ("rhume", "C2+C3"), ("toux.", "C4|C1")))
    assert names.texts == ("toux", "rhume")
    assert names.concepts == (frozenset({"C1", "C4"}), frozenset({"C2", "C3"}))
    assert names_of(dictionary(("Toux", "C1"), ("toux.", "C4")), clean=False).texts == ("Toux", "toux.")


def test_composite_and_duplicate_queries_are_removed_and_counted() -> None:
    names = names_of(dictionary(("toux", "C1"), ("fièvre", "C2")))
    given = [
        mention("Toux", "C1"),
        mention("toux ", "C1"),  # the same once cleaned
        mention("toux", "C2"),  # another concept: another query
        mention("toux et fièvre", "C1|C2"),
        mention("toux et fièvre", "C1+C2"),
        mention("toux|fièvre", "C1"),
        mention("mal", "CUILESS"),
        mention("mal", ""),
        mention("mal", "C9"),
    ]
    found = queries_of(given, names)
    assert found.texts == ("toux", "toux")
    assert found.concepts == (frozenset({"C1"}), frozenset({"C2"}))
    assert dict(found.counts) == {
        "mentions": 9,
        "without_concept": 2,
        "composite": 3,
        "duplicate": 1,
        "unnamed": 1,
        "kept": 2,
    }


def test_a_name_of_its_own_alone_teaches_nothing_where_it_is_dropped() -> None:
    names = names_of(dictionary(("toux", "C1"), ("toux sèche", "C1"), ("fièvre", "C2")))
    given = [mention("Toux", "C1"), mention("fièvre", "C2"), mention("fièvres", "C2")]
    assert queries_of(given, names).texts == ("toux", "fièvre", "fièvres")
    found = queries_of(given, names, with_equal=False)
    assert found.texts == ("toux", "fièvres")
    assert found.counts["unnamed"] == 1


def test_right_candidates_have_the_whole_concept_not_a_part_of_its_name() -> None:
    names = names_of(dictionary(("a", "C11"), ("b", "C1|C7"), ("c", "XC1"), ("d", "C1")))
    places = np.array([[0, 1, 2, 3], [3, 2, 1, 0]])
    found = targets_of([frozenset({"C1"}), frozenset({"C11"})], names, places)
    assert found.tolist() == [[0, 1, 0, 1], [0, 0, 0, 1]]
    both = targets_of([frozenset({"C1", "C7"})], names, np.array([[0, 1, 2, 3]]))
    assert both.tolist() == [[0, 1, 0, 0]]  # every concept of the query


def lengths(texts: list[str]) -> np.ndarray:
    return np.array([[len(text), text.count("a"), 1] for text in texts], dtype=np.float32) / 10


NAMES = st.lists(st.text("abcé .", min_size=1, max_size=8), min_size=1, max_size=30)


@settings(max_examples=60)
@given(names=NAMES, mentions=NAMES, weight=st.sampled_from([0.0, 0.7, -1.3]), clean=st.booleans())
def test_the_hybrid_score_is_the_sum_of_both_over_all_names(
    names: list[str], mentions: list[str], weight: float, clean: bool
) -> None:
    said = [clean_text(one) if clean else one for one in names]
    asked = [clean_text(one) if clean else one for one in mentions]
    sparse = np.empty((len(asked), len(said)))
    ranked = TfIdf().rank(said, asked, len(said))
    np.put_along_axis(sparse, ranked.places, ranked.scores, axis=1)
    expected = lengths(asked) @ lengths(said).T + weight * sparse
    found = HybridRanker(lengths, weight, clean, "lengths").rank(names, mentions, 5)
    assert found.scores == pytest.approx(-np.sort(-expected, axis=1)[:, :5], abs=1e-5)
    assert np.take_along_axis(expected, found.places, axis=1) == pytest.approx(found.scores, abs=1e-5)
    assert all(len(set(row)) == min(5, len(names)) for row in found.places.tolist())


def test_equal_names_stand_in_the_order_of_the_dictionary() -> None:
    names = [f"nom {place % 700}" for place in range(5000)]
    found = HybridRanker(lambda texts: np.zeros((len(texts), 2), np.float32), 1.0, True, "none").rank(
        names, ["Nom 3", "nom 699"], 6
    )
    assert found.places[0].tolist() == [3, 703, 1403, 2103, 2803, 3503]
    assert found.places[1].tolist() == [699, 1399, 2099, 2799, 3499, 4199]


def test_the_signature_tells_the_score() -> None:
    found = HybridRanker(lengths, 0.25, True, "model x").signature
    assert found == (
        "concept_ranker (model x; lower-cased without punctuation; dot + 0.25 * tf-idf cosine of "
        "characters and pairs, exact)"
    )
