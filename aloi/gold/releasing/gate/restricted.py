"""Texts that a data-use agreement keeps here leave only as ids and offsets."""

from __future__ import annotations

from aloi.base.errors import AloiError
from aloi.gold.releasing.gate.base import GateFinding, GateInputs, GateRule

NAME = "restricted"


def look(given: GateInputs) -> GateFinding | None:
    """Return how many documents of a restricted corpus would leave with their texts."""
    corpus = given.inputs.corpus
    if given.stand_off or not corpus.restricted:
        return None
    documents = given.inputs.documents
    error = AloiError("gold.gate-restricted", corpus=repr(corpus.name), documents=len(documents))
    return GateFinding.of(NAME, error, {"documents": len(documents)}, documents)


RULE = GateRule(NAME, look)
