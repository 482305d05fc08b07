"""Accounts and annotators: `aloi people`."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from aloi.base.records import to_json
from aloi.terminal.base import Answer, Group, listed, now, stated, with_store
from aloi.terminal.corrections.log import corrected
from aloi.terminal.options import request_options
from aloi.workbench.requests.corrections import (
    DeletePersonRequest,
    ErasePersonRequest,
    ExcludeRequest,
    IncludeRequest,
    InviteRequest,
    PersonRequest,
    RenamePersonRequest,
    UninviteRequest,
)

if TYPE_CHECKING:
    from aloi.workbench.store.opening import Store


@click.group(cls=Group)
def people() -> None:
    """Add and invite annotators, adjudicators and managers."""


@people.command("add")
@request_options(PersonRequest)
@with_store
def add(store: Store, request: PersonRequest) -> Answer:
    """Add a person without a password: answers can be imported in their name."""
    from aloi.workbench.people import add_person

    return stated(to_json(add_person(store, request, now())))


@people.command("list")
@with_store
def list_(store: Store) -> Answer:
    """List the people with their names; keep the output confidential."""
    people = [to_json(person) for person in store.people.list()]
    return Answer({"people": people}, listed(people, "pseudonym", "role", "name", "expertise", "id"))


@people.command("rename")
@request_options(RenamePersonRequest)
@with_store
def rename_(store: Store, request: RenamePersonRequest) -> Answer:
    """Change the pseudonym of PERSON, a source of imported answers; an address is not a pseudonym.

    A new import of the same file still matches this person. Frozen gold keeps the old name: freeze it again.
    """
    from aloi.workbench.people import rename_source

    return stated(to_json(rename_source(store, request)))


@people.command("invite")
@request_options(InviteRequest)
@with_store
def invite_(store: Store, request: InviteRequest) -> Answer:
    """Create a link to choose a password; it works once, within two weeks."""
    from aloi.workbench.people import INVITE_DAYS, invite

    token = invite(store, request, now())
    document = {"path": f"/invite/{token}", "token": token, "role": request.role, "days": INVITE_DAYS}
    line = f"Send the address of your server followed by /invite/{token} (good once, for {INVITE_DAYS} days)."
    return Answer(document, [line])


@people.command("invites")
@with_store
def invites_(store: Store) -> Answer:
    """List the open invitations with names; keep the output confidential."""
    invites = [
        {
            "ref": invite.ref,
            "name": invite.name,
            "pseudonym": invite.person.pseudonym if invite.person else "",
            "role": (invite.person or invite).role,
            "expires": invite.expires,
        }
        for invite in store.people.invites(now())
    ]
    plain = [{**row, "expires": f"{row['expires']:%Y-%m-%d %H:%M}"} for row in invites]
    return Answer({"invites": invites}, listed(plain, "ref", "role", "name", "pseudonym", "expires"))


@people.command("uninvite")
@request_options(UninviteRequest)
@with_store
def uninvite_(store: Store, request: UninviteRequest) -> Answer:
    """Cancel the invitation REF (see `aloi people invites`); its link stops working."""
    from aloi.workbench.people import end_invite

    ended = end_invite(store, request, now())
    return stated({"ref": ended.ref, "name": ended.name})


@people.command("exclude")
@request_options(ExcludeRequest)
@with_store
def exclude_(store: Store, request: ExcludeRequest) -> Answer:
    """Exclude the answers of PERSON (id, pseudonym or name) from the agreement and gold of a campaign."""
    from aloi.workbench.corrections.exclusion import exclude, exclusion_effect

    if request.preview:
        return stated(to_json(exclusion_effect(store, request)))
    return corrected(exclude(store, request, now()))


@people.command("delete")
@request_options(DeletePersonRequest)
@with_store
def delete_(store: Store, request: DeletePersonRequest) -> Answer:
    """Delete PERSON permanently, if they have not answered, skipped or decided anything."""
    from aloi.workbench.corrections.removal import delete_person, person_deletion

    if request.preview:
        return stated(to_json(person_deletion(store, request)))
    return corrected(delete_person(store, request, now()))


@people.command("erase")
@request_options(ErasePersonRequest)
@with_store
def erase_(store: Store, request: ErasePersonRequest) -> Answer:
    """Erase the identity of PERSON permanently: name, expertise, password, sign-ins, links. Answers are kept.

    Earlier copies, archives and files still contain the name: delete them. If the output has `swept: false`,
    run the command again to rewrite the store.
    """
    from aloi.workbench.corrections.erasure import erase_person, erasure

    if request.preview:
        return stated(to_json(erasure(store, request)))
    done, swept = erase_person(store, request, now())
    return stated({**to_json(done), "swept": swept})


@people.command("include")
@request_options(IncludeRequest)
@with_store
def include_(store: Store, request: IncludeRequest) -> Answer:
    """Include the answers of PERSON again in the agreement and gold of a campaign."""
    from aloi.workbench.corrections.exclusion import include

    return corrected(include(store, request, now()))
