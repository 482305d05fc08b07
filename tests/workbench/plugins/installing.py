"""Packages with plug-ins, installed for a test: that of docs/plugin, and others."""

from __future__ import annotations

import shutil
import subprocess
import sys
import tomllib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from aloi.base import messages, plugins

SOURCE = Path(__file__).parents[3] / "docs/plugin"
PROJECT = tomllib.loads((SOURCE / "pyproject.toml").read_text("utf-8"))["project"]


def with_pip(folder: Path, site: Path) -> None:
    """Build the package from a copy, as a build leaves files in its folder, and install it."""
    shutil.copytree(SOURCE, folder / "plugin")
    pip = [sys.executable, "-m", "pip", "install", "--no-index", "--no-deps", "--no-build-isolation"]
    subprocess.run([*pip, "--target", site, folder / "plugin"], check=True, capture_output=True)


def as_folder(folder: Path, site: Path) -> None:
    """Copy the package, with the entry points of its pyproject.toml."""
    shutil.copytree(SOURCE / "aloi_example", site / "aloi_example")
    entries = [
        "\n".join([f"[{group}]", *(f"{name} = {entry}" for name, entry in named.items())])
        for group, named in PROJECT["entry-points"].items()
    ]
    install(site, PROJECT["name"], "\n".join(entries), *PROJECT["dependencies"])


def install(folder: Path, name: str, entries: str, requires: str = "aloi") -> None:
    """Write what an installation of a package leaves in a folder of the path."""
    info = folder / (name.replace("-", "_") + "-2.5.dist-info")
    info.mkdir(parents=True)
    metadata = f"Metadata-Version: 2.1\nName: {name}\nVersion: 2.5\nRequires-Dist: {requires}\n"
    (info / "METADATA").write_text(metadata, "utf-8")
    (info / "entry_points.txt").write_text(entries, "utf-8")


@contextmanager
def on_the_path(site: Path, package: str, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Add a folder to the path, also for new processes, and read the plug-ins again."""
    monkeypatch.setattr(plugins, "_plugins", {})
    monkeypatch.setattr(messages, "_of_plugins", [])
    monkeypatch.syspath_prepend(site)
    yield
    for name in [name for name in sys.modules if name.partition(".")[0] == package]:
        del sys.modules[name]


@contextmanager
def installed_example(
    folder: Path, install_in: Callable[[Path, Path], None], monkeypatch: pytest.MonkeyPatch
) -> Iterator[None]:
    """Install the example of docs/plugin in a folder, and use it."""
    install_in(folder, folder / "site")
    with on_the_path(folder / "site", "aloi_example", monkeypatch):
        yield
