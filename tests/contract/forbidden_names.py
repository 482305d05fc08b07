"""Names of variables, arguments, functions, classes and modules, compared with the list of name_budgets.toml.

`python -m tests.contract.forbidden_names [PACKAGE ...]` lists forbidden names, by default of all packages;
`python -m tests.contract.forbidden_names --lower` lowers the stored budgets to the present counts.
"""

from __future__ import annotations

import argparse
import ast
import sys
import tomllib
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from tests.sources import LINKED, PACKAGES, ROOT

TABLE = Path(__file__).with_name("name_budgets.toml")
CHECKED: Mapping[str, Path] = {
    **{name: ROOT / name if name in LINKED else ROOT / "aloi" / name for name in PACKAGES},
    **{name: ROOT / name for name in ("bench", "tests")},
}


@dataclass(frozen=True, slots=True)
class ForbiddenName:
    """A forbidden name, and the line that binds it."""

    path: str
    line: int
    name: str
    kind: str

    def __str__(self) -> str:
        return f"{self.path}:{self.line}: {self.kind} {self.name}"


def read_table(path: Path = TABLE) -> tuple[frozenset[str], dict[str, int]]:
    """Return the forbidden words, and the budgets by package."""
    table = tomllib.loads(path.read_text(encoding="utf-8"))
    return frozenset(table["words"]), table["budgets"]


def bindings(tree: ast.AST) -> Iterator[tuple[int, str, str]]:
    """Yield line, name and kind of all that a tree binds, apart from one-line comprehensions and lambdas."""
    # A node, whether names it binds are exempt, and whether those are that `:=` binds in it.
    nodes = [(tree, False, False)]
    while nodes:
        node, exempt, outer_exempt = nodes.pop()
        match node:
            case ast.FunctionDef() | ast.AsyncFunctionDef():
                yield node.lineno, node.name, "function"
                exempt = outer_exempt = False
            case ast.ClassDef():
                yield node.lineno, node.name, "class"
                exempt = outer_exempt = False
            case ast.Lambda():
                exempt = outer_exempt = node.lineno == node.end_lineno
            case ast.ListComp() | ast.SetComp() | ast.DictComp() | ast.GeneratorExp():
                exempt = node.lineno == node.end_lineno
            case ast.NamedExpr(target=ast.Name(id=name)):
                if not outer_exempt:
                    yield node.lineno, name, "variable"
                nodes.append((node.value, exempt, outer_exempt))
                continue
            case ast.arg(arg=name) if not exempt:
                yield node.lineno, name, "argument"
            case (
                ast.Name(id=name, ctx=ast.Store())
                | ast.ExceptHandler(name=str(name))
                | ast.MatchAs(name=str(name))
                | ast.MatchStar(name=str(name))
                | ast.MatchMapping(rest=str(name))
                | ast.alias(asname=str(name))
            ) if not exempt:
                yield node.lineno, name, "variable"
        nodes += [(child, exempt, outer_exempt) for child in ast.iter_child_nodes(node)]


def forbidden_names(package: Path, words: Collection[str], root: Path = ROOT) -> Iterator[ForbiddenName]:
    """Yield the forbidden names of a package; underscores around a name and capitals make no difference."""
    for path in sorted(package.rglob("*.py")):
        shown = path.relative_to(root).as_posix()
        module = path.parent.name if path.name == "__init__.py" else path.stem
        tree = ast.parse(path.read_bytes())
        for line, name, kind in [(1, module, "module"), *sorted(bindings(tree))]:
            if name.strip("_").lower() in words:
                yield ForbiddenName(shown, line, name, kind)


def with_budgets(table: str, budgets: Mapping[str, int]) -> str:
    """Return the text of the table with these budgets."""
    head = table[: table.index("[budgets]\n")]
    return head + "[budgets]\n" + "".join(f"{name} = {budgets[name]}\n" for name in sorted(budgets))


def lower(budgets: Mapping[str, int], counts: Mapping[str, int], path: Path = TABLE) -> list[str]:
    """Write the lower of budget and count of each package, and return the packages above their budget."""
    lowered = {name: min(count, budgets.get(name, 0)) for name, count in counts.items()}
    path.write_text(with_budgets(path.read_text(encoding="utf-8"), lowered), encoding="utf-8")
    return [name for name, count in counts.items() if count > lowered[name]]


def main(arguments: Sequence[str] | None = None) -> int:
    """List forbidden names, or lower the budgets."""
    parser = argparse.ArgumentParser(prog="python -m tests.contract.forbidden_names")
    parser.add_argument(
        "packages", nargs="*", metavar="PACKAGE", help=f"one or more of {', '.join(sorted(CHECKED))}"
    )
    parser.add_argument("--lower", action="store_true", help="lower the stored budgets to the present counts")
    options = parser.parse_args(arguments)
    if unknown := sorted(set(options.packages) - set(CHECKED)):
        parser.error(f"unknown package {', '.join(unknown)}: expected {', '.join(sorted(CHECKED))}")
    words, budgets = read_table()
    if options.lower:
        counts = {name: sum(1 for _ in forbidden_names(path, words)) for name, path in CHECKED.items()}
        above = lower(budgets, counts)
        sys.stdout.write(f"above their budget: {', '.join(above) or 'none'}\n")
        return bool(above)
    listed = [
        name
        for package in options.packages or sorted(CHECKED)
        for name in forbidden_names(CHECKED[package], words)
    ]
    sys.stdout.writelines(f"{name}\n" for name in listed)
    sys.stdout.write(f"{len(listed)} forbidden names\n")
    return bool(listed)


if __name__ == "__main__":
    raise SystemExit(main())
