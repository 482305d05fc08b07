"""Published studies: each package holds the core, use cases, commands and pages of one."""

from __future__ import annotations

# Every study that takes part, in the order of the menu; `aloi.workbench.study` reads the entry of each.
NAMES = (
    "neighbours",
    "simplification",
    "linking",
    "substitution",
    "drbenchmark",
    "clister_table",
    "tokenisation",
)
