"""Findings are given in the reader's language, for every kind of finding there is."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from aloi.agreement.diagnosis import findings
from aloi.agreement.diagnosis.findings import Finding
from aloi.ui import language
from aloi.ui.shared.whole_report import finding_words

KINDS = sorted(set(re.findall(r'Finding\("(\w+)"|_largest\("(\w+)"', Path(findings.__file__).read_text())))


@pytest.mark.parametrize("kind", [one or other for one, other in KINDS])
@pytest.mark.parametrize("size", [0.31, -0.31, None])
def test_each_kind_is_said_with_its_figure_in_both_languages(kind: str, size: float | None) -> None:
    one = Finding(kind, ("A1", "A2"), size, "", "")
    told = {}
    for tongue in ("en", "fr"):
        with language.of_request(tongue):
            told[tongue] = finding_words(one)
    assert told["en"] != told["fr"]
    for tongue, words in told.items():
        assert "{" not in words
        if kind in ("apart", "bias", "drift", "unsteady", "confused"):
            assert "A1" in words
        if size is not None and kind in ("apart", "bias", "drift", "unsteady", "order_effect", "prevalence"):
            assert ("0,31" if tongue == "fr" else "0.31") in words


def test_the_side_of_a_bias_is_said() -> None:
    higher, lower = (finding_words(Finding("bias", ("A1",), size, "", "")) for size in (0.5, -0.5))
    assert "0.50 higher than the others" in higher
    assert "0.50 lower than the others" in lower


def test_one_unit_is_one_unit() -> None:
    assert finding_words(Finding("items", ("p1",), 1.0, "", "")).startswith("1 unit has")
    assert finding_words(Finding("items", ("p1", "p2"), 2.0, "", "")).startswith("2 units have")


def test_labels_have_their_titles_and_annotators_their_pseudonyms() -> None:
    rare = Finding("prevalence", ("does_not",), 0.3, "", "")
    assert "Does not fit is so frequent" in finding_words(rare, {"does_not": "Does not fit"})
    assert "A1 differs" in finding_words(Finding("apart", ("A1",), 0.3, "", ""), {"A1": "A label"})
