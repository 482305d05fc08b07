"""Which functions call which, read from the source: what a page runs, however many functions lie between."""

from __future__ import annotations

import ast
from collections import deque
from collections.abc import Collection, Iterable
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
_PACKAGES = ("studies", "workbench", "modeling", "gold", "evaluation", "annotation", "corpora", "agreement")
BELOW = tuple(f"aloi.{name}." for name in _PACKAGES)


@dataclass
class Module:
    """A module: what its names stand for elsewhere, and what each of its functions names.

    `functions` has a class under its own name, with what all of its methods name; `verbs` are those that are
    no class.
    """

    name: str
    imports: dict[str, str] = field(default_factory=dict)
    functions: dict[str, set[str]] = field(default_factory=dict)
    verbs: set[str] = field(default_factory=set)


def read_module(name: str, source: str) -> Module:
    """Return what a module imports and what its functions name: full names such as `aloi.gold.model.Gold`."""
    tree = ast.parse(source)
    found = Module(name)
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.module:
            found.imports |= {one.asname or one.name: f"{node.module}.{one.name}" for one in node.names}
        elif isinstance(node, ast.Import):
            found.imports |= {one.asname or one.name: one.name for one in node.names}
    rest = [node for node in tree.body if not isinstance(node, ast.FunctionDef | ast.ClassDef)]
    parts = [(node.name, [node]) for node in tree.body if isinstance(node, ast.FunctionDef | ast.ClassDef)]
    own = {part for part, _ in parts}
    found.verbs = {node.name for node in tree.body if isinstance(node, ast.FunctionDef)}
    for part, nodes in [*parts, ("", rest)]:
        found.functions[part] = {
            told for node in nodes for each in _run(node) if (told := _full(each, found, own))
        }
    return found


def _run(node: ast.AST) -> Iterable[ast.AST]:
    """Return what stands in a function but for names of its own, which may be those of another, and types."""
    types = {
        id(part)
        for one in ast.walk(node)
        for hint in (getattr(one, "annotation", None), getattr(one, "returns", None))
        if hint is not None
        for part in ast.walk(hint)
    }
    inside = [one for one in ast.walk(node) if id(one) not in types]
    own = {one.id for one in inside if isinstance(one, ast.Name) and isinstance(one.ctx, ast.Store)}
    own |= {one.arg for one in inside if isinstance(one, ast.arg)}
    return (one for one in inside if not (isinstance(one, ast.Name) and one.id in own))


def _full(node: ast.AST, module: Module, own: Collection[str]) -> str | None:
    """Return the full name of what stands here, None where it is nothing of a module."""
    if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load):
        return f"{module.name}.{node.id}" if node.id in own else module.imports.get(node.id)
    if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
        whole = module.imports.get(node.value.id)
        return None if whole is None else f"{whole}.{node.attr}"
    if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Attribute):
        return f".{node.value.attr}.{node.attr}"  # such as `store.answers.latest`: a part of the store
    return None


@cache
def below(name: str) -> Module | None:
    """Return a module that pages stand on; None where there is no such module of ours."""
    path = ROOT.joinpath(*name.split(".")).with_suffix(".py")
    if not name.startswith(BELOW) or not path.is_file():
        return None
    return read_module(name, path.read_text(encoding="utf-8"))


def called(name: str) -> set[str]:
    """Return the full names that a function, or the methods of a class, name."""
    module, _, function = name.rpartition(".")
    found = below(module)
    if found is None or function not in found.functions:
        return set()
    return found.functions[function]


def way_to(named: Iterable[str], ends: Collection[str]) -> list[str] | None:
    """Return the shortest way from something named to one of the ends, None where there is none."""
    before: dict[str, str | None] = dict.fromkeys(named)
    waiting = deque(before)
    while waiting:
        name = waiting.popleft()
        if name in ends:
            way = [name]
            while (step := before[way[-1]]) is not None:
                way.append(step)
            return way[::-1]
        for each in called(name):
            if each not in before:
                before[each] = name
                waiting.append(each)
    return None
