"""The formats, one file each; this is the whole list."""

from __future__ import annotations

from errors import AloiError
from gold.formats.base import Format
from gold.formats.clister import Clister
from gold.formats.drbenchmark_jsonl import DrBenchmarkJsonl
from gold.formats.sts_tsv import StsTsv

FORMATS: tuple[Format, ...] = (StsTsv(), Clister(), DrBenchmarkJsonl())


def format_named(name: str) -> Format:
    """Return the format of that name, or raise AloiError naming those there are."""
    for one in FORMATS:
        if one.name == name:
            return one
    raise AloiError(
        f"No format is called {name!r}.",
        f"One of these was expected: {', '.join(one.name for one in FORMATS)}.",
        "Check the spelling.",
    )


def table() -> str:
    """Return the Markdown table of formats that the README shows."""
    lines = ["| format | name | rows | lost |", "|---|---|---|---|"]
    lines += [
        f"| {one.title} | `{one.name}` | {', '.join(kind.__name__ for kind in one.row_kinds)} "
        f"| {'; '.join(one.lost)} |"
        for one in FORMATS
    ]
    return "\n".join(lines) + "\n"
