"""The page of a person's tokens: created, shown once, revoked."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from aloi.annotation.model import Annotator
from aloi.base.errors import AloiError
from aloi.base.requests import RequestError, fields_of, from_data
from aloi.ui import session
from aloi.ui.numbers import moment
from aloi.ui.texts import t, translated
from aloi.workbench import access
from aloi.workbench.programs.tokens import create_token, list_tokens, revoke_token
from aloi.workbench.requests.programs import ListTokensRequest, RevokeTokenRequest, TokenRequest
from aloi.workbench.store.opening import Store

TOKENS = "/tokens"
_STATED = ("name", "scope", "role", "campaign")


@dataclass(frozen=True, slots=True)
class TokenRoutes:
    """The handlers; `form` reads and checks a form, `page` draws a template."""

    store: Store
    clock: Callable[[], datetime]
    spoken: Callable[[Any], Any]
    form: Callable[[Request], Awaitable[Mapping[str, str]]]
    page: Callable[..., Response]

    def routes(self) -> list[Route]:
        """Return the routes of tokens."""
        return [
            Route(TOKENS, self.spoken(self.tokens), methods=["GET", "POST"]),
            Route(f"{TOKENS}/revoke", self.spoken(self.revoke), methods=["POST"]),
        ]

    async def tokens(self, request: Request) -> Response:
        """Show the tokens of the person, and create one."""
        person = _person(request)
        if request.method != "POST":
            return await self._drawn(request, person)
        form = await self.form(request)
        try:
            secret = await run_in_threadpool(self._create, person, form)
        except RequestError as error:
            named = error.named(lambda name: translated(fields_of(TokenRequest)[name].label))
            return await self._drawn(request, person, error=session.error_text(named), status=400)
        except AloiError as error:
            return await self._drawn(request, person, error=session.error_text(error), status=400)
        return await self._drawn(request, person, secret=secret)

    async def revoke(self, request: Request) -> Response:
        """Revoke a token of the person."""
        person = _person(request)
        form = await self.form(request)
        store = access.store_of(self.store, person, access.EVERYBODY)
        ref = form.get("ref", "")
        mine = {one.ref for one in await run_in_threadpool(self.store.tokens.list, person.id)}
        if ref in mine:
            await run_in_threadpool(revoke_token, store, RevokeTokenRequest(ref))
        return RedirectResponse(f"{TOKENS}?revoked", status_code=303)

    def _create(self, person: Annotator, form: Mapping[str, str]) -> str:
        days = form.get("days", "")
        stated = {name: form[name] for name in _STATED if form.get(name)}
        request = from_data(
            TokenRequest,
            {"person": person.pseudonym, "days": int(days) if days.isdecimal() else days, **stated},
        )
        store = access.store_of(self.store, person, access.EVERYBODY)
        return create_token(store, request, self.clock()).secret

    async def _drawn(
        self,
        request: Request,
        person: Annotator,
        *,
        secret: str = "",
        error: str | None = None,
        status: int = 200,
    ) -> Response:
        shown = await run_in_threadpool(self._shown, person)
        shown |= {"secret": secret, "revoked": "revoked" in request.query_params}
        return self.page(request, "tokens.html", shown, error=error, status=status)

    def _shown(self, person: Annotator) -> dict[str, Any]:
        store = access.store_of(self.store, person, access.EVERYBODY)
        campaigns = {one.id: one.name for one in store.campaigns.list()}
        request = ListTokensRequest(person.pseudonym)
        tokens = [
            {
                "ref": token.ref,
                "name": token.name,
                "scope": t(f"tokens.scope_{token.scope}"),
                "campaign": ""
                if token.campaign_id is None
                else campaigns.get(token.campaign_id, token.campaign_id),
                "role": "" if token.role is None else t(f"app.role_{token.role.value}"),
                "expires": moment(token.expires),
                "used": "" if token.used_at is None else moment(token.used_at),
                "is_over": token.expires <= self.clock(),
            }
            for token in list_tokens(store, request)
        ]
        fields = fields_of(TokenRequest)
        labels = {name: translated(field.label) for name, field in fields.items()}
        choices = {
            name: {value: translated(word) for value, word in (fields[name].option.choices or {}).items()}
            for name in ("scope", "role")
        }
        return {"tokens": tokens, "campaigns": campaigns, "labels": labels, "choices": choices,
                "days": fields["days"].default}  # fmt: skip


def _person(request: Request) -> Annotator:
    login = request.scope.get("aloi.login")
    if login is None:
        raise HTTPException(401, t("download.sign_in"))
    person: Annotator = login.person
    return person
