"""What is built is the whole program: every file beside the code, and it runs from any folder."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import venv
import zipfile
from collections.abc import Iterable, Iterator
from importlib.metadata import Distribution, PathDistribution, distribution
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from playwright.sync_api import Page, expect, sync_playwright

from aloi.storage.store import Store
from aloi.workbench.demo.people import PASSWORD
from tests.browser.site import Site, Visitors
from tests.browser.steps import ready
from tests.sources import LINKED

ROOT = Path(__file__).resolve().parents[1]
PIP = [sys.executable, "-m", "pip", "--quiet"]
CAUGHT = ("evaluation", "storage", "ui", "app", "cli", "errors", "settings")
BUILT = """
import json
from setuptools import Distribution
made = Distribution({'script_name': 'setup.py'})
made.parse_config_files()
command = made.get_command_obj("build_py")
command.build_lib = "."
command.ensure_finalized()
print(json.dumps(command.get_outputs(include_bytecode=False)))
"""


def in_packages() -> set[str]:
    """Return every file of the import package, those behind the links too."""
    directories = [ROOT / "aloi", *(ROOT / "aloi" / name for name in LINKED)]
    return {
        path.relative_to(ROOT).as_posix()
        for directory in directories
        for path in directory.rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }


def test_what_is_built_holds_every_file_of_the_packages_and_no_other() -> None:
    run = subprocess.run([sys.executable, "-c", BUILT], cwd=ROOT, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stderr
    built = {Path(name).as_posix() for name in json.loads(run.stdout.splitlines()[-1])}
    expected = in_packages()
    assert len([name for name in expected if not name.endswith(".py")]) > 80
    assert built == expected  # and not a store in aloi-data, say


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the wheel, built from a copy: setuptools leaves its own folders where it builds."""
    folder = tmp_path_factory.mktemp("wheel")
    source = folder / "source"
    for name in ("pyproject.toml", "README.md", "LICENSE", *in_packages()):
        (source / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(ROOT / name, source / name)
    subprocess.run(
        [*PIP, "wheel", "--no-deps", "--no-build-isolation", "--wheel-dir", str(folder), str(source)],
        check=True,
    )
    [built] = folder.glob("*.whl")
    return built


def required(requirements: Iterable[str], extras: Iterable[str]) -> dict[str, Distribution]:
    """Return the distributions that requirements bring with them, from those that are installed here."""
    found: dict[str, Distribution] = {}
    waiting = [(Requirement(line), frozenset(extras)) for line in requirements]
    seen: set[tuple[str, frozenset[str]]] = set()
    while waiting:
        requirement, of = waiting.pop()
        if requirement.marker and not any(requirement.marker.evaluate({"extra": name}) for name in {"", *of}):
            continue
        key = (requirement.name.lower(), frozenset(requirement.extras))
        if key in seen:
            continue
        seen.add(key)
        found[key[0]] = distribution(requirement.name)
        waiting += [(Requirement(line), key[1]) for line in found[key[0]].requires or ()]
    return found


def environment(folder: Path, wheel: Path, *extras: str) -> tuple[Path, float]:
    """Return the Python of an environment with the wheel and links to what it requires, and its megabytes.

    The libraries are those that an installation would download; compiled bytecode is not counted.
    """
    venv.create(folder, with_pip=False)
    python = folder / "bin" / "python"
    subprocess.run(
        [*PIP, "--python", str(python), "install", "--no-deps", "--no-index", str(wheel)], check=True
    )
    [packages] = folder.glob("lib/python*/site-packages")
    [metadata] = packages.glob("aloi-*.dist-info")
    size = sum(
        path.stat().st_size for path in packages.rglob("*") if path.suffix != ".pyc" and path.is_file()
    )
    for library in required(PathDistribution(metadata).requires or (), extras).values():
        files = [file for file in library.files or () if ".." not in file.parts and file.suffix != ".pyc"]
        size += sum(file.locate().stat().st_size for file in files)
        for name in {file.parts[0] for file in files} - {"__pycache__"}:
            if not (packages / name).exists():
                (packages / name).symlink_to(Path(str(library.locate_file(name))))
    return python, size / 1e6


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the Python of an environment with the wheel and the extra `app`, which sees no checkout."""
    return environment(tmp_path_factory.mktemp("app"), wheel, "app")[0]


@pytest.mark.slow
def test_the_wheel_installs_one_name_with_every_file(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        names = {name for name in archive.namelist() if ".dist-info/" not in name}
    assert names == in_packages()
    assert {name.partition("/")[0] for name in names} == {"aloi"}


@pytest.mark.slow
def test_the_core_measures_tables_and_names_the_extra_of_the_rest(
    wheel: Path, notebook: Path, tmp_path_factory: pytest.TempPathFactory, capsys: pytest.CaptureFixture[str]
) -> None:
    python, megabytes = environment(tmp_path_factory.mktemp("core"), wheel)
    with capsys.disabled():
        sys.stdout.write(f"\nthe core takes {megabytes:.0f} MB\n")
    assert megabytes < 500
    (notebook / "ratings.csv").write_text("unit,A,B\n1,a,a\n2,b,a\n3,b,b\n", encoding="utf-8")

    def run(*words: str) -> tuple[int, str]:
        done = subprocess.run(
            [str(python.with_name("aloi")), *words],
            cwd=notebook, env=outside(notebook), capture_output=True, text=True, check=False,
        )  # fmt: skip
        return done.returncode, done.stderr

    assert run("agreement", "ratings.csv", "--level", "nominal") == (0, "")
    for words in (("serve",), ("demo",), ("work",)):
        status, error = run(*words)
        assert (status, error.splitlines()[-1]) == (2, 'Install it: pip install "aloi[app]".')


@pytest.fixture
def notebook(tmp_path: Path) -> Path:
    """Return a folder of somebody whose files have names that the program has too."""
    for name in CAUGHT:
        (tmp_path / f"{name}.py").write_text("raise SystemExit('a file of the notebook')\n", encoding="utf-8")
    (tmp_path / "corpora").mkdir()
    (tmp_path / "corpora/__init__.py").write_text(
        "raise SystemExit('a package of the notebook')\n", encoding="utf-8"
    )
    return tmp_path


def outside(folder: Path) -> dict[str, str]:
    """Return an environment that knows no checkout."""
    kept = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    return {**kept, "ALOI_DATA": str(folder / "data")}


@pytest.mark.slow
def test_the_wheel_is_imported_beside_files_of_the_same_names(installed: Path, notebook: Path) -> None:
    (notebook / "script.py").write_text(
        "import aloi, pandas\n"
        "ratings = pandas.DataFrame({'unit': [1, 2], 'A1': [1, 2], 'A2': [1, 2]})\n"
        "print(aloi.agreement.measure(ratings, level='nominal').table()['value'].iloc[0], aloi.__file__)\n",
        encoding="utf-8",
    )
    run = subprocess.run(
        [str(installed), "script.py"],
        cwd=notebook,
        env=outside(notebook),
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 0, run.stderr
    value, place = run.stdout.split()
    assert value == "1.0"
    assert Path(place).is_relative_to(installed.parents[1])


@pytest.fixture
def page(chromium: str) -> Iterator[Page]:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox", "--disable-gpu"])
        opened = browser.new_page()
        opened.set_default_timeout(60_000)
        expect.set_options(timeout=60_000)
        yield opened
        browser.close()


@pytest.fixture
def address(installed: Path, notebook: Path) -> Iterator[str]:
    """Give the address of the demo, started with the installed command in the folder of a notebook."""
    program = subprocess.Popen(
        [str(installed.with_name("aloi")), "demo", "--port", "0"],
        cwd=notebook, env=outside(notebook), stdout=subprocess.PIPE, text=True,
    )  # fmt: skip
    try:
        lines = iter(program.stdout.readline, "")
        yield next(found[0] for line in lines if (found := re.search(r"http://\S+:\d+", line)))
    finally:
        program.terminate()
        program.wait(timeout=30)
        program.stdout.close()


@pytest.mark.slow
@pytest.mark.browser
def test_the_demo_of_the_wheel_takes_an_answer(address: str, page: Page, notebook: Path) -> None:
    store = Store.open(f"sqlite:///{notebook / 'data' / 'demo' / 'aloi.db'}")
    last = store.campaigns.rounds(store.campaigns.list()[0].id)[-1].id
    before = len(store.answers.latest(last))
    Site("", Visitors(page.context.browser), address=address).sign_in(page, "A1", password=PASSWORD)
    page.goto(f"{address}/annotate?round={last}")
    count = page.locator(".count")
    expect(count).to_be_visible()
    shown = count.inner_text()
    ready(page)
    page.keyboard.press("3")
    expect(count).not_to_have_text(shown)
    assert len(store.answers.latest(last)) == before + 1
    store.close()
