"""Data that the browser has already are not sent again: sentences, labels, scripts, the texts of an item."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, MutableMapping
from functools import lru_cache
from typing import Any

# Values of these are sent, or known, one by one: their texts change with the item, their labels do not.
_OPENED = ("alignment", "asked", "item", "ahead", "where")
_SMALL = 160  # characters: the digest of a value takes nearly as many
_MOST_HELD = 100  # older values are sent again when they are shown again


def pack(data: Mapping[str, Any], digests: MutableMapping[str, None]) -> dict[str, Any]:
    """Return data without values that the browser has, which are replaced by their digests.

    Parameters
    ----------
    data : mapping
        JSON only, names without full stops.
    digests : mutable mapping
        The digests of what the browser was sent, the oldest first; what is sent now is added.

    Returns
    -------
    dict
        `data`, what changes or is small; `names` {path: digest} of the rest, paths as `asked.labels`; `fresh`
        {digest: value} of what is sent for the first time.
    """
    names: dict[str, str] = {}
    fresh: dict[str, Any] = {}

    def left(part: Mapping[str, Any], path: str) -> dict[str, Any]:
        packed_parts = {}
        for name, value in part.items():
            if name in _OPENED and isinstance(value, Mapping):
                packed_parts[name] = left(value, f"{path}{name}.")
                continue
            digest = _text_digest(value) if isinstance(value, str) else _digest(value)
            if digest is None:
                packed_parts[name] = value
                continue
            names[f"{path}{name}"] = digest
            if digest not in digests:
                fresh[digest] = value
            digests.pop(digest, None)  # used values move to the end: they are the last to be dropped
            digests[digest] = None
        return packed_parts

    changing = left(data, "")
    for digest in list(digests)[:-_MOST_HELD]:
        del digests[digest]
    return {"data": changing, "names": names, "fresh": fresh}


def unpack(packed: Mapping[str, Any], values: MutableMapping[str, Any]) -> dict[str, Any]:
    """Return the data of a parcel as `loader.js` does.

    `values` is what the tab holds; what is fresh is added to it.

    Raises
    ------
    KeyError
        The tab lacks something: it would ask for it again.
    """
    data: dict[str, Any] = packed["data"]
    values.update(packed["fresh"])
    for path, digest in packed["names"].items():
        *above, last = path.split(".")
        part = data
        for name in above:
            part = part[name]
        part[last] = values[digest]
    return data


def _digest(value: Any) -> str | None:
    """Return the digest of a value; None if it is small."""
    if value is None or isinstance(value, int | float):
        return None
    written = json.dumps(value, ensure_ascii=False)
    if len(written) < _SMALL:
        return None
    return hashlib.blake2b(written.encode("utf-8", "surrogatepass"), digest_size=9).hexdigest()


# The scripts of an interface are long, and the same at each answer.
_text_digest = lru_cache(maxsize=32)(_digest)
