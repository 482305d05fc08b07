"""The log of corrections: the answer of a correction, and `aloi corrections`."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from aloi.base.records import to_json
from aloi.terminal.base import Answer, Command, listed, stated, with_store
from aloi.terminal.options import request_options
from aloi.workbench.requests.queries import CorrectionsRequest

if TYPE_CHECKING:
    from aloi.workbench.corrections.log import Correction
    from aloi.workbench.store.opening import Store


def corrected(correction: Correction) -> Answer:
    """Return the output of a correction command."""
    its_facts = {**correction.details, "why": correction.why, "by": correction.by}
    return stated({"number": correction.number, "kind": correction.kind.value, **its_facts})


@click.command("corrections", cls=Command)
@request_options(CorrectionsRequest)
@with_store
def corrections_(store: Store, request: CorrectionsRequest) -> Answer:
    """List the corrections with person, time and reason, newest first."""
    from aloi.workbench.corrections.log import corrections

    entries = corrections(store, campaign=request.campaign, corpus=request.corpus)
    rows = [
        {
            **to_json(entry.correction),
            "corpus": entry.corpus,
            "campaign": entry.campaign,
            "person": entry.person,
        }
        for entry in entries
    ]
    plain = [{**row, "at": str(row["created_at"])[:16].replace("T", " ")} for row in rows]
    names = ("number", "at", "kind", "corpus", "campaign", "person", "by", "why")
    return Answer({"corrections": rows}, listed(plain, *names) if rows else ["nothing was corrected"])
