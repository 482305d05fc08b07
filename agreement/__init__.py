"""Ratings in, coefficients out: inter-annotator agreement, exact, with intervals and reasons.

`measure` takes a table of ratings; the modules are the library. Reading order: `ratings` (the table),
`compute` (the coefficients), `result` (what is returned), then `measures/` (one file per coefficient),
`bootstrap` and `disagreement`.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from aloi.notebook.agreement import measure as measure

__all__ = ["measure"]


def __getattr__(name: str) -> Any:
    """Return `measure` of the notebook API; it reads tables, so it is loaded at the first use."""
    if name != "measure":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return import_module("aloi.notebook.agreement").measure
