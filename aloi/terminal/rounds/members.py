"""Members of a campaign: `aloi campaign member`."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from aloi.terminal.base import Answer, Group, listed, stated, with_store

if TYPE_CHECKING:
    from aloi.workbench.people import Member
    from aloi.workbench.store.opening import Store

_CAMPAIGN = click.argument("campaign_", metavar="CAMPAIGN")
_PERSON = click.option("--person", required=True, help="Id, pseudonym or name of the person.")


@click.group(cls=Group)
def member() -> None:
    """Add, list and remove the members of a campaign."""


@member.command("add")
@_CAMPAIGN
@_PERSON
@click.option(
    "--role", default="annotator", show_default=True, help="Role: manager, adjudicator or annotator."
)
@with_store
def add(store: Store, campaign_: str, person: str, role: str) -> Answer:
    """Make a person a member of CAMPAIGN (id or name), or change the role of a member."""
    from aloi.workbench.access import add_member

    return stated(_document(add_member(store, campaign_, person, role)), "pseudonym", "role")


@member.command("list")
@_CAMPAIGN
@with_store
def list_(store: Store, campaign_: str) -> Answer:
    """List the members of CAMPAIGN (id or name)."""
    from aloi.workbench.access import members

    rows = [_document(one) for one in members(store, campaign_)]
    return Answer({"members": rows}, listed(rows, "pseudonym", "role"))


@member.command("remove")
@_CAMPAIGN
@_PERSON
@with_store
def remove(store: Store, campaign_: str, person: str) -> Answer:
    """Remove a member from CAMPAIGN (id or name). Their answers and decisions stay."""
    from aloi.workbench.access import remove_member

    removed = remove_member(store, campaign_, person)
    return stated({"pseudonym": removed.pseudonym, "id": removed.id}, "pseudonym")


def _document(member_: Member) -> dict[str, object]:
    person = member_.person
    return {"pseudonym": person.pseudonym, "role": member_.role.value, "id": person.id}
