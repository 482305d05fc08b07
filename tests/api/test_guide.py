"""The recipes of the guide call what the client has, with fields of the requests."""

from __future__ import annotations

import ast
import re
import textwrap

from aloi.base.requests import fields_of
from aloi.notebook.calls import CampaignCalls
from aloi.notebook.client import Client
from aloi.workbench.endpoints import endpoint_of
from tests.sources import ROOT

GUIDE = (ROOT / "docs" / "guide" / "programs.md").read_text(encoding="utf-8")


def test_recipes_call_what_there_is() -> None:
    blocks = re.findall(r"```python\n(.*?)```", GUIDE, re.DOTALL)
    assert len(blocks) == 11
    called = set()
    for block in blocks:
        for node in ast.walk(ast.parse(textwrap.dedent(block))):
            if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Attribute):
                continue
            owner = getattr(node.func.value, "id", "")
            kind = {"client": Client, "campaign": CampaignCalls}.get(owner)
            if kind is None:
                continue
            assert hasattr(kind, node.func.attr), node.func.attr
            called.add(node.func.attr)
            if node.func.attr == "call":
                fields = fields_of(endpoint_of(ast.literal_eval(node.args[0])).request)
                assert {one.arg for one in node.keywords} <= set(fields)
    assert len(called) > 12


def test_the_table_of_calls_names_methods() -> None:
    named = re.findall(r"`(client|campaign)\.(\w+)\(", GUIDE)
    assert len(named) > 10
    for owner, name in named:
        assert hasattr({"client": Client, "campaign": CampaignCalls}[owner], name), name
