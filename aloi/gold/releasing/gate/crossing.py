"""No document is in two splits: test data were not seen in training."""

from __future__ import annotations

from aloi.base.errors import AloiError
from aloi.gold.releasing.gate.base import GateFinding, GateInputs, GateRule
from aloi.gold.splitting.splits import crossing

NAME = "crossing"


def check(gate_inputs: GateInputs) -> GateFinding | None:
    """Return the documents in several splits; splits of a leak filter are inside another split."""
    by_item = {
        item.id: {sentence.document_id for sentence in item.sentences} for item in gate_inputs.inputs.items
    }
    parts = {
        part.name: [document for one in part.item_ids for document in by_item.get(one, ())]
        for part in gate_inputs.inputs.parts.splits
        if part.within is None
    }
    crossing_documents = crossing(parts)
    if not crossing_documents:
        return None
    better = gate_inputs.inputs.parts.alternative
    error = AloiError(
        "gold.gate-crossing",
        documents=len(crossing_documents),
        parts=list(parts),
        policy="none" if better is None else better.policy,
        sizes=[] if better is None else [f"{name} {size}" for name, size in better.sizes.items()],
        excluded=0 if better is None else better.excluded,
    )
    return GateFinding.of(NAME, error, {"documents": len(crossing_documents)}, crossing_documents)


RULE = GateRule(NAME, check)
