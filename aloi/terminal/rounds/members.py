"""Members of a campaign: `aloi campaign member`."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from aloi.terminal.base import Answer, Group, listed, stated, with_store
from aloi.terminal.options import request_options
from aloi.workbench.requests.campaigns import AddMemberRequest, RemoveMemberRequest
from aloi.workbench.requests.queries import MembersRequest

if TYPE_CHECKING:
    from aloi.workbench.people import Member
    from aloi.workbench.store.opening import Store


@click.group(cls=Group)
def member() -> None:
    """Add, list and remove the members of a campaign."""


@member.command("add")
@request_options(AddMemberRequest)
@with_store
def add(store: Store, request: AddMemberRequest) -> Answer:
    """Make a person a member of CAMPAIGN (id or name), or change the role of a member."""
    from aloi.workbench.access import add_member

    return stated(_document(add_member(store, request)), "pseudonym", "role")


@member.command("list")
@request_options(MembersRequest)
@with_store
def list_(store: Store, request: MembersRequest) -> Answer:
    """List the members of CAMPAIGN (id or name)."""
    from aloi.workbench.access import members

    rows = [_document(one) for one in members(store, request.campaign)]
    return Answer({"members": rows}, listed(rows, "pseudonym", "role"))


@member.command("remove")
@request_options(RemoveMemberRequest)
@with_store
def remove(store: Store, request: RemoveMemberRequest) -> Answer:
    """Remove a member from CAMPAIGN (id or name). Their answers and decisions stay."""
    from aloi.workbench.access import remove_member

    removed = remove_member(store, request)
    return stated({"pseudonym": removed.pseudonym, "id": removed.id}, "pseudonym")


def _document(member_: Member) -> dict[str, object]:
    person = member_.person
    return {"pseudonym": person.pseudonym, "role": member_.role.value, "id": person.id}
