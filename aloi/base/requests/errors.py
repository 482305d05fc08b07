"""The family of errors about the fields of a request."""

from __future__ import annotations

import copy
from collections.abc import Callable
from typing import Self

from aloi.base.errors import AloiError


class RequestError(AloiError):
    """A field that is missing, unknown, of another type, out of range or in conflict.

    Its value `field` is the name of the field; `named` writes it as an interface does: `--seed`, or a label.
    """

    def named(self, name_of: Callable[[str], str]) -> Self:
        """Return the same error with each field called as `name_of` returns."""
        renamed = copy.copy(self)
        names = {
            key: tuple(map(name_of, value)) if isinstance(value, tuple) else name_of(str(value))
            for key, value in self.values.items()
            if key in ("field", "fields")
        }
        renamed.values = {**self.values, **names}
        return renamed
