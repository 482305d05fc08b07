"""What import-linter cannot hold: the modules at the root, and what a process loads."""

from __future__ import annotations

import ast
import tomllib

import pytest

from tests.processes import printed_by
from tests.sources import DOORS, LAYERS, ROOT, imported, nodes

PACKAGES, MODULES = set(LAYERS), set(DOORS)
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
CROWDED = {
    "agreement/measures",
    "aloi/evaluation/metrics",
    "aloi/modeling/recipes",
    "aloi/storage/migrations/versions",
}
MOST_FILES = 15
HEAVY = ("torch", "spacy", "faiss", "transformers", "sentence_transformers", "datasets", "sklearn")


@pytest.mark.parametrize("module", sorted(MODULES))
def test_a_root_module_imports_only_what_it_may(module: str) -> None:
    names = {name.partition(".")[0] for _, name in imported(f"{module}.py")}
    assert names
    assert (names & HELD) - {module} <= ALLOWED[module]


def test_every_module_at_the_root_has_its_rule() -> None:
    assert {path.stem for path in ROOT.glob("*.py")} == MODULES


def test_every_package_stands_in_the_layers() -> None:
    found = {path.parent.name for path in ROOT.glob("*/__init__.py")} - {"tests"}
    linter = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["importlinter"]
    assert found == PACKAGES == set(linter["root_packages"])


def test_a_folder_of_many_files_has_rooms() -> None:
    folders = {path.parent for package in (*PACKAGES, "bench") for path in (ROOT / package).rglob("*.py")}
    crowded = {
        folder.relative_to(ROOT).as_posix() for folder in folders if len([*folder.glob("*.py")]) > MOST_FILES
    }
    assert crowded <= CROWDED


def test_every_room_says_what_it_holds() -> None:
    rooms = [(path, tree) for path, tree in nodes(ast.Module) if path.endswith("/__init__.py")]
    assert {path.partition("/")[0] for path, _ in rooms} == PACKAGES
    assert [path for path, tree in rooms if not ast.get_docstring(tree)] == []


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
