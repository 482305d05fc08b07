"""A release states the licence of its texts: one of SPDX, or an agreement in words."""

from __future__ import annotations

from aloi.base.errors import AloiError
from aloi.gold.releasing.gate.base import GateFinding, GateInputs, GateRule
from aloi.gold.releasing.licences import unknown_terms

NAME = "licence"


def check(gate_inputs: GateInputs) -> GateFinding | None:
    """Return a finding if the stated licence is not a licence."""
    corpus = gate_inputs.inputs.corpus
    unknown = unknown_terms(corpus.licence)
    if not unknown:
        return None
    error = AloiError(
        "gold.gate-licence",
        corpus=repr(corpus.name),
        licence=repr(unknown[0]),
        has_licence=bool(unknown[0]),
    )
    return GateFinding.of(NAME, error, {"terms": len(unknown)}, [corpus.id])


RULE = GateRule(NAME, check)
