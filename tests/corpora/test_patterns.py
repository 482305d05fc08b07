"""Patterns applied to what people upload: their time grows with the length of a text, and no faster."""

import re
import time
from collections.abc import Callable

import pytest

from aloi.corpora.language import segment
from aloi.corpora.readers import header, words
from aloi.gold.formats.projects.potato import records as potato
from aloi.workbench.starting import own_texts

CASES: dict[str, tuple[Callable[[str], object], str, str]] = {
    "numbers of a header": (header._NUMBER.fullmatch, " ", "x"),
    "numbers": (words._NUMBER.fullmatch, "0", "x"),
    "words between signs": (words._BETWEEN.split, " ", "x"),
    "ends of sentences": (lambda text: list(segment.PLAIN_END.finditer(text)), "…", "x"),
    "pasted cells": (own_texts._BETWEEN.split, " ", "x"),
    "time spent": (potato._SPENT.search, "0", "x"),
}


@pytest.mark.parametrize("case", CASES)
def test_time_grows_no_faster_than_the_text(case):
    apply, repeated, end = CASES[case]

    def seconds(length: int) -> float:
        text = repeated * length + end
        before = time.process_time()
        apply(text)
        return time.process_time() - before

    assert seconds(16_000) < 30 * max(seconds(2_000), 0.002)  # 64 times where it is quadratic


def test_patterns_take_what_they_took():
    numbers = ("12", "+1.5", " - 3", "1 000,5", "  7 ", "1.", "")
    before = re.compile(r"\s*[+-]?[\d.,\s]+\s*")
    assert [bool(header._NUMBER.fullmatch(one)) for one in numbers] == [
        bool(before.fullmatch(one)) for one in numbers
    ]
    assert words._BETWEEN.split("a / / b ou c,d") == ["a", "", "b", "c", "d"]
    text = "A. Dupont est là... Il (dit.) Oui ! Non… J. B. Fin. "
    assert [one.end() for one in segment.PLAIN_END.finditer(text)] == [
        one.end()
        for one in re.finditer(r"(?<!\b[A-Z])[.!?…]+[\"»”’)\]]*\s+(?![a-zß-öø-ÿ])|[。！？｡]+[」』”）]*", text)
    ]
