"""What stands on both sides of a split: counted here, dropped in `splits.py`."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping


def crossing(keys_by_part: Mapping[str, Iterable[str]]) -> tuple[str, ...]:
    """Return, sorted, the keys (sentence texts, document ids) found in more than one part."""
    parts: dict[str, set[str]] = defaultdict(set)
    for part, keys in keys_by_part.items():
        for key in keys:
            parts[key].add(part)
    return tuple(sorted(key for key, found in parts.items() if len(found) > 1))
