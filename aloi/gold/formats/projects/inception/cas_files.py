"""What one file of INCEpTION or WebAnno says: its text, the spans of each layer, and what else it holds."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field

RELATIONS, CHAINS = "relations", "chains"
SLOTS = "slots of spans (links)"
EMPTY = "spans of no character (zero width)"
OUTSIDE = "spans outside their text"
OTHER_FEATURES = "values of features that are no text"
REPEATED = "spans that repeat another one (same words, same value)"


@dataclass(frozen=True, slots=True)
class LayerSpan:
    """A span of a layer: `values` by feature, None where it has none; a layer may have no feature."""

    layer: str
    start: int
    end: int
    values: tuple[tuple[str, str | None], ...] = ()


@dataclass(slots=True)
class MarkedFile:
    """One file as read; `others` counts what is no span that comes in."""

    name: str
    text: str
    spans: list[LayerSpan] = field(default_factory=list)
    others: dict[str, int] = field(default_factory=lambda: defaultdict(int))
