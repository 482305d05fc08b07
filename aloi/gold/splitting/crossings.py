"""Documents and sentences shared by two splits: counted here, dropped in `splits.py`."""

from __future__ import annotations

from collections.abc import Iterable, Mapping


def crossing(keys_by_part: Mapping[str, Iterable[str]]) -> tuple[str, ...]:
    """Return, sorted, the keys (sentence texts, document ids) found in more than one part."""
    seen: set[str] = set()
    twice: set[str] = set()
    for keys in map(set, keys_by_part.values()):
        twice |= seen & keys
        seen |= keys
    return tuple(sorted(twice))
