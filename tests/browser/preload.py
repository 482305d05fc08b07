"""What a server, its worker and the apps of widgets load: one process loads it, and they are its copies."""

from __future__ import annotations

import ast
import importlib
from pathlib import Path

import cli  # noqa: F401
import workbench.jobs  # noqa: F401

# A page is a script, and would be drawn by importing it; what it imports is what takes time.
for page in (Path(__file__).parents[2] / "ui/pages").glob("*/page.py"):
    for line in ast.parse(page.read_text(encoding="utf-8")).body:
        if isinstance(line, ast.ImportFrom) and line.module and not line.level:
            importlib.import_module(line.module)
