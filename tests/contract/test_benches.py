"""Benches are run by hand now and then: what they import from the product has to be there all the same."""

from __future__ import annotations

import ast
from functools import cache
from pathlib import Path

from tests.sources import ROOT


@cache
def _names(module: str) -> frozenset[str] | None:
    """Return what a module of the product or a bench defines at its head; None where there is none."""
    folder = ROOT.joinpath(*module.split("."))
    path = folder / "__init__.py" if folder.is_dir() else folder.with_suffix(".py")
    inside = {one.stem for one in folder.glob("*")} if folder.is_dir() else set()
    if not path.exists():
        return frozenset(inside) if inside else None
    found: set[str] = set()
    for node in ast.parse(path.read_bytes()).body:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            found.add(node.name)
        elif isinstance(node, ast.Import | ast.ImportFrom):
            found |= {(one.asname or one.name).split(".")[0] for one in node.names}
        elif isinstance(node, ast.Assign | ast.AnnAssign):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            found |= {each.id for one in targets for each in ast.walk(one) if isinstance(each, ast.Name)}
    return frozenset(found | inside)


def _missing(path: Path) -> list[str]:
    sources = [one for one in ast.walk(ast.parse(path.read_bytes())) if isinstance(one, ast.ImportFrom)]
    return [
        f"{path.relative_to(ROOT).as_posix()}: {one.module}.{alias.name}"
        for one in sources
        if one.module and one.module.split(".")[0] in {"aloi", "bench"}
        for alias in one.names
        if alias.name not in (_names(one.module) or ())
    ]


def test_what_benches_import_is_there() -> None:
    benches = sorted((ROOT / "bench").rglob("*.py"))
    assert len(benches) > 20
    assert [one for path in benches for one in _missing(path)] == []
