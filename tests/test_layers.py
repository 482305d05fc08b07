"""What import-linter cannot check: the module at the root, the links, and what a process loads."""

from __future__ import annotations

import ast
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from tests.processes import printed_by
from tests.sources import DIRECTORIES, LINKED, PACKAGES, ROOT, imported, nodes

# One file a thing; and the models, until runs of pairs and of rows are one.
CROWDED = {
    "agreement/measures",
    "aloi/evaluation/metrics",
    "aloi/modeling/recipes",
}
MOST_FILES = 15
HEAVY = ("torch", "spacy", "faiss", "transformers", "sentence_transformers", "datasets", "sklearn")


def test_the_script_at_the_root_only_starts_the_pages() -> None:
    assert [path.name for path in ROOT.glob("*.py")] == ["app.py"]
    assert [name for _, name in imported("app.py")] == ["aloi.ui.app"]
    assert len((ROOT / "app.py").read_text(encoding="utf-8").splitlines()) <= 5


def test_every_package_has_a_layer() -> None:
    linter = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["importlinter"]
    layers = " ".join(linter["contracts"][0]["layers"]).replace("|", " ").split()
    assert sorted(layers) == [f"aloi.{name}" for name in PACKAGES]


def test_three_packages_at_the_root_are_links_in_the_import_package() -> None:
    links = {path.name: path.readlink().as_posix() for path in (ROOT / "aloi").iterdir() if path.is_symlink()}
    assert links == {name: f"../{name}" for name in LINKED}


@pytest.mark.parametrize("text", ["../agreement", None])
def test_a_checkout_without_links_says_what_to_do(text: str | None, tmp_path: Path) -> None:
    """Git writes a file with the target's name in place of a link where links are off."""
    (tmp_path / "aloi").mkdir()
    shutil.copyfile(ROOT / "aloi/__init__.py", tmp_path / "aloi/__init__.py")
    if text:
        (tmp_path / "aloi/agreement").write_text(text, encoding="utf-8")
    run = subprocess.run(
        [sys.executable, "-c", "import aloi"], cwd=tmp_path, env={"PYTHONPATH": str(tmp_path)},
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert run.returncode == 1
    assert "core.symlinks" in run.stderr


def test_no_module_is_loaded_under_a_bare_name() -> None:
    """Every module is imported and a command runs: none of our packages is loaded twice under two names."""
    script = (
        "import importlib, pkgutil, sys, aloi\n"
        "def load(package):\n"
        "    for _, name, is_package in pkgutil.iter_modules(package.__path__, package.__name__ + '.'):\n"
        "        if '.migrations' in name or name.endswith(('.page', '.script')): continue\n"
        "        module = importlib.import_module(name)\n"
        "        if is_package: load(module)\n"
        "load(aloi)\n"
        "from click.testing import CliRunner\n"
        "from aloi.terminal.main import aloi as command\n"
        "assert CliRunner().invoke(command, ['formats', '--json']).exit_code == 0\n"
        "loaded = sorted(sys.modules)\n"
        "assert 'aloi.gold.formats' in loaded and 'aloi.ui.app' in loaded\n"
        f"print([name for name in loaded if name.partition('.')[0] in {PACKAGES!r}])"
    )
    assert printed_by(script).strip() == "[]"


def test_a_directory_of_many_files_has_packages() -> None:
    folders = {path.parent for name in (*DIRECTORIES, "bench") for path in (ROOT / name).rglob("*.py")}
    crowded = {
        folder.relative_to(ROOT).as_posix() for folder in folders if len([*folder.glob("*.py")]) > MOST_FILES
    }
    assert crowded <= CROWDED


def test_every_package_has_a_docstring() -> None:
    rooms = [(path, tree) for path, tree in nodes(ast.Module) if path.endswith("/__init__.py")]
    assert {path.partition("/")[0] for path, _ in rooms} == set(DIRECTORIES)
    assert [path for path, tree in rooms if not ast.get_docstring(tree)] == []


def test_importing_every_page_and_verb_loads_nothing_heavy() -> None:
    """The web process imports ui/ and workbench/; torch and its like would make every click slow."""
    names = [
        ".".join(path.relative_to(ROOT).with_suffix("").parts)
        for package in ("ui", "terminal", "workbench", "studies", "storage", "evaluation")
        for path in sorted((ROOT / "aloi" / package).rglob("*.py"))
        if "migrations" not in path.parts and path.name not in ("page.py", "script.py", "__init__.py")
    ]
    assert names
    script = (
        "import importlib, sys\n"
        f"for name in {names!r}: importlib.import_module(name)\n"
        f"print([name for name in {HEAVY!r} if name in sys.modules])"
    )
    assert printed_by(script).strip() == "[]"
