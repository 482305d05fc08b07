"""Sentence boundaries beside those that people judged, in texts written for this project and in real ones."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.corpora.language.boundaries import of_e3c, ours, score, written


def test_boundaries_of_written_french_texts():
    texts = written("fr")
    assert sum(len(one.places) for one in texts) >= 300
    found = score(texts, ours("fr"))
    assert found.f1 >= 0.985, found.wrong


def test_boundaries_of_written_english_texts():
    texts = written("en")
    assert sum(len(one.places) for one in texts) >= 50
    found = score(texts, ours("en"))
    assert found.f1 >= 0.95, found.wrong


@pytest.mark.shared
def test_boundaries_of_real_french_case_reports(shared: Path) -> None:
    whole, hard = of_e3c(shared)
    assert len(whole) >= 30
    assert sum(len(one.places) for one in whole) >= 300
    for texts in (whole, hard):
        found = score(texts, ours("fr"))
        assert found.f1 >= 0.985, found.wrong


def test_a_score_counts_what_is_missed_and_what_is_too_much():
    [first, *_] = written("fr")
    ends = sorted(first.places)
    found = score([first], lambda text: [*ends[1:], 3, len(text)])
    assert (found.right, len(found.wrong)) == (len(ends) - 1, 2)
    assert found.f1 == pytest.approx(2 * (len(ends) - 1) / (2 * len(ends)))
