"""What import-linter cannot hold: the modules at the root, and what a process loads."""

from __future__ import annotations

import ast
import tomllib
from pathlib import Path

import pytest

from tests.processes import printed_by

ROOT = Path(__file__).resolve().parents[1]
PACKAGES = {
    "aloi",
    "ui",
    "terminal",
    "workbench",
    "storage",
    "modeling",
    "gold",
    "annotation",
    "corpora",
    "agreement",
    "evaluation",
}
MODULES = {"app", "cli"}
# What each module at the root may import of the project, and which libraries with one home it may touch.
ALLOWED = {
    "app": {"ui", "aloi", "streamlit"},
    "cli": {"terminal", "workbench", "aloi"},
}
HELD = (
    PACKAGES
    | MODULES
    | {"streamlit", "sqlalchemy", "alembic", "torch", "transformers", "sentence_transformers"}
)
# One file a thing; and the models, until runs of pairs and of rows are one.
CROWDED = {"agreement/measures", "evaluation/metrics", "modeling/recipes"}
MOST_FILES = 15
HEAVY = ("torch", "spacy", "faiss", "transformers", "sentence_transformers", "datasets", "sklearn")


def imported(path: Path) -> set[str]:
    """Return the top-level names a file imports, at its head or inside a function."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found.update(alias.name.split(".")[0] for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            found.add(node.module.split(".")[0])
    return found


@pytest.mark.parametrize("module", sorted(MODULES))
def test_a_root_module_imports_only_what_it_may(module: str) -> None:
    path = ROOT / f"{module}.py"
    assert path.is_file()
    assert (imported(path) & HELD) - {module} <= ALLOWED[module]


def test_every_module_at_the_root_has_its_rule() -> None:
    assert {path.stem for path in ROOT.glob("*.py")} == MODULES


def test_every_package_stands_in_the_layers() -> None:
    found = {path.parent.name for path in ROOT.glob("*/__init__.py")} - {"tests"}
    linter = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["importlinter"]
    assert found == PACKAGES == set(linter["root_packages"])


def test_a_folder_of_many_files_has_rooms() -> None:
    folders = {path.parent for package in PACKAGES for path in (ROOT / package).rglob("*.py")}
    crowded = {
        folder.relative_to(ROOT).as_posix() for folder in folders if len([*folder.glob("*.py")]) > MOST_FILES
    }
    assert crowded <= CROWDED


def test_every_room_says_what_it_holds() -> None:
    for package in PACKAGES:
        for path in (ROOT / package).rglob("__init__.py"):
            assert ast.get_docstring(ast.parse(path.read_text(encoding="utf-8"))), path


def test_importing_every_page_and_verb_loads_nothing_heavy() -> None:
    """The web process imports ui/ and workbench/; torch and its like would make every click slow."""
    names = [
        ".".join(path.relative_to(ROOT).with_suffix("").parts)
        for package in ("ui", "terminal", "workbench", "storage", "evaluation")
        for path in sorted((ROOT / package).rglob("*.py"))
        if "migrations" not in path.parts and path.name not in ("page.py", "__init__.py")
    ]
    assert names
    script = (
        "import importlib, sys\n"
        f"for name in {names!r}: importlib.import_module(name)\n"
        f"print([name for name in {HEAVY!r} if name in sys.modules])"
    )
    assert printed_by(script).strip() == "[]"
