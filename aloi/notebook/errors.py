"""Errors as notebooks show them."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from aloi.base.errors import AloiError
from aloi.base.extras import extras_named


@contextmanager
def told_in_notebook() -> Iterator[None]:
    """Let errors name arguments instead of options, and the extra of a missing package."""
    try:
        with extras_named():
            yield
    except AloiError as error:
        error.in_notebook = True
        raise
