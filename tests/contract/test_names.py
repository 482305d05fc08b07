"""A class name is used once in the house, and few functions are longer than a screen."""

from __future__ import annotations

import ast
import sys
from collections import defaultdict

from tests.sources import nodes

LONGEST = 50


def test_a_class_name_is_used_once() -> None:
    places = defaultdict(list)
    for path, node in nodes(ast.ClassDef, migrations=False):
        places[node.name].append(f"{path}:{node.lineno}")
    assert len(places) > 500
    twice = {name: where for name, where in places.items() if len(where) > 1}
    sys.stdout.write(f"class names used twice: {len(twice)}\n")
    assert not twice, twice


def test_few_functions_are_longer_than_a_screen() -> None:
    long = sorted(
        ((node.end_lineno or node.lineno) - node.lineno + 1, f"{path}:{node.name}")
        for path, node in nodes(ast.FunctionDef, ast.AsyncFunctionDef, migrations=False)
    )
    long = [one for one in long if one[0] > LONGEST]
    sys.stdout.write(f"functions over {LONGEST} lines: {len(long)}\n")
    assert len(long) <= 25, long
