"""Every gold item leads back to answers of annotators, or to an assumption that was logged."""

from __future__ import annotations

from aloi.base.errors import AloiError
from aloi.gold.making.aggregate import latest_answers
from aloi.gold.model import GoldStatus
from aloi.gold.releasing.gate.base import GateFinding, GateInputs, GateRule

NAME = "trace"


def check(gate_inputs: GateInputs) -> GateFinding | None:
    """Return the gold items that nobody answered and nobody assumed."""
    inputs = gate_inputs.inputs
    answered = {answer.key.item_id for answer in latest_answers(inputs.counted)}
    assumed = {assumption.item_id for assumption in inputs.assumptions}
    untraced = [
        gold_item.item_id
        for gold_item in inputs.gold.items
        if gold_item.item_id not in (assumed if gold_item.status is GoldStatus.ASSUMED else answered)
    ]
    if not untraced:
        return None
    error = AloiError("gold.gate-trace", items=len(untraced), first=min(untraced))
    return GateFinding.of(NAME, error, {"items": len(untraced)}, untraced)


RULE = GateRule(NAME, check)
