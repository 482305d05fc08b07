"""Nothing in a release looks like an identifier of a person: dates, telephones, numbers, names by title."""

from __future__ import annotations

from aloi.base.errors import AloiError
from aloi.gold.releasing.gate.base import GateFinding, GateInputs, GateRule
from aloi.gold.releasing.gate.texts import find

NAME = "identifiers"


def check(gate_inputs: GateInputs) -> GateFinding | None:
    """Return how many texts contain a likely identifier of each kind."""
    rules = [(one.name, one.is_in) for one in gate_inputs.identifiers]
    occurrences = find(gate_inputs, lambda text: [name for name, is_in in rules if is_in(text)])
    if not occurrences.kinds:
        return None
    error = AloiError(
        "gold.gate-identifiers",
        places=len(occurrences.ids),
        kinds=(f"{name} ({count})" for name, count in occurrences.kinds.items()),
        first=min(occurrences.ids),
    )
    return GateFinding.of(NAME, error, occurrences.kinds, occurrences.ids)


RULE = GateRule(NAME, check)
