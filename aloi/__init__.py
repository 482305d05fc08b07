"""Aloi in notebooks and scripts: agreement, scores, releases and stores as results and DataFrames.

Importing it loads nothing but this file: pandas, the store and the models are imported at the first use.
"""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from aloi import agreement as agreement
    from aloi.base.errors import AloiError as AloiError
    from aloi.notebook.client import Client as Client
    from aloi.notebook.scoring import compare as compare
    from aloi.notebook.scoring import score as score
    from aloi.notebook.stores import open as open
    from aloi.notebook.stores import read_release as read_release

__all__ = ["AloiError", "Client", "agreement", "compare", "open", "read_release", "score"]

_MODULES = {
    "AloiError": "base.errors",
    "Client": "notebook.client",
    "compare": "notebook.scoring",
    "open": "notebook.stores",
    "read_release": "notebook.stores",
    "score": "notebook.scoring",
}

if not Path(__file__).with_name("agreement").is_dir():
    raise ImportError(
        "aloi/agreement is not a directory: this checkout was made without symbolic links. "
        "Expected: links from aloi/ to agreement, annotation and corpora. "
        "Run `git config core.symlinks true && git checkout -- aloi` (on Windows with Developer Mode on), "
        "or install the package instead."
    )


def __getattr__(name: str) -> Any:
    """Return the value of a name of `__all__` and load its module at the first use."""
    if name == "agreement":
        return import_module("aloi.agreement")
    if name not in _MODULES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from aloi.base.extras import extras_named

    with extras_named():
        value = globals()[name] = getattr(import_module(f"{__name__}.{_MODULES[name]}"), name)
    return value


def __dir__() -> list[str]:
    """Return the public names."""
    return sorted({*globals(), *__all__})
