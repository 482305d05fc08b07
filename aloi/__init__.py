"""Aloi in notebooks and scripts: agreement, scores, releases and stores as results and DataFrames.

Importing it loads nothing but this file: pandas, the store and the models are imported by what needs them.
What every layer may name stands here too: the error a person can act on, and the settings.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from aloi.base.errors import AloiError as AloiError
    from aloi.notebook.measuring import agreement as agreement
    from aloi.notebook.releases import read_release as read_release
    from aloi.notebook.scoring import compare as compare
    from aloi.notebook.scoring import score as score
    from aloi.notebook.stores import open as open

__all__ = ["AloiError", "agreement", "compare", "open", "read_release", "score"]

_MODULES = {
    "AloiError": "errors",
    "agreement": "measuring",
    "compare": "scoring",
    "open": "stores",
    "read_release": "releases",
    "score": "scoring",
}


def __getattr__(name: str) -> Any:
    """Return what a name of `__all__` stands for, loading its module at the first use."""
    if name not in _MODULES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    found = globals()[name] = getattr(import_module(f"{__name__}.{_MODULES[name]}"), name)
    return found


def __dir__() -> list[str]:
    """Return the names a person may use."""
    return sorted({*globals(), *__all__})
