"""What a run keeps of its test items comes back as it was."""

from __future__ import annotations

from pathlib import Path

import pytest

from errors import AloiError
from modeling.data.dataset import ScoredItem
from modeling.runs.kept_tests import FILE, kept_test, read_tests, write_tests
from modeling.runs.spec import DataUse

USE = DataUse("a/folder", "test", "demo 1.0", "c0ffee", 2)


def test_kept_items_come_back(tmp_path: Path) -> None:
    items = (
        ScoredItem("b", "x", "y", 1 / 3, ("lexical", "nearest"), "aggregated", {"A1": 0.0, "A2": 2 / 3}),
        ScoredItem("a", "x", "z", 5.0),
    )
    kept = kept_test(USE, 0, 5, items)
    assert [one.id for one in kept.items] == ["a", "b"]
    write_tests(tmp_path, (kept,))
    assert read_tests(tmp_path) == (kept,)
    assert kept.label == "demo 1.0/test"
    assert '"x"' not in (tmp_path / FILE).read_text(encoding="utf-8")


@pytest.mark.parametrize("text", [None, "{", "{}", "[]", '{"format": "aloi-tests", "format_version": 2}'])
def test_a_file_that_is_none_is_refused(tmp_path: Path, text: str | None) -> None:
    if text is not None:
        (tmp_path / FILE).write_text(text, encoding="utf-8")
    with pytest.raises(AloiError, match=r"tests\.json"):
        read_tests(tmp_path)
