"""The README fits on one screen; its example, its commands and its pictures are real."""

from __future__ import annotations

import ast
import contextlib
import io
import re
from pathlib import Path

import pytest

from aloi.agreement.measures import MEASURES
from aloi.workbench.imports.layouts import LAYOUTS

ROOT = Path(__file__).resolve().parents[2]
README = (ROOT / "README.md").read_text(encoding="utf-8")
MOST_LINES = 90


def test_it_is_short_and_has_pictures() -> None:
    assert len(README.splitlines()) <= MOST_LINES
    pictures = re.findall(
        r'<picture>\n  <source media="[^"]*dark[^"]*" srcset="([^"]+)">\n  <img src="([^"]+)"', README
    )
    assert len(pictures) >= 2
    for dark, light in pictures:
        assert dark == light.replace("light", "dark")
        assert (ROOT / light).is_file()
        assert (ROOT / dark).is_file()


def test_the_example_prints_what_its_comment_says() -> None:
    [block] = re.findall(r"```python\n(.*?)```", README, re.DOTALL)
    [comment] = re.findall(r"print\(.*\)  # (.+)", block)
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        exec(compile(block, "README.md", "exec"), {})
    assert printed.getvalue() == f"{comment}\n"


def test_the_commands_of_the_claims_name_tests_that_exist() -> None:
    commands = re.findall(r"`pytest ([^`]+)`", README)
    assert len(commands) >= 3
    for path, _, name in re.findall(r"(tests/[\w/]+\.py)(::(\w+))?", " ".join(commands)):
        functions = {
            node.name
            for node in ast.parse((ROOT / path).read_bytes()).body
            if isinstance(node, ast.FunctionDef)
        }
        assert not name or name in functions, f"{path}::{name}"


def test_counts_are_those_of_the_registries() -> None:
    assert re.findall(r"\[(\d+) coefficients\]", README) == [str(len(MEASURES))]
    tools = re.findall(r"^\| \[([\w ]+)\]\(https:", README, re.MULTILINE)
    imported = " ".join(layout.title for layout in LAYOUTS)
    assert len(tools) == 5
    assert [tool for tool in tools if tool not in imported] == []


@pytest.mark.parametrize("document", ["README.md", "CONTRIBUTING.md"])
def test_targets_named_exist(document: str) -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    for target in set(re.findall(r"\bmake ([a-z-]+)", (ROOT / document).read_text(encoding="utf-8"))):
        assert re.search(rf"^{target}:", makefile, re.MULTILINE), f"{document} names make {target}"
