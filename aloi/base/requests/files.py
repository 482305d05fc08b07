"""Request files: the fields of a request as TOML or JSON."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from aloi.base.errors import AloiError


def read_file(path: Path) -> Mapping[str, Any]:
    """Return the table of a TOML file, or the object of a JSON file; the suffix says which.

    Raises
    ------
    AloiError
        Another format, or no table.
    """
    try:
        text = path.read_text(encoding="utf-8-sig")
        document = json.loads(text) if path.suffix.lower() == ".json" else tomllib.loads(text)
    except (ValueError, RecursionError) as error:  # both libraries derive their errors from it
        raise AloiError("aloi.request-file", path=path, error=error) from error
    if not isinstance(document, dict):
        raise AloiError("aloi.request-file-no-table", path=path)
    return document
