"""A class name is used once in the house, and few functions are longer than a screen."""

from __future__ import annotations

import ast
import sys
from collections import defaultdict
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parents[2]
LAYERS = (
    "agreement", "aloi", "annotation", "corpora", "evaluation", "gold", "modeling", "storage", "terminal",
    "ui", "workbench",
)  # fmt: skip
LONGEST = 50


@cache
def _trees() -> dict[str, ast.Module]:
    files = [
        path for layer in LAYERS for path in (ROOT / layer).rglob("*.py") if "migrations" not in path.parts
    ]
    files += [ROOT / "app.py", ROOT / "cli.py"]
    return {
        path.relative_to(ROOT).as_posix(): ast.parse(path.read_text(encoding="utf-8"))
        for path in sorted(files)
    }


def test_a_class_name_is_used_once() -> None:
    places = defaultdict(list)
    for path, tree in _trees().items():
        for node in ast.walk(tree):
            if isinstance(node, ast.ClassDef):
                places[node.name].append(f"{path}:{node.lineno}")
    assert len(places) > 500
    twice = {name: where for name, where in places.items() if len(where) > 1}
    sys.stdout.write(f"class names used twice: {len(twice)}\n")
    assert not twice, twice


def test_few_functions_are_longer_than_a_screen() -> None:
    long = sorted(
        ((node.end_lineno or node.lineno) - node.lineno + 1, f"{path}:{node.name}")
        for path, tree in _trees().items()
        for node in ast.walk(tree)
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
    )
    long = [one for one in long if one[0] > LONGEST]
    sys.stdout.write(f"functions over {LONGEST} lines: {len(long)}\n")
    assert len(long) <= 25, long
