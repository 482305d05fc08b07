"""Sign-in with an account of an institution: the request, the response, and the person in this store."""

from __future__ import annotations

import base64
import json
import logging
import secrets
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from anyio import CapacityLimiter
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from aloi.base.errors import AloiError
from aloi.base.records import from_json, to_json
from aloi.ui import session
from aloi.ui.server.oidc import Identity, NotTold, Provider, Trip
from aloi.ui.server.routes import Door, in_turn, inside
from aloi.ui.texts import t
from aloi.workbench.passwords import identity_mark
from aloi.workbench.people import hash_token

_COOKIE = "aloi_oidc"
_MINUTES = 10  # to sign in at the provider
_RETURN = "/oidc/return"
_MOST_ASKING = 4
_MOST_WAITING = 20
_LOG = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class SingleSignOn:
    """The addresses between our sign-in page and a provider.

    A person is known by their account there once they took up an invitation with it: nobody comes in who
    was not invited.
    """

    door: Door
    provider: Provider
    origins: tuple[str, ...]
    # Anybody may start a sign-in, and a slow provider occupies a thread for each: none of the threads by
    # which the middleware looks up who is signed in.
    asking: CapacityLimiter = field(default_factory=lambda: CapacityLimiter(_MOST_ASKING))

    def routes(self) -> list[Route]:
        """Return the two addresses."""
        return [
            Route("/oidc", self.door.spoken(self.leave), methods=["GET"]),
            Route(_RETURN, self.door.spoken(self.come_back), methods=["GET"]),
        ]

    async def leave(self, request: Request) -> Response:
        """Send a browser to the provider; an invitation to be taken up goes with it, signed."""
        trip = Trip(*(secrets.token_urlsafe(32) for _ in range(3)))
        redirect = self._redirect(request)
        try:
            address = await in_turn(
                self.asking, _MOST_WAITING, partial(self.provider.address, redirect, trip)
            )
        except NotTold as error:
            return await self._refused(request, error.why)
        login_state = {
            **to_json(trip),
            "next": request.query_params.get("next", "/"),
            "invite": request.query_params.get("invite", ""),
        }
        response = RedirectResponse(address, status_code=303)
        response.set_cookie(
            _COOKIE,
            self.door.seal.sign("oidc", base64.urlsafe_b64encode(json.dumps(login_state).encode()).decode()),
            max_age=_MINUTES * 60,
            path="/oidc",
            httponly=True,
            samesite="lax",
            secure=redirect.startswith("https:"),
        )
        return response

    async def come_back(self, request: Request) -> Response:
        """Sign in the person named by the provider, if they have an account or an invitation."""
        login_state = self._login_state(request)
        if login_state is None:
            return self._sign_in_page(request, t("signin.expired"), status=403)
        redirect = self._redirect(request)
        returned = f"{redirect}?{request.url.query}"
        try:
            trip = from_json(Trip, {name: login_state[name] for name in ("state", "nonce", "verifier")})
            if request.query_params.get("state") != trip.state:
                raise NotTold("another state")
            identity = await in_turn(
                self.asking, _MOST_WAITING, partial(self.provider.identity, returned, redirect, trip)
            )
        except NotTold as error:
            response = await self._refused(request, error.why)
        else:
            response = await self._sign_in_as(
                request, identity, inside(str(login_state["next"])), str(login_state["invite"])
            )
        response.delete_cookie(_COOKIE, path="/oidc", httponly=True, samesite="lax")
        return response

    async def _sign_in_as(self, request: Request, identity: Identity, target: str, invite: str) -> Response:
        mark = identity_mark(identity.issuer, identity.subject)
        user = await run_in_threadpool(self.door.store.people.with_password, mark)
        if invite:
            invited = await run_in_threadpool(
                self.door.store.people.invite, hash_token(invite), self.door.clock()
            )
            if invited is None:
                return self.door.page(request, "gone.html", {}, status=410)
            if user is not None and (invited.person is None or invited.person.id != user.annotator.id):
                return self._sign_in_page(request, t("oidc.has_account"), status=409)
            name = invited.name or identity.name
            try:
                person = await run_in_threadpool(
                    partial(
                        self.door.store.people.accept_invite,
                        hash_token(invite),
                        name,
                        mark,
                        self.door.clock(),
                    )
                )
            except AloiError as error:
                return self._sign_in_page(request, session.error_text(error), status=400)
            return await self.door.signed_in(request, person.id, "/")
        if user is None or user.disabled:
            return self._sign_in_page(request, t("oidc.unknown"), status=403)
        return await self.door.signed_in(request, user.annotator.id, target)

    def _sign_in_page(self, request: Request, error: str, *, status: int) -> Response:
        shown = {"name": "", "target": "/", "out": False}
        return self.door.page(request, "signin.html", shown, error=error, status=status)

    async def _refused(self, request: Request, why: str) -> Response:
        _LOG.warning("Sign-in by %s failed: %s", self.provider.host, why)
        return self._sign_in_page(request, t("oidc.failed", host=self.provider.host), status=502)

    def _login_state(self, request: Request) -> dict[str, Any] | None:
        signed = request.cookies.get(_COOKIE)
        opened = self.door.seal.open("oidc", signed) if signed else None
        return None if opened is None else dict(json.loads(base64.urlsafe_b64decode(opened)))

    def _redirect(self, request: Request) -> str:
        """Return the address that the provider sends browsers back to; it has to know it beforehand."""
        origin = self.origins[0] if self.origins else f"{request.url.scheme}://{request.url.netloc}"
        return f"{origin}{_RETURN}"
