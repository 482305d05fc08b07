"""SARI against values of EASSE, hand-worked sentences, and properties."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from aloi.base.errors import AloiError
from aloi.evaluation.metrics.sari import NAMES, SariVariant, corpus_counts, tokenize_13a
from tests.evaluation.corpus_sari import SariScore, sari

TEXTS = st.lists(st.sampled_from(["a", "b", "c", "d"]), max_size=7).map(" ".join)


def values(found: SariScore) -> list[float]:
    return [getattr(found, name) for name in NAMES]


def test_two_sentences_with_three_references_as_easse_scores_them() -> None:
    # The example of EASSE's own README, run with EASSE.
    found = sari(
        ["About 95 species are currently accepted.", "The cat perched on the mat."],
        ["About 95 you now get in.", "Cat on mat."],
        [
            ["About 95 species are currently known.", "The cat sat on the mat."],
            ["About 95 species are now accepted.", "The cat is on the mat."],
            ["95 species are now accepted.", "The cat sat."],
        ],
    )
    assert values(found) == pytest.approx([33.174726, 6.25, 24.673440, 68.600737], abs=1e-6)


def test_counts_of_a_sentence_worked_by_hand() -> None:
    # Source "a a b", output "a c", references "a c" and "a d"; unigrams, two references.
    # add: the output adds {c}, the references {c, d}, right {c}.
    # keep: the output a 2, b 0; the references a 2, b 0 (of a 4, b 2); right 2.
    # delete: the output a 2, b 2; the references the same; right 4.
    found = corpus_counts(["a a b"], ["a c"], [["a c"], ["a d"]])[0, 0]
    assert found.tolist() == [[1, 1, 2], [2, 2, 2], [4, 4, 4]]


def test_a_score_worked_by_hand() -> None:
    # One token each, so that n = 2, 3, 4 are empty and count 0: add P = R = 1 at n = 1 only, delete too.
    assert values(sari(["x"], ["y"], [["y"]])) == pytest.approx([50 / 3, 25, 0, 25])


def test_identical_source_output_and_reference_score_a_third() -> None:
    text = ["the cat sat on the mat ."]
    assert values(sari(text, text, [text])) == pytest.approx([100 / 3, 0, 100, 0])


@given(source=TEXTS, system=TEXTS, references=st.lists(TEXTS, min_size=1, max_size=3))
def test_every_part_lies_in_its_range_and_the_whole_is_their_mean(
    source: str, system: str, references: list[str]
) -> None:
    for variant in SariVariant:
        found = sari([source], [system], [[one] for one in references], variant)
        assert all(0 <= value <= 100 + 1e-9 for value in values(found))
        assert found.sari == pytest.approx((found.add + found.keep + found.delete) / 3)


@given(source=TEXTS, system=TEXTS, references=st.lists(TEXTS, min_size=2, max_size=3))
def test_the_order_of_references_and_a_repeated_corpus_change_nothing(
    source: str, system: str, references: list[str]
) -> None:
    once = values(sari([source], [system], [[one] for one in references]))
    assert values(sari([source], [system], [[one] for one in references[::-1]])) == pytest.approx(once)
    twice = sari([source] * 2, [system] * 2, [[one] * 2 for one in references])
    assert values(twice) == pytest.approx(once)


@given(source=TEXTS, system=TEXTS)
def test_the_only_reference_itself_is_never_beaten_by_the_source_copied(source: str, system: str) -> None:
    own, copied = sari([source], [system], [[system]]), sari([source], [source], [[system]])
    assert own.add >= copied.add
    assert own.delete >= copied.delete
    assert own.keep >= copied.keep - 1e-9


def test_the_tokeniser_leaves_apostrophes_and_numbers_whole() -> None:
    assert tokenize_13a('It\'s 1,000.5; "no", 3-4 &amp; x.') == 'it\'s 1,000.5 ; " no " , 3 - 4 & x .'


@pytest.mark.parametrize(
    ("sources", "systems", "references", "said"),
    [
        (["a"], ["b"], [], "There are too few references: 0"),
        ([], [], [[]], "There are too few sentences: 0"),
        (["a"], ["b", "c"], [["d"]], "The number of sources, outputs and reference sentences is 1, 2, 1"),
        (
            ["a"],
            ["b"],
            [["d"], ["e", "f"]],
            "The number of sources, outputs and reference sentences is 1, 1, 1, 2",
        ),
    ],
)
def test_texts_that_do_not_fit_are_refused(
    sources: list[str], systems: list[str], references: list[list[str]], said: str
) -> None:
    with pytest.raises(AloiError, match=said):
        sari(sources, systems, references)


@pytest.mark.shared
def test_every_worked_value_of_every_variant(shared: Path) -> None:
    known = json.loads((shared / "reference/metrics.json").read_text(encoding="utf-8"))
    for text, tokens in known["sari_tokenizer_13a"].items():
        assert tokenize_13a(text) == tokens
    for case in known["sari"]["cases"].values():
        references = list(case["refs"])
        for variant in SariVariant:
            expected = case["scores"][variant.value]
            found = sari(case["orig"], case["sys"], references, variant)
            assert values(found) == pytest.approx([expected[name] for name in NAMES], abs=1e-6)
