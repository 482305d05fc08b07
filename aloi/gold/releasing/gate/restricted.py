"""Texts that a data-use agreement keeps here leave only as ids and offsets."""

from __future__ import annotations

from aloi.base.errors import AloiError
from aloi.gold.releasing.gate.base import GateFinding, GateInputs, GateRule

NAME = "restricted"


def check(gate_inputs: GateInputs) -> GateFinding | None:
    """Return how many documents of a restricted corpus would leave with their texts."""
    corpus = gate_inputs.inputs.corpus
    if gate_inputs.stand_off or not corpus.restricted:
        return None
    documents = gate_inputs.inputs.documents
    error = AloiError("gold.gate-restricted", corpus=repr(corpus.name), documents=len(documents))
    return GateFinding.of(NAME, error, {"documents": len(documents)}, documents)


RULE = GateRule(NAME, check)
