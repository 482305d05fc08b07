"""People: add annotators, invite them by a one-time link, list them."""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime, timedelta

from aloi.annotation.model import Annotator, Role
from aloi.base.errors import AloiError, quoted
from aloi.base.names import known_name
from aloi.base.terms import Phrase, Term
from aloi.storage.members import Member
from aloi.storage.people.model import Invite, Login, User
from aloi.storage.store import Store
from aloi.workbench.requests.corrections import (
    InviteRequest,
    PersonRequest,
    RenamePersonRequest,
    UninviteRequest,
)

__all__ = [
    "Invite",
    "Login",
    "Member",
    "User",
    "add_person",
    "decider",
    "end_invite",
    "find_people",
    "hash_token",
    "invite",
    "named_people",
]

INVITE_DAYS = 14


def add_person(store: Store, request: PersonRequest, now: datetime) -> Annotator:
    """Return a new person without a password: answers can be imported in their name."""
    if not request.name.strip():
        raise AloiError(
            "aloi.missing", name=Term("the-person"), missing=Term("a-name"), todo=Term("give-a-name")
        )
    return store.people.add(
        request.name.strip(),
        Role(known_name(request.role, Role, Phrase("kind-role", "role"))),
        now,
        expertise=request.expertise,
        pseudonym=request.pseudonym,
    )


def invite(store: Store, request: InviteRequest, now: datetime) -> str:
    """Return a one-time token for `/invite/<token>`; only its SHA-256 is stored.

    The invited person gets the role in the campaign, if one is named. A manager invites into a campaign of
    theirs alone; an administrator also without one, and as an administrator.

    The link gives an existing person, if one is named, a password instead of making a new one; links made
    for them before work no more.
    """
    token = secrets.token_urlsafe(24)
    stored_person = store.people.get(request.person) if request.person else None
    if stored_person is not None and stored_person.is_source:
        raise AloiError(
            "aloi.wrong-kind",
            name=stored_person.pseudonym,
            kind=Term("source-of-imported"),
            expected=Term("a-person"),
            todo=Term("invite-the-person-without"),
        )
    if stored_person is not None:
        store.people.refuse_erased(stored_person.id)
    person_id = stored_person.id if stored_person else None
    store.people.add_invite(
        hash_token(token),
        Role(known_name(request.role, Role, Phrase("kind-role", "role"))),
        now + timedelta(days=INVITE_DAYS),
        now,
        person_id=person_id,
        name_hint=request.name,
        expertise=request.expertise,
        campaign_id=None if request.campaign is None else store.campaigns.get(request.campaign).id,
    )
    return token


def end_invite(store: Store, request: UninviteRequest, now: datetime) -> Invite:
    """Return the invitation that is ended, named by its `ref`: its link opens nothing any more.

    Raises
    ------
    AloiError
        No open invitation is so called.
    """
    invitation = next((one for one in store.people.invites(now) if one.ref == request.ref), None)
    if invitation is None:
        raise AloiError(
            "aloi.not-found",
            kind=Term("the-open-invitation"),
            name=quoted(request.ref),
            expected=Term("invitation-that-nobody"),
            todo=Term("list-open"),
        )
    store.people.end_invite(invitation.token_hash)
    return invitation


def rename_source(store: Store, request: RenamePersonRequest) -> Annotator:
    """Return the annotator of imported answers under another pseudonym: an address is no pseudonym.

    Raises
    ------
    AloiError
        An unknown name, a person with an account, or a pseudonym that is empty or in use.
    """
    source, pseudonym = store.people.get(request.person), request.pseudonym.strip()
    if not source.is_source:
        raise AloiError(
            "aloi.wrong-kind",
            name=source.pseudonym,
            kind=Term("person-with-an-account"),
            expected=Term("a-source-of-imported"),
            todo=Term("choose-a-source"),
        )
    if not pseudonym:
        raise AloiError(
            "aloi.missing", name=Term("the-person"), missing=Term("a-name"), todo=Term("give-a-name")
        )
    store.people.rename(source.id, pseudonym)
    return replace(source, pseudonym=pseudonym)


def hash_token(token: str) -> str:
    """Return the stored form of a secret token."""
    return hashlib.sha256(token.encode()).hexdigest()


def find_people(store: Store, refs: Sequence[str]) -> tuple[Annotator, ...]:
    """Return people named by id, pseudonym or name, each once, in the order given."""
    people_by_name = named_people(store)
    people = [people_by_name[ref] if ref in people_by_name else store.people.get(ref) for ref in refs]
    return tuple(dict.fromkeys(people))


def named_people(store: Store) -> dict[str, Annotator]:
    """Return all people by id, pseudonym and name; if two share a name, in that order of names."""
    people = store.people.list()
    return {getattr(one, attribute): one for attribute in ("name", "pseudonym", "id") for one in people}


def decider(store: Store, ref: str) -> Annotator:
    """Return the person who takes a decision, named by id, pseudonym or name.

    Raises
    ------
    AloiError
        An unknown name, or the source of imported answers, which decides nothing.
    """
    annotator = store.people.get(ref)
    if annotator.is_source:
        raise AloiError(
            "aloi.wrong-kind",
            name=annotator.pseudonym,
            kind=Term("source-of-imported"),
            expected=Term("adjudicator"),
            todo=Term("name-the-adjudicator"),
        )
    return annotator
