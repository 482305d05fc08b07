"""Personal tokens of programs: created, listed, revoked, and what a token may do."""

from __future__ import annotations

import secrets
from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime, timedelta

from aloi.annotation.model import Annotator, Role
from aloi.base.errors import AloiError, quoted
from aloi.base.records import to_json
from aloi.base.terms import Term
from aloi.storage.people.tokens import ApiToken, Reply
from aloi.storage.store import Store
from aloi.workbench import access
from aloi.workbench.people import hash_token
from aloi.workbench.requests.programs import ListTokensRequest, RevokeTokenRequest, TokenRequest

__all__ = ["ApiToken", "CreatedToken", "Reply", "create_token", "list_tokens", "revoke_token", "store_for"]

PREFIX = "aloi_"
_ORDER = (Role.ANNOTATOR, Role.ADJUDICATOR, Role.MANAGER, Role.ADMINISTRATOR)


@dataclass(frozen=True, slots=True)
class CreatedToken:
    """A new token: `secret` is what the program sends, and is stored nowhere."""

    secret: str
    token: ApiToken


def create_token(
    store: Store, request: TokenRequest, now: datetime, within: ApiToken | None = None
) -> CreatedToken:
    """Return a new token; only its SHA-256 is stored.

    A person creates their own tokens, an administrator those of everybody. A token that is created `within`
    another one has no wider scope, role or campaign and expires no later.

    Raises
    ------
    AloiError
        An unknown or disabled person, somebody else's token, or a campaign that the person is no member of.
    """
    person = access.person_with_account(store, request.person)
    require_own(store, person)
    campaign_id = _campaign(store, person, request.campaign)
    role = None if request.role is None else Role(request.role)
    expires = now + timedelta(days=request.days)
    if within is not None:
        wider = (
            (within.campaign_id is not None and campaign_id != within.campaign_id)
            or (within.scope == "read" and request.scope != "read")
            or (within.role is not None and (role is None or _ORDER.index(role) > _ORDER.index(within.role)))
        )
        if wider:
            raise AloiError("aloi.not-allowed", role=Term("a-token-with-this-scope"))
        expires = min(expires, within.expires)
    secret = PREFIX + secrets.token_urlsafe(32)
    token = ApiToken(
        hash_token(secret), person, request.name.strip(), request.scope, campaign_id, role, now, expires
    )
    store.tokens.add(token)
    return CreatedToken(secret, token)


def _campaign(store: Store, person: Annotator, ref: str | None) -> str | None:
    if ref is None:
        return None
    mine = access.store_of(store, person, access.EVERYBODY)
    return mine.campaigns.get(ref).id


def list_tokens(store: Store, request: ListTokensRequest) -> list[ApiToken]:
    """Return the tokens of a person, or of everybody that the acting person may see: their own."""
    person_id = None if request.person is None else store.people.get(request.person).id
    tokens = store.tokens.list(person_id)
    return [one for one in tokens if store.campaign_id in (None, one.campaign_id)]


def revoke_token(store: Store, request: RevokeTokenRequest) -> ApiToken:
    """Return the token that is revoked, named by its reference.

    Raises
    ------
    AloiError
        No token that the acting person may see is so called.
    """
    token = next((one for one in list_tokens(store, ListTokensRequest()) if one.ref == request.ref), None)
    if token is None:
        raise AloiError(
            "aloi.not-found",
            kind=Term("the-token"),
            name=quoted(request.ref),
            expected=Term("reference-of-a-token"),
            todo=Term("list-the-tokens"),
        )
    store.tokens.revoke(token.token_hash)
    return token


def require_own(store: Store, person: Annotator) -> None:
    """Raise AloiError if somebody else than the person, or an administrator, acts."""
    if store.person_id not in (None, person.id) and not store.is_administrator():
        raise AloiError("aloi.not-allowed", role=Term("an-administrator-of-this-aloi"))


def describe_token(token: ApiToken) -> dict[str, object]:
    """Return the data of a token for lists."""
    return to_json(
        token,
        "token_hash",
        "campaign_id",
        ref=token.ref,
        person=token.person.pseudonym,
        campaign=token.campaign_id,
    )


def store_for(store: Store, token: ApiToken, needed: Collection[Role], *, writes: bool) -> Store:
    """Return the store as a token may read it for something that one of these roles is needed for.

    Raises
    ------
    AloiError
        The token only reads, is for a lower role, or its person has none of the roles.
    """
    if writes and token.scope != "write":
        raise AloiError("aloi.not-allowed", role=Term("a-token-that-writes"))
    if token.role is not None and needed:
        roles = _ORDER[: _ORDER.index(token.role) + 1]
        if not set(needed) & set(roles):
            raise AloiError("aloi.not-allowed", role=Term("a-token-with-this-scope"))
    roles_held = access.roles_of(store, token.person)
    if not access.may(roles_held, needed):
        raise AloiError(
            "ui.role", role=token.person.role.value, roles=(role.value for role in sorted(needed))
        )
    return access.store_of(store, token.person, needed, token.campaign_id)
