"""One converter between dataclasses and JSON: functions that do its work by hand are counted, and few."""

from __future__ import annotations

import ast
import sys
from collections import Counter

import pytest

from tests.sources import nodes

FEWEST = 4  # fields below which a dict or a call is shorter than what it would say to the converter
MOST = 10
_BY_HAND = ("asdict", "astuple")
_COPIES = ("bool", "dict", "float", "int", "list", "sorted", "str", "tuple")


def _plain(value: ast.expr) -> ast.expr:
    """Return what stands under `dict(...)`, `[*...]`, `.value`, `.isoformat()` and `None if ... else`."""
    while True:
        if isinstance(value, ast.Call) and isinstance(value.func, ast.Name) and value.func.id in _COPIES:
            if len(value.args) != 1:
                return value
            value = value.args[0]
        elif isinstance(value, ast.Call) and isinstance(value.func, ast.Attribute):
            if value.func.attr != "isoformat":
                return value
            value = value.func.value
        elif isinstance(value, ast.Attribute) and value.attr == "value":
            if not isinstance(value.value, ast.Attribute):
                return value
            value = value.value
        elif isinstance(value, ast.List | ast.Tuple) and len(value.elts) == 1:
            value = value.elts[0]
        elif isinstance(value, ast.Starred):
            value = value.value
        elif isinstance(value, ast.IfExp):
            value = value.orelse
        else:
            return value


def _writes(made: ast.Dict) -> bool:
    """Return whether a dict is mostly the fields of one thing, each under its own name."""
    names: Counter[str] = Counter()
    for key, value in zip(made.keys, made.values, strict=True):
        plain = _plain(value)
        if (
            isinstance(key, ast.Constant)
            and isinstance(plain, ast.Attribute)
            and plain.attr == key.value
            and isinstance(plain.value, ast.Name)
        ):
            names[plain.value.id] += 1
    most = max(names.values(), default=0)
    return most >= FEWEST and 2 * most > len(made.keys)


def _key(value: ast.expr) -> object:
    """Return the key of `found["key"]` or `found.get("key", ...)`."""
    plain = _plain(value)
    if isinstance(plain, ast.Subscript) and isinstance(plain.slice, ast.Constant):
        return plain.slice.value
    if isinstance(plain, ast.Call) and isinstance(plain.func, ast.Attribute) and plain.func.attr == "get":
        return plain.args[0].value if isinstance(plain.args[0], ast.Constant) else None
    return None


def _reads(call: ast.Call) -> bool:
    """Return whether a call makes a dataclass, mostly of a mapping's entries of the same names."""
    made = call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")
    if not (made == "cls" or made[:1].isupper()):
        return False
    keyed = sum(isinstance(_key(one), str) for one in call.args)
    keyed += sum(_key(one.value) == one.arg for one in call.keywords)
    return keyed >= FEWEST and 2 * keyed > len(call.args) + len(call.keywords)


def _by_hand(node: ast.AST) -> bool:
    """Return whether an expression does the converter's work."""
    if isinstance(node, ast.Dict):
        return _writes(node)
    return isinstance(node, ast.Call) and (_reads(node) or getattr(node.func, "id", "") in _BY_HAND)


def json_functions(tree: ast.Module) -> list[str]:
    """Return each function of a module that turns a dataclass into JSON, or JSON into one, by hand."""
    return [
        f"{node.lineno} {node.name}"
        for node in ast.walk(tree)
        if isinstance(node, ast.FunctionDef) and any(map(_by_hand, ast.walk(node)))
    ]


def test_few_functions_do_the_converters_work_by_hand(capsys: pytest.CaptureFixture[str]) -> None:
    files = {path for path, node in nodes(ast.Dict, ast.Call, migrations=False) if _by_hand(node)}
    modules = [each for each in nodes(ast.Module) if each[0] in files]
    found = [f"{path}:{function}" for path, tree in modules for function in json_functions(tree)]
    with capsys.disabled():
        sys.stdout.write(f"\nhand-written JSON functions: {len(found)}, at most {MOST}\n")
    assert len(found) <= MOST, "\n".join(found)


def test_the_count_sees_what_it_is_to_see() -> None:
    tree = ast.parse(
        "def writes(one):\n"
        "    return {'a': one.a, 'b': [*one.b], 'c': one.c.value, 'd': one.d.isoformat(), 'e': 1}\n"
        "def reads(row):\n"
        "    return Thing(a=str(row['a']), b=tuple(row['b']), c=Kind(row['c']), d=row.get('d'), e=row['e'])\n"
        "def copies(one):\n"
        "    return asdict(one)\n"
        "def titles(one):\n"
        "    return {'Alpha': one.a, 'Bravo': one.b, 'Charlie': one.c, 'Delta': one.d}\n"
        "def of_two(one, two):\n"
        "    return {'a': one.a, 'b': one.b, 'c': two.c, 'd': two.d}\n"
    )
    named = [one.rpartition(" ")[2] for one in json_functions(tree)]
    assert named == ["writes", "reads", "copies"]
