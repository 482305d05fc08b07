"""What scoring asks of rows: their answers in one order, where they come from, and what goes with each."""

from __future__ import annotations

import pytest

from aloi.annotation.rows import ScoredPair, TaggedTokens
from aloi.base.errors import AloiError
from aloi.evaluation.rows import Provenance, evaluation_set

PAIRS = [
    ScoredPair("b", "l1", "r1", "Il tousse.", "Il dort.", 1.5, 0, 4),
    ScoredPair("a", "l2", "r2", "Oui.", "Non.", 3, 0, 4),
]


def test_a_set_says_what_it_is_of_and_is_sorted_by_id() -> None:
    beside = {"b": Provenance(("lexical",), None, {})}
    found = evaluation_set("pairs 1.0/test", "c0ffee", PAIRS, beside)
    assert (found.label, found.checksum, found.kind) == ("pairs 1.0/test", "c0ffee", "ScoredPair")
    assert (found.ids, found.gold) == (("a", "b"), (3.0, 1.5))
    assert (found.low, found.high) == (0, 4)
    assert found.documents == ("", "")
    assert found.provenance == (
        Provenance(clusters={"sentence": ("l2", "r2")}),
        Provenance(("lexical",), clusters={"sentence": ("l1", "r1")}),
    )
    assert found.units.drawn == "items"  # no two pairs share a sentence


def test_words_keep_the_document_they_stand_in() -> None:
    rows = [TaggedTokens(f"s{n}", f"d{n % 2}", ("Il", "tousse"), ("O", "B-sign")) for n in range(3)]
    assert evaluation_set("s", "", rows).documents == ("d0", "d1", "d0")


@pytest.mark.parametrize(
    ("rows", "told"),
    [
        ([], "The kind of the rows of t is 0"),
        (
            [PAIRS[0], TaggedTokens("s", "d", ("Il",), ("O",))],
            "The kind of the rows of t is ScoredPair, TaggedTokens",
        ),
        ([*PAIRS, PAIRS[1]], "'a'"),
    ],
)
def test_what_cannot_be_scored_is_refused(rows: list[ScoredPair | TaggedTokens], told: str) -> None:
    with pytest.raises(AloiError, match=told):
        evaluation_set("t", "", rows)
