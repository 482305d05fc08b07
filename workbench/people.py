"""People: add annotators, invite them by a one-time link, list them."""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Sequence
from datetime import datetime, timedelta

from aloi.errors import AloiError
from aloi.names import known_name
from annotation.model import Annotator, Role
from storage.people.model import Login
from storage.store import Store

__all__ = ["Login", "add_person", "find_people", "hash_token", "invite"]

INVITE_DAYS = 14


def add_person(
    store: Store,
    name: str,
    role: str,
    now: datetime,
    *,
    expertise: str = "",
    pseudonym: str | None = None,
    is_source: bool = False,
) -> Annotator:
    """Return a new person without a password: answers can be imported in their name."""
    if not name.strip():
        raise AloiError("workbench.person-no-name")
    return store.people.add(
        name.strip(),
        Role(known_name(role, Role, "role")),
        now,
        expertise=expertise,
        pseudonym=pseudonym,
        is_source=is_source,
    )


def invite(
    store: Store, role: str, now: datetime, *, expertise: str = "", person: str | None = None, name: str = ""
) -> str:
    """Return a one-time token for `/invite/<token>`; only its SHA-256 is stored.

    With `person`, the link gives that existing person a password instead of making a new one.
    """
    token = secrets.token_urlsafe(24)
    known = store.people.get(person) if person else None
    if known is not None and known.is_source:
        raise AloiError("workbench.invite-source", pseudonym=known.pseudonym)
    person_id = known.id if known else None
    store.people.add_invite(
        hash_token(token),
        Role(known_name(role, Role, "role")),
        now + timedelta(days=INVITE_DAYS),
        now,
        person_id=person_id,
        name_hint=name,
        expertise=expertise,
    )
    return token


def hash_token(token: str) -> str:
    """Return what the store keeps of a secret token."""
    return hashlib.sha256(token.encode()).hexdigest()


def find_people(store: Store, refs: Sequence[str]) -> tuple[Annotator, ...]:
    """Return people named by id, pseudonym or name, each once, in the order given."""
    found = [store.people.get(ref) for ref in refs]
    return tuple(dict.fromkeys(found))
