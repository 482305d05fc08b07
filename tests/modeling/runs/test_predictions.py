"""What a run keeps of its tests comes back as it was, whatever the kind of its rows."""

from __future__ import annotations

from pathlib import Path

import pytest

from aloi.annotation.rows import LinkedMention, ScoredPair
from aloi.base.errors import AloiError
from aloi.evaluation.rows import Answer, Provenance, evaluation_set
from aloi.modeling.runs.finished_run import read_tests
from aloi.modeling.runs.predictions import TESTS, answer, plain, write_tests


def test_tests_come_back_without_their_texts(tmp_path: Path) -> None:
    rows = (
        ScoredPair("b", "", "", "un texte", "y", 1 / 3, 0.0, 5.0),
        ScoredPair("a", "", "", "un texte", "z", 5.0, 0.0, 5.0),
    )
    beside = {"b": Provenance(("lexical", "nearest"), "aggregated", {"A1": 0.0, "A2": 2 / 3})}
    pairs = evaluation_set("demo 1.0/test", "c0ffee", rows, beside)
    mention = LinkedMention("m", "d", "un texte", (), "toux", "", "C1|C2")
    mentions = evaluation_set("m", "decaf", [mention], {"m": Provenance((), None, {"A1": ("C1",)})})
    assert pairs.ids == ("a", "b")
    write_tests(tmp_path, (pairs, mentions))
    assert read_tests(tmp_path) == (pairs, mentions)
    assert "un texte" not in (tmp_path / TESTS).read_text(encoding="utf-8")


@pytest.mark.parametrize(
    "one", [1.5, (), ("O", "B-X"), (0, 2), (("C1", "C2"), ()), ((),), (("C1",),)]
)  # fmt: skip
def test_answers_of_every_kind_come_back(one: Answer) -> None:
    assert answer(plain(one)) == one


@pytest.mark.parametrize(
    "text",
    [
        None,
        "{",
        "{}",
        "[]",
        '{"format": "aloi-tests", "format_version": 3}',
        '{"format": "aloi-tests", "format_version": 2, "tests": []}',  # from before the first release
        '{"format": "aloi-row-tests", "format_version": 1, "tests": []}',
    ],
)
def test_a_file_that_is_none_is_refused(tmp_path: Path, text: str | None) -> None:
    if text is not None:
        (tmp_path / TESTS).write_text(text, encoding="utf-8")
    with pytest.raises(AloiError, match=r"tests\.json"):
        read_tests(tmp_path)
