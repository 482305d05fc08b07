"""Ratings in, coefficients out: inter-annotator agreement, exact, with intervals and reasons.

`measure` takes a table of ratings, `estimate` one of few human and many machine answers; the modules are
the library. Reading order: `ratings` (the table),
`compute` (the coefficients), `result` (what is returned), then `measures/` (one file per coefficient),
`bootstrap` and `disagreement`.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from aloi.notebook.agreement import estimate as estimate
    from aloi.notebook.agreement import measure as measure

__all__ = ["estimate", "measure"]


def __getattr__(name: str) -> Any:
    """Return a function of the notebook API; they read tables, so they are loaded at the first use."""
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module("aloi.notebook.agreement"), name)
