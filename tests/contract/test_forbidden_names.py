"""Variables, functions, classes and modules have names of the field: forbidden ones only become fewer."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.contract.forbidden_names import (
    CHECKED,
    TABLE,
    forbidden_names,
    lower,
    main,
    read_table,
    with_budgets,
)

WORDS, BUDGETS = read_table()
NONE_LEFT = ("agreement", "annotation", "corpora", "evaluation", "gold", "modeling", "storage")
SEEDED = {
    "found = 1\n": ["variable found"],
    "_found: int = 1\n": ["variable _found"],
    "found, (one, *kept) = row\n": ["variable found", "variable one", "variable kept"],
    "def f(given, /, told, *kept, asked=1, **known): ...\n": [
        "argument given", "argument told", "argument kept", "argument asked", "argument known",
    ],
    "def _told(): ...\n": ["function _told"],
    "async def told(): ...\n": ["function told"],
    "class Found:\n    place: int = 0\n\n    def said(self): ...\n": [
        "class Found", "variable place", "function said",
    ],
    "for one in rows:\n    with file as here:\n        pass\n": ["variable one", "variable here"],
    "try:\n    f()\nexcept ValueError as what:\n    pass\n": ["variable what"],
    "match f():\n    case [one, *kept]:\n        pass\n    case {'a': who as own, **gone}:\n        pass\n": [
        "variable one", "variable kept", "variable own", "variable who", "variable gone",
    ],
    "import numpy as thing\nfrom x import y as own\n": ["variable thing", "variable own"],
    "rows = [one for one in rows]\n": [],
    "rows = [\n    one for one in rows\n]\n": ["variable one"],
    "rows = {\n    name: [one for one in row]\n    for name, row in rows\n}\n": [],
    "rows = [found for row in rows if (found := f(row))]\n": ["variable found"],
    "f = lambda one: one\n": [],
    "f = lambda one: (\n    one\n)\n": ["argument one"],
    "f = lambda row: (found := row)\n": [],
    "def f():\n    found_rows, unknown = g(found=1)\n    h.found = told.place\n    del one\n": [],
}  # fmt: skip


@pytest.mark.parametrize("package", sorted(CHECKED))
def test_forbidden_names_keep_to_their_budget(package: str) -> None:
    listed = list(forbidden_names(CHECKED[package], WORDS))
    count, budget = len(listed), BUDGETS[package]
    shown = "\n".join(map(str, listed[:100]))
    assert count <= budget, f"{package}: {count} forbidden names, {budget} allowed\n{shown}"
    assert count == budget, (
        f"{package}: lower the budget to {count} (python -m tests.contract.forbidden_names --lower)"
    )


def test_each_package_has_a_budget_and_the_finished_ones_have_none_left() -> None:
    assert set(BUDGETS) == set(CHECKED)
    assert {name for name, budget in BUDGETS.items() if not budget} >= set(NONE_LEFT)
    assert all(any(path.rglob("*.py")) for path in CHECKED.values())


@pytest.mark.parametrize("source", SEEDED)
def test_a_forbidden_name_is_found_in_each_kind_of_binding(source: str, tmp_path: Path) -> None:
    (tmp_path / "rows.py").write_text(source, encoding="utf-8")
    listed = list(forbidden_names(tmp_path, WORDS, tmp_path))
    assert sorted(f"{name.kind} {name.name}" for name in listed) == sorted(SEEDED[source])


def test_a_forbidden_name_of_a_module_or_package_is_found(tmp_path: Path) -> None:
    for name in ("found.py", "rows/_told.py", "kept/__init__.py", "rows/known_ids.py"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text("", encoding="utf-8")
    listed = [f"{name}" for name in forbidden_names(tmp_path, WORDS, tmp_path)]
    assert listed == [
        "found.py:1: module found",
        "kept/__init__.py:1: module kept",
        "rows/_told.py:1: module _told",
    ]


def test_budgets_only_fall(tmp_path: Path) -> None:
    table = TABLE.read_text(encoding="utf-8")
    path = tmp_path / "budgets.toml"
    path.write_text(with_budgets(table, {"a": 3, "b": 2, "c": 0}), encoding="utf-8")
    words, budgets = read_table(path)
    assert lower(budgets, {"a": 1, "b": 4, "c": 0, "d": 5}, path) == ["b", "d"]
    assert read_table(path) == (words, {"a": 1, "b": 2, "c": 0, "d": 0})
    assert words == WORDS


def test_forbidden_names_are_listed_with_file_and_line(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["agreement"]) == 0
    assert capsys.readouterr().out == "0 forbidden names\n"
    with pytest.raises(SystemExit, match="2"):
        main(["no-such-package"])
    assert "expected agreement, " in capsys.readouterr().err
