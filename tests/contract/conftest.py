"""What contract tests share."""

from __future__ import annotations

import sys

import pytest

# It lists the made-up task, for servers: collecting it would list the task for all tests.
collect_ignore = ["small_task/registered.py"]


@pytest.fixture(autouse=True)
def own_main(monkeypatch: pytest.MonkeyPatch) -> None:
    """Give `__main__` back after a page: from Streamlit's, no process could be spawned later."""
    monkeypatch.setitem(sys.modules, "__main__", sys.modules["__main__"])
