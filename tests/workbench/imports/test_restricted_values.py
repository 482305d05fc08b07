"""Answers that do not fit a restricted campaign are refused without their words, in every column."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from aloi.annotation.tasks import task
from aloi.annotation.tasks.base import InvalidAnnotation
from aloi.base.errors import AloiError, quoted, values_hidden
from aloi.storage.store import Store
from aloi.workbench.imports.importing import import_path
from aloi.workbench.imports.parts import ImportOptions
from tests.workbench.scene import NOW, make_scene

_CANARY = "canari"


@pytest.mark.parametrize("column", ["item_id", "value", "occasion", "seconds"])
@pytest.mark.parametrize("canary", [_CANARY, "canari17", "un canari"])
def test_no_column_of_a_table_of_answers_is_quoted(
    store: Store, tmp_path: Path, column: str, canary: str
) -> None:
    scene = make_scene(store, tmp_path, restricted=True)
    scene.open()
    row: dict[str, Any] = {"item_id": scene.items[0], "annotator": "A1", "value": 4, column: canary}
    table = scene.table(tuple(row), [list(row.values())])
    with pytest.raises(AloiError) as raised:
        import_path(store, [table], ImportOptions("closeness", number=1), NOW)
    assert _CANARY not in raised.value.told()
    assert _CANARY not in json.dumps(raised.value.to_json())  # what a failed job keeps


@pytest.mark.parametrize("name", ["substitution", "spans", "linking"])
def test_answers_that_are_texts_are_quoted_nowhere(name: str) -> None:
    kind = task(name)
    item, settings = kind.example().item, kind.default_settings()
    values: list[Any] = [
        _CANARY,
        {_CANARY: 1},
        {"substitutes": [_CANARY, _CANARY], "none": False},
        {"substitutes": [f"{_CANARY};{_CANARY}"]},
        {"spans": [{"label": _CANARY, "parts": [[0, 1]]}]},
        {"concepts": [f"\t{_CANARY}"]},
    ]
    errors = [error for value in values if (error := _refusal(kind, value, item, settings)) is not None]
    assert len(errors) >= 3
    assert not [error for error in errors if _CANARY in error.told()]


def _refusal(kind: Any, value: Any, item: Any, settings: Any) -> AloiError | None:
    try:
        kind.check(value, item, settings)
    except InvalidAnnotation as error:
        return error
    return None


def test_values_are_hidden_for_the_block_alone() -> None:
    with values_hidden(), values_hidden(False):
        assert quoted("a") == "'…' (1)"
    assert quoted("a") == "'a'"
