"""Tokens of programs: `aloi token`."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from aloi.terminal.base import Answer, Group, listed, now, stated, with_store
from aloi.terminal.options import request_options
from aloi.workbench.requests.programs import ListTokensRequest, RevokeTokenRequest, TokenRequest

if TYPE_CHECKING:
    from aloi.workbench.store.opening import Store

_SHOWN = ("ref", "person", "name", "scope", "campaign", "role", "expires", "used_at")


@click.group(cls=Group)
def token() -> None:
    """Create, list and revoke the tokens of programs that call `/api/v1`."""


@token.command("create")
@request_options(TokenRequest)
@with_store
def create(store: Store, request: TokenRequest) -> Answer:
    """Create a token; only its hash is stored, so that it is shown once."""
    from aloi.workbench.programs.tokens import create_token, describe_token

    created = create_token(store, request, now())
    document = {"token": created.secret, **describe_token(created.token)}
    return stated(document, "token", "ref", "scope", "expires")


@token.command("list")
@request_options(ListTokensRequest)
@with_store
def list_(store: Store, request: ListTokensRequest) -> Answer:
    """List the tokens with their scopes, expired ones too."""
    from aloi.workbench.programs.tokens import describe_token, list_tokens

    rows = [describe_token(one) for one in list_tokens(store, request)]
    return Answer({"tokens": rows}, listed(rows, *_SHOWN))


@token.command("revoke")
@request_options(RevokeTokenRequest)
@with_store
def revoke(store: Store, request: RevokeTokenRequest) -> Answer:
    """Revoke the token with this REF (see `aloi token list`)."""
    from aloi.workbench.programs.tokens import describe_token, revoke_token

    return stated(describe_token(revoke_token(store, request)), "ref", "person", "name")
