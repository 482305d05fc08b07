"""How far annotators agree is known, with an interval, for every round that the gold is made of."""

from __future__ import annotations

from collections import defaultdict

from aloi.agreement.result import Agreement
from aloi.base.errors import AloiError
from aloi.gold.releasing.gate.base import GateFinding, GateInputs, GateRule

NAME = "agreement"


def check(gate_inputs: GateInputs) -> GateFinding | None:
    """Return the rounds of the gold in which a view of the answers has no coefficient with an interval."""
    inputs = gate_inputs.inputs
    made_of = {one.round_id for one in inputs.gold.items}
    measured = {one.number: one.results for one in inputs.agreement}
    rounds = [one.number for one in inputs.rounds if one.id in made_of]
    wanting = [one for one in rounds if not _is_known(measured.get(one, ()))]
    if not wanting:
        return None
    error = AloiError("gold.gate-agreement", count=len(wanting), rounds=wanting)
    return GateFinding.of(NAME, error, {"rounds": len(wanting)}, map(str, wanting))


def _is_known(results: tuple[Agreement, ...]) -> bool:
    """Return whether each view has a coefficient with value and interval."""
    by_view: dict[str | None, list[Agreement]] = defaultdict(list)
    for result in results:
        by_view[result.view].append(result)
    return bool(by_view) and all(
        any(result.value is not None and result.interval is not None for result in each)
        for each in by_view.values()
    )


RULE = GateRule(NAME, check)
