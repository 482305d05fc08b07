"""Every gold item leads back to answers of annotators, or to an assumption that was logged."""

from __future__ import annotations

from aloi.base.errors import AloiError
from aloi.gold.making.aggregate import latest_answers
from aloi.gold.model import GoldStatus
from aloi.gold.releasing.gate.base import GateFinding, GateInputs, GateRule

NAME = "trace"


def look(given: GateInputs) -> GateFinding | None:
    """Return the gold items that nobody answered and nobody assumed."""
    inputs = given.inputs
    answered = {one.key.item_id for one in latest_answers(inputs.counted)}
    assumed = {one.item_id for one in inputs.assumptions}
    found = [
        one.item_id
        for one in inputs.gold.items
        if one.item_id not in (assumed if one.status is GoldStatus.ASSUMED else answered)
    ]
    if not found:
        return None
    error = AloiError("gold.gate-trace", items=len(found), first=min(found))
    return GateFinding.of(NAME, error, {"items": len(found)}, found)


RULE = GateRule(NAME, look)
