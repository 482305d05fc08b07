"""Ids of items in their sources, and the items that an id of a source names."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from aloi.corpora.model import Json, Origin

_IMPORT = "import"


def source_id(miner: str, parameters: Mapping[str, Json]) -> str:
    """Return the id that an item had in the source of an import; empty if an origin has none.

    >>> source_id("import", {"id": "x7"}), source_id("balance", {"id": "x7"})
    ('x7', '')
    """
    return str(parameters.get("id") or "") if miner == _IMPORT else ""


@dataclass(frozen=True, slots=True)
class SourceIds:
    """The ids that items had in their sources.

    Parameters
    ----------
    ids : mapping
        Those of each item, in the order of its origins, by item id.
    items : mapping
        The items that an id names, by that id; several if sources use it several times.
    """

    ids: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    items: Mapping[str, tuple[str, ...]] = field(default_factory=dict)

    @classmethod
    def of(cls, origins: Iterable[Origin]) -> SourceIds:
        """Return the ids in origins."""
        return cls.of_pairs((one.item_id, source_id(one.miner, one.parameters)) for one in origins)

    @classmethod
    def of_pairs(cls, pairs: Iterable[tuple[str, str]]) -> SourceIds:
        """Return the ids of pairs of an item's id here and in its source; empty ones are none."""
        ids: dict[str, dict[str, None]] = {}
        items: dict[str, dict[str, None]] = {}
        for item_id, its_id in pairs:
            if its_id:
                ids.setdefault(item_id, {})[its_id] = None
                items.setdefault(its_id, {})[item_id] = None
        return cls(
            {item: tuple(each) for item, each in ids.items()},
            {its_id: tuple(each) for its_id, each in items.items()},
        )

    def of_item(self, item_id: str) -> str:
        """Return the first id of an item that no other item has; empty if there is none."""
        return next((one for one in self.ids.get(item_id, ()) if len(self.items[one]) == 1), "")
