"""What is built is the whole program: every file beside the code, and it runs from any folder."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import sysconfig
import venv
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect, sync_playwright

from aloi.storage.store import Store
from aloi.workbench.demo.people import PASSWORD
from tests.browser.site import Site, Visitors
from tests.browser.steps import ready
from tests.sources import LINKED

ROOT = Path(__file__).resolve().parents[1]
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
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return an environment with the built wheel, which sees this one's libraries, not the checkout."""
    folder = tmp_path_factory.mktemp("wheel")
    # Built from a copy: setuptools leaves its own folders where it builds.
    source = folder / "source"
    for name in ("pyproject.toml", "README.md", "LICENSE", "requirements.txt", *in_packages()):
        (source / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(ROOT / name, source / name)
    pip = [sys.executable, "-m", "pip", "--quiet"]
    subprocess.run(
        [*pip, "wheel", "--no-deps", "--no-build-isolation", "--wheel-dir", str(folder), str(source)],
        check=True,
    )
    [wheel] = folder.glob("*.whl")
    with zipfile.ZipFile(wheel) as archive:
        assert {name for name in archive.namelist() if ".dist-info/" not in name} == in_packages()
    environment = folder / "environment"
    venv.create(environment, with_pip=False)
    python = environment / "bin" / "python"
    subprocess.run(
        [*pip, "--python", str(python), "install", "--no-deps", "--no-index", str(wheel)], check=True
    )
    [packages] = environment.glob("lib/python*/site-packages")
    # What an installation would download. Its own links to a checkout are not followed from here.
    (packages / "libraries.pth").write_text(sysconfig.get_path("purelib") + "\n", encoding="utf-8")
    return python


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
