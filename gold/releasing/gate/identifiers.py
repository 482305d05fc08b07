"""Nothing in a release looks like an identifier of a person: dates, telephones, numbers, names by title."""

from __future__ import annotations

from collections.abc import Iterator

from aloi.errors import AloiError
from gold.releasing.gate.base import GateFinding, GateInputs, GateRule
from gold.releasing.gate.texts import find

NAME = "identifiers"


def look(given: GateInputs) -> GateFinding | None:
    """Return how many texts hold a likely identifier of each kind."""

    def kinds(text: str) -> Iterator[str]:
        return (one.name for one in given.identifiers if one.is_in(text))

    found = find(given, kinds)
    if not found.kinds:
        return None
    error = AloiError(
        "gold.gate-identifiers",
        places=len(found.ids),
        kinds=(f"{name} ({count})" for name, count in found.kinds.items()),
        first=min(found.ids),
    )
    return GateFinding.of(NAME, error, found.kinds, found.ids)


RULE = GateRule(NAME, look)
