"""Nothing in a release looks like an identifier of a person: dates, telephones, numbers, names by title."""

from __future__ import annotations

from aloi.base.errors import AloiError
from aloi.gold.releasing.gate.base import GateFinding, GateInputs, GateRule
from aloi.gold.releasing.gate.texts import find

NAME = "identifiers"


def look(given: GateInputs) -> GateFinding | None:
    """Return how many texts hold a likely identifier of each kind."""
    rules = [(one.name, one.is_in) for one in given.identifiers]
    found = find(given, lambda text: [name for name, is_in in rules if is_in(text)])
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
