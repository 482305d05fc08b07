"""Print the size of the project: files, lines, imports upwards, cycles, budgets, words of the guides.

.venv/bin/python bench/size.py
"""

from __future__ import annotations

import re
import sys
import tomllib
from collections.abc import Iterable
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from importlinter.api import configuration  # noqa: E402
from importlinter.application import use_cases  # noqa: E402
from importlinter.application.user_options import UserOptions  # noqa: E402
from importlinter.contracts.acyclic_siblings import AcyclicSiblingsContract  # noqa: E402
from importlinter.contracts.layers import LayersContract  # noqa: E402
from importlinter.domain.contract import registry  # noqa: E402

from tests.sources import DIRECTORIES, LINKED, PACKAGES  # noqa: E402

_WORD = re.compile(r"[^\W\d_][\w'’-]*")
_BUDGETS = ("name_budgets.toml", "prose.toml")  # each with a table [budgets]


def code_files(*directories: str) -> list[Path]:
    """Return the Python files of directories; links below `aloi/` are counted once."""
    return sorted(path for name in directories for path in (ROOT / name).rglob("*.py"))


def n_lines(paths: Iterable[Path]) -> int:
    """Return the number of lines of files."""
    return sum(len(path.read_bytes().splitlines()) for path in paths)


def n_words(paths: Iterable[Path]) -> int:
    """Return the number of words of documents, without blocks of code."""
    texts = (re.sub(r"```.*?```", " ", path.read_text(encoding="utf-8"), flags=re.DOTALL) for path in paths)
    return sum(len(_WORD.findall(text)) for text in texts)


def import_problems() -> tuple[int, int]:
    """Return how many imports lead upwards, and how many would have to go so that no cycle is left."""
    configuration.configure()
    registry.register(LayersContract, "layers")
    registry.register(AcyclicSiblingsContract, "acyclic_siblings")
    options = use_cases.read_user_options(str(ROOT / "pyproject.toml"))
    contracts = [one for one in options.contracts_options if one["type"] in ("layers", "acyclic_siblings")]
    report = use_cases.create_report(UserOptions(options.session_options, contracts), cache_dir=None)
    upwards = cycles = 0
    for _, check in report.get_contracts_and_checks():
        upwards += len(check.metadata.get("invalid_dependencies", ()))
        cycles += sum(map(len, check.metadata.get("cycle_breakers_by_package", {}).values()))
    return upwards, cycles


def main() -> None:
    """Print one line for each number."""
    product = [*code_files(*DIRECTORIES), ROOT / "app.py"]
    tests, benches = code_files("tests"), code_files("bench")
    scripts = [
        path
        for name in DIRECTORIES
        for kind in ("*.js", "*.css", "*.c", "*.html")
        for path in (ROOT / name).rglob(kind)
    ]
    catalogues = [
        path for name in DIRECTORIES for kind in ("*.ftl", "*.toml") for path in (ROOT / name).rglob(kind)
    ]
    guides, docs = sorted((ROOT / "docs" / "guide").glob("*.md")), sorted((ROOT / "docs").rglob("*.md"))
    rows: list[tuple[str, object, object]] = [("", "files", "lines")]
    for package in PACKAGES:
        files = code_files(package if package in LINKED else f"aloi/{package}")
        rows.append((f"  aloi.{package}", len(files), n_lines(files)))
    rows[1:1] = [("product code (Python)", len(product), n_lines(product))]
    for title, files in (
        ("scripts, styles and templates", scripts),
        ("catalogues of texts", catalogues),
        ("tests", tests),
        ("benches", benches),
        ("documents (docs/)", docs),
        ("README.md", [ROOT / "README.md"]),
        ("CHANGELOG.md", [ROOT / "CHANGELOG.md"]),
    ):
        rows.append((title, len(files), n_lines(files)))
    for title, files, lines in rows:
        print(f"{title:<32}{files:>8}{lines:>10}")
    small = [path for path in product if n_lines([path]) < 60]
    print(f"{'product files under 60 lines':<32}{len(small):>8}")
    upwards, cycles = import_problems()
    print(f"{'imports of a higher layer':<32}{upwards:>8}\n{'imports that close a cycle':<32}{cycles:>8}")
    for name in _BUDGETS:
        table = ROOT / "tests" / "contract" / name
        if table.is_file():
            budgets = tomllib.loads(table.read_text(encoding="utf-8"))["budgets"]
            print(f"{'sum of the budgets of ' + name:<40}{sum(budgets.values()):>10}")
    print(f"{'words of the guides':<40}{n_words(guides):>10}")
    print(f"{'words of all documents':<40}{n_words([*docs, ROOT / 'README.md']):>10}")


if __name__ == "__main__":
    main()
