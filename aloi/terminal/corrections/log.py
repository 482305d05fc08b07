"""What was put right: the options of every correction, and `aloi corrections`."""

from __future__ import annotations

from typing import Any

import click

from aloi.base.records import to_json
from aloi.terminal.base import Answer, Command, listed, now, stated, together, with_store

GROUND = together(
    click.option("--why", required=True, help="The reason, which the log keeps."),
    click.option("--by", default="", help="Who decides, which the log keeps: id, pseudonym or name."),
)


def ground(why: str, by: str) -> Any:
    """Return what the verbs take: the reason, who decides, and the present moment."""
    from aloi.workbench.corrections.log import Ground

    return Ground(why, by, now())


def corrected(one: Any) -> Answer:
    """Return the answer of a command that put something right."""
    return stated({"number": one.number, "kind": one.kind.value, **one.details, "why": one.why, "by": one.by})


@click.command("corrections", cls=Command)
@click.option("--campaign", help="Id or name of a campaign (default: everywhere).")
@click.option("--corpus", help="Id or name of a corpus.")
@with_store
def corrections_(store: Any, campaign: str | None, corpus: str | None) -> Answer:
    """List what was put right: what, by whom, when and why, the newest first."""
    from aloi.workbench.corrections.log import corrections

    found = corrections(store, campaign=campaign, corpus=corpus)
    rows = [
        {
            **to_json(one.correction),
            "corpus": one.corpus,
            "campaign": one.campaign,
            "person": one.person,
        }
        for one in found
    ]
    plain = [{**row, "at": str(row["created_at"])[:16].replace("T", " ")} for row in rows]
    names = ("number", "at", "kind", "corpus", "campaign", "person", "by", "why")
    return Answer({"corrections": rows}, listed(plain, *names) if rows else ["nothing was corrected"])
