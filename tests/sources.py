"""The code of the product, parsed once a process: what tests of the house ask of it."""

from __future__ import annotations

import ast
import gc
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import TypeVar

ROOT = Path(__file__).resolve().parents[1]
LINKED = ("agreement", "annotation", "corpora")  # directories at the root, links below aloi/
DIRECTORIES = (*LINKED, "aloi")  # all code of the product but app.py
PACKAGES = tuple(sorted(path.name for path in (ROOT / "aloi").iterdir() if (path / "__init__.py").is_file()))
Node = TypeVar("Node", bound=ast.AST)


def page_files() -> list[Path]:
    """Return the Python files of the browser interface: those of ui/, and the pages of studies."""
    return sorted([*(ROOT / "aloi/ui").rglob("*.py"), *(ROOT / "aloi/studies").glob("*/pages/**/*.py")])


@cache
def _by_kind() -> dict[type[ast.AST], list[tuple[str, ast.AST]]]:
    """Return every node of every file under its kind, each with the file's path from the root."""
    paths = [path for name in DIRECTORIES for path in (ROOT / name).rglob("*.py")]
    paths.append(ROOT / "app.py")
    by_kind: dict[type[ast.AST], list[tuple[str, ast.AST]]] = {}
    collects = gc.isenabled()
    gc.disable()  # a million nodes, all of which stay
    for path in sorted(paths):
        name = path.relative_to(ROOT).as_posix()
        for node in ast.walk(ast.parse(path.read_bytes())):
            by_kind.setdefault(type(node), []).append((name, node))
    gc.freeze()
    if collects:
        gc.enable()
    return by_kind


def nodes(*kinds: type[Node], migrations: bool = True) -> Iterator[tuple[str, Node]]:
    """Yield the nodes of some kinds, kind by kind: the file, as `aloi/ui/texts.py`, and the node.

    Without `migrations` those of the store are left out: they are frozen, and no rule of today can bind them.
    """
    for kind in kinds:
        for name, node in _by_kind().get(kind, []):
            if migrations or "/migrations/" not in name:
                yield name, node


def imported(*files: str) -> Iterator[tuple[str, str]]:
    """Yield what files of the product import, at their heads or inside functions; of all, if none is named.

    Each comes as the file and the dotted name of the module; imports relative to a package are left out.
    """
    for name, statement in nodes(ast.Import):
        if not files or name in files:
            yield from ((name, alias.name) for alias in statement.names)
    for name, source in nodes(ast.ImportFrom):
        if (not files or name in files) and source.module and not source.level:
            yield name, source.module
