"""Which files reach a line of a module: by imports, by doctests, and through which functions."""

from __future__ import annotations

import ast
import re
from collections import defaultdict
from collections.abc import Iterable, Mapping
from pathlib import Path

_LINKED = ("agreement/", "annotation/", "corpora/")


def below_aloi(path: str) -> str:
    """Return the path by which Python imports a file: three directories at the root are links in aloi/."""
    return f"aloi/{path}" if path.startswith(_LINKED) else path


def importers(root: Path) -> dict[str, set[str]]:
    """Return, for each Python file of a checkout, the files that import it."""
    paths = [path.relative_to(root) for path in sorted(root.rglob("*.py"))]
    names = {below_aloi(path.as_posix()): path.as_posix() for path in paths}
    dotted = {
        name.removesuffix(".py").replace("/", ".").removesuffix(".__init__"): path
        for name, path in names.items()
    }
    by: dict[str, set[str]] = defaultdict(set)
    for path in paths:
        for name in _imported(ast.parse((root / path).read_bytes())):
            parts = name.split(".")
            for end in range(1, len(parts) + 1):  # a package is imported before what it holds
                if (target := dotted.get(".".join(parts[:end]))) is not None:
                    by[target].add(path.as_posix())
    return by


def examples(root: Path) -> dict[str, set[str]]:
    """Return, for each Python file of a checkout, the files whose doctests import from it."""
    by: dict[str, set[str]] = defaultdict(set)
    for path in sorted(root.rglob("*.py")):
        for name in re.findall(r">>> from ([\w.]+) import", path.read_text(encoding="utf-8")):
            target = f"{name.replace('.', '/')}.py"
            module = target.removeprefix("aloi/")
            by[module if module.startswith(_LINKED) else target].add(path.relative_to(root).as_posix())
    return by


def _imported(tree: ast.Module) -> Iterable[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def doors_to(tree: ast.Module, line: int) -> set[str]:
    """Return the names of functions and methods through which others reach a line of a module.

    A private function has those of all that use it in the module.
    """
    functions = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)]
    uses = {
        node.name: {part.id for part in ast.walk(node) if isinstance(part, ast.Name)}
        | {part.attr for part in ast.walk(node) if isinstance(part, ast.Attribute)}
        for node in functions
    }
    names = {node.name for node in functions if node.lineno <= line <= (node.end_lineno or line)}
    edge = [name for name in names if name.startswith("_")]
    while edge:
        users = {name for name, used in uses.items() if edge[-1] in used} - names
        names |= users
        edge = [*edge[:-1], *(name for name in users if name.startswith("_"))]
    return {name for name in names if not name.startswith("_")}


def distances(module: str, by: Mapping[str, set[str]]) -> dict[str, int]:
    """Return how many imports lie between a module and each file that reaches it."""
    far, edge = {module: 0}, [module]
    while edge:
        edge = [
            (far.setdefault(module, far[to] + 1), module)[1]
            for to in edge
            for module in by.get(to, ())
            if module not in far
        ]
    return far
