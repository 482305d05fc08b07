"""Mutants of a few lines, and a checkout of two files in which one is killed, one survives and one hangs."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from bench import importers, mutation
from bench.mutants import is_one, mutants

LEFT_ALONE = '''"""A docstring of 1 word."""
from typing import TYPE_CHECKING, Protocol
if TYPE_CHECKING:
    from pathlib import Path
__all__ = ["width"]
class Wide(Protocol):
    def width(self, most: int = 3) -> int:
        return 1
def width(one: "tuple[int, 1]", _LOG: str) -> None:
    """Return 1."""
    _LOG.warning("no width of %d", 1)
    if one:
        raise ValueError("A width of 1 was expected.", 1 + 1)
'''


def changes(source: str) -> set[tuple[str, str, str]]:
    return {(one.operator, one.before, one.after) for one in mutants("m.py", source.encode())}


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("x = a + b", {("arithmetic", "a + b", "(a - b)")}),
        ("x -= a", {("arithmetic", "x -= a", "x += a")}),
        ("x = n - 1", {("arithmetic", "n - 1", "(n + 1)"), ("constant", "1", "(0)")}),
        ("x = 'a' + b", set()),
        ("x = a < b", {("comparison", "a < b", "(a <= b)")}),
        ("f(deep=True)", {("constant", "True", "(False)"), ("removed call", "f(deep=True)", "pass")}),
        ("x = zip(strict=True)", set()),
        ("x = Thread(daemon=True)", set()),
        ("x = 5", {("constant", "5", "(6)")}),
        ("if a:\n  b", {("negation", "a", "(not (a))")}),
        ("if not a:\n  b", {("dropped not", "not a", "(a)")}),
        ("if a == b:\n  c", {("comparison", "a == b", "(a != b)")}),
        ("x = a and b", {("and/or", "a and b", "(a or b)")}),
        ("x = f(a, b, c)", {("swapped arguments", "f(a, b, c)", "(f(b, a, c))")}),
        ("x = max(a, b)", set()),
        ("x = f(*a, b)", set()),
        ("x = select(t).where(a, b, c)", set()),
        ("x = np.where(a, b, c)", {("swapped arguments", "np.where(a, b, c)", "(np.where(b, a, c))")}),
        ("heart.beat()", {("removed call", "heart.beat()", "pass")}),
        ("def f(a): return a", {("return", "a", "(None)")}),
        ("def f(a) -> bool: return a", {("return", "a", "(True)")}),
        ("def f(a=2): pass", {("constant", "2", "(3)")}),
    ],
)
def test_a_slip_of_each_kind(source: str, expected: set[tuple[str, str, str]]) -> None:
    assert changes(source) == expected


def test_what_no_test_could_tell_apart_is_left_alone() -> None:
    assert changes(LEFT_ALONE) == {("negation", "one", "(not (one))")}


def test_a_mutant_changes_its_stretch_alone_after_accents_too() -> None:
    source = "é = 'très'; x = (a\n  <  # less\n  b)  # bien sûr\n".encode()
    (mutant,) = mutants("m.py", source)
    assert mutant.applied(source).decode() == "é = 'très'; x = ((a <= b))  # bien sûr\n"
    assert is_one(mutant, source)


def test_a_mutant_that_is_the_same_program_or_none_is_no_mutant() -> None:
    source = b"def f() -> int: return 0"
    assert [one.after for one in mutants("m.py", source) if is_one(one, source)] == ["(1)"]


@pytest.fixture
def checkout(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv(
        "PYTEST_DISABLE_PLUGIN_AUTOLOAD", "1"
    )  # none is asked for, and they take half a second
    root = tmp_path / "house"
    files = {
        "pyproject.toml": "[tool.pytest.ini_options]\nmarkers = ['browser', 'slow']\npythonpath = ['.']\n",
        "aloi/__init__.py": "",
        "agreement/__init__.py": "",
        "agreement/counts.py": "def f(n: int) -> list[int]:\n    return [k for k in range(n) if k < 9]\n",
        "tests/agreement/test_counts.py": (
            "from aloi.agreement.counts import f\n\n"
            "def test_few() -> None:\n    assert f(2) == [0, 1]\n\n"
            "def test_wrong() -> None:\n    assert f(0) == [1]\n"
        ),
        "tests/ui/test_page.py": "import aloi.agreement.shown\n",
        "tests/ui/test_other.py": "import json\n",
        "agreement/shown.py": "from aloi.agreement import counts\n",
    }
    for name, text in files.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(text, encoding="utf-8")
    (root / "aloi/agreement").symlink_to("../agreement")
    return root


def test_tests_are_chosen_by_folder_and_by_what_they_import(checkout: Path, tmp_path: Path) -> None:
    copied = mutation.Checkout(checkout, tmp_path)
    near, layer, others = copied.choose("agreement/counts.py")
    assert near == ["aloi/agreement/counts.py", "tests/agreement/test_counts.py"]
    assert (layer, others) == ([], ["tests/ui/test_page.py"])


def test_tests_elsewhere_that_name_the_module_come_before_others(checkout: Path, tmp_path: Path) -> None:
    (checkout / "tests/ui/test_zeal.py").write_text("import aloi.agreement.shown  # as counts says\n")
    _, named, others = mutation.Checkout(checkout, tmp_path).choose("agreement/counts.py")
    assert (named, others) == (["tests/ui/test_zeal.py"], ["tests/ui/test_page.py"])


def test_tests_that_name_what_is_changed_run_first(checkout: Path, tmp_path: Path) -> None:
    (checkout / "tests/ui/test_zeal.py").write_text("import aloi.agreement.shown\nshown.f(3)\n")
    (checkout / "tests/agreement/test_fixture.py").write_text("def test_it(made): made.counts()\n")
    copied = mutation.Checkout(checkout, tmp_path)
    doors = importers.doors_to(ast.parse("def f(): return _g()\ndef _g(): return 1\ndef h(): return 2"), 2)
    assert doors == {"f"}
    near, _, others = copied.choose("agreement/counts.py", doors)
    assert near[1:] == ["tests/agreement/test_counts.py", "tests/agreement/test_fixture.py"]
    (checkout / "agreement/doc.py").write_text('"""\n>>> from aloi.agreement.counts import f\n"""\n')
    assert importers.examples(checkout) == {"agreement/counts.py": {"agreement/doc.py"}}
    assert others == ["tests/ui/test_zeal.py", "tests/ui/test_page.py"]


def test_one_mutant_is_killed_and_another_survives_in_a_copy(checkout: Path, tmp_path: Path) -> None:
    before = (checkout / "agreement/counts.py").read_bytes()
    copied = mutation.Checkout(checkout, tmp_path)
    drawn = mutation.draw(checkout, "agreement", 20, seed=0)
    tried = [one for one in drawn if one.operator in ("return", "comparison")]
    results = {one.operator: copied.try_out(one, 20) for one in tried}
    assert {name: one.outcome for name, one in results.items()} == {
        "return": "killed",
        "comparison": "survived",
    }
    assert results["return"].by == "tests/agreement/test_counts.py::test_few"
    assert copied.failing == {"tests/agreement/test_counts.py::test_wrong"}
    assert (checkout / "agreement/counts.py").read_bytes() == before
    assert (copied.root / "agreement/counts.py").read_bytes() == before
    last = mutation.table(list(results.values())).splitlines()[-1]
    assert last.split() == ["all", "2", "1", "0", "1", "50%"]


def test_what_fails_by_chance_kills_nothing(checkout: Path, tmp_path: Path) -> None:
    runs = tmp_path / "runs"
    (checkout / "tests/agreement/test_counts.py").write_text(
        f"def test_chance() -> None:\n    with open({str(runs)!r}, 'a') as runs:\n"
        "        assert runs.write('x') and runs.tell() != 2\n"
    )
    (mutant, *_) = mutation.draw(checkout, "agreement", 1, seed=0)
    assert mutation.Checkout(checkout, tmp_path).try_out(mutant, 20).outcome == "survived"
    assert runs.read_text() == "xxx"  # without the mutant, with it, alone with it


def test_what_takes_too_long_is_ended(checkout: Path) -> None:
    (checkout / "test_long.py").write_text("import time\ndef test_long(): time.sleep(60)\n")
    with pytest.raises(TimeoutError):
        mutation.run_tests(checkout, ["test_long.py"], limit=0.3)


def test_the_same_seed_draws_the_same_mutants_evenly_from_the_rooms(checkout: Path) -> None:
    for name in ("aloi/storage/jobs.py", "aloi/evaluation/f1.py"):
        (checkout / name).parent.mkdir()
        (checkout / name).write_text("\n".join(f"x{n} = {n}" for n in range(50)), encoding="utf-8")
    drawn = mutation.draw(checkout, "", 6, seed=3)
    assert [mutation.room_of(one.module) for one in drawn] == ["jobs"] * 2 + ["agreement"] * 2 + [
        "evaluation"
    ] * 2
    assert drawn == mutation.draw(checkout, "", 6, seed=3)
    assert drawn != mutation.draw(checkout, "", 6, seed=4)
