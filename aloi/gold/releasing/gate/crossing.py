"""No document stands on both sides of a split: what is tested was not seen in training."""

from __future__ import annotations

from aloi.base.errors import AloiError
from aloi.gold.releasing.gate.base import GateFinding, GateInputs, GateRule
from aloi.gold.splitting.crossings import crossing

NAME = "crossing"


def look(given: GateInputs) -> GateFinding | None:
    """Return the documents that stand in several parts; parts of a leak filter stand within another."""
    by_item = {item.id: {sentence.document_id for sentence in item.sentences} for item in given.inputs.items}
    parts = {
        part.name: [document for one in part.item_ids for document in by_item.get(one, ())]
        for part in given.inputs.parts.splits
        if part.within is None
    }
    found = crossing(parts)
    if not found:
        return None
    error = AloiError("gold.gate-crossing", documents=len(found), parts=list(parts))
    return GateFinding.of(NAME, error, {"documents": len(found)}, found)


RULE = GateRule(NAME, look)
