"""Which database a concept is of, as the sources of a release said it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from aloi.corpora.model import Json
from aloi.gold.releasing.manifest import entries, rows_of

DATABASES = "databases"  # of the parameters of an origin: the name of the database of each concept


@dataclass(frozen=True, slots=True)
class Databases:
    """The databases of concepts: as said of the concept of an item, and as said of it everywhere."""

    of_items: Mapping[str, Mapping[str, str]]
    of_concepts: Mapping[str, str]

    @classmethod
    def of(cls, manifest: Mapping[str, Json]) -> Databases:
        """Return what the origins of a release say."""
        by_item: dict[str, list[tuple[str, str]]] = {}
        for origin in rows_of(manifest, "origins") if "origins" in manifest else ():
            parameters = entries(origin, "parameters")
            if origin["miner"] == "import" and isinstance(parameters.get(DATABASES), dict):
                pairs = [(concept, str(name)) for concept, name in entries(parameters, DATABASES).items()]
                by_item.setdefault(str(origin["item_id"]), []).extend(pairs)
        return cls(
            {item: unambiguous(pairs) for item, pairs in by_item.items()},
            unambiguous(pair for pairs in by_item.values() for pair in pairs),
        )

    def name(self, item_id: str, concept: str) -> str:
        """Return the database of a concept of an item; empty where none or several are said."""
        return self.of_items.get(item_id, {}).get(concept) or self.of_concepts.get(concept, "")


def unambiguous(pairs: Iterable[tuple[str, str]]) -> dict[str, str]:
    """Return the database of each concept of which one is said.

    >>> unambiguous([("C1", "UMLS"), ("C1", "UMLS"), ("7", "MESH"), ("7", "OMIM"), ("8", "")])
    {'C1': 'UMLS'}
    """
    names: dict[str, set[str]] = {}
    for concept, name in pairs:
        if name:
            names.setdefault(concept, set()).add(name)
    return {concept: min(each) for concept, each in names.items() if len(each) == 1}
