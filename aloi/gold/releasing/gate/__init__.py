"""The release checks: rules for releases, one rule a file. A new rule is a file and a line here."""

from __future__ import annotations

from aloi.gold.releasing.gate import agreement, crossing, identifiers, licence, names, restricted, trace
from aloi.gold.releasing.gate.base import GateFinding, GateInputs, GateRule

RULES: tuple[GateRule, ...] = (
    licence.RULE,
    restricted.RULE,
    names.RULE,
    identifiers.RULE,
    agreement.RULE,
    crossing.RULE,
    trace.RULE,
)
RULE_NAMES = tuple(one.name for one in RULES)


def broken_rules(inputs: GateInputs) -> tuple[GateFinding, ...]:
    """Return the finding of each broken rule, in the order of the rules."""
    return tuple(finding for one in RULES if (finding := one.check(inputs)) is not None)
